"""The family `crossing`: river crossings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ferryplan.generator.cast import Cast
from ferryplan.generator.crossing.boat_as_place import AfloatTeller, BoatAsPlace
from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.crossing.instantiation import instantiate, trials
from ferryplan.generator.crossing.oddities import oddities
from ferryplan.generator.crossing.puzzle_file import CrossingFile
from ferryplan.generator.crossing.read_back import CrossingReader
from ferryplan.generator.crossing.repairs import changes
from ferryplan.generator.crossing.reversal import reverse_crossings, reverse_instance
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.speller import CrossingSpeller
from ferryplan.generator.crossing.strategy import CrossingStrategy
from ferryplan.generator.crossing.structure import describe_structure
from ferryplan.generator.crossing.symmetry import ExchangeOfTravellers
from ferryplan.generator.crossing.teller import CrossingTeller
from ferryplan.generator.crossing.words import CrossingWords
from ferryplan.generator.dialects import Encoding
from ferryplan.generator.difficulty import Difficulty
from ferryplan.generator.family import Family
from ferryplan.generator.family_types import Change, Conflict, SearchKind, Trial, View
from ferryplan.generator.formulation import Formulation, Optimum
from ferryplan.generator.instance import Value
from ferryplan.generator.isomorphism import Fact
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.puzzle_file import Oddity

if TYPE_CHECKING:
    from ferryplan.generator.crossing.pictures.drawing import CrossingDrawing
    from ferryplan.generator.crossing.schedule import Schedule

MANY_PLACES = 4
MANY_ARRANGEMENTS = 1_000
TOO_LARGE = (100, 20_000, 500_000)
"""with more travelers, arrangements at many places, or at few, planners are too slow"""


class CrossingFamily(Family[CrossingFile, Instance, State, Crossing]):
    """Travelers cross a river by boat, and rules say who may be together."""

    name = "crossing"
    file = CrossingFile
    space, teller, speller, strategy = CrossingSpace, CrossingTeller, CrossingSpeller, CrossingStrategy
    words = CrossingWords
    move = CrossingTeller.move
    open_value = "crossing.boat-for"
    principal = "cross"
    views = MappingProxyType({"boat-as-place": View(BoatAsPlace, AfloatTeller)})

    @property
    def formulations(self) -> tuple[Formulation[Instance], ...]:
        """Every dialect, with named travelers and with counted ones."""
        from ferryplan.generator.crossing.formulations import FORMULATIONS

        return FORMULATIONS

    def instantiate(self, puzzle: CrossingFile, parameters: Mapping[str, Value]) -> Instance:
        """Return the instance for values of the parameters; an open capacity has its default."""
        return instantiate(puzzle, parameters)

    def list_trials(self, puzzle: CrossingFile, parameters: Mapping[str, Value]) -> Iterator[Trial]:
        """Yield an instance for each capacity of the boat that may suffice, the smallest first."""
        yield from trials(puzzle, parameters)

    def describe_structure(self, instance: Instance) -> Iterator[Fact]:
        """Yield the facts about an instance that do not depend on names."""
        return describe_structure(instance)

    def find_oddities(self, puzzle: CrossingFile, instance: Instance) -> Iterable[Oddity]:
        """Yield rules without effect, and what makes the puzzle impossible."""
        return oddities(puzzle, instance)

    def suggest_changes(
        self, puzzle: CrossingFile, instance: Instance, conflict: Conflict
    ) -> Iterable[Iterable[Change]]:
        """Yield a larger boat, another rower, a rule or a place less or more."""
        return changes(puzzle, instance, conflict)

    def grade_difficulty(self, instance: Instance) -> Difficulty:
        """Return the difficulty from the states and from moves that seem to lead away from the goal."""
        from ferryplan.generator.crossing.difficulty import difficulty

        return difficulty(instance)

    def reverse(self, instance: Instance) -> Instance:
        """Return the crossing from the goal back to the start."""
        return reverse_instance(instance)

    def undo(self, moves: Sequence[Crossing]) -> Sequence[Crossing]:
        """Return the crossings in the other order, each the other way."""
        return reverse_crossings(moves)

    def get_unit(self, puzzle: CrossingFile) -> str | None:
        """Return the unit of the tariff."""
        return None if puzzle.cost is None else puzzle.cost.unit

    def count_sizes(self, instance: Instance) -> dict[str, int]:
        """Return the numbers of travelers and places, and the boat's capacity."""
        return {
            "travelers": len(instance.travellers),
            "places": len(instance.places),
            "capacity": instance.capacity,
        }

    def list_optima(self, puzzle: CrossingFile) -> Iterator[tuple[dict[str, Any], Optimum]]:
        """Yield the optima of the file; one without numbers says that there is no solution."""
        for one in puzzle.optima:
            solvable = (one.crossings, one.cost) != (None, None)
            yield one.parameters, Optimum(solvable, one.crossings, one.cost, one.source)

    def replay_timed(self, instance: Instance, plan: Sequence[Any], formulation: Formulation[Instance]) -> Schedule:
        """Return the schedule of departures and landings."""
        from ferryplan.generator.crossing.timed_replay import schedule_of

        return schedule_of(plan, instance, formulation)

    def list_casts(self, instance: Instance) -> Sequence[Cast[State, Crossing]]:
        """Return the travelers by name, and where a model may count them, their numbers."""
        from ferryplan.generator.crossing.cast import CrossingCast
        from ferryplan.generator.crossing.counted_casts import CountedCast, UnitsCast

        instance.once(CrossingSpace).check_boats()
        if CountedCast.suits(instance):
            return CrossingCast(instance), CountedCast(instance)
        if instance.boats > 1:
            return (CrossingCast(instance),)
        units = (UnitsCast(instance, functions=functions) for functions in (True, False))
        return CrossingCast(instance), *units

    def make_page_data(self, instance: Instance) -> dict[str, Any] | None:
        """Return who is where, and every load that a person might put into a boat."""
        from ferryplan.generator.crossing.page_data import make_page_data

        return make_page_data(instance)

    def make_drawing(self, instance: Instance) -> CrossingDrawing:
        """Return what draws banks, boats and who is where."""
        from ferryplan.generator.crossing.pictures.drawing import CrossingDrawing

        return CrossingDrawing(instance)

    def explain_page_limit(self) -> str:
        """Return the most travelers and loads of a page."""
        from ferryplan.generator.crossing.page_data import explain_page_limit

        return explain_page_limit()

    def make_state_reader(self, instance: Instance, dialect: str, encoding: str, task: Task) -> CrossingReader:
        """Return the reader of companies and boats."""
        return CrossingReader(instance, dialect, encoding, task)

    def lay_out_textbook(self, instance: Instance, dialect: str) -> tuple[str, dict[str, Any]]:
        """Return the PDDL for a slide, for the rules that it can express."""
        from ferryplan.generator.crossing.encodings.textbook import textbook

        return textbook(instance, dialect)

    def rank_encodings(self, instance: Instance, dialect: str) -> list[Encoding]:
        """Return the encodings of a dialect, first the one in which planners are likely to solve an instance sooner.

        Counting pays where it leaves at most a tenth of the arrangements of travelers, measured with pyperplan, since a crossing
        then takes more actions. In the dialect temporal it takes one, and counting pays wherever there are rules.
        """
        if dialect == "temporal":
            first = "counted" if instance.ruled_ashore and instance.boats == 1 else "named"
        else:
            named = len(instance.places) ** len(instance.travellers)
            first = "counted" if named > 10 * instance.once(ExchangeOfTravellers).arrangements else "named"
        return sorted(super().rank_encodings(instance, dialect), key=lambda encoding: encoding != first)

    def suggest_search(self, instance: Instance, dialect: str) -> SearchKind | None:
        """Return the search that does better on many arrangements than breadth-first search, or on rules in time than Aries.

        The rules are searched where planners would read long texts or wander about. With four places and more, where the
        arrangements are many, symbolic search is slow to start and does not mind them.
        """
        if dialect == "temporal":
            return "timed rules" if instance.ruled_ashore and instance.boats == 1 else None
        many = len(instance.places) >= MANY_PLACES
        if not dialect:
            travelers, with_many, with_few = TOO_LARGE
            large = len(instance.travellers) > travelers or has_more_arrangements(
                instance, with_many if many else with_few
            )
            return "rules" if large else None
        arranged = many and dialect == "strips" and has_more_arrangements(instance, MANY_ARRANGEMENTS)
        return "symbolic" if arranged else None


def has_more_arrangements(instance: Instance, number: int) -> bool:
    """Return whether there are more arrangements of travelers than a number, alike ones counted once; finds symmetries only if they matter."""
    named = len(instance.places) ** len(instance.travellers)
    return named > number and instance.once(ExchangeOfTravellers).arrangements > number


FAMILY = CrossingFamily()
