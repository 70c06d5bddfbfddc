"""What is known of one aliasing of a routine, and what its limbs are: elements, flags, limbs in their range."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.contract import Contract, Expression, Named, Shape, Values
from core.decide import Lemmas, proves, proves_by_cases
from core.flow import Program
from core.layout import limb_of
from core.modular import EXACT, Elements, NotShown
from core.state import WIDTH, Lane, LaneMask, Pointer, State, Value
from core.terms import Facts, P, Poly, Trace, atoms_of, constant, plus


@dataclass
class Names(Named):
    """Elements of their own for those of a proof, the same for the same ones."""

    proof: Proof
    inverses: dict[frozenset, Expression] = field(default_factory=dict)

    def __call__(self, values: Values) -> Values:
        return {n: self.proof.name_of(e) for n, e in values.items()}

    def inverse(self, element: Expression) -> Expression:
        key = frozenset(self.proof.reducer.idempotent(element.poly).items())
        if key not in self.inverses:
            self.inverses[key] = Expression(self.proof.any_element(), self.proof.p)
        return self.inverses[key]


@dataclass
class Proof:
    """One aliasing of one routine."""

    contract: Contract
    program: Program
    regions: dict[str, str]
    lemmas: Lemmas
    trace: Trace = field(default_factory=Trace)
    # The elements by name, of each register of lanes that a limb takes.
    sides: list[Values] = field(default_factory=list)
    state_elements: Values | None = None
    ends: list[State] = field(default_factory=list)
    # Flags that other routines give, and the elements that are 0 mod p where they are 1; and those that are odd.
    given_flags: dict[int, Poly] = field(default_factory=dict)
    given_odds: dict[int, Poly] = field(default_factory=dict)
    # Elements that stand for a sum, whose powers are named.
    sums: dict[frozenset, int] = field(default_factory=dict)
    # Whether it calls another one.
    calls: bool = False
    untouched: dict[tuple[str, int], Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        isa = self.program.routine.isa
        self.convention = isa.conventions[self.contract.abi]
        self.features = isa.features(self.contract)
        self.p = EXACT if self.contract.exact else P
        self.shape = self.contract.shape
        self.lanes = self.shape.width if self.shape.step > 8 else 0
        # Of lanes that are followed one by one, those of each.
        self.apart = self.contract.apart
        # Elements that have names of their own in it, by what they are.
        self.named: dict[frozenset, Expression] = {}
        self.name = Names(self)
        self.sides = [{} for _ in range(WIDTH if self.apart else self.shape.parts)]
        self.filled = self.sides
        self.reducer = Elements(self.trace, self.lemmas, self.p, self.shape.bits if self.lanes else 64)
        self.reducer.powers = {} if self.contract.powers else None
        if self.contract.choices:
            self.reducer.name = lambda poly: self.name_of(Expression(poly, self.p)).poly
        ask = proves_by_cases if self.lanes else proves
        self.trace.contradicts = lambda poly: ask(self.trace, Facts(), poly, self.lemmas)
        self.at: dict[tuple[str, int], Expression] = {}
        # For the comparison with the processor: atoms of input limbs by place, and of the bits that a narrow argument
        # leaves over.
        self.limb_atoms: dict[tuple[str, int], int] = {}
        self.junk: dict[str, int] = {}
        self.at_entry: list[State] = []

    def number(self, limbs: list[Poly], shape: Shape | None = None) -> Poly:
        total: Poly = {}
        for k, limb in enumerate(limbs):
            total = plus(total, limb, 1 << (shape or self.shape).bits * k)
        return total

    @property
    def outputs(self) -> set[str]:
        """Those that hold something at the end."""
        names = {name for argument in self.contract.arrays() for name in argument.outputs}
        return names.difference(self.contract.scratch)

    @property
    def elements(self) -> Values:
        return self.sides[0]

    def new_element(self, limbs: list[int], shape: Shape | None = None) -> Expression:
        element = trace_element(self.trace)
        self.reducer.inputs.append((limbs, {(element,): 1}, (shape or self.shape).bits))
        return Expression({(element,): 1}, self.p)

    def any_element(self) -> Poly:
        return {(trace_element(self.trace),): 1}

    def name_of(self, element: Expression) -> Expression:
        """An element that is more than a name or a flag as one of its own, which is the same for the same one."""
        poly = self.reducer.idempotent(element.poly)
        if len(poly) < 2 and all(len(m) < 2 for m in poly):
            return Expression(poly, self.p)
        key = frozenset(poly.items())
        if key not in self.named:
            self.named[key] = Expression(self.any_element(), self.p)
        return self.named[key]

    def limbs(self, state: State, region: str, offset: int, shape: Shape) -> list[Poly]:
        result = []
        for j in range(len(shape.inputs)):
            place = Pointer(region, offset + shape.step * j)
            limb: Value | None
            if self.lanes and shape.step == 8:
                limb = state.load(place)
            elif self.lanes:
                value = state.loaded(place) if region == "constants" else state.lane_at(place)
                limb = limb_of(state, shape, j, value) if isinstance(value, Lane) else None
            else:
                limb = state.memory.get((place.region, place.offset))
            if not isinstance(limb, dict):
                raise state.refuse(f"does not write {region}{offset + shape.step * j:+d}")
            result.append(limb)
        return result

    def same(
        self, state: State, limbs: list[Poly], wanted: Expression | None, name: str, shape: Shape | None = None
    ) -> None:
        """Whether the limbs are in their range, and their number is what is wanted, if anything is."""
        shape = shape or self.shape
        for k, limb in enumerate(limbs):
            most = shape.outputs[k % len(shape.outputs)]
            if not self.within(state, limb, shape.least(most), most):
                raise NotShown(f"limb {k} of {name} is not shown to be in its range", sorted(atoms_of(limb)))
        number = self.number(limbs, shape)
        if wanted is not None and self.reducer.value(number, state.facts) != self.reducer.idempotent(wanted.poly):
            raise NotShown(f"{name} is not what the contract says", sorted(atoms_of(number)))
        ways = (plus(number, constant(P), -1), plus(constant(-1), number, -1)) if self.contract.below_p(name) else ()
        if not all(proves_by_cases(self.trace, state.facts, way, self.lemmas) for way in ways):
            raise NotShown(f"{name} is not shown to be from 0 to p - 1", sorted(atoms_of(number)))

    def within(self, state: State, limb: Poly, least: int, most: int) -> bool:
        lo, hi = self.trace.range(limb)
        over, under = plus(limb, constant(most + 1), -1), plus(constant(least - 1), limb, -1)
        return (hi <= most or proves(self.trace, state.facts, over, self.lemmas)) and (
            lo >= least or (least < 0 and proves(self.trace, state.facts, under, self.lemmas))
        )

    def same_flag(self, state: State, value: Value | None, wanted: Expression, name: str, side: int) -> None:
        if not isinstance(value, LaneMask) or self.reducer.value(value.sides[side], state.facts) != wanted.poly:
            raise state.refuse(f"{name} is not the flag that the contract says")


def trace_element(trace: Trace) -> int:
    """An element is no unknown."""
    trace.fresh -= 1
    return trace.new("element", 0, 2**256 - 1)
