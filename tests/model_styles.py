"""Models of river crossings in random writing styles, with their interpretations.

A style is a choice of predicates for positions and loads, of rules, of types and of a language. All styles of a puzzle are equivalent.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from student_models import StudentModel

FARMER_WORDS = {
    "English": "farmer wolf goat cabbage left right boat",
    "German": "bauer wolf ziege kohl links rechts boot",
    "French": "fermier loup chevre chou gauche droite bateau",
    "Spanish": "granjero lobo cabra col izquierda derecha barca",
    "Italian": "contadino lupo capra cavolo sinistra destra barca",
    "letters": "f w g c l r b",
}
PEOPLE_WORDS = {
    "English": "missionaries cannibals left right boat",
    "German": "missionare kannibalen links rechts boot",
    "French": "missionnaires cannibales gauche droite bateau",
    "Spanish": "misioneros canibales izquierda derecha barca",
    "Italian": "missionari cannibali sinistra destra barca",
    "letters": "m c l r b",
}
Shape = Literal["at", "sides", "crossed", "own", "bare"]
SHAPES: Sequence[Shape] = ("at", "sides", "crossed", "own", "bare")
"""``(at wolf left)``, ``(on-left wolf)``, ``(crossed wolf)`` or its absence, ``(wolf-at left)``, ``(wolf-left)``"""


def join_conditions(conditions: Sequence[str]) -> str:
    return f"(and {' '.join(conditions)})"


@dataclass(frozen=True)
class FarmerStyle:
    """A way to write the farmer's crossing."""

    family = "drawn crossing"
    language: str
    shape: Shape
    farmer: Literal["alike", "own", "boat"]
    """the farmer's position: as that of the others, by a predicate of its own, or as the position of the boat"""
    staged: bool
    """whether getting into the boat, crossing and getting out are separate actions"""
    eats: bool
    """whether facts state which animal eats which"""
    typed: bool

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(FARMER_WORDS[self.language].split())

    @property
    def items(self) -> tuple[str, ...]:
        return self.names[1:4]

    @property
    def sides(self) -> tuple[str, str]:
        return self.names[4], self.names[5]

    def format_position(self, who: str, side: str) -> str:
        """Return the fact that a traveler is at a side."""
        farmer, boat = self.names[0], self.names[6]
        if who == farmer and self.farmer != "alike":
            name = boat if self.farmer == "boat" else farmer
            return f"({name}-at {side})" if self.uses_variables or self.shape == "own" else f"({name}-{side})"
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
    def uses_variables(self) -> bool:
        """Return whether variables stand for sides and items."""
        return self.shape == "at"

    def format_move_effects(self, who: str, here: str, there: str) -> list[str]:
        if here == there:
            return []
        if self.shape == "crossed" and (who != self.names[0] or self.farmer == "alike"):
            return [self.format_position(who, there)]
        return [f"(not {self.format_position(who, here)})", self.format_position(who, there)]

    def format_safety_conditions(self, here: str, without: str = "") -> list[str]:
        """Return conditions that the side that the farmer leaves is safe, perhaps without a passenger."""
        wolf, goat, cabbage = self.items
        if self.uses_variables and self.eats:
            kind = " - item" if self.typed else ""
            spared = f"(= ?y {without}) (= ?z {without}) " if without else ""
            both_here = [f"(not {self.format_position(item, here)})" for item in ("?y", "?z")]
            return [f"(forall (?y ?z{kind}) (or {spared}(not (eats ?y ?z)) {' '.join(both_here)}))"]
        pairs = [pair for pair in ((wolf, goat), (goat, cabbage)) if without not in pair]
        same = [f"(= {without} {{}})"] if without.startswith("?") else []
        return [
            f"(or {' '.join(form.format(one) for form in same for one in pair)} "
            f"(not {self.format_position(pair[0], here)}) (not {self.format_position(pair[1], here)}))"
            for pair in pairs
        ]

    def list_directions(self) -> Iterator[tuple[str, str, str]]:
        """Yield the name of each direction with its two sides, as variables where the style permits."""
        if self.uses_variables:
            yield "", "?from", "?to"
        else:
            one, two = self.sides
            yield f"-{two}", one, two
            yield f"-{one}", two, one

    def list_cargo_terms(self) -> Sequence[str]:
        return ["?x"] if self.uses_variables else self.items

    def format_action(self, name: str, used: Sequence[str], asked: Sequence[str], done: Sequence[str]) -> str:
        kinds = {"?x": "item", "?from": "side", "?to": "side"}
        parameters = " ".join(f"{one} - {kinds[one]}" if self.typed else one for one in used)
        told = [f"({kinds[one]} {one})" for one in used if not self.typed]
        return f"(:action {name} :parameters ({parameters}) :precondition {join_conditions([*told, *asked])} :effect {join_conditions(done)})"

    def format_actions(self) -> Iterator[str]:
        farmer = self.names[0]
        for way, here, there in self.list_directions():
            used = [one for one in (here, there) if one[0] == "?"]
            asked = [self.format_position(farmer, here), *(["(not (= ?from ?to))"] if used else [])]
            if self.staged:
                yield self.format_action(
                    f"sail{way}",
                    used,
                    [*asked, *self.format_safety_conditions(here)],
                    self.format_move_effects(farmer, here, there),
                )
                for one in self.list_cargo_terms():
                    name, more = ("", ["?x"]) if one == "?x" else (f"-{one}", [])
                    loaded = [*used[:1], *more]
                    gone = self.format_position(one, here)
                    yield self.format_action(
                        f"load{name}{way}",
                        loaded,
                        [asked[0], gone, "(empty)"],
                        [f"(not {gone})", f"(in {one})", "(not (empty))"],
                    )
                    yield self.format_action(
                        f"unload{name}{way}", loaded, [asked[0], f"(in {one})"], [gone, f"(not (in {one}))", "(empty)"]
                    )
            else:
                yield self.format_action(
                    f"go{way}",
                    used,
                    [*asked, *self.format_safety_conditions(here)],
                    self.format_move_effects(farmer, here, there),
                )
                for one in self.list_cargo_terms():
                    name, more = ("", ["?x"]) if one == "?x" else (f"-{one}", [])
                    changed = [
                        *self.format_move_effects(farmer, here, there),
                        *self.format_move_effects(one, here, there),
                    ]
                    yield self.format_action(
                        f"take{name}{way}",
                        [*more, *used],
                        [*asked, self.format_position(one, here), *self.format_safety_conditions(here, one)],
                        changed,
                    )

    @property
    def is_possible(self) -> bool:
        """Return whether the style can express the puzzle.

        With ``crossed``, facts cannot express that a load is in neither place; facts about eaters require variables.
        """
        return not (self.staged and self.shape == "crossed") and not (self.eats and not self.uses_variables)

    @property
    def texts(self) -> tuple[str, str]:
        farmer, (left, right) = self.names[0], self.sides
        actions = [*self.format_actions()]
        begun = [
            self.format_position(one, left)
            for one in (farmer, *self.items)
            if not self.format_position(one, left).startswith("(not")
        ]
        begun += ["(empty)"] * self.staged
        begun += ["(eats {} {})".format(*pair) for pair in (self.items[:2], self.items[1:])] * self.eats
        begun += [] if self.typed else [f"(item {one})" for one in self.items]
        begun += [] if self.typed or not self.uses_variables else [f"(side {one})" for one in self.sides]
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
        # The domain names the farmer, the items and the sides only where no variables stand for them.
        named, listed = ([person], list[str]())
        (listed if self.eats else named).append(here)
        (listed if self.uses_variables else named).append(there)
        types = "(:types item person - object side)" if self.typed else ""
        domain = (
            f"(define (domain river) (:requirements :adl) {types} (:constants {' '.join(named)})"
            f" (:predicates {' '.join(predicates)}) {' '.join(actions)})"
        )
        goal = join_conditions([self.format_position(one, right) for one in (farmer, *self.items)])
        problem = f"(define (problem across) (:domain river) (:objects {' '.join(listed)}) (:init {' '.join(begun)}) (:goal {goal}))"
        return domain, problem

    @property
    def judge(self) -> StudentModel:
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
            placed = self.uses_variables or self.shape == "own"
            told += [f"{name}-at PLACE"] if placed else [f"{side}: {name}-{side}" for side in self.sides]
        return StudentModel("wolf-goat-cabbage", told, names, boat="farmer", written=self.texts)


