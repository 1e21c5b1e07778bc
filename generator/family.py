"""What the program asks of a family of puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.answers import Answering
from ferryplan.generator.cast import Cast
from ferryplan.generator.dialects import Dialect, Encoding
from ferryplan.generator.difficulty import Difficulty
from ferryplan.generator.drawing import Drawing
from ferryplan.generator.draws import Draw
from ferryplan.generator.errors import EncodingError, FamilyError, PuzzleError, UnsuitableError
from ferryplan.generator.family_types import (
    ABILITIES,
    EXPECTED,
    Change,
    Conflict,
    SearchKind,
    SomeInstance,
    Trial,
    View,
    Words,
)
from ferryplan.generator.formulation import Formulation, Optimum, StateReader
from ferryplan.generator.instance import Value
from ferryplan.generator.isomorphism import Fact
from ferryplan.generator.layout import Layout
from ferryplan.generator.page_table import MOST_STATES, picture_states, tabulate_space
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.puzzle_file import Oddity, PuzzleFile
from ferryplan.generator.search.strategy import Strategy
from ferryplan.generator.space import Move, State, StateSpace
from ferryplan.generator.speller import Speller
from ferryplan.generator.teller import Teller
from ferryplan.generator.themes.theme import Theme
from ferryplan.generator.wording import Noun

MOVE = Noun("move", "moves")
SomeFile = TypeVar("SomeFile", bound=PuzzleFile)


class Family(Generic[SomeFile, SomeInstance, State, Move]):
    """A kind of puzzle: what its files say, what may happen in its instances, and how they are put into PDDL and words.

    A family is a subclass in a package of its own. It has a `name`, a puzzle `file`, `formulations`, and the classes `space` and `teller`, and
    overrides `instantiate`. It may override everything else; `why_not` says what a family cannot do, and why.

    >>> from ferryplan import FAMILIES, Family
    >>> grid = FAMILIES["grid"]
    >>> isinstance(grid, Family), grid.why_not("backward")
    (True, 'its start and its goal cannot be swapped')
    """

    name: str
    """The name of the family."""
    file: type[SomeFile]
    """the shape of its puzzle files"""
    space: type[StateSpace[State, Move]]
    """the class of the state space of an instance"""
    teller: type[Teller[State, Move]]
    """the class of what describes moves and states in words"""
    speller: type[Speller[State, Move]] = Speller
    """the class of what writes and reads moves as data"""
    strategy: type[Strategy[State, Move]] = Strategy
    """the class of what searches a state space"""
    words: type[Any] | None = None
    """the class of the words for a puzzle, made from the puzzle, a theme and a draw; None for a family without any"""
    move: Noun = MOVE
    """what the moves of solutions are called, and counted as"""
    root: Path = domains.FOLDER
    """the folder that holds the family's folder of templates, which has the family's name"""
    open_value: str = "questions.value"
    """the key of the message that says what such a parameter stands for, with its value in the slot `count`: a boat for 3 travelers"""
    principal: str = ""
    """how the names of the actions begin that stand for moves, if the others do not"""
    alike: bool = False
    """whether all solutions have as many moves: then any plan will do, and answers say how many others there are"""
    views: Mapping[str, View[SomeInstance]] = MappingProxyType({})
    """other state spaces of an instance, by name"""
    in_turn: bool = False
    """whether the installed planners are asked one after the other where none is named: nothing is known of what suits an instance"""
    in_one_file: bool = True
    """whether a puzzle's file is all that there is of it"""
    unsupported: Mapping[str, str] = MappingProxyType({})
    """what else the family cannot do, with the key of the message that says why"""

    @property
    def formulations(self) -> tuple[Formulation[SomeInstance], ...]:
        """How its instances are put into PDDL; the first of a dialect is its default."""
        raise NotImplementedError

    def instantiate(self, puzzle: SomeFile, parameters: Mapping[str, Value]) -> SomeInstance:
        """Return the instance of a puzzle for values of its parameters.

        Raises ParameterError and PuzzleError.
        """
        raise NotImplementedError

    def make_space(self, instance: SomeInstance) -> StateSpace[State, Move]:
        """Return what may happen in an instance.

        Raises EncodingError for one whose moves do not follow one another.
        """
        return instance.once(self.space)

    def make_teller(self, instance: SomeInstance) -> Teller[State, Move]:
        """Return the object that describes the moves and states of an instance in words."""
        return instance.once(self.teller)

    def make_speller(self, instance: SomeInstance) -> Speller[State, Move]:
        """Return the object that writes and reads the moves of an instance as data.

        Raises as `make_space`.
        """
        return self.speller(instance, self.make_space(instance), self.make_teller(instance))

    def make_strategy(self, space: StateSpace[State, Move]) -> Strategy[State, Move]:
        """Return how a space is searched."""
        return self.strategy(space)

    def list_trials(self, puzzle: SomeFile, parameters: Mapping[str, Value]) -> Iterator[Trial]:
        """Yield the instances of which the first with a plan is meant: several where a parameter is left open.

        Raises as `instantiate`.
        """
        yield Trial(self.instantiate(puzzle, parameters))

    def get_unit(self, puzzle: SomeFile) -> str | None:
        """Return the unit in which a puzzle counts costs; None where each move costs 1."""
        return None

    def count_sizes(self, instance: SomeInstance) -> Mapping[str, int]:
        """Return how large an instance is: what is counted, and how many; suites sort by these numbers in this order."""
        return {}

    def list_optima(self, puzzle: SomeFile) -> Iterable[tuple[Mapping[str, Value], Optimum]]:
        """Yield the optima that a puzzle's file quotes, each with its parameters."""
        return ()

    def find_oddities(self, puzzle: SomeFile, instance: SomeInstance) -> Iterable[Oddity]:
        """Yield what is legal in a puzzle's file, but odd, as an instance of it shows; what makes it impossible comes first."""
        return ()

    def find_conflict(self, instance: SomeInstance) -> Conflict | None:
        """Return which rules of an instance without a solution contradict each other; None if rules of the family never do."""
        return None

    def suggest_changes(
        self, puzzle: SomeFile, instance: SomeInstance, conflict: Conflict
    ) -> Iterable[Iterable[Change]]:
        """Yield changes besides those of parameters that may give an instance a solution, the smallest first.

        The changes come in groups; one that helps is enough of each. ``conflict`` is what `find_conflict` found.
        """
        return ()

    def certify(self, instance: SomeInstance) -> dict[str, Any] | None:
        """Return a proof as JSON data that an instance has no solution; None if its reachable states are the best proof.

        Raises EncodingError for a proof that would be too large.
        """
        return None

    def grade_difficulty(self, instance: SomeInstance) -> Difficulty:
        """Return how hard an instance is for a person.

        Raises EncodingError as `check_grade`.
        """
        self.check_grade(instance)
        raise NotImplementedError

    def check_grade(self, instance: SomeInstance) -> None:
        """Raise EncodingError for an instance of a family that cannot tell how hard it is."""
        if why_not := self.why_not("difficulty"):
            raise EncodingError(why_not, where=instance.puzzle, key="difficulty")

    def reverse(self, instance: SomeInstance) -> SomeInstance:
        """Return an instance with its start and its goal swapped.

        Raises FamilyError if moves of the family cannot be undone, ParameterError for an instance that is not the same backward.
        """
        self.check_ability("backward")
        return instance

    def undo(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves that lead back from where these lead."""
        return moves[::-1]

    def replay_timed(self, instance: SomeInstance, plan: Sequence[Any], formulation: Formulation[SomeInstance]) -> Any:
        """Return the `Solution` that the actions of a plan in time stand for, replayed by the rules.

        Raises PlanError. Families without a timed formulation do not need it.
        """
        raise NotImplementedError

    def choose_dialect(self, instance: SomeInstance) -> Dialect:
        """Return the dialect in which an instance is put into PDDL where none is asked for."""
        return "strips"

    def rank_encodings(self, instance: SomeInstance, dialect: str) -> Sequence[Encoding]:
        """Return the encodings of a dialect, first the one in which planners are likely to solve an instance sooner."""
        return [one.encoding for one in self.formulations if one.dialect == dialect]

    def suggest_search(self, instance: SomeInstance, dialect: str) -> SearchKind | None:
        """Return what is likely to solve an instance sooner, in a dialect or, if that is empty, in any; None if nothing is known to."""
        return None

    def lay_out_textbook(self, instance: SomeInstance, dialect: str) -> tuple[str, dict[str, Any]]:
        """Return the templates of PDDL for a slide, as a folder in ``textbook``, and what they lay out.

        Raises UnsuitableError.
        """
        raise UnsuitableError(self.why_not("style") or "", where=instance.puzzle, about="style")

    def find_words(self, puzzle: SomeFile, theme: Theme | None, draw: Draw) -> Words:
        """Return the words for a puzzle, of a theme if there is one.

        Raises PuzzleError for a theme that has none.
        """
        if self.words is not None:
            found: Words = self.words(puzzle, theme, draw)
            return found
        says = format_message("puzzles.family-without-words", family=self.name)
        raise PuzzleError(says, where=puzzle.name, about="theme", found=f"a puzzle of the family {self.name}")

    def make_page_data(self, instance: SomeInstance) -> dict[str, Any] | None:
        """Return what an interactive page needs of an instance; None if it is too large.

        Raises as `make_space`.
        """
        space, teller = self.make_space(instance), self.make_teller(instance)
        return tabulate_space(space, teller, picture_states(teller), space.candidates, teller.choice)

    def make_drawing(self, instance: SomeInstance) -> Drawing | None:
        """Return the object that draws solutions of an instance; None if the picture is the sequence of their states."""
        return None

    def make_answering(self, instance: SomeInstance) -> Answering | None:
        """Return what tells the answers of solutions; None for families whose solutions differ in length."""
        return None

    def make_play(self, instance: SomeInstance, layout: Layout) -> Any | None:
        """Return a `ferryplan.generator.play.Play` with which a person plays an instance in a terminal; None if moves follow one another."""
        return None

    def explain_page_limit(self) -> str:
        """Return a clause that says when an instance is too large for an interactive page."""
        return format_message("play.too-many-table-states", states=f"{MOST_STATES:,}")

    def describe_structure(self, instance: SomeInstance) -> Iterable[Fact]:
        """Yield the facts by which an instance is recognized under other names; by default, it is recognized only under its own."""
        return [(instance.puzzle, *instance.parameters)]

    def list_casts(self, instance: SomeInstance) -> Sequence[Cast[State, Move]]:
        """Return what situations of an instance can be taken to consist of, so that a model can be compared with it; the finest first.

        Raises EncodingError where moves do not follow one another.
        """
        return ()

    def make_state_reader(self, instance: SomeInstance, dialect: str, encoding: str, task: Task) -> StateReader:
        """Return the object that reads states of the task, an instance's PDDL, as states of its space.

        Raises EncodingError for a dialect whose states cannot be read.
        """
        raise EncodingError(self.why_not("pddl") or "", where=instance.puzzle, key="pddl")

    @property
    def refusals(self) -> dict[str, str]:
        """What the family cannot do, by ability, each with a sentence that says why."""
        missing = {ability: key for ability, (method, key) in ABILITIES.items() if not self.overrides(method)}
        if "boat-as-place" not in self.views:
            missing["boat-as-place"] = "puzzles.no-boat-as-place"
        return {ability: format_message(key) for ability, key in {**missing, **self.unsupported}.items()}

    def why_not(self, ability: str) -> str | None:
        """Return why the family does not have an ability, such as ``difficulty`` or ``backward``; None if it has it."""
        return self.refusals.get(ability)

    def check_ability(self, ability: str) -> None:
        """Raise FamilyError if the family does not have an ability."""
        if why_not := self.why_not(ability):
            found, expected = f"a puzzle of the family {self.name}", EXPECTED.get(ability)
            raise FamilyError(why_not, key=ability, found=found, expected=expected)

    def overrides(self, method: str) -> bool:
        """Return whether the family has its own version of a method of `Family`."""
        return getattr(type(self), method) is not getattr(Family, method)


AnyFamily: TypeAlias = Family[Any, Any, Any, Any]
"""a family of which nothing more is known: what belongs together is one of its instances, and a state and a move of its space"""
