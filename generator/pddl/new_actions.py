"""Candidates for actions that may be missing in a domain, derived from existing actions."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator

from ferryplan.generator.pddl.editable_parts import CONNECTIVES, EditKind, PddlEdit, find_declared_names
from ferryplan.generator.pddl.scope import read_typed_list
from ferryplan.generator.pddl.syntax import ListNode, Source, SyntaxNode, WordNode

ACTIONS_PART = "actions"
"""the part of an edit that adds an action"""


def generate_new_actions(domain: Source) -> Iterator[PddlEdit]:
    """Yield edits that add an action similar to an existing one.

    The new action swaps or replaces two words of the same kind (constants, types, numbers, predicates of equal
    arity), so that a rule about one word becomes a rule about the other. Or the new action lacks a parameter or a
    constant, and all literals that mention it.
    """
    tree = domain.parse()
    kinds, constants = [*_find_replaceable_names(domain, tree)], find_declared_names(domain, ":constants")
    actions = [item for item in tree.items if isinstance(item, ListNode) and item.head == ":action"]
    kinds.append(
        sorted({word for action in actions for word in re.findall(r"[^\s()]+", str(action)) if word.isdecimal()})
    )
    known = {_format_without_name(action) for action in actions}
    for action in actions:
        words = {*re.findall(r"[^\s()]+", str(action))}
        changes = [
            (word, other, _replace_words(action, {word: other, other: word}))
            for kind in kinds
            for word in kind
            if word in words
            for other in kind
            if other != word and (other not in words or word < other)
        ]
        dropped = [word for word in words if word.startswith("?") or word in constants]
        changes += [(word, "", _remove_parameter_or_constant(domain, action, word)) for word in sorted(dropped)]
        for word, other, new in changes:
            if isinstance(new, ListNode) and _format_without_name(new) not in known:
                change: EditKind = "add-action-exchanged" if other in words else "add-action-replaced"
                change = change if other else "add-action-without"
                yield _make_new_action_edit(domain, action, new, change)._replace(word=word, replacing_word=other)


def _find_replaceable_names(domain: Source, tree: ListNode) -> Iterator[list[str]]:
    """Yield groups of names that may replace one another in a new action.

    The groups are the constants, the types, and the predicates or functions with equal numbers of terms.
    """
    for item in tree.items:
        if not isinstance(item, ListNode):
            continue
        if item.head in (":constants", ":types"):
            yield [one.name for one in read_typed_list(domain, item.items[1:], None)]
        elif item.head in (":predicates", ":functions"):
            by_number = defaultdict[int, list[str]](list)
            for one in item.items[1:]:
                if isinstance(one, ListNode):
                    by_number[str(one).count("?")].append(one.head)
            yield from by_number.values()


def _format_without_name(action: ListNode) -> str:
    return str(ListNode((action.items[0], *action.items[2:])))


def _replace_words(part: SyntaxNode, words: dict[str, str]) -> SyntaxNode:
    """Return an expression with some words replaced; ``words`` maps old words to new ones."""
    if isinstance(part, ListNode):
        return ListNode(tuple(_replace_words(item, words) for item in part.items))
    return WordNode(words.get(part.text, part.text))


def _remove_parameter_or_constant(domain: Source, action: ListNode, word: str) -> ListNode:
    """Return an action without a parameter or constant, and without all literals that mention it."""
    items = [*action.items]
    for number, (key, part) in enumerate(itertools.pairwise(action.items), 1):
        if str(key) == ":parameters" and isinstance(part, ListNode):
            # Each variable gets its own type, because a type after a list of variables could be left without a
            # variable.
            kept = [one for one in read_typed_list(domain, part.items, None) if one.name != word]
            items[number] = WordNode(f"({' '.join(f'{one.name} - {one.types[0]}' for one in kept)})")
        elif str(key) in (":precondition", ":effect"):
            items[number] = _remove_literals(part, word) or WordNode("(and)")
    return ListNode(tuple(items))


def _remove_literals(part: SyntaxNode, word: str) -> SyntaxNode | None:
    """Return a condition or an effect without the literals that mention a word; None if nothing is left."""
    if not isinstance(part, ListNode):
        return part
    if part.head not in CONNECTIVES:
        return None if word in re.findall(r"[^\s()]+", str(part)) else part
    items = [_remove_literals(item, word) for item in part.items]
    if part.head != "and" and None in items:
        return None
    return ListNode(tuple(item for item in items if item is not None))


def _make_new_action_edit(domain: Source, action: ListNode, new: ListNode, change: EditKind) -> PddlEdit:
    name = str(action.items[1])
    taken = {*re.findall(r"[^\s()]+", domain.text.lower())}
    own = next(one for number in range(2, len(taken) + 3) if (one := f"{name}-{number}") not in taken)
    text = str(ListNode((new.items[0], WordNode(own), *new.items[2:])))
    _, end = domain.span_of_expression(action)
    return PddlEdit(
        "domain", name, ACTIONS_PART, action.line, str(action), change,
        f"{domain.text[:end]}\n  {text}{domain.text[end:]}", new=text,
    )  # fmt: skip
