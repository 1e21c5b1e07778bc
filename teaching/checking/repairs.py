"""The smallest changes of a model's text that mend it, found by trying changes and comparing the model state by state."""

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
from ferryplan.generator.pddl.edits import add_goals, edits
from ferryplan.generator.pddl.new_actions import PART as NEW_ACTION
from ferryplan.generator.pddl.new_actions import new_actions
from ferryplan.generator.pddl.places import Edit
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.pairs import model_of
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.planner.linting import errors_of_meaning
from ferryplan.planner.system.limits import DEFAULT_HINT_TIME, TimeIsUpError, limited
from ferryplan.planner.system.progress import doing
from ferryplan.teaching.checking.blames import Blame
from ferryplan.teaching.checking.comparing import Found, Verdict
from ferryplan.teaching.checking.discrepancies import COSTS, Discrepancy, Key, Survey
from ferryplan.teaching.checking.suspects import NUMERIC, Suspects
from ferryplan.teaching.checking.verdict import check
from ferryplan.teaching.interpretation.observing import Observer

MAX_CHANGES = 4
"""how many changes may be needed for one way in which a model differs"""
SHARE = 0.5
"""which share of the time that is left single changes may take once one was found that mends a part"""
MORE_STATES, GROWTH = 2_000, 20
"""by how many states, and by which factor, a changed model may exceed the original"""
MAX_CHARACTERS = 100_000_000
"""how long all texts with one change may be together"""
Repair: TypeAlias = tuple[Edit, ...]
"""Changes, each of the texts that those before it leave; none where nothing was found."""
Texts: TypeAlias = dict[str, Source]
"""The texts of a model, by `domain` and `problem`."""


