"""What many answers are worth together: means with intervals, by what was asked and by what went wrong, told."""

from __future__ import annotations

import csv
import io
import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from generator.templates import render_as
from generator.wording import Table
from planner.scoring.answers import Answers
from planner.scoring.question import Question
from planner.scoring.score import Score
from planner.telling import HTML, MARKDOWN, PLAIN, Layout, json_text

FORMATS = ("text", "markdown", "csv", "json", "html", "jsonl")
RESAMPLES, MOST_RESAMPLED, SHOWN = 1_000, 500, 10
"""how often a sample is drawn anew, of so many answers at most; how many that were wrong are shown"""
LENGTHS = (7, 15, 31, 63)


class Mean(NamedTuple):
    """The mean of some scores, with the interval that holds it with 95 %."""

    of: int
    score: float
    low: float
    high: float


def mean(values: Sequence[float]) -> Mean:
    """Return the mean of values between 0 and 1: its interval by the bootstrap's percentiles (B. Efron, 1979), answers drawn anew one by one.

    The same values in the same order give the same interval. Of many it is what the bootstrap tends to, that of the normal distribution.
    """
    among, middle = len(values), fmean(values)
    if among > MOST_RESAMPLED:
        half = 1.96 * pstdev(values) / among**0.5
        return Mean(among, middle, max(0.0, middle - half), min(1.0, middle + half))
    chance = random.Random(among)
    drawn = sorted(sum(chance.choices(values, k=among)) / among for _ in range(RESAMPLES))
    return Mean(among, middle, drawn[RESAMPLES // 40], drawn[-1 - RESAMPLES // 40])


class Summary:
    """What the answers to questions are worth, by their ids."""

    def __init__(
        self, questions: Mapping[str, Question], scores: Mapping[str, Score], given: Answers, partial: bool
    ) -> None:
        self.questions, self.scores, self.given, self.partial = questions, scores, given, partial

    def groups(self) -> list[tuple[str, str, Mean]]:
        """Return the means of all, and by family, kind of question, difficulty and fewest moves: by what, of which, and the mean."""
        parts = dict[tuple[str, str], list[float]]()
        for known, one in self.questions.items():
            worth = self.scores[known].partial if self.partial else self.scores[known].score
            for by, value in (("", "all"), *_parts(one)):
                parts.setdefault((by, value), []).append(worth)
        order = ["", "family", "kind of question", "difficulty", "fewest moves"]
        return [
            (*key, mean(values))
            for key, values in sorted(parts.items(), key=lambda part: (order.index(part[0][0]), _rank(part[0][1])))
        ]

    def failures(self) -> list[tuple[str, int]]:
        """Return the kinds of failure, the commonest first, each with how many answers failed so."""
        return Counter(one.kind for one in self.scores.values() if one.kind).most_common()

    def rows(self) -> list[dict[str, Any]]:
        """Return for each question its id, what was asked and what its answer is worth."""
        return [
            {"id": known, "family": one.family, "puzzle": one.puzzle, "ask": one.ask, **self.scores[known]._asdict()}
            for known, one in self.questions.items()
        ]

    def told(self, form: str, layout: Layout = PLAIN) -> str:
        """Return it in one of FORMATS; of those, ``csv`` and ``jsonl`` tell of each answer."""
        rows = self.rows()
        if form == "jsonl":
            return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        if form == "csv":
            lines = io.StringIO()
            cells = [[_harmless(f"{'' if value is None else value}") for value in row.values()] for row in rows]
            csv.writer(lines, lineterminator="\n").writerows([[*rows[0]], *cells] if rows else [])
            return lines.getvalue()
        groups, ids = self.groups(), {key: getattr(self.given, key) for key in ("missing", "double", "foreign")}
        if form == "json":
            means = [{"by": by, "value": value, **one._asdict()} for by, value, one in groups]
            failures = [{"kind": kind, "answers": number} for kind, number in self.failures()]
            return json_text({"partial": self.partial, **ids, "groups": means, "failures": failures, "answers": rows})
        layout = {"markdown": MARKDOWN, "html": HTML}.get(form, layout)
        table = Table(
            ("", "", "Questions", "Score", "95 % from", "to"),
            tuple((by, value, f"{one.of}", *(f"{100 * part:.1f}" for part in one[1:])) for by, value, one in groups),
        )
        failed = Table(("What went wrong", "Answers"), tuple((kind, f"{number}") for kind, number in self.failures()))
        wrong = [row for row in rows if row["outcome"] != "right"][:SHOWN]
        context = {
            **ids,
            "partial": self.partial,
            "mean": groups[0][2]._asdict() if groups else None,
            "groups": [(by, value, one._asdict()) for by, value, one in groups],
            "table": layout(table),
            "failed": layout(failed) if failed.rows else "",
            "wrong": wrong,
        }
        return layout.filled(render_as(form, f"narration/scores.{form}.j2", context))


def _parts(question: Question) -> list[tuple[str, str]]:
    length = next(
        (f"up to {most}" for most in LENGTHS if question.optimum is not None and question.optimum <= most), None
    )
    long = f"over {LENGTHS[-1]}" if question.optimum is not None else "none: unsolvable"
    known = question.optimum is not None or question.verdict == "unsolvable"
    return [
        ("family", question.family),
        ("kind of question", question.ask),
        ("difficulty", f"{question.difficulty}" if question.difficulty else "not known"),
        ("fewest moves", (length or long) if known else "not known"),
    ]


def _rank(value: str) -> tuple[int, str]:
    """Return by what the values of a part are ordered: by the number in them, then those without."""
    return int("".join(filter(str.isdigit, value)) or 99) + value.startswith("over"), value


def _harmless(cell: str) -> str:
    """Return a cell of a table as one that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
