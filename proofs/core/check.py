"""Proves that a routine meets its contract."""

from __future__ import annotations

import dataclasses
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from core import flags, rounds, scan
from core.calls import COPIES, callee_of, copy, perform
from core.contract import (
    Argument,
    Array,
    Contract,
    Count,
    Exactly,
    Expression,
    Fixed,
    Function,
    LaneBits,
    LaneFlags,
    Loop,
    Mask,
    Record,
    Rounds,
    Scan,
    Small,
    Stride,
    Table,
    Values,
)
from core.decide import Lemmas
from core.flow import Run, changed_places, program, unreached
from core.isa import Routine
from core.layout import lanes_of
from core.modular import NotShown
from core.proof import Proof, trace_element
from core.state import WIDTH, Byte, Counter, Lane, LaneMask, Masks, Pointer, Refused, State, Token, Unknown, Value
from core.terms import Poly, Trace, as_constant, constant, plus

# Instructions of a routine of lanes, loops included.
MOST = 20000


@dataclass
class Verdict:
    """`address` is that of the instruction to look at when the routine does not meet its contract: for a carry that is left
    over the one that it comes from. `taken` are those that take it in, and at `lost` it is overwritten."""

    name: str
    reason: str = ""
    address: int = 0
    origins: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    lost: int | None = None
    instructions: int = 0
    fresh: int = 0
    dropped: int = 0
    lemmas: int = 0
    aliasings: int = 0
    seconds: float = 0.0

    @property
    def proved(self) -> bool:
        return not self.reason

    @property
    def addresses(self) -> tuple[int, ...]:
        return (*self.origins, *self.taken, *(() if self.lost is None else (self.lost,)))

    def come_from(self, trace: Trace, atoms: list[int]) -> None:
        self.origins = tuple(dict.fromkeys(trace.atoms[a].address for a in atoms))
        for atom in atoms[:1]:
            self.address = trace.atoms[atom].address
            self.taken, self.lost = tuple(trace.used.get(atom, ())), trace.lost.get(atom)


