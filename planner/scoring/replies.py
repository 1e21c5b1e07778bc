"""Answers that are no moves judged by what is proven: numbers, yes or no, what is wrong with a plan, models in PDDL, words."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.errors import FerryplanError, PddlError
from generator.families import speller_of, teller_of
from generator.naming import NUMBERS
from planner.scoring.question import Question
from planner.scoring.reading import claims, objects_in, scopes
from planner.scoring.score import Score, claimed, right, unreadable, wrong
from planner.scoring.spelling import UNSOLVABLE
from planner.system.limits import TimeIsUpError, limited

SECONDS, MEMORY = 30.0, 2048
"""that it may take to hold a model against a puzzle; MiB"""
MOST_DIGITS, END = 400, 20_000
"""digits of a number; characters of an answer's end in which words and numbers are looked for"""


def _texts(answer: Any) -> list[str]:
    """Return where an answer may stand, at the end of its text; what is no text as JSON."""
    return [text[-END:] for text in scopes(answer)] if isinstance(answer, str) else [json.dumps(answer)]


_DIGITS = re.compile(
    rf"(?<![\w.])-?\d{{1,3}}(?:(?:,|\{{,\}}|_)\d{{3}}){{1,{MOST_DIGITS // 3}}}(?![\d,])"
    rf"|(?<![\w.])-?\d{{1,{MOST_DIGITS}}}(?:\.0+)?(?![\w]|\.\d)"
)


_SENTENCES = re.compile(r"[.!;](?!\d)|\n")
_DENIED, _PAIRED = re.compile(r"\b(?:not|than)\s+$", re.IGNORECASE), re.compile(r"\s*(?:or|and|to|-)\s*", re.IGNORECASE)
"""before a number that is not the one meant; between two of which neither is"""
_YES = re.compile(
    r"(?:^|[.?!:;]\s|\n|solvable\"?\s?[:=]\s?)\W{0,20}(?:(?:answer|so|thus|therefore|final)\W{1,9}){0,2}(yes|no|true|false|unsolvable|solvable(?!\"?\s?[:=]))\b"
    r"(?!\s+(?:doubt|problem|matter|question)|\s*(?:/|,?\s*(?:and|or)\b)\s*(?:yes|no|true|false)\b)",
)

_VALID = re.compile(r"\b(invalid|not valid|valid|(?:does not|doesn't) work|works)\b")
_NAMED = {"step": "(?:step|crossing|move)", "rule": "rule"}
_CAN = re.compile(r"\b(?:is|be) solvable|\bthere is a (?:solution|plan)|\bcan be (?:solved|done)")


def number(question: Question, answer: Any) -> Score:
    """Return what a number is worth: how few moves suffice, or how many solutions there are."""
    expected = question.optimum if question.ask == "length" else question.solutions
    counted = rf"{re.escape(teller_of(question.instance).move.one)}|moves?|steps?|crossings?|solutions?"
    for text in _texts(answer):
        if any(claims(text)):
            found = 0 if question.ask == "count" else None
        elif (said := _number_said(text, counted)) is not None:
            if not said:
                continue
            found = int(re.sub(r"[,_{}]|\.0+$", "", said))
        elif words := [word for word in re.findall(r"[a-z]+", text.lower()) if word in NUMBERS]:
            found = NUMBERS.index(words[-1]) + 1
        else:
            continue
        if found == expected:
            return right("It is so." if expected is not None else "There is no solution, as it says; that is proven.")
        said = "that there is no solution" if found is None else f"{found}"
        return wrong(f"It says {said}, expected {UNSOLVABLE if expected is None else expected}.", "a wrong number")
    return unreadable("a number")


def _number_said(text: str, counted: str) -> str | None:
    """Return the number that the last sentence with one says, of what is counted if it says so; empty for one of two, None where there is none."""
    for sentence in reversed(_SENTENCES.split(re.sub(r"(?<=\d)\s*(?:st|nd|rd|th)\b", "", text))):
        numbers = [one for one in _DIGITS.finditer(sentence) if not _DENIED.search(sentence[: one.start()])]
        if not numbers:
            continue
        noun = [one for one in numbers if re.match(rf"[\W_]{{0,6}}(?:{counted})", sentence[one.end() :], re.IGNORECASE)]
        last = (noun or numbers)[-1]
        others = (sentence[one.end() : last.start()] for one in numbers if one[0] != last[0])
        return "" if any(map(_PAIRED.fullmatch, others)) else last[0]
    return None


def solvable(question: Question, answer: Any) -> Score:
    """Return what yes or no is worth: whether there is a solution."""
    for text in _texts(answer):
        if said := [*_YES.finditer(text.lower())]:
            first = said[0] if not re.search(r"\w", text[: said[0].start()]) else said[-1]
            found = first[1] in ("yes", "true", "solvable")
        elif _CAN.search(text) or any(claims(text)):
            found = not any(claims(text))
        else:
            continue
        if found == (question.verdict == "solvable"):
            return right("It is so.")
        return wrong(f"It says {'yes' if found else 'no'}; the puzzle is {question.verdict}.", "a wrong verdict")
    return unreadable("yes or no")


