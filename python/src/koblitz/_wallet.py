"""The keys that the SQL functions of a wallet are made with."""

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
    """Arguments of silent_payments_scan, copies of what is given; None without keys. Raises
    ValueError where one of them is not valid, or alone."""
    wanted = tuple(labels)
    if scan_key is None and spend_pubkey is None:
        if wanted:
            raise ValueError("labels: without scan_key and spend_pubkey")
        return None
    if scan_key is None:
        raise ValueError("spend_pubkey: without scan_key")
    if spend_pubkey is None:
        raise ValueError("scan_key: without spend_pubkey")
    koblitz.silent_payments_scan(pa.array([], pa.binary()), scan_key, spend_pubkey, labels=wanted)
    keys = {"scan_key": bytes(scan_key), "spend_pubkey": bytes(spend_pubkey), "labels": wanted}
    return keys | {"little_endian": little_endian}
