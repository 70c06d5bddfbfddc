"""Proofs of assembly routines by exact-integer symbolic execution of their object code: docs/proofs.md."""

import gc

# Polynomials are many small objects, and all of a proof's are kept to its end: looks for cycles in them take a fifth of
# the time.
gc.set_threshold(1_000_000)
