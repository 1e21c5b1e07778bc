"""Actions that might be missing in a domain, made from the actions that it has: with other words, or without somebody."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator

from ferryplan.generator.pddl.places import CONNECTIVES, Change, Edit, names_in
from ferryplan.generator.pddl.scope import typed_list
from ferryplan.generator.pddl.syntax import Expression, Group, Source, Word

PART = "actions"
"""what an edit that adds an action gives as its part"""


def new_actions(domain: Source) -> Iterator[Edit]:
    """Yield changes that add an action like one of the domain.

    The new action has two words of a kind (constants, types, numbers, predicates with as many terms) exchanged, so that rules about the one become
    rules about the other, or it lacks a parameter or a constant and all literals that mention it.
    """
    tree = domain.parse()
    kinds, constants = [*_kinds_of_words(domain, tree)], names_in(domain, ":constants")
    actions = [item for item in tree.items if isinstance(item, Group) and item.head == ":action"]
    kinds.append(
        sorted({word for action in actions for word in re.findall(r"[^\s()]+", str(action)) if word.isdecimal()})
    )
    known = {_without_name(action) for action in actions}
    for action in actions:
        words = {*re.findall(r"[^\s()]+", str(action))}
        changes = [
            (word, other, _exchange(action, {word: other, other: word}))
            for kind in kinds
            for word in kind
            if word in words
            for other in kind
            if other != word and (other not in words or word < other)
        ]
        dropped = [word for word in words if word.startswith("?") or word in constants]
        changes += [(word, "", _without(domain, action, word)) for word in sorted(dropped)]
        for word, other, new in changes:
            if isinstance(new, Group) and _without_name(new) not in known:
                change: Change = "add-action-exchanged" if other in words else "add-action-replaced"
                change = change if other else "add-action-without"
                yield _add_action(domain, action, new, change)._replace(word=word, other=other)


def _kinds_of_words(domain: Source, tree: Group) -> Iterator[list[str]]:
    """Yield groups of names that may stand for one another: constants, types, predicates or functions with as many terms."""
    for item in tree.items:
        if not isinstance(item, Group):
            continue
        if item.head in (":constants", ":types"):
            yield [one.name for one in typed_list(domain, item.items[1:], None)]
        elif item.head in (":predicates", ":functions"):
            by_number = defaultdict[int, list[str]](list)
            for one in item.items[1:]:
                if isinstance(one, Group):
                    by_number[str(one).count("?")].append(one.head)
            yield from by_number.values()


def _without_name(action: Group) -> str:
    return str(Group((action.items[0], *action.items[2:])))


def _exchange(part: Expression, words: dict[str, str]) -> Expression:
    """Return a part with other words."""
    if isinstance(part, Group):
        return Group(tuple(_exchange(item, words) for item in part.items))
    return Word(words.get(part.text, part.text))


def _without(domain: Source, action: Group, word: str) -> Group:
    """Return an action without a word and all literals that mention it."""
    items = [*action.items]
    for number, (key, part) in enumerate(itertools.pairwise(action.items), 1):
        if str(key) == ":parameters" and isinstance(part, Group):
            # Each variable gets its own type: the type behind the last of several would be left alone.
            kept = [one for one in typed_list(domain, part.items, None) if one.name != word]
            items[number] = Word(f"({' '.join(f'{one.name} - {one.types[0]}' for one in kept)})")
        elif str(key) in (":precondition", ":effect"):
            items[number] = _drop(part, word) or Word("(and)")
    return Group(tuple(items))


def _drop(part: Expression, word: str) -> Expression | None:
    """Return a condition or an effect without the literals that mention a word; None where nothing is left."""
    if not isinstance(part, Group):
        return part
    if part.head not in CONNECTIVES:
        return None if word in re.findall(r"[^\s()]+", str(part)) else part
    items = [_drop(item, word) for item in part.items]
    if part.head != "and" and None in items:
        return None
    return Group(tuple(item for item in items if item is not None))


def _add_action(domain: Source, action: Group, new: Group, change: Change) -> Edit:
    name = str(action.items[1])
    taken = {*re.findall(r"[^\s()]+", domain.text.lower())}
    own = next(one for number in range(2, len(taken) + 3) if (one := f"{name}-{number}") not in taken)
    text = str(Group((new.items[0], Word(own), *new.items[2:])))
    _, end = domain.span(action)
    return Edit(
        "domain", name, PART, action.line, str(action), change,
        f"{domain.text[:end]}\n  {text}{domain.text[end:]}", new=text,
    )  # fmt: skip
