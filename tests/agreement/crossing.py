"""River crossings: the legal crossings of every reachable state, compared with a brute force.

The comparison covers each dialect and encoding.

The successor state determines the crossing: the travelers with another place were in the boat. With counted travelers, it determines the
crossing up to symmetry. The comparison takes the interchangeable travelers from the program, and proves them: equivalent states must
allow equivalent crossings at equal costs.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import crossing_readings
import pddl_oracle
import pddl_well_formedness
import pytest
from oracle import Company, Situation
from strategies.files import PuzzleText
from temporal_pddl import Moment as PddlMoment
from temporal_pddl import TemporalInterpreter

from agreement.report import Report, assert_small, too_large
from ferryplan.generator.crossing.formulations import FORMULATIONS
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.instantiation import instantiate
from ferryplan.generator.crossing.quotient import Quotient
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.strategy import CrossingStrategy
from ferryplan.generator.crossing.symmetry import TravelerSymmetry
from ferryplan.generator.errors import EncodingError, ParameterError
from ferryplan.generator.generation import generate
from ferryplan.generator.header import read_header, restore_instance
from ferryplan.generator.puzzle import load
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.search.solutions import CheapestSolutions
from ferryplan.generator.search.uniform_cost_search import explore_cheapest_first

__all__ = ["compare"]

Facts = frozenset[tuple[str, ...]]
Crossings = dict[Situation, list[tuple[Company, str, Situation]]]


def compare(file: PuzzleText, path: Path, most: int) -> Report:
    """Compare everything, at most `most` states in each dialect and encoding; write the file to the path.

    Raises AssertionError for a difference.
    """
    report = Report()
    path.write_text(file.text, encoding="utf-8")
    reading = crossing_readings.read_crossing(file.plain)
    puzzle = load(str(path))
    if not reading.is_start_peaceful():
        with pytest.raises(ParameterError, match="the start breaks a rule"):
            instantiate(puzzle, file.given)
        return Report({"file": "rightly refused"})
    instance = instantiate(puzzle, file.given)
    assert [traveller.name for traveller in instance.travellers] == reading.travellers
    assert [place.name for place in instance.places] == reading.places
    crossings = None
    if len(reading.boats) == 1 or reading.puzzle.fleet:
        crossings = _within_reach(reading)
        _compare_rules(reading, instance, crossings, report)
    for one in FORMULATIONS:
        name = f"{one.dialect} {one.encoding}"
        try:
            pddl = generate(instance, one.dialect, one.encoding)
        except EncodingError as error:
            report.outcomes[name] = _refused(str(error), reading, one.dialect, one.encoding)
            continue
        assert_small(name, pddl.domain, pddl.problem)
        pddl_well_formedness.check_well_formed(pddl.domain, pddl.problem)
        assert restore_instance(read_header(pddl.problem, "p01.pddl"), "p01.pddl") == instance
        if (one.dialect, one.encoding) == ("temporal", "named"):
            comparison: _InTime | _OneByOne = _InTime(reading, instance, pddl.domain, pddl.problem)
        else:
            assert crossings is not None, "several boats without names need the dialect temporal, travellers named"
            view = _Counted(instance) if one.encoding == "counted" else _Named(instance)
            comparison = _OneByOne(reading, view, crossings, one.dialect, pddl.domain, pddl.problem)
        report.outcomes[name] = "whole" if comparison.run(most) else "in part"
        report.states[name], report.moves[name] = comparison.states, comparison.moves
    return report


def _within_reach(reading: crossing_readings.CrossingReading) -> Crossings:
    """Return every reachable situation with its legal crossings."""
    start = reading.puzzle.initial_situation()
    found: Crossings = {start: reading.puzzle.successors(start)}
    queue = [start]
    for situation in queue:
        for _, _, following in found[situation]:
            if following not in found:
                found[following] = reading.puzzle.successors(following)
                queue.append(following)
    return found


def _refused(said: str, reading: crossing_readings.CrossingReading, dialect: str, encoding: str) -> str:
    """Return why a dialect refuses a puzzle. Raises AssertionError if the puzzle gives no reason."""
    puzzle, temporal = reading.puzzle, dialect == "temporal"
    if "only one boat" in said:
        assert len(reading.boats) > 1
        assert temporal or not puzzle.fleet
        assert (dialect, encoding) != ("temporal", "named")
    elif "the rules of this puzzle count crossings" in said:
        assert puzzle.horizon
        assert temporal
    elif "cannot express the costs of crossings" in said:
        assert reading.cost_rule
        weighing = {"slowest": {"strips named", "costs named", "temporal named", "temporal counted"}}
        assert f"{dialect} {encoding}" not in weighing.get(reading.cost_rule, {"strips named", "costs named"})
    elif "a crossing costs 0 coins" in said:
        assert dialect == "strips"
        assert any(puzzle.price_of_load(frozenset({person})) == 0 for person in puzzle.rowers)
    elif "a crossing takes 0" in said:
        assert temporal
        assert any(reading.minutes_of_crossing(frozenset({person})) == 0 for person in puzzle.rowers)
    else:
        return too_large(said)
    return "not in this dialect"


def _compare_rules(
    reading: crossing_readings.CrossingReading, instance: Instance, crossings: Crossings, report: Report
) -> None:
    """Compare the program's rules, which judge every plan.

    The comparison covers moves, costs, goals, optima, and all of these up to symmetry.
    """
    space, symmetry = CrossingSpace(instance), TravelerSymmetry(instance)
    folded = space.quotient_successors
    mask = {f"t{index}": 1 << index for index in range(len(instance.travellers))}
    place = {f"p{index}": index for index in range(len(instance.places))}

    def state_of(situation: Situation) -> CrossingState:
        _, positions, *clock = situation
        companies = [0] * len(place)
        for person, at in positions:
            companies[place[at]] |= mask[person]
        boat, *others = (place[at] for at in reading.puzzle.boat_places(situation))
        return CrossingState(boat, tuple(companies), *clock, other_boat_places=tuple(others))

    def key(state: CrossingState) -> CrossingState:
        return symmetry.canonical_state(state)

    assert state_of(reading.puzzle.initial_situation()) == instance.start
    for situation, moves in crossings.items():
        state = state_of(situation)
        found = {*space.successors(state)}
        expected = set[tuple[Crossing, CrossingState]]()
        for aboard, there, following in moves:
            company, boat = sum(mask[person] for person in aboard), reading.puzzle.crossing_boat(situation, following)
            crossing = Crossing(company, place[reading.puzzle.boat_places(situation)[boat]], place[there], boat)
            expected.add((crossing, state_of(following)))
            assert instance.crossing_cost(company, boat) == reading.puzzle.price_of_crossing(
                situation, aboard, following
            )
        assert found == expected, f"in {situation}: {found ^ expected}"
        assert space.is_goal(state) == reading.puzzle.is_goal(situation)
        assert {key(after) for _, after in folded(key(state))} == {key(state_of(after)) for _, _, after in moves}
        report.moves["rules"] += len(moves)
    least = reading.puzzle.find_least_total()
    total = explore_cheapest_first(CrossingSpace(instance)).goal_depth
    assert (None if total is None else (total.cost, total.moves)) == least
    best = CrossingStrategy(space).find_best_solution()  # without names, by the lower bound of the distance to the goal
    assert (None if best.moves is None else best.total) == total
    exploration = explore(space)
    assert len(exploration.depths) == len(crossings)
    assert exploration.goal_depth == reading.puzzle.explore()[1]
    assert len(explore(space, up_to_symmetry=True).depths) == len({key(state_of(situation)) for situation in crossings})
    assert CheapestSolutions(CrossingSpace(instance)).count == reading.count_best_plans()
    report.states["rules"] = len(crossings)
    report.outcomes["rules"] = "whole"


def _moored(situation: Situation, places: dict[str, str]) -> Facts:
    """Return the places of the boats; a single boat has no name, several boats have numbers."""
    boats = situation[0].split(",")
    return frozenset(
        ("boat-at", *([f"boat-{number}"] if len(boats) > 1 else []), places[at]) for number, at in enumerate(boats, 1)
    )


class _Named:
    """The encoding in which every traveler is an object."""

    def __init__(self, instance: Instance) -> None:
        self.people = {f"t{index}": traveller.symbol for index, traveller in enumerate(instance.travellers)}
        self.places = {f"p{index}": place.symbol for index, place in enumerate(instance.places)}

    def of_situation(self, situation: Situation) -> Facts:
        """Return the PDDL facts of boat, travelers and clock in a situation."""
        _, positions, *clock = situation
        facts = {("at", self.people[person], self.places[place]) for person, place in positions}
        return frozenset({*facts, *_moored(situation, self.places), *(("clock", f"moment-{made}") for made in clock)})

    def of_pddl(self, state: Facts) -> Facts:
        """Return the comparable facts of a PDDL state."""
        return frozenset(atom for atom in state if atom[0] in ("at", "boat-at", "clock"))


class _Counted:
    """The encoding that counts the units of each class by the places of their members."""

    def __init__(self, instance: Instance) -> None:
        self.places = {f"p{index}": place.symbol for index, place in enumerate(instance.places)}
        self.classes = [
            (f"count-{kind.symbol}", [[f"t{index}" for index in unit] for unit in kind.units])
            for kind in Quotient(instance).classes
        ]

    def of_situation(self, situation: Situation) -> Facts:
        """Return the counters of a situation, one for each way to place a unit."""
        _, positions, *clock = situation
        where = {person: self.places[place] for person, place in positions}
        counts: Counter[tuple[str, ...]] = Counter()
        for name, units in self.classes:
            counts.update({(name, *way): 0 for way in itertools.product(self.places.values(), repeat=len(units[0]))})
            counts.update((name, *(where[person] for person in unit)) for unit in units)
        facts = {(*counter, f"n{number}") for counter, number in counts.items()}
        return frozenset({*facts, *_moored(situation, self.places), *(("clock", f"moment-{made}") for made in clock)})

    def of_pddl(self, state: Facts) -> Facts:
        """Return the counters of a PDDL state, where a count is a fact or the value of a function."""
        told = set()
        for atom in state:
            if atom[:2] == ("=", "crossings-made"):
                told.add(("clock", f"moment-{atom[2]}"))
            elif atom[0] == "=" and atom[1].startswith("count-"):
                told.add((*atom[1:-1], f"n{atom[-1]}"))
            elif atom[0] in ("boat-at", "clock") or atom[0].startswith("count-"):
                told.add(atom)
        return frozenset(told)


class _OneByOne:
    """Comparison of crossings that follow one another."""

    def __init__(
        self,
        reading: crossing_readings.CrossingReading,
        view: _Named | _Counted,
        crossings: Crossings,
        dialect: str,
        domain: str,
        problem: str,
    ) -> None:
        self.reading, self.view, self.crossings, self.dialect = reading, view, crossings, dialect
        self.interpreter = TemporalInterpreter(domain, problem)
        self.task = self.interpreter.task
        self.states = self.moves = 0
        self.lengths = set[tuple[int, int]]()
        """for each crossing found, its cost and its number of actions"""

    def run(self, most: int) -> bool:
        """Compare all states up to the limit; return whether the comparison is complete."""
        same: dict[Facts, list[Situation]] = {}
        for situation in self.crossings:
            same.setdefault(self.view.of_situation(situation), []).append(situation)
        start = self.view.of_pddl(self.task.initial)
        assert start == self.view.of_situation(self.reading.puzzle.initial_situation()), "another start"
        reached, queue = {start}, [self.task.initial]
        for state in queue:
            if self.states >= most:
                break
            self.states += 1
            for facts, following in self._check(state, same[self.view.of_pddl(state)]):
                if facts not in reached:
                    reached.add(facts)
                    queue.append(following)
        for (price, length), (other, longer) in itertools.combinations(self.lengths, 2):
            if self.dialect not in ("costs", "temporal"):  # so a plan with the fewest actions costs the least
                assert length * other == longer * price, f"{length} actions for {price}, {longer} for {other}"
        assert self.states < len(queue) or reached == same.keys()
        return self.states == len(queue)

    def _check(self, state: Facts, situations: list[Situation]) -> list[tuple[Facts, Facts]]:
        """Compare the crossings and the goal of a PDDL state with each situation that it represents.

        Return its successors.
        """
        goal = self._is_goal(state)
        found: dict[tuple[int | None, Facts], Facts] = {}
        lengths: dict[tuple[int | None, Facts], set[int]] = {}
        for paid, length, following in self._crossings(state):
            case = (paid, self.view.of_pddl(following))
            found[case] = following
            lengths.setdefault(case, set()).add(length)
        for situation in situations:
            assert goal == self.reading.puzzle.is_goal(situation), f"{situation}: a goal for one, none for the other"
            expected = {
                (self._told(load, price), self.view.of_situation(following)): price
                for load, _, following in self.crossings[situation]
                for price in [self.reading.puzzle.price_of_crossing(situation, load, following)]
            }
            for case in expected.keys() - found.keys():
                raise AssertionError(f"{situation} does not allow {case}")
            for case in found.keys() - expected.keys():
                assert self.dialect == "axioms", f"{situation} allows {case}"
                assert self._is_dead(found[case]), f"{situation} allows {case}"
            self.lengths |= {(price, length) for case, price in expected.items() for length in lengths[case]}
        self.moves += len(expected)
        return [(facts, found[paid, facts]) for paid, facts in expected]

    def _told(self, load: Company, price: int) -> int | None:
        """Return the cost of a crossing as the PDDL gives it."""
        if self.dialect == "temporal":
            return int(self.reading.minutes_of_crossing(load))
        return price if self.dialect == "costs" else None

    def _crossings(self, state: Facts) -> Iterator[tuple[int | None, int, Facts]]:
        """Yield the cost, the number of actions and the successor of each crossing from a state.

        The cost is None if the PDDL has no costs.
        """
        if self.dialect == "temporal":
            yield from self._lasting(state)
            return
        queue = [(0, 0, state)]
        for price, length, before in queue:
            facts = pddl_oracle.derive_facts(before, self.task)
            if length:
                goal = pddl_oracle.evaluate(self.task.goal, {}, facts, self.task)
                assert not goal, "the goal is reached within a crossing"
            for paid, following in pddl_oracle.successors(before, self.task, facts):
                if self._is_settled(following):
                    yield (price + paid if self.dialect == "costs" else None), length + 1, following
                else:
                    queue.append((price + paid, length + 1, following))

    def _lasting(self, state: Facts) -> Iterator[tuple[int, int, Facts]]:
        """Yield the same for durative actions that do not overlap."""
        for one, during in self.interpreter.find_startable_actions(state):
            assert self.interpreter.do_conditions_hold(during, frozenset({one}))
            assert not any(self.interpreter.find_startable_actions(during)), "two crossings at once"
            yield self.interpreter.compute_duration(one), 1, self.interpreter.apply_effect(during, one, "end")

    def _is_settled(self, state: Facts) -> bool:
        if self.dialect in ("strips", "costs"):
            return ("now", "ready") in state
        return all(atom[0] != "bound-for" for atom in state)

    def _is_goal(self, state: Facts) -> bool:
        return pddl_oracle.evaluate(self.task.goal, {}, pddl_oracle.derive_facts(state, self.task), self.task)

    def _is_dead(self, state: Facts) -> bool:
        """Return whether a state has no successor and is not a goal."""
        return not any(pddl_oracle.successors(state, self.task)) and not self._is_goal(state)


class _InTime:
    """Comparison of named travelers in time: boats depart and land one after another, in any order."""

    def __init__(
        self, reading: crossing_readings.CrossingReading, instance: Instance, domain: str, problem: str
    ) -> None:
        self.reading, self.interpreter = reading, TemporalInterpreter(domain, problem)
        self.people = {traveller.symbol: f"t{index}" for index, traveller in enumerate(instance.travellers)}
        self.places = {place.symbol: f"p{index}" for index, place in enumerate(instance.places)}
        self.boats = sorted(self.interpreter.task.objects["boat"], key=lambda boat: int(boat.rpartition("-")[2]))
        self.states = self.moves = 0

    def _moment(self, moment: PddlMoment) -> crossing_readings.Moment:
        """Return the positions of the travelers ashore and of the boats."""
        atoms, running = moment
        afloat = {
            boat: (self.places[to], frozenset(self.people[one] for one in crew)) for _, (*crew, boat, _, to) in running
        } | {atom[1]: (self.places[atom[2]], frozenset[str]()) for atom in atoms if atom[0] == "boat-at"}
        ashore = frozenset((self.people[atom[1]], self.places[atom[2]]) for atom in atoms if atom[0] == "at")
        return ashore, tuple(afloat[boat] for boat in self.boats)

    def run(self, most: int) -> bool:
        """Compare all moments up to the limit; return whether the comparison is complete."""
        first: PddlMoment = (self.interpreter.task.initial, frozenset())
        assert self._moment(first) == self.reading.make_first_moment(), "another start"
        reached, queue = {self._moment(first)}, [first]
        for moment in queue:
            if self.states >= most:
                return False
            self.states += 1
            known = self._moment(moment)
            assert self.interpreter.is_goal(moment) == self.reading.is_goal(known), (
                f"{known}: a goal for one, none for the other"
            )
            found = {(time, self._moment(after)): after for time, after in self._following(moment)}
            expected = {*self.reading.find_next_moments(known)}
            assert not expected - found.keys(), f"{known} does not allow {next(iter(expected - found.keys()))}"
            for case in found.keys() - expected:
                dead = not any(self._following(found[case])) and not self.interpreter.is_goal(found[case])
                assert dead, f"{known} allows {case}"
            self.moves += len(expected)
            for case in expected:
                if case[1] not in reached:
                    reached.add(case[1])
                    queue.append(found[case])
        return True

    def _following(self, moment: PddlMoment) -> Iterator[tuple[int | None, PddlMoment]]:
        atoms, running = moment
        after: list[tuple[int | None, PddlMoment]] = [
            (None, (self.interpreter.apply_effect(atoms, one, "end"), running - {one})) for one in running
        ]
        after += [
            (self.interpreter.compute_duration(one), (during, running | {one}))
            for one, during in self.interpreter.find_startable_actions(atoms)
        ]
        return ((time, one) for time, one in after if self.interpreter.do_conditions_hold(*one))
