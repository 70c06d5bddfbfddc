"""The keys of a wallet, for SQL functions."""

from collections.abc import Iterable
from typing import Any

import pyarrow as pa

import koblitz


def wallet_of(
    scan_key: bytes | bytearray | None,
    spend_pubkey: bytes | bytearray | None,
    labels: Iterable[int],
    little_endian: bool = False,
) -> dict[str, Any] | None:
    """Returns copies of the keys as arguments of silent_payments_scan; None if there are no keys.
    Raises ValueError if a key is missing or not valid."""
    wanted = tuple(labels)
    if scan_key is None and spend_pubkey is None:
        if wanted:
            raise ValueError("labels: scan_key and spend_pubkey are missing")
        return None
    if scan_key is None:
        raise ValueError("scan_key is missing")
    if spend_pubkey is None:
        raise ValueError("spend_pubkey is missing")
    koblitz.silent_payments_scan(pa.array([], pa.binary()), scan_key, spend_pubkey, labels=wanted)
    keys = {"scan_key": bytes(scan_key), "spend_pubkey": bytes(spend_pubkey), "labels": wanted}
    return keys | {"little_endian": little_endian}
