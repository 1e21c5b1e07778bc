"""The parts of a question that all families share: story, setting, request, form of the answer."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any


class UnreadError(Exception):
    """A sentence that the second reader does not understand."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True)
class Question:
    """A question, taken apart."""

    text: str
    story: str
    """The first paragraph."""
    setting: str
    """The text between the story and the request: the exact rules, tables, boards."""
    ask: str
    """The kind of question, as the label names it: `plan`, `length`, `valid`, …"""
    form: str
    """The form of the answer."""
    counted: str = ""
    """The unit of the optimum, in the plural, as the question names it: `crossings`, `minutes`; empty if it names none."""
    has_costs: bool = False
    """Whether `counted` is a unit of costs, rather than moves.

    If so, best solutions in `count` and `next` are the shortest of the cheapest.
    """
    shown: Any = None
    """The moves that the question shows, as JSON; None if it shows none."""
    letters: dict[str, str] = field(default_factory=dict)
    """The rules that a shown plan may break, by their letters."""
    questions: dict[str, str] = field(default_factory=dict)
    """The puzzle's own questions, by their numbers."""


_FEWEST = r"(?:the fewest (?P<moves>[\w ]+?)|the lowest total in (?P<units>[\w ]+?))"
_SHORTEST = r"(?:the fewest (?P<moves>[\w ]+?)|the lowest total in (?P<units>[\w ]+?) and, among those, the fewest (?P<least>[\w ]+?))"
_SOME = r" There may be no solution\."
_NONE = r" If there is no solution, say so\."
_SHOWN = r"\n\n(?P<shown>[\[{].*[\]}])\n\n"
_BROKEN = r"(?:which [\w ]+ is the first wrong one, and )?which of these rules does it break\?\n\n(?P<letters>(?:[A-Z]\. .*\n?)+)"
_NUMBERED = r"\n\n(?P<questions>(?:\d+\. .*\n?)+)"
PATTERNS: dict[str, tuple[str, ...]] = {
    "plan": (
        rf"Find a solution\. (?:Any solution will do\.|It need not be optimal\.{_SOME})",
        rf"How can this be done\? (?:Any solution counts\.|The solution need not be optimal\.{_NONE})",
        rf"Give [\w ]+ that (?:complete the puzzle and break no rule\.|reach the goal and break no rule, as many as you like\.{_SOME})",
    ),
    "optimal-plan": (
        rf"Find a solution with {_FEWEST}\.{_SOME}",
        r"Find a best solution: one such that no other solution has "
        rf"(?:fewer (?P<moves>[\w ]+?)|a lower total in (?P<units>[\w ]+?))\.{_NONE}",
    ),
    "length": (
        r"What is (?:the smallest number of (?P<moves>[\w ]+?)|the lowest total in (?P<units>[\w ]+?)) that a solution can "
        rf"have\?{_SOME}",
        rf"Take a solution with {_FEWEST}\. (?:How many [\w ]+ does it have|What is its total in [\w ]+)\?{_NONE}",
    ),
    "solvable": (r"Is there a solution\?", r"Can this be done\?", r"Does this puzzle have a solution\?"),
    "count": (
        rf"How many solutions(?: with {_SHORTEST})? are there\? Two solutions are different if they differ in at least one "
        r"[\w ]+\. That includes solutions that differ only in names\.",
        rf"Count the solutions(?: with {_SHORTEST})?\. Solutions that differ only in names are different solutions\. "
        r"How many are there\?",
    ),
    "next": (
        rf"(?:There has been no [\w ]+ yet\.\n\n|These are the [\w ]+ so far, in order:{_SHOWN})"
        r"What is a best next [\w ]+\? It must be the first [\w ]+ of a way to reach the goal from here with "
        rf"{_SHORTEST}\.",
        rf"(?:Nothing has been done so far\.\n\n|This has been done so far:{_SHOWN})"
        rf"How must it continue to reach the goal from here with {_SHORTEST}\? Give only the next [\w ]+\.",
    ),
    "valid": (
        rf"Here is a proposed solution:{_SHOWN}Is it a solution\? If not, {_BROKEN}",
        rf"Somebody proposes this:{_SHOWN}Does it work\? If it does not, {_BROKEN}",
    ),
    "repair": (
        rf"Here is a proposed solution, which is wrong:{_SHOWN}Find a correct solution\.",
        rf"This answer is wrong:{_SHOWN}What is a correct one\?",
    ),
    "formalise": (
        r"Model this puzzle in PDDL, as a domain and a problem\. The plans must be exactly the solutions of the puzzle, with one "
        r"plan for each solution\. You choose the names of actions, predicates and objects\.",
        r"Write this puzzle as a PDDL domain and problem\. Whatever can happen in the puzzle can happen in the model, and "
        r"nothing else can\. You choose all names\.",
    ),
    "answer": (rf"Answer these questions:{_NUMBERED}", rf"These are the questions:{_NUMBERED}"),
}
"""The request of each kind of question, in all its wordings."""
_COMPILED = [(ask, re.compile(pattern)) for ask, wordings in PATTERNS.items() for pattern in wordings]
_NO_SOLUTION = " If there is no solution, write the word unsolvable."
FORMS = {
    "plan": rf"Write the solution as (?P<format>.*)\.{re.escape(_NO_SOLUTION)}",
    "length": rf"Answer with one whole number, the number of (?P<counted>[\w ]+)\.{re.escape(_NO_SOLUTION)}",
    "solvable": r"Answer yes or no, and then give the reason in one or two sentences\. Only the yes or no is scored\.",
    "count": r"Answer with one whole number\. If there is no solution, the number is 0\.",
    "next": r"A list of [\w ]+ is (?P<format>.*)\. Write only one [\w ]+, as it would stand in such a list\.",
    "valid": r"The proposal is (?P<format>.*)\. Answer with a JSON object: (?P<rest>.*)",
    "formalise": r"Write the domain and then the problem, each in its own code block between ``` and ```\.",
    "answer": r"Answer with a JSON object that has an answer for each number, such as \{\"1\": \"…\"\}: the name, "
    rf"or a short sentence that contains it\.{re.escape(_NO_SOLUTION)}",
}
"""The form of the answer to each kind of question."""
FORMS |= dict.fromkeys(("optimal-plan", "repair"), FORMS["plan"])
_MEANING = {
    True: '{"valid": true}, or {"valid": false, "step": 3, "rule": "B"}, where "step" is the number of the first wrong *, counting from 1, '
    'and "rule" is the letter of a rule that it breaks. If every * is allowed but the goal is not reached, "step" is the number of the last *.',
    False: '{"valid": true}, or {"valid": false, "rule": "B"}, where "rule" is the letter of a rule that the proposal breaks.',
}


