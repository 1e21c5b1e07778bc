"""A search for the smallest edits that correct a model, by trying edits and comparing all states.

A repair of a difference is a sequence of edits of the model's PDDL text that removes the difference and adds no other.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import time
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from typing import TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.pddl.editable_parts import PddlEdit
from ferryplan.generator.pddl.edits import generate_goal_addition, generate_small_edits
from ferryplan.generator.pddl.new_actions import ACTIONS_PART as NEW_ACTION
from ferryplan.generator.pddl.new_actions import generate_new_actions
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.pddl_puzzles import make_model_instance
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.planner.pddl_lint import find_semantic_errors
from ferryplan.planner.system.limits import DEFAULT_HINT_TIME, TimeIsUpError, enforce_limits
from ferryplan.planner.system.progress import show_step
from ferryplan.teaching.checking.blame import Blame
from ferryplan.teaching.checking.discrepancies import COST_KIND, DifferenceKey, Discrepancy, DiscrepancySurvey
from ferryplan.teaching.checking.edit_ranking import NUMERIC_PREFIXES, EditRanker
from ferryplan.teaching.checking.model_verdict import ClassifiedDifference, ModelVerdict
from ferryplan.teaching.checking.verdict_search import check_against_puzzle
from ferryplan.teaching.interpretation.observer import Observer

MAX_CHANGES = 4
"""The largest number of edits in a repair of one difference."""
SINGLE_EDIT_TIME_SHARE = 0.5
"""The share of the remaining time for trying single edits, once one of them has corrected a difference in some states."""
EXTRA_STATES, STATE_GROWTH_FACTOR = 2_000, 20
"""An edited model may have at most `EXTRA_STATES` states plus `STATE_GROWTH_FACTOR` times the states of the original."""
MAX_CHARACTERS = 100_000_000
"""The largest total length of the texts of all edits, which limits memory."""
ModelRepair: TypeAlias = tuple[PddlEdit, ...]
"""A sequence of edits, each applied to the text that the edits before it produce; empty if no repair was found."""
ModelTexts: TypeAlias = dict[str, Source]
"""The texts of a model's files, by the keys ``domain`` and ``problem``."""


