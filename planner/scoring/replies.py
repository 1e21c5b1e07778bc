"""Answers that are no moves judged by what is proven: numbers, yes or no, what is wrong with a plan, models in PDDL, words."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from generator.errors import FerryplanError, PddlError
from generator.families import speller_of, teller_of
from generator.naming import NUMBERS
from generator.speller import words
from planner.scoring.question import Question
from planner.scoring.reading import claims, objects_in, scopes
from planner.scoring.score import Score, claimed, right, unreadable, wrong
from planner.scoring.spelling import UNSOLVABLE
from planner.system.limits import TimeIsUpError, limited

SECONDS, MEMORY = 30.0, 2048
"""that it may take to hold a model against a puzzle; MiB"""
END = 20_000
"""characters of an answer's end in which words and numbers are looked for"""


def _texts(answer: Any) -> list[str]:
    """Return where an answer may stand, at the end of its text; what is no text as JSON."""
    return [text[-END:] for text in scopes(answer)] if isinstance(answer, str) else [json.dumps(answer)]


def number(question: Question, answer: Any) -> Score:
    """Return what a number is worth: how few moves suffice, or how many solutions there are."""
    expected = question.optimum if question.ask == "length" else question.solutions
    counted = rf"[\W_]{{0,6}}(?:{re.escape(teller_of(question.instance).move.one)}|moves?|steps?|crossings?|solutions?)"
    for text in _texts(answer):
        found, denied = _number_in(text, re.compile(counted, re.IGNORECASE)), any(claims(text))
        if denied:
            found = 0 if question.ask == "count" else None
        elif found is None:
            continue
        if found == expected:
            return right("It is so." if expected is not None else "There is no solution, as it says; that is proven.")
        said = "that there is no solution" if found is None else f"{found}"
        return wrong(f"It says {said}, expected {UNSOLVABLE if expected is None else expected}.", "a wrong number")
    return unreadable("a number")


def _number_in(text: str, counted: re.Pattern[str]) -> int | None:
    """Return the number that the last sentence with one says, of what is counted if it says so; None for one of two, or of none."""
    for sentence in reversed(re.split(r"[.!;](?!\d)|\n", re.sub(r"(?<=\d)\s*(?:st|nd|rd|th)\b", "", text))):
        numbers = [
            one for one in words("number").finditer(sentence) if not words("not").search(sentence[: one.start()])
        ]
        if numbers:
            last = [one for one in numbers if counted.match(sentence, one.end())][-1:] or numbers[-1:]
            others = (sentence[one.end() : last[0].start()] for one in numbers if one[0] != last[0][0])
            return None if any(map(words("or").fullmatch, others)) else int(re.sub(r"[,_{}]|\.0+$", "", last[0][0]))
    said = [word for word in re.findall(r"[a-z]+", text.lower()) if word in NUMBERS]
    return NUMBERS.index(said[-1]) + 1 if said else None


def solvable(question: Question, answer: Any) -> Score:
    """Return what yes or no is worth: whether there is a solution."""
    for text in _texts(answer):
        if said := [*words("yes").finditer(text)]:
            first = said[0] if not re.search(r"\w", text[: said[0].start()]) else said[-1]
            found = first[1].lower() in ("yes", "true", "solvable")
        elif words("can").search(text) or any(claims(text)):
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
        if said := [one.lower() for one in words("valid").findall(text)]:
            named = {key: [*words(key).finditer(text)] for key in ("step", "rule")}
            says = {
                "valid": said[-1] in ("valid", "works"),
                **{key: one[-1][one[-1].lastindex or 0] for key, one in named.items() if one},
            }
        says = [says, *(data for data in objects_in(text) if "valid" in data)][-1]
        if says:
            break
    works, step, rule = (str(says.get(key)).strip(" .()").lower() for key in ("valid", "step", "rule"))
    if works not in ("true", "false"):
        return unreadable('{"valid": true}, or {"valid": false, "step": …, "rule": …}')
    if works == "true" or about["valid"]:
        if (works == "true") == about["valid"]:
            return right("It is so.")
        return wrong(f"It says that the plan is {'not ' * (works == 'false')}valid, which is wrong.", "a wrong verdict")
    rules = about.get("right", ())
    met = [about.get("step") is None or step == str(about["step"]), not rules or rule in map(str.lower, rules)]
    if all(met):
        return right("The plan is not valid, for that reason.")
    told = f"step {about.get('step')}" + (f", rule {' or '.join(rules)}" if rules else "")
    return wrong(f"The plan is not valid, and fails at {told}.", "a fault not found", (1 + sum(met)) / 3)


def formalised(question: Question, answer: Any) -> Score:
    """Return what a domain and a problem in PDDL are worth: 1 where they are a model of the puzzle."""
    from generator.classical.pairs import model_of
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
            model = model_of(Text(domain, "domain"), Text(problem, "problem"))
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
    speller = speller_of(question.instance)
    spoken, named = (
        [[one.rstrip(" .") for one in each] for each in speller.alternatives()],
        _words(" ".join(speller.named())),
    )
    others = {value: [one for one in each if one != value] for each in spoken for value in each}
    among = {key: [value, *others.get(value, ())] for key, value in expected.items()}
    for text in _texts(answer):
        if any(claims(text)):
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


def _defined(text: str, what: str) -> str:
    """Return the last domain, or problem, that a text defines; the empty text if it defines none."""
    begun = re.split(rf"\(\s{{0,9}}define\s{{1,99}}\(\s{{0,9}}(?={what}\b)", text, flags=re.IGNORECASE)
    depth = 2
    for mark in re.finditer(r"[()]|;[^\n]*", begun[-1]) if len(begun) > 1 else ():
        depth += {"(": 1, ")": -1}.get(mark[0], 0)
        if not depth:
            return f"(define ({begun[-1][: mark.end()]}"
    return ""