def read_question(text: str) -> Question:
    """Return the parts of a question. Raises UnreadError for an unknown request."""
    story, _, rest = text.strip().partition("\n\n")
    body, _, form = rest.rpartition("\n\n")
    body = f"\n\n{body}"
    for ask, pattern in _COMPILED:
        for found in pattern.finditer(body):
            if found.end() == len(body) and body[: found.start()].endswith("\n\n"):
                said = found.groupdict()
                letters, questions = (_items(said.get(key) or "") for key in ("letters", "questions"))
                counted = said.get("moves") or said.get("units") or ""
                question = Question(
                    text, story, body[: found.start()].strip(), ask, _answer_format(ask, form), counted,
                    bool(said.get("units")), json.loads(said["shown"]) if said.get("shown") else None, letters, questions,
                )  # fmt: skip
                return question
    raise UnreadError(body.strip().rpartition("\n\n")[2])


def _answer_format(ask: str, form: str) -> str:
    """Return the form of moves, if this kind of question has it.

    Raises UnreadError for another form of answers.
    """
    found = re.fullmatch(FORMS[ask], form)
    if found is None:
        raise UnreadError(form)
    said = found.groupdict()
    if "rest" in said:
        meanings = [re.escape(one).replace(r"\*", r"[\w ]+") for one in _MEANING.values()]
        if not any(re.fullmatch(one, said["rest"]) for one in meanings):
            raise UnreadError(said["rest"])
    return said.get("format") or ""


def _items(lines: str) -> dict[str, str]:
    """Return the items of a list by their letters or numbers."""
    return dict(line.split(". ", 1) for line in lines.splitlines())
