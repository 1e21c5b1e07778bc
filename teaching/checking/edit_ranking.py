"""A ranking of edits of a model's text: the edits that most probably correct a difference come first."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from ferryplan.generator.errors import PddlError
from ferryplan.generator.families import state_space_of
from ferryplan.generator.pddl.editable_parts import PddlEdit
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.new_actions import ACTIONS_PART as NEW_ACTION
from ferryplan.generator.pddl.syntax import ListNode, Source, WordNode
from ferryplan.teaching.checking.blame import Blame, BlameFinder
from ferryplan.teaching.checking.discrepancies import DiscrepancySurvey
from ferryplan.teaching.checking.model_verdict import ClassifiedDifference

MAX_LIKELY_ACTIONS = 2
"""The number of candidates for a needed action, the likeliest first, whose edits are preferred."""
NUMERIC_PREFIXES = ("(<", "(>", "(= (", "(increase", "(decrease", "(assign")
"""The beginnings of PDDL conditions, effects and initial values that contain numbers."""
AMOUNT_CONDITION = re.compile(r"\(>= \([^()]+\) \d+\)")
"""Matches a condition such as ``(>= (count left) 2)``: a fluent is at least as large as the amount that the action takes away."""
FORBIDS_RIGHT_PENALTY = 2
"""The penalty in the rank of an edit that would forbid steps that the puzzle allows."""


class EditRanker:
    """Ranks edits of a model by how likely they correct a difference; a smaller rank is likelier."""

    def __init__(self, survey: DiscrepancySurvey, differences: Sequence[ClassifiedDifference]) -> None:
        self._survey, self._differences, self._space = survey, differences, survey.observer.space
        self._blame_finder = BlameFinder(survey)
        self._parameters_by_action = {
            action.name: [parameter.name for parameter in action.parameters] for action in self._space.domain.actions
        }
        self._unplaced_names, self._misplaced_facts, self._missing_facts = set[str](), set[str](), set[str]()
        """Facts about the model's initial state: words for state variables without a value, facts that give wrong values, and missing facts."""
        self._solved_states = survey.solved_states()
        self._compare_initial_states()

    def find_blame(self, classified: ClassifiedDifference) -> Blame:
        """Return the action that most probably causes a difference."""
        return self._blame_finder.find_blame(classified)

    def order_edits(self, edits: Sequence[PddlEdit], helpful_edits: Collection[tuple[str, ...]]) -> Iterator[PddlEdit]:
        """Yield the edits that may correct a difference, the likeliest first.

        The differences take turns: the likeliest edit for each difference comes before the second likeliest edit for
        any difference. ``helpful_edits`` identifies edits that removed a part of a difference in one action; the same
        edits in other actions come first.
        """
        places = dict[int, int]()
        for way in self._differences:
            ranked = list[tuple[int, bool, int]]()
            for number, edit in enumerate(edits):
                if (rank := self._rank_edit(way, edit)) is not None:
                    # If a variable has several values or costs differ, the few edits of numbers are likelier than invented literals.
                    is_likely = way.kind in ("double", "costs") and edit.new.startswith(NUMERIC_PREFIXES)
                    ranked.append((-1 if edit.change_key[1:] in helpful_edits else rank, not is_likely, number))
            for place, (*_, number) in enumerate(sorted(ranked)):
                places[number] = min(place, places.get(number, place))
        # Take turns between differences, so that none waits for all edits that may correct another.
        yield from (edits[number] for number in sorted(places, key=lambda one: (places[one], one)))

    def _compare_initial_states(self) -> None:
        """Store which initial facts of the model are wrong or missing, compared with the puzzle's start."""
        seen = self._survey.observer
        wanted = seen.state_variables.to_valuation(state_space_of(self._survey.instance).initial)
        rows = zip(
            seen.state_variables.variables, seen.readings, seen.read_values(self._space.initial), wanted, strict=False
        )
        for role, reading, values, value in rows:
            if not values:
                self._unplaced_names |= {word for words in role.words for word in words}
            if values != [value]:
                literals = [reading[one] for one in values if 0 <= one < len(reading)]
                self._misplaced_facts |= {f"({' '.join(literal[0])})" for literal in literals if literal}
                literal = reading[value] if value < len(reading) else None
                self._missing_facts |= {f"({' '.join(literal[0])})"} if literal else set()

    def _rank_edit(self, classified: ClassifiedDifference, edit: PddlEdit) -> int | None:
        """Return the rank of an edit for a difference, from 0, or None if it cannot correct the difference.

        Smaller ranks are likelier; -1 is certain.
        """
        difference = classified.difference
        if edit.part == NEW_ACTION:
            return self._rank_new_action(classified, edit) if difference.kind == "forbids" else None
        last = difference.steps[-1][0].name if difference.steps else ""
        trace = {move.name for move, _ in difference.steps}
        match difference.kind:
            case "start":
                return self._rank_initial_state_edit(edit) if edit.part == "start" else None
            case "double" if not difference.steps:
                return 0 if edit.part == "start" else None
            case "early" | "late" if edit.part == "goal":
                return self._rank_goal_edit(classified, edit)
            case "early":
                return 4 if edit.action in trace or edit.part == "start" else None
            case "late":
                return 4
            case "costs":
                return {"effect": 0, "start": 0}.get(edit.part, 2) + 3 * (not edit.new.startswith(NUMERIC_PREFIXES))
            case "forbids":
                return self._rank_edit_for_missing_move(classified, edit, last)
        if edit.part == "goal":
            return 1 if self._survey.state_variables.compares_only_final_states else None
        if edit.part == "start":
            return 4
        if edit.action not in trace:
            return None
        rank = (
            0
            if edit.action == last
            else 1
            if edit.action in self._blame_finder.actions_after_last_move(classified)
            else 3
        )
        if difference.kind == "double":
            return rank + (edit.part != "effect" and not AMOUNT_CONDITION.fullmatch(edit.new))
        if edit.part == "effect":
            return rank + 2
        return self._rank_condition_edit(classified, edit, rank)

    def _rank_initial_state_edit(self, edit: PddlEdit) -> int:
        """Return the rank of an edit of the initial state, for a model whose initial state is wrong.

        Edits that give a value to a state variable without a value come first, because the existing facts may be right.
        """
        if edit.new in self._missing_facts and (edit.is_addition or edit.literal in self._misplaced_facts):
            return -1
        is_about = not self._unplaced_names.isdisjoint(re.findall(r"[\w-]+", edit.new))
        return 0 if is_about and edit.is_addition else 1 if is_about else 2

    def _rank_goal_edit(self, classified: ClassifiedDifference, edit: PddlEdit) -> int | None:
        """Return the rank of an edit of the goal, or None if it cannot correct the difference.

        Either the goal of the model holds in a state in which the puzzle is not solved, or it does not hold in a state in which the puzzle
        is solved.
        """
        end = self._survey.pair_at_difference(classified.difference).model_state
        new, old = parse_literal(edit.new), parse_literal(edit.literal)
        if classified.difference.kind == "late":
            if edit.is_addition and not edit.adds_inside_condition:
                return None
            return None if old is not None and self._literal_holds(old, end) else 0
        if new is not None and (self._literal_holds(new, end) or not self._can_be_goal(new)):
            return None
        return 0 if edit.is_addition else 1

    def _can_be_goal(self, literal: ListNode) -> bool:
        """Return whether a literal may be part of a goal, because it holds in a state that solves the puzzle.

        If no such state was reached, every literal may be part of a goal, except those that represent a value other than the goal value of
        their state variable.
        """
        if self._solved_states:
            return any(self._literal_holds(literal, state) for state in self._solved_states)
        rows = zip(self._survey.observer.readings, self._survey.state_variables.goal_valuation or (), strict=False)
        elsewhere = [one for reading, goal in rows if goal >= 0 for value, one in enumerate(reading) if value != goal]
        return str(literal) not in {f"({' '.join(one[0])})" for one in elsewhere if one and one[1] is True}

    def _rank_edit_for_missing_move(
        self, classified: ClassifiedDifference, edit: PddlEdit, last_action: str
    ) -> int | None:
        """Return the rank of an edit for a puzzle move that the model forbids, or None if it cannot help.

        ``last_action`` is the name of the last action in the scenario before the missing move; empty if there is none.
        """
        if edit.part == "start" and any(
            edit.new in blame.unmet_conditions for blame in self._blame_finder.blame_needed_actions(classified)
        ):
            return 0
        if edit.part == "start" and edit.new.startswith("(= ("):
            return 1
        if edit.part in ("goal", "start"):
            return 2
        blamed = dict.fromkeys(blame.action_name for blame in self._blame_finder.blame_needed_actions(classified))
        likely = [*blamed][:MAX_LIKELY_ACTIONS]
        if edit.part == "precondition" and edit.is_addition and not edit.adds_inside_condition:
            return None
        if edit.part == "effect" and edit.is_addition:
            return 1 + edit.new.startswith("(not")
        if edit.action in likely and is_term_reordering(edit):
            return 0
        if edit.action in likely and edit.part == "precondition":
            return int(
                not any(
                    self._is_about_unmet_condition(edit, blame)
                    for blame in self._blame_finder.blame_needed_actions(classified)
                )
            )
        if edit.action in likely:
            return 2
        return 2 if edit.action in blamed or edit.action == last_action else 3

    def _rank_new_action(self, classified: ClassifiedDifference, edit: PddlEdit) -> int:
        """Return the rank of an edit that adds an action for a missing move.

        The rank is larger if an existing action could make the move after a change of its precondition, because then
        probably no action is missing.
        """
        needed = any(blame.needed_action for blame in self._blame_finder.blame_needed_actions(classified))
        return needed + (
            edit.action
            not in {
                blame.action_name for blame in self._blame_finder.blame_needed_actions(classified)[:MAX_LIKELY_ACTIONS]
            }
        )

    def transfer_edit(self, edit: PddlEdit, action: str) -> PddlEdit:
        """Return the same edit for another action, with the variables of this action.

        Each variable is replaced by the variable of the same name. If there is none, it is replaced by the variable at the same position
        among the variables of its type.
        """
        own = self._parameter_positions_by_type(edit.action)
        its = {place: name for name, place in self._parameter_positions_by_type(action).items()}
        names = {*its.values()}

        def rename_variables(text: str) -> str:
            return re.sub(
                r"\?[^ ()]+",
                lambda word: word[0] if word[0] in names else its.get(own.get(word[0], ((), 0)), word[0]),
                text,
            )

        renamed = [rename_variables(text) for text in (edit.literal, edit.new, edit.within)]
        return edit._replace(action=action, literal=renamed[0], new=renamed[1], within=renamed[2])

    def _parameter_positions_by_type(self, action: str) -> dict[str, tuple[tuple[str, ...], int]]:
        """Return the types of each parameter of an action, and its index among the parameters of these types.

        The keys are the names of the parameters.
        """
        parameters = next((one.parameters for one in self._space.domain.actions if one.name == action), ())
        kinds = [one.types for one in parameters]
        return {one.name: (one.types, kinds[:number].count(one.types)) for number, one in enumerate(parameters)}

    def _rank_condition_edit(self, classified: ClassifiedDifference, edit: PddlEdit, rank: int) -> int | None:
        """Return the rank of an edit of a precondition, or None if the edit cannot forbid the wrong step.

        The edit cannot forbid the step if the new condition holds in the state before the step. ``rank`` is the rank of
        the edited action. An edit that also forbids steps that the puzzle allows gets a penalty.
        """
        if not edit.new:
            return rank + FORBIDS_RIGHT_PENALTY + 2
        literal = parse_literal(edit.new)
        if literal is None:
            return rank
        steps = classified.difference.steps
        models = [self._survey.initial_pair.model_state, *(stage.model_state for _, stage in steps)]
        shown = [(state, move) for state, (move, _) in zip(models, steps, strict=False) if move.name == edit.action]
        if all(self._literal_holds(literal, state, move) is True for state, move in shown):
            return None
        right = self._blame_finder.allowed_steps.get(edit.action, ())[:200]
        broken = any(self._literal_holds(literal, step.before.model_state, step.action) is False for step in right)
        return rank + FORBIDS_RIGHT_PENALTY * broken

    def _is_about_unmet_condition(self, edit: PddlEdit, blame: Blame) -> bool:
        """Return whether an edit changes a precondition that wrongly forbids a needed action.

        ``blame`` has the needed action and its unmet conditions.
        """
        if blame.needed_action is None or blame.action_name != edit.action:
            return False
        binding = dict(zip(self._parameters_by_action[blame.action_name], blame.needed_action.arguments, strict=False))
        changed = edit.within if edit.adds_inside_condition else edit.literal
        literal = re.sub(r"\?[^ ()]+", lambda word: binding.get(word[0], word[0]), changed)
        return any(literal in unmet for unmet in blame.unmet_conditions)

    def _literal_holds(self, literal: ListNode, state: Any, move: GroundAction | None = None) -> bool | None:
        """Return whether a literal holds in a model state, or None if it has unknown variables.

        The arguments of ``move`` replace the variables of its action. The result is also None if the literal is not a plain atom.
        """
        if literal.head == "not":
            inner = literal.items[1]
            holds = self._literal_holds(inner, state, move) if isinstance(inner, ListNode) else None
            return None if holds is None else not holds
        binding = dict(zip(self._parameters_by_action.get(move.name, ()), move.arguments, strict=False)) if move else {}
        if not all(isinstance(item, WordNode) for item in literal.items):
            return None
        name, *terms = [str(item) for item in literal.items]
        found = [binding.get(term, term) for term in terms]
        if any(term.startswith("?") for term in found):
            return None
        return found[0] == found[-1] if name == "=" else self._space.fact_holds(state, (name, *found))


def parse_literal(text: str) -> ListNode | None:
    """Parse an atom or a negated atom from PDDL text; return None for any other text."""
    try:
        found = Source(text, "").parse()
    except PddlError:
        return None
    inner = found.items[1] if found.head == "not" and len(found.items) == 2 else found
    return found if isinstance(inner, ListNode) and all(isinstance(item, WordNode) for item in inner.items) else None


def is_term_reordering(edit: PddlEdit) -> bool:
    """Return whether an edit only reorders terms, as from ``(on ?a ?b)`` to ``(on ?b ?a)``."""
    words = [sorted(re.findall(r"[^ ()]+", text)) for text in (edit.literal, edit.new)]
    return words[0] == words[1] and edit.literal != edit.new
