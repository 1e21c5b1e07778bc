"""Models of river crossings in the styles in which people write them, drawn at random, with what tells the situations of each.

A style is a choice of how facts tell where everybody is, of loads, rules, types and a language. All styles of a puzzle mean the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from models import Model

LANGUAGES = {
    "English": "farmer wolf goat cabbage left right boat",
    "German": "bauer wolf ziege kohl links rechts boot",
    "French": "fermier loup chevre chou gauche droite bateau",
    "Spanish": "granjero lobo cabra col izquierda derecha barca",
    "Italian": "contadino lupo capra cavolo sinistra destra barca",
    "letters": "f w g c l r b",
}
PEOPLE = {
    "English": "missionaries cannibals left right boat",
    "German": "missionare kannibalen links rechts boot",
    "French": "missionnaires cannibales gauche droite bateau",
    "Spanish": "misioneros canibales izquierda derecha barca",
    "Italian": "missionari cannibali sinistra destra barca",
    "letters": "m c l r b",
}
Shape = Literal["at", "sides", "crossed", "own", "bare"]
SHAPES: Sequence[Shape] = ("at", "sides", "crossed", "own", "bare")
"""``(at wolf left)``, ``(on-left wolf)``, ``(crossed wolf)`` or not, ``(wolf-at left)``, ``(wolf-left)``"""


def joined(conditions: Sequence[str]) -> str:
    return f"(and {' '.join(conditions)})"


@dataclass(frozen=True)
class FarmerStyle:
    """How the farmer's crossing is written."""

    family = "drawn crossing"
    language: str
    shape: Shape
    farmer: Literal["alike", "own", "boat"]
    """told like the others, by a predicate of his own, or as the boat"""
    staged: bool
    """whether one gets into the boat, crosses and gets out, in actions of their own"""
    eats: bool
    """whether facts say who eats whom"""
    typed: bool

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(LANGUAGES[self.language].split())

    @property
    def items(self) -> tuple[str, ...]:
        return self.names[1:4]

    @property
    def sides(self) -> tuple[str, str]:
        return self.names[4], self.names[5]

    def at(self, who: str, side: str) -> str:
        """A fact that somebody is at a side."""
        farmer, boat = self.names[0], self.names[6]
        if who == farmer and self.farmer != "alike":
            name = boat if self.farmer == "boat" else farmer
            return f"({name}-at {side})" if self.by_variables or self.shape == "own" else f"({name}-{side})"
        match self.shape:
            case "at":
                return f"(at {who} {side})"
            case "sides":
                return f"(on-{side} {who})"
            case "crossed":
                return f"(crossed {who})" if side == self.sides[1] else f"(not (crossed {who}))"
            case "own":
                return f"({who}-at {side})"
            case "bare":
                return f"({who}-{side})"

    @property
    def by_variables(self) -> bool:
        """Whether variables stand for sides and items."""
        return self.shape == "at"

    def moved(self, who: str, here: str, there: str) -> list[str]:
        if here == there:
            return []
        if self.shape == "crossed" and (who != self.names[0] or self.farmer == "alike"):
            return [self.at(who, there)]
        return [f"(not {self.at(who, here)})", self.at(who, there)]

    def safe(self, here: str, without: str = "") -> list[str]:
        """Conditions that nobody is eaten at a side that the farmer leaves, perhaps with somebody."""
        wolf, goat, cabbage = self.items
        if self.by_variables and self.eats:
            kind = " - item" if self.typed else ""
            spared = f"(= ?y {without}) (= ?z {without}) " if without else ""
            return [
                f"(forall (?y ?z{kind}) (or {spared}(not (eats ?y ?z)) (not {self.at('?y', here)}) (not {self.at('?z', here)})))"
            ]
        pairs = [pair for pair in ((wolf, goat), (goat, cabbage)) if without not in pair]
        same = [f"(= {without} {{}})"] if without.startswith("?") else []
        return [
            f"(or {' '.join(form.format(one) for form in same for one in pair)} "
            f"(not {self.at(pair[0], here)}) (not {self.at(pair[1], here)}))"
            for pair in pairs
        ]

    def ways(self) -> Iterator[tuple[str, str, str]]:
        """The name of each direction, with the sides, variables where they may stand for sides."""
        if self.by_variables:
            yield "", "?from", "?to"
        else:
            one, two = self.sides
            yield f"-{two}", one, two
            yield f"-{one}", two, one

    def cargo(self) -> Sequence[str]:
        return ["?x"] if self.by_variables else self.items

    def action(self, name: str, used: Sequence[str], asked: Sequence[str], done: Sequence[str]) -> str:
        kinds = {"?x": "item", "?from": "side", "?to": "side"}
        parameters = " ".join(f"{one} - {kinds[one]}" if self.typed else one for one in used)
        told = [f"({kinds[one]} {one})" for one in used if not self.typed]
        return f"(:action {name} :parameters ({parameters}) :precondition {joined([*told, *asked])} :effect {joined(done)})"

    def actions(self) -> Iterator[str]:
        farmer = self.names[0]
        for way, here, there in self.ways():
            used = [one for one in (here, there) if one[0] == "?"]
            asked = [self.at(farmer, here), *(["(not (= ?from ?to))"] if used else [])]
            if self.staged:
                yield self.action(f"sail{way}", used, [*asked, *self.safe(here)], self.moved(farmer, here, there))
                for one in self.cargo():
                    name, more = ("", ["?x"]) if one == "?x" else (f"-{one}", [])
                    loaded = [*used[:1], *more]
                    gone = self.at(one, here)
                    yield self.action(
                        f"load{name}{way}",
                        loaded,
                        [asked[0], gone, "(empty)"],
                        [f"(not {gone})", f"(in {one})", "(not (empty))"],
                    )
                    yield self.action(
                        f"unload{name}{way}", loaded, [asked[0], f"(in {one})"], [gone, f"(not (in {one}))", "(empty)"]
                    )
            else:
                yield self.action(f"go{way}", used, [*asked, *self.safe(here)], self.moved(farmer, here, there))
                for one in self.cargo():
                    name, more = ("", ["?x"]) if one == "?x" else (f"-{one}", [])
                    changed = [*self.moved(farmer, here, there), *self.moved(one, here, there)]
                    yield self.action(
                        f"take{name}{way}", [*more, *used], [*asked, self.at(one, here), *self.safe(here, one)], changed
                    )

    @property
    def is_possible(self) -> bool:
        """Whether it says what it should: a load is nowhere, which ``crossed`` cannot tell, and facts of who eats whom need variables."""
        return not (self.staged and self.shape == "crossed") and not (self.eats and not self.by_variables)

    @property
    def texts(self) -> tuple[str, str]:
        farmer, (left, right) = self.names[0], self.sides
        actions = [*self.actions()]
        begun = [self.at(one, left) for one in (farmer, *self.items) if not self.at(one, left).startswith("(not")]
        begun += ["(empty)"] * self.staged
        begun += ["(eats {} {})".format(*pair) for pair in (self.items[:2], self.items[1:])] * self.eats
        begun += [] if self.typed else [f"(item {one})" for one in self.items]
        begun += [] if self.typed or not self.by_variables else [f"(side {one})" for one in self.sides]
        words = f"{' '.join(actions)} {' '.join(begun)}"
        forms = {
            "at": "(at ?x ?s)", "eats": "(eats ?x ?y)", "in": "(in ?x)", "empty": "(empty)", "item": "(item ?x)", "side": "(side ?s)",
            "crossed": "(crossed ?x)", f"on-{left}": f"(on-{left} ?x)", f"on-{right}": f"(on-{right} ?x)",
            **{f"{one}-at": f"({one}-at ?s)" for one in self.names},
            **{f"{one}-{side}": f"({one}-{side})" for one in self.names for side in self.sides},
        }  # fmt: skip
        predicates = [form for name, form in forms.items() if f"({name} " in words or f"({name})" in words]
        here, there = (f"{' '.join(self.items)}{' - item' * self.typed}", f"{left} {right}{' - side' * self.typed}")
        person = f"{farmer}{' - person' * self.typed}" * (self.farmer == "alike")
        named, listed = (
            [person],
            list[str](),
        )  # the domain names the farmer, the items and the sides only where no variables stand for them
        (listed if self.eats else named).append(here)
        (listed if self.by_variables else named).append(there)
        types = "(:types item person - object side)" if self.typed else ""
        domain = (
            f"(define (domain river) (:requirements :adl) {types} (:constants {' '.join(named)})"
            f" (:predicates {' '.join(predicates)}) {' '.join(actions)})"
        )
        goal = joined([self.at(one, right) for one in (farmer, *self.items)])
        problem = f"(define (problem across) (:domain river) (:objects {' '.join(listed)}) (:init {' '.join(begun)}) (:goal {goal}))"
        return domain, problem

    @property
    def judged(self) -> Model:
        farmer, wolf, goat, cabbage, left, right, boat = self.names
        who = {wolf: "wolf", goat: "goat", cabbage: "cabbage", farmer: "farmer"}
        names = {**who, left: "left bank", right: "right bank"}
        told = list[str]()
        match self.shape:
            case "at":
                told = ["at WHO PLACE"]
            case "sides":
                told = [f"{side}: on-{side} WHO" for side in self.sides]
            case "crossed":
                told = ["crossed WHO", *[f"crossed {farmer}"] * (self.farmer == "alike")]
            case "own":
                told = [f"{one}: {one}-at PLACE" for one in (*self.items, *[farmer] * (self.farmer == "alike"))]
            case "bare":
                told = [
                    f"{one}: {side}: {one}-{side}"
                    for one in (*self.items, *[farmer] * (self.farmer == "alike"))
                    for side in self.sides
                ]
        if self.farmer != "alike":
            name = boat if self.farmer == "boat" else farmer
            placed = self.by_variables or self.shape == "own"
            told += [f"{name}-at PLACE"] if placed else [f"{side}: {name}-{side}" for side in self.sides]
        return Model("wolf-goat-cabbage", told, names, boat="farmer", written=self.texts)


