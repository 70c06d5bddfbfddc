"""What the bytes of an instruction name, by the manual's encodings of those that are lifted. A disassembler may take bytes
that the processor refuses or reads otherwise: here every bit of an encoding is a part of an operand, or has the one value
that assemblers write."""

from __future__ import annotations

from dataclasses import dataclass

# General registers by number, of 64 bits, of 32, of 16 and of 8; and of 8 without REX.
QUADS = ("rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", *(f"r{n}" for n in range(8, 16)))
DOUBLES = ("eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi", *(f"r{n}d" for n in range(8, 16)))
WORDS = ("ax", "cx", "dx", "bx", "sp", "bp", "si", "di", *(f"r{n}w" for n in range(8, 16)))
BYTES = ("al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil", *(f"r{n}b" for n in range(8, 16)))
OLD_BYTES = (*BYTES[:4], "ah", "ch", "dh", "bh")
GENERAL = {64: QUADS, 32: DOUBLES, 16: WORDS, 8: BYTES}
NAMES = frozenset((*QUADS, *DOUBLES, *WORDS, *BYTES, *OLD_BYTES))
VECTORS = {128: "xmm", 256: "ymm", 512: "zmm"}
LONGEST = 15
VEX2, VEX3, EVEX = 0xC5, 0xC4, 0x62
# What may stand before an instruction: segments, sizes of addresses and operands, LOCK, REPNE and REP.
FS, OPERAND, ADDRESS, REPNE, REP = 0x64, 0x66, 0x67, 0xF2, 0xF3
PREFIXES = frozenset((0x26, 0x2E, 0x36, 0x3E, FS, 0x65, OPERAND, ADDRESS, 0xF0, REPNE, REP))
CALL = 0xE8
MANDATORY = {"66": OPERAND, "f2": REPNE, "f3": REP}
# The tables of opcodes by the bytes before them, as VEX and EVEX number them.
TABLES = {"0f": 1, "0f38": 2, "0f3a": 3}


class Unencoded(Exception):
    """Bytes that are no encoding of the instruction that is known here."""


@dataclass(frozen=True, slots=True)
class Memory:
    base: str | None
    index: str | None
    scale: int
    displacement: int
    segment: str | None


@dataclass(frozen=True, slots=True)
class Operand:
    kind: str  # register, vector, immediate, memory
    register: str
    immediate: int
    memory: Memory | None
    bits: int


@dataclass(frozen=True, slots=True)
class Form:
    """One encoding. `space` is "", "vex" or "evex"; `digit` is a part of the opcode in the field for a register; `wide` is
    the bit W, None where it chooses between 32 and 64 bits; `lengths` are those of vectors, 0 for 128 bits. `writing` has k
    where a mask may choose lanes and z where it may clear the others; `broadcast` are the bits of a number in memory that
    may stand for all lanes."""

    space: str
    prefix: int
    table: int
    opcode: int
    digit: int | None
    wide: int | None
    lengths: tuple[int, ...]
    writing: str
    broadcast: int
    operands: tuple[str, ...]


def form(space: str, lengths: str, code: str, operands: str = "", writing: str = "") -> Form:
    *before, opcode = code.split(".")
    opcode, _, digit = opcode.partition("/")
    names = tuple(operands.split(",")) if operands else ()
    sized = any(name in ("r", "m", "o", "a", "h", "b", "d", "q") for name in names)
    return Form(
        space,
        next((MANDATORY[b] for b in before if b in MANDATORY), 0),
        next((TABLES[b] for b in before if b in TABLES), 0),
        int(opcode, 16),
        int(digit) if digit else None,
        1 if "w" in before else None if sized else 0,
        tuple(int(n) for n in lengths),
        writing.rstrip("0123456789"),
        int("0" + writing.lstrip("kz")),
        names,
    )


