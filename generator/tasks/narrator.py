"""Actions and states of a planning task in words, and the overview of an instance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.narrator import InstanceFacts, Narrator, StateLine
from ferryplan.generator.pddl.expressions import Atom, NumericConstant, format_typed_list
from ferryplan.generator.pddl.fluents import find_changing_names, minimizes_total_time
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.normal_form import conjuncts, to_normal_form
from ferryplan.generator.pddl.states import Fact, PddlState
from ferryplan.generator.search.breadth_first import count_reachable_states
from ferryplan.generator.search.strategy import BlockedMove, SearchOutcome
from ferryplan.generator.space import StateSpace
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.tasks.state_summaries import NOTHING_SIGN, list_distinguishing_facts
from ferryplan.generator.tasks.task_sentences import sentences_of
from ferryplan.generator.wording import NounForms, Table, abbreviate_list, capitalize, format_number_or_many, truncate

ACTION_NOUN = NounForms("action", "actions")
MAX_LABEL_LENGTH = 32
"""the largest length of an action's label in a graph"""
MAX_LISTED, MAX_LISTED_AT_START = 12, 3
"""the largest number of objects or facts that are listed, and of facts that are listed at the start of a plan"""


class TaskNarrator(Narrator[PddlState, GroundAction]):
    """Describes the actions, states and instances of planning tasks in words and as JSON."""

    instance: TaskInstance
    move_noun = ACTION_NOUN
    blocked_moves_message = format_message("planning.action-misses-one-precondition")
    move_commands = format_message("planning.commands")

    def __init__(self, instance: TaskInstance) -> None:
        super().__init__(instance)
        self.has_unordered_moves = instance.file.any_order
        self.domain, self.problem = instance.syntax_trees
        self.sentences = instance.get_or_make(sentences_of)
        parts = [*conjuncts(to_normal_form(self.problem.goal))]
        atoms = sorted((one.predicate, *one.terms) for one in parts if isinstance(one, Atom))
        self.goal_description = "; ".join(self._describe_goal(atoms)) if len(atoms) == len(parts) else ""
        varying = find_changing_names(self.domain)
        derived = {rule.atom.predicate for rule in self.domain.derivation_rules}
        self.changing_predicates = [one.name for one in self.domain.predicates if one.name in varying - derived]
        """the names of the predicates whose facts may change, in the order of the domain"""
        if self.domain.is_timed:
            if self.problem.metric:
                metric = self.problem.metric.value
                self.states_note = format_message("planning.actions-in-turn-without-metric", metric=metric)
            else:
                self.states_note = format_message("planning.actions-in-turn")
        elif self.problem.metric and not minimizes_total_time(self.problem):
            cost = instance.file.cost
            self.cost_unit = NounForms(cost.unit, cost.units) if cost else NounForms("cost unit", "cost units")

    def _describe_goal(self, goal: Sequence[Fact]) -> Iterator[str]:
        """Yield the conditions of the goal in words.

        Facts that have sentences come first. Each further predicate follows with the list of the objects for which it
        must hold.
        """
        yield from self.sentences.describe_facts(goal)
        objects: dict[str, list[str]] = {}
        for name, *arguments in goal:
            if not self.sentences.is_described(name):
                objects.setdefault(name, []).append(" ".join(map(self.sentences.object_phrase, arguments)))
        for name, listed in objects.items():
            yield (
                f"{self.sentences.predicate_phrase(name)}: {', '.join(listed)}"
                if any(listed)
                else self.sentences.predicate_phrase(name)
            )

    @property
    def rules(self) -> Sequence[str]:
        """The sentences of the puzzle file about the preconditions and effects of actions."""
        return self.instance.rules

    def scale_cost(self, cost: int) -> float:
        """Return a cost in the unit of the puzzle.

        ``cost`` is a cost of the state space, where costs are scaled to integers.
        """
        return _to_plain_number(Fraction(cost, self.instance.get_or_make(TaskSpace).cost_scale))

    def label_move(self, move: GroundAction) -> str:
        """Return an action in a few words, with a capital letter at the start."""
        return capitalize(self.sentences.describe_action(move))

    def abbreviate_move(self, move: GroundAction) -> str:
        """Return the name of an action and the objects that its sentence mentions; a long text is cut."""
        return truncate(self.sentences.abbreviate_action(move), MAX_LABEL_LENGTH)

    def summarize_states(self, states: Sequence[PddlState]) -> list[Sequence[StateLine]]:
        """Return the facts by which the states differ, as short lines of PDDL."""
        return list_distinguishing_facts(states, self.changing_predicates)

    def describe_state(self, state: PddlState) -> str:
        """Return the facts of a state; each list of objects without a sentence follows its predicate."""
        lines = [line for line in self.list_state_lines(state) if line.text != NOTHING_SIGN]
        told = {self.sentences.predicate_phrase(name) for name in self.instance.file.predicates}
        texts = (line.text if line.place in told else f"{line.place}: {line.text}" for line in lines)
        return " | ".join(texts) or NOTHING_SIGN

    def match_move(self, state: PddlState, text: str, moves: Iterable[GroundAction]) -> GroundAction | str:
        """Return the action that a person's text describes, or a message if no action fits.

        The text may be in words or in PDDL.
        """
        name, *arguments = text.lower().strip("() ").split() or [""]
        if any(one.name == name for one in self.domain.actions):
            return GroundAction(name, tuple(arguments))
        return super().match_move(state, text, moves)

    def list_state_lines(self, state: PddlState) -> Sequence[StateLine]:
        """Return the lines that describe a state.

        Each predicate that the sentence file does not hide and whose facts may change has a line with these facts;
        then each value of a function has a line.
        """
        told: dict[str, list[str]] = {
            name: [] for name in self.changing_predicates if self.sentences.is_described(name)
        }
        for fact in sorted(state.facts):
            if fact[0] in told:
                told[fact[0]].append(self._describe_listed_fact(fact))
        rows = [
            StateLine(", ".join(each) or NOTHING_SIGN, self.sentences.predicate_phrase(name))
            for name, each in told.items()
        ]
        values = [
            StateLine(str(NumericConstant(value)), self.sentences.describe_fact(fact))
            for fact, value in sorted(state.values)
        ]
        return rows + values

    def _describe_listed_fact(self, fact: Fact) -> str:
        """Return a fact in words, for a list under the heading of its predicate."""
        if fact[0] in self.instance.file.predicates:
            return self.sentences.describe_fact(fact)
        return " ".join(map(self.sentences.object_phrase, fact[1:])) or "yes"

    def list_step_cells(self, before: PddlState | None, state: PddlState) -> list[tuple[str, str]]:
        """Return a table row for a step, as pairs (heading, cell): facts that become true or false.

        In the row of the initial state, the first cell contains the facts that may change.
        """
        seen = before or PddlState(frozenset())
        come = self.sentences.describe_facts(state.facts - seen.facts)
        values = (self.sentences.describe_value(fact, value) for fact, value in sorted(state.values - seen.values))
        gone = self.sentences.describe_facts(seen.facts - state.facts)
        told, most = [*come, *values], MAX_LISTED if before else MAX_LISTED_AT_START
        # A list that is one fact too long is printed whole: "and 1 more fact" would be no shorter.
        facts = abbreviate_list(told, most if len(told) > most + 1 else len(told), "names.and-more-facts")
        return [
            ("Now", "; ".join(facts) or NOTHING_SIGN),
            ("No longer", "; ".join(gone)),
        ]

    def list_blocked_move_cells(self, blocked_move: BlockedMove[PddlState, GroundAction]) -> list[tuple[str, str]]:
        """Return the table row for a blocked action, as pairs (heading, cell), without a cell for the state."""
        first, *_, action, wrong = super().list_blocked_move_cells(blocked_move)
        return [first, action, wrong]

    def state_as_json(self, state: PddlState) -> dict[str, Any]:
        """Return a state as JSON: its facts that may change, and the values of functions, if there are any."""
        values = {_format_fact(fact): _to_plain_number(value) for fact, value in sorted(state.values)}
        return {"facts": [*map(_format_fact, sorted(state.facts))], **({"values": values} if values else {})}

    def move_as_json(self, state: PddlState, move: GroundAction) -> dict[str, Any]:
        """Return an action as JSON: its PDDL at the key ``action``."""
        return {"action": str(move)}

    def search_outcome_as_json(
        self,
        outcome: SearchOutcome[PddlState],
        goals_met: int,
        goal_count: int,
        nearest_states: Sequence[tuple[int, PddlState]],
    ) -> dict[str, Any]:
        """Return the outcome of a search as JSON, with the facts of the goal that no reachable state has.

        These are at the key ``goals_never_met``.
        """
        told = super().search_outcome_as_json(outcome, goals_met, goal_count, nearest_states)
        return {**told, "goals_never_met": [*map(_format_fact, self._find_unreachable_goals(outcome))]}

    def describe_unreachable_goals(self, outcome: SearchOutcome[PddlState]) -> list[str]:
        """Return in words the facts of the goal that hold in no reachable state."""
        return [*map(self.sentences.describe_fact, self._find_unreachable_goals(outcome))]

    def _find_unreachable_goals(self, reach: SearchOutcome[PddlState]) -> list[Fact]:
        """Return the facts of the goal that are known to hold in no reachable state.

        ``reach`` is the outcome of a search that did not reach the goal.
        """
        space = self.instance.get_or_make(TaskSpace)
        if reach.goal_reached or not reach.complete:
            return [] if reach.goal_reached else sorted(filter(space.never_holds, space.goal_facts))
        return sorted(
            fact for fact in space.goal_facts if not any(space.fact_holds(state, fact) for state in reach.depths)
        )

    def describe_instance(
        self, space: StateSpace[PddlState, GroundAction], call_if_fast: Callable[[Callable[[], Any]], Any]
    ) -> InstanceFacts:
        """Return an overview of the instance, as data and as sections of text.

        It lists the types with their objects, the actions, the static predicates, and the numbers of ground actions and
        reachable states. ``call_if_fast`` calls a function that computes one of these numbers, and returns None if this
        takes too long.
        """
        domain, problem = self.domain, self.problem
        objects = {kind: [*names] for kind, names in self.instance.get_or_make(TaskSpace).objects.items()}
        never = Counter(fact.predicate for fact in problem.facts if fact.predicate not in self.changing_predicates)
        actions = call_if_fast(lambda: sum(1 for _ in space.candidate_moves(space.initial)))
        states = call_if_fast(lambda: count_reachable_states(space))
        data = {
            "types": objects,
            "actions": {one.name: format_typed_list(one.parameters) for one in domain.actions},
            "predicates": self.changing_predicates,
            "static_predicates": dict(never),
            **({"rules": [*self.rules]} if self.rules else {}),
            "ground_actions": actions,
            "start": self.state_as_json(space.initial),
            "reachable_states": states,
        }
        rows = tuple(
            (kind, str(len(names)), ", ".join(abbreviate_list(names, MAX_LISTED, "names.and-more")))
            for kind, names in objects.items()
        )
        schemas = tuple((one.name, format_typed_list(one.parameters)) for one in domain.actions)
        fixed = ", ".join(
            format_message("planning.static-fact", name=name, count=number) for name, number in never.items()
        )
        none = format_message("planning.none")
        sections: list[str | Table] = [
            Table(("Type", "Objects", ""), rows),
            Table(("Action", "Parameters"), schemas),
            format_message(
                "planning.changing-predicates",
                predicates=", ".join(f"'{name}'" for name in self.changing_predicates) or none,
            ),
            format_message("planning.static-facts", facts=fixed or none),
            format_message(
                "planning.numbers", actions=format_number_or_many(actions), states=format_number_or_many(states)
            ),
            *([f"{capitalize(self.states_note)}."] if self.states_note else []),
            *self.format_rules(),
        ]
        return InstanceFacts(data, sections)


def _to_plain_number(number: Fraction) -> float:
    """Return a number as an integer if it is one, otherwise as a float."""
    return number.numerator if number.denominator == 1 else float(number)


def _format_fact(fact: Fact) -> str:
    return f"({' '.join(fact)})"
