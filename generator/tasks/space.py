"""What may happen in a planning task: the task, with what forbids an action told in words."""

from __future__ import annotations

from collections.abc import Iterator

from ferryplan.generator.pddl.applicable import NOT_CARRIED_OUT
from ferryplan.generator.pddl.expressions import Condition
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.sequence import TaskInSequence
from ferryplan.generator.pddl.states import Fact, State, UndefinedError
from ferryplan.generator.pddl.tree import Domain
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.sentences import sentences_of


class TaskSpace(TaskInSequence):
    """The task of an instance."""

    def __init__(self, instance: TaskInstance, domain: Domain | None = None) -> None:
        """Take another ``domain`` where it says more than the instance's own.

        Raises PddlError as ``Task``, and for texts that are no PDDL.
        """
        super().__init__(domain or instance.trees[0], instance.trees[1])
        self.instance = instance
        self.sentences = instance.once(sentences_of)
        types = sorted(self.objects.values(), key=len, reverse=True)
        self.ranks = {name: (rank, len(alike)) for alike in types for rank, name in enumerate(alike)}
        """of each object, behind how many of its type it is declared, and of how many"""

    def never_changes(self, predicate: str) -> bool:
        """Return whether no action changes what a predicate says."""
        return predicate not in self._changing

    @property
    def breakable(self) -> tuple[str, ...]:
        """What is said of every action that cannot be carried out."""
        return (NOT_CARRIED_OUT,)

    def in_words(self, unheld: Condition) -> str:
        """Return in words that a condition does not hold."""
        return self.sentences.unheld(unheld)

    def candidates(self, state: State) -> Iterator[GroundAction]:
        """Yield the actions that can be carried out, then the others that what never changes allows."""
        possible = dict.fromkeys(move for move, _ in self.moves(state))
        yield from possible
        yield from (move for move in super().candidates(state) if move not in possible)

    def never(self, fact: Fact) -> bool:
        """Return whether a fact is known to hold in no state within reach, as it would not if nothing were ever deleted."""
        if fact[0] not in self._changing:
            return not self.has(self.initial, fact)
        # Only where it has been worked out for something else: that can take long.
        known = "within_reach" in self.__dict__ and fact[0] not in self._derivation.predicates
        return known and fact not in self.within_reach[1]

    def unmet(self, state: State) -> str:
        """Return in words the first part of the goal that does not hold; the empty text in a goal state."""
        try:
            return "" if self.is_goal(state) else self.unheld(state, self.problem.goal, {})
        except UndefinedError as error:
            return str(error)