# Operands by their places. General registers, and memory in the second place: r in the field for a register, m in that for
# a register or memory, o in the opcode, h in the prefix, a and c rax and rcx; of the size that prefixes say, or of so many
# bits. Vectors: V, X and H, memory of a vector's size or of so many bits, X8th of an eighth. Masks: K, L and J. M is memory
# alone, R a register alone: a vector's, or a general one of so many bits. Immediates: b of 8 bits and d of 32, extended to
# the operands' size; q of that size; u of so many bits; i of 8, none one that must be 0 and is no operand, one no bits that
# are an operand; s a vector. j is a distance of so many bits.
CONDITIONS = ("o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g")
LEGACY: dict[str, str] = {
    **{
        name: f"{8 * n:02x} m8,r8|{8 * n + 1:02x} m,r|{8 * n + 2:02x} r8,m8|{8 * n + 3:02x} r,m|{8 * n + 4:02x} a8,u8|"
        f"{8 * n + 5:02x} a,d|80/{n} m8,u8|81/{n} m,d|83/{n} m,b"
        for n, name in enumerate(("add", "or", "adc", "sbb", "and", "sub", "xor", "cmp"))
    },
    **{
        name: f"c0/{n} m8,u8|c1/{n} m,u8|d0/{n} m8,one|d1/{n} m,one|d2/{n} m8,c8|d3/{n} m,c8"
        for name, n in (("shl", 4), ("shr", 5))
    },
    **{f"cmov{c}": f"0f.{0x40 + n:02x} r,m" for n, c in enumerate(CONDITIONS)},
    **{f"set{c}": f"0f.{0x90 + n:02x}/0 m8" for n, c in enumerate(CONDITIONS)},
    **{f"j{c}": f"{0x70 + n:02x} j8|0f.{0x80 + n:02x} j32" for n, c in enumerate(CONDITIONS)},
    "adcx": "66.0f38.f6 r,m",
    "adox": "f3.0f38.f6 r,m",
    "mul": "f6/4 m8|f7/4 m",
    "imul": "f6/5 m8|f7/5 m|0f.af r,m|69 r,m,d|6b r,m,b",
    "test": "84 m8,r8|85 m,r|a8 a8,u8|a9 a,d|f6/0 m8,u8|f7/0 m,d",
    "shld": "0f.a4 m,r,u8|0f.a5 m,r,c8",
    "shrd": "0f.ac m,r,u8|0f.ad m,r,c8",
    "not": "f6/2 m8|f7/2 m",
    "neg": "f6/3 m8|f7/3 m",
    "inc": "fe/0 m8|ff/0 m",
    "dec": "fe/1 m8|ff/1 m",
    "mov": "88 m8,r8|89 m,r|8a r8,m8|8b r,m|c6/0 m8,u8|c7/0 m,d|b0 o8,u8|b8 o,q",
    "movabs": "w.b8 o,q",
    "movzx": "0f.b6 r,m8|0f.b7 r,m16",
    "movsxd": "w.63 r,m32",
    "cdqe": "w.98",
    "lea": "8d r,M",
    "push": "50 o|ff/6 m",
    "pop": "58 o|8f/0 m",
    "leave": "c9",
    "clc": "f8",
    "stc": "f9",
    "rep movsq": "f3.w.a5",
    "prefetcht0": "0f.18/1 M8",
    "ret": "c3|c2 u16",
    "call": "e8 j32|ff/2 m",
    "jmp": "eb j8|e9 j32|ff/4 m",
    "movdqu": "f3.0f.6f V,X128|f3.0f.7f X128,V",
    "movdqa": "66.0f.6f V,X128|66.0f.7f X128,V",
    "movq": "66.w.0f.6e V,m64|66.w.0f.7e m64,V|f3.0f.7e V,X64|66.0f.d6 X64,V",
    "punpcklqdq": "66.0f.6c V,X128",
    "pand": "66.0f.db V,X128",
}
# Whose operand has 64 bits without REX.W; of those, which may have 16.
ADDRESSES = ("push", "pop", "call", "jmp")
NARROWER = ("push", "pop")
MOVES = {
    "vmovdqu": ("f3.", "6f", "7f"),
    "vmovdqa": ("66.", "6f", "7f"),
    "vmovaps": ("", "28", "29"),
    "vmovups": ("", "10", "11"),
    "vmovapd": ("66.", "28", "29"),
    "vmovupd": ("66.", "10", "11"),
}
BITWISE = {"and": "54", "or": "56", "xor": "57"}
FUSED = {"madd": 0x08, "msub": 0x0A, "nmadd": 0x0C, "nmsub": 0x0E}
ORDERS = {"132": 0x90, "213": 0xA0, "231": 0xB0}
VEX: dict[str, str] = {
    **{
        name: f"01 {code} V,H,X"
        for name, code in {
            "vpaddq": "66.0f.d4",
            "vpsubq": "66.0f.fb",
            "vpaddd": "66.0f.fe",
            "vpsubd": "66.0f.fa",
            "vpand": "66.0f.db",
            "vpandn": "66.0f.df",
            "vpor": "66.0f.eb",
            "vpxor": "66.0f.ef",
            "vpcmpeqd": "66.0f.76",
            "vpcmpeqq": "66.0f38.29",
            "vpcmpgtb": "66.0f.64",
            "vpmuludq": "66.0f.f4",
            "vpunpcklqdq": "66.0f.6c",
            "vpunpckhqdq": "66.0f.6d",
            "vaddpd": "66.0f.58",
            "vmulpd": "66.0f.59",
            "vsubpd": "66.0f.5c",
            **{f"v{name}ps": f"0f.{opcode}" for name, opcode in BITWISE.items()},
            **{f"v{name}pd": f"66.0f.{opcode}" for name, opcode in BITWISE.items()},
            **{
                f"vf{name}{order}pd": f"66.w.0f38.{high | low:02x}"
                for name, low in FUSED.items()
                for order, high in ORDERS.items()
            },
        }.items()
    },
    **{name: f"01 {prefix}0f.{load} V,X|01 {prefix}0f.{store} X,V" for name, (prefix, load, store) in MOVES.items()},
    "mulx": "0 f2.0f38.f6 r,h,m",
    "vmovd": "0 66.0f.6e V,m32|0 66.0f.7e m32,V",
    "vmovq": "0 66.w.0f.6e V,m64|0 66.w.0f.7e m64,V|0 f3.0f.7e V,X64|0 66.0f.d6 X64,V",
    "vpbroadcastd": "01 66.0f38.58 V,X32",
    "vpbroadcastq": "01 66.0f38.59 V,X64",
    "vbroadcastsd": "1 66.0f38.19 V,X64",
    "vpinsrq": "0 66.w.0f3a.22 V,H,m64,i",
    "vpextrq": "0 66.w.0f3a.16 m64,V,i",
    "vinserti128": "1 66.0f3a.38 V,H,X128,i",
    "vextracti128": "1 66.0f3a.39 X128,V,i",
    "vzeroupper": "0 0f.77",
    "vzeroall": "1 0f.77",
    "vpsrlq": "01 66.0f.73/2 H,R,i|01 66.0f.d3 V,H,X128",
    "vpsllq": "01 66.0f.73/6 H,R,i|01 66.0f.f3 V,H,X128",
    "vpblendvb": "01 66.0f3a.4c V,H,X,s",
    "vblendvpd": "01 66.0f3a.4b V,H,X,s",
    "vpblendw": "01 66.0f3a.0e V,H,X,i",
    "vmovmskpd": "01 66.0f.50 r32,R",
    "vcvtsi2sd": "0 f2.0f.2a V,H,m",
    "vmulsd": "0 f2.0f.59 V,H,X64",
    "vdivsd": "0 f2.0f.5e V,H,X64",
    "vmovsd": "0 f2.0f.10 V,M64|0 f2.0f.11 M64,V",
    "kandb": "1 66.0f.41 K,J,L",
    "korb": "1 66.0f.45 K,J,L",
    "kxorb": "1 66.0f.47 K,J,L",
    "kxnorb": "1 66.0f.46 K,J,L",
    "kxnorw": "1 0f.46 K,J,L",
    "knotb": "0 66.0f.44 K,L",
    "knotw": "0 0f.44 K,L",
    "kmovb": "0 66.0f.90 K,L|0 66.0f.90 K,M8|0 66.0f.91 M8,K|0 66.0f.92 K,R32|0 66.0f.93 r32,L",
    "kmovw": "0 0f.90 K,L|0 0f.90 K,M16|0 0f.91 M16,K|0 0f.92 K,R32|0 0f.93 r32,L",
}
AVX512: dict[str, str] = {
    **{
        name: f"012 {code} V,H,X kz{64 if '.w.' in code else 32}"
        for name, code in {
            "vpmadd52luq": "66.w.0f38.b4",
            "vpmadd52huq": "66.w.0f38.b5",
            "vpmullq": "66.w.0f38.40",
            "vpaddq": "66.w.0f.d4",
            "vpsubq": "66.w.0f.fb",
            "vpaddd": "66.0f.fe",
            "vpsubd": "66.0f.fa",
            "vpandq": "66.w.0f.db",
            "vpandnq": "66.w.0f.df",
            "vporq": "66.w.0f.eb",
            "vpxorq": "66.w.0f.ef",
            "vpandd": "66.0f.db",
            "vpandnd": "66.0f.df",
            "vpord": "66.0f.eb",
            "vpxord": "66.0f.ef",
            "vpblendmq": "66.w.0f38.64",
            "vpermt2q": "66.w.0f38.7e",
            "vpermi2q": "66.w.0f38.76",
            "vpunpcklqdq": "66.w.0f.6c",
            "vpunpckhqdq": "66.w.0f.6d",
            "vpmuludq": "66.w.0f.f4",
            "vaddpd": "66.w.0f.58",
            "vmulpd": "66.w.0f.59",
            "vsubpd": "66.w.0f.5c",
            **{f"v{name}ps": f"0f.{opcode}" for name, opcode in BITWISE.items()},
            **{f"v{name}pd": f"66.w.0f.{opcode}" for name, opcode in BITWISE.items()},
        }.items()
    },
    **{
        name: f"012 {prefix}0f.{load} V,X kz|012 {prefix}0f.{store} X,V kz"
        for name, (prefix, load, store) in {
            "vmovdqa64": ("66.w.", "6f", "7f"),
            "vmovdqa32": ("66.", "6f", "7f"),
            "vmovdqu64": ("f3.w.", "6f", "7f"),
            "vmovaps": MOVES["vmovaps"],
            "vmovups": MOVES["vmovups"],
            "vmovapd": ("66.w.", "28", "29"),
            "vmovupd": ("66.w.", "10", "11"),
        }.items()
    },
    "vpternlogd": "012 66.0f3a.25 V,H,X,i kz32",
    "vpternlogq": "012 66.w.0f3a.25 V,H,X,i kz64",
    "valignq": "012 66.w.0f3a.03 V,H,X,i kz64",
    "vshufi32x4": "12 66.0f3a.43 V,H,X,i kz32",
    "vshufi64x2": "12 66.w.0f3a.43 V,H,X,i kz64",
    "vptestmq": "012 66.w.0f38.27 K,H,X k64",
    "vptestnmq": "012 f3.w.0f38.27 K,H,X k64",
    "vpcmpeqq": "012 66.w.0f38.29 K,H,X k64|012 66.w.0f3a.1f K,H,X,none k64",
    "vpcmpeqd": "012 66.0f.76 K,H,X k32",
    "vpsrlq": "012 66.w.0f.73/2 H,X,i kz64|012 66.w.0f.d3 V,H,X128 kz",
    "vpsllq": "012 66.w.0f.73/6 H,X,i kz64|012 66.w.0f.f3 V,H,X128 kz",
    "vpbroadcastq": "012 66.w.0f38.59 V,X64 kz|012 66.w.0f38.7c V,R64 kz",
    "vbroadcastsd": "12 66.w.0f38.19 V,X64 kz",
    "vpmovm2q": "012 f3.w.0f38.38 V,L",
    "vpmovq2m": "012 f3.w.0f38.39 K,R",
    "vextracti64x4": "2 66.w.0f3a.3b X256,V,i",
    "vinserti64x4": "2 66.w.0f3a.3a V,H,X256,i kz",
    "vpmovzxbq": "012 66.0f38.32 V,X8th kz",
    "vmovd": "0 66.0f.6e V,m32|0 66.0f.7e m32,V",
    "vmovq": "0 66.w.0f.6e V,m64|0 66.w.0f.7e m64,V|0 f3.w.0f.7e V,X64|0 66.w.0f.d6 X64,V",
    "vpinsrq": "0 66.w.0f3a.22 V,H,m64,i",
    "vpextrq": "0 66.w.0f3a.16 m64,V,i",
}
FORMS: dict[str, list[Form]] = {}
for _space, _forms in (("", LEGACY), ("vex", VEX), ("evex", AVX512)):
    for _name, _texts in _forms.items():
        for _text in _texts.split("|"):
            _parts = _text.split()
            FORMS.setdefault(_name, []).append(form(_space, *(_parts if _space else ("", *_parts))))
