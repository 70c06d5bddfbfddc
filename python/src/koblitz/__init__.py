"""Columns of secp256k1 signatures.

An argument is an Arrow column: an object with ``__arrow_c_array__`` or ``__arrow_c_stream__``.
Examples are an array or chunked array of pyarrow, a series of Polars or pandas, and a relation of
DuckDB with one column. A column of bytes has the Arrow type binary, large_binary, binary_view or
fixed_size_binary, or is a dictionary of these. Numbers in keys, signatures and digests are
big-endian.

A result is a :class:`Column`. It converts by ``pyarrow.array(result)``, ``polars.Series(result)``,
``frame["ok"] = result`` (pandas), ``result.to_numpy()`` and ``result.to_pandas()``. It is also a
sequence of its rows. It has no truth value: ``if result:`` raises; use ``all(result)``.

For all functions:

- If a column is null in a row, the result is null.
- A row never raises. A row that cannot be parsed (a wrong length, not a key, not a signature) is
  false, or null with ``strict=False``. Where the result is a key, it is null.
- TypeError: a column has a wrong type. ValueError: a fixed width is wrong, columns have different
  lengths, or Arrow data contradicts itself. The message names the column.
- The GIL is released. ``threads`` is the number of threads; by default one for each processor that
  this process may use.
- Time depends on the rows, except on the scan key of :func:`silent_payments_scan`.
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
    """Verifies ECDSA signatures. Returns a column of booleans.

    pubkey: 33 or 65 bytes.
    digest: the 32 bytes that were signed.
    signature: strict DER, or the 64 bytes of r and s; rows may differ. 64 bytes that are also DER
    are valid if one of the two readings is valid.
    low_s: if true, a signature with s above n/2 is not valid (BIP-62, Ethereum). Otherwise it is,
    as in Bitcoin's consensus.
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
    """Verifies BIP-340 signatures. Returns a column of booleans.

    pubkey: 32 bytes, x-only.
    message: the bytes that were signed, of any length; they are not hashed before.
    signature: 64 bytes.
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
    """Checks that tweaked is internal plus tweak times G. Returns a column of booleans.

    A Taproot output (BIP-341) commits to its internal key and scripts in this way.

    tweaked, internal: 32 bytes, x-only.
    tweak: the 32 bytes of the TapTweak hash.
    parity: booleans or integers, 1 if the sum has an odd y, as in control blocks. Without it both
    parities are valid.
    """
    return _core.tweak_check(tweaked, internal, tweak, parity, strict, threads)


def nostr_verify(events: ArrowColumn, *, strict: bool = True, threads: int | None = None) -> Column:
    """Verifies Nostr events (NIP-01). Returns a column of booleans.

    An event is valid if its id is the hash of its contents, and its signature of the id is valid.

    events: JSON text, one event a row. Or structures with the fields id, pubkey, sig (lowercase
    hexadecimal text, or 32, 32 and 64 bytes), created_at, kind (integers), tags (lists of lists of
    text) and content (text). A structure with a null field gives null.

    JSON that can be read in two ways (a name twice, invalid UTF-8, an unpaired surrogate) cannot be
    parsed. Clients hash control characters without a short escape as \\u00XX; NIP-01 hashes them
    raw. The id of either form is accepted.
    """
    return _core.nostr_verify(events, strict, threads)


def parse_pubkey(
    pubkey: ArrowColumn, *, compressed: bool = True, threads: int | None = None
) -> Column:
    """Parses public keys. Returns a column of keys; null where the bytes are not a key.

    pubkey: 33 bytes, or 65 (uncompressed or hybrid).
    compressed: if true, the result has 33 bytes, otherwise 65.
    """
    return _core.parse_pubkey(pubkey, compressed, threads)


def recover(
    digest: ArrowColumn,
    signature: ArrowColumn,
    *,
    compressed: bool = True,
    threads: int | None = None,
) -> Column:
    """Recovers the public keys of ECDSA signatures. Returns a column of keys; null for none.

    digest: the 32 bytes that were signed.
    signature: 65 bytes: r, s, and v, which is 0 to 3 or 27 to 30. A high s is accepted.
    compressed: if true, the result has 33 bytes, otherwise 65.
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
    """Computes the outputs by which each transaction would pay a wallet (BIP-352).

    Returns a column of lists. A list has 1 + len(labels) output keys of 32 bytes: the wallet's own,
    then those of the labels in order. A transaction pays the wallet if one of these keys is among
    its outputs. It may then have more outputs for the next k.

    tweaks: one point for each transaction, 33 or 65 bytes: the input hash times the sum of the
    input keys, as index servers provide it.
    scan_key: 32 bytes, secret. Time does not depend on it, and its copies are wiped.
    spend_pubkey: 33 or 65 bytes.
    labels: at most 4,096 integers from 0 to 2^32 - 1; 0 is for change.
    k: one integer from 0 to 2322 (the last that the BIP allows), or a column of integers.
    little_endian: if true, a tweak has 64 bytes: x then y, each little-endian, as in Frigate's
    index.

    A tweak that is not a point gives null, and a warning has the number of such tweaks. A k in a
    column that is below 0 or above 2322 also gives null. ValueError: scan_key, spend_pubkey, labels
    or a single k is not valid.
    """
    wallet = scan_key, spend_pubkey, labels
    found, unread = _core.silent_payments_scan(tweaks, *wallet, k, little_endian, threads)
    if unread:
        hint = "" if little_endian else "; see little_endian for tweaks of 64 bytes"
        said = f"{unread} of {len(found)} tweaks are not points; their rows are null{hint}"
        warnings.warn(f"silent_payments_scan: {said}", stacklevel=2)
    return found
