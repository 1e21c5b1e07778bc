"""The state space of a planning task, with explanations in words why an action is inapplicable."""

from __future__ import annotations

from collections.abc import Iterator

from ferryplan.generator.pddl.expressions import Condition
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.sequential_task import SequentialTask
from ferryplan.generator.pddl.states import Fact, PddlState, UndefinedError
from ferryplan.generator.pddl.successor_generator import UNMET_PRECONDITION
from ferryplan.generator.pddl.syntax_tree import Domain
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.task_sentences import sentences_of


class TaskSpace(SequentialTask):
    """The state space of a planning task's instance, which explains in words why actions are inapplicable."""

    def __init__(self, instance: TaskInstance, domain: Domain | None = None) -> None:
        """Create the state space of an instance.

        ``domain`` replaces the instance's domain, for example by one with more actions. Raises PddlError as
        `SequentialTask` does, and for texts that are not PDDL.
        """
        super().__init__(domain or instance.syntax_trees[0], instance.syntax_trees[1])
        self.instance = instance
        self.sentences = instance.get_or_make(sentences_of)
        types = sorted(self.objects.values(), key=len, reverse=True)
        self.ranks_in_types = {name: (rank, len(alike)) for alike in types for rank, name in enumerate(alike)}
        """for each object, its index among the objects of its smallest type, and the number of objects of this type"""

    def is_static(self, predicate: str) -> bool:
        """Return whether no action changes the facts of a predicate or the values of a function."""
        return predicate not in self._changing_names

    @property
    def breakable_rules(self) -> tuple[str, ...]:
        """The only rule that an action may break, in words: its precondition must hold."""
        return (UNMET_PRECONDITION,)

    def describe_unmet_condition(self, condition: Condition) -> str:
        """Return a sentence saying that a condition does not hold."""
        return self.sentences.describe_unmet_condition(condition)

    def candidate_moves(self, state: PddlState) -> Iterator[GroundAction]:
        """Yield the applicable actions in a state, then the inapplicable ones that static facts allow."""
        possible = dict.fromkeys(move for move, _ in self.successors(state))
        yield from possible
        yield from (move for move in super().candidate_moves(state) if move not in possible)

    def never_holds(self, fact: Fact) -> bool:
        """Return whether a fact is known to hold in no reachable state.

        The check may miss such facts: it uses static facts and, if they are already computed, the facts that are reachable if actions never
        delete facts.
        """
        if fact[0] not in self._changing_names:
            return not self.fact_holds(self.initial, fact)
        # Use the relaxed reachability only if something else has computed it: it can take long.
        known = "relaxed_reachability" in self.__dict__ and fact[0] not in self._derivation.predicates
        return known and fact not in self.relaxed_reachability[1]

    def describe_unmet_goals(self, state: PddlState) -> str:
        """Return a sentence about the first unmet part of the goal; the empty text in a goal state."""
        try:
            return "" if self.is_goal(state) else self.explain_unmet_condition(state, self.problem.goal, {})
        except UndefinedError as error:
            return str(error)