class RepairSearch:
    """The search for changes after which a model has fewer discrepancies and no other."""

    def __init__(self, verdict: Verdict, domain: Source, problem: Source, seconds: float = DEFAULT_HINT_TIME) -> None:
        self._verdict, self._texts = verdict, {"domain": domain, "problem": problem}
        self._deadline, self._tried = time.monotonic() + seconds, 0
        self._seconds = seconds
        self._original = Survey(verdict.instance, verdict.seen, MORE_STATES + GROWTH * verdict.stages)
        self._suspects: Suspects | None = None
        self._errors = _count_errors(model_of(domain, problem))
        self._found = dict[Key, Repair]()
        self._repeated = set[tuple[str, ...]]()
        """the changes that were tried in several actions at once, as part and words"""
        self._combined = set[tuple[Repair, Edit]]()
        self._parts = dict[Key, Repair]()
        """for ways that have no repair, one that mends them in some states"""

    def run(self) -> list[Repair]:
        """Return for each way in which the model differs the first repair found, empty where none was found in time."""
        with contextlib.suppress(TimeIsUpError), limited(self._seconds):
            if self._original.explore():
                self._suspects = Suspects(self._original, self._verdict.found)
                self._search(self._verdict, self._original, self._texts, self._suspects, ())
        found = self._parts | self._found
        return [found.get(self._original.key_of_way(one), ()) for one in self._verdict.found]

    def is_partial(self, repair: Repair) -> bool:
        """Return whether a repair mends a way to differ in some states only."""
        return repair in self._parts.values() and repair not in self._found.values()

    def blame(self, way: Found) -> Blame:
        """Return which action to look at for a way to differ, whether or not a repair was found."""
        if self._suspects is not None:
            return self._suspects.blame(way)
        steps = way.difference.steps
        return Blame(steps[-1][0].name if steps and way.difference.kind in ("allows", "double") else "")

    @functools.cached_property
    def _prices(self) -> list[int]:
        """What the first moves of the puzzle cost, as candidates for wrong costs of the model."""
        space = self._verdict.space
        return sorted({int(space.cost(space.initial, move)) for move, _ in space.moves(space.initial)})

    @functools.cached_property
    def _goals(self) -> list[str]:
        """The literals by which the model says that somebody is where the puzzle wants them."""
        seen = self._verdict.seen
        rows = zip(seen.readings, seen.cast.goal or (), strict=False)
        found = [reading[value] for reading, value in rows if 0 <= value < len(reading)]
        return [*dict.fromkeys(format_literal(*one) for one in found if one)]

    def _edits_of(self, texts: Texts) -> Iterator[Edit]:
        """Yield the changes of texts, as many as memory may hold."""
        domain, problem = texts["domain"], texts["problem"]
        size = 0
        changes = edits(domain, problem, self._prices), add_goals(problem, self._goals), new_actions(domain)
        for edit in itertools.chain.from_iterable(changes):
            yield edit
            size += len(edit.text) + len(edit.kept)
            if size > MAX_CHARACTERS:
                return

    def _search(self, verdict: Verdict, survey: Survey, texts: Texts, suspects: Suspects, before: Repair) -> None:
        """Find repairs that begin with the changes `before`, which led to these texts, for the ways that have none."""
        ways = {survey.key_of_way(one): survey.discrepancy_of(one) for one in verdict.found}
        counts = _count_by_key(survey)
        parts = dict[Key, tuple[int, Edit, Survey]]()
        behind = list[tuple[Key, Edit]]()
        began = time.monotonic()
        repeated = {edit.identity[1:] for edit in before}
        for edit in suspects.order([*self._edits_of(texts)], repeated):
            missing = self._missing(ways)
            if not missing or (parts and time.monotonic() - began > SHARE * (self._deadline - began)):
                break
            # Costs often differ only because something else does.
            sought = {ways[key] for key in missing if key != (COSTS,)} or {ways[key] for key in missing}
            after = self._try(edit, verdict, survey, texts, sought)
            if after is None:
                continue
            left = _count_by_key(after)
            whole = [key for key in missing if self._is_mended(key, after) and _may_mend(key, edit, after)]
            if not whole and (same := self._repeat(edit, survey, texts, suspects)):
                # The same fault in several actions: mended in one, it only shows in the others.
                everywhere = self._try(same[-1], verdict, survey, texts, sought)
                mended = [key for key in missing if everywhere and self._is_mended(key, everywhere)]
                if everywhere and mended and self._is_better(everywhere):
                    self._accept(same[-1], mended, verdict, survey, texts, (*before, *same[:-1]))
                    continue
            if whole and self._is_better(after):
                self._accept(edit, whole, verdict, survey, texts, before)
            else:
                behind += ((key, edit) for key in whole)
            if whole and not before:
                self._combine(behind)
            for key in missing:
                number = sum(left.values())
                fewer = key != (COSTS,) and left.get(key, 0) < counts.get(key, 0)
                if fewer and key not in self._found and (key not in parts or number < parts[key][0]):
                    parts[key] = number, edit, after
        open_parts = {key: edit for key, (_, edit, _) in parts.items() if key not in self._found}
        for key, edit in open_parts.items():
            if key not in self._parts and self._is_better(parts[key][2]) and self._confirm(edit, texts):
                self._parts[key] = (*before, edit)
        for key, edit in open_parts.items() if len(before) + 1 < MAX_CHANGES else ():
            if key not in self._found:
                self._go_on(edit, texts, before)

    def _repeat(self, edit: Edit, survey: Survey, texts: Texts, suspects: Suspects) -> Repair:
        """Return the changes that make a change of one action in the others that differ, too; none where these do not allow it."""
        if not edit.action or edit.part == NEW_ACTION or edit.identity in self._repeated:
            return ()
        self._repeated.add(edit.identity)
        actions = dict.fromkeys(one.steps[-1][0].name for one in survey.differences.values() if one.steps)
        if any(one.kind == "forbids" for one in survey.differences):
            actions |= dict.fromkeys(one.name for one in survey.seen.space.domain.actions)
        repair = [edit]
        for action in actions:
            sought = suspects.transfer(edit, action)
            if action != edit.action and (other := self._find_same(sought, apply_edit(texts, repair[-1]))):
                repair.append(other)
        return tuple(repair) if len(repair) > 1 else ()

    def _find_same(self, edit: Edit, texts: Texts) -> Edit | None:
        """Return the change of other texts that says the same of the same part; None if there is none."""
        wanted = (edit.of, edit.action, edit.identity)
        return next((one for one in self._edits_of(texts) if (one.of, one.action, one.identity) == wanted), None)

    def _combine(self, behind: Iterable[tuple[Key, Edit]]) -> None:
        """Try changes that mend a way to differ, and show another fault behind it, after the repairs of other ways."""
        for key, edit in behind:
            for repair in {*self._found.values()} if key not in self._found else ():
                if (repair, edit) in self._combined:
                    continue
                self._combined.add((repair, edit))
                texts = self._texts
                for one in repair:
                    texts = apply_edit(texts, one)
                same = self._find_same(edit, texts)
                after = self._confirm(same, texts) if same else None
                if same and after and self._is_mended(key, after):
                    self._found.setdefault(key, (*repair, same))

    def _go_on(self, edit: Edit, texts: Texts, before: Repair) -> None:
        """Apply an edit, and search for a second repair in the model that results."""
        changed = apply_edit(texts, edit)
        with contextlib.suppress(FerryplanError):
            verdict = check(self._verdict.instance, model_of(changed["domain"], changed["problem"]))
            survey = Survey(self._verdict.instance, verdict.seen, MORE_STATES + GROWTH * verdict.stages)
            if survey.explore(self._original):
                self._search(verdict, survey, changed, Suspects(survey, verdict.found), (*before, edit))

    def _missing(self, ways: Iterable[Key]) -> list[Key]:
        """Return the ways of the model itself that have no repair yet, of those that a changed model has, too."""
        mine = {self._original.key_of_way(one) for one in self._verdict.found}
        return [key for key in ways if key in mine and key not in self._found]

    def _try(
        self, edit: Edit, verdict: Verdict, survey: Survey, texts: Texts, sought: Set[Discrepancy]
    ) -> Survey | None:
        """Return what is wrong with a changed model; None if anything is wrong that was right, or nothing is mended."""
        self._tried += 1
        if self._tried % 20 == 0:
            doing(format_message("check.changes-tried", count=self._tried))
        changed = apply_edit(texts, edit)
        with contextlib.suppress(FerryplanError):
            model = model_of(changed["domain"], changed["problem"])
            if _count_errors(model) > self._errors:
                return None
            seen = verdict.seen
            if edit.part == "start" and _is_partial(seen):
                seen = check(verdict.instance, model).seen  # a new fact may be what says where somebody is
            else:
                seen = Observer(model.once(TaskSpace), seen.cast, seen.interpretation, seen.rest)
            after = Survey(verdict.instance, seen, MORE_STATES + GROWTH * survey.stages)
            if after.explore(self._original, sought):
                return after
        return None

    def _is_better(self, after: Survey) -> bool:
        """Return whether a changed model has some of the discrepancies of the model, not all, and no others.

        Where some are left, it still carries out each action: whatever else is wrong could hide that an action is needed.
        """
        fewer = after.differences.keys() < self._original.differences.keys()
        return fewer and (not after.differences or self._original.applied <= after.applied)

    def _is_mended(self, key: Key, after: Survey) -> bool:
        """Return whether no discrepancy of this kind is left.

        A repair must not hide that somebody is in two places by keeping them from moving.
        """
        if key == ("double",) and not self._original.masked.isdisjoint(after.differences):
            return False
        return all(after.key_of(one) != key for one in after.differences)

    def _accept(
        self, edit: Edit, keys: list[Key], verdict: Verdict, survey: Survey, texts: Texts, before: Repair
    ) -> None:
        """Take a change as the end of a repair of these ways if a fresh check of the changed model agrees."""
        # What stands there may be right, and the new literal missing: then nothing is to be taken away.
        gentler = edit.gentler
        if gentler is not None and (after := self._try(gentler, verdict, survey, texts, frozenset())):
            keys_too = [key for key in keys if self._is_mended(key, after)]
            if keys_too and self._is_better(after) and self._confirm(gentler, texts):
                self._found |= dict.fromkeys(keys_too, (*before, gentler))
        left = [key for key in keys if key not in self._found]
        if left and self._confirm(edit, texts):
            self._found |= dict.fromkeys(left, (*before, edit))

    def _confirm(self, edit: Edit, texts: Texts) -> Survey | None:
        """Return what is wrong with a changed model if a fresh check, which looks for everybody anew, says that it is better."""
        changed = apply_edit(texts, edit)
        with contextlib.suppress(FerryplanError):
            fresh = check(self._verdict.instance, model_of(changed["domain"], changed["problem"]))
            survey = Survey(self._verdict.instance, fresh.seen, MORE_STATES + GROWTH * fresh.stages)
            if survey.explore(self._original) and self._is_better(survey):
                return survey
        return None


