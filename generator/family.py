"""What a family of puzzles consists of, and the ways in which it puts its instances into PDDL."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.cast import Cast
from ferryplan.generator.dialects import Dialect, Encoding
from ferryplan.generator.difficulty import Difficulty
from ferryplan.generator.draws import Draw
from ferryplan.generator.errors import InvalidPlanError
from ferryplan.generator.instance import AnyInstance, Value
from ferryplan.generator.puzzle_file import Oddity, PuzzleFile
from ferryplan.generator.search.strategy import Strategy
from ferryplan.generator.space import Move, State, StateSpace
from ferryplan.generator.speller import Speller
from ferryplan.generator.teller import Noun, Teller
from ferryplan.generator.themes.theme import Theme

MOVE = Noun("move", "moves")
Drawing = Literal["scenes", "board", "states", "facts"]
SomeFile = TypeVar("SomeFile", bound=PuzzleFile)


SomeInstance = TypeVar("SomeInstance", bound=AnyInstance)


class Step(Protocol):
    """An action of a plan: its name and its arguments."""

    @property
    def name(self) -> str:
        """The action's name."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """The objects for its parameters, in their order."""


@dataclass(frozen=True, slots=True)
class Formulation(Generic[SomeInstance]):
    """A dialect and an encoding that a family has."""

    dialect: Dialect
    encoding: Encoding
    templates: str
    """their folder in that of the family"""
    context: Callable[[SomeInstance], dict[str, Any]]
    """what the templates lay out"""
    decode: Callable[[SomeInstance, Sequence[Step]], Sequence[Any]]
    """the moves for which the actions of a plan stand"""
    timed: bool = False
    """whether its actions take time"""
    count: Callable[[SomeInstance, Optimum], int | None] = lambda instance, optimum: None
    """how many actions a best plan has, of the fewest moves or the least cost; None where the encoding alone does not tell"""

    def moves(self, instance: SomeInstance, plan: Sequence[Step]) -> Sequence[Any]:
        """Return the moves that a plan stands for, allowed or not; its actions are the domain's.

        Raises InvalidPlanError for actions that the domain does not allow where they are, and that stand for nothing there.
        """
        try:
            return self.decode(instance, plan)
        except (LookupError, ValueError) as error:
            action = plan[self._first_failure(instance, plan)]
            shown = " ".join((action.name, *action.arguments))
            raise InvalidPlanError(format_message("puzzles.no-move-for-action", action=f"({shown})")) from error

    def _first_failure(self, instance: SomeInstance, plan: Sequence[Step]) -> int:
        """Return the index of the first action that `decode` fails for; plans are decoded action by action, so bisection finds it."""

        def fails(index: int) -> bool:
            try:
                self.decode(instance, plan[: index + 1])
            except (LookupError, ValueError):
                return True
            return False

        return bisect.bisect_left(range(len(plan) - 1), True, key=fails)

    def check_suitable(self, instance: SomeInstance) -> None:
        """Raise UnsuitableError if it does not say what an instance asks."""


class Optimum(NamedTuple):
    """What is known of the best solutions of an instance."""

    solvable: bool | None = None
    """None if it is not known"""
    moves: int | None = None
    """the fewest, with costs the fewest for the least cost; None if there is no solution or it is not known"""
    cost: int | None = None
    """the least total; None as above, or where every move costs 1"""
    source: str | None = None
    """how it is known"""


class Trial(NamedTuple):
    """An instance that is tried."""

    instance: Any
    searched: str | None = None
    """the parameter of which the smallest value that works is looked for, if so"""
    alone: Any = None
    """the instance by which the rules tell whether that value works, if it is not this one"""


class View(NamedTuple, Generic[SomeInstance]):
    """Another way to look at what may happen in an instance."""

    space: Callable[[SomeInstance], StateSpace[Any, Any]]
    teller: Callable[[SomeInstance], Teller[Any, Any]]


