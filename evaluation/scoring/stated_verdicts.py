"""Verdicts in an answer: whether there is a solution, whether a plan is valid, and where it fails."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ferryplan import domains
from ferryplan.evaluation.scoring.answer_sentences import split_sentences
from ferryplan.evaluation.scoring.numerals import replace_number_words
from ferryplan.evaluation.scoring.passages import AnswerMark, Passage, cut_out_middle
from ferryplan.evaluation.scoring.solvability_claims import find_sentence_claim
from ferryplan.generator.notation import answer_pattern

MAX_PASSAGE_LENGTH = 20_000
"""The number of characters of a passage that are read."""
UNDECIDED = "undecided"
"""Stands for the verdict of an answer that says both yes and no."""
_STEP_AND_RULE = re.compile(r"[(\s](\d{1,9})\s?,\s?([A-Z])\b")
"""Matches a step and a rule, as in ``invalid (4, E)``."""
_STEP_WITH_NUMBER_WORD = re.compile(
    r"\b(?:step|crossing|move|action|placement)\s+([a-z]+(?:-[a-z]+)?)\b", re.IGNORECASE
)
_NUMBERED_ROW = re.compile(r"^[ \t]*\|[ \t]*(\d{1,9})[ \t]*\|", re.MULTILINE)
_YES_NO_VALUES = {"yes": True, "no": False}
_TRUTH_VALUES = {**_YES_NO_VALUES, "true": True, "false": False, "1": True, "0": False, "valid": True, "invalid": False}
_FAULTY = r"(?:(?:the|first|wrong|faulty|failing|failed|invalid|illegal|incorrect|broken|violated)\s)*"
_OF_PLAN = r"(?:(?:is|the|this|it|plan|proposal)\s)*"
_VERDICT_LABELS = {
    "valid": re.compile(rf"{_OF_PLAN}valid(?:\s(?:plan|proposal))?"),
    "invalid": re.compile(rf"{_OF_PLAN}invalid"),
    "step": re.compile(rf"{_FAULTY}(?:step|crossing|move|action|placement)(?:\s(?:number|index))?"),
    "rule": re.compile(rf"{_FAULTY}rule(?:\s(?:number|letter|broken|violated))?"),
}
"""Match the keys and the labels of lines that name a part of a verdict, in lower case with spaces between words."""
_LABELED_VALUE = re.compile(
    r"(?:(?:^[^\w<\n]*|[.,;|][^\w<\n]{0,9})([A-Za-z][A-Za-z _]{2,40}?)\W{0,9}[:=]\W{0,9}|<([A-Za-z_]+)>\s*)"
    r"(?!no[ \t]+(?!because|since|as|due)\w)(\w+)",
    re.MULTILINE | re.IGNORECASE,
)
"""Matches a label or a tag with its value, such as ``First wrong crossing: 7`` and ``<valid>false</valid>``.

