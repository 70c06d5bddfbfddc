"""Types of arguments: Arrow's PyCapsule interface."""

from typing import Protocol


class ArrowArray(Protocol):
    """One array, such as pyarrow.Array or a record batch of one column."""

    def __arrow_c_array__(
        self, requested_schema: object | None = None, /
    ) -> tuple[object, object]: ...


class ArrowStream(Protocol):
    """A stream of arrays, such as pyarrow.ChunkedArray or a series of Polars or pandas."""

    def __arrow_c_stream__(self, requested_schema: object | None = None, /) -> object: ...


ArrowColumn = ArrowArray | ArrowStream
