"""Scores for answers to a puzzle's own questions, such as who keeps the fish.

A clause answers a question if it names one of the alternatives, and either the subject of the question ("the German keeps the fish"), or the
number of the question, or no other name at all ("the German"). A clause does not answer it if it has another subject ("the German keeps the
dog"), denies something, or names two alternatives.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.evaluation.scoring.answer_format import UNSOLVABLE
from ferryplan.evaluation.scoring.answer_score import (
    Score,
    make_not_found_score,
    make_right_score,
    make_wrong_score,
    score_unsolvable_claim,
)
from ferryplan.evaluation.scoring.answer_sentences import split_sentences
from ferryplan.evaluation.scoring.embedded_data import find_data_spans, parse_embedded_data
from ferryplan.evaluation.scoring.final_plan import denies_solutions
from ferryplan.evaluation.scoring.passages import AnswerMark, Passage, cut_out_middle, find_passages
from ferryplan.evaluation.scoring.question import Question
from ferryplan.evaluation.scoring.solvability_claims import claims_unsolvable
from ferryplan.generator.families import notation_of
from ferryplan.generator.notation import answer_pattern

MAX_PASSAGE_LENGTH = 20_000
"""The number of characters of a passage that are read."""
_NUMBER_LABEL = re.compile(r"(?:^|(?<=[\s|(*]))(\d{1,2})[.):]{1,2}[*_`]*\s+")
"""Matches the number of a list item, such as ``2.``."""
_LONG_ASIDE = re.compile(r"\(((?:[^()\s]+\s+){2,40}[^()\s]+)\)")
"""Matches a remark of at least three words in parentheses, which is a clause of its own."""
_CLAUSE_BREAK = re.compile(r"[.;,?\n]|\s-\s|\b(?:and|und|et|y|but|so)\b|[\u3002\uff0c\u3001\uff1f]")
_FINAL_QUESTION = re.compile(r"[^.!?\n]{0,400}\?[\s*_)\"']{0,9}\Z")
"""Matches a question at the end of a text, which commits to nothing."""
_DENIED_ASIDE = re.compile(r"\((?:not|and not|rather than|instead of|unlike)\b[^()]{0,200}\)", re.IGNORECASE)
"""Matches a denial in parentheses, such as "(not the goat)"."""
WordSet = frozenset[str]
"""Words in lower case, without plural endings."""


class PuzzleQuestionWords(NamedTuple):
    """One of a puzzle's own questions, with the words by which answers are recognized.

    For "who keeps the fish?", the subject is the fish, and the alternatives are the persons.
    """

    key: str
    """The number of the question, as text, from 1."""
    subject_words: WordSet
    """The names in the question, such as "fish"; empty if the alternatives are complete sentences without a common name."""
    alternatives: Sequence[WordSet]
    """The words that distinguish each alternative from the others; the right alternative comes first."""
    doubt_count: int = 0
    """The largest number of words of denial or supposition in an alternative, such as "no" in "no signal"; a clause with more does not count."""

    def find_alternatives(self, clause_words: WordSet, names: WordSet) -> list[int]:
        """Return the indices of the answers that a clause states; none if the clause is about something else.

        ``names`` are the words of all names in the puzzle.
        """
        found = [n for n, one in enumerate(self.alternatives) if one and one <= clause_words]
        others = (clause_words & names) - self.subject_words - frozenset().union(*(self.alternatives[n] for n in found))
        return found if not others or (self.subject_words and self.subject_words <= clause_words) else []


def score_puzzle_answers(question: Question, answer: Any) -> Score:
    """Score an answer to the questions that the puzzle itself asks: 1 if all parts are right."""
    subjects, names = _make_question_words(question)
    for passage in (
        find_passages(answer) if isinstance(answer, str) else [Passage(json.dumps(answer), AnswerMark.TAG, 0)]
    ):
        text = _translate_names(cut_out_middle(passage.text, MAX_PASSAGE_LENGTH), names)
        found = _find_answers_in_data(text, subjects, names) or _find_answers_in_prose(text, subjects, names)
        if found:
            correct_subjects = [found.get(subject.key) == 0 for subject in subjects]
            if all(correct_subjects):
                return make_right_score(format_message("scoring.all-words-correct"))
            why = format_message("scoring.some-words-correct", count=sum(correct_subjects), all=len(correct_subjects))
            return make_wrong_score(why, "wrong word", sum(correct_subjects) / len(correct_subjects))
        if claims_unsolvable(text) or any(
            denies_solutions(parse_embedded_data(text[start:end])) for start, end in find_data_spans(text)[-1:]
        ):
            return score_unsolvable_claim(question)
    return make_not_found_score(
        f"a JSON object with the keys {', '.join(one.key for one in subjects)}" if subjects else UNSOLVABLE
    )


def _make_question_words(question: Question) -> tuple[list[PuzzleQuestionWords], WordSet]:
    """Return a puzzle's questions with the words of their answers, and the words of all its names."""
    notation = notation_of(question.instance)
    names = _extract_word_set(" ".join(notation.list_question_names()))
    spoken = [[one.rstrip(" .") for one in each] for each in notation.list_possible_answers()]
    subjects = list[PuzzleQuestionWords]()
    for key, value in question.about["answers"].items():
        expected = str(value).rstrip(" .")
        among = next((each for each in spoken if expected in each), [expected])
        bags = [_extract_word_set(one) for one in (expected, *(one for one in among if one != expected))]
        shared = frozenset.intersection(*bags) if len(bags) > 1 else frozenset[str]()
        subjects.append(
            PuzzleQuestionWords(
                str(key),
                shared & names,
                [bag - shared if shared else bag & names or bag for bag in bags],
                max(map(_count_doubt_words, (expected, *among))),
            )
        )
    return subjects, names


