"""Actions that a plan file mentions although no plan read from it has them.

The search for them knows the names of the task and nothing about formats. So it finds actions that the parser of a format
overlooks: in a comment, in a second list, on a line after the plan.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.task import Task
from ferryplan.planner.plans.plan import Plan
from ferryplan.planner.plans.plan_text import PlanText

_TOKEN = re.compile(r"[^\s()\[\]{},;:\"“”`]+")
_EDGE_CHARACTERS = ".'*_|<>=!?#$%&~^/+-‘’"
"""characters with which names do not end, but text around names may"""
_MAX_FILLERS = 2
"""the largest number of words between an action's name and an object, such as JSON keys or prepositions"""
_BEFORE = re.compile(r"(?:^|\s\s|[:.)(\],;|>\"'`*-])[\s*`\"'(]*$")
_AFTER = re.compile(r"\s*(?:$|[()\[,;|*`\"'<=→-])")
"""Text before and after an action without arguments, but not around a word in a sentence."""


class TextWord(NamedTuple):
    """A word of a plan file in lower case, with its line and its position in the line."""

    text: str
    line: int
    line_text: str
    """the whole line with the word"""
    start: int
    """the position of the word in the line"""
    end: int

    @property
    def can_be_action_without_arguments(self) -> bool:
        """Whether the word may be an action without arguments rather than a word of a sentence."""
        return bool(
            _BEFORE.search(self.line_text[max(0, self.start - 20) : self.start])
            and _AFTER.match(self.line_text, self.end)
        )


class ActionMention(NamedTuple):
    """A ground action of the task that a plan file mentions in any format."""

    line: int
    name: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return f"({' '.join((self.name, *self.arguments))})"


def find_unread_actions(text: PlanText, plans: Sequence[Plan], task: Task) -> list[ActionMention]:
    """Return the ground actions that a text mentions and no plan has, in the order of the text.

    If a log prints a whole plan a second time, the repeated actions do not count as unread.
    """
    actions = [action for plan in plans for action in plan.actions]
    by_line = Counter((action.line, action.name, action.arguments) for action in actions)
    rest: list[ActionMention] = []
    for mention in _find_mentions(text, task):
        if by_line[mention]:
            by_line[mention] -= 1
        else:
            rest.append(mention)
    anywhere = Counter[tuple[str, tuple[str, ...]]]()
    for (_, name, arguments), count in by_line.items():
        anywhere[name, arguments] += count
    unread = [mention for mention in rest if not _decrement_count(anywhere, mention[1:3])]
    # named arguments in the text may be in another order than in the plan's action
    in_any_order = Counter((name, tuple(sorted(arguments))) for name, arguments in anywhere.elements())
    unread = [one for one in unread if not _decrement_count(in_any_order, (one.name, tuple(sorted(one.arguments))))]
    return [] if any(_is_repetition(unread, plan) for plan in plans) else unread


def _decrement_count(counter: Counter[tuple[str, tuple[str, ...]]], key: tuple[str, tuple[str, ...]]) -> bool:
    """Decrement the count of a ground action if it is positive, and return whether it was."""
    if not counter[key]:
        return False
    counter[key] -= 1
    return True


def _is_repetition(mentions: Sequence[ActionMention], plan: Plan) -> bool:
    """Return whether the mentions repeat all actions of a plan, once or several times.

    Actions without arguments do not count, because the search overlooks them too easily.
    """
    shown = Counter(mention[1:3] for mention in mentions if mention.arguments)
    whole = Counter((action.name, action.arguments) for action in plan.actions if action.arguments)
    times = sum(shown.values()) // max(1, sum(whole.values()))
    return times > 0 and shown == Counter({action: times * count for action, count in whole.items()})


def _find_mentions(text: PlanText, task: Task) -> Iterator[ActionMention]:
    """Yield the ground actions of a task that a text mentions, whether a plan has them or not."""
    objects = frozenset(task.objects.get("object", ()))
    arities = {name: {len(action.parameters) for action in schemas} for name, schemas in task.actions.items()}
    words = list(_split_words(text, frozenset((*objects, *arities))))
    position = 0
    while position < len(words):
        word = words[position]
        position += 1
        for arity in sorted(arities.get(word.text, ()), reverse=True):
            found = _find_arguments(words, position, arity, objects, arities)
            if found is not None and (arity or word.can_be_action_without_arguments):
                arguments, position = found
                yield ActionMention(word.line, word.text, arguments)
                break


def _split_words(text: PlanText, known: frozenset[str]) -> Iterator[TextWord]:
    """Yield the words of a text, without characters such as quotes around them.

    A word in ``known``, the names of actions and objects, keeps these characters.
    """
    for number, line in enumerate(text.lines, 1):
        code = line.replace("\\n", "  ")  # a line end within JSON
        for found in _TOKEN.finditer(code):
            word = found[0].lower()
            yield TextWord(
                word if word in known else word.strip(_EDGE_CHARACTERS), number, code, found.start(), found.end()
            )


def _find_arguments(
    words: Sequence[TextWord], position: int, arity: int, objects: Collection[str], actions: Collection[str]
) -> tuple[tuple[str, ...], int] | None:
    """Return the objects after the name of an action, and the position of the word behind them.

    ``arity`` is the number of objects. Up to two other words may stand between them. Returns None if there are fewer
    objects.
    """
    found: list[str] = []
    fillers = 0
    while len(found) < arity:
        if position == len(words) or fillers > _MAX_FILLERS:
            return None
        word = words[position].text
        if word in actions and word not in objects:
            return None
        fillers = 0 if word in objects else fillers + 1
        if word in objects:
            found.append(word)
        position += 1
    return tuple(found), position


def describe_unread_actions(mentions: Sequence[ActionMention]) -> str:
    """Return a clause on unread actions, with the first action and its line; empty if there are none."""
    if not mentions:
        return ""
    first, count = mentions[0], len(mentions)
    if count > 1:
        return format_message("plans.actions-ignored", count=count, action=first, line=first.line)
    return format_message("plans.action-ignored", action=first, line=first.line)