@dataclass
class Execution(Proof):
    """Follows the routine from its start to its returns."""

    scan: scan.Round | None = None
    rounds: rounds.Found | None = None

    def new_flags(self, name: str) -> tuple[Poly, ...]:
        for elements in self.filled:
            flag = self.trace.new("input", 0, 1)
            self.trace.atoms[flag].kind = "flag"
            elements[name] = Expression({(flag,): 1}, self.p)
        return tuple(elements[name].poly for elements in self.filled)

    def new_number(self, names: tuple[str, ...]) -> Poly:
        """One that is made of bits, the lowest first."""
        number: Poly = {}
        for k, name in enumerate(names):
            (flag,) = self.new_flags(name)
            number = plus(number, flag, 1 << k)
        return number

    def start(self) -> State:
        states = []
        for lane in range(WIDTH if self.apart else 1):
            self.filled = self.sides[lane : lane + 1] if self.apart else self.sides
            states.append(self.start_of(lane))
        if self.apart:
            for state in states:
                state.peers = states
        for name, total in self.contract.sums.items():
            for elements in self.sides:
                atom = trace_element(self.trace)
                self.sums[frozenset(self.reducer.idempotent(total(elements).poly).items())] = atom
                elements[name] = Expression({(atom,): 1}, self.p)
        for name, (base, exponent) in self.contract.powers.items():
            for elements in self.sides:
                ((atom,),) = elements[base].poly
                elements[name] = Expression({(self.reducer.power(atom, exponent),): 1}, self.p)
        return states[0]

    def start_of(self, lane: int) -> State:
        state = State(
            self.trace,
            self.convention,
            red_zone=self.contract.red_zone,
            lanes=self.lanes,
            lane=lane,
            gathers=self.contract.gathers and not self.contract.secret,
            features=self.features,
            sections=self.program.routine.sections,
            lowest=-self.program.routine.frame if self.convention.goroutine else None,
        )
        convention = self.convention
        for name in convention.general:
            state.registers[name] = Token(name) if name in convention.saved else Unknown(f"{name} at entry")
        for address, limb in self.program.routine.constants:
            state.memory[("constants", address)] = constant(limb)
        state.registers[convention.stack] = Pointer("stack", 0)
        if convention.frame:
            state.registers[convention.frame] = Pointer("stack", -8)
        if convention.goroutine_in:
            state.registers[convention.goroutine_in] = Token("goroutine")
        if not convention.link:
            state.memory[("stack", 0)] = Token("return address")
        offset = 8
        for n, argument in enumerate(self.contract.arguments):
            value = self.argument(state, argument)
            if not convention.on_stack:
                if n >= len(convention.arguments):
                    raise state.refuse("more arguments than there are registers")
                state.registers[convention.arguments[n]] = value
            else:
                state.memory[("stack", offset)] = value
                # The length of a string or slice follows its address.
                offset += 8
        if convention.on_stack:
            # The callee may change its arguments; the result stands behind them.
            last = offset + 8 if self.contract.gives_up else offset
            state.results = frozenset(range(8, last, 8))
        self.result_at = offset
        self.untouched = {place: value for place, value in state.memory.items() if place[0] != "stack"}
        return state

    def argument(self, state: State, argument: Argument) -> Value:
        trace = self.trace
        if isinstance(argument, Table):
            return Pointer(argument.name, 0)
        if isinstance(argument, Stride):
            return Token("stride")
        if isinstance(argument, Function):
            return Token(argument.name)
        if isinstance(argument, Count):
            return Counter(argument.name, 0, argument.bits, argument.unit)
        if isinstance(argument, Exactly):
            self.junk[argument.name] = trace.new("input", 0, 2**32 - 1)
            return plus(constant(argument.value), {(self.junk[argument.name],): 2**32})
        if isinstance(argument, Mask):
            return {m: 2**64 - 1 for m in self.new_flags(argument.name)[0]}
        if isinstance(argument, LaneFlags):
            masks = tuple(LaneMask(self.new_flags(name)) for name in argument.names)
            return Masks(masks) if len(masks) > 1 else masks[0]
        if isinstance(argument, LaneBits):
            state.multiples[argument.name] = self.contract.multiple(argument)
            state.memory[(argument.name, 0)] = Lane(self.new_number(argument.names))
            return Pointer(argument.name, 0)
        if isinstance(argument, Record):
            for names, at in argument.digits:
                state.memory[(argument.name, at + state.lane)] = Byte(self.new_number(names))
            for at, array, skipped in argument.pointers:
                whole = self.argument(state, array)
                assert isinstance(whole, Pointer)
                state.memory[(argument.name, at)] = Pointer(whole.region, whole.offset - skipped)
            return Pointer(argument.name, 0)
        if isinstance(argument, Small):
            value = trace.atom("input", 0, argument.below - 1)
            (monomial,) = value
            trace.atoms[monomial[0]].kind = "element" if argument.below > 2 else "flag"
            self.filled[0][argument.name] = Expression(value, self.p)
            if argument.bits == 64:
                return value
            self.junk[argument.name] = trace.new("input", 0, 2 ** (64 - argument.bits) - 1)
            return plus(value, {(self.junk[argument.name],): 2**argument.bits})
        if isinstance(argument, Fixed):
            state.multiples[argument.name] = self.contract.multiple(argument)
            for k, word in enumerate(argument.rows):
                state.memory[(argument.name, self.lanes * k)] = Lane(constant(word))
            return Pointer(argument.name, 0)
        region, _, inside = self.regions.get(argument.name, argument.name).partition("+")
        start = int(inside or 0)
        if start == 0:
            state.multiples[region] = max(state.multiples.get(region, 1), self.contract.multiple(argument))
        limbs: list[int] = []
        for name, shape, offset in argument.laid(argument.inputs, self.shape):
            for side, elements in enumerate(self.filled):
                first = start + offset + self.lanes * side
                # Of lanes that are followed one by one each has its own word.
                own = 8 * state.lane if shape.step > 8 else 0
                if (region, first + own) not in self.at:
                    atoms = [trace.new("input", shape.least(most), most) for most in shape.inputs]
                    self.at[(region, first + own)] = self.new_element(atoms, shape)
                    for j, atom in enumerate(atoms):
                        self.limb_atoms[(region, first + own + shape.step * j)] = atom
                if shape.parts == 1 or (region, first) not in state.memory:
                    for j in range(len(shape.inputs)):
                        limb_: Poly = {(self.limb_atoms[(region, first + own + shape.step * j)],): 1}
                        place = (region, first + shape.step * j)
                        state.memory[place] = lanes_of(shape, j, limb_) if shape.step > 8 else limb_
                elif shape.parts > 1:
                    # It is within the bounds of both.
                    for j, most in enumerate(shape.inputs):
                        atom_ = trace.atoms[self.limb_atoms[(region, first + shape.step * j)]]
                        atom_.lo, atom_.hi = max(atom_.lo, shape.least(most)), min(atom_.hi, most)
                elements[name] = self.at[(region, first + own)]
                for limb in self.limbs(state, region, first, shape) if argument.maximum is not None else ():
                    limbs.extend(m[0] for m in limb)
        if argument.maximum is not None:
            total: Poly = {(): argument.maximum}
            for k, limb_ in enumerate(limbs):
                total = plus(total, {(limb_,): 1}, -(1 << argument.shape(0, self.shape).bits * k))
            trace.relate(total, limbs, False)
        for name, at in argument.masks:
            state.memory[(region, start + at)] = LaneMask(self.new_flags(name))
        if argument.work:
            state.writable[region] = argument.work
        if argument.gives:
            state.writable[region] = start + max(at + 1 for _, at in argument.gives)
        if argument.outputs:
            size = sum(argument.shape(k, self.shape).size for k in range(len(argument.outputs)))
            state.writable[region] = max(state.writable.get(region, 0), start + size)
        return Pointer(region, start)

    def run(self, finish: bool = True) -> None:
        """Without `finish` the trace alone, of what has been proved. What no rule has foreseen is refused, too."""
        try:
            self.follow(finish)
        except (Refused, NotShown):
            raise
        except Exception as error:
            reason = f"the prover has no answer: {type(error).__name__} {error}".strip()
            raise Refused(self.trace.address, reason) from error

    def follow(self, finish: bool) -> None:
        start = self.start()
        self.at_entry = [state.copy() for state in start.peers or [start]]
        trace_run = Run(self.program, self.enter, self.again, self.call, self.call_given, self.contract.gives_up)
        if self.lanes:
            trace_run.unrolled = MOST
        if self.convention.on_stack:
            trace_run.result_at = self.result_at
        self.ends = trace_run.from_start(start)
        for state in self.ends if finish else ():
            self.finish(state)
        if self.contract.secret and trace_run.data_branches:
            address, text = trace_run.data_branches[0]
            raise Refused(address, f"{text}: a branch that depends on data, in a routine for secrets")

    def finish(self, state: State) -> None:
        """The calling convention, then the outputs, at a return."""
        if state.delegated:
            return
        if state.registers[self.convention.stack] != Pointer("stack", 0):
            raise state.refuse("returns with another stack pointer")
        if not self.convention.link and state.memory[("stack", 0)] != Token("return address"):
            raise state.refuse("has changed its return address")
        if state.asks:
            raise state.refuse("compares its stack with the bound, and goes on where it has no room")
        for name in self.convention.saved:
            if state.registers[name] != self.at_entry[state.lane].registers[name]:
                raise state.refuse(f"returns with {name} changed")
        if self.contract.loop is not None and state.rounds != "done":
            raise state.refuse("leaves the loop when rounds are left")
        if isinstance(self.contract.loop, Scan):
            if self.scan is None:
                raise state.refuse("leaves the loop before the first round")
            self.scan.finish(self, state)
            return
        candidates = flags.candidates_of(self)
        if self.apart:
            self.finish_lanes(state, candidates)
        for side in range(0 if self.apart else self.shape.parts):
            if not self.finish_side(state, side, candidates):
                return
        if candidates:
            raise NotShown("a flag that the contract does not name", candidates)

    def finish_lanes(self, state: State, candidates: list[int]) -> None:
        for peer, elements in zip(state.peers, self.sides, strict=True):
            flags.bind(self, peer, elements, candidates)
        wanted = self.results(state, self.sides)
        unsaid = self.outputs.difference(*wanted)
        if unsaid:
            raise state.refuse(f"the contract does not say what {min(unsaid)} is in any lane")
        for peer in state.peers:
            self.finish_outputs(peer, 0, wanted[peer.lane])

    def finish_side(self, state: State, side: int, candidates: list[int]) -> bool:
        """The outputs in one register of lanes; whether the path goes to the end."""
        values = dict(self.sides[side])
        if self.contract.loop is not None:
            values |= self.after_rounds(state, side)
        if self.contract.gives_up and self.gave_up(state, values):
            return False
        flags.bind(self, state, values, candidates)
        flags.bind_odds(self, state, values)
        if isinstance(self.contract.returns, tuple):
            groups = self.contract.returned(values)
            value = state.registers[self.convention.result]
            held = value.groups if isinstance(value, Masks) else (value,)
            if groups and len(groups) != len(held):
                raise state.refuse("does not return the masks that the contract says")
            for mask, expected_ in zip(held, groups, strict=bool(groups)):
                self.same_flag(state, mask, expected_, "what it returns", side)
        else:
            expected = {m: c * (2**64 - 1) for m, c in values[self.contract.returns].poly.items()}
            if state.registers[self.convention.result] != expected:
                raise state.refuse(f"does not return the mask of {self.contract.returns}")
        (wanted,) = self.results(state, [values])
        self.finish_outputs(state, side, wanted)
        return True

    def results(self, state: State, sides: list[Values]) -> list[Values]:
        """What the contract says of each. Names of what is no output are steps of a formula."""
        try:
            return self.contract.of_lanes(sides, self.name)
        except KeyError as error:
            raise state.refuse(f"the contract speaks of {error.args[0]}, which is no input") from None

    def finish_outputs(self, state: State, side: int, wanted: Values) -> None:
        for argument in self.contract.arguments:
            if isinstance(argument, Array) and argument.outputs:
                region = self.regions[argument.name]
                if self.contract.exact:
                    whole = dataclasses.replace(self.shape, inputs=self.shape.inputs * len(argument.outputs))
                    said = self.said(state, wanted, argument.name)
                    self.same(state, self.limbs(state, region, 0, whole), said, argument.name)
                    continue
                for name, shape, offset in argument.laid(argument.outputs, self.shape):
                    open_ = self.apart or name in self.contract.scratch
                    said = wanted.get(name) if open_ else self.said(state, wanted, name)
                    self.same(state, self.limbs(state, region, offset + self.lanes * side, shape), said, name, shape)
            for name, at in argument.gives if isinstance(argument, Array) else ():
                value = state.memory.get((self.regions[argument.name], at))
                self.same_flag(state, value, self.said(state, wanted, name), name, side)

    def said(self, state: State, wanted: Values, name: str) -> Expression:
        if name not in wanted:
            raise state.refuse(f"the contract does not say what {name} is")
        return wanted[name]

    def after_rounds(self, state: State, side: int) -> Values:
        loop = self.contract.loop
        assert isinstance(loop, (Loop, Rounds))
        if isinstance(loop, Rounds):
            if not state.looped:
                if not loop.peeled:
                    raise state.refuse("leaves the loop before the first round")
                return loop.begin(self.sides[side])
            assert self.rounds is not None
            return loop.round(self.rounds.values[side])
        if self.state_elements is None:
            raise state.refuse("leaves the loop before the first round")
        return loop.round(self.state_elements)

    def returned(self, state: State) -> Value:
        if not self.convention.on_stack:
            return state.registers[self.convention.result]
        return state.memory.get(("stack", self.result_at), Unknown("no result"))

    def gave_up(self, state: State, values: Values) -> bool:
        """Whether this path returns 0, which must have left everything as it was."""
        result = self.returned(state)
        done = as_constant(result) if isinstance(result, dict) else None
        if done == 0:
            for place, value in self.untouched.items():
                if state.memory.get(place) != value:
                    raise state.refuse(f"gives up with {place[0]}{place[1]:+d} changed")
            return True
        if done != 1:
            raise state.refuse("does not return 0 or 1")
        for element in self.contract.nonzero:
            flags.not_zero(self, state, element(values))
        return False

    def call(self, state: State, target: int) -> None:
        name = dict(self.program.routine.callees).get(target)
        if name in COPIES:
            for one in state.peers or [state]:
                copy(one, name)
            return
        callee = callee_of(state, self.contract, target, name)
        if self.delegates(state, callee):
            state.delegated = self.calls = True
            return
        perform(self, state, callee)

    def call_given(self, state: State, value: Value) -> None:
        """A call of what an argument points to, or of what stands in the object where a register points."""
        if isinstance(value, Pointer) and value.region == "constants":
            self.call(state, value.offset)
            if state.delegated:
                raise state.refuse("goes on behind a routine that has done all of it")
            return
        for argument in self.contract.arguments:
            if isinstance(argument, Function) and value == Token(argument.name):
                perform(self, state, argument.contract)
                return
        raise state.refuse("calls what no argument is")

    def delegates(self, state: State, callee: Contract) -> bool:
        """Whether the other routine is called with what this one was, which has done nothing else, and does what this one
        must."""
        registers = self.convention.arguments[: len(self.contract.arguments)]
        return (
            callee.like(self.contract)
            and callee.powers == self.contract.powers
            and callee.sums == self.contract.sums
            and all(
                one.memory == before.memory
                and all(
                    one.registers[name] == before.registers[name]
                    for name in (*registers, *self.convention.saved, self.convention.stack)
                )
                for one, before in zip(state.peers or [state], self.at_entry, strict=True)
            )
        )

    # Loops.

    def enter(self, state: State, head: int) -> State:
        loop = self.contract.loop
        if loop is None:
            raise Refused(head, "a loop that the contract does not describe")
        if isinstance(loop, Rounds):
            self.rounds, general = rounds.enter(self, state, loop, head)
            return general
        if any(isinstance(v, Counter) and v.steps for v in (*state.registers.values(), *state.memory.values())):
            raise Refused(head, "has counted before the first round")
        if isinstance(loop, Scan):
            self.scan, general = scan.enter(self, state, loop)
            return general
        begin = loop.begin(self.elements)
        general = state.copy()
        general.carry = general.overflow = general.zero = Unknown("at the head of a loop")
        values: Values = {}
        for name, place in loop.places.items():
            self.same(state, self.place(state, place), begin[name], f"{name} at the loop's first round")
            atoms = [self.trace.new("input", 0, 2**64 - 1) for _ in range(4)]
            values[name] = self.new_element(atoms)
            for key, atom in zip(self.keys(place), atoms, strict=True):
                before = state.registers[key] if isinstance(key, str) else state.memory[key]
                assert isinstance(before, dict)
                self.trace.definitions.append(("name", atom, before))
                if isinstance(key, str):
                    general.registers[key] = {(atom,): 1}
                else:
                    general.memory[key] = {(atom,): 1}
        self.state_elements = values
        general.rounds = ""
        return general

    def again(self, general: State, state: State, head: int) -> list[str]:
        loop = self.contract.loop
        assert loop is not None
        if isinstance(loop, Scan):
            named = {loop.pointer, loop.round, *loop.sum.split()}
        elif isinstance(loop, Rounds):
            assert self.rounds is not None
            named = self.rounds.named()
        else:
            named = {
                key if isinstance(key, str) else f"[{key[0]}|{key[1]}]"
                for place in loop.places.values()
                for key in self.keys(place)
            }
        if state.rounds != "more":
            raise Refused(head, "goes round the loop without asking whether rounds are left")
        counters = [n for n, v in general.registers.items() if isinstance(v, Counter)]
        counters += [f"[{r}|{o}]" for (r, o), v in general.memory.items() if isinstance(v, Counter)]
        counting = []
        for place in counters:
            before, after = self.at_place(general, place), self.at_place(state, place)
            assert isinstance(before, Counter)
            if after == Counter(before.name, before.steps + 1, before.bits, before.unit):
                counting.append(place)
        # A count that stays is not that of the rounds left.
        rest = [p for p in counters if p not in counting]
        for place in changed_places(general, state):
            if place not in named and place not in counters:
                rest.append(place)
        if not rest and isinstance(loop, Scan):
            assert self.scan is not None
            self.scan.again(self, state)
        elif not rest and isinstance(loop, Rounds):
            assert self.rounds is not None
            self.rounds.again(self, state)
        elif not rest and isinstance(loop, Loop):
            assert self.state_elements is not None
            wanted = loop.round(self.state_elements)
            for name, place in loop.places.items():
                self.same(state, self.place(state, place), wanted[name], f"{name} after a round")
        return rest

    def at_place(self, state: State, place: str) -> Value:
        if place.startswith("["):
            region, offset = place[1:-1].split("|")
            return state.memory.get((region, int(offset)), Unknown("written over"))
        return state.registers.get(place, Unknown("a vector"))

    def keys(self, place: str) -> list[str | tuple[str, int]]:
        """ "r8 r9 r10 r11", or "point+32": four limbs at that place of an argument."""
        if " " in place:
            return list(place.split())
        name, _, offset = place.partition("+")
        return [(self.regions[name], int(offset or 0) + 8 * j) for j in range(4)]

    def place(self, state: State, place: str) -> list[Poly]:
        limbs = []
        for key in self.keys(place):
            value = state.registers[key] if isinstance(key, str) else state.memory.get(key)
            if not isinstance(value, dict):
                raise state.refuse(f"{key} does not hold a limb")
            limbs.append(value)
        return limbs


