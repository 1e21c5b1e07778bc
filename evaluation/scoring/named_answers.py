"""Answers to a puzzle's own questions, such as who keeps the fish, judged by what is proven.

A clause answers a question if it names one of the alternatives, and either the subject of the question ("the German keeps the fish"), or its
number, or no other name at all ("the German"). A clause is no answer that names somebody in another matter ("the German keeps the dog"), denies
something, or names two alternatives.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.evaluation.scoring.claims import claims_unsolvable
from ferryplan.evaluation.scoring.data import data_in, spans
from ferryplan.evaluation.scoring.passages import Mark, Passage, passages, shorten
from ferryplan.evaluation.scoring.question import Question
from ferryplan.evaluation.scoring.reading import denies_solutions
from ferryplan.evaluation.scoring.score import Score, right, score_claim, unreadable, wrong
from ferryplan.evaluation.scoring.sentences import sentences_in
from ferryplan.evaluation.scoring.spelling import UNSOLVABLE
from ferryplan.generator.families import speller_of
from ferryplan.generator.speller import words

MOST = 20_000
"""characters of a passage that are read"""
_LABEL = re.compile(r"(?:^|(?<=[\s|(*]))(\d{1,2})[.):]{1,2}[*_`]*\s+")
_ASIDE = re.compile(r"\(((?:[^()\s]+\s+){2,40}[^()\s]+)\)")
"""a remark of three words or more, which says something of its own"""
_CLAUSE = re.compile(r"[.;,?\n]|\s-\s|\b(?:and|und|et|y|but|so)\b|[\u3002\uff0c\u3001\uff1f]")
_ASKED_BACK = re.compile(r"[^.!?\n]{0,400}\?[\s*_)\"']{0,9}\Z")
"""a question at the end, which commits to nothing"""
_DENIED_ASIDE = re.compile(r"\((?:not|and not|rather than|instead of|unlike)\b[^()]{0,200}\)", re.IGNORECASE)
"""what a text says in parentheses that is not so"""
Words = frozenset[str]


class Subject(NamedTuple):
    """One of a puzzle's questions, by the words in which it can be answered."""

    key: str
    named: Words
    """the names in it, such as "fish"; none where all alternatives are spelled out"""
    alternatives: Sequence[Words]
    """what tells each alternative from the others, the right one in front"""
    doubts: int = 0
    """how many words of denial or supposition an alternative has of its own, such as the first of "no signal" """

    def answers_in(self, said: Words, names: Words) -> list[int]:
        """Return the alternatives that a clause of these words names; none if it speaks of something else."""
        found = [n for n, one in enumerate(self.alternatives) if one and one <= said]
        others = (said & names) - self.named - frozenset().union(*(self.alternatives[n] for n in found))
        return found if not others or (self.named and self.named <= said) else []


def score_answers(question: Question, answer: Any) -> Score:
    """Return what the answers to a puzzle's own questions are worth."""
    subjects, names = _subjects(question)
    for passage in passages(answer) if isinstance(answer, str) else [Passage(json.dumps(answer), Mark.TAG, 0)]:
        text = _in_english(shorten(passage.text, MOST), names)
        found = _from_data(text, subjects, names) or _from_prose(text, subjects, names)
        if found:
            met = [found.get(subject.key) == 0 for subject in subjects]
            if all(met):
                return right(format_message("scoring.all-words-correct"))
            why = format_message("scoring.some-words-correct", count=sum(met), all=len(met))
            return wrong(why, "wrong word", sum(met) / len(met))
        if claims_unsolvable(text) or any(
            denies_solutions(data_in(text[start:end])) for start, end in spans(text)[-1:]
        ):
            return score_claim(question)
    return unreadable(
        f"a JSON object with the keys {', '.join(one.key for one in subjects)}" if subjects else UNSOLVABLE
    )


