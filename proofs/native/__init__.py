"""Runs the bytes of routines on this processor."""
