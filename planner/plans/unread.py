"""The actions of a task that stand in a plan file and are not read, whatever the form of the file.

The search knows the names of the task and nothing of the forms, so that it finds what a reader of a form overlooks: a comment that holds
an action, a second list, a line behind the plan.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.task import Task
from ferryplan.planner.plans.plan import Plan
from ferryplan.planner.plans.text import PlanText

_TOKEN = re.compile(r"[^\s()\[\]{},;:\"“”`]+")
_EDGES = ".'*_|<>=!?#$%&~^/+-‘’"
"""what a name does not end with, and text around it may"""
_FILLERS = 2
"""words that may stand between an action's name and an object, as keys of JSON and prepositions do"""
_BEFORE = re.compile(r"(?:^|\s\s|[:.)(\],;|>\"'`*-])[\s*`\"'(]*$")
_AFTER = re.compile(r"\s*(?:$|[()\[,;|*`\"'<=→-])")
"""What stands before and behind an action without arguments, and not around a word in a sentence."""


class Word(NamedTuple):
    """A word of the text, in lower case."""

    text: str
    line: int
    code: str
    """the whole line"""
    start: int
    end: int

    @property
    def stands_alone(self) -> bool:
        """Whether the word may be an action by itself."""
        return bool(
            _BEFORE.search(self.code[max(0, self.start - 20) : self.start]) and _AFTER.match(self.code, self.end)
        )


class Mention(NamedTuple):
    """A ground action of the task in the text."""

    line: int
    name: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return f"({' '.join((self.name, *self.arguments))})"


def find_unread(text: PlanText, plans: Sequence[Plan], task: Task) -> list[Mention]:
    """Return the ground actions in a text that no plan has, in the order of the text.

    A log that shows a whole plan a second time repeats nothing unread.
    """
    actions = [action for plan in plans for action in plan.actions]
    by_line = Counter((action.line, action.name, action.arguments) for action in actions)
    rest: list[Mention] = []
    for mention in _mentions(text, task):
        if by_line[mention]:
            by_line[mention] -= 1
        else:
            rest.append(mention)
    anywhere = Counter[tuple[str, tuple[str, ...]]]()
    for (_, name, arguments), count in by_line.items():
        anywhere[name, arguments] += count
    unread = [mention for mention in rest if not _take(anywhere, mention[1:3])]
    # arguments under the names of parameters may stand in another order than in the action that was read
    in_any_order = Counter((name, tuple(sorted(arguments))) for name, arguments in anywhere.elements())
    unread = [one for one in unread if not _take(in_any_order, (one.name, tuple(sorted(one.arguments))))]
    return [] if any(_repeats(unread, plan) for plan in plans) else unread


def _take(counter: Counter[tuple[str, tuple[str, ...]]], key: tuple[str, tuple[str, ...]]) -> bool:
    """Return whether the counter holds a key, and take one away."""
    if not counter[key]:
        return False
    counter[key] -= 1
    return True


def _repeats(mentions: Sequence[Mention], plan: Plan) -> bool:
    """Return whether mentions come to a whole plan, once or several times; actions without arguments are too easily overlooked to count."""
    shown = Counter(mention[1:3] for mention in mentions if mention.arguments)
    whole = Counter((action.name, action.arguments) for action in plan.actions if action.arguments)
    times = sum(shown.values()) // max(1, sum(whole.values()))
    return times > 0 and shown == Counter({action: times * count for action, count in whole.items()})


def _mentions(text: PlanText, task: Task) -> Iterator[Mention]:
    """Yield the ground actions of a task in a text, read or not."""
    objects = frozenset(task.objects.get("object", ()))
    arities = {name: {len(action.parameters) for action in schemas} for name, schemas in task.actions.items()}
    words = list(_words(text, frozenset((*objects, *arities))))
    position = 0
    while position < len(words):
        word = words[position]
        position += 1
        for arity in sorted(arities.get(word.text, ()), reverse=True):
            found = _arguments(words, position, arity, objects, arities)
            if found is not None and (arity or word.stands_alone):
                arguments, position = found
                yield Mention(word.line, word.text, arguments)
                break


def _words(text: PlanText, known: frozenset[str]) -> Iterator[Word]:
    """Yield the words of a text, without what stands around names where they are no names themselves."""
    for number, line in enumerate(text.lines, 1):
        code = line.replace("\\n", "  ")  # a line's end within JSON
        for found in _TOKEN.finditer(code):
            word = found[0].lower()
            yield Word(word if word in known else word.strip(_EDGES), number, code, found.start(), found.end())


def _arguments(
    words: Sequence[Word], position: int, arity: int, objects: Collection[str], actions: Collection[str]
) -> tuple[tuple[str, ...], int] | None:
    """Return the `arity` objects behind the name of an action, and the position behind them; None for fewer."""
    found: list[str] = []
    fillers = 0
    while len(found) < arity:
        if position == len(words) or fillers > _FILLERS:
            return None
        word = words[position].text
        if word in actions and word not in objects:
            return None
        fillers = 0 if word in objects else fillers + 1
        if word in objects:
            found.append(word)
        position += 1
    return tuple(found), position


def describe_unread(mentions: Sequence[Mention]) -> str:
    """Return a clause on actions that are not read, with the first and its line; empty if there are none."""
    if not mentions:
        return ""
    first, count = mentions[0], len(mentions)
    if count > 1:
        return format_message("plans.actions-ignored", count=count, action=first, line=first.line)
    return format_message("plans.action-ignored", action=first, line=first.line)