class RepairSearch:
    """A search for edits of a model that remove discrepancies and add none.

    A discrepancy is a mistake of the model in one state of the puzzle.
    """

    def __init__(
        self, verdict: ModelVerdict, domain: Source, problem: Source, seconds: float = DEFAULT_HINT_TIME
    ) -> None:
        self._verdict, self._texts = verdict, {"domain": domain, "problem": problem}
        self._deadline, self._tried_count = time.monotonic() + seconds, 0
        self._seconds = seconds
        self._original_survey = DiscrepancySurvey(
            verdict.instance, verdict.observer, EXTRA_STATES + STATE_GROWTH_FACTOR * verdict.state_pair_count
        )
        self._edit_ranker: EditRanker | None = None
        self._error_count = _count_errors(make_model_instance(domain, problem))
        self._found_repairs = dict[DifferenceKey, ModelRepair]()
        self._repeated_edits = set[tuple[str, ...]]()
        """The identities of the edits that were already tried in several actions at once."""
        self._combined_repairs = set[tuple[ModelRepair, PddlEdit]]()
        self._partial_repairs = dict[DifferenceKey, ModelRepair]()
        """For the key of a difference without a repair, a repair that corrects it in some states."""

    def find_repairs(self) -> list[ModelRepair]:
        """Return a repair for each difference of the model; an empty repair if none was found in time."""
        with contextlib.suppress(TimeIsUpError), enforce_limits(self._seconds):
            if self._original_survey.collect_discrepancies():
                self._edit_ranker = EditRanker(self._original_survey, self._verdict.differences)
                self._search_repairs(self._verdict, self._original_survey, self._texts, self._edit_ranker, ())
        found = self._partial_repairs | self._found_repairs
        return [found.get(self._original_survey.key_of_difference(one), ()) for one in self._verdict.differences]

    def is_partial_repair(self, repair: ModelRepair) -> bool:
        """Return whether a repair corrects its difference only in some states."""
        return repair in self._partial_repairs.values() and repair not in self._found_repairs.values()

    def find_blame(self, classified: ClassifiedDifference) -> Blame:
        """Return the action that probably causes a difference, even if a repair was found."""
        if self._edit_ranker is not None:
            return self._edit_ranker.find_blame(classified)
        steps = classified.difference.steps
        return Blame(steps[-1][0].name if steps and classified.difference.kind in ("allows", "double") else "")

    @functools.cached_property
    def _first_move_costs(self) -> list[int]:
        """The costs of the puzzle's first moves, as candidates to replace wrong costs in the model."""
        space = self._verdict.space
        return sorted({int(space.cost(space.initial, move)) for move, _ in space.successors(space.initial)})

    @functools.cached_property
    def _goal_literals(self) -> list[str]:
        """The model's literals for the goal values of the puzzle's state variables, as PDDL text."""
        seen = self._verdict.observer
        rows = zip(seen.readings, seen.state_variables.goal_valuation or (), strict=False)
        found = [reading[value] for reading, value in rows if 0 <= value < len(reading)]
        return [*dict.fromkeys(format_literal(*one) for one in found if one)]

    def _generate_edits(self, texts: ModelTexts) -> Iterator[PddlEdit]:
        """Yield all candidate edits of a model's texts, up to `MAX_CHARACTERS` characters in total."""
        domain, problem = texts["domain"], texts["problem"]
        size = 0
        changes = (
            generate_small_edits(domain, problem, self._first_move_costs),
            generate_goal_addition(problem, self._goal_literals),
            generate_new_actions(domain),
        )
        for edit in itertools.chain.from_iterable(changes):
            yield edit
            size += len(edit.text) + len(edit.text_with_both)
            if size > MAX_CHARACTERS:
                return

    def _search_repairs(
        self,
        verdict: ModelVerdict,
        survey: DiscrepancySurvey,
        texts: ModelTexts,
        edit_ranker: EditRanker,
        previous_edits: ModelRepair,
    ) -> None:
        """Search for repairs of the differences that are not repaired yet, and store the repairs.

        ``texts`` is the model after ``previous_edits``; ``verdict``, ``survey`` and ``edit_ranker`` belong to this
        model. If single edits do not suffice, the search continues from the most helpful edits.
        """
        ways = {survey.key_of_difference(one): survey.discrepancy_of_difference(one) for one in verdict.differences}
        counts = _count_discrepancies_by_key(survey)
        parts = dict[DifferenceKey, tuple[int, PddlEdit, DiscrepancySurvey]]()
        revealing_edits = list[tuple[DifferenceKey, PddlEdit]]()
        began = time.monotonic()
        repeated = {edit.change_key[1:] for edit in previous_edits}
        for edit in edit_ranker.order_edits([*self._generate_edits(texts)], repeated):
            missing = self._find_unrepaired_keys(ways)
            if not missing or (parts and time.monotonic() - began > SINGLE_EDIT_TIME_SHARE * (self._deadline - began)):
                break
            # Costs often differ only because of another difference.
            sought = {ways[key] for key in missing if key != (COST_KIND,)} or {ways[key] for key in missing}
            after = self._try_edit(edit, verdict, survey, texts, sought)
            if after is None:
                continue
            left = _count_discrepancies_by_key(after)
            whole = [
                key for key in missing if self._is_difference_gone(key, after) and _may_be_repair(key, edit, after)
            ]
            if not whole and (same := self._repeat_in_other_actions(edit, survey, texts, edit_ranker)):
                # The same mistake in several actions: if one action is corrected, the mistake still shows in the others.
                everywhere = self._try_edit(same[-1], verdict, survey, texts, sought)
                mended = [key for key in missing if everywhere and self._is_difference_gone(key, everywhere)]
                if everywhere and mended and self._is_improvement(everywhere):
                    self._accept_edit(same[-1], mended, verdict, survey, texts, (*previous_edits, *same[:-1]))
                    continue
            if whole and self._is_improvement(after):
                self._accept_edit(edit, whole, verdict, survey, texts, previous_edits)
            else:
                revealing_edits += ((key, edit) for key in whole)
            if whole and not previous_edits:
                self._combine_repairs(revealing_edits)
            for key in missing:
                number = sum(left.values())
                fewer = key != (COST_KIND,) and left.get(key, 0) < counts.get(key, 0)
                if fewer and key not in self._found_repairs and (key not in parts or number < parts[key][0]):
                    parts[key] = number, edit, after
        open_parts = {key: edit for key, (_, edit, _) in parts.items() if key not in self._found_repairs}
        for key, edit in open_parts.items():
            if (
                key not in self._partial_repairs
                and self._is_improvement(parts[key][2])
                and self._confirm_edit(edit, texts)
            ):
                self._partial_repairs[key] = (*previous_edits, edit)
        for key, edit in open_parts.items() if len(previous_edits) + 1 < MAX_CHANGES else ():
            if key not in self._found_repairs:
                self._continue_from_edit(edit, texts, previous_edits)

    def _repeat_in_other_actions(
        self, edit: PddlEdit, survey: DiscrepancySurvey, texts: ModelTexts, edit_ranker: EditRanker
    ) -> ModelRepair:
        """Return the same edit in all suspicious actions, as a sequence of edits that starts with ``edit``.

        An action is suspicious if a discrepancy appears right after it. If moves are missing, every action is suspicious. The sequence is
        empty if no other action allows the edit, or if the edit was tried before.
        """
        if not edit.action or edit.part == NEW_ACTION or edit.change_key in self._repeated_edits:
            return ()
        self._repeated_edits.add(edit.change_key)
        actions = dict.fromkeys(one.steps[-1][0].name for one in survey.differences.values() if one.steps)
        if any(one.kind == "forbids" for one in survey.differences):
            actions |= dict.fromkeys(one.name for one in survey.observer.space.domain.actions)
        repair = [edit]
        for action in actions:
            sought = edit_ranker.transfer_edit(edit, action)
            if action != edit.action and (other := self._find_same_edit(sought, apply_edit(texts, repair[-1]))):
                repair.append(other)
        return tuple(repair) if len(repair) > 1 else ()

    def _find_same_edit(self, edit: PddlEdit, texts: ModelTexts) -> PddlEdit | None:
        """Return the edit of ``texts`` that makes the same change in the same part; None if there is none."""
        wanted = (edit.file, edit.action, edit.change_key)
        return next(
            (one for one in self._generate_edits(texts) if (one.file, one.action, one.change_key) == wanted), None
        )

    def _combine_repairs(self, revealing_edits: Iterable[tuple[DifferenceKey, PddlEdit]]) -> None:
        """Combine edits that remove one difference and reveal another with known repairs of other differences.

        ``revealing_edits`` are pairs of an edit and, before it, the key of the difference that the edit removes.
        """
        for key, edit in revealing_edits:
            for repair in {*self._found_repairs.values()} if key not in self._found_repairs else ():
                if (repair, edit) in self._combined_repairs:
                    continue
                self._combined_repairs.add((repair, edit))
                texts = self._texts
                for one in repair:
                    texts = apply_edit(texts, one)
                same = self._find_same_edit(edit, texts)
                after = self._confirm_edit(same, texts) if same else None
                if same and after and self._is_difference_gone(key, after):
                    self._found_repairs.setdefault(key, (*repair, same))

    def _continue_from_edit(self, edit: PddlEdit, texts: ModelTexts, previous_edits: ModelRepair) -> None:
        """Apply an edit to a model, and search for repairs that continue from the resulting model."""
        changed = apply_edit(texts, edit)
        with contextlib.suppress(FerryplanError):
            verdict = check_against_puzzle(
                self._verdict.instance, make_model_instance(changed["domain"], changed["problem"])
            )
            survey = DiscrepancySurvey(
                self._verdict.instance, verdict.observer, EXTRA_STATES + STATE_GROWTH_FACTOR * verdict.state_pair_count
            )
            if survey.collect_discrepancies(self._original_survey):
                self._search_repairs(
                    verdict, survey, changed, EditRanker(survey, verdict.differences), (*previous_edits, edit)
                )

    def _find_unrepaired_keys(self, keys: Iterable[DifferenceKey]) -> list[DifferenceKey]:
        """Return the given difference keys that occur in the original model and have no repair yet."""
        mine = {self._original_survey.key_of_difference(one) for one in self._verdict.differences}
        return [key for key in keys if key in mine and key not in self._found_repairs]

    def _try_edit(
        self,
        edit: PddlEdit,
        verdict: ModelVerdict,
        survey: DiscrepancySurvey,
        texts: ModelTexts,
        sought: Set[Discrepancy],
    ) -> DiscrepancySurvey | None:
        """Return the survey of the model after an edit, or None if the edit does not help.

        An edit does not help if it causes new discrepancies, or removes none of the ``sought`` ones. ``verdict``, ``survey`` and ``texts``
        belong to the model before the edit.
        """
        self._tried_count += 1
        if self._tried_count % 20 == 0:
            show_step(format_message("check.changes-tried", count=self._tried_count))
        changed = apply_edit(texts, edit)
        with contextlib.suppress(FerryplanError):
            model = make_model_instance(changed["domain"], changed["problem"])
            if _count_errors(model) > self._error_count:
                return None
            seen = verdict.observer
            if edit.part == "start" and _has_missing_values(seen):
                seen = check_against_puzzle(
                    verdict.instance, model
                ).observer  # a new fact may represent a value that was missing
            else:
                seen = Observer(
                    model.get_or_make(TaskSpace), seen.state_variables, seen.interpretation, seen.settled_condition
                )
            after = DiscrepancySurvey(
                verdict.instance, seen, EXTRA_STATES + STATE_GROWTH_FACTOR * survey.state_pair_count
            )
            if after.collect_discrepancies(self._original_survey, sought):
                return after
        return None

    def _is_improvement(self, after: DiscrepancySurvey) -> bool:
        """Return whether the edited model's discrepancies are a proper subset of the original model's.

        ``after`` is the survey of the edited model. If discrepancies are left, the edited model must also apply each action that the
        original model applies. Otherwise, an edit that makes a needed action inapplicable might look like an improvement.
        """
        fewer = after.differences.keys() < self._original_survey.differences.keys()
        return fewer and (not after.differences or self._original_survey.applied_actions <= after.applied_actions)

    def _is_difference_gone(self, key: DifferenceKey, after: DiscrepancySurvey) -> bool:
        """Return whether an edited model has no discrepancy with the given key left.

        ``after`` is the survey of the edited model. The key ``double`` stands for something that is in two places. For
        this key, the function also returns False if a puzzle move that was forbidden because of the mistake is still
        forbidden.
        """
        if key == ("double",) and not self._original_survey.masked_discrepancies.isdisjoint(after.differences):
            return False
        return all(after.key_of_discrepancy(one) != key for one in after.differences)

    def _accept_edit(
        self,
        edit: PddlEdit,
        keys: list[DifferenceKey],
        verdict: ModelVerdict,
        survey: DiscrepancySurvey,
        texts: ModelTexts,
        previous_edits: ModelRepair,
    ) -> None:
        """Store an edit as the last one of a repair of the differences ``keys``, if a fresh check confirms it.

        If a milder version of the edit, which adds the new literal without removing the old one, is enough, it is stored instead.
        """
        # The existing literal may be right and the new one missing: then nothing must be removed.
        gentler = edit.edit_keeping_old_literal
        if gentler is not None and (after := self._try_edit(gentler, verdict, survey, texts, frozenset())):
            keys_too = [key for key in keys if self._is_difference_gone(key, after)]
            if keys_too and self._is_improvement(after) and self._confirm_edit(gentler, texts):
                self._found_repairs |= dict.fromkeys(keys_too, (*previous_edits, gentler))
        left = [key for key in keys if key not in self._found_repairs]
        if left and self._confirm_edit(edit, texts):
            self._found_repairs |= dict.fromkeys(left, (*previous_edits, edit))

    def _confirm_edit(self, edit: PddlEdit, texts: ModelTexts) -> DiscrepancySurvey | None:
        """Check a model again after an edit, and return its survey; None if the model is not better.

        The check searches for the interpretation again.
        """
        changed = apply_edit(texts, edit)
        with contextlib.suppress(FerryplanError):
            fresh = check_against_puzzle(
                self._verdict.instance, make_model_instance(changed["domain"], changed["problem"])
            )
            survey = DiscrepancySurvey(
                self._verdict.instance, fresh.observer, EXTRA_STATES + STATE_GROWTH_FACTOR * fresh.state_pair_count
            )
            if survey.collect_discrepancies(self._original_survey) and self._is_improvement(survey):
                return survey
        return None


