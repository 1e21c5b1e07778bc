"""The state space of a search: a puzzle's PDDL, or the puzzle's rules."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import family_of, narrator_of, state_space_of
from ferryplan.generator.generation import Pddl, find_formulation, generate
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.narrator import Narrator, StateLine
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.pddl.strips import NotStripsError
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.narrator import TaskNarrator
from ferryplan.generator.tasks.pddl_puzzles import make_model_instance
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.planner.graphs.pddl_moves import PddlSuccessorFunction
from ferryplan.planner.system.progress import make_progress_counter
from ferryplan.teaching.textbook.heuristics.heuristic_registry import TaskKnowledge

DEFAULT_DIALECTS = ("adl", "costs", "strips")
"""The dialects to try in this order if none is requested; in the first, an action is a whole move."""

DEFAULT_HEURISTIC = "lmcut"
"""The heuristic of searches for which none is chosen."""


class SearchedTask:
    """A state space to search, with cached knowledge about it such as its goal distances.

    It is the planning task of a puzzle's PDDL, or the puzzle's rules. Two objects are equal if they represent the same task. Pickling keeps
    only the arguments, and unpickling builds the task again.
    """

    instance: AnyInstance
    """The instance that is searched: the PDDL as an instance or, for the rules, the puzzle's instance."""
    task: Any
    """The state space to search: a PDDL task, or the rules of a puzzle."""
    narrator: Narrator[Any, Any]
    """The narrator that describes states and moves in reports."""

    def __init__(self, instance: AnyInstance, dialect: str | None = None, encoding: str | None = None) -> None:
        """Generate the PDDL of a puzzle as the task to search.

        Raises EncodingError if the puzzle does not support the dialect, and PddlError for malformed PDDL.
        """
        self._source: tuple[AnyInstance, str | None, str | None] = (instance, dialect, encoding)
        self.uses_rules = False
        self.dialect: str | None = None
        if isinstance(instance, TaskInstance):
            model = instance
        else:
            pddl, self.dialect = _generate_pddl(instance, (dialect,) if dialect else DEFAULT_DIALECTS, encoding)
            made = make_model_instance(Source(pddl.domain, "the domain"), Source(pddl.problem, "the problem"))
            model = replace(made, title=instance.title, puzzle=instance.puzzle, parameters=instance.parameters)
        self.instance, self.task = model, model.get_or_make(TaskSpace)
        self.narrator = TaskNarrator(model)
        if self.dialect and encoding != "counted":
            reads_back = not family_of(instance).why_not("pddl")
            self.narrator = (_StateNarrator if reads_back else _ActionNarrator)(model, instance, self.dialect)
        self.narrator.cost_unit = narrator_of(instance).cost_unit
        self.knowledge = TaskKnowledge(self.task, make_progress_counter())

    @classmethod
    def from_rules(cls, instance: AnyInstance) -> SearchedTask:
        """Return the task of searching a puzzle's rules, instead of its PDDL.

        Raises EncodingError if the puzzle has no state space.
        """
        made = cls.__new__(cls)
        made._source, made.uses_rules = (instance, None, None), True
        made.dialect, made.instance = None, instance
        made.task, made.narrator = state_space_of(instance), narrator_of(instance)
        made.knowledge = TaskKnowledge(made.task, make_progress_counter())
        return made

    def is_auxiliary(self, move: Any) -> bool:
        """Return whether a PDDL action is not a move of the puzzle, but only checks or counts something."""
        return isinstance(self.narrator, _ActionNarrator) and self.narrator.is_auxiliary(move)

    def __eq__(self, other: object) -> bool:
        """Return whether another object represents the same task."""
        if not isinstance(other, SearchedTask):
            return NotImplemented
        return (self.uses_rules, self._source) == (other.uses_rules, other._source)

    def __hash__(self) -> int:
        """Return a hash of the arguments that made the task."""
        return hash((self.uses_rules, self._source))

    def __reduce__(self) -> tuple[Callable[..., SearchedTask], tuple[Any, ...]]:
        """Return what pickle stores: the arguments that made the task."""
        return (SearchedTask.from_rules, self._source[:1]) if self.uses_rules else (SearchedTask, self._source)