In "Valid: no rule is broken", "no" is not the value.
"""


def find_solvability_claim(passage: Passage) -> bool | str | None:
    """Return whether a passage claims that there is a solution.

    The result is `UNDECIDED` if the passage makes both claims, that there is a solution and that there is none. It is None if the passage
    makes neither.
    """
    sentences = [
        one
        for one in split_sentences(cut_out_middle(passage.text, MAX_PASSAGE_LENGTH))
        if not one.endswith(("?", "\uff1f"))
    ]
    if labelled := answer_pattern("labelled").search(passage.text):
        return labelled.lastgroup in ("yes", "not_unsolvable")
    said = [_parse_yes_or_no(sentence) for sentence in sentences]
    if any(answer_pattern("both").search(sentence) for sentence in sentences):
        return UNDECIDED
    tokens = [value for value in said if value is not None]
    claims = {find_sentence_claim(sentence) for sentence in sentences} - {None}
    if tokens:
        leads = said[0] is not None
        if leads and any(
            value != tokens[0] and _has_few_words(sentence)
            for value, sentence in zip(said, sentences, strict=True)
            if value is not None
        ):
            return UNDECIDED
        value = tokens[0] if leads else tokens[-1]
        if claims == {"solvable" if not value else "unsolvable"}:
            return UNDECIDED if value else _interpret_no(sentences)
        return value
    if len(claims) > 1:
        last = [claim for sentence in sentences if (claim := find_sentence_claim(sentence))][-1]
        return last == "solvable"
    return claims == {"solvable"} if claims else None


def _interpret_no(sentences: Sequence[str]) -> bool | str:
    """Return the meaning of "no" in a text that also claims a solution: False, or `UNDECIDED`.

    The meaning is `UNDECIDED` if one of the first two sentences claims a solution in fewer than 60 characters.
    Otherwise it is False, because the claim may be about another puzzle.
    """
    return (
        UNDECIDED if any(find_sentence_claim(one) == "solvable" and len(one) < 60 for one in sentences[:2]) else False
    )


def _has_few_words(sentence: str) -> bool:
    """Return whether a sentence has at most three words."""
    return len(re.findall(r"\w+", sentence)) <= 3


def _parse_yes_or_no(sentence: str) -> bool | None:
    """Return True or False for a sentence that says yes or no, and None for any other sentence.

    "Yes: it is unsolvable" means no.
    """
    found = answer_pattern("yes").match(sentence) or answer_pattern("concluded").search(sentence)
    if found is None or answer_pattern("supposed").search(sentence[: found.end() + 12]):
        return None
    rest = sentence[found.end() :].lstrip(" ,:;.!*-")
    value = _YES_NO_VALUES[found.lastgroup or "no"]
    if (
        value
        and re.match(r"(?:it|this|that|the (?:puzzle|problem|task))\b", rest, re.IGNORECASE)
        and find_sentence_claim(rest) == "unsolvable"
    ):
        return False
    return value


def find_solvability_in_data(data: Any) -> bool | None:
    """Return whether a JSON value says that there is a solution; None if it does not say."""
    if isinstance(data, bool):
        return data
    if isinstance(data, str):
        found = find_solvability_claim(Passage(data, AnswerMark.NONE, 0))
        return found if isinstance(found, bool) else None
    if isinstance(data, list) and len(data) == 1:
        return find_solvability_in_data(data[0])
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
        if key in said and (found := find_solvability_in_data(said[key])) is not None:
            return found
    unsolvable = _parse_truth(said.get("unsolvable"))
    return None if unsolvable is None else not unsolvable


class PlanVerdict(NamedTuple):
    """The verdict of an answer on a shown plan."""

    valid: bool
    """Whether the answer calls the plan valid."""
    step: int | None = None
    """The number of the step that the answer calls wrong; None if it names none."""
    rule: str | None = None
    """The letter of the rule that the answer calls broken, in upper case; None if it names none."""


def find_plan_verdict(passage: Passage) -> PlanVerdict | None:
    """Return the verdict on a shown plan in the prose of a passage; None if there is none.

    A sentence that calls the whole plan valid withdraws an earlier statement that the plan fails. A sentence that calls only a part of the
    plan valid, such as the steps before the wrong one, does not.
    """
    lines = _parse_labeled_lines(passage.text)
    labeled = parse_plan_verdict(lines)
    if labeled and (labeled.valid or (labeled.step and labeled.rule)):
        return labeled
    found, step, rule, has_valid_part = list[bool](), None, None, False
    # A table row that begins with a number is about the step with this number.
    text = answer_pattern("second_thought").sub(
        ". ", _NUMBERED_ROW.sub(r"step \1: ", cut_out_middle(passage.text, MAX_PASSAGE_LENGTH))
    )
    for sentence in split_sentences(text):
        if terse := answer_pattern("terse").match(sentence):
            found.append(False)
            step, rule = step or int(terse[1]), rule or terse[2].upper()
            continue
        if answer_pattern("unsure").search(sentence):
            continue
        plain = re.sub(r"[()]", ",", sentence) if not sentence.endswith("?") else ""
        wrong = _says_plan_fails(plain)
        if wrong is None:
            token = answer_pattern("yes").match(plain)
            wrong = None if token is None else token.lastgroup == "no"
            if token is None:
                continue
        if not wrong and (part := answer_pattern("partly").search(plain)):
            has_valid_part = has_valid_part or part["limit"] is None
            continue
        if not wrong and False in found and not answer_pattern("whole").search(plain):
            continue
        found.append(not wrong)
        if wrong and answer_pattern("either_rule").search(sentence):
            return None
        if wrong and (pair := _STEP_AND_RULE.search(sentence)):
            step, rule = step or int(pair[1]), rule or pair[2]
        if wrong:
            step, rule = step or _find_wrong_step(plain), rule or _find_broken_rule(sentence)
    if not found and not labeled:
        return PlanVerdict(True) if has_valid_part else None
    if found and found[-1] and not labeled:
        return PlanVerdict(True)
    labeled = labeled or parse_plan_verdict({"valid": False, **lines}) or PlanVerdict(False)
    only_step, only_rule = _find_only_fault(text)
    return PlanVerdict(False, labeled.step or step or only_step, labeled.rule or rule or only_rule)


def _find_only_fault(text: str) -> tuple[int | None, str | None]:
    """Return the step and the rule that a text blames, if it blames only one of each.

    The text is known to reject a plan. The step is None if the text blames no step or several steps; the same holds for the rule.
    """

    def drop_verdict(found: re.Match[str]) -> str:
        return " " if _VERDICT_LABELS["valid"].fullmatch((found[1] or found[2]).lower()) else found[0]

    sentences = split_sentences(_LABELED_VALUE.sub(drop_verdict, text))
    clauses = [clause for sentence in sentences for clause in re.split(r"[,;]|\b(?:and|or)\b", sentence)]
    steps = {step for one in clauses if (step := _find_wrong_step(one)) is not None}
    rules = {rule for one in clauses if (rule := _find_broken_rule(one)) is not None}
    return min(steps) if len(steps) == 1 else None, min(rules) if len(rules) == 1 else None


def _says_plan_fails(sentence: str) -> bool | None:
    """Return whether a sentence says that a plan or a step is wrong.

    The result is False if it says that the plan is right, and None if it does not judge the plan.
    """
    clauses = (clause for clause in re.split(r"[,;:]|\bbut\b", sentence) if not re.search(r"\b(?:if|would)\b", clause))
    kinds = [found.lastgroup for clause in clauses if (found := answer_pattern("works").search(clause))]
    if "wrong" in kinds:
        return True
    if "faultless" in kinds:
        return False
    return False if "right" in kinds and _find_wrong_step(sentence) is None else None


def _find_wrong_step(sentence: str) -> int | None:
    """Return the number of the first step that a sentence names without calling it correct, or None."""
    for clause in re.split(r"[,;]|\b(?:but|and|while)\b", sentence):
        fault = answer_pattern("works").search(clause)
        is_in_order = answer_pattern("in_order").search(clause) and (fault is None or fault["wrong"] is None)
        if (number := _find_step_number(clause)) is not None and (
            not is_in_order or answer_pattern("rule").search(clause)
        ):
            return number
    return None


def _find_step_number(clause: str) -> int | None:
    """Return the number of the step that a clause names, in digits, in words or as an ordinal, or None."""
    if found := answer_pattern("step").search(clause):
        return int(next(filter(None, found.groups())))
    if (spoken := _STEP_WITH_NUMBER_WORD.search(clause)) and (
        number := replace_number_words(spoken[1], single_words=True)
    ).isdigit():
        return int(number)
    ordinals: list[str] = domains.words("answers")["ordinals"]
    named = answer_pattern("ordinal_step").search(clause)
    return ordinals.index(named[1].lower()) + 1 if named and named[1].lower() in ordinals else None


def _find_broken_rule(sentence: str) -> str | None:
    """Return the letter of the rule that a sentence calls broken; None if there is none."""
    for found in answer_pattern("rule").finditer(sentence):
        behind = re.split(r"[,;.]", sentence[found.end() :])[0]
        if not answer_pattern("in_order").search(behind):
            letter: str = next(filter(None, found.groups()))
            return letter.upper()
    return None


def _parse_labeled_lines(text: str) -> Mapping[str, str]:
    """Return the values in labeled lines and tags, such as ``wrong step: 7``, by their labels."""
    return {(label or tag).lower(): value for label, tag, value in _LABELED_VALUE.findall(text)}


def parse_plan_verdict(data: Any) -> PlanVerdict | None:
    """Return the verdict on a shown plan that a JSON value states; None if it states none."""
    match data:
        case bool():
            return PlanVerdict(data)
        case [valid, int(number), str(letter)]:
            data = {"valid": valid, "step": number, "rule": letter}
        case dict():
            pass
        case _:
            return None
    values = {part: [*_find_labeled_values(data, part)] for part in _VERDICT_LABELS}
    verdicts = [verdict for one in values["valid"] if (verdict := _parse_truth(one)) is not None]
    verdicts += [not fault for one in values["invalid"] if (fault := _parse_truth(one)) is not None]
    if not verdicts:
        return None
    step, rule = (
        next((found[0] for one in values[part] if (found := re.search(pattern, str(one)))), None)
        for part, pattern in (("step", r"\d{1,9}"), ("rule", r"\b[A-Za-z]\b"))
    )
    return PlanVerdict(verdicts[0], int(step) if step else None, rule.upper() if rule else None)


def _find_labeled_values(data: Mapping[Any, Any], part: str) -> Iterator[Any]:
    """Yield the values whose keys name a part of a verdict, as ``firstWrongStep`` and ``step number`` do."""
    for key, value in data.items():
        words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+|\d+", str(key))
        if _VERDICT_LABELS[part].fullmatch(" ".join(words).lower()):
            yield value


def _parse_truth(value: Any) -> bool | None:
    """Return whether a value means true, as ``1`` and ``"Yes."`` do; None if it means neither."""
    text = str(int(value)) if isinstance(value, float) and value in (0, 1) else str(value)
    return _TRUTH_VALUES.get(text.strip(" .*`\"'").lower())
