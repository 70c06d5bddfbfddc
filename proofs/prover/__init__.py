"""Proofs of assembly routines by exact-integer symbolic execution of their object code: docs/proofs.md."""
