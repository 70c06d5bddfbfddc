"""The engine's batch calls, on the buffers of Arrow's columns."""

import ctypes
from collections.abc import Callable
from typing import Any

import pyarrow as pa


class Column(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("size", ctypes.c_size_t),
        ("stride", ctypes.c_size_t),
        ("offsets", ctypes.c_void_p),
        ("offset_size", ctypes.c_size_t),
    )


def column_of(array: pa.Array) -> Column:
    """Of the type binary, or of a fixed size."""
    buffers = array.buffers()
    data = buffers[-1].address if buffers[-1] is not None else None
    if pa.types.is_fixed_size_binary(array.type):
        return Column(data, array.type.byte_width, array.type.byte_width, None, 0)
    return Column(data, 0, 0, buffers[1].address, 4)


DER_AND_HIGH_S = 3
Call = Callable[[], Any]


class Engine:
    def __init__(self, library: str) -> None:
        self.library = ctypes.CDLL(library)
        self.context = ctypes.c_void_p.in_dll(self.library, "secp256k1_context_static")

    def verify_ecdsa(self, columns: list[pa.Array]) -> Call:
        """The call on keys, digests and signatures, as koblitz.verify_ecdsa takes them; the
        verdicts are thrown away."""
        rows = len(columns[0])
        arguments = [
            self.context,
            ctypes.create_string_buffer(max(rows, 1)),
            *(ctypes.byref(column_of(column)) for column in columns[::-1]),
            ctypes.c_size_t(rows),
            ctypes.c_uint(DER_AND_HIGH_S),
        ]
        call = self.library.koblitz_batch_ecdsa_verify
        call.restype = ctypes.c_size_t

        def run(_kept: Any = columns) -> Any:
            return call(*arguments)

        return run
