"""Runs a routine's bytes on this processor and compares with what its trace says, limb by limb."""

from __future__ import annotations

import ctypes
import mmap
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from prover import hardware_lanes
from prover.check import Proof
from prover.contract import Array, Contract, Count, Mask, Scan, Small, Stride, Table
from prover.decide import Lemmas
from prover.evaluate import OFF, Numbers, compiled, holds, text
from prover.flow import Program, program
from prover.machine import State, Value
from prover.objects import Routine
from prover.terms import P

EDGES = (0, 1, 2, 2**32, 2**63, 2**64 - 1, 2**64 - 2, 2**32 + 977, 2**64 - 2**32 - 977, 2**64 - 2**33, 0x27C7F6E22DDACACF)
# Calls rdi with the rdx words at rsi on the stack, as the Go assembler's ABI0 has arguments and results, and copies them
# back: push rbx, rbp, r12 to r15, rsi, rdx; mov rbp, rsp; mov rax, rdi; mov rcx, rdx; shl rdx, 3; sub rsp, rdx;
# mov rdi, rsp; rep movsq; call rax; mov rcx, [rbp]; mov rdi, [rbp+8]; mov rsi, rsp; rep movsq; lea rsp, [rbp+16];
# pop r15 to r12, rbp, rbx; ret.
BRIDGE = bytes.fromhex(
    "5355415441554156415756524889e54889f84889d148c1e2034829d44889e7f348a5"
    "ffd0488b4d00488b7d084889e6f348a5488d6510415f415e415d415c5d5bc3"
)
# Calls what the 8 bytes of 0 are put in for, with MXCSR as lanes of doubles need it: push rbx; sub rsp, 16; stmxcsr [rsp];
# mov dword ptr [rsp+4], 0x7f80; ldmxcsr [rsp+4]; movabs rax, 0; call rax; ldmxcsr [rsp]; add rsp, 16; pop rbx; ret.
TOWARD_ZERO = bytes.fromhex("534883ec100fae1c24c7442404807f00000fae54240448b80000000000000000ffd00fae14244883c4105bc3")
Words = Sequence[int]


FLAGS = ("bmi2", "adx", "avx2")
LANE_FLAGS = ("avx512f", "avx512dq", "avx512ifma")
DOUBLE_FLAGS = ("avx2", "fma")


def available(names: tuple[str, ...] = FLAGS) -> bool:
    """Whether this processor has what the routines need."""
    try:
        flags = Path("/proc/cpuinfo").read_text()
    except OSError:
        return False
    return all(f" {name} " in flags for name in names)


def needs(contract: Contract) -> tuple[str, ...]:
    if contract.shape.doubles:
        return DOUBLE_FLAGS
    return LANE_FLAGS if contract.shape.step > 8 else FLAGS


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


@dataclass(frozen=True)
class Difference:
    """Between two versions of a routine: one that the contract does not permit, and one that it does; both are empty where
    all memory is the same."""

    wrong: str = ""
    permitted: str = ""


