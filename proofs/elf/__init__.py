"""Routines in object files."""
