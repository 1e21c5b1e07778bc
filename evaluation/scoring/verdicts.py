"""Verdicts that an answer commits to: whether there is a solution, and whether a plan works and where it fails."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ferryplan import domains
from ferryplan.evaluation.scoring.claims import claim_in
from ferryplan.evaluation.scoring.numerals import spell_in_digits
from ferryplan.evaluation.scoring.passages import Mark, Passage, shorten
from ferryplan.evaluation.scoring.sentences import sentences_in
from ferryplan.generator.speller import words

MOST = 20_000
"""characters of a passage that are read"""
UNDECIDED = "undecided"
"""what is found where an answer says yes and no"""
_PAIR = re.compile(r"[(\s](\d{1,9})\s?,\s?([A-Z])\b")
"""a step and a rule, as in ``invalid (4, E)``"""
_STEP_IN_WORDS = re.compile(r"\b(?:step|crossing|move|action|placement)\s+([a-z]+(?:-[a-z]+)?)\b", re.IGNORECASE)
_ROW = re.compile(r"^\s*\|\s*(\d{1,9})\s*\|", re.MULTILINE)
_WORDS = {"yes": True, "no": False}


def solvable_in(passage: Passage) -> bool | str | None:
    """Return whether a passage says that there is a solution; UNDECIDED if it says both; None if it says neither."""
    sentences = [one for one in sentences_in(shorten(passage.text, MOST)) if not one.endswith(("?", "\uff1f"))]
    if labelled := words("labelled").search(passage.text):
        return labelled.lastgroup == "yes"
    said = [_yes_or_no(sentence) for sentence in sentences]
    if any(words("both").search(sentence) for sentence in sentences):
        return UNDECIDED
    tokens = [value for value in said if value is not None]
    claims = {claim_in(sentence) for sentence in sentences} - {None}
    if tokens:
        leads = said[0] is not None
        if leads and any(
            value != tokens[0] and _is_bare(sentence)
            for value, sentence in zip(said, sentences, strict=True)
            if value is not None
        ):
            return UNDECIDED
        value = tokens[0] if leads else tokens[-1]
        if claims == {"solvable" if not value else "unsolvable"}:
            return UNDECIDED if value else _against_no(sentences)
        return value
    if len(claims) > 1:
        last = [claim for sentence in sentences if (claim := claim_in(sentence))][-1]
        return last == "solvable"
    return claims == {"solvable"} if claims else None


def _against_no(sentences: Sequence[str]) -> bool | str:
    """Return what "no" means in a text that speaks of solutions: those of other puzzles do not matter."""
    return UNDECIDED if any(claim_in(one) == "solvable" and len(one) < 60 for one in sentences[:2]) else False


def _is_bare(sentence: str) -> bool:
    return len(re.findall(r"\w+", sentence)) <= 3


def _yes_or_no(sentence: str) -> bool | None:
    """Return what a sentence says that begins with yes or no: "yes: it is unsolvable" means no."""
    found = words("yes").match(sentence) or words("concluded").search(sentence)
    if found is None or words("supposed").search(sentence[: found.end() + 12]):
        return None
    rest = sentence[found.end() :].lstrip(" ,:;.!*-")
    value = _WORDS[found.lastgroup or "no"]
    if (
        value
        and re.match(r"(?:it|this|that|the (?:puzzle|problem|task))\b", rest, re.IGNORECASE)
        and claim_in(rest) == "unsolvable"
    ):
        return False
    return value


def solvable_of_data(data: Any) -> bool | None:
    """Return whether data say that there is a solution; None if they say nothing of it."""
    if isinstance(data, bool):
        return data
    if isinstance(data, str):
        found = solvable_in(Passage(data, Mark.NONE, 0))
        return found if isinstance(found, bool) else None
    if isinstance(data, list) and len(data) == 1:
        return solvable_of_data(data[0])
    if not isinstance(data, dict):
        return None
    said = {str(key).lower(): value for key, value in data.items()}
    for key in (
        "solvable",
        "answer",
        "final_answer",
        "final",
        "verdict",
        "result",
        "possible",
        "solution_exists",
        "exists",
    ):
        if key in said and (found := solvable_of_data(said[key])) is not None:
            return found
    return False if said.get("unsolvable") in (True, "true", "yes") else None


class Verdict(NamedTuple):
    """What an answer says of a plan."""

    valid: bool
    step: int | None = None
    rule: str | None = None
    """a letter, in upper case"""


def verdict_in(passage: Passage) -> Verdict | None:
    """Return what the prose of a passage says of a plan; None if it says nothing of it.

    What calls a part of the plan valid, such as the steps before the one that fails, takes no failure back; what calls the whole plan valid does.
    """
    lines = _from_lines(passage.text)
    if verdict := verdict_of_data(lines):
        return verdict
    found, step, rule, has_valid_part = list[bool](), None, None, False
    # A row of a table that begins with a number is about the step of that number.
    text = words("second_thought").sub(". ", _ROW.sub(r"step \1: ", shorten(passage.text, MOST)))
    for sentence in sentences_in(text):
        if terse := words("terse").match(sentence):
            found.append(False)
            step, rule = step or int(terse[1]), rule or terse[2].upper()
            continue
        if words("unsure").search(sentence):
            continue
        plain = re.sub(r"[()]", ",", sentence) if not sentence.endswith("?") else ""
        wrong = _says_wrong(plain)
        if wrong is None:
            token = words("yes").match(plain)
            wrong = None if token is None else token.lastgroup == "no"
            if token is None:
                continue
        if not wrong and (part := words("partly").search(plain)):
            has_valid_part = has_valid_part or part["limit"] is None
            continue
        if not wrong and False in found and not words("whole").search(plain):
            continue
        found.append(not wrong)
        if wrong and words("either_rule").search(sentence):
            return None
        if wrong and (pair := _PAIR.search(sentence)):
            step, rule = step or int(pair[1]), rule or pair[2]
        if wrong:
            step, rule = step or _step_in(plain), rule or _rule_in(sentence)
    if not found:
        return Verdict(True) if has_valid_part else None
    if found[-1]:
        return Verdict(True)
    told = verdict_of_data({"valid": False, **lines}) or Verdict(False)
    return Verdict(False, step or told.step, rule or told.rule)


def _says_wrong(sentence: str) -> bool | None:
    """Return whether a sentence says that a plan does not work, or a step of it; None if it speaks of neither."""
    clauses = (clause for clause in re.split(r"[,;:]|\bbut\b", sentence) if not re.search(r"\b(?:if|would)\b", clause))
    kinds = [found.lastgroup for clause in clauses if (found := words("works").search(clause))]
    if "wrong" in kinds:
        return True
    if "faultless" in kinds:
        return False
    return False if "right" in kinds and _step_in(sentence) is None else None


def _step_in(sentence: str) -> int | None:
    """Return the number of the step in a sentence that is not said to be in order."""
    for clause in re.split(r"[,;]|\b(?:but|and|while)\b", sentence):
        fault = words("works").search(clause)
        is_in_order = words("in_order").search(clause) and (fault is None or fault["wrong"] is None)
        if (number := _step_number_in(clause)) is not None and (not is_in_order or words("rule").search(clause)):
            return number
    return None


def _step_number_in(clause: str) -> int | None:
    """Return the number of the step that a clause names, in digits or as an ordinal."""
    if found := words("step").search(clause):
        return int(next(filter(None, found.groups())))
    if (spoken := _STEP_IN_WORDS.search(clause)) and (number := spell_in_digits(spoken[1], single=True)).isdigit():
        return int(number)
    ordinals: list[str] = domains.words("answers")["ordinals"]
    named = words("ordinal_step").search(clause)
    return ordinals.index(named[1].lower()) + 1 if named and named[1].lower() in ordinals else None


def _rule_in(sentence: str) -> str | None:
    """Return the letter of the rule that a sentence says is broken."""
    for found in words("rule").finditer(sentence):
        behind = re.split(r"[,;.]", sentence[found.end() :])[0]
        if not words("in_order").search(behind):
            letter: str = next(filter(None, found.groups()))
            return letter.upper()
    return None


def _from_lines(text: str) -> Mapping[str, str]:
    """Return what a text says in lines such as ``valid: false`` and ``First wrong crossing: 7``."""
    said = re.findall(
        r"(?:^[^\w<]*(?:(?:first|wrong|faulty|failing|invalid|illegal|violated|broken)\s){0,2}|<)(valid|step|crossing|rule)"
        r"(?:\s(?:number|broken|violated))?(?:\W*[:=]\W*|>\s*)(\w+)",
        text,
        re.IGNORECASE | re.MULTILINE,
    )
    return {key.lower(): value for key, value in said}


def verdict_of_data(data: Any) -> Verdict | None:
    """Return the verdict that an object holds; None if it holds none."""
    if isinstance(data, bool):
        return Verdict(data)
    if not isinstance(data, dict):
        return None
    said = {str(key).lower(): value for key, value in data.items()}
    works = str(said.get("valid")).strip().lower()
    if works not in ("true", "false", "yes", "no"):
        return None
    step = re.search(r"\d{1,9}", str(said.get("step", said.get("crossing", ""))))
    rule = re.search(r"\b[A-Za-z]\b", str(said.get("rule", "")))
    return Verdict(works in ("true", "yes"), int(step[0]) if step else None, rule[0].upper() if rule else None)
