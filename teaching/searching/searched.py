"""The planning task that a search searches: a puzzle's PDDL, or the puzzle's rules."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import family_of, state_space, teller_of
from ferryplan.generator.generation import Pddl, formulation_of, generate
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import State
from ferryplan.generator.pddl.strips import NotStripsError
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.pairs import model_of
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.tasks.teller import TaskTeller
from ferryplan.generator.teller import Line, Teller
from ferryplan.planner.graphs.pddl_moves import PddlMoves
from ferryplan.planner.system.progress import counting
from ferryplan.teaching.textbook.heuristics.estimates import Known

TRIED = ("adl", "costs", "strips")
"""the dialects in which a puzzle may be searched where none is asked for: in the first an action is a whole move"""

DEFAULT_HEURISTIC = "lmcut"


class Searched:
    """A planning task, and what is known of it. Two are equal if they stand for the same task, so a copy in another process is made anew."""

    instance: AnyInstance
    task: Any
    """the state space that is searched: a task of PDDL, or the rules of a puzzle"""
    teller: Teller[Any, Any]

    def __init__(self, instance: AnyInstance, dialect: str | None = None, encoding: str | None = None) -> None:
        """Raises EncodingError for a puzzle that cannot be put into a dialect, PddlError for PDDL that makes no sense."""
        self._made_of: tuple[AnyInstance, str | None, str | None] = (instance, dialect, encoding)
        self.has_own_rules = False
        self.dialect: str | None = None
        if isinstance(instance, TaskInstance):
            model = instance
        else:
            pddl, self.dialect = _generated(instance, (dialect,) if dialect else TRIED, encoding)
            made = model_of(Source(pddl.domain, "the domain"), Source(pddl.problem, "the problem"))
            model = replace(made, title=instance.title, puzzle=instance.puzzle, parameters=instance.parameters)
        self.instance, self.task = model, model.once(TaskSpace)
        self.teller = TaskTeller(model)
        if self.dialect and encoding != "counted":
            reads_back = not family_of(instance).why_not("pddl")
            self.teller = (_ReadBack if reads_back else _InWords)(model, instance, self.dialect)
        self.teller.unit = teller_of(instance).unit
        self.known = Known(self.task, counting())

    @classmethod
    def by_rules(cls, instance: AnyInstance) -> Searched:
        """Return the state space of a puzzle's rules as what is searched. Raises EncodingError where no moves follow one another."""
        made = cls.__new__(cls)
        made._made_of, made.has_own_rules = (instance, None, None), True
        made.dialect, made.instance = None, instance
        made.task, made.teller = state_space(instance), teller_of(instance)
        made.known = Known(made.task, counting())
        return made

    def is_auxiliary(self, move: Any) -> bool:
        """Return whether an action of the PDDL is auxiliary: it only checks or counts, and moves nothing in the puzzle."""
        return isinstance(self.teller, _InWords) and self.teller.is_auxiliary(move)

    def __eq__(self, other: object) -> bool:
        """Return whether another one stands for the same task."""
        if not isinstance(other, Searched):
            return NotImplemented
        return (self.has_own_rules, self._made_of) == (other.has_own_rules, other._made_of)

    def __hash__(self) -> int:
        """Return a hash of what it was made of."""
        return hash((self.has_own_rules, self._made_of))

    def __reduce__(self) -> tuple[Callable[..., Searched], tuple[Any, ...]]:
        """Pickle it as what it was made of."""
        return (Searched.by_rules, self._made_of[:1]) if self.has_own_rules else (Searched, self._made_of)


class _InWords(TaskTeller):
    """Describes the actions of a puzzle's PDDL as moves of the puzzle."""

    def __init__(self, model: TaskInstance, instance: AnyInstance, dialect: str) -> None:
        super().__init__(model)
        self._teller = teller_of(instance)
        self._instance, self._formulation = instance, formulation_of(instance, dialect)

    def label(self, move: GroundAction) -> str:
        """Return the move that an action begins, in the puzzle's words; any other action as PDDL has it."""
        if self._formulation.encoding == "counted":  # who goes depends on who went before
            return str(move)
        moves = self._formulation.moves(self._instance, [move])
        return self._teller.terse(moves[0]) if moves else str(move)

    def is_auxiliary(self, move: GroundAction) -> bool:
        """Return whether an action begins no move."""
        return self._formulation.encoding != "counted" and not self._formulation.moves(self._instance, [move])


class _ReadBack(_InWords):
    """Describes states as the puzzle has them, and says where the rules of a crossing are not checked yet."""

    def __init__(self, model: TaskInstance, instance: AnyInstance, dialect: str) -> None:
        super().__init__(model, instance, dialect)
        self._reader = PddlMoves(instance, dialect).reader
        self.state_key = self._teller.state_key

    def lines(self, state: State) -> Sequence[Line]:
        """Return the lines of a picture of a state."""
        unsure = () if self._reader.is_settled(state) else (Line(format_message("search.unsettled")),)
        return (*self._teller.lines(self._reader.read(state)), *unsure)

    def state(self, state: State) -> str:
        """Return a state on a line."""
        told = self._teller.state(self._reader.read(state))
        return told if self._reader.is_settled(state) else f"{told}, {format_message('search.unsettled')}"


def _generated(instance: AnyInstance, dialects: tuple[str, ...], encoding: str | None) -> tuple[Pddl, str]:
    for dialect in dialects[:-1]:
        with contextlib.suppress(EncodingError):
            return generate(instance, dialect, encoding), dialect
    return generate(instance, dialects[-1], encoding), dialects[-1]


class StripsNeededError(EncodingError):
    """A heuristic or a search needs a task that comes down to plain STRIPS."""

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
def strips_asked_for(key: str, name: str) -> Iterator[None]:
    """Raise StripsNeededError for a task that does not come down to plain STRIPS, where something asks for it."""
    try:
        yield
    except NotStripsError as error:
        raise StripsNeededError(key, name, str(error)) from None


def choose_heuristic(searched: Searched, otherwise: str) -> tuple[str, str]:
    """Return the heuristic where none is named, and a note on it: LM-cut, or ``otherwise`` for a task that does not come down to plain STRIPS."""
    try:
        assert searched.known.operators is not None
    except NotStripsError as error:
        return otherwise, format_message("search.default-needs-strips", reason=error, heuristic=otherwise)
    return DEFAULT_HEURISTIC, ""
