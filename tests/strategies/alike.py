"""Random planning tasks as PDDL text with interchangeable objects.

Each fact of the start and the goal about one object also holds for all objects of its class.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from hypothesis import strategies as st

__all__ = ["AlikeTask", "alike_tasks"]

PREDICATES = {
    "lit": ("ball",), "at": ("ball", "room"), "on": ("ball", "ball"), "open": ("room",), "near": ("object", "room"),
    "round": ("ball",), "pair": ("ball", "ball"),
}  # fmt: skip
"""the last predicates are static"""
CHANGED = ("lit", "at", "on", "open", "near")
DERIVED = {"free": ("ball",), "above": ("ball", "ball")}
NOTHING = "(and)"
RULES = """
 (:derived (free ?b - ball) (not (exists (?c - ball) (on ?c ?b))))
 (:derived (above ?b ?c - ball) (or (on ?b ?c) (exists (?d - ball) (and (on ?b ?d) (above ?d ?c)))))"""


class AlikeTask(NamedTuple):
    """A PDDL domain and problem with interchangeable objects."""

    domain: str
    problem: str


@st.composite
def alike_tasks(draw: st.DrawFn) -> AlikeTask:
    """Draw a task with up to four balls and up to two rooms; the first ball may be a constant."""
    balls, rooms = draw(st.integers(2, 4)), draw(st.integers(1, 2))
    objects = {"ball": [f"b{n}" for n in range(balls)], "room": [f"r{n}" for n in range(rooms)]}
    constants = draw(st.integers(0, 1))
    cut = draw(st.integers(0, balls // 2))
    classes = {
        "ball": [part for part in (objects["ball"][:cut], objects["ball"][cut:]) if part],
        "room": [objects["room"]],
    }
    derives, numbers, costs = (draw(st.booleans()) for _ in range(3))

    def atom(scope: dict[str, str], names: tuple[str, ...]) -> str:
        name = draw(st.sampled_from(names))
        kinds = {**PREDICATES, **DERIVED}[name]
        fitting = [[one for one, of in scope.items() if kind in (of, "object")] for kind in kinds]
        fitting = [
            some + (objects["ball"][:constants] if kind == "ball" else [])
            for some, kind in zip(fitting, kinds, strict=True)
        ]
        return f"({name} {' '.join(draw(st.sampled_from(some)) for some in fitting)})" if all(fitting) else NOTHING

    def condition(scope: dict[str, str], depth: int) -> str:
        match draw(st.sampled_from(["atom", "not", "not", "or", "exists", "forall", "equal", "number"])):
            case "not":
                return f"(not {atom(scope, asked)})"
            case "or" if depth:
                return f"(or {condition(scope, depth - 1)} {condition(scope, depth - 1)})"
            case "exists" | "forall" as quantifier if depth:
                return f"({quantifier} (?v{depth} - ball) {condition({**scope, f'?v{depth}': 'ball'}, depth - 1)})"
            case "equal" if len(scope) > 1:
                return f"(not (= {' '.join(itertools.islice(scope, 2))}))"
            case "number" if numbers and (one := next((one for one, kind in scope.items() if kind == "ball"), None)):
                return f"(< (size {one}) 2)"
        return atom(scope, asked)

    def effect(scope: dict[str, str], depth: int) -> str:
        match draw(st.sampled_from(["add", "add", "add", "delete", "when", "forall", "number"])):
            case "delete" if (deleted := atom(scope, CHANGED)) != NOTHING:
                return f"(not {deleted})"
            case "when" if depth:
                return f"(when {condition(scope, 1)} {effect(scope, 0)})"
            case "forall" if depth:
                return f"(forall (?w - ball) {effect({**scope, '?w': 'ball'}, depth - 1)})"
            case "number" if numbers and (one := next((one for one, kind in scope.items() if kind == "ball"), None)):
                return f"(assign (size {one}) {draw(st.integers(1, 2))})"
        added = atom(scope, CHANGED)
        made.update(name for name in CHANGED if added.startswith(f"({name} "))
        return added

    made = set[str]()
    asked = (*PREDICATES, *(DERIVED if derives else ()))
    actions = []
    for number in range(draw(st.integers(2, 3))):
        kinds = draw(st.lists(st.sampled_from(["ball", "ball", "room"]), min_size=1, max_size=2))
        scope = {f"?x{place}": kind for place, kind in enumerate(kinds)}
        effects = [effect(scope, 1) for _ in range(draw(st.integers(1, 2)))]
        if costs:
            balls_of = [one for one, kind in scope.items() if kind == "ball"]
            effects.append(f"(increase (total-cost) {f'(price {balls_of[0]})' if balls_of else 1})")
        actions.append(
            f"(:action act-{number} :parameters ({' '.join(f'{one} - {kind}' for one, kind in scope.items())})\n"
            f"  :precondition (and {' '.join(condition(scope, 2) for _ in range(draw(st.integers(0, 1))))})\n"
            f"  :effect (and {' '.join(effects)}))"
        )

    def closed(kinds: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Yield all choices of objects from classes: all different, or equal where they are of one class."""
        chosen = [
            draw(st.sampled_from([part for of in classes if kind in (of, "object") for part in classes[of]]))
            for kind in kinds
        ]
        several = draw(st.booleans())
        return (one for one in itertools.product(*chosen) if (len({*one}) == len(one)) == several)

    def said(names: tuple[str, ...]) -> list[str]:
        name = draw(st.sampled_from(names))
        return [f"({name} {' '.join(one)})" for one in closed(PREDICATES[name])]

    facts = {fact: None for _ in range(draw(st.integers(1, 4))) for fact in said((*PREDICATES,))}
    for fact in draw(st.lists(st.sampled_from([*facts]), max_size=1)) if facts else ():
        del facts[fact]
    parts = [
        f"({draw(st.sampled_from(['and', 'or']))} {' '.join(said((*sorted(made),) or CHANGED))})"
        for _ in range(draw(st.integers(1, 2)))
    ]
    values = [
        f"(= ({name} {ball}) {value})"
        for name, given in (("size", numbers), ("price", costs))
        for part in classes["ball"] if given
        for value in [draw(st.integers(1, 2))]
        for ball in part
    ]  # fmt: skip
    signatures = {name: kinds for name, kinds in {**PREDICATES, **DERIVED}.items() if name in asked}
    functions = [*["(size ?b - ball)"] * numbers, *["(price ?b - ball) (total-cost)"] * costs]
    domain = [
        "(define (domain alike) (:requirements :adl :derived-predicates :fluents :action-costs)",
        " (:types ball room - object)",
        *[f" (:constants {' '.join(objects['ball'][:constants])} - ball)"] * constants,
        f" (:predicates {' '.join(_signature(name, kinds) for name, kinds in signatures.items())})",
        *[f" (:functions {' '.join(functions)})"] * bool(functions),
        *[RULES] * derives,
        *actions,
    ]
    problem = [
        "(define (problem alike-1) (:domain alike)",
        f" (:objects {' '.join(objects['ball'][constants:])} - ball {' '.join(objects['room'])} - room)",
        f" (:init {' '.join((*facts, *values, *['(= (total-cost) 0)'] * costs))})",
        f" (:goal (and {' '.join(parts)}))",
        *[" (:metric minimize (total-cost))"] * costs,
    ]
    return AlikeTask("\n".join(domain) + ")\n", "\n".join(problem) + ")\n")


def _signature(name: str, kinds: tuple[str, ...]) -> str:
    return f"({' '.join((name, *(f'?a{place} - {kind}' for place, kind in enumerate(kinds))))})"
