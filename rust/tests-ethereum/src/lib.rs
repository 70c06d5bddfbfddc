//! Nothing: see tests/.
