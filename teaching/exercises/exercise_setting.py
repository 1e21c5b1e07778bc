"""The class `Exercise`, and the puzzle and model that exercises are about."""

from __future__ import annotations

import contextlib
import functools
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError, FerryplanError, UnsuitableError
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.generation import Pddl, generate, generate_textbook
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.search import state_graph
from ferryplan.generator.search.model_comparison import TooManyStatesError
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.tasks import instance, pddl_puzzles, space
from ferryplan.generator.wording import Table
from ferryplan.teaching.checking.model_verdict import ModelVerdict
from ferryplan.teaching.checking.verdict_search import check_against_puzzle

MAX_STATES_AND_ACTIONS = 20_000
"""The largest number of states, and of ground actions, in a model that is checked for ambiguous actions."""


class Exercise(NamedTuple):
    """An exercise with its answer, as values for the templates of sheet and answer key."""

    kind: str
    """The kind of exercise: complete, mistake, plan, graph or heuristic."""
    template_values: Mapping[str, object]
    """The values that fill the template of the exercise."""
    task_tables: Sequence[Table] = ()
    """The tables that the sheet shows with the task."""
    key_tables: Sequence[Table] = ()
    """The tables that the answer key shows."""
    files: Mapping[str, str] = {}
    """The texts of further files by name: models to hand out, and files of the answer key in ``key/``."""


class ExercisePuzzle:
    """A puzzle with its own PDDL model, about which exercises are made.

    The options ``seed``, ``gaps`` and ``dialect`` determine the exercises. The PDDL has no comments that give away
    answers.
    """

    def __init__(self, puzzle: PuzzleFile, given: Mapping[str, ParameterValue], options: Mapping[str, Any]) -> None:
        """Choose the instance of the puzzle; raises the errors of `instantiate_smallest`.

        ``given`` has the given parameter values, and ``options`` the values of ``seed``, ``gaps`` and ``dialect``.
        """
        self.puzzle, self.given, self.options = puzzle, given, options
        self.instance = instantiate_smallest(puzzle, given)

    @functools.cached_property
    def pddl(self) -> Pddl:
        """The PDDL of the puzzle, in textbook style if possible, without comments on lines of their own.

        Raises the errors of `generate`.
        """
        asked = self.options["dialect"]
        for dialect in (asked,) if asked else ("strips", "adl"):
            with contextlib.suppress(UnsuitableError):
                return _strip_comments(generate_textbook(self.instance, dialect))
        return _strip_comments(generate(self.instance, asked))

    @functools.cached_property
    def model(self) -> instance.TaskInstance:
        """The PDDL of the puzzle as a planning task."""
        return _read_model(self.pddl)

    @functools.cached_property
    def is_model_correct(self) -> bool:
        """Whether the check confirms that the PDDL is the same as the puzzle. Raises the errors of the check."""
        return not check_against_puzzle(self.instance, self.model).differences

    def make_random_generator(self, kind: str) -> SeededRandom:
        """Return the random generator for a kind of exercise, which does not depend on other kinds."""
        return SeededRandom(f"{self.options['seed']} {kind}")

    def judge_changed_model(self, pddl: Pddl) -> ModelVerdict | None:
        """Check a changed model, and return the verdict; None if the model does not suit an exercise.

        A model does not suit an exercise if it is the same as the puzzle, if the check is undecided, or if planners may
        interpret an action differently (see `_ambiguous_actions`). Raises the errors of the check of the puzzle's own
        model.
        """
        if self.is_model_correct:
            with contextlib.suppress(FerryplanError, TooManyStatesError):
                model = _read_model(pddl)
                if (unclear := _find_ambiguous_actions(model.get_or_make(space.TaskSpace))) is not None:
                    verdict = check_against_puzzle(self.instance, model)
                    return verdict if verdict.differences and unclear <= self._ambiguous_actions else None
        return None

    @functools.cached_property
    def _ambiguous_actions(self) -> Set[GroundAction]:
        """The ground actions of the puzzle's own model that delete a fact that they also add.

        Planners may treat such actions differently. An example is a move from a room to the same room.
        """
        return _find_ambiguous_actions(self.model.get_or_make(space.TaskSpace)) or frozenset()

    def with_smaller_instances(self) -> Iterator[ExercisePuzzle]:
        """Yield this setting, then settings with a smaller value for one of the parameters that are not given."""
        yield self
        for key, value in self.instance.parameters:
            for lower in range(value - 1, 0, -1) if type(value) is int and key not in self.given else ():
                with contextlib.suppress(FerryplanError):
                    yield ExercisePuzzle(self.puzzle, {**self.given, key: lower}, self.options)

    def make_unsuitable_error(self, key: str, **slots: object) -> EncodingError:
        """Return an error saying that the puzzle does not allow an exercise.

        ``key`` is the key of the error's message, and ``slots`` fill the placeholders of this message.
        """
        return EncodingError(format_message(key, **slots), where=self.puzzle.name)


def _find_ambiguous_actions(task: space.TaskSpace) -> Set[GroundAction] | None:
    """Return the ground actions that, in some state, delete a fact that they also add.

    Planners may treat such actions differently. The result is None for a task with too many states or actions.
    """
    few = len([*itertools.islice(task.ground_operators(), MAX_STATES_AND_ACTIONS + 1)]) <= MAX_STATES_AND_ACTIONS
    if not few or not (graph := state_graph.explore_graph(task, max_states=MAX_STATES_AND_ACTIONS)).complete:
        return None
    # Only these actions need a look at each state, because the conditions of their effects decide.
    doubtful = {
        one.move
        for one in task.relaxed_reachability[0]
        if not one.possible_additions.isdisjoint(one.possible_deletions)
    }
    changes = (
        (move, task.changes_of_move(state, move))
        for state in (graph.states if doubtful else ())
        for move, _ in task.successors(state)
        if move in doubtful
    )
    return {move for move, change in changes if not change.added.isdisjoint(change.deleted)}


def make_model_files(folder: str, pddl: Pddl) -> dict[str, str]:
    """Return a model as two files in a folder, ``domain.pddl`` and ``p01.pddl``: texts by file name."""
    return {f"{folder}/domain.pddl": pddl.domain, f"{folder}/p01.pddl": pddl.problem}


def _read_model(pddl: Pddl) -> instance.TaskInstance:
    """Parse a model as a planning task. Raises PddlError."""
    return pddl_puzzles.make_model_instance(Source(pddl.domain, "the domain"), Source(pddl.problem, "the problem"))


def _strip_comments(pddl: Pddl) -> Pddl:
    """Return PDDL without comments, except comments at the ends of lines before the domain's first action."""
    declared, action, actions = pddl.domain.partition("(:action")
    texts = [re.sub("[ \t]*;.*", "", text) for text in (actions, pddl.problem)]
    texts[0] = re.sub(r"(?m)^[ \t]*;.*\n", "", declared) + action + texts[0]
    return Pddl(*(re.sub(r"\n{3,}", "\n\n", text.strip()) + "\n" for text in texts))
