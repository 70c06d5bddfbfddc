from collections.abc import Iterable, Iterator
from typing import Any, Never, SupportsIndex, overload

import numpy as np

from koblitz._arrow import ArrowColumn

class Column:
    null_count: int
    __hash__: None  # type: ignore[assignment]
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...
    @overload
    def __getitem__(self, row: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, rows: slice, /) -> list[Any]: ...
    def __bool__(self) -> Never: ...
    def __eq__(self, other: object, /) -> Never: ...
    def __ne__(self, other: object, /) -> Never: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def to_pylist(self) -> list[Any]: ...
    def to_numpy(self, *, null: bool | None = None) -> np.ndarray[Any, Any]: ...
    def to_pandas(self) -> Any: ...
    def _bits(self) -> tuple[bytes, bytes] | None: ...

def verify_ecdsa(
    pubkey: ArrowColumn,
    digest: ArrowColumn,
    signature: ArrowColumn,
    low_s: bool,
    strict: bool,
    threads: int | None,
    /,
) -> Column: ...
def verify_schnorr(
    pubkey: ArrowColumn,
    message: ArrowColumn,
    signature: ArrowColumn,
    strict: bool,
    threads: int | None,
    /,
) -> Column: ...
def tweak_check(
    tweaked: ArrowColumn,
    internal: ArrowColumn,
    tweak: ArrowColumn,
    parity: ArrowColumn | None,
    strict: bool,
    threads: int | None,
    /,
) -> Column: ...
def nostr_verify(events: ArrowColumn, strict: bool, threads: int | None, /) -> Column: ...
def parse_pubkey(pubkey: ArrowColumn, compressed: bool, threads: int | None, /) -> Column: ...
def recover(
    digest: ArrowColumn,
    signature: ArrowColumn,
    compressed: bool,
    threads: int | None,
    /,
) -> Column: ...
def silent_payments_scan(
    tweaks: ArrowColumn,
    scan_key: bytes | bytearray | memoryview,
    spend_pubkey: bytes | bytearray | memoryview,
    labels: Iterable[int],
    k: int | ArrowColumn,
    little_endian: bool,
    threads: int | None,
    /,
) -> tuple[Column, int]: ...
def generate(
    kind: str,
    seed: int,
    first: int,
    rows: int,
    invalid: float,
    threads: int | None,
    /,
) -> Column: ...
def backend() -> str: ...
