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
from ferryplan.generator.drawing import Drawing, StateThumbnails
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
from ferryplan.generator.isomorphism import StructureFact
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
    """A kind of puzzle, such as river crossings, with the code for its files, spaces, PDDL and words.

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
    """the class that describes the keys of the family's puzzle files"""
    space: type[StateSpace[State, Move]]
    """the class of an instance's state space"""
    narrator: type[Narrator[State, Move]]
    """the class that describes moves and states in words"""
    notation: type[Notation[State, Move]] = Notation
    """the class that writes moves as JSON data and reads them from data or text"""
    strategy: type[Strategy[State, Move]] = Strategy
    """the class that searches a state space"""
    words: type[Any] | None = None
    """the class that finds the words for a puzzle; its arguments are the puzzle, a theme and a random source; None for a family without words"""
    move_noun: NounForms = MOVE_NOUN
    """the noun for a move of a solution, in singular and plural"""
    template_root: Path = domains.FOLDER
    """the folder that contains the family's folder of templates, which has the family's name"""
    free_parameter_key: str = "questions.value"
    """the key of the message that describes a value of the free parameter, such as "a boat for 3 travelers"; its slot `count` takes the value"""
    move_action_prefix: str = ""
    """the prefix shared by the names of the PDDL actions that stand for moves; empty if all actions stand for moves"""
    has_fixed_length: bool = False
    """whether all solutions of an instance have the same number of moves; if so, every plan is optimal, and results say how many solutions there
    are"""
    views: Mapping[str, SpaceView[SomeInstance]] = MappingProxyType({})
    """alternative state spaces of an instance, such as ``boat-as-place``, by name"""
    tries_engines_in_turn: bool = False
    """whether, if the user names no engine, the program tries the installed engines in turn, because nothing predicts which one suits an instance"""
    is_single_file: bool = True
    """whether a puzzle consists of its TOML file alone, without PDDL files or templates beside it"""
    unsupported: Mapping[str, str] = MappingProxyType({})
    """abilities that the family lacks although it has the methods for them, each with the key of the message that says why"""

    @property
    def formulations(self) -> tuple[Formulation[SomeInstance], ...]:
        """The dialects and encodings of the family's PDDL; the first encoding of a dialect is the default."""
        raise NotImplementedError

    def instantiate(self, puzzle: SomeFile, parameters: Mapping[str, ParameterValue]) -> SomeInstance:
        """Return the instance of a puzzle for the given parameter values, with defaults for the others.

        Raises ParameterError for an invalid value, PuzzleError for an invalid expression in the puzzle file.
        """
        raise NotImplementedError

    def make_space(self, instance: SomeInstance) -> StateSpace[State, Move]:
        """Return the state space of an instance.

        Raises EncodingError if moves can overlap in time, as with several boats without names.
        """
        return instance.get_or_make(self.space)

    def make_narrator(self, instance: SomeInstance) -> Narrator[State, Move]:
        """Return the narrator that describes an instance's moves and states in words and as JSON."""
        return instance.get_or_make(self.narrator)

    def make_notation(self, instance: SomeInstance) -> Notation[State, Move]:
        """Return the object that writes moves of an instance as JSON data and reads them from text.

        Raises the errors of `make_space`.
        """
        return self.notation(instance, self.make_space(instance), self.make_narrator(instance))

    def make_strategy(self, space: StateSpace[State, Move]) -> Strategy[State, Move]:
        """Return the search strategy of the family for a state space."""
        return self.strategy(space)

    def list_candidates(
        self, puzzle: SomeFile, parameters: Mapping[str, ParameterValue]
    ) -> Iterator[CandidateInstance]:
        """Yield the instances that the program tries in order until one has a solution.

        There are several candidates if a parameter is free (its default is "smallest"). Raises the errors of
        `instantiate`.
        """
        yield CandidateInstance(self.instantiate(puzzle, parameters))

    def get_cost_unit(self, puzzle: SomeFile) -> str | None:
        """Return the unit of a puzzle's move costs, such as ``minutes``; None if each move costs 1."""
        return None

    def count_sizes(self, instance: SomeInstance) -> Mapping[str, int]:
        """Return the sizes of an instance, such as its number of travelers, each by its name.

        Benchmark suites sort instances by these numbers, the first number first.
        """
        return {}

    def list_optima(self, puzzle: SomeFile) -> Iterable[tuple[Mapping[str, ParameterValue], Optimum]]:
        """Yield the optima that a puzzle's file states, each with the parameter values for which it holds."""
        return ()

    def find_warnings(self, puzzle: SomeFile, instance: SomeInstance) -> Iterable[WarningDiagnostic]:
        """Yield warnings about legal but unusual content of a puzzle's file, such as a useless rule.

        ``instance`` is an instance of the puzzle, on which the warnings are checked. Warnings about content that makes the puzzle unsolvable come
        first.
        """
        return ()

    def find_conflict(self, instance: SomeInstance) -> RuleConflict | None:
        """Return the contradictory rules or clues of an unsolvable instance.

        Returns None if rules of the family cannot contradict each other.
        """
        return None

    def suggest_relaxations(
        self, puzzle: SomeFile, instance: SomeInstance, conflict: RuleConflict
    ) -> Iterable[Iterable[PuzzleRelaxation]]:
        """Yield relaxations, other than changes of parameters, that may make an unsolvable instance solvable.

        The relaxations come in groups of similar ones, the smallest first; the caller uses the first relaxation of each group that helps.
        ``conflict`` is the result of `find_conflict`.
        """
        return ()

    def certify_unsolvability(self, instance: SomeInstance) -> dict[str, Any] | None:
        """Return a certificate, as JSON data, that proves that an instance has no solution.

        Returns None if the family has no better proof than an exploration of all reachable states. Raises EncodingError if the certificate would be
        too large.
        """
        return None

    def grade_difficulty(self, instance: SomeInstance) -> Difficulty:
        """Return how hard an instance is for a person.

        Raises EncodingError if the family cannot grade it, as `check_gradable` does.
        """
        self.check_gradable(instance)
        raise NotImplementedError

    def check_gradable(self, instance: SomeInstance) -> None:
        """Raise EncodingError if the family cannot grade the difficulty of an instance."""
        if why_not := self.why_not("difficulty"):
            raise EncodingError(why_not, where=instance.puzzle, key="difficulty")

    def reverse(self, instance: SomeInstance) -> SomeInstance:
        """Return the instance with its start and its goal swapped.

        Raises FamilyError if moves of the family cannot be undone, ParameterError if this instance cannot be reversed.
        """
        self.check_ability("backward")
        return instance

    def reverse_moves(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves that undo the given moves: they lead from the last state back to the first."""
        return moves[::-1]

    def replay_timed_plan(
        self, instance: SomeInstance, plan: Sequence[Any], formulation: Formulation[SomeInstance]
    ) -> Any:
        """Replay the actions of a temporal plan by the puzzle's rules and return the `Solution`.

        Raises PlanError if the plan breaks a rule. Only families with a temporal formulation need this method.
        """
        raise NotImplementedError

    def choose_dialect(self, instance: SomeInstance) -> Dialect:
        """Return the default PDDL dialect of an instance, used if the user chooses none."""
        return "strips"

    def rank_encodings(self, instance: SomeInstance, dialect: str) -> Sequence[Encoding]:
        """Return the encodings of a dialect, sorted by how fast planners are likely to be, the fastest first."""
        return [one.encoding for one in self.formulations if one.dialect == dialect]

    def suggest_search(self, instance: SomeInstance, dialect: str) -> SearchKind | None:
        """Return the kind of search that is likely to solve an instance soonest.

        ``dialect`` is the dialect in which a planner would solve the instance; empty for any dialect. Returns None if no kind is known to be faster.
        """
        return None

    def lay_out_textbook(self, instance: SomeInstance, dialect: str) -> tuple[str, dict[str, Any]]:
        """Return the templates for PDDL that fits on a slide: their folder, and the values of their variables.

        The folder is a name within the folder ``textbook``. Raises UnsuitableError if the family has no such
        templates, or if they cannot express the instance.
        """
        raise UnsuitableError(self.why_not("style") or "", where=instance.puzzle, about="style")

    def find_words(self, puzzle: SomeFile, theme: Theme | None, draw: SeededRandom) -> PuzzleWords:
        """Return the words for a puzzle's story and names, from a theme; neutral words without a theme.

        ``draw`` is the source of random choices among the theme's words. Raises PuzzleError if there are no words for
        such a puzzle.
        """
        if self.words is not None:
            found: PuzzleWords = self.words(puzzle, theme, draw)
            return found
        says = format_message("puzzles.family-without-words", family=self.name)
        raise PuzzleError(says, where=puzzle.name, about="theme", found=f"a puzzle of the family {self.name}")

    def make_page_data(self, instance: SomeInstance) -> dict[str, Any] | None:
        """Return the data for playing an instance on an interactive page; None if the instance is too large.

        Raises the errors of `make_space`.
        """
        space, narrator = self.make_space(instance), self.make_narrator(instance)
        return tabulate_space(
            space, narrator, make_state_formatter(narrator), space.candidate_moves, narrator.label_choice
        )

    def make_drawing(self, instance: SomeInstance) -> Drawing | None:
        """Return the object that draws solutions of an instance; None if each state is drawn on its own."""
        return None

    def make_state_cards(
        self, instance: SomeInstance, solution: Any | None, play_data: dict[str, Any] | None
    ) -> dict[str, Any] | None:
        """Return the data with which a page shows states as cards of objects; None if it shows lines.

        ``solution`` is the `Solution` that the page plays; without one, the page shows the initial state. ``play_data`` are the data
        with which a person can play the instance on the page, if there are any.
        """
        return None

    def draw_thumbnails(self, instance: SomeInstance, states: Sequence[State]) -> StateThumbnails | None:
        """Return small pictures of states, in the same order; None if graphs show the states as lines of text."""
        return None

    def make_solution_answers(self, instance: SomeInstance) -> SolutionAnswers | None:
        """Return the object that derives answers to the puzzle's questions from solutions of an instance.

        Returns None for families whose solutions may differ in length.
        """
        return None

    def make_play(self, instance: SomeInstance, layout: Layout) -> Any | None:
        """Return the family's own `Play` for an instance; None if the general `Play` is suitable.

        The class `Play` in `ferryplan.generator.play` is for interactive play in a terminal; it requires moves that
        do not overlap in time. ``layout`` is the layout of the text.
        """
        return None

    def explain_page_limit(self) -> str:
        """Return a clause for messages that explains when an instance is too large for an interactive page."""
        return format_message("play.too-many-table-states", states=f"{MAX_STATES:,}")

    def describe_structure(self, instance: SomeInstance) -> Iterable[StructureFact]:
        """Return facts that describe an instance without names, to find instances that differ only in names.

        By default, the result is a single fact with the puzzle's name and parameters, so that only instances of one
        puzzle can count as equal.
        """
        return [(instance.puzzle, *instance.parameters)]

    def list_state_variables(self, instance: SomeInstance) -> Sequence[StateVariables[State, Move]]:
        """Return alternative sets of state variables, such as the travelers' places, for an instance.

        The set that distinguishes the most states comes first. The comparison of the instance with a model looks for one of these sets in the model.
        Raises EncodingError if moves can overlap in time.
        """
        return ()

    def make_state_reader(self, instance: SomeInstance, dialect: str, encoding: str, task: Task) -> StateReader:
        """Return the object that converts states of an instance's PDDL task into states of its space.

        ``task`` is the grounded PDDL in the given dialect and encoding. Raises EncodingError for a dialect whose states cannot be converted.
        """
        raise EncodingError(self.why_not("pddl") or "", where=instance.puzzle, key="pddl")

    @property
    def refusals(self) -> dict[str, str]:
        """The abilities that the family lacks, such as ``backward``, each with a sentence that says why."""
        missing = {ability: key for ability, (method, key) in ABILITIES.items() if not self.has_override(method)}
        if "boat-as-place" not in self.views:
            missing["boat-as-place"] = "puzzles.no-boat-as-place"
        return {ability: format_message(key) for ability, key in {**missing, **self.unsupported}.items()}

    def why_not(self, ability: str) -> str | None:
        """Return why the family lacks an ability such as ``backward``; None if it has the ability."""
        return self.refusals.get(ability)

    def check_ability(self, ability: str) -> None:
        """Raise FamilyError if the family lacks an ability such as ``backward``; the message says why."""
        if why_not := self.why_not(ability):
            found, expected = f"a puzzle of the family {self.name}", EXPECTED_PUZZLES.get(ability)
            raise FamilyError(why_not, key=ability, found=found, expected=expected)

    def has_override(self, method: str) -> bool:
        """Return whether the family overrides the method of `Family` that has this name."""
        return getattr(type(self), method) is not getattr(Family, method)


AnyFamily: TypeAlias = Family[Any, Any, Any, Any]
"""A family whose types of puzzle files, instances, states and moves are not known to the type checker."""