# 0F 1F names memory that it does not touch, with operand sizes and a segment before it.
IDLE = ("nop",)
BEFORE_IDLE = frozenset((OPERAND, 0x2E))
ENDBR = bytes.fromhex("f30f1efa")
KNOWN = frozenset((*FORMS, *IDLE, "endbr64"))


@dataclass(slots=True)
class Prefixes:
    """What stands before the opcode. Of R, X, B and the register of the prefix the values that are added to a number's
    lowest three bits, or the whole number; `at` is where the opcode is."""

    space: str = ""
    before: tuple[int, ...] = ()
    rex: bool = False
    prefix: int = 0
    table: int = 0
    wide: int = 0
    length: int = 0
    r: int = 0
    x: int = 0
    b: int = 0
    named: int = 0
    mask: int = 0
    zeroing: bool = False
    broadcast: bool = False
    at: int = 0


def prefixes(code: bytes) -> Prefixes:
    at = 0
    while code[at] in PREFIXES:
        at += 1
    found = Prefixes(before=tuple(code[:at]))
    first = code[at]
    if first in (VEX2, VEX3, EVEX):
        if at:
            raise Unencoded("a prefix before VEX or EVEX")
        extended(found, code)
        return found
    if first & 0xF0 == 0x40:
        found.rex, found.wide = True, first >> 3 & 1
        found.r, found.x, found.b = (8 * (first >> n & 1) for n in (2, 1, 0))
        at += 1
    if code[at] == 0x0F:
        at += 1
        found.table = {0x38: 2, 0x3A: 3}.get(code[at], 1)
        at += found.table > 1
    found.at = at
    return found


