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


class Output(ctypes.Structure):
    _fields_ = (("data", ctypes.c_void_p), ("size", ctypes.c_size_t), ("stride", ctypes.c_size_t))


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
        self.library.secp256k1_context_create.restype = ctypes.c_void_p
        self.public = ctypes.c_void_p.in_dll(self.library, "secp256k1_context_static")
        self.secret = ctypes.c_void_p(self.library.secp256k1_context_create(1))

    def batch(
        self,
        name: str,
        columns: list[pa.Array],
        *behind: Any,
        output: int = 0,
        context: ctypes.c_void_p | None = None,
    ) -> Call:
        """A call on binary columns; what it writes is thrown away. behind: other arguments, of
        which None is the number of rows."""
        given = [ctypes.byref(column_of(column)) for column in columns]
        rows = len(columns[0])
        keys = ctypes.create_string_buffer(max(rows * output, 1))
        outputs = [ctypes.byref(Output(ctypes.addressof(keys), output, output))] if output else []
        last = [ctypes.c_size_t(rows) if b is None else b for b in behind or (None,)]
        arguments = [
            self.public if context is None else context,
            ctypes.create_string_buffer(max(rows, 1)),
            *outputs,
            *given,
            *last,
        ]
        call = self.library[name]
        call.restype = ctypes.c_size_t

        def run(_kept: Any = (columns, keys)) -> Any:
            return call(*arguments)

        return run

    def verify_ecdsa(self, columns: list[pa.Array]) -> Call:
        """Of keys, digests and signatures, as koblitz.verify_ecdsa takes them."""
        flags = ctypes.c_uint(DER_AND_HIGH_S)
        return self.batch("koblitz_batch_ecdsa_verify", columns[::-1], None, flags)
