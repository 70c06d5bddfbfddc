"""Errors of the command."""


class InputError(Exception):
    """A file cannot be read or lacks a column; the message names it."""


def one_line(error: Exception) -> str:
    """The first line of an error's message."""
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__
