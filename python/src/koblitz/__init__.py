"""Columns of secp256k1 signatures.

Arguments are Arrow columns: anything with ``__arrow_c_array__`` or ``__arrow_c_stream__``, such
as an array or chunked array of pyarrow, a series of Polars or pandas, a relation of DuckDB with
one column. Byte columns are of the Arrow types binary, large_binary, binary_view or
fixed_size_binary, or dictionaries of these. Results are :class:`Column`, which has the same
interface: ``pyarrow.array(result)``, ``polars.Series(result)``; for pandas and NumPy
``frame["ok"] = result``, ``result.to_numpy()``, ``result.to_pandas()``. A result is also a
sequence of its rows. It has no truth value: ``if result:`` raises; use ``all(result)``.

All functions:

- give null for a row in which any column is null;
- never raise for what a row holds. A row that cannot be parsed, because its bytes have another
  length or are no key or signature, is false, or null with ``strict=False``; a function that
  gives keys gives null for it;
- raise TypeError for a column of another type, ValueError for another fixed width, for columns
  of different lengths and for Arrow data that contradicts itself; the message names the column;
- release the GIL, and use a thread for each processor of this process, or ``threads``.
"""

import warnings
from collections.abc import Iterable

from koblitz import _core
from koblitz._arrow import ArrowColumn
from koblitz._core import Column, backend

__all__ = [
    "ArrowColumn",
    "Column",
    "backend",
    "nostr_verify",
    "parse_pubkey",
    "recover",
    "silent_payments_scan",
    "tweak_check",
    "verify_ecdsa",
    "verify_schnorr",
]


def verify_ecdsa(
    pubkey: ArrowColumn,
    digest: ArrowColumn,
    signature: ArrowColumn,
    *,
    low_s: bool = False,
    strict: bool = True,
    threads: int | None = None,
) -> Column:
    """Which ECDSA signatures are valid: a column of booleans.

    pubkey: 33 or 65 bytes. digest: the 32 bytes that were signed. signature: strict DER, or the
    64 bytes of r and s, row by row; 64 bytes that are also DER are valid when one of the two
    readings is. low_s: signatures with s above n/2 are not valid (BIP-62, Ethereum); without,
    they are, as in Bitcoin's consensus.
    """
    return _core.verify_ecdsa(pubkey, digest, signature, low_s, strict, threads)


def verify_schnorr(
    pubkey: ArrowColumn,
    message: ArrowColumn,
    signature: ArrowColumn,
    *,
    strict: bool = True,
    threads: int | None = None,
) -> Column:
    """Which BIP-340 signatures are valid: a column of booleans.

    pubkey: 32 bytes, x-only. message: any number of bytes, as they were signed. signature: 64
    bytes.
    """
    return _core.verify_schnorr(pubkey, message, signature, strict, threads)


def tweak_check(
    tweaked: ArrowColumn,
    internal: ArrowColumn,
    tweak: ArrowColumn,
    parity: ArrowColumn | None = None,
    *,
    strict: bool = True,
    threads: int | None = None,
) -> Column:
    """Which tweaked keys are their internal key plus tweak times G: a column of booleans.

    This is what makes a Taproot output (BIP-341) commit to its internal key and scripts. tweaked,
    internal: 32 bytes, x-only. tweak: the 32 bytes of the TapTweak hash. parity: booleans or
    integers, 1 where the sum has an odd y, as control blocks say; without it, either will do.
    """
    return _core.tweak_check(tweaked, internal, tweak, parity, strict, threads)


def nostr_verify(events: ArrowColumn, *, strict: bool = True, threads: int | None = None) -> Column:
    """Which Nostr events (NIP-01) have the id of their contents and a valid signature on it.

    events: JSON text, one event a row; or structures with the fields id, pubkey, sig (lowercase
    hexadecimal text, or 32, 32 and 64 bytes), created_at, kind (integers), tags (lists of lists
    of text) and content (text). A structure with a null field gives null. JSON that has more than
    one reading (a name twice, invalid UTF-8, an unpaired surrogate) is a row that cannot be
    parsed. Clients hash control characters without a short escape as \\u00XX, NIP-01 hashes them
    raw: the id of either form is accepted.
    """
    return _core.nostr_verify(events, strict, threads)


def parse_pubkey(
    pubkey: ArrowColumn, *, compressed: bool = True, threads: int | None = None
) -> Column:
    """The keys as 33 bytes (65 with compressed=False); null where the bytes are no key.

    pubkey: 33 bytes, or 65 (uncompressed or hybrid).
    """
    return _core.parse_pubkey(pubkey, compressed, threads)


def recover(
    digest: ArrowColumn,
    signature: ArrowColumn,
    *,
    compressed: bool = True,
    threads: int | None = None,
) -> Column:
    """The keys that made the signatures, as 33 bytes (65 with compressed=False); null for none.

    digest: 32 bytes. signature: 65 bytes: r, s, and v, which is 0 to 3 or 27 to 30. A high s
    is accepted.
    """
    return _core.recover(digest, signature, compressed, threads)


def silent_payments_scan(
    tweaks: ArrowColumn,
    scan_key: bytes | bytearray | memoryview,
    spend_pubkey: bytes | bytearray | memoryview,
    *,
    labels: Iterable[int] = (),
    k: int | ArrowColumn = 0,
    little_endian: bool = False,
    threads: int | None = None,
) -> Column:
    """The outputs by which each transaction would pay a wallet (BIP-352).

    tweaks: one point a transaction, 33 or 65 bytes: the input hash times the sum of the input
    keys, as index servers give it. little_endian: 64 bytes, x then y, each little-endian, as in
    Frigate's index. The result's rows are lists of 1 + len(labels) output keys of
    32 bytes: the wallet's own, then those of the labels m in order (0 is for change). A
    transaction that has one of them among its outputs pays the wallet, and may have more for the
    next k, up to 2322, the last that the BIP allows. k: the same for all rows, or a column of
    integers. A tweak that is not a point, or a k in a column that is below 0 or above 2322, gives
    null; a warning gives the number of such tweaks.

    scan_key (32 bytes) is secret: constant time, and wiped from what this function used. Raises
    ValueError where it or spend_pubkey (33 or 65 bytes) is not valid, one k for all rows is not
    from 0 to 2322, or labels are more than 4,096 or not from 0 to 2^32 - 1.
    """
    wallet = scan_key, spend_pubkey, labels
    found, unread = _core.silent_payments_scan(tweaks, *wallet, k, little_endian, threads)
    if unread:
        hint = "" if little_endian else "; see little_endian for tweaks of 64 bytes"
        said = f"{unread} of {len(found)} tweaks are not points; their rows are null{hint}"
        warnings.warn(f"silent_payments_scan: {said}", stacklevel=2)
    return found