def _subjects(question: Question) -> tuple[list[Subject], Words]:
    """Return the questions of a puzzle, and the words of all its names."""
    speller = speller_of(question.instance)
    names = _words(" ".join(speller.named()))
    spoken = [[one.rstrip(" .") for one in each] for each in speller.alternatives()]
    subjects = list[Subject]()
    for key, value in question.about["answers"].items():
        expected = str(value).rstrip(" .")
        among = next((each for each in spoken if expected in each), [expected])
        bags = [_words(one) for one in (expected, *(one for one in among if one != expected))]
        shared = frozenset.intersection(*bags) if len(bags) > 1 else frozenset[str]()
        subjects.append(
            Subject(
                str(key),
                shared & names,
                [bag - shared if shared else bag & names or bag for bag in bags],
                max(map(_count_doubts, (expected, *among))),
            )
        )
    return subjects, names


def _from_data(text: str, subjects: Sequence[Subject], names: Words) -> Mapping[str, int]:
    """Return the alternatives that the last list or object of a text gives, by the keys of the questions."""
    for start, end in reversed(spans(text)[-8:]):
        data = data_in(text[start:end])
        for _ in range(3):
            if (
                isinstance(data, dict)
                and len(data) == 1
                and isinstance(inside := next(iter(data.values())), dict | list)
            ):
                data = inside
        if isinstance(data, list) and len(data) == len(subjects) and all(isinstance(one, str) for one in data):
            data = {subject.key: one for subject, one in zip(subjects, data, strict=True)}
        if not isinstance(data, dict):
            continue
        found = dict[str, int]()
        for key, value in data.items():
            for subject in subjects:
                own = str(key) == subject.key or (subject.named and subject.named <= _words(str(key)))
                if (own or len(subjects) == 1) and (said := _alternative_in(str(value), subject, names)) is not None:
                    found[subject.key] = said
        if found or data.keys() & {subject.key for subject in subjects}:
            # An object with a key of a question is an answer even where it names no alternative: a wrong
            # one.
            return found or {"": -1}
    return {}


def _from_prose(text: str, subjects: Sequence[Subject], names: Words) -> Mapping[str, int]:
    """Return the alternatives that the sentences of a text give, by the keys of the questions."""
    if (parallel := _in_parallel(text, subjects)) is not None:
        return parallel
    full, bare, asked = dict[str, int](), list[str](), set[str]()
    for label, clause in _clauses(_drop_what_is_not_so(text)):
        said = _words(clause)
        if not said & names:
            continue
        of_label = {subject.key for subject in subjects if subject.key == label}
        answers = {}
        for subject in subjects:
            if (one := _alternative_in(clause, subject, names)) is not None:
                answers[subject.key] = one
        for subject in subjects:
            if subject.key not in answers:
                continue
            if (subject.named and subject.named <= said) or subject.key in (of_label or asked):
                full[subject.key] = answers[subject.key]
        if answers and not any(subject.named and subject.named <= said for subject in subjects):
            bare.append(clause)
        asked = {
            subject.key
            for subject in subjects
            if subject.named and subject.named <= said and subject.key not in answers
        }
    return full or _in_order(bare, subjects, names)


def _drop_what_is_not_so(text: str) -> str:
    """Return a text without what it asks, takes back, or marks as wrong; a question that it answers with yes becomes a statement."""
    text = words("marked_wrong").sub(" ", _ASKED_BACK.sub("", text))
    text = words("corrected_aside").sub(" ", _DENIED_ASIDE.sub(" ", text))
    return words("yes_or_no").sub(lambda question: question["asked"] if question["yes"] else " ", text)