def _find_answers_in_data(text: str, subjects: Sequence[PuzzleQuestionWords], names: WordSet) -> Mapping[str, int]:
    """Return for each question the index of the alternative that a list or object in a text names.

    The keys are those of the questions; the last list or object with answers counts.
    """
    for start, end in reversed(find_data_spans(text)[-8:]):
        data = parse_embedded_data(text[start:end])
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
                own = str(key) == subject.key or (
                    subject.subject_words and subject.subject_words <= _extract_word_set(str(key))
                )
                if (own or len(subjects) == 1) and (said := _find_alternative(str(value), subject, names)) is not None:
                    found[subject.key] = said
        if found or data.keys() & {subject.key for subject in subjects}:
            # An object with the key of a question is an answer even if it names no alternative: a wrong
            # answer.
            return found or {"": -1}
    return {}


def _find_answers_in_prose(text: str, subjects: Sequence[PuzzleQuestionWords], names: WordSet) -> Mapping[str, int]:
    """Return for each question the index of the alternative that the sentences of a text name.

    The keys are those of the questions.
    """
    if (parallel := _match_parallel_lists(text, subjects)) is not None:
        return parallel
    sure_answers, bare_clauses, open_subjects = dict[str, int](), list[str](), set[str]()
    for label, clause in _split_labeled_clauses(_drop_unasserted_text(text)):
        said = _extract_word_set(clause)
        if not said & names:
            continue
        of_label = {subject.key for subject in subjects if subject.key == label}
        answers = {}
        for subject in subjects:
            if (one := _find_alternative(clause, subject, names)) is not None:
                answers[subject.key] = one
        for subject in subjects:
            if subject.key not in answers:
                continue
            if (subject.subject_words and subject.subject_words <= said) or subject.key in (of_label or open_subjects):
                sure_answers[subject.key] = answers[subject.key]
        if answers and not any(subject.subject_words and subject.subject_words <= said for subject in subjects):
            bare_clauses.append(clause)
        open_subjects = {
            subject.key
            for subject in subjects
            if subject.subject_words and subject.subject_words <= said and subject.key not in answers
        }
    return sure_answers or _match_clauses_in_order(bare_clauses, subjects, names)


def _drop_unasserted_text(text: str) -> str:
    """Return a text without questions, withdrawn parts and parts marked as wrong.

    A question that the text answers itself, with yes, becomes a statement.
    """
    text = answer_pattern("marked_wrong").sub(" ", _FINAL_QUESTION.sub("", text))
    text = answer_pattern("corrected_aside").sub(" ", _DENIED_ASIDE.sub(" ", text))
    return answer_pattern("yes_or_no").sub(lambda question: question["asked"] if question["yes"] else " ", text)


