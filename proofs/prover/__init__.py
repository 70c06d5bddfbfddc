"""Proofs of assembly routines by exact-integer symbolic execution of their object code: docs/proofs.md."""

import gc

# Polynomials are many small objects in no cycle; looking for cycles takes a fifth of the time.
gc.set_threshold(1_000_000)