def extended(found: Prefixes, code: bytes) -> None:
    """VEX and EVEX, most of whose bits are inverted."""
    first = code[0]
    high = code[1] if first != VEX2 else code[1] & 0x80 | 0x61
    last = code[1] if first == VEX2 else code[2]
    found.space = "evex" if first == EVEX else "vex"
    found.at = {VEX2: 2, VEX3: 3, EVEX: 4}[first]
    found.table = high & 0x1F
    found.r, found.x, found.b = (8 * (~high >> n & 1) for n in (7, 6, 5))
    found.named = ~last >> 3 & 15
    found.prefix = (0, OPERAND, REP, REPNE)[last & 3]
    found.wide = last >> 7 if first != VEX2 else 0
    if first != EVEX:
        found.length = last >> 2 & 1
        return
    if not last & 4 or high & 8:
        raise Unencoded("fixed bits of EVEX")
    found.table = high & 7
    found.r |= 16 * (~high >> 4 & 1)
    found.named |= 16 * (~code[3] >> 3 & 1)
    found.length, found.mask = code[3] >> 5 & 3, code[3] & 7
    found.zeroing, found.broadcast = bool(code[3] & 0x80), bool(code[3] & 0x10)


@dataclass(slots=True)
class Read:
    operands: tuple[Operand, ...]
    size: int
    zeroing: bool = False
    broadcast: bool = False


