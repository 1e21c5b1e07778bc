"""Answers to a puzzle's own questions, such as who keeps the fish, judged by what is proven."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from generator.families import speller_of
from planner.scoring.claims import claims_unsolvable
from planner.scoring.question import Question
from planner.scoring.reading import objects_in
from planner.scoring.replies import END, texts
from planner.scoring.score import Score, claimed, right, unreadable, wrong
from planner.scoring.spelling import UNSOLVABLE


def answered(question: Question, answer: Any) -> Score:
    """Return what the answers to a puzzle's own questions are worth."""
    expected = {str(key): str(value).rstrip(" .") for key, value in question.about["answers"].items()}
    speller = speller_of(question.instance)
    spoken, named = (
        [[one.rstrip(" .") for one in each] for each in speller.alternatives()],
        _words(" ".join(speller.named())),
    )
    others = {value: [one for one in each if one != value] for each in spoken for value in each}
    among = {key: [value, *others.get(value, ())] for key, value in expected.items()}
    for text in texts(answer):
        if claims_unsolvable(text):
            return claimed(question)
        if found := _answers_in(text, among, named):
            met = [_says(str(found.get(key, "")), each) for key, each in among.items()]
            if all(met):
                return right("All answers are right.")
            return wrong(f"{sum(met)} of {len(met)} answers are right.", "a wrong word", sum(met) / len(met))
    return unreadable(f"a JSON object with the keys {', '.join(expected)}" if expected else UNSOLVABLE)


def _answers_in(text: str, among: Mapping[str, Sequence[str]], named: set[str]) -> Mapping[str, Any]:
    """Return the answers in a text by their keys: those of an object, else the clauses with a name, of those in the puzzle, that all share
    that may be answered to this question alone, else a line or a part of one for each."""
    if objects := [data for data in objects_in(text) if data.keys() & among.keys()]:
        return objects[-1]
    lines = [
        line for line in (re.sub(r"^\W*\d{1,3}[.):]\s*|[*_`#]", "", one).strip() for one in text.splitlines()) if line
    ]
    shared = {key: set.intersection(*map(_words, each)) & named for key, each in among.items() if len(each) > 1}
    own = {key: each.difference(*(shared[one] for one in shared if one != key)) for key, each in shared.items()}
    told = {
        key: clause
        for clause in re.split(r"[.;,\n]|\band\b", text)
        for key, each in own.items()
        if each & _words(clause)
    }
    if len(told) == len(among) or (told and len(lines) < len(among)):
        return told
    parts = lines if len(lines) >= len(among) else re.split(r"[,;]|\band\b", lines[-1] if lines else "")
    return dict(zip(among, parts[-len(among) :], strict=True)) if among and len(parts) >= len(among) else {}


def _says(found: str, among: Sequence[str]) -> bool:
    """Return whether words say the first of some answers and none of the others: by the words that tell these apart."""
    own, *others = map(_words, among)
    shared, said = own.intersection(*others) if others else set[str](), _words(found)
    return own - shared <= said and not any((other - own) & said for other in others)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text[:END].casefold()))