def valid(question: Question, answer: Any) -> Score:
    """Return what is worth what is said of a plan: whether it works; and if not at which step, and by which rule."""
    about, says = question.about, dict[str, Any]()
    for text in _texts(answer):
        objects = [data for data in objects_in(text) if "valid" in data]
        if said := _VALID.findall(text.lower()):
            named = {key: re.findall(rf"\b{word}\W+(\w+)", text, re.IGNORECASE) for key, word in _NAMED.items()}
            objects.insert(
                0, {"valid": said[-1] in ("valid", "works"), **{key: one[-1] for key, one in named.items() if one}}
            )
        if objects:
            says = objects[-1]
            break
    works, step, rule = (str(says.get(key)).strip(" .()").lower() for key in ("valid", "step", "rule"))
    if works not in ("true", "false"):
        return unreadable('{"valid": true}, or {"valid": false, "step": …, "rule": …}')
    if works == "true" or about["valid"]:
        if (works == "true") == about["valid"]:
            return right("It is so.")
        return wrong(f"It says that the plan is {'not ' * (works == 'false')}valid, which is wrong.", "a wrong verdict")
    rules = [rule.lower() for rule in about.get("right", ())]
    met = [about.get("step") is None or step == str(about["step"]), not rules or rule in rules]
    if all(met):
        return right("The plan is not valid, for that reason.")
    told = f"step {about.get('step')}" + (f", rule {' or '.join(about['right'])}" if rules else "")
    return wrong(f"The plan is not valid, and fails at {told}.", "a fault not found", (1 + sum(met)) / 3)


def formalised(question: Question, answer: Any) -> Score:
    """Return what a domain and a problem in PDDL are worth: 1 where they are a model of the puzzle."""
    from generator.classical.instantiation import instantiate
    from generator.classical.pairs import of_texts
    from generator.classical.puzzle_file import Text
    from generator.classical.space import ClassicalSpace
    from planner.checking.report import Report
    from planner.checking.verdict import UncheckedError, check

    text = "\n".join(map(str, answer.values())) if isinstance(answer, dict) else str(answer)
    domain, problem = _defined(text, "domain"), _defined(text, "problem")
    if not domain or not problem:
        return unreadable("a domain and a problem in PDDL")
    try:
        with limited(SECONDS, MEMORY):
            model = instantiate(of_texts(Text(domain, "domain"), Text(problem, "problem"), Path()), {})
            _ = model.once(ClassicalSpace).within_reach
            ways = Report(check(question.instance, model)).ways
    except PddlError as error:
        return Score(0.0, "unreadable", 0.0, f"{error}"[:END], kind="unreadable")
    except (TimeIsUpError, MemoryError, RecursionError, UncheckedError) as error:
        why = f": {error}" if isinstance(error, UncheckedError) else f" within {SECONDS:g} seconds and {MEMORY:,} MiB"
        return wrong(f"It was not decided whether the model is that of the puzzle{why}."[:END], "not decided")
    except FerryplanError as error:
        return wrong(f"{error}"[:END], "another model")
    return wrong(f"{ways[0].says}", "another model", 0.5) if ways else right("The model is that of the puzzle.")


def answered(question: Question, answer: Any) -> Score:
    """Return what the answers to a puzzle's own questions are worth."""
    expected = {str(key): str(value).rstrip(" .") for key, value in question.about["answers"].items()}
    spoken = [[one.rstrip(" .") for one in each] for each in speller_of(question.instance).alternatives()]
    among = {key: [value, *next((each for each in spoken if value in each), ())] for key, value in expected.items()}
    found = dict[str, Any]()
    for text in _texts(answer):
        if any(claims(text)):
            return claimed(question)
        for data in objects_in(text):
            found = data if data.keys() & expected.keys() else found
        lines = [line for line in map(_plain, text.splitlines()) if line][-len(expected) or None :]
        if not found and len(lines) == len(expected):
            found = dict(zip(expected, lines, strict=True))
        found = found or _answers_told(text, among)
        if found:
            break
    if not found or not expected:
        return unreadable(f"a JSON object with the keys {', '.join(expected)}" if expected else UNSOLVABLE)
    met = [_says(str(found.get(key, "")), value, among[key]) for key, value in expected.items()]
    if all(met):
        return right("All answers are right.")
    return wrong(f"{sum(met)} of {len(met)} answers are right.", "a wrong word", sum(met) / len(met))


def _answers_told(text: str, among: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the last clause that has all that the answers to a question have in common, for each of which there is one."""
    clauses = re.split(r"[.;,\n]|\band\b", text)
    common = {key: set.intersection(*map(_words, each)) for key, each in among.items() if len(set(each)) > 1}
    return {key: clause for clause in clauses for key, each in common.items() if each and each <= _words(clause)}


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text[:END].casefold()))


def _plain(line: str) -> str:
    """Return a line without what marks it as an item of a list, or in Markdown."""
    return re.sub(r"^\W*\d{1,3}[.):]\s*|[*_`#]", "", line[:END]).strip()


def _says(found: str, expected: str, among: Sequence[str]) -> bool:
    """Return whether words say what is expected and none of the other answers that there might be: by the words that tell these apart."""
    words = {one: _words(one) for one in among}
    common = set.intersection(*words.values()) if len(words) > 1 else set[str]()
    said, own = _words(found), words[expected] - common
    return own <= said and not any((words[one] - common - own) & said for one in words)


def _defined(text: str, what: str) -> str:
    """Return the last domain, or problem, that a text defines; the empty text if it defines none."""
    begun = re.split(rf"\(\s{{0,9}}define\s{{1,99}}\(\s{{0,9}}(?={what}\b)", text, flags=re.IGNORECASE)
    depth = 2
    for mark in re.finditer(r"[()]|;[^\n]*", begun[-1]) if len(begun) > 1 else ():
        depth += {"(": 1, ")": -1}.get(mark[0], 0)
        if not depth:
            return f"(define ({begun[-1][: mark.end()]}"
    return ""