def _in_parallel(text: str, subjects: Sequence[Subject]) -> Mapping[str, int] | None:
    """Return the alternatives that a sentence names in the order of the questions: ``water and zebra are A's and B's, respectively``.

    None where no sentence does, or where the questions have different alternatives.
    """
    sentence = next((one for one in sentences_in(text) if words("respectively").search(one)), "")
    said = [_words(word) for word in re.findall(r"\w+", sentence)]
    if not sentence or len({frozenset(subject.alternatives) for subject in subjects}) != 1 or len(subjects) < 2:
        return None

    def place(wanted: Words) -> int:
        return next((n for n, word in enumerate(said) if word and word <= wanted), len(said))

    asked = sorted(subjects, key=lambda subject: place(subject.named))
    named = sorted((place(one), one) for one in subjects[0].alternatives if one and place(one) < len(said))
    if len(named) != len(asked) or any(place(subject.named) == len(said) for subject in asked):
        return None
    return {subject.key: [*subject.alternatives].index(one) for subject, (_, one) in zip(asked, named, strict=True)}


def _in_order(bare: Sequence[str], subjects: Sequence[Subject], names: Words) -> Mapping[str, int]:
    """Return the alternatives that clauses name which say nothing else, one for each question in their order."""
    if len(subjects) == 1:
        values = {_alternative_in(clause, subjects[0], names) for clause in bare}
        one = values.pop() if len(values) == 1 else None
        return {} if one is None else {subjects[0].key: one}
    pairs = zip(subjects, bare, strict=False) if len(bare) == len(subjects) else ()
    found = {subject.key: _alternative_in(clause, subject, names) for subject, clause in pairs}
    return {key: one for key, one in found.items() if one is not None}


def _alternative_in(clause: str, subject: Subject, names: Words) -> int | None:
    """Return the alternative that a clause names; None if it denies it, names none or several, or speaks of something else."""
    if _count_doubts(clause) > subject.doubts:
        return None
    found = subject.answers_in(_words(clause), names)
    return found[0] if len(found) == 1 else None


def _count_doubts(text: str) -> int:
    """Return how many words of a text deny or suppose something."""
    return sum(len(words(kind).findall(text)) for kind in ("denied", "supposed"))


def _clauses(text: str) -> Iterator[tuple[str, str]]:
    """Yield the clauses of a text, each behind the number of the list that it stands at."""
    for line in text.splitlines():
        parts = _LABEL.split(_ASIDE.sub(r" ; \1 ; ", re.sub(r"[*_`#|]+", " ", line)).strip())
        for label, part in zip(["", *parts[1::2]], parts[::2], strict=True):
            for clause in _CLAUSE.split(part):
                if re.search(r"\w", clause):
                    yield label, clause


def _words(text: str) -> Words:
    """Return the words of a text without the ends of plurals."""
    found = re.findall(r"\w+", text[:MOST].casefold())
    return frozenset(word[:-1] if len(word) > 3 and word.endswith("s") else word for word in found)


def _in_english(text: str, names: Words) -> str:
    """Return a text with the names of the puzzle in English that stand there in another language, or in another form."""
    if all(letter.isascii() for letter in text) and not _foreign().search(text):
        return text

    def name(found: re.Match[str]) -> str:
        english = _translations()[found[0].casefold()]
        own = next((one for one in english if _words(one) <= names), None)
        return found[0] if own is None or _words(found[0]) <= names else f" {own} "

    return _foreign().sub(name, text)


@functools.cache
def _translations() -> Mapping[str, Sequence[str]]:
    """Names in other languages, each with those in English that it may stand for."""
    found = dict[str, list[str]]()
    for english, others in domains.words("answers")["names"].items():
        for other in others:
            found.setdefault(other.casefold(), []).append(english)
    return found


@functools.cache
def _foreign() -> re.Pattern[str]:
    """What matches a name in another language."""
    # From U+2E80 on come scripts that put no blanks between words, where \b finds no bounds.
    latin = [re.escape(one) for one in _translations() if one[0] < "\u2e80"]
    others = [re.escape(one) for one in _translations() if one[0] >= "\u2e80"]
    return re.compile(
        rf"\b(?:{'|'.join(sorted(latin, key=len, reverse=True))})\b|(?:{'|'.join(others)})", re.IGNORECASE
    )
