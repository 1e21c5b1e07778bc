"""Answers that are no moves judged by what is proven: numbers, yes or no, what is wrong with a plan, models in PDDL, words."""

from __future__ import annotations

import json
import re
from typing import Any

from generator.errors import FerryplanError, PddlError
from generator.families import teller_of
from generator.naming import NUMBERS
from generator.speller import words
from planner.scoring.question import Question
from planner.scoring.reading import claims, objects_in, scopes
from planner.scoring.score import Score, right, unreadable, wrong
from planner.scoring.spelling import UNSOLVABLE
from planner.system.limits import TimeIsUpError, limited

SECONDS, MEMORY = 30.0, 2048
"""that it may take to hold a model against a puzzle; MiB"""
END = 20_000
"""characters of an answer's end in which words and numbers are looked for"""


def texts(answer: Any) -> list[str]:
    """Return where an answer may stand, at the end of its text; what is no text as JSON."""
    return [text[-END:] for text in scopes(answer)] if isinstance(answer, str) else [json.dumps(answer)]


def number(question: Question, answer: Any) -> Score:
    """Return what a number is worth: how few moves suffice, or how many solutions there are."""
    expected = question.optimum if question.ask == "length" else question.solutions
    counted = rf"[\W_]{{0,6}}(?:{re.escape(teller_of(question.instance).move.one)}|moves?|steps?|crossings?|solutions?)"
    for text in texts(answer):
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
    for text in texts(answer):
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
    for text in texts(answer):
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


def _defined(text: str, what: str) -> str:
    """Return the last domain, or problem, that a text defines; the empty text if it defines none."""
    begun = re.split(rf"\(\s{{0,9}}define\s{{1,99}}\(\s{{0,9}}(?={what}\b)", text, flags=re.IGNORECASE)
    depth = 2
    for mark in re.finditer(r"[()]|;[^\n]*", begun[-1]) if len(begun) > 1 else ():
        depth += {"(": 1, ")": -1}.get(mark[0], 0)
        if not depth:
            return f"(define ({begun[-1][: mark.end()]}"
    return ""
