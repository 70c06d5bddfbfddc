"""wheel.py VERSION VECTORS: BIP-340's vectors, where koblitz and nothing else is installed."""

import csv
import ctypes
import sys
from importlib.metadata import version
from itertools import accumulate

import koblitz

POINTER = ctypes.c_void_p


class Schema(ctypes.Structure):
    _fields_ = (
        ("format", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("metadata", POINTER),
        ("flags", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("children", POINTER),
        ("dictionary", POINTER),
        ("release", POINTER),
        ("private_data", POINTER),
    )


class Array(ctypes.Structure):
    _fields_ = (
        ("length", ctypes.c_int64),
        ("null_count", ctypes.c_int64),
        ("offset", ctypes.c_int64),
        ("n_buffers", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("buffers", POINTER),
        ("children", POINTER),
        ("dictionary", POINTER),
        ("release", POINTER),
        ("private_data", POINTER),
    )


new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = (POINTER, ctypes.c_char_p, POINTER)
release = ctypes.CFUNCTYPE(None, POINTER)(lambda _: None)


class Binary:
    """A column of Arrow's type binary. It and what it gave live as long as the program."""

    def __init__(self, rows: list[bytes]) -> None:
        self.offsets = (ctypes.c_int32 * (len(rows) + 1))(0, *accumulate(map(len, rows)))
        self.data = ctypes.create_string_buffer(b"".join(rows))
        addresses = (None, ctypes.addressof(self.offsets), ctypes.addressof(self.data))
        self.buffers = (POINTER * 3)(*addresses)
        done = ctypes.cast(release, POINTER)
        self.schema = Schema(format=b"z", name=b"", release=done)
        self.array = Array(
            length=len(rows), n_buffers=3, buffers=ctypes.addressof(self.buffers), release=done
        )

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return (
            new_capsule(ctypes.addressof(self.schema), b"arrow_schema", None),
            new_capsule(ctypes.addressof(self.array), b"arrow_array", None),
        )


assert version("koblitz") == sys.argv[1], version("koblitz")
with open(sys.argv[2], newline="") as file:
    rows = list(csv.DictReader(file))
names = ("public key", "message", "signature")
columns = [Binary([bytes.fromhex(row[name]) for row in rows]) for name in names]
verdicts = koblitz.verify_schnorr(*columns, threads=1).to_pylist()
assert verdicts == [row["verification result"] == "TRUE" for row in rows], verdicts
assert set(verdicts) == {True, False}
print(koblitz.backend())
