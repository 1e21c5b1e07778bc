"""The puzzle and the model of which exercises are made, and what an exercise consists of."""

from __future__ import annotations

import contextlib
import functools
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.draws import Draw
from ferryplan.generator.errors import EncodingError, FerryplanError, UnsuitableError
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.generation import Pddl, generate, textbook
from ferryplan.generator.instance import Value
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.search import state_graph
from ferryplan.generator.search.comparison import UndecidedError
from ferryplan.generator.tasks import instance, pairs, space
from ferryplan.generator.wording import Table
from ferryplan.teaching.checking.comparing import Verdict
from ferryplan.teaching.checking.verdict import check

MOST = 20_000
"""so many states, and so many ground actions, may a model have that is held against the puzzle"""


class Exercise(NamedTuple):
    """What is asked, and the answer."""

    kind: str
    says: Mapping[str, object]
    """what its words are filled in with"""
    task: Sequence[Table] = ()
    key: Sequence[Table] = ()
    files: Mapping[str, str] = {}
    """texts, by the names of their files: a model that is shown, what is in ``key/``"""


class Setting:
    """A puzzle, its PDDL without the comments that tell too much, and what is asked: ``seed``, ``gaps``, ``dialect``."""

    def __init__(self, puzzle: PuzzleFile, given: Mapping[str, Value], asked: Mapping[str, Any]) -> None:
        """Raises as `instantiate_smallest`."""
        self.puzzle, self.given, self.asked = puzzle, given, asked
        self.instance = instantiate_smallest(puzzle, given)

    @functools.cached_property
    def pddl(self) -> Pddl:
        """The model, in the style textbook if that takes the puzzle. Raises as `generate`."""
        asked = self.asked["dialect"]
        for dialect in (asked,) if asked else ("strips", "adl"):
            with contextlib.suppress(UnsuitableError):
                return _bare(textbook(self.instance, dialect))
        return _bare(generate(self.instance, asked))

    @functools.cached_property
    def model(self) -> instance.TaskInstance:
        """The model, as it is read."""
        return _read(self.pddl)

    @functools.cached_property
    def is_same(self) -> bool:
        """Whether the model, checked against the puzzle, does not differ. Raises as `check`."""
        return not check(self.instance, self.model).found

    def draw(self, kind: str) -> Draw:
        """Return what draws for a kind of exercise, whatever others draw."""
        return Draw(f"{self.asked['seed']} {kind}")

    def differs(self, pddl: Pddl) -> Verdict | None:
        """Return in what a model differs from the puzzle; None where it does not, nobody can tell, or planners may differ in what it means.

        Raises as `check` of the puzzle's own model.
        """
        if self.is_same:
            with contextlib.suppress(FerryplanError, UndecidedError):
                model = _read(pddl)
                if (unclear := _unclear_moves(model.once(space.TaskSpace))) is not None:
                    verdict = check(self.instance, model)
                    return verdict if verdict.found and unclear <= self._unclear_moves else None
        return None

    @functools.cached_property
    def _unclear_moves(self) -> Set[GroundAction]:
        """The actions of the puzzle's own model that delete what they add, such as to move from a room to itself."""
        return _unclear_moves(self.model.once(space.TaskSpace)) or frozenset()

    def smaller(self) -> Iterator[Setting]:
        """Yield this, then the same with one parameter that is not given lowered, one by one."""
        yield self
        for key, value in self.instance.parameters:
            for lower in range(value - 1, 0, -1) if type(value) is int and key not in self.given else ():
                with contextlib.suppress(FerryplanError):
                    yield Setting(self.puzzle, {**self.given, key: lower}, self.asked)

    def refuse(self, key: str, **slots: object) -> EncodingError:
        """Return the error that there is no exercise, with the message of a key."""
        return EncodingError(format_message(key, **slots), where=self.puzzle.name)


def _unclear_moves(task: space.TaskSpace) -> Set[GroundAction] | None:
    """Return the actions that somewhere delete what they add, in which planners may differ; None for a model with too many states or actions."""
    few = len([*itertools.islice(task.ground(), MOST + 1)]) <= MOST
    if not few or not (graph := state_graph.explore_graph(task, most=MOST)).complete:
        return None
    changes = ((move, task.changes(state, move)) for state in graph.states for move, _ in task.moves(state))
    return {move for move, change in changes if not change.added.isdisjoint(change.deleted)}


def as_files(folder: str, pddl: Pddl) -> dict[str, str]:
    """Return a model as the texts of files in a folder."""
    return {f"{folder}/domain.pddl": pddl.domain, f"{folder}/p01.pddl": pddl.problem}


def _read(pddl: Pddl) -> instance.TaskInstance:
    """Return a model as it is read. Raises PddlError."""
    return pairs.model_of(Source(pddl.domain, "the domain"), Source(pddl.problem, "the problem"))


def _bare(pddl: Pddl) -> Pddl:
    """Return PDDL without comments, but for those behind what is declared in the domain."""
    declared, action, actions = pddl.domain.partition("(:action")
    texts = [re.sub("[ \t]*;.*", "", text) for text in (actions, pddl.problem)]
    texts[0] = re.sub(r"(?m)^[ \t]*;.*\n", "", declared) + action + texts[0]
    return Pddl(*(re.sub(r"\n{3,}", "\n\n", text.strip()) + "\n" for text in texts))
