"""Exercises about a model: it is completed, its mistake is found."""

from __future__ import annotations

import itertools
from dataclasses import replace

from ferryplan.domains.messages import format_message
from ferryplan.generator.draws import Draw
from ferryplan.generator.layout import MARKDOWN
from ferryplan.generator.pddl.edits import edits
from ferryplan.generator.pddl.syntax import Group, Source
from ferryplan.generator.wording import Table
from ferryplan.teaching.checking.report import Report
from ferryplan.teaching.exercises.setting import Exercise, Setting, as_files

SECTIONS = {"preconditions": ":precondition", "effects": ":effect", "goal": ":goal"}
"""in what gaps may be, if not a whole action"""
TRIED, MOST_EDITS = 30, 5_000
UNFIT = frozenset({"start", "double"})
"""ways to differ that tell of no move"""


def complete(setting: Setting) -> Exercise:
    """Return the exercise with gaps: some conditions or effects of one action, all of one, the goal. Raises EncodingError if none matters."""
    draw, pddl, gaps = setting.draw("complete"), setting.pddl, setting.asked["gaps"]
    of = "problem" if gaps == "goal" else "domain"
    source = Source(getattr(pddl, of), of)
    wholes = [one for one in source.parse().items if isinstance(one, Group) and one.head in (":action", ":goal")]
    inner = [two for whole in wholes for two in itertools.pairwise(whole.items) if str(two[0]) == SECTIONS.get(gaps)]
    parts = [part for _, part in inner if isinstance(part, Group)] if gaps in SECTIONS else wholes
    for _ in parts and range(TRIED):
        part = draw.one(parts)
        start, end = source.span(part)
        gap, left = _gap(source, part, draw if gaps.endswith("s") else None)
        starter = replace(pddl, **{of: f"{source.text[:start]}{gap}{source.text[end:]}"})
        if setting.differs(starter):
            files = as_files("starter", starter) | as_files("key", pddl)
            return Exercise(
                "complete",
                {"number": len(left)},
                (),
                [Table((format_message("exercises.missing"),), tuple(zip(left)))],
                files,
            )
    raise setting.refuse("exercises.no-gap", gaps=gaps)


def _gap(source: Source, whole: Group, draw: Draw | None) -> tuple[str, list[str]]:
    """Return what stands instead of a part, and what is left out of it: some of what it joins, up to half of it; all if nothing draws."""
    joined = whole.items[1:] if whole.head == "and" else (whole,)
    said = [" ".join(source.text[slice(*source.span(one))].split()) for one in joined]
    left = draw.sample(said, 1 + draw.below(max(1, len(said) // 2))) if draw else said
    kept = [one for one in said if one not in left]
    inner = "\n      ".join(["(and", *kept, f"; … {len(left)} missing\n    )"])
    return inner if whole.head != ":action" else f"; … 1 missing: the action {whole.items[1]}\n", left


def mistake(setting: Setting) -> Exercise:
    """Return the exercise: one small change by which the model differs, and the shortest scenario that shows it.

    Raises EncodingError if there is none.
    """
    changes = edits(Source(setting.pddl.domain, "the domain"), Source(setting.pddl.problem, "the problem"))
    small = itertools.takewhile(lambda one: one.of == "domain" and not one.is_addition, changes)
    for edit in setting.draw("mistake").sample([*itertools.islice(small, MOST_EDITS)], TRIED):
        mutant = replace(setting.pddl, domain=edit.text)
        verdict = setting.differs(mutant)
        if verdict and UNFIT.isdisjoint(one.kind for one in verdict.found):
            told = {"key/mistake.md": Report(verdict).told("markdown", MARKDOWN)}
            return Exercise("mistake", {**edit._asdict(), "says": edit.says}, files=as_files("mistake", mutant) | told)
    raise setting.refuse("exercises.no-mistake")