def _match_parallel_lists(text: str, subjects: Sequence[PuzzleQuestionWords]) -> Mapping[str, int] | None:
    """Return the alternatives that a sentence with two parallel lists names, by question.

    An example is ``water and zebra are A's and B's, respectively``. The keys are those of the questions, and the values are indices of
    alternatives. The result is None if there is no such sentence, or if the questions have different alternatives.
    """
    sentence = next((one for one in split_sentences(text) if answer_pattern("respectively").search(one)), "")
    said = [_extract_word_set(word) for word in re.findall(r"\w+", sentence)]
    if not sentence or len({frozenset(subject.alternatives) for subject in subjects}) != 1 or len(subjects) < 2:
        return None

    def find_position(name_words: WordSet) -> int:
        return next((n for n, word in enumerate(said) if word and word <= name_words), len(said))

    asked = sorted(subjects, key=lambda subject: find_position(subject.subject_words))
    named = sorted(
        (find_position(one), one) for one in subjects[0].alternatives if one and find_position(one) < len(said)
    )
    if len(named) != len(asked) or any(find_position(subject.subject_words) == len(said) for subject in asked):
        return None
    return {subject.key: [*subject.alternatives].index(one) for subject, (_, one) in zip(asked, named, strict=True)}


def _match_clauses_in_order(
    clauses: Sequence[str], subjects: Sequence[PuzzleQuestionWords], names: WordSet
) -> Mapping[str, int]:
    """Return the alternatives that clauses without a subject name, by question.

    There must be one clause for each question, in the order of the questions. The keys are those of the questions, and the values are
    indices of alternatives.
    """
    if len(subjects) == 1:
        values = {_find_alternative(clause, subjects[0], names) for clause in clauses}
        one = values.pop() if len(values) == 1 else None
        return {} if one is None else {subjects[0].key: one}
    pairs = zip(subjects, clauses, strict=False) if len(clauses) == len(subjects) else ()
    found = {subject.key: _find_alternative(clause, subject, names) for subject, clause in pairs}
    return {key: one for key, one in found.items() if one is not None}


def _find_alternative(clause: str, subject: PuzzleQuestionWords, names: WordSet) -> int | None:
    """Return the index of the one alternative of a question that a clause names.

    The result is None if the clause names no alternative or several, denies the alternative, or is about something else.
    """
    if _count_doubt_words(clause) > subject.doubt_count:
        return None
    found = subject.find_alternatives(_extract_word_set(clause), names)
    return found[0] if len(found) == 1 else None


def _count_doubt_words(text: str) -> int:
    """Count the words of denial or supposition in a text."""
    return sum(len(answer_pattern(kind).findall(text)) for kind in ("denied", "supposed"))


def _split_labeled_clauses(text: str) -> Iterator[tuple[str, str]]:
    """Yield the clauses of a text, each as a pair: the number of its list item, and the clause.

    The number is a text, which is empty for a clause outside a numbered list.
    """
    for line in text.splitlines():
        parts = _NUMBER_LABEL.split(_LONG_ASIDE.sub(r" ; \1 ; ", re.sub(r"[*_`#|]+", " ", line)).strip())
        for label, part in zip(["", *parts[1::2]], parts[::2], strict=True):
            for clause in _CLAUSE_BREAK.split(part):
                if re.search(r"\w", clause):
                    yield label, clause


def _extract_word_set(text: str) -> WordSet:
    """Return the words of a text in lower case, without plural endings."""
    found = re.findall(r"\w+", text[:MAX_PASSAGE_LENGTH].casefold())
    return frozenset(word[:-1] if len(word) > 3 and word.endswith("s") else word for word in found)


def _translate_names(text: str, names: WordSet) -> str:
    """Return a text with the puzzle's English names in place of their translations and other forms."""
    if all(letter.isascii() for letter in text) and not _foreign_name_pattern().search(text):
        return text

    def translate_name(found: re.Match[str]) -> str:
        english = _load_translations()[found[0].casefold()]
        own = next((one for one in english if _extract_word_set(one) <= names), None)
        return found[0] if own is None or _extract_word_set(found[0]) <= names else f" {own} "

    return _foreign_name_pattern().sub(translate_name, text)


@functools.cache
def _load_translations() -> Mapping[str, Sequence[str]]:
    """Return for each name in another language the English names that it may translate."""
    found = dict[str, list[str]]()
    for english, others in domains.words("answers")["names"].items():
        for other in others:
            found.setdefault(other.casefold(), []).append(english)
    return found


@functools.cache
def _foreign_name_pattern() -> re.Pattern[str]:
    """Return the pattern that matches a name in another language."""
    # Scripts from U+2E80 on have no blanks between words, so \b finds no word boundaries.
    latin = [re.escape(one) for one in _load_translations() if one[0] < "\u2e80"]
    others = [re.escape(one) for one in _load_translations() if one[0] >= "\u2e80"]
    return re.compile(
        rf"\b(?:{'|'.join(sorted(latin, key=len, reverse=True))})\b|(?:{'|'.join(others)})", re.IGNORECASE
    )