@dataclass(frozen=True)
class PeopleStyle:
    """How missionaries and cannibals are counted."""

    family = "drawn crossing"
    language: str
    shape: Literal["sides", "own"]
    """``(missionaries left)`` as a function, or ``(missionaries-left)``"""
    boat: Literal["boat-at", "boat", "moored", "bare", "absent"]
    """``(boat-at left)``, …, ``(boat-left)`` and ``(boat-right)``, or ``(boat-left)`` that does not hold"""
    capital: bool
    """whether the two kinds are called by their first letters"""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(PEOPLE[self.language].split())

    @property
    def kinds(self) -> tuple[str, str]:
        one, two = self.names[:2]
        return (one[0], two[0]) if self.capital else (one, two)

    @property
    def sides(self) -> tuple[str, str]:
        return self.names[2], self.names[3]

    def number(self, kind: str, side: str) -> str:
        return f"({kind} {side})" if self.shape == "sides" else f"({kind}-{side})"

    def boat_at(self, side: str) -> str:
        boat, left = self.names[4], self.names[2]
        if self.boat == "absent":
            return f"({boat}-{left})" if side == left else f"(not ({boat}-{left}))"
        name = {"boat-at": f"{boat}-at", "boat": boat, "moored": "moored", "bare": ""}[self.boat]
        return f"({name} {side})" if name else f"({boat}-{side})"

    def boat_moved(self, here: str, there: str) -> list[str]:
        if self.boat == "absent":
            return [self.boat_at(there)]
        return [f"(not {self.boat_at(here)})", self.boat_at(there)]

    def actions(self) -> Iterator[str]:
        one, two = self.kinds
        for here, there in (self.sides, self.sides[::-1]):
            for many, few in ((1, 0), (2, 0), (0, 1), (0, 2), (1, 1)):
                left = [f"(- {self.number(kind, here)} {number})" for kind, number in ((one, many), (two, few))]
                reached = [f"(+ {self.number(kind, there)} {number})" for kind, number in ((one, many), (two, few))]
                asked = [
                    self.boat_at(here),
                    *(
                        f"(>= {self.number(kind, here)} {number})"
                        for kind, number in ((one, many), (two, few))
                        if number
                    ),
                    *(f"(or (= {some} 0) (>= {some} {others}))" for some, others in (left, reached)),
                ]
                done = self.boat_moved(here, there)
                for kind, number in ((one, many), (two, few)):
                    if number:
                        done += [
                            f"(decrease {self.number(kind, here)} {number})",
                            f"(increase {self.number(kind, there)} {number})",
                        ]
                name = f"cross-{many}{one[0]}{few}{two[0]}-to-{there}"
                yield f"(:action {name} :parameters () :precondition {joined(asked)} :effect {joined(done)})"

    @property
    def texts(self) -> tuple[str, str]:
        (one, two), (left, right), actions = self.kinds, self.sides, [*self.actions()]
        constants = f"(:constants {left} {right})"
        boat = (
            f"({self.boat_at(left)[1:-1].split()[0]} ?s)" if f" {left})" in self.boat_at(left) else self.boat_at(left)
        )
        more = f" {self.boat_at(right)}" if self.boat == "bare" else ""
        numbers = (
            [f"({one} ?s) ({two} ?s)"]
            if self.shape == "sides"
            else [self.number(kind, side) for kind in (one, two) for side in (left, right)]
        )
        domain = (
            f"(define (domain river) (:requirements :adl :fluents) {constants} (:predicates {boat}{more})"
            f" (:functions {' '.join(numbers)}) {' '.join(actions)})"
        )
        begun = [f"(= {self.number(kind, side)} {3 * (side == left)})" for kind in (one, two) for side in (left, right)]
        goal = joined([f"(= {self.number(kind, right)} 3)" for kind in (one, two)])
        problem = f"(define (problem across) (:domain river) (:objects) (:init {self.boat_at(left)} {' '.join(begun)}) (:goal {goal}))"
        return domain, problem

    @property
    def judged(self) -> Model:
        (one, two), (left, right) = self.kinds, self.sides
        names = {one: "M", two: "C", left: "left bank", right: "right bank"}
        told = ["= KIND PLACE NUMBER"]
        if self.shape == "own":
            told = [f"{kind}: {side}: = {kind}-{side} NUMBER" for kind in (one, two) for side in (left, right)]
        match self.boat:
            case "absent":
                told.append(f"{self.names[4]}-{left}")
                names |= {left: "left bank"}
            case "bare":
                told += [f"{side}: {self.names[4]}-{side}" for side in (left, right)]
            case _:
                told.append(f"{self.boat_at('PLACE')[1:-1]}")
        return Model("missionaries-cannibals", told, names, parameters={"capacity": 2}, written=self.texts)


Style = FarmerStyle | PeopleStyle


def styles(draw: random.Random) -> Iterator[Style]:
    """Yield styles without an end."""
    while True:
        if draw.random() < 0.35:
            shape, boat = draw.choice(("sides", "own")), draw.choice(("boat-at", "boat", "moored", "bare"))
            yield PeopleStyle(draw.choice([*PEOPLE]), shape, boat, draw.random() < 0.3)
        else:
            language, shape = draw.choice([*LANGUAGES]), draw.choice(SHAPES)
            farmer, flags = draw.choice(("alike", "own", "boat")), [draw.random() < 0.5 for _ in range(3)]
            style = FarmerStyle(language, shape, farmer, *flags)
            if style.is_possible:
                yield style
