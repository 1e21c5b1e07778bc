"""The dialect temporal: what happens in time, and what cannot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import oracle
import pddl_oracle
import pytest
from support import make

from generator.crossing.encodings.patterns import unsafe_patterns
from generator.crossing.instance import Instance
from generator.crossing.smallest import instantiate_smallest
from generator.crossing.states import StateSpace
from generator.errors import EncodingError
from generator.pddl.generation import generate
from generator.puzzle import load

Running = tuple[str, tuple[str, ...]]
Moment = tuple[frozenset[pddl_oracle.Atom], frozenset[Running]]


class Interpreter:
    """What the PDDL lets happen, whenever it happens: actions begin and end in any order, none begins twice."""

    def __init__(self, domain: str, problem: str) -> None:
        self.task = pddl_oracle.read(domain, problem)
        self.parts = {}
        for part in pddl_oracle.parse(domain)[1:]:
            if isinstance(part, list) and part[0] == ":durative-action":
                values = dict(zip(part[2::2], part[3::2], strict=True))
                self.parts[str(part[1])] = (
                    pddl_oracle.typed(values[":parameters"]),
                    values[":condition"],
                    values[":effect"],
                )

    def at(self, expression: pddl_oracle.Expression, *when: str) -> list[pddl_oracle.Expression]:
        return [part[2] for part in expression[1:] if tuple(part[:2]) == when]

    def binding(self, name: str, arguments: tuple[str, ...]) -> pddl_oracle.Binding:
        return dict(zip((variable for variable, _ in self.parts[name][0]), arguments, strict=True))

    def changed(self, atoms: frozenset[pddl_oracle.Atom], running: Running, when: str) -> frozenset[pddl_oracle.Atom]:
        effects: pddl_oracle.Expression = ["and", *self.at(self.parts[running[0]][2], "at", when)]
        facts = pddl_oracle.Facts(atoms)
        changes = list(pddl_oracle.literals(effects, self.binding(*running), facts, self.task))
        return (atoms - {atom for becomes, atom in changes if not becomes}) | {
            atom for becomes, atom in changes if becomes
        }

    def all_hold(self, atoms: frozenset[pddl_oracle.Atom], running: frozenset[Running]) -> bool:
        facts = pddl_oracle.Facts(atoms)
        return all(
            pddl_oracle.evaluate(condition, self.binding(name, arguments), facts, self.task)
            for name, arguments in running
            for condition in self.at(self.parts[name][1], "over", "all")
        )

    def successors(self, moment: Moment) -> Iterator[Moment]:
        atoms, running = moment
        for one in running:
            yield self.changed(atoms, one, "end"), running - {one}
        for name, (parameters, condition, _) in self.parts.items():
            start: pddl_oracle.Expression = ["and", *self.at(condition, "at", "start")]
            for binding in pddl_oracle.bindings(parameters, start, {}, pddl_oracle.Facts(atoms), self.task):
                one = (name, tuple(binding[variable] for variable, _ in parameters))
                if one not in running:
                    yield self.changed(atoms, one, "start"), running | {one}

    def explore(self) -> set[Moment]:
        found: set[Moment] = {(self.task.initial, frozenset())}
        queue = list(found)
        for moment in queue:
            for following in self.successors(moment):
                if following not in found and self.all_hold(*following):
                    found.add(following)
                    queue.append(following)
        return found

    def is_goal(self, moment: Moment) -> bool:
        return not moment[1] and pddl_oracle.evaluate(self.task.goal, {}, pddl_oracle.Facts(moment[0]), self.task)


def whereabouts(moments: set[Moment]) -> set[frozenset[pddl_oracle.Atom]]:
    return {frozenset(atom for atom in atoms if atom[0] == "at") for atoms, _ in moments}


def ashore(puzzle: oracle.Puzzle, boats: int) -> set[frozenset[tuple[str, str]]]:
    """Who may be where when nobody is on the water, by the oracle: boats leave and land in any order."""
    first = (puzzle.start()[1], ((puzzle.places[0], frozenset[str]()),) * boats)
    found, queue = {first}, [first]
    for people, fleet in queue:
        for number, (place, crew) in enumerate(fleet):
            others = fleet[:number] + fleet[number + 1 :]
            options = [(people | {(person, place) for person in crew}, (place, frozenset[str]()))] if crew else []
            if not crew:
                here = {person for person, at in people if at == place}
                # the oracle's moves are for one boat: it is told of this one and of those ashore
                rest = oracle.Puzzle(
                    [p for p in puzzle.travellers if p in {q for q, _ in people}], puzzle.places, puzzle.links, puzzle.seats,
                    puzzle.rowers, lambda company: True, False,
                )  # fmt: skip
                for group, there, _ in rest.moves((place, people)):
                    assert group <= here
                    if puzzle.peaceful(group) or not puzzle.peace_in_boat:
                        options.append((people - {(person, place) for person in group}, (there, group)))
            for after, ship in options:
                companies = [frozenset(p for p, at in after if at == bank) for bank in puzzle.places]
                moment = (after, tuple(sorted((*others, ship), key=lambda ship: (ship[0], sorted(ship[1])))))
                if moment not in found and all(puzzle.peaceful(company) for company in companies):
                    found.add(moment)
                    queue.append(moment)
    return {people for people, fleet in found if not any(crew for _, crew in fleet)}


CASES = [
    ("wolf-goat-cabbage", {}, 1),
    ("wolf-goat-cabbage", {"capacity": 3}, 2),
    ("jealous-couples", {"couples": 2, "capacity": 2}, 1),
    ("jealous-couples", {"couples": 2, "capacity": 2}, 2),
    ("jealous-couples", {"couples": 2, "capacity": 2, "boat_rules": False}, 2),
    ("missionaries-cannibals", {"missionaries": 2, "cannibals": 2, "capacity": 2}, 2),
    ("bridge-torch", {"paces": (1, 2, 5)}, 2),
]


def with_boats(puzzle: str, parameters: dict[str, object], boats: int) -> Instance:
    return replace(make(puzzle, **parameters), boats=boats)


@pytest.mark.parametrize(("puzzle", "parameters", "boats"), CASES, ids=str)
def test_what_happens_is_what_the_rules_allow(puzzle: str, parameters: dict[str, object], boats: int) -> None:
    instance = with_boats(puzzle, parameters, boats)
    pddl = generate(instance, "temporal")
    interpreter = Interpreter(pddl.domain, pddl.problem)
    found = interpreter.explore()
    symbols = {traveller.name: traveller.symbol for traveller in instance.travellers}
    symbols |= {place.name: place.symbol for place in instance.places}
    # a moment in which nobody is on the water and nothing can begin may break a rule: it is a dead end, and no goal
    settled = {
        moment
        for moment in found
        if not moment[1] and (any(interpreter.successors(moment)) or interpreter.is_goal(moment))
    }
    expected = {
        frozenset(("at", symbols[person], symbols[place]) for person, place in people)
        for people in ashore(oracle.PUZZLES[puzzle](**parameters), boats)
    }
    assert whereabouts(settled) <= expected
    leads_on = {people for people in expected if people in whereabouts(settled)}
    if boats == 1:
        states = StateSpace(instance).explore()
        assert len(leads_on) == len({state.companies for state in states.depths})
    assert any(map(interpreter.is_goal, found))
    assert leads_on == expected


def with_slowest(pace: int) -> Instance:
    instance = make("bridge-torch", paces=[1])
    assert instance.tariff is not None
    return replace(instance, tariff=replace(instance.tariff, amounts=(pace,)))


@pytest.mark.parametrize(("puzzle", "parameters", "boats"), CASES, ids=str)
def test_unsafe_patterns_are_the_unsafe_companies(puzzle: str, parameters: dict[str, object], boats: int) -> None:
    instance = make(puzzle, **parameters)
    patterns, space = unsafe_patterns(instance), StateSpace(instance)
    for company in range(1 << len(instance.travellers)):
        assert sum(pattern.matches(company) for pattern in patterns) == (not space.is_safe(company))


def test_what_temporal_does_not_take() -> None:
    with pytest.raises(
        EncodingError,
        match=r"\(counted\) knows one boat only, but here are 2; expected the dialect temporal \(named\)$",
    ):
        generate(make("bridge-torch", boats=2), "temporal", "counted")
    with pytest.raises(EncodingError, match="found a crossing that takes 0 minutes"):
        generate(with_slowest(0), "temporal", "counted")
    with pytest.raises(EncodingError, match="found 21 travellers, expected at most 20"):
        generate(make("bridge-torch", paces=[1] * 21), "temporal")
    with pytest.raises(EncodingError, match=r"found \d+ ways to break a rule, expected at most 200"):
        generate(make("jealous-couples", couples=8, capacity=2), "temporal")


@pytest.mark.parametrize(("couples", "capacity"), [(3, 2), (4, 3), (5, 3), (6, 4)])
def test_the_smallest_of_several_boats_is_one_that_would_do_alone(couples: int, capacity: int) -> None:
    instance = instantiate_smallest(load("jealous-couples"), {"couples": couples, "boats": 2})
    assert (instance.capacity, instance.boats) == (capacity, 2)  # OEIS A356480


def test_one_boat_where_crossings_follow_one_another() -> None:
    instance = with_boats("wolf-goat-cabbage", {}, 2)
    with pytest.raises(EncodingError, match="found 2 boats, expected one where crossings follow one another"):
        StateSpace(instance).explore()