class _ActionNarrator(TaskNarrator):
    """A narrator that describes the actions of a puzzle's PDDL as moves of the puzzle."""

    def __init__(self, model: TaskInstance, instance: AnyInstance, dialect: str) -> None:
        super().__init__(model)
        self._puzzle_narrator = narrator_of(instance)
        self._instance, self._formulation = instance, find_formulation(instance, dialect)

    def label_move(self, move: GroundAction) -> str:
        """Return the puzzle move that an action begins, in words.

        An action that begins no puzzle move is returned in PDDL syntax.
        """
        if self._formulation.encoding == "counted":  # who moves depends on the earlier moves
            return str(move)
        moves = self._formulation.decode_plan(self._instance, [move])
        return self._puzzle_narrator.format_move_line(moves[0]) if moves else str(move)

    def is_auxiliary(self, move: GroundAction) -> bool:
        """Return whether an action begins no move of the puzzle."""
        return self._formulation.encoding != "counted" and not self._formulation.decode_plan(self._instance, [move])


class _StateNarrator(_ActionNarrator):
    """A narrator that describes the states of a puzzle's PDDL as states of the puzzle.

    It marks states in which the rules for a crossing are not checked yet.
    """

    def __init__(self, model: TaskInstance, instance: AnyInstance, dialect: str) -> None:
        super().__init__(model, instance, dialect)
        self._state_reader = PddlSuccessorFunction(instance, dialect).reader
        self.state_legend = self._puzzle_narrator.state_legend

    def list_state_lines(self, state: PddlState) -> Sequence[StateLine]:
        """Return the lines of the picture of a PDDL state."""
        unsure = () if self._state_reader.is_between_moves(state) else (StateLine(format_message("search.unsettled")),)
        return (*self._puzzle_narrator.list_state_lines(self._state_reader.read_state(state)), *unsure)

    def format_state(self, state: PddlState) -> str:
        """Return a PDDL state in the puzzle's words, on one line."""
        told = self._puzzle_narrator.format_state(self._state_reader.read_state(state))
        return told if self._state_reader.is_between_moves(state) else f"{told}, {format_message('search.unsettled')}"


def _generate_pddl(instance: AnyInstance, dialects: tuple[str, ...], encoding: str | None) -> tuple[Pddl, str]:
    """Return the PDDL of an instance, and its dialect: the first of ``dialects`` that is supported."""
    for dialect in dialects[:-1]:
        with contextlib.suppress(EncodingError):
            return generate(instance, dialect, encoding), dialect
    return generate(instance, dialects[-1], encoding), dialects[-1]


class StripsNeededError(EncodingError):
    """Raised when a heuristic or an algorithm needs plain STRIPS, to which a task cannot be compiled."""

    def __init__(self, key: str, name: str, reason: str) -> None:
        others = format_message("search.other-heuristics")
        super().__init__(
            format_message("search.needs-strips", name=name, reason=reason),
            key=key,
            found=f"'{name}'",
            expected=others,
            advice=format_message("search.use-others", others=others),
        )
        self.name, self.reason = name, reason


@contextlib.contextmanager
def convert_strips_errors(key: str, name: str) -> Iterator[None]:
    """Convert a NotStripsError in a ``with`` block to a StripsNeededError.

    ``key`` is ``heuristic`` or ``algorithm``, and ``name`` the name of the one that needs STRIPS.
    """
    try:
        yield
    except NotStripsError as error:
        raise StripsNeededError(key, name, str(error)) from None


def choose_heuristic(searched: SearchedTask, fallback: str) -> tuple[str, str]:
    """Return the name of the default heuristic for a task, and a note.

    The heuristic is lmcut. If the task cannot be compiled to plain STRIPS, it is ``fallback``, and the note says why; otherwise the note is
    empty.
    """
    try:
        assert searched.knowledge.operators is not None
    except NotStripsError as error:
        return fallback, format_message("search.default-needs-strips", reason=error, heuristic=fallback)
    return DEFAULT_HEURISTIC, ""