@contextmanager
def uncollected() -> Iterator[None]:
    """No look for cycles meanwhile: all that a proof makes is kept until its end."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def outputs_apart(contract: Contract, regions: dict[str, str]) -> bool:
    """Whether outputs are in regions of their own."""
    given = [regions[a.name] for a in contract.arguments if isinstance(a, Array) and a.outputs]
    return len(given) == len(set(given))


@uncollected()
def prove(routine: Routine, contract: Contract, lemmas: Lemmas | None = None) -> Verdict:
    """All aliasings of a routine. One that reads no argument after it has written to one does the same whatever the
    addresses: where they are equal, so are values, and what is proved for arguments that do not alias holds for any."""
    lemmas = lemmas or Lemmas()
    verdict = Verdict(contract.name)
    began = time.process_time()
    try:
        code = program(routine)
        verdict.instructions = sum(i.flow != "idle" for i in code.code.values())
        independent: Contract | None = None
        for one, regions in ((c, r) for c in (contract, *contract.others) for r in c.aliasings()):
            verdict.aliasings += 1
            if one is independent and outputs_apart(one, regions):
                continue
            proof = Execution(one, code, regions, lemmas)
            try:
                proof.run()
            except NotShown as error:
                verdict.reason = str(error)
                verdict.come_from(proof.trace, error.atoms)
            except Refused as error:
                verdict.reason, verdict.address = error.reason, error.address
            verdict.fresh = max(verdict.fresh, proof.trace.fresh)
            verdict.dropped = max(verdict.dropped, len(proof.reducer.dropped))
            if verdict.reason:
                names = {a: r for a, r in regions.items() if a != r}
                verdict.reason += f" (where {', '.join(f'{a} is {r}' for a, r in names.items())})" if names else ""
                break
            if all(a == r for a, r in regions.items()) and not (proof.trace.rereads or proof.lanes or proof.calls):
                independent = one
        dead = unreached(code) if not verdict.reason else None
        if dead is not None:
            raise Refused(dead, "has code that no path reaches")
    except Refused as error:
        verdict.reason, verdict.address = error.reason, error.address
    verdict.lemmas = lemmas.given
    verdict.seconds = time.process_time() - began
    return verdict