def _may_mend(key: Key, edit: Edit, after: Survey) -> bool:
    """Return whether a change may be what mends a way to differ: of costs only if it is about numbers, or nothing else is left."""
    return key != (COSTS,) or not after.differences or edit.new.startswith(NUMERIC) or edit.literal.startswith(NUMERIC)


def format_literal(atom: Sequence[str], value: object) -> str:
    """Return a fact, its negation, or the value of a function, as PDDL writes it."""
    text = f"({' '.join(atom)})"
    return text if value is True else f"(not {text})" if value is False else f"(= {text} {value})"


def apply_edit(texts: Texts, edit: Edit) -> Texts:
    """Return texts after a change of one of them."""
    return texts | {edit.of: replace(texts[edit.of], text=edit.text)}


def _count_errors(model: TaskInstance) -> int:
    """Return how many errors, such as terms of a wrong type, a model has that is compared nevertheless."""
    return sum(1 for _ in errors_of_meaning(*model.trees))


def _count_by_key(survey: Survey) -> dict[Key, int]:
    """Count the discrepancies by the kind of difference that they show."""
    counts = dict[Key, int]()
    for one in survey.differences:
        key = survey.key_of(one)
        counts[key] = counts.get(key, 0) + 1
    return counts


def _is_partial(seen: Observer) -> bool:
    """Return whether no fact tells some value of a role, or the place of somebody at the start."""
    return any(None in reading for reading in seen.readings) or not all(seen.values(seen.space.initial))
