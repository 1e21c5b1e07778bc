"""The interface between the program and a family of puzzles: `Family`, the base class of all families."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.dialects import Dialect, Encoding
from ferryplan.generator.difficulty import Difficulty
from ferryplan.generator.drawing import Drawing
from ferryplan.generator.errors import EncodingError, FamilyError, PuzzleError, UnsuitableError
from ferryplan.generator.family_types import (
    ABILITIES,
    EXPECTED_PUZZLES,
    CandidateInstance,
    PuzzleRelaxation,
    PuzzleWords,
    RuleConflict,
    SearchKind,
    SomeInstance,
    SpaceView,
)
from ferryplan.generator.formulation import Formulation, Optimum, StateReader
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.isomorphism import Fact
from ferryplan.generator.layout import Layout
from ferryplan.generator.narrator import Narrator
from ferryplan.generator.notation import Notation
from ferryplan.generator.page_table import MAX_STATES, make_state_formatter, tabulate_space
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.puzzle_file import PuzzleFile, WarningDiagnostic
from ferryplan.generator.search.strategy import Strategy
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.solution_answers import SolutionAnswers
from ferryplan.generator.space import Move, State, StateSpace
from ferryplan.generator.state_variables import StateVariables
from ferryplan.generator.themes.theme import Theme
from ferryplan.generator.wording import NounForms

MOVE_NOUN = NounForms("move", "moves")
SomeFile = TypeVar("SomeFile", bound=PuzzleFile)


class Family(Generic[SomeFile, SomeInstance, State, Move]):
    """A kind of puzzle: its files, the state spaces of its instances, and their PDDL and words.

    A family is a subclass in a package of its own. It has a `name`, a puzzle `file`, `formulations`, and the classes `space` and `narrator`, and
    overrides `instantiate`. It may override everything else; `why_not` says what a family cannot do, and why.

    >>> from ferryplan import FAMILIES, Family
    >>> grid = FAMILIES["grid"]
    >>> isinstance(grid, Family), grid.why_not("backward")
    (True, 'its start and its goal cannot be swapped')
    """

    name: str
    """The name of the family."""
    file: type[SomeFile]
    """the class that describes a puzzle file of the family"""
    space: type[StateSpace[State, Move]]
    """the class of an instance's state space"""
    narrator: type[Narrator[State, Move]]
    """the class that describes moves and states in words"""
    notation: type[Notation[State, Move]] = Notation
    """the class that writes and reads moves as data"""
    strategy: type[Strategy[State, Move]] = Strategy
    """the class that searches a state space"""
    words: type[Any] | None = None
    """the class of the words for a puzzle, made from the puzzle, a theme and a draw; None for a family without its own words"""
    move_noun: NounForms = MOVE_NOUN
    """the noun for a move of a solution, in singular and plural"""
    template_root: Path = domains.FOLDER
    """the folder that contains the family's folder of templates, which has the family's name"""
    free_parameter_key: str = "questions.value"
    """the key of the message that describes a value of the free parameter, such as a boat for 3 travelers; its slot `count` takes the value"""
    move_action_prefix: str = ""
    """the prefix that the names of actions that stand for moves share; empty if all actions stand for moves"""
    has_fixed_length: bool = False
    """whether all solutions of an instance have the same number of moves; if so, every plan is optimal, and answers count the other solutions"""
    views: Mapping[str, SpaceView[SomeInstance]] = MappingProxyType({})
    """other state spaces of an instance, by name"""
    tries_engines_in_turn: bool = False
    """whether, if the user names no engine, the program tries the installed engines in turn, because nothing predicts which one suits an instance"""
    is_single_file: bool = True
    """whether the puzzle's file is the whole puzzle"""
    unsupported: Mapping[str, str] = MappingProxyType({})
    """further abilities that the family lacks, each with the key of the message that says why"""

    @property
    def formulations(self) -> tuple[Formulation[SomeInstance], ...]:
        """The formulations of the family in PDDL; the first one of a dialect is its default."""
        raise NotImplementedError

    def instantiate(self, puzzle: SomeFile, parameters: Mapping[str, ParameterValue]) -> SomeInstance:
        """Return the instance of a puzzle for the given parameter values.

        Raises ParameterError or PuzzleError.
        """
        raise NotImplementedError

    def make_space(self, instance: SomeInstance) -> StateSpace[State, Move]:
        """Return the state space of an instance.

        Raises EncodingError if the moves of the instance need not follow one another, as with several boats without names.
        """
        return instance.get_or_make(self.space)

    def make_narrator(self, instance: SomeInstance) -> Narrator[State, Move]:
        """Return the object that describes the moves and states of an instance in words."""
        return instance.get_or_make(self.narrator)

    def make_notation(self, instance: SomeInstance) -> Notation[State, Move]:
        """Return the object that writes and reads the moves of an instance as data.

        Raises the errors of `make_space`.
        """
        return self.notation(instance, self.make_space(instance), self.make_narrator(instance))

    def make_strategy(self, space: StateSpace[State, Move]) -> Strategy[State, Move]:
        """Return the object that searches a state space."""
        return self.strategy(space)

    def list_candidates(
        self, puzzle: SomeFile, parameters: Mapping[str, ParameterValue]
    ) -> Iterator[CandidateInstance]:
        """Yield the candidate instances in order; the answer is the first one that has a plan.

        There are several candidates if a parameter is free. Raises the errors of `instantiate`.
        """
        yield CandidateInstance(self.instantiate(puzzle, parameters))

    def get_cost_unit(self, puzzle: SomeFile) -> str | None:
        """Return the unit of a puzzle's costs; None if each move costs 1."""
        return None

    def count_sizes(self, instance: SomeInstance) -> Mapping[str, int]:
        """Return the sizes of an instance: the name of each counted thing with its number.

        Suites sort instances by these numbers, in this order.
        """
        return {}

    def list_optima(self, puzzle: SomeFile) -> Iterable[tuple[Mapping[str, ParameterValue], Optimum]]:
        """Yield the optima that a puzzle's file quotes, each with its parameters."""
        return ()

    def find_warnings(self, puzzle: SomeFile, instance: SomeInstance) -> Iterable[WarningDiagnostic]:
        """Yield warnings about a puzzle's file: content that is legal but unusual.

        The instance shows the effect of that content. Warnings about content that makes the puzzle impossible come first.
        """
        return ()

    def find_conflict(self, instance: SomeInstance) -> RuleConflict | None:
        """Return the contradictory rules of an unsolvable instance.

        Returns None if rules of the family cannot contradict each other.
        """
        return None

    def suggest_relaxations(
        self, puzzle: SomeFile, instance: SomeInstance, conflict: RuleConflict
    ) -> Iterable[Iterable[PuzzleRelaxation]]:
        """Yield relaxations, other than changes of parameters, that may make an unsolvable instance solvable.

        The smallest relaxations come first. They come in groups; one relaxation that helps is enough for each group. ``conflict`` is the result of
        `find_conflict`.
        """
        return ()

    def certify_unsolvability(self, instance: SomeInstance) -> dict[str, Any] | None:
        """Return a proof, as JSON data, that an instance has no solution.

        Returns None if an exploration of the reachable states is the best proof. Raises EncodingError if the proof would be too large.
        """
        return None

    def grade_difficulty(self, instance: SomeInstance) -> Difficulty:
        """Return how hard an instance is for a person.

        Raises the EncodingError of `check_gradable`.
        """
        self.check_gradable(instance)
        raise NotImplementedError

    def check_gradable(self, instance: SomeInstance) -> None:
        """Raise EncodingError if the family cannot grade the difficulty of an instance."""
        if why_not := self.why_not("difficulty"):
            raise EncodingError(why_not, where=instance.puzzle, key="difficulty")

    def reverse(self, instance: SomeInstance) -> SomeInstance:
        """Return the instance with its start and its goal swapped.

        Raises FamilyError if moves of the family cannot be undone, ParameterError if the instance is not the same backward.
        """
        self.check_ability("backward")
        return instance

    def reverse_moves(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves that lead back from the last state of the given moves to their first state."""
        return moves[::-1]

    def replay_timed_plan(
        self, instance: SomeInstance, plan: Sequence[Any], formulation: Formulation[SomeInstance]
    ) -> Any:
        """Return the `Solution` that the actions of a temporal plan stand for, replayed by the rules.

        Raises PlanError. Only families with a timed formulation need this method.
        """
        raise NotImplementedError

    def choose_dialect(self, instance: SomeInstance) -> Dialect:
        """Return the default PDDL dialect of an instance, used if the user chooses none."""
        return "strips"

    def rank_encodings(self, instance: SomeInstance, dialect: str) -> Sequence[Encoding]:
        """Return the encodings of a dialect, best first: planners are likely to solve the instance sooner."""
        return [one.encoding for one in self.formulations if one.dialect == dialect]

    def suggest_search(self, instance: SomeInstance, dialect: str) -> SearchKind | None:
        """Return the kind of search that is likely to solve an instance soonest.

        The choice is for one dialect, or for any dialect if ``dialect`` is empty. Returns None if no kind is known to be faster.
        """
        return None

    def lay_out_textbook(self, instance: SomeInstance, dialect: str) -> tuple[str, dict[str, Any]]:
        """Return the folder in ``textbook`` with the PDDL templates for a slide, and the values for the slots.

        Raises UnsuitableError if the family or the instance has no such PDDL.
        """
        raise UnsuitableError(self.why_not("style") or "", where=instance.puzzle, about="style")

    def find_words(self, puzzle: SomeFile, theme: Theme | None, draw: SeededRandom) -> PuzzleWords:
        """Return the words for a puzzle, in the vocabulary of a theme if there is one.

        Raises PuzzleError for a theme without words for this puzzle.
        """
        if self.words is not None:
            found: PuzzleWords = self.words(puzzle, theme, draw)
            return found
        says = format_message("puzzles.family-without-words", family=self.name)
        raise PuzzleError(says, where=puzzle.name, about="theme", found=f"a puzzle of the family {self.name}")

    def make_page_data(self, instance: SomeInstance) -> dict[str, Any] | None:
        """Return the data for an interactive page about an instance; None if the instance is too large.

        Raises the errors of `make_space`.
        """
        space, narrator = self.make_space(instance), self.make_narrator(instance)
        return tabulate_space(
            space, narrator, make_state_formatter(narrator), space.candidate_moves, narrator.label_choice
        )

    def make_drawing(self, instance: SomeInstance) -> Drawing | None:
        """Return the object that draws solutions of an instance; None for pictures of the states in sequence."""
        return None

    def make_solution_answers(self, instance: SomeInstance) -> SolutionAnswers | None:
        """Return the object that finds the answers that solutions give to the puzzle's questions.

        Returns None for families whose solutions differ in length.
        """
        return None

    def make_play(self, instance: SomeInstance, layout: Layout) -> Any | None:
        """Return the `ferryplan.generator.play.Play` in which a person plays an instance in a terminal.

        Returns None for the general `Play`, which suits instances whose moves follow one another.
        """
        return None

    def explain_page_limit(self) -> str:
        """Return a clause that says when an instance is too large for an interactive page."""
        return format_message("play.too-many-table-states", states=f"{MAX_STATES:,}")

    def describe_structure(self, instance: SomeInstance) -> Iterable[Fact]:
        """Yield the facts that identify an instance even if its names change.

        By default, an instance is recognized only under its own names.
        """
        return [(instance.puzzle, *instance.parameters)]

    def list_state_variables(self, instance: SomeInstance) -> Sequence[StateVariables[State, Move]]:
        """Return the sets of state variables that may describe an instance, the finest set first.

        A comparison of the instance with a model uses them. Raises EncodingError if moves need not follow one another.
        """
        return ()

    def make_state_reader(self, instance: SomeInstance, dialect: str, encoding: str, task: Task) -> StateReader:
        """Return the object that reads states of the PDDL task of an instance as states of its space.

        Raises EncodingError for a dialect whose states cannot be read.
        """
        raise EncodingError(self.why_not("pddl") or "", where=instance.puzzle, key="pddl")

    @property
    def refusals(self) -> dict[str, str]:
        """The abilities that the family lacks, each with a sentence that says why."""
        missing = {ability: key for ability, (method, key) in ABILITIES.items() if not self.has_override(method)}
        if "boat-as-place" not in self.views:
            missing["boat-as-place"] = "puzzles.no-boat-as-place"
        return {ability: format_message(key) for ability, key in {**missing, **self.unsupported}.items()}

    def why_not(self, ability: str) -> str | None:
        """Return why the family lacks an ability, such as ``difficulty`` or ``backward``; None if it has it."""
        return self.refusals.get(ability)

    def check_ability(self, ability: str) -> None:
        """Raise FamilyError if the family lacks an ability."""
        if why_not := self.why_not(ability):
            found, expected = f"a puzzle of the family {self.name}", EXPECTED_PUZZLES.get(ability)
            raise FamilyError(why_not, key=ability, found=found, expected=expected)

    def has_override(self, method: str) -> bool:
        """Return whether the family overrides a method of `Family`."""
        return getattr(type(self), method) is not getattr(Family, method)


AnyFamily: TypeAlias = Family[Any, Any, Any, Any]
"""a family whose type parameters are unknown: its own types of instances, states and moves belong together"""
