"""What the command's parts raise."""


class InputError(Exception):
    """A file that cannot be read, or has not the columns; the message says which."""


def one_line(error: Exception) -> str:
    """The first line of what an error says."""
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__
