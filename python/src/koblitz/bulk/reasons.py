"""Why a row is malformed or null, in a sentence: for the first of each in the summary."""

import json
from typing import Any

import pyarrow as pa

import koblitz
from koblitz.bulk.sources import ALGORITHM, COLUMNS, EVENT, Job, members_of

# Bytes of a key, and the kind whose keys have another number.
KEYS = {"ecdsa": ((33, 65), 32, "schnorr"), "schnorr": ((32,), 33, "ecdsa")}
LOWER = set("0123456789abcdef")
HEX = LOWER | set("ABCDEF")


def clip(text: str) -> str:
    """At most 8 characters: a secret may be in the wrong column."""
    return repr(text if len(text) <= 8 else text[:8] + "...")


def reason(job: Job, row: dict[str, Any]) -> str:
    """row: columns of COLUMNS and alg by those names, in bytes or as text in a file; or line, one
    of JSON."""
    if "line" in row:
        try:
            pairs = json.loads(row["line"], object_pairs_hook=Pairs)
            json.dumps(pairs, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            return "the line has an unpaired surrogate"
        except (ValueError, RecursionError):
            return f"the line is not JSON: {clip(row['line'])}"
        if not isinstance(pairs, Pairs):
            return "the line is not a JSON object"
        if job.kind == "nostr":
            return reason_of_event(pairs)
        found = reason_of_members(job, pairs)
        if found is not None:
            return found
        members = dict(pairs)
        wanted = [*COLUMNS[job.kind], ALGORITHM]
        row = {name: members.get(member_of(job, name, members)) for name in wanted}
    elif job.kind == "nostr":
        event = row["event"]
        return "event is null" if event is None else reason(job, {"line": event})
    return reason_of_row(job, row)


class Pairs(list):
    """The members of a JSON object, also those that are there twice."""


def reason_of_members(job: Job, pairs: Pairs) -> str | None:
    names = [name for name, _ in pairs]
    for wanted in [*COLUMNS[job.kind], ALGORITHM]:
        for name in members_of(job, wanted):
            if names.count(name) > 1:
                return f"{name} occurs twice"
        name = member_of(job, wanted, dict(pairs))
        if name not in names and wanted != ALGORITHM:
            hint = ": is it an event of --kind nostr?" if "created_at" in names else ""
            return f"no member {name}; the line has {', '.join(names) or 'none'}{hint}"
        if not isinstance(dict(pairs).get(name), str | None):
            return f"{name} is not text"
    return None


def member_of(job: Job, wanted: str, members: dict[str, Any]) -> str:
    """The name of the member that holds a column: the first spelling with a value, or without
    one the first that is there."""
    spellings = members_of(job, wanted)
    with_value = [name for name in spellings if members.get(name) is not None]
    return next(iter(with_value or [name for name in spellings if name in members] or spellings))


def reason_of_event(pairs: Pairs) -> str:
    names = [name for name, _ in pairs]
    for name in EVENT:
        if names.count(name) != 1:
            there = "occurs twice" if name in names else "is missing"
            return f"{name} of the event {there}; the line has {', '.join(names) or 'none'}"
    members = dict(pairs)
    for name, size in (("id", 64), ("pubkey", 64), ("sig", 128)):
        digits = members[name]
        if not isinstance(digits, str) or len(digits) != size or set(digits) - LOWER:
            return f"{name} of the event is not {size} lowercase hexadecimal digits"
    return "not an event of NIP-01: a member has another type, or pubkey is not a key"


def reason_of_row(job: Job, row: dict[str, Any]) -> str:
    for name in COLUMNS[job.kind]:
        if row[name] is None:
            return f"{name} is null"
    kind = (row.get(ALGORITHM) or "").strip().lower() or job.kind
    if kind not in KEYS:
        return f"{ALGORITHM} {clip(row[ALGORITHM])} is neither ecdsa nor schnorr"
    values = {}
    for name in COLUMNS[job.kind]:
        values[name] = row[name] if isinstance(row[name], bytes) else bytes_of(row[name])
        if values[name] is None:
            return f"{name} {clip(row[name])} is not hexadecimal"
    pubkey, message, signature = values.values()
    sizes, other, its_kind = KEYS[kind]
    if len(pubkey) not in sizes:
        hint = f": is it a key of --kind {its_kind}?" if len(pubkey) == other else ""
        if len(pubkey) == 0:
            return "pubkey is empty, or a column is not hexadecimal"
        return f"pubkey has {len(pubkey)} bytes, not {' or '.join(map(str, sizes))}{hint}"
    if kind == "ecdsa" and len(message) != 32:
        return f"{COLUMNS[job.kind][1]} has {len(message)} bytes, not 32"
    if kind == "schnorr" and len(signature) != 64:
        return f"signature has {len(signature)} bytes, not 64"
    key = pa.array([b"\x02" + pubkey if kind == "schnorr" else pubkey], pa.binary())
    if pa.array(koblitz.parse_pubkey(key)).null_count == 1:
        return "pubkey is not a point of the curve"
    return f"signature of {len(signature)} bytes is neither strict DER nor 64 bytes of r and s"


def bytes_of(text: str) -> bytes | None:
    digits = text.strip(" \t")
    if digits[:2].lower() in ("0x", "\\x"):
        digits = digits[2:]
    if len(digits) % 2 == 1 or set(digits) - HEX:
        return None
    return bytes.fromhex(digits)
