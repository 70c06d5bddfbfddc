"""Runs a routine over all its paths: branches on data are followed both ways and joined where the paths meet; a loop is
run once, from any state that its contract describes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from core.isa import Instruction, Routine
from core.state import Counter, CounterZero, Refused, StackGuard, State, Unknown, Value
from core.terms import Leaf, Poly, as_constant, constant, plus

END = -1


@dataclass
class Program:
    """A routine's instructions as its paths reach them, where those meet, and where loops begin."""

    routine: Routine
    code: dict[int, Instruction] = field(default_factory=dict)
    meets: dict[int, int] = field(default_factory=dict)
    heads: set[int] = field(default_factory=set)
    confirmed: bool = False

    @property
    def start(self) -> int:
        return self.routine.address

    def at(self, address: int) -> Instruction:
        if address not in self.code:
            routine = self.routine
            if not routine.address <= address < routine.address + routine.size:
                raise Refused(address, "the path leaves the routine")
            bytes_ = routine.section[address - routine.base :][: routine.isa.longest + 1]
            self.code[address] = i = routine.isa.decode(bytes_, address)
            if self.confirmed:
                routine.isa.confirm([(i, bytes_[: i.size])])
        return self.code[address]

    def confirm(self) -> None:
        routine = self.routine
        every = [(i, routine.section[a - routine.base :][: i.size]) for a, i in self.code.items()]
        routine.isa.confirm(every)
        self.confirmed = True

    def inside(self, address: int) -> bool:
        """Whether a jump stays in the routine; else it is a call of another one of the object, the last thing done."""
        routine = self.routine
        return address not in dict(routine.callees) or routine.address <= address < routine.address + routine.size

    def after(self, address: int) -> list[int]:
        i = self.at(address)
        if i.flow == "return":
            return [END]
        if i.flow == "jump":
            if i.target is None:
                raise Refused(address, "an indirect jump")
            return [i.target] if self.inside(i.target) else [END]
        if i.flow == "branch":
            assert i.target is not None
            return [i.next, i.target]
        return [i.next]


def program(routine: Routine) -> Program:
    """Reachable instructions, with the back edges of loops and the immediate post-dominator of each branch."""
    result = Program(routine)
    start = routine.address
    order: list[int] = []
    state: dict[int, int] = {}
    stack: list[tuple[int, list[int]]] = [(start, result.after(start))]
    state[start] = 1
    while stack:
        address, rest = stack[-1]
        if not rest:
            stack.pop()
            state[address] = 2
            order.append(address)
            continue
        following = rest.pop()
        if following == END:
            continue
        if is_restart(result, following):
            # What follows such a call is the routine's start again.
            if following not in state:
                order.append(following)
            state[following] = 2
        elif state.get(following) == 1:
            result.heads.add(following)
        elif following not in state:
            state[following] = 1
            stack.append((following, result.after(following)))
    result.confirm()
    # Post-dominators by iteration over the reversed graph; order is a postorder.
    parent: dict[int, int] = {END: END}
    changed = True
    while changed:
        changed = False
        for address in order:
            candidates = [s for s in result.after(address) if s in parent] if not is_restart(result, address) else [END]
            if not candidates:
                continue
            best = candidates[0]
            for other in candidates[1:]:
                best = meet(parent, best, other)
            if parent.get(address) != best:
                parent[address] = best
                changed = True
    result.meets = {a: parent[a] for a in order if not is_restart(result, a) and len(result.after(a)) > 1 and a in parent}
    return result


def is_restart(program_: Program, address: int) -> bool:
    """A Go function's call for more stack, behind which it starts again."""
    return address != END and grows(program_, program_.at(address))


def grows(program_: Program, i: Instruction) -> bool:
    return i.flow == "call" and i.target in program_.routine.grows


def asks_again(program_: Program, address: int) -> bool:
    """Whether more stack is called for there, and the routine begins again."""
    call = program_.at(address)
    if call.text == program_.routine.isa.keeps_return:
        call = program_.at(call.next)
    if not grows(program_, call):
        return False
    back = program_.at(call.next)
    return back.flow == "jump" and back.target == program_.start


def behind_stack_guard(program_: Program) -> int:
    """Where a Go function goes on that has asked whether its stack has room, if it does."""
    i = program_.at(program_.start)
    while not i.flow:
        i = program_.at(i.next)
    guarded = i.flow == "branch" and i.target is not None and asks_again(program_, i.target)
    return i.next if guarded else program_.start


def unreached(program_: Program) -> int | None:
    """The first byte of the routine that no path reaches, and that is no padding."""
    routine = program_.routine
    at = routine.address
    for address, i in [*sorted(program_.code.items()), (routine.address + routine.size, None)]:
        if not routine.isa.padding(routine.section[at - routine.base : address - routine.base]):
            return at
        at = i.next if i is not None else at
    return None


