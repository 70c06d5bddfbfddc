"""What the functions take: Arrow's PyCapsule interface, as types."""

from typing import Protocol


class ArrowArray(Protocol):
    """One array: pyarrow.Array, a record batch of one column."""

    def __arrow_c_array__(
        self, requested_schema: object | None = None, /
    ) -> tuple[object, object]: ...


class ArrowStream(Protocol):
    """Arrays one after the other: pyarrow.ChunkedArray, a series of Polars or pandas."""

    def __arrow_c_stream__(self, requested_schema: object | None = None, /) -> object: ...


ArrowColumn = ArrowArray | ArrowStream