@dataclass(frozen=True)
class PeopleStyle:
    """A way to count missionaries and cannibals."""

    family = "drawn crossing"
    language: str
    shape: Literal["sides", "own"]
    """``(missionaries left)`` as a function, or ``(missionaries-left)``"""
    boat: Literal["boat-at", "boat", "moored", "bare", "absent"]
    """``(boat-at left)``, …, ``(boat-left)`` and ``(boat-right)``, or ``(boat-left)`` or its absence"""
    capital: bool
    """whether the first letters of the two kinds are their names"""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(PEOPLE_WORDS[self.language].split())

    @property
    def kinds(self) -> tuple[str, str]:
        one, two = self.names[:2]
        return (one[0], two[0]) if self.capital else (one, two)

    @property
    def sides(self) -> tuple[str, str]:
        return self.names[2], self.names[3]

    def format_count(self, kind: str, side: str) -> str:
        return f"({kind} {side})" if self.shape == "sides" else f"({kind}-{side})"

    def format_boat_position(self, side: str) -> str:
        boat, left = self.names[4], self.names[2]
        if self.boat == "absent":
            return f"({boat}-{left})" if side == left else f"(not ({boat}-{left}))"
        name = {"boat-at": f"{boat}-at", "boat": boat, "moored": "moored", "bare": ""}[self.boat]
        return f"({name} {side})" if name else f"({boat}-{side})"

    def format_boat_effects(self, here: str, there: str) -> list[str]:
        if self.boat == "absent":
            return [self.format_boat_position(there)]
        return [f"(not {self.format_boat_position(here)})", self.format_boat_position(there)]

    def format_actions(self) -> Iterator[str]:
        one, two = self.kinds
        for here, there in (self.sides, self.sides[::-1]):
            for many, few in ((1, 0), (2, 0), (0, 1), (0, 2), (1, 1)):
                left = [f"(- {self.format_count(kind, here)} {number})" for kind, number in ((one, many), (two, few))]
                reached = [
                    f"(+ {self.format_count(kind, there)} {number})" for kind, number in ((one, many), (two, few))
                ]
                asked = [
                    self.format_boat_position(here),
                    *(
                        f"(>= {self.format_count(kind, here)} {number})"
                        for kind, number in ((one, many), (two, few))
                        if number
                    ),
                    *(f"(or (= {some} 0) (>= {some} {others}))" for some, others in (left, reached)),
                ]
                done = self.format_boat_effects(here, there)
                for kind, number in ((one, many), (two, few)):
                    if number:
                        done += [
                            f"(decrease {self.format_count(kind, here)} {number})",
                            f"(increase {self.format_count(kind, there)} {number})",
                        ]
                name = f"cross-{many}{one[0]}{few}{two[0]}-to-{there}"
                yield f"(:action {name} :parameters () :precondition {join_conditions(asked)} :effect {join_conditions(done)})"

    @property
    def texts(self) -> tuple[str, str]:
        (one, two), (left, right), actions = self.kinds, self.sides, [*self.format_actions()]
        constants = f"(:constants {left} {right})"
        boat = (
            f"({self.format_boat_position(left)[1:-1].split()[0]} ?s)"
            if f" {left})" in self.format_boat_position(left)
            else self.format_boat_position(left)
        )
        more = f" {self.format_boat_position(right)}" if self.boat == "bare" else ""
        numbers = (
            [f"({one} ?s) ({two} ?s)"]
            if self.shape == "sides"
            else [self.format_count(kind, side) for kind in (one, two) for side in (left, right)]
        )
        domain = (
            f"(define (domain river) (:requirements :adl :fluents) {constants} (:predicates {boat}{more})"
            f" (:functions {' '.join(numbers)}) {' '.join(actions)})"
        )
        begun = [
            f"(= {self.format_count(kind, side)} {3 * (side == left)})" for kind in (one, two) for side in (left, right)
        ]
        goal = join_conditions([f"(= {self.format_count(kind, right)} 3)" for kind in (one, two)])
        problem = f"(define (problem across) (:domain river) (:objects) (:init {self.format_boat_position(left)} {' '.join(begun)}) (:goal {goal}))"
        return domain, problem

    @property
    def judge(self) -> StudentModel:
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
                told.append(f"{self.format_boat_position('PLACE')[1:-1]}")
        return StudentModel("missionaries-cannibals", told, names, parameters={"capacity": 2}, written=self.texts)


CrossingStyle = FarmerStyle | PeopleStyle


def generate_styles(draw: random.Random) -> Iterator[CrossingStyle]:
    """Yield random styles without end."""
    while True:
        if draw.random() < 0.35:
            shape, boat = draw.choice(("sides", "own")), draw.choice(("boat-at", "boat", "moored", "bare"))
            yield PeopleStyle(draw.choice([*PEOPLE_WORDS]), shape, boat, draw.random() < 0.3)
        else:
            language, shape = draw.choice([*FARMER_WORDS]), draw.choice(SHAPES)
            farmer, flags = draw.choice(("alike", "own", "boat")), [draw.random() < 0.5 for _ in range(3)]
            style = FarmerStyle(language, shape, farmer, *flags)
            if style.is_possible:
                yield style
