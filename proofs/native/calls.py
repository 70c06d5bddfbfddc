"""Arguments that a contract permits, and the memory that they point to: of lanes eight calls in one."""

from __future__ import annotations

import ctypes
import random
import struct
from dataclasses import dataclass, field

from core.contract import (
    Array,
    Contract,
    Count,
    Exactly,
    Fixed,
    Function,
    LaneBits,
    LaneFlags,
    Mask,
    Record,
    Rounds,
    Scan,
    Shape,
    Small,
    Stride,
    Table,
)
from core.state import WIDTH
from core.terms import P

EDGES = (0, 1, 2, 2**32, 2**63, 2**64 - 1, 2**64 - 2, 2**32 + 977, 2**64 - 2**32 - 977, 2**64 - 2**33, 0x27C7F6E22DDACACF)
# Bytes before and after what a routine may touch.
MARGIN = 128
# In the place of a double that is no integer.
NO_INTEGER = 2**1100
WORDS = tuple(f"<{n}Q" for n in range(WIDTH + 1))
INTEGER = ctypes.c_uint64 * 4
INVERSE = ctypes.CFUNCTYPE(None, ctypes.POINTER(INTEGER), ctypes.POINTER(INTEGER))


@dataclass
class Call:
    """The words that a routine is called with, and what holds the memory that they point to and where it begins there."""

    width: int
    words: list[int] = field(default_factory=list)
    buffers: dict[str, tuple[ctypes.Array[ctypes.c_char], int]] = field(default_factory=dict)
    # For each lane the limbs of elements by region and offset, and flags; numbers, and what a narrow one leaves over.
    limbs: dict[tuple[str, int], list[int]] = field(default_factory=dict)
    flags: dict[str, list[int]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    junk: dict[str, int] = field(default_factory=dict)
    functions: list[object] = field(default_factory=list)
    # The limbs that are the same in all lanes.
    same: set[tuple[str, int]] = field(default_factory=set)
    # Of a scan the entries and the bytes from one to the next.
    entries: int = 0
    stride: int = 0

    def words_at(self, region: str, offset: int, count: int = 0) -> ctypes.Array[ctypes.c_uint64]:
        buffer, start = self.buffers[region]
        return (ctypes.c_uint64 * (count or self.width)).from_buffer(buffer, start + offset)

    def content(self) -> dict[str, bytes]:
        return {name: buffer.raw for name, (buffer, _) in self.buffers.items()}

    def restore(self, content: dict[str, bytes]) -> None:
        for name, (buffer, _) in self.buffers.items():
            ctypes.memmove(buffer, content[name], len(buffer))

    def place(self, name: str, content: bytes) -> None:
        """In memory that begins at a multiple of 64, with other bytes before and behind it."""
        buffer = ctypes.create_string_buffer(len(content) + 2 * MARGIN + 64)
        start = MARGIN + -(ctypes.addressof(buffer) + MARGIN) % 64
        buffer[start : start + len(content)] = content
        self.buffers[name] = buffer, start
        self.point(name)

    def point(self, name: str, offset: int = 0) -> None:
        buffer, start = self.buffers[name]
        self.words.append(ctypes.addressof(buffer) + start + offset)

    def narrow(self, name: str, value: int, bits: int, rng: random.Random) -> None:
        """The rest of the place is anything."""
        self.junk[name] = rng.getrandbits(64 - bits) if bits < 64 else 0
        self.words.append(value | self.junk[name] << bits)


def inverse(r, a) -> None:  # noqa: ANN001
    """Of a number mod p, as four limbs; 0 for 0."""
    value = sum(limb << 64 * k for k, limb in enumerate(a.contents)) % P
    result = pow(value, -1, P) if value else 0
    r.contents[:] = [result >> 64 * k & 2**64 - 1 for k in range(4)]


def size_of(contract: Contract, argument: Array) -> int:
    masks = max((at + 1 for _, at in (*argument.masks, *argument.gives)), default=0)
    return max(argument.size(contract.shape), masks, argument.work)


def width_of(contract: Contract) -> int:
    return WIDTH if contract.shape.step > 8 else 1


def rounds_of(contract: Contract) -> int:
    return 1 + (contract.loop.peeled if isinstance(contract.loop, Rounds) else 0)


def sizes_of(contract: Contract, regions: dict[str, str]) -> dict[str, int]:
    """Bytes of each region."""
    sizes: dict[str, int] = {}
    for array in contract.arrays():
        region = regions.get(array.name, array.name)
        sizes[region] = max(sizes.get(region, 0), size_of(contract, array))
    return sizes


def drawn(
    contract: Contract, regions: dict[str, str], rounds: int, rng: random.Random, sizes: dict[str, int] | None = None
) -> Call:
    sizes = sizes_of(contract, regions) if sizes is None else sizes
    call = Call(width_of(contract))
    lanes = range(call.width)
    seen: list[list[int]] = [[] for _ in lanes]
    samples = [rng.choice(({}, *contract.samples)) if contract.samples else {} for _ in lanes]
    scan = contract.loop if isinstance(contract.loop, Scan) else None
    call.entries, call.stride = rng.randrange(1, 20), 8 * rng.randrange(8, 13)
    if scan is not None:
        rounds, call.stride = call.entries, scan.stride or call.stride

    def bits(names: tuple[str, ...]) -> list[int]:
        """Numbers that are made of bits that have names, one for each lane."""
        columns = [[rng.randrange(2) for _ in lanes] for _ in names]
        call.flags |= dict(zip(names, columns, strict=True))
        return [sum(b << k for k, b in enumerate(row)) for row in zip(*columns, strict=True)]

    def byte(name: str) -> int:
        flags = call.flags[name] = [rng.randrange(2) for _ in lanes]
        return sum(b << k for k, b in enumerate(flags))

    def pointed(argument: Array, place: str) -> None:
        region, _, inside = place.partition("+")
        offset = start = int(inside or 0)
        if region in call.buffers:
            call.point(region, start)
        else:
            call.place(region, rng.randbytes(sizes[region]))
        buffer, first = call.buffers[region]
        shapes = [argument.shape(k, contract.shape) for k in range(len(argument.inputs))]
        elements = [
            limbs_of(shape, sample[name]) if name in sample else element(shape, s, rng, call.width)
            for name, shape in zip(argument.inputs, shapes, strict=True)
            for s, sample in zip(seen, samples, strict=True)
        ]
        if argument.maximum is not None:
            limbs = [limb for one in elements for limb in one]
            if sum(limb << 64 * k for k, limb in enumerate(limbs)) > argument.maximum or rng.randrange(16) == 0:
                limbs = [argument.maximum >> 64 * k & 2**64 - 1 for k in range(len(limbs))]
            elements = [limbs[4 * k : 4 * k + 4] for k in range(len(elements))]
        for k, shape in enumerate(shapes):
            same = shape.step == 8
            rows = elements[call.width * k : call.width * (k + 1)]
            for j in range(len(shape.inputs) if (region, offset) not in call.limbs else 0):
                column = [rows[0][j]] * call.width if same else [row[j] for row in rows]
                at = offset + shape.step * j
                call.limbs[(region, at)] = column
                if same:
                    call.same.add((region, at))
                words = [word_of(shape, j, limb) for limb in (column[:1] if same else column)]
                struct.pack_into(WORDS[len(words)], buffer, first + at, *words)
            offset += shape.size
        for name, at in argument.masks:
            buffer[first + start + at] = byte(name)

    for argument in contract.arguments:
        if isinstance(argument, Array):
            pointed(argument, regions[argument.name])
        elif isinstance(argument, Fixed):
            call.place(argument.name, b"".join(w.to_bytes(8, "little") * (contract.shape.width // 8) for w in argument.rows))
        elif isinstance(argument, LaneBits):
            call.place(argument.name, b"".join(word.to_bytes(8, "little") for word in bits(argument.names)))
        elif isinstance(argument, Record):
            content = {at: bytes(bits(names)) for names, at in argument.digits}
            for at, array, skipped in argument.pointers:
                pointed(array, array.name)
                content[at] = (call.words.pop() - skipped).to_bytes(8, "little")
            rows = bytearray(max(at + len(part) for at, part in content.items()))
            for at, part in content.items():
                rows[at : at + len(part)] = part
            call.place(argument.name, bytes(rows))
        elif isinstance(argument, Table):
            call.place(argument.name, rng.randbytes(call.entries * call.stride))
        elif isinstance(argument, Function):
            call.functions.append(INVERSE(inverse))
            call.words.append(ctypes.cast(call.functions[-1], ctypes.c_void_p).value or 0)
        elif isinstance(argument, Stride):
            call.words.append(call.stride)
        elif isinstance(argument, Exactly):
            call.narrow(argument.name, argument.value, 32, rng)
        elif isinstance(argument, Count):
            call.narrow(argument.name, rounds * argument.unit, argument.bits, rng)
        elif isinstance(argument, Mask):
            (flag,) = call.flags[argument.name] = [rng.randrange(2)]
            call.words.append(flag * (2**64 - 1))
        elif isinstance(argument, Small):
            value = rng.choice((0, 1, argument.below - 1, rng.randrange(argument.below))) % argument.below
            if scan is not None:
                value = rng.randrange(call.entries) if argument.name == scan.index else call.entries
            call.numbers[argument.name] = value
            call.narrow(argument.name, value, argument.bits, rng)
        else:
            assert isinstance(argument, LaneFlags)
            word = sum(byte(name) << WIDTH * n for n, name in enumerate(argument.names))
            call.words.append(word | rng.getrandbits(32) << WIDTH * len(argument.names))
    return call


def draw(rng: random.Random) -> int:
    """An element's value where carries are rare and common: edge limbs, numbers next to 0, p and 2^256, any."""
    kind = rng.randrange(6)
    if kind == 0:
        return rng.choice((0, P, 2**256 - 1)) ^ rng.getrandbits(rng.choice((1, 33, 64)))
    if kind == 1:
        return 2**256 - 2**32 - 977 - rng.choice((2**32, rng.getrandbits(32)))
    if kind == 2:
        return rng.getrandbits(256)
    return sum((rng.choice(EDGES) if rng.randrange(4) else rng.getrandbits(64)) << 64 * k for k in range(4))


def element(shape: Shape, seen: list[int], rng: random.Random, width: int) -> list[int]:
    """Limbs at their bounds and any; and values that meet: 0, 1, p, those that were drawn before and their negatives."""
    if width == 1 and shape.inputs == (2**64 - 1,) * 4:
        return limbs_of(shape, draw(rng))
    kind = rng.randrange(4 if width > 1 else 2)
    if shape.signed and (kind < 2 or shape.offsets):
        return [signed_limb(most, rng) for most in shape.inputs]
    if kind == 0:
        return [
            rng.choice((0, most, rng.randrange(most + 1), most - rng.getrandbits(8) % (most + 1))) for most in shape.inputs
        ]
    if kind == 1:
        return [rng.randrange(most + 1) for most in shape.inputs]
    value = rng.choice((0, 1, P, P - 1, *seen[-3:], *(P - s for s in seen[-3:]))) % 2**256
    value %= 1 << shape.bits * len(shape.inputs)
    seen.append(value % P if rng.randrange(2) else rng.randrange(P))
    return limbs_of(shape, value)


def limbs_of(shape: Shape, value: int) -> list[int]:
    """Those of a value below 2^256; where limbs are signed, of one that is the same mod p, around 0."""
    limbs = []
    if shape.signed and value >> 255:
        value -= P
    half = 1 << shape.bits - 1 if shape.signed else 0
    for _ in range(len(shape.inputs) - 1):
        limbs.append((value + half) % (1 << shape.bits) - half)
        value = value - limbs[-1] >> shape.bits
    return [*limbs, value]


def signed_limb(most: int, rng: random.Random) -> int:
    """Of either sign, often at a power of 2 or at the bound."""
    near = rng.choice((0, most, 1 << rng.randrange(most.bit_length()), rng.randrange(most + 1), rng.randrange(most + 1)))
    return rng.choice((1, -1)) * min(most, abs(near + rng.randrange(-2, 3)))


def word_of(shape: Shape, j: int, limb: int) -> int:
    """The word that limb j is in memory."""
    if shape.doubles:
        return int.from_bytes(struct.pack("<d", limb), "little")
    return (limb + (shape.offsets[j] if shape.offsets else 0)) % 2**64


def limb_in(shape: Shape, j: int, word: int) -> int:
    """The same the other way about."""
    if shape.doubles:
        (value,) = struct.unpack("<d", word.to_bytes(8, "little"))
        return int(value) if value.is_integer() else NO_INTEGER
    word = (word - (shape.offsets[j] if shape.offsets else 0)) % 2**64
    return word - 2**64 if shape.signed and word >> 63 else word