def meet(parent: dict[int, int], a: int, b: int) -> int:
    chain = set()
    while a not in chain:
        chain.add(a)
        a = parent.get(a, END)
    seen = set()
    while b not in chain:
        if b in seen:
            return END
        seen.add(b)
        b = parent.get(b, END)
    return b


Loop = Callable[[State, int], State]


@dataclass
class Run:
    """One execution. `enter` is given the state in which a loop is reached and returns the general one, `again` is given
    the state at its end."""

    program: Program
    enter: Callable[[State, int], State]
    again: Callable[[State, State, int], list[str]]
    # Does what another routine does.
    call: Callable[[State, int], None]
    # The same of what a register points to.
    call_given: Callable[[State, Value], None]
    # Keeps paths apart that have different constants as results, in the register or on the stack, when they meet.
    by_result: bool = False
    # A loop that no contract describes is run as often as it says itself, at most so many instructions.
    unrolled: int = 0
    result_at: int = 0
    data_branches: list[tuple[int, str]] = field(default_factory=list)
    steps: int = 0
    begun: State = field(init=False)

    def from_start(self, state: State) -> list[State]:
        self.begun = state.copy()
        ends = self.run(state, self.program.start, frozenset())
        return [s for s, _ in ends]

    def run(self, state: State, address: int, stops: frozenset[int], round_begins: bool = False) -> list[tuple[State, int]]:
        """From an address to returns and to the addresses in `stops`."""
        results: list[tuple[State, int]] = []
        while True:
            if not round_begins:
                if address in stops:
                    return [*results, (state, address)]
                if address in self.program.heads and not self.runs_through(state, address):
                    return [*results, *self.loop(state, address, stops)]
            round_begins = False
            i = self.program.at(address)
            isa = self.program.routine.isa
            state.trace.address = address
            self.steps += 1
            if self.unrolled and self.steps > self.unrolled:
                raise state.refuse("a loop that goes on for too long")
            if i.flow == "return":
                if i.operands:
                    raise state.refuse("takes its caller's stack down")
                return [*results, (state, END)]
            if i.flow == "call":
                if not state.aligned_for_call():
                    raise state.refuse("calls with a stack pointer that is not at a multiple of 16")
                if i.target is not None:
                    self.call(state, i.target)
                elif i.operands[0].kind == "register":
                    self.call_given(state, state.registers[i.operands[0].register])
                else:
                    raise state.refuse(f"{i.text}: not in the table of instructions")
                if state.delegated:
                    raise state.refuse("goes on behind a routine that has done all of it")
                address = i.next
                continue
            if i.flow == "jump":
                assert i.target is not None
                address = i.target
                if not self.program.inside(address):
                    self.call(state, address)
                    return [*results, (state, END)]
                continue
            if i.flow != "branch":
                isa.in_step(state, i)
                address = i.next
                continue
            assert i.target is not None
            flag, target = isa.condition(state, i), i.target
            if isinstance(flag, StackGuard):
                if not asks_again(self.program, target):
                    raise state.refuse("does not ask whether the stack has room")
                # Where it has none, all that was done is done again.
                if state.written or changed_places(self.begun, state):
                    raise state.refuse("changes something before it asks whether the stack has room")
                for lane in state.peers or [state]:
                    lane.lowest, lane.asks = flag.lowest, False
                address = i.next
                continue
            if isinstance(flag, CounterZero):
                if state.peers:
                    raise state.refuse("counts rounds where lanes are followed one by one")
                if flag.counter.steps == 0:
                    address = target if flag.nonzero else i.next
                    continue
                if flag.counter.steps != 1:
                    raise state.refuse("asks for another number of rounds than those that are left")
                other = state.copy()
                other.rounds, state.rounds = ("more", "done") if flag.nonzero else ("done", "more")
                results += self.run(other, target, stops)
                address = i.next
                continue
            if isinstance(flag, Unknown):
                raise state.refuse(f"branches on a flag that is undefined: {flag.why}")
            known = as_constant(flag)
            if state.peers and (known is None or any(isa.condition(s, i) != flag for s in state.peers)):
                raise state.refuse("a branch on data where lanes are followed one by one")
            if known is not None:
                address = target if known else i.next
                continue
            self.data_branches.append((address, i.text))
            join = self.program.meets.get(address, END)
            inner = stops | {join} if join != END else stops
            taken_state = state.copy()
            taken_state.facts = taken_state.facts.with_zero(plus(flag, constant(1), -1))
            state.facts = state.facts.with_zero(flag)
            ends = self.run(state, i.next, inner) + self.run(taken_state, target, inner)
            here = [s for s, a in ends if a == join]
            results += [(s, a) for s, a in ends if a != join or join == END]
            if join == END or join in stops or not here:
                return results + [(s, join) for s in here if join != END]
            apart: dict[object, list[State]] = {}
            for one in here:
                results_ = one.registers[one.convention.result], one.memory.get(("stack", self.result_at))
                constants = tuple(as_constant(r) if self.by_result and isinstance(r, dict) else None for r in results_)
                apart.setdefault((constants, one.rounds, one.looped), []).append(one)
            *others, here = apart.values()
            for group in others:
                results += self.run(merge(group), join, stops)
            state = merge(here)
            address = join

    def runs_through(self, state: State, head: int) -> bool:
        """Whether a loop is run as it is, as its rounds are not counted by an argument."""
        if not self.unrolled:
            return False
        jumps = [a for a, i in self.program.code.items() if i.flow in ("jump", "branch") and i.target == head]
        if not jumps:
            return False
        last = max(jumps)
        counting = {n for n, v in state.registers.items() if isinstance(v, Counter)}
        return not any(
            counting & self.program.routine.isa.counting(i) for a, i in self.program.code.items() if head <= a <= last
        )

    def loop(self, state: State, head: int, stops: frozenset[int]) -> list[tuple[State, int]]:
        general = self.enter(state, head)
        # As a round before may have.
        general.gave = True
        hidden: list[str] = []
        for _ in range(8):
            ends = self.run(general.copy(), head, stops | {head}, True)
            changed: list[str] = []
            for end, address in ends:
                if address == head:
                    changed += self.again(general, end, head)
            if not changed:
                return [(s, a) for s, a in ends if a != head]
            hidden += changed
            for name in changed:
                forget(general, name)
            general.trace.begin_again()
        raise Refused(head, f"the loop's state does not settle: {', '.join(hidden[-5:])}")


