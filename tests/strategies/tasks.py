"""Random planning tasks as PDDL text: STRIPS to ADL with derived predicates, action costs and numbers."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from hypothesis import strategies as st
from pddl_by_trial import LiteralTask

__all__ = ["FACTS", "OBJECTS", "PREDICATES", "TYPES", "Drawn", "tasks"]

TYPES = ("thing", "toy", "spot")
"""``toy`` is a kind of ``thing``"""
OBJECTS = {"thing": ("t1",), "toy": ("y1", "y2"), "spot": ("s1", "s2")}
OF_TYPE = {"thing": ("t1", "y1", "y2"), "toy": ("y1", "y2"), "spot": ("s1", "s2")}
PREDICATES = {"lit": (), "on": ("thing",), "at-spot": ("thing", "spot"), "near": ("spot", "spot"), "held": ("toy",)}
DERIVED = {"fine": (), "seen": ("thing",)}
"""each may depend on itself and on the other; if one depends on its own negation in a cycle, the domain has no meaning"""
FACTS = [
    f"({' '.join((name, *arguments))})"
    for name, kinds in PREDICATES.items()
    for arguments in itertools.product(*(OF_TYPE[kind] for kind in kinds))
]
"""all facts that are not derived"""
Scope = dict[str, str]
"""the types of the variables"""


class Drawn(NamedTuple):
    """A domain and a problem."""

    domain: str
    problem: str
    derived: bool
    costs: bool
    numeric: bool


def _terms(draw: st.DrawFn, types: tuple[str, ...], scope: Scope, constants: bool) -> str:
    found = []
    for kind in types:
        fitting = [name for name, one in scope.items() if one == kind or (one, kind) == ("toy", "thing")]
        choices = [*fitting, *(OF_TYPE[kind] if constants or not fitting else ())]
        found.append(draw(st.sampled_from(choices)))
    return "".join(f" {term}" for term in found)


class _Maker:
    """A generator of the parts of a domain; constants are all of the objects."""

    def __init__(self, draw: st.DrawFn, adl: bool, derived: bool, numeric: bool) -> None:
        self.draw, self.adl, self.derived, self.numeric = draw, adl, derived, numeric
        self.names = 0

    def atom(self, scope: Scope, derived: bool = False) -> str:
        known = {**PREDICATES, **(DERIVED if derived else {})}
        name = self.draw(st.sampled_from(sorted(known)))
        return f"({name}{_terms(self.draw, known[name], scope, self.adl)})"

    def variable(self) -> tuple[str, str]:
        self.names += 1
        return f"?v{self.names}", self.draw(st.sampled_from(TYPES))

    def condition(self, scope: Scope, depth: int = 2) -> str:
        parts = self.draw(st.integers(0, 2))
        if not self.adl:
            return f"(and {' '.join(self.atom(scope) for _ in range(parts))})"
        kinds = ["atom", "not", "equal", *(["greater"] if self.numeric else [])]
        kinds += ["and", "or", "imply", "exists", "forall", "neither"] if depth else []
        match self.draw(st.sampled_from(kinds)):
            case "not":
                return f"(not {self.atom(scope, self.derived)})"
            case "neither":
                return f"(not {self.condition(scope, depth - 1)})"
            case "equal":
                kind = self.draw(st.sampled_from(TYPES))
                return f"(={_terms(self.draw, (kind, kind), scope, True)})"
            case "greater":
                return f"({self.draw(st.sampled_from(['>=', '<']))} (fuel{_terms(self.draw, ('toy',), scope, True)}) 2)"
            case "and" | "or" as joined:
                return f"({joined} {' '.join(self.condition(scope, depth - 1) for _ in range(parts))})"
            case "imply":
                return f"(imply {self.condition(scope, depth - 1)} {self.condition(scope, depth - 1)})"
            case "exists" | "forall" as quantifier:
                name, kind = self.variable()
                return f"({quantifier} ({name} - {kind}) {self.condition({**scope, name: kind}, depth - 1)})"
        return self.atom(scope, self.derived)

    def effect(self, scope: Scope, depth: int = 2) -> str:
        match self.draw(st.sampled_from(["add", "delete", *(["when", "forall"] if self.adl and depth else [])])):
            case "delete":
                return f"(not {self.atom(scope)})"
            case "when":
                return f"(when {self.condition(scope, 1)} {self.effect(scope, 0)})"
            case "forall":
                name, kind = self.variable()
                return f"(forall ({name} - {kind}) {self.effect({**scope, name: kind}, depth - 1)})"
        return self.atom(scope)

    def action(self, number: int, costs: bool) -> str:
        scope = {f"?x{place}": self.draw(st.sampled_from(TYPES)) for place in range(self.draw(st.integers(0, 2)))}
        effects = [self.effect(scope) for _ in range(self.draw(st.integers(1, 3)))]
        if self.draw(st.integers(0, 3)) == 0:  # a fact that is both deleted and added holds afterwards
            effects += [f"(not {one})" for one in effects if not one.startswith(("(not", "(when", "(forall"))]
        if self.numeric and self.draw(st.booleans()):
            change = self.draw(st.sampled_from(["decrease", "assign"]))
            effects.append(
                f"({change} (fuel{_terms(self.draw, ('toy',), scope, True)}) {self.draw(st.integers(0, 1))})"
            )
        if costs:
            price = self.draw(st.sampled_from(["0", "1", "3", f"(price{_terms(self.draw, ('spot',), scope, True)})"]))
            effects.append(f"(increase (total-cost) {price})")
        parameters = " ".join(f"{name} - {kind}" for name, kind in scope.items())
        return (
            f"(:action act-{number} :parameters ({parameters})\n   :precondition {self.condition(scope)}\n"
            f"   :effect (and {' '.join(effects)}))"
        )


@st.composite
def tasks(draw: st.DrawFn, derived: bool = True, numeric: bool = True) -> Drawn:
    """Draw a task, with derived predicates and numbers only if allowed.

    All objects are constants of the domain.
    """
    adl = draw(st.integers(0, 3)) > 0
    derives = derived and adl and draw(st.booleans())
    numbers = numeric and adl and not derives and draw(st.booleans())
    costs = not numbers and draw(st.booleans())
    maker = _Maker(draw, adl, derives, numbers)
    rules = [
        f"(:derived ({head}) {maker.condition(scope, 1)})"
        for head, scope in (("seen ?x - thing", {"?x": "thing"}), ("fine", {}))
    ]
    functions = ["(price ?s - spot)", "(total-cost)"] if costs else ["(fuel ?y - toy)"] if numbers else []
    actions = [maker.action(number, costs) for number in range(draw(st.integers(2, 5)))]
    signatures = {**PREDICATES, **(DERIVED if derives else {})}
    predicates = " ".join(
        f"({name}{''.join(f' ?a{place} - {kind}' for place, kind in enumerate(kinds))})"
        for name, kinds in signatures.items()
    )
    requirements = [":adl" if adl else ":strips :typing", *([":derived-predicates"] if derives else [])]
    requirements += [":action-costs"] if costs else [":fluents"] if numbers else []
    lines = [
        "(define (domain drawn)",
        f"(:requirements {' '.join(requirements)})",
        "(:types toy - thing thing spot - object)",
        f"(:constants {' '.join(f'{name} - {kind}' for kind, names in OBJECTS.items() for name in names)})",
        f"(:predicates {predicates})",
        *([f"(:functions {' '.join(functions)})"] if functions else []),
        *(rules if derives else []),
        *actions,
    ]
    facts = draw(st.lists(st.sampled_from(FACTS), unique=True, min_size=3, max_size=9))
    values = [f"(= (fuel {toy}) {draw(st.integers(0, 3))})" for toy in OF_TYPE["toy"]] if numbers else []
    values += ["(= (total-cost) 0)"] if costs else []
    values += [f"(= (price {spot}) {draw(st.integers(0, 3))})" for spot in OF_TYPE["spot"]] if costs else []
    goal = (
        maker.condition({})
        if adl
        else f"(and {' '.join(draw(st.lists(st.sampled_from(FACTS), min_size=1, max_size=3, unique=True)))})"
    )
    domain = "\n".join(lines) + ")\n"

    def problem(goal: str) -> str:
        parts = [
            "(define (problem drawn-1) (:domain drawn) (:objects)",
            f"(:init {' '.join([*facts, *values])})",
            f"(:goal {goal})",
            *(["(:metric minimize (total-cost))"] if costs else []),
        ]
        return "\n".join(parts) + ")\n"

    if draw(st.integers(0, 2)):
        goal = _further_on(draw, domain, problem(goal), adl) or goal
    return Drawn(domain, problem(goal), derives, costs, numbers)


def _further_on(draw: st.DrawFn, domain: str, problem: str, adl: bool) -> str | None:
    """Return a goal that some moves reach and that does not hold at the start; None if there is none."""
    try:
        trial = LiteralTask(domain, problem)
    except AssertionError:  # a derived predicate depends on its own negation
        return None
    state = trial.initial
    for _ in range(draw(st.integers(2, 6))):
        following = sorted({(move, after) for move, after, _ in trial.successors(state) if after != state}, key=repr)
        state = draw(st.sampled_from(following))[1] if following else state
    first, last = trial.add_derived_facts(trial.initial).facts, trial.add_derived_facts(state).facts
    new = [f"({' '.join(fact)})" for fact in sorted(last - first)]
    new += [f"(not ({' '.join(fact)}))" for fact in sorted(first - last)] if adl else []
    return (
        f"(and {' '.join(draw(st.lists(st.sampled_from(new), min_size=1, max_size=3, unique=True)))})" if new else None
    )
