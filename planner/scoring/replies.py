"""Answers that are no moves judged by what is proven: numbers, yes or no, what is wrong with a plan, models in PDDL, words."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from generator.errors import FerryplanError, PddlError
from generator.families import teller_of
from generator.placing.teller import PlacingTeller
from planner.scoring.naming import NUMBERS, UNSOLVABLE
from planner.scoring.question import Question
from planner.scoring.reading import claims, objects_in, scopes
from planner.scoring.score import Score, claimed, right, unreadable, wrong
from planner.system.limits import TimeIsUpError, limited

SECONDS = 30.0
"""that it may take to hold a model against a puzzle"""
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
    found = answer if isinstance(answer, bool) else None
    for text in _texts(answer):
        if found is None and (said := [*_YES.finditer(text.lower())]):
            first = said[0] if not re.search(r"\w", text[: said[0].start()]) else said[-1]
            found = first[1] in ("yes", "true", "solvable")
        elif found is None and any(claims(text)):
            found = False
        elif found is None and re.search(
            r"\b(?:is|be) solvable|\bthere is a (?:solution|plan)|\bcan be (?:solved|done)", text
        ):
            found = True
        if found == (question.verdict == "solvable"):
            return right("It is so.")
        if found is not None:
            return wrong(f"It says {'yes' if found else 'no'}; the puzzle is {question.verdict}.", "a wrong verdict")
    return unreadable("yes or no")


def valid(question: Question, answer: Any) -> Score:
    """Return what is worth what is said of a plan: whether it works; and if not at which step, and by which rule."""
    about, found = question.about, answer
    for text in _texts(answer) if isinstance(answer, str) else ():
        if objects := [data for data in objects_in(text) if "valid" in data]:
            found = objects[-1]
            break
        said = re.findall(r"\b(invalid|not valid|valid|(?:does not|doesn't) work|works)\b", text.lower())
        if said:
            step, rule = (
                re.findall(rf"\b{word}\W+(\w+)", text, re.IGNORECASE)[-1:]
                for word in ("(?:step|crossing|move)", "rule")
            )
            found = {
                "valid": said[-1] in ("valid", "works"),
                "step": step[0] if step else None,
                "rule": rule[0] if rule else None,
            }
            break
    if not isinstance(found, dict) or str(found.get("valid")).lower() not in ("true", "false"):
        return unreadable('{"valid": true}, or {"valid": false, "step": …, "rule": …}')
    says = str(found["valid"]).lower() == "true"
    if says or about["valid"]:
        if says == about["valid"]:
            return right("It is so.")
        return wrong(f"It says that the plan is {'' if says else 'not '}valid, which is wrong.", "a wrong verdict")
    rules = [rule.lower() for rule in about.get("right", [])]
    told_rule = str(found.get("rule")).strip(" .()").lower()
    met = [about.get("step") is None or str(found.get("step")) == str(about["step"]), not rules or told_rule in rules]
    if all(met):
        return right("The plan is not valid, for that reason.")
    told = f"step {about.get('step')}" + (f", rule {' or '.join(about['right'])}" if rules else "")
    return wrong(f"The plan is not valid, and fails at {told}.", "a fault not found", (1 + sum(met)) / 3)


def formalised(question: Question, answer: str) -> Score:
    """Return what a domain and a problem in PDDL are worth: 1 where they are a model of the puzzle."""
    from generator.classical.instantiation import instantiate
    from generator.classical.pairs import of_texts
    from generator.classical.puzzle_file import Text
    from generator.classical.space import ClassicalSpace
    from planner.checking.report import Report
    from planner.checking.verdict import check

    texts = [_defined(answer, what) for what in ("domain", "problem")]
    if not all(texts):
        return unreadable("a domain and a problem in PDDL")
    try:
        with limited(SECONDS):
            files = of_texts(Text(texts[0], "domain"), Text(texts[1], "problem"), Path())
            model = instantiate(files, {})
            _ = model.once(ClassicalSpace).within_reach
            ways = Report(check(question.instance, model)).ways
    except TimeIsUpError:
        return wrong(
            f"It was not decided within {SECONDS:g} seconds whether the model is that of the puzzle.", "not decided"
        )
    except (FerryplanError, RecursionError, MemoryError) as error:
        unread = isinstance(error, PddlError)
        return Score(
            0.0,
            "unreadable" if unread else "wrong",
            0.0,
            f"{error}"[:END],
            kind="unreadable" if unread else "another model",
        )
    return wrong(f"{ways[0].says}", "another model", 0.5) if ways else right("The model is that of the puzzle.")


def answered(question: Question, answer: Any) -> Score:
    """Return what the answers to a puzzle's own questions are worth."""
    expected, found = (
        {str(key): str(value).rstrip(" .") for key, value in question.about["answers"].items()},
        dict[str, Any](),
    )
    if isinstance(answer, dict):
        answer = json.dumps(answer)
    for text in _texts(answer):
        if any(claims(text)):
            return claimed(question)
        for data in objects_in(text):
            found = data if data.keys() & expected.keys() else found
        if not found:
            lines = [line for line in map(_plain, text.splitlines()) if line][-len(expected) or None :]
            found = dict(zip(expected, lines, strict=False)) if len(lines) == len(expected) else {}
        if found:
            break
    if not found or not expected:
        return unreadable(f"a JSON object with the keys {', '.join(expected)}" if expected else UNSOLVABLE)
    teller = teller_of(question.instance)
    among = (
        [[one.says.rstrip(" .") for one in each] for each in teller.alternatives()]
        if isinstance(teller, PlacingTeller)
        else []
    )
    met = [
        _says(str(found.get(key, "")), value, next((each for each in among if value in each), [value]))
        for key, value in expected.items()
    ]
    return (
        right("All answers are right.")
        if all(met)
        else wrong(f"{sum(met)} of {len(met)} answers are right.", "a wrong word", sum(met) / len(met))
    )


def _plain(line: str) -> str:
    """Return a line without what marks it as an item of a list, or in Markdown."""
    return re.sub(r"^\W*\d{1,3}[.):]\s*|[*_`#]", "", line[:END]).strip()


def _says(found: str, expected: str, among: Sequence[str]) -> bool:
    """Return whether words say what is expected and none of the other answers that there might be: by the words that tell these apart."""
    words = {one: set(re.findall(r"\w+", one.casefold())) for one in (*among, expected)}
    common = set.intersection(*words.values()) if len(words) > 1 else set[str]()
    said, own = set(re.findall(r"\w+", found[:END].casefold())), words[expected] - common
    return own <= said and not any((words[one] - common - own) & said for one in words)


def _defined(text: str, what: str) -> str:
    """Return the last domain, or problem, that a text defines; the empty text if it defines none."""
    starts = [
        one.start() for one in re.finditer(rf"\(\s{{0,9}}define\s{{1,99}}\(\s{{0,9}}{what}\b", text, re.IGNORECASE)
    ]
    depth = 0
    for mark in re.finditer(r"[()]|;[^\n]*", text[starts[-1] :]) if starts else ():
        depth += {"(": 1, ")": -1}.get(mark[0], 0)
        if not depth and mark[0] == ")":
            return text[starts[-1] : starts[-1] + mark.end()]
    return ""