def read(name: str, code: bytes, address: int) -> Read:
    """The operands of an instruction of that name, and the bytes that it takes."""
    try:
        found = prefixes(code)
        if name in IDLE:
            return idle(code, found, address)
        if name == "endbr64" and code[:4] == ENDBR:
            return Read((), 4)
        for one in FORMS.get(name, ()):
            if fits(one, found, code):
                return Fields(name, one, found, code, address).read()
    except IndexError:
        raise Unencoded("too few bytes") from None
    raise Unencoded("no encoding of it")


def idle(code: bytes, found: Prefixes, address: int) -> Read:
    if not set(found.before) <= BEFORE_IDLE or found.space:
        raise Unencoded("prefixes")
    if code[found.at] == 0x90 and found.table == 0 and not found.rex:
        return Read((), found.at + 1)
    if code[found.at] != 0x1F or found.table != 1 or code[found.at + 1] >> 3 & 7:
        raise Unencoded("no encoding of it")
    fields = Fields("nop", form("", "", "0f.1f/0", "m"), found, code, address, found.at + 2)
    fields.operand("m")
    return Read((), fields.at)


def fits(one: Form, found: Prefixes, code: bytes) -> bool:
    """Whether prefix, opcode and what is a part of it are those of the form."""
    opcode = code[found.at]
    in_opcode = any(o[0] == "o" for o in one.operands if o != "one")
    if one.space != found.space or one.table != found.table or (opcode & 0xF8 if in_opcode else opcode) != one.opcode:
        return False
    if one.digit is not None and code[found.at + 1] >> 3 & 7 != one.digit:
        return False
    memory = code[found.at + 1] >> 6 != 3 if found.at + 1 < len(code) else False
    if any(memory if o[0] in "RL" else o[0] == "M" and not memory for o in one.operands):
        return False
    if one.space:
        return one.prefix == found.prefix and found.length in one.lengths and one.wide in (found.wide, None)
    return (not one.prefix or one.prefix in found.before) and (one.wide != 1 or found.wide == 1)


