"""Where to look in a model that differs, and the smallest change of its text that mends it: found by trying changes, each checked as a model."""

from __future__ import annotations

import contextlib
from collections.abc import Set
from typing import TypeAlias

from generator.classical.pairs import model_of
from generator.classical.puzzle_file import Text
from generator.classical.space import ClassicalSpace
from generator.correspondence.observing import Observer
from generator.errors import FerryplanError
from generator.pddl.edits import Edit, edits
from generator.pddl.syntax import Source
from generator.search.comparison import UndecidedError
from planner.checking.comparing import Found, Verdict, compared
from planner.checking.verdict import check
from planner.system.limits import TimeIsUpError, limited

SECONDS, MOST = 60.0, 4
"""how long changes are tried, and how many may be needed for one way in which a model differs"""
Repair: TypeAlias = tuple[Edit, ...]
"""Changes, each of the texts that those before it leave; none where nothing was found."""


def repairs(verdict: Verdict, domain: Text, problem: Text) -> list[Repair]:
    """Return for each way in which a model differs the fewest and smallest changes found that mend it and do no harm.

    Where one change is not enough, a next one is looked for once the way shows in another action. After 60 s no further ones are tried.
    """
    search, texts = RepairSearch(verdict), {"domain": domain, "problem": problem}
    with contextlib.suppress(TimeIsUpError), limited(SECONDS):
        search.mend(verdict, texts, ())
    good = search.confirm(texts)
    return [good.get(one.key, ()) for one in verdict.found]


class RepairSearch:
    """Repairs of a model, for each way in which it differs the first one that mends it."""

    def __init__(self, verdict: Verdict) -> None:
        self.found = dict[tuple[str, ...], Repair]()
        self._verdict = verdict
        self._known = {one.key for one in verdict.found}

    def mend(self, verdict: Verdict, texts: dict[str, Text], before: Repair) -> None:
        """Find repairs of the ways in which a model differs that was changed ``before``, and has none yet."""
        ways = {one.key: _last(one) for one in verdict.found if one.key not in self.found}
        moved = dict[tuple[str, ...], tuple[Edit, Verdict]]()
        for edit in edits(*(Source(texts[of].text, texts[of].name) for of in ("domain", "problem"))):
            if ways.keys() <= self.found.keys():
                return
            after = _changed(verdict, texts, edit)
            left = {one.key: _last(one) for one in after.found} if after else {}
            if after and left.keys() <= ways.keys() | self.found.keys():
                mended = ways.keys() - left.keys() - self.found.keys()
                # The old literal may be right, and the new one missing: then nothing is to be taken away.
                for one in filter(None, (edit.gentler, edit)) if mended else ():
                    then = after if one is edit else _changed(verdict, texts, one)
                    mended -= self._accept(mended, then, (*before, one))
                for key in (key for key, last in left.items() if last != ways.get(key, last)):
                    moved.setdefault(key, (edit, after))
        for key, (edit, after) in moved.items() if len(before) + 1 < MOST else ():
            if key not in self.found:
                self.mend(after, _applied(texts, edit), (*before, edit))

    def _accept(self, keys: Set[tuple[str, ...]], after: Verdict | None, repair: Repair) -> set[tuple[str, ...]]:
        """Take a repair for those of some ways to differ that it mends, and return them; ``after`` is what is found of the model so changed."""
        left = {one.key for one in after.found} if after else self._known
        if after and left < self._known and not (_at_once(after) and not _at_once(self._verdict)):
            mended = {key for key in keys if key not in left}
            self.found |= dict.fromkeys(mended, repair)
            return mended
        return set()

    def confirm(self, texts: dict[str, Text]) -> dict[tuple[str, ...], Repair]:
        """Return the repairs after which the model, judged anew as a whole, has fewer ways to differ, and no other."""
        good = dict[Repair, bool]()
        for repair in {*self.found.values()}:
            changed = texts
            for edit in repair:
                changed = _applied(changed, edit)
            good[repair] = False
            with contextlib.suppress(FerryplanError, UndecidedError):
                after = check(self._verdict.instance, model_of(changed["domain"], changed["problem"]))
                good[repair] = {one.key for one in after.found} < self._known
        return {key: repair for key, repair in self.found.items() if good[repair]}


def _applied(texts: dict[str, Text], edit: Edit) -> dict[str, Text]:
    return texts | {edit.of: texts[edit.of]._replace(text=edit.text)}


def _at_once(verdict: Verdict) -> bool:
    """Return whether a model differs before anything is done: then nothing more is known of it."""
    return any(one.kind in ("start", "double") and not one.difference.steps for one in verdict.found)


def _last(found: Found) -> str:
    """Return the action in which a way to differ shows."""
    return found.difference.steps[-1][0].name if found.difference.steps else ""


def _changed(verdict: Verdict, texts: dict[str, Text], edit: Edit) -> Verdict | None:
    """Return in what a changed model differs; None for what is no model."""
    seen, changed = verdict.seen, _applied(texts, edit)
    with contextlib.suppress(FerryplanError, UndecidedError):
        model = model_of(changed["domain"], changed["problem"])
        if any(one.kind == "start" for one in verdict.found) or any(None in reading for reading in seen.readings):
            return check(verdict.instance, model)  # who is where may be told otherwise now
        observer = Observer(model.once(ClassicalSpace), seen.cast, seen.interpretation, seen.rest)
        return compared(verdict.instance, observer, len(verdict.found))
    return None


def hints_for(verdict: Verdict, texts: tuple[Text, Text], level: int) -> list[str]:
    """Return a hint for each way in which a model differs: on level 1 where to look, on level 2 at which literals, on level 3 what to write."""
    return [
        " ".join([_told(edit, level) for edit in repair]) or _none(found)
        for found, repair in zip(verdict.found, repairs(verdict, *texts), strict=True)
    ]


def _none(found: Found) -> str:
    look = f"Look at the action {_last(found)}: it is the last one here. " if _last(found) else ""
    return f"{look}No small change of the text was found that mends this."


def _told(edit: Edit, level: int) -> str:
    where = f"the {edit.part} of the action {edit.action}" if edit.action else f"the {edit.part} of the {edit.of}"
    match level:
        case 1:
            return f"Look at the action {edit.action}." if edit.action else f"Look at the {edit.part} of the {edit.of}."
        case 2 if edit.says.startswith("add "):
            return f"Something is missing in {where}."
        case 2:
            return f"Look at {edit.literal} in {where}, line {edit.line}."
    return f"In {where}, line {edit.line}, {edit.says}."