class Machine:
    """The bytes of a routine's section in executable memory."""

    def __init__(self, code: Program, contract: Contract) -> None:
        routine = code.routine
        content = routine.section + b"\xcc" * 16
        toward_zero = len(content)
        content += TOWARD_ZERO + BRIDGE
        self.memory = mmap.mmap(-1, len(content), prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        self.memory.write(content)
        base = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        self.abi = contract.abi
        self.bridge = base + len(content) - len(BRIDGE)
        begins = behind_stack_guard(code) if contract.abi == "go" else routine.address
        self.entry = base + begins - routine.base
        if contract.shape.doubles:
            place = toward_zero + TOWARD_ZERO.index(bytes(8))
            self.memory[place : place + 8] = self.entry.to_bytes(8, "little")
            self.entry = base + toward_zero

    @contextmanager
    def patched(self, at: int, code: bytes) -> Iterator[None]:
        """With other bytes in the section, for a while."""
        before = self.memory[at : at + len(code)]
        self.memory[at : at + len(code)] = code
        yield
        self.memory[at : at + len(code)] = before

    def call(self, words: Words) -> int:
        """The result: rax, or the word behind the arguments."""
        u64 = ctypes.c_uint64
        if self.abi == "sysv":
            return ctypes.CFUNCTYPE(u64, *[u64] * len(words))(self.entry)(*words)
        stack = (u64 * (len(words) + 1))(*words, 0)
        ctypes.CFUNCTYPE(u64, u64, u64, u64)(self.bridge)(self.entry, ctypes.addressof(stack), len(stack))
        return stack[len(words)]


def behind_stack_guard(code: Program) -> int:
    """Where a Go function goes on that has asked whether its stack has room; there is no goroutine here."""
    address = code.start
    for _ in range(5):
        i = code.at(address)
        if i.name == "jbe":
            return i.next
        if i.name == "ret":
            break
        address = i.next
    return code.start


@dataclass
class End:
    """One way out of a routine: when it is taken, its result, and what is in memory."""

    taken: Callable[[Numbers], bool]
    result: int | Callable[[Numbers], int] | None
    limbs: list[tuple[str, int, Callable[[Numbers], int]]]


def function(expression: str) -> Callable[[Numbers], int]:
    return eval(f"lambda v: {expression}")


def ends(proof: Proof) -> list[End]:
    result = []
    for state in proof.ends:
        limbs = []
        for argument in proof.contract.arguments:
            if isinstance(argument, Array):
                for k in range(len(proof.contract.shape.outputs) * len(argument.outputs)):
                    value = state.memory.get((argument.name, 8 * k))
                    if isinstance(value, dict):
                        limbs.append((argument.name, k, function(text(value))))
        result.append(End(function(holds(state.facts)), returned(proof, state), limbs))
    return result


def returned(proof: Proof, state: State) -> int | Callable[[Numbers], int] | None:
    contract = proof.contract
    if not (contract.gives_up or contract.returns):
        return None
    value: Value = proof.returned(state)
    assert isinstance(value, dict)
    return function(text(value))


def compare(routine: Routine, contract: Contract, cases: int, seed: int, lemmas: Lemmas | None = None) -> str:
    """Empty, or the first difference between the lifted semantics and the processor."""
    regions = {a.name: a.name for a in contract.arguments if isinstance(a, Array)}
    code = program(routine)
    if contract.others:
        difference = next(filter(None, (compare(routine, c, cases, seed, lemmas) for c in contract.others)), "")
        if difference:
            return difference
    proof = Proof(contract, code, regions, lemmas or Lemmas())
    proof.run(finish=False)
    machine = Machine(code, contract)
    rng = random.Random(seed)
    if proof.lanes:
        return hardware_lanes.compare(proof, machine, max(1, cases // 8), rng)
    fill = compiled(proof.trace)
    one = compare_scan if isinstance(contract.loop, Scan) else compare_once
    known = ends(proof)
    for number in range(cases):
        difference = one(proof, known, fill, machine, rng)
        if difference:
            return f"case {number}: {difference}"
    return ""


def compare_once(
    proof: Proof, known: list[End], fill: Callable[[Numbers], None], machine: Machine, rng: random.Random
) -> str:
    values: Numbers = {}
    buffers: dict[str, ctypes.Array[ctypes.c_uint64]] = {}
    words: list[int] = []
    for argument in proof.contract.arguments:
        if isinstance(argument, Count):
            words.append(argument.unit)
        elif isinstance(argument, (Small, Mask)):
            words.append(number_argument(proof, argument, values, rng))
        elif isinstance(argument, Table):
            buffers[argument.name] = (ctypes.c_uint64 * 8)()
            words.append(ctypes.addressof(buffers[argument.name]))
        elif isinstance(argument, Array):
            buffers[argument.name] = array_argument(proof, argument, values, rng)
            words.append(ctypes.addressof(buffers[argument.name]))
    fill(values)
    for atom, value in values.items() if OFF not in values else ():
        description = proof.trace.atoms[atom]
        if description.kind != "merged" and not description.lo <= value <= description.hi:
            return f"{description.kind} of {description.address:#x} is {value:#x}, out of its bounds"
    result = machine.call(words)
    end = next((end for end in known if end.taken(values)), None)
    if end is None:
        return "no path"
    if end.result is not None:
        wanted = end.result(values) if callable(end.result) else end.result
        if result != wanted:
            return f"returns {result:#x}, the trace says {wanted:#x}"
    for name, k, limb in end.limbs:
        if buffers[name][k] != limb(values):
            return f"{name}[{k}] is {buffers[name][k]:#x}, the trace says {limb(values):#x}"
    return ""


def number_argument(proof: Proof, argument: Small | Mask, values: Numbers, rng: random.Random) -> int:
    ((atom,),) = proof.elements[argument.name].poly
    if isinstance(argument, Mask):
        values[atom] = rng.randrange(2)
        return values[atom] * (2**64 - 1)
    values[atom] = rng.choice((0, 1, argument.below - 1, rng.randrange(argument.below)))
    if argument.bits == 64:
        return values[atom]
    junk = values[proof.junk[argument.name]] = rng.getrandbits(64 - argument.bits)
    return values[atom] | junk << argument.bits


def array_argument(proof: Proof, argument: Array, values: Numbers, rng: random.Random) -> ctypes.Array[ctypes.c_uint64]:
    shape = proof.contract.shape
    size = len(shape.inputs) * max(len(argument.inputs), len(argument.outputs))
    content = [rng.getrandbits(64) for _ in range(size)]
    whole = sum(draw(rng) << 256 * k for k in range(len(argument.inputs)))
    if argument.maximum is not None and (whole > argument.maximum or rng.randrange(16) == 0):
        whole = argument.maximum
    for k in range(len(shape.inputs) * len(argument.inputs)):
        most = shape.inputs[k % len(shape.inputs)]
        limb = whole >> 64 * k & 2**64 - 1 if most == 2**64 - 1 else rng.choice((0, most, rng.randrange(most + 1)))
        content[k] = values[proof.limb_atoms[(argument.name, 8 * k)]] = limb
    return (ctypes.c_uint64 * size)(*content)


def compare_scan(
    proof: Proof, known: list[End], fill: Callable[[Numbers], None], machine: Machine, rng: random.Random
) -> str:
    """The last round, on a table of random size and stride."""
    scan = proof.scan
    assert scan is not None
    n = rng.randrange(1, 20)
    stride = scan.loop.stride // 8 or rng.randrange(8, 13)
    index = rng.randrange(n)
    table = (ctypes.c_uint64 * (n * stride))(*(rng.getrandbits(64) for _ in range(n * stride)))
    out = (ctypes.c_uint64 * 8)()
    words = []
    for argument in proof.contract.arguments:
        if isinstance(argument, (Array, Table)):
            words.append(ctypes.addressof(out if isinstance(argument, Array) else table))
        elif isinstance(argument, Stride):
            words.append(8 * stride)
        elif isinstance(argument, Count):
            words.append(n * argument.unit)
        else:
            words.append(index if argument.name == scan.loop.index else n)
    machine.call(words)
    ((atom,),) = scan.index
    values = {atom: index, scan.number: n - 1, scan.before: int(index < n - 1)}
    values |= dict.fromkeys(proof.junk.values(), 0)
    values |= {a: table[(n - 1) * stride + k] for k, a in enumerate(scan.entry)}
    values |= {a: table[index * stride + k] for k, a in enumerate(scan.chosen)}
    for argument in proof.contract.arguments:
        if isinstance(argument, Small) and argument.name != scan.loop.index:
            ((other,),) = proof.elements[argument.name].poly
            values[other] = n
    fill(values)
    (end,) = known
    for name, k, limb in end.limbs:
        if not out[k] == limb(values) == table[index * stride + k]:
            return f"{name}[{k}] is {out[k]:#x}, the trace says {limb(values):#x}"
    return ""
