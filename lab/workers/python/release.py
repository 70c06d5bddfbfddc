"""The releases that are measured."""

import platform
from importlib.metadata import version

# Day on which the files on PyPI were made, of a version that requirements.txt may pin.
RELEASES = {
    "coincurve": {"21.0.0": "2025-03-08"},
    "ecdsa": {"0.19.2": "2026-03-26"},
}


def installed(package):
    """Version of a package and the date of that."""
    v = version(package)
    return {"version": v, "date": RELEASES[package][v]}


def interpreter():
    return f"{platform.python_implementation()} {platform.python_version()}"