class Words(Protocol):
    """What is said of one puzzle, in the words of a theme if there is one."""

    def missing(self) -> Mapping[str, Any]:
        """Return what its file leaves out, by its keys."""

    def recast(self) -> tuple[Mapping[str, Mapping[str, str]], dict[str, Any]]:
        """Return new names by the old ones, for each thing named, and what the file says without what goes with the old ones.

        Raises PuzzleError where the theme has too few names.
        """


class Change(NamedTuple):
    """An instance with one thing changed."""

    says: str
    """the change in words, behind "it would work": ``with a boat for 3 travelers``"""
    instance: AnyInstance


class Conflict(NamedTuple):
    """Rules that cannot all be kept, where that alone is why there is no solution."""

    rules: tuple[str, ...] = ()
    """in words; none where none are known"""
    smallest: bool = False
    """whether no fewer contradict each other"""


@dataclass(frozen=True, slots=True)
class Family(Generic[SomeFile, SomeInstance, State, Move]):
    """A kind of puzzle with its own templates.

    >>> from ferryplan import FAMILIES, Family
    >>> grid = FAMILIES["grid"]()
    >>> isinstance(grid, Family), grid.why_not("backward")
    (True, 'its start and its goal cannot be swapped')
    """

    name: str
    """The name of the family."""
    file: type[SomeFile]
    """the shape of its puzzle files"""
    instantiate: Callable[[SomeFile, Mapping[str, Value]], SomeInstance]
    """a puzzle and values for its parameters to an instance; raises ParameterError and PuzzleError"""
    formulated: Callable[[], tuple[Formulation[SomeInstance], ...]]
    """its formulations, imported when they are asked for"""
    space: Callable[[SomeInstance], StateSpace[State, Move]]
    """raises EncodingError for an instance whose moves do not follow one another"""
    teller: Callable[[SomeInstance], Teller[State, Move]]
    """Return the object that describes the moves and states of an instance in words."""
    speller: Callable[[SomeInstance, StateSpace[State, Move], Teller[State, Move]], Speller[State, Move]] = Speller
    """how its moves are written in answers to questions"""
    move: Noun = MOVE
    """what the moves of solutions are called, and counted as"""
    root: Path = domains.FOLDER
    """the folder in which the family's own folder of templates is, called by its name"""
    open_value: str = "questions.value"
    """the key of the message that says what such a parameter stands for, with its value in the slot `count`: a boat for 3 travelers"""
    trials: Callable[[SomeFile, Mapping[str, Value]], Iterable[Trial]] | None = None
    """the instances of which the first that has a plan is meant, one at least, where there may be several; raises as ``instantiate``"""
    unit: Callable[[SomeFile], str | None] = lambda puzzle: None
    """in what the moves of a puzzle are paid; None where each costs 1"""
    sizes: Callable[[SomeInstance], Mapping[str, int]] = lambda instance: {}
    """how large an instance is: what is counted, and how many; suites go by them in this order"""
    quoted: Callable[[SomeFile], Iterable[tuple[Mapping[str, Value], Optimum]]] = lambda puzzle: ()
    """the optima that a puzzle's file quotes, each behind the parameters"""
    oddities: Callable[[SomeFile, SomeInstance], Iterable[Oddity]] = lambda puzzle, instance: ()
    """what is legal in a puzzle's file, but odd, as an instance of it shows; what makes it impossible comes first"""
    strategy: Callable[[StateSpace[State, Move]], Strategy[State, Move]] = Strategy
    """how its spaces are searched"""
    changes: Callable[[SomeFile, SomeInstance, Conflict], Iterable[Iterable[Change]]] = lambda *asked: ()
    """what could be changed in an instance besides the parameters, where it has no solution for a reason that may be known: in groups, in each of
    which one that helps is enough, the smallest first"""
    conflict: Callable[[SomeInstance], Conflict] | None = None
    """which rules of an instance without a solution contradict each other; for families in which rules may"""
    certificate: Callable[[SomeInstance], dict[str, Any]] | None = None
    """a proof that an instance has no solution which is better than all states that can be reached, as JSON has it"""
    difficulty: Callable[[SomeInstance], Difficulty] | None = None
    """how hard an instance is for a person; None for a family of which that is not known"""
    reversed: Callable[[SomeInstance], SomeInstance] | None = None
    """start and goal exchanged; raises ParameterError for an instance that is not the same backwards"""
    undone: Callable[[Sequence[Move]], Sequence[Move]] = lambda moves: moves[::-1]
    """the moves that lead back"""
    dialect: Callable[[SomeInstance], Dialect] = lambda instance: "strips"
    """in which dialect an instance is put into PDDL where none is asked for"""
    by_cost: Callable[[SomeInstance, str], Sequence[str]] | None = None
    """the encodings that a dialect has, the one in which an instance is likely to be solved sooner first; None for the order of the formulations"""
    preferred: Callable[[SomeInstance, str], str | None] = lambda instance, dialect: None
    """the planner that does better on an instance in a dialect than the one taken by default"""
    textbook: Callable[[SomeInstance, str], tuple[str, dict[str, Any]]] | None = None
    """the templates of PDDL for a slide in a dialect, as a folder in ``textbook``, and what they lay out; raises UnsuitableError"""
    words: Callable[[SomeFile, Theme | None, Draw], Words] | None = None
    """the words for a puzzle, of a theme if there is one; raises PuzzleError for a theme that has none; None for files that have all words"""
    principal: str = ""
    """how the names of the actions begin that stand for moves, if the others do not"""
    alike: bool = False
    """whether all solutions have as many moves: then any plan will do, and what is told of it is how many others there are"""
    casts: Callable[[SomeInstance], Sequence[Cast[State, Move]]] = lambda instance: ()
    """of what the situations of an instance can be taken to consist, so that models of it can be compared with it; the finest first; raises
    EncodingError where moves do not follow one another"""
    drawn: Drawing = "states"
    """as what its solutions are drawn: the scenes of crossings, the board on which things are placed, each state as its lines"""
    views: Mapping[str, View[SomeInstance]] = field(default_factory=dict)
    """other state spaces of an instance, by the option of the command line that asks for them"""
    in_turn: bool = False
    """whether the planners that are installed are asked one after the other where none is named: nothing is known of what suits an instance"""
    in_one_file: bool = True
    """whether a puzzle's file is all that there is of it"""
    reads_pddl_back: bool = False
    """whether the states of its PDDL are read back as states of the space"""
    unsupported: Mapping[str, str] = field(default_factory=dict)
    """what else cannot be asked of the family, by the name of the option, and why"""

    @property
    def formulations(self) -> tuple[Formulation[SomeInstance], ...]:
        """How its instances are put into PDDL; the first of a dialect is its default."""
        return self.formulated()

    @property
    def refused(self) -> dict[str, str]:
        """The options of the command line that cannot be asked of the family, and why."""
        missing = {
            "difficulty": self.difficulty is None and "puzzles.no-difficulty",
            "backward": self.reversed is None and "puzzles.no-backward",
            "boat-as-place": "boat-as-place" not in self.views and "puzzles.no-boat-as-place",
            "style": self.textbook is None and "puzzles.no-style",
            "pddl": not self.reads_pddl_back and "puzzles.no-pddl-states",
        }
        reasons = {option: format_message(key) for option, key in missing.items() if key}
        return {**reasons, **self.unsupported}

    def why_not(self, option: str) -> str | None:
        """Return why the family cannot be asked for an option of the command line; None if it can."""
        return self.refused.get(option)


AnyFamily: TypeAlias = Family[Any, Any, Any, Any]
"""a family of which nothing more is known: what belongs together is one of its instances, and a state and a move of its space"""