def forget(state: State, place: str) -> None:
    """A place whose value a loop changes, and which its contract does not name."""
    if place.startswith("["):
        region, offset = place[1:-1].split("|")
        state.memory[(region, int(offset))] = Unknown("changed by the loop")
    elif place in state.vectors:
        del state.vectors[place]
    elif place in state.masks:
        del state.masks[place]
    else:
        state.registers[place] = Unknown("changed by the loop")


def changed_places(before: State, after: State) -> list[str]:
    """What instructions change, of what was there before them: those of a round of a loop, for one."""
    places = []
    for name, value in before.registers.items():
        if after.registers[name] != value and not isinstance(value, Unknown):
            places.append(name)
    for name, lanes in before.vectors.items():
        if after.vectors.get(name) != lanes:
            places.append(name)
    places += [name for name, flag in before.masks.items() if after.masks.get(name) != flag]
    for (region, offset), value in before.memory.items():
        if after.memory.get((region, offset)) != value and not isinstance(value, Unknown):
            places.append(f"[{region}|{offset}]")
    return places


# What must be the same on all paths that meet.
ALIKE = {
    "lowest": "asks whether the stack has room",
    "asks": "compares its stack with the bound",
    "aligned": "aligns the stack pointer, or from elsewhere,",
}


def merge(states: list[State]) -> State:
    """One state for several that meet: what differs becomes unknown limbs, which are remembered with their values."""
    if len(states) == 1:
        return states[0]
    first = states[0]
    trace = first.trace
    result = first.copy()
    number = len(trace.joins)
    leaves = [Leaf(s.facts, {}) for s in states]

    def joined(values: list[Value]) -> Value:
        if all(v == values[0] for v in values):
            return values[0]
        if not all(isinstance(v, dict) for v in values):
            return Unknown("differs between paths that meet")
        polys: list[Poly] = [v for v in values if isinstance(v, dict)]
        ranges = [trace.range(p) for p in polys]
        atom = trace.new("merged", max(0, min(lo for lo, _ in ranges)), min(2**64 - 1, max(hi for _, hi in ranges)))
        trace.atoms[atom].join = number
        for leaf, poly in zip(leaves, polys, strict=True):
            leaf.values[atom] = dict(poly)
        return {(atom,): 1}

    for name, what in ALIKE.items():
        if any(getattr(s, name) != getattr(first, name) for s in states):
            raise first.refuse(f"{what} on some paths alone")
    for name in first.registers:
        result.registers[name] = joined([s.registers[name] for s in states])
    for place in sorted(set().union(*(s.memory for s in states))):
        values = [s.memory.get(place, Unknown("not written on every path")) for s in states]
        result.memory[place] = joined(values)
    for name in list(result.vectors):
        if any(s.vectors.get(name) != result.vectors[name] for s in states):
            del result.vectors[name]
    result.masks = {k: f for k, f in first.masks.items() if all(s.masks.get(k) == f for s in states)}
    for flag in ("carry", "overflow", "zero"):
        # A number whose zero flag is not yet asked for is not a flag, though it may be the same polynomial.
        held = [getattr(s, flag) for s in states]
        if any(type(h) is not type(held[0]) or h != held[0] for h in held):
            setattr(result, flag, Unknown("differs between paths that meet"))
    result.written, result.gave = any(s.written for s in states), any(s.gave for s in states)
    common = [f for f in first.facts.zero if all(f in s.facts.zero for s in states)]
    positive = [f for f in first.facts.positive if all(f in s.facts.positive for s in states)]
    result.facts = type(first.facts)(tuple(common), tuple(positive))
    trace.joins.append(leaves)
    trace.definitions.append(("join", leaves))
    return result
