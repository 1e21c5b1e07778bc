"""The family `crossing`: the registry entry of river crossings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ferryplan.generator.crossing.boat_as_place import BoatAsPlaceNarrator, BoatAsPlaceSpace
from ferryplan.generator.crossing.crossing_warnings import find_warnings
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.instantiation import generate_instances_by_capacity, instantiate
from ferryplan.generator.crossing.narrator import CrossingNarrator
from ferryplan.generator.crossing.notation import CrossingNotation
from ferryplan.generator.crossing.puzzle_file import CrossingFile
from ferryplan.generator.crossing.relaxations import list_relaxations_beyond_parameters
from ferryplan.generator.crossing.reversal import reverse_crossings, reverse_instance
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.state_decoding import CrossingStateReader
from ferryplan.generator.crossing.strategy import CrossingStrategy
from ferryplan.generator.crossing.structure import describe_structure
from ferryplan.generator.crossing.symmetry import TravelerSymmetry
from ferryplan.generator.crossing.words import CrossingWords
from ferryplan.generator.dialects import Encoding
from ferryplan.generator.difficulty import Difficulty
from ferryplan.generator.family import Family
from ferryplan.generator.family_types import CandidateInstance, PuzzleRelaxation, RuleConflict, SearchKind, SpaceView
from ferryplan.generator.formulation import Formulation, Optimum
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.isomorphism import StructureFact
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.puzzle_file import WarningDiagnostic
from ferryplan.generator.state_variables import StateVariables

if TYPE_CHECKING:
    from ferryplan.generator.crossing.pictures.drawing import CrossingDrawing
    from ferryplan.generator.crossing.schedule import Schedule

MIN_MANY_PLACES = 4
MAX_FEW_ARRANGEMENTS = 1_000
PLANNER_LIMITS = (100, 20_000, 500_000)
"""limits above which planners are too slow: the number of travelers, and the number of arrangements of travelers with
many places (at least `MIN_MANY_PLACES`) and with few"""


class CrossingFamily(Family[CrossingFile, Instance, CrossingState, Crossing]):
    """Puzzles in which travelers cross a river by boat, with rules about who may be together."""

    name = "crossing"
    file = CrossingFile
    space, narrator, notation, strategy = CrossingSpace, CrossingNarrator, CrossingNotation, CrossingStrategy
    words = CrossingWords
    move_noun = CrossingNarrator.move_noun
    free_parameter_key = "crossing.boat-for"
    move_action_prefix = "cross"
    views = MappingProxyType({"boat-as-place": SpaceView(BoatAsPlaceSpace, BoatAsPlaceNarrator)})

    @property
    def formulations(self) -> tuple[Formulation[Instance], ...]:
        """The formulations: every supported combination of a PDDL dialect with an encoding."""
        from ferryplan.generator.crossing.formulations import FORMULATIONS

        return FORMULATIONS

    def instantiate(self, puzzle: CrossingFile, parameters: Mapping[str, ParameterValue]) -> Instance:
        """Return the instance for parameter values; missing parameters have their defaults."""
        return instantiate(puzzle, parameters)

    def list_candidates(
        self, puzzle: CrossingFile, parameters: Mapping[str, ParameterValue]
    ) -> Iterator[CandidateInstance]:
        """Yield an instance for each candidate capacity of the boat, the smallest first.

        There is a single instance if the capacity is not a free parameter.
        """
        yield from generate_instances_by_capacity(puzzle, parameters)

    def describe_structure(self, instance: Instance) -> Iterator[StructureFact]:
        """Yield facts about an instance that do not depend on names, to recognize the same puzzle elsewhere."""
        return describe_structure(instance)

    def find_warnings(self, puzzle: CrossingFile, instance: Instance) -> Iterable[WarningDiagnostic]:
        """Yield warnings about settings without effect and about settings that make the puzzle unsolvable."""
        return find_warnings(puzzle, instance)

    def suggest_relaxations(
        self, puzzle: CrossingFile, instance: Instance, conflict: RuleConflict
    ) -> Iterable[Iterable[PuzzleRelaxation]]:
        """Yield groups of relaxations such as a larger boat, another rower, one more place or one rule fewer.

        Changes that a parameter of the puzzle can make are left out. In a group, the smallest change comes first.
        """
        return list_relaxations_beyond_parameters(puzzle, instance)

    def grade_difficulty(self, instance: Instance) -> Difficulty:
        """Return the difficulty of an instance for people, estimated from the graph of its states."""
        from ferryplan.generator.crossing.difficulty import grade_instance

        return grade_instance(instance)

    def reverse(self, instance: Instance) -> Instance:
        """Return the instance with start and goal exchanged."""
        return reverse_instance(instance)

    def reverse_moves(self, moves: Sequence[Crossing]) -> Sequence[Crossing]:
        """Return the crossings in reverse order, each in the opposite direction."""
        return reverse_crossings(moves)

    def get_cost_unit(self, puzzle: CrossingFile) -> str | None:
        """Return the unit of the crossing costs, such as ``minute``; None if crossings have no costs."""
        return None if puzzle.cost is None else puzzle.cost.unit

    def count_sizes(self, instance: Instance) -> dict[str, int]:
        """Return the sizes of an instance by name: its travelers, its places and the boat's capacity."""
        return {
            "travelers": len(instance.travellers),
            "places": len(instance.places),
            "capacity": instance.capacity,
        }

    def list_optima(self, puzzle: CrossingFile) -> Iterator[tuple[dict[str, Any], Optimum]]:
        """Yield the known optima that a puzzle file lists, each after the parameter values of its instance.

        An optimum without a number of crossings and without a cost means that there is no solution.
        """
        for one in puzzle.optima:
            solvable = (one.crossings, one.cost) != (None, None)
            yield one.parameters, Optimum(solvable, one.crossings, one.cost, one.source)

    def replay_timed_plan(
        self, instance: Instance, plan: Sequence[Any], formulation: Formulation[Instance]
    ) -> Schedule:
        """Return the schedule of a temporal plan: its departures and landings, checked against the rules."""
        from ferryplan.generator.crossing.timed_replay import replay_timed_plan

        return replay_timed_plan(plan, instance, formulation)

    def list_state_variables(self, instance: Instance) -> Sequence[StateVariables[CrossingState, Crossing]]:
        """Return alternative sets of state variables for the comparison of a model with the puzzle.

        In the first set, the variables are the places of the travelers; in the other sets, if there are any, they are
        numbers of travelers. Raises EncodingError for several boats without names.
        """
        from ferryplan.generator.crossing.counted_variables import ClassCountVariables, UnitCountVariables
        from ferryplan.generator.crossing.state_variables import NamedCrossingVariables

        instance.get_or_make(CrossingSpace).check_boats_have_names()
        if ClassCountVariables.counts_determine_state(instance):
            return NamedCrossingVariables(instance), ClassCountVariables(instance)
        if instance.boats > 1:
            return (NamedCrossingVariables(instance),)
        units = (UnitCountVariables(instance, use_functions=functions) for functions in (True, False))
        return NamedCrossingVariables(instance), *units

    def make_page_data(self, instance: Instance) -> dict[str, Any] | None:
        """Return the JSON data for an interactive page about an instance; None if the instance is too large.

        The data contain the places, the rules and every load that a person may try.
        """
        from ferryplan.generator.crossing.page_data import make_page_data

        return make_page_data(instance)

    def make_drawing(self, instance: Instance) -> CrossingDrawing:
        """Return an object that draws the banks, boats and travelers of an instance."""
        from ferryplan.generator.crossing.pictures.drawing import CrossingDrawing

        return CrossingDrawing(instance)

    def explain_page_limit(self) -> str:
        """Return a clause with the size limits of interactive pages."""
        from ferryplan.generator.crossing.page_data import explain_page_limit

        return explain_page_limit()

    def make_state_reader(self, instance: Instance, dialect: str, encoding: str, task: Task) -> CrossingStateReader:
        """Return a reader that converts PDDL states of ``task`` to states of the state space."""
        return CrossingStateReader(instance, dialect, encoding, task)

    def lay_out_textbook(self, instance: Instance, dialect: str) -> tuple[str, dict[str, Any]]:
        """Return the folder of templates for PDDL that fits on a slide, and the values of their variables.

        Raises UnsuitableError if these templates cannot express the instance.
        """
        from ferryplan.generator.crossing.encodings.textbook import make_textbook_context

        return make_textbook_context(instance, dialect)

    def rank_encodings(self, instance: Instance, dialect: str) -> list[Encoding]:
        """Return the encodings of a dialect, starting with the one that planners probably solve sooner.

        The counted encoding represents numbers of travelers, not single travelers, but needs more actions for each
        crossing. It is usually faster if it has less than a tenth of the arrangements of travelers at places (measured
        with pyperplan). In the dialect ``temporal``, each crossing is one action, and the counted encoding is faster if
        some rule binds on land.
        """
        if dialect == "temporal":
            first = "counted" if instance.has_rules_ashore and instance.boats == 1 else "named"
        else:
            named = len(instance.places) ** len(instance.travellers)
            first = "counted" if named > 10 * instance.get_or_make(TravelerSymmetry).arrangement_count else "named"
        return sorted(super().rank_encodings(instance, dialect), key=lambda encoding: encoding != first)

    def suggest_search(self, instance: Instance, dialect: str) -> SearchKind | None:
        """Return the kind of search that is faster than a planner, or None if a planner is faster.

        A search in the state space is faster if planners would have to parse long PDDL or explore too many states.
        Symbolic search starts slowly but handles many arrangements of travelers well, so it is suggested for four or
        more places. In the dialect ``temporal``, the timed search in the state space is faster than the planner Aries.
        """
        if dialect == "temporal":
            return "timed rules" if instance.has_rules_ashore and instance.boats == 1 else None
        many = len(instance.places) >= MIN_MANY_PLACES
        if not dialect:
            travelers, with_many, with_few = PLANNER_LIMITS
            large = len(instance.travellers) > travelers or has_more_arrangements(
                instance, with_many if many else with_few
            )
            return "rules" if large else None
        arranged = many and dialect == "strips" and has_more_arrangements(instance, MAX_FEW_ARRANGEMENTS)
        return "symbolic" if arranged else None


def has_more_arrangements(instance: Instance, threshold: int) -> bool:
    """Return whether more than ``threshold`` arrangements of travelers at places exist, up to symmetry.

    Symmetries are computed only if there are more than ``threshold`` arrangements of named travelers.
    """
    named = len(instance.places) ** len(instance.travellers)
    return named > threshold and instance.get_or_make(TravelerSymmetry).arrangement_count > threshold


FAMILY = CrossingFamily()