def _may_be_repair(key: DifferenceKey, edit: PddlEdit, after: DiscrepancySurvey) -> bool:
    """Return whether an edit after which a difference is gone may really correct this difference.

    A difference in costs counts as corrected only if the edit changes numbers, or if no other difference is left.
    """
    return (
        key != (COST_KIND,)
        or not after.differences
        or edit.new.startswith(NUMERIC_PREFIXES)
        or edit.literal.startswith(NUMERIC_PREFIXES)
    )


def format_literal(atom: Sequence[str], value: object) -> str:
    """Return a fact, a negated fact, or a function with its value, in PDDL syntax.

    ``atom`` is the predicate or function with its objects; ``value`` is True, False or a number.
    """
    text = f"({' '.join(atom)})"
    return text if value is True else f"(not {text})" if value is False else f"(= {text} {value})"


def apply_edit(texts: ModelTexts, edit: PddlEdit) -> ModelTexts:
    """Return the texts of a model after an edit."""
    return texts | {edit.file: replace(texts[edit.file], text=edit.text)}


def _count_errors(model: TaskInstance) -> int:
    """Count the semantic errors in a model that do not prevent a check, such as terms of a wrong type."""
    return sum(1 for _ in find_semantic_errors(*model.syntax_trees))


def _count_discrepancies_by_key(survey: DiscrepancySurvey) -> dict[DifferenceKey, int]:
    """Return the number of discrepancies for each key of a class of differences."""
    counts = dict[DifferenceKey, int]()
    for one in survey.differences:
        key = survey.key_of_discrepancy(one)
        counts[key] = counts.get(key, 0) + 1
    return counts


def _has_missing_values(observer: Observer) -> bool:
    """Return whether a state variable has no initial value, or one of its values has no fact in the model."""
    return any(None in reading for reading in observer.readings) or not all(
        observer.read_values(observer.space.initial)
    )