@dataclass(slots=True)
class Fields:
    """The bytes of one instruction, as far as they have been read, and which fields of its prefix operands have taken."""

    name: str
    form: Form
    found: Prefixes
    code: bytes
    address: int
    at: int = 0
    taken: str = ""
    memory: Operand | None = None

    def read(self) -> Read:
        found, one = self.found, self.form
        modrm = one.digit is not None or any(o[0] in "rmVXKLMR" for o in one.operands)
        self.at = found.at + 1 + modrm
        # Immediates come last in the bytes, behind what memory takes.
        operands = [self.operand(o) for o in one.operands if o[0] in "mXMRL"]
        rest = iter(operands)
        result = [next(rest) if o[0] in "mXMRL" else self.operand(o) for o in one.operands if o != "none"]
        if "none" in one.operands and self.number(1):
            raise Unencoded("another comparison")
        self.check()
        if self.at > LONGEST or self.at > len(self.code):
            raise Unencoded("too long")
        if found.mask:
            result.insert(1, Operand("vector", f"k{found.mask}", 0, None, 64))
        relative = [o for o in result if o.memory is not None and o.memory.base == "rip"]
        for operand in relative:
            result[result.index(operand)] = self.behind(operand)
        return Read(tuple(result), self.at, found.zeroing, found.broadcast)

    def behind(self, operand: Operand) -> Operand:
        """An address by the distance from the next instruction."""
        memory = operand.memory
        assert memory is not None
        offset = memory.displacement + self.address + self.at
        return Operand(
            operand.kind, "", 0, Memory(memory.base, memory.index, memory.scale, offset, memory.segment), operand.bits
        )

    def check(self) -> None:
        """What no operand has taken has the value that assemblers write."""
        found, one = self.found, self.form
        if not one.space:
            self.check_old()
            return
        for field, value in (("R", found.r), ("X", found.x), ("B", found.b), ("H", found.named)):
            if field not in self.taken and value:
                raise Unencoded(f"a bit {field} of the prefix that names nothing")
        into_memory = one.operands[:1] and one.operands[0][0] in "XM" and self.memory is not None
        if found.mask and "k" not in one.writing:
            raise Unencoded("a mask")
        if found.zeroing and ("z" not in one.writing or not found.mask or into_memory):
            raise Unencoded("zeros under a mask")
        if found.broadcast and (not one.broadcast or self.memory is None):
            raise Unencoded("one number for all lanes")

    def check_old(self) -> None:
        found, one = self.found, self.form
        allowed = [one.prefix] if one.prefix else []
        sized = any(o in ("r", "m", "o", "a") for o in one.operands)
        if not one.prefix and sized and not found.wide and (self.name not in ADDRESSES or self.name in NARROWER):
            allowed.append(OPERAND)
        if self.name == "mov" and self.memory is not None:
            allowed.append(FS)
        if self.code[found.at] == CALL:
            # Which linkers write where a call through memory was; it has no address.
            allowed.append(ADDRESS)
        if len(set(found.before)) != len(found.before) or not set(found.before) <= set(allowed):
            raise Unencoded("prefixes")
        if found.wide and (one.wide == 0 or self.name in ADDRESSES):
            raise Unencoded("REX.W")
        for field, value in (("R", found.r), ("X", found.x), ("B", found.b)):
            if field not in self.taken and value:
                raise Unencoded(f"a bit REX.{field} that names nothing")

    @property
    def size(self) -> int:
        """Of general registers without a size of their own."""
        if self.name in ADDRESSES:
            return 16 if OPERAND in self.found.before else 64
        narrow = not self.form.space and not self.form.prefix and OPERAND in self.found.before
        return 64 if self.found.wide else 16 if narrow else 32

    @property
    def vector(self) -> int:
        return 128 << self.found.length

    def number(self, bytes_: int) -> int:
        value = int.from_bytes(self.code[self.at : self.at + bytes_], "little", signed=True)
        if self.at + bytes_ > len(self.code):
            raise Unencoded("too few bytes")
        self.at += bytes_
        return value

    def operand(self, what: str) -> Operand:
        kind, rest = what[0], what[1:]
        if what == "one":
            return Operand("immediate", "", 1, None, 8)
        if kind in "bdquij":
            return self.immediate(kind, rest)
        if kind in "mXMRL":
            return self.second(kind, rest)
        modrm = self.code[self.found.at + 1] if self.found.at + 1 < len(self.code) else 0
        bits = int(rest) if rest else self.size
        if kind == "r":
            return self.general((modrm >> 3 & 7) + self.take("R"), bits)
        if kind == "o":
            return self.general((self.code[self.found.at] & 7) + self.take("B"), bits)
        if kind in "ac":
            return self.general(int(kind == "c"), bits)
        if kind == "h":
            return self.general(self.take("H"), bits)
        if kind == "s":
            byte = self.number(1) % 256
            if byte & 15:
                raise Unencoded("lower bits of a register's number")
            return self.of_vectors(byte >> 4, self.vector)
        number = self.take("H") if kind in "HJ" else (modrm >> 3 & 7) + self.take("R")
        if kind in "KJ":
            return mask(number)
        return self.of_vectors(number, self.vector if self.form.space else 128)

    def take(self, field: str) -> int:
        self.taken += field
        return {"R": self.found.r, "X": self.found.x, "B": self.found.b, "H": self.found.named}[field]

    def general(self, number: int, bits: int) -> Operand:
        names = OLD_BYTES if bits == 8 and not self.found.rex else GENERAL[bits]
        if number > 15:
            raise Unencoded("a general register above 15")
        return Operand("register", names[number], 0, None, bits)

    def of_vectors(self, number: int, bits: int) -> Operand:
        return Operand("vector", f"{VECTORS[bits]}{number}", 0, None, bits)

    def second(self, kind: str, rest: str) -> Operand:
        """In the field for a register or memory."""
        modrm = self.code[self.found.at + 1]
        if kind in "XR" and not (kind == "R" and rest):
            bits = self.vector // 8 if rest == "8th" else int(rest) if rest else self.vector
        else:
            bits = int(rest) if rest else self.size
        if modrm >> 6 != 3:
            if self.found.broadcast:
                bits = self.form.broadcast
            self.memory = Operand("memory", "", 0, self.address_in(modrm, bits // 8), bits)
            return self.memory
        number = (modrm & 7) + self.take("B")
        if kind == "L":
            return mask(number)
        if kind == "X" or (kind == "R" and not rest):
            if self.found.space == "evex":
                number += 2 * self.take("X")
            return self.of_vectors(number, max(bits, 128))
        return self.general(number, bits)

    def address_in(self, modrm: int, unit: int) -> Memory:
        """A distance of 8 bits counts units of the operand's size in EVEX."""
        mode, low = modrm >> 6, modrm & 7
        base: str | None = QUADS[low]
        index, scale = None, 1
        if low == 4:
            sib = self.code[self.at]
            self.at += 1
            number = (sib >> 3 & 7) + self.take("X")
            if number != 4:
                index, scale = QUADS[number], 1 << (sib >> 6)
            elif sib >> 6:
                raise Unencoded("multiples of an index that there is not")
            low = sib & 7
            base = None if mode == 0 and low == 5 else QUADS[low + self.take("B")]
        elif mode == 0 and low == 5:
            base = "rip"
        else:
            base = QUADS[low + self.take("B")]
        distance = 0
        if mode == 1:
            distance = self.number(1) * (unit if self.found.space == "evex" else 1)
        elif mode == 2 or base in (None, "rip"):
            distance = self.number(4)
        return Memory(base, index, scale, distance, "fs" if FS in self.found.before else None)

    def immediate(self, kind: str, rest: str) -> Operand:
        if kind == "j":
            value = self.number(int(rest) // 8)
            return Operand("immediate", "", (self.address + self.at + value) % 2**64, None, 64)
        if kind in "ui":
            bits = int(rest or 8)
            return Operand("immediate", "", self.number(bits // 8) % 2**bits, None, bits)
        bits = self.size
        length = {"b": 8, "d": min(bits, 32), "q": bits}[kind]
        return Operand("immediate", "", self.number(length // 8), None, bits)


def mask(number: int) -> Operand:
    if number > 7:
        raise Unencoded("a mask above 7")
    return Operand("vector", f"k{number}", 0, None, 64)
