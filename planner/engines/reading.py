"""PDDL text to unified-planning's problem, fast.

Nine tenths of the time of unified-planning's `PDDLReader` go into its pyparsing grammar. Here the grammar alone is
exchanged for a tokenizer that gives the reader the same tree; all that gives the tree its meaning stays the reader's
own, so the problem is the one that it would have made. The tokenizer reads the sections in the grammar's order:
requirements, types, constants, predicates, functions, actions, durative actions; objects, init, goal, constraints, metric. What it does not know
(hierarchical and contingent problems, processes, events), and whatever goes wrong, is read once more by `PDDLReader` as it is, so that
its errors are the ones to be seen.

Used by the worker only; imports unified_planning.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import unified_planning.io.pddl_reader as pddl_reader
from unified_planning.environment import Environment
from unified_planning.exceptions import UPTypeError

from planner.engines.patches.guard import switched_off

__all__ = ["read_problem"]

_TOKEN = re.compile(r"[ \n\r\t]+|;[^\n]*|(?P<part>[()]|[^() \n\t\r;]+(?P<glued>;)?)")
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_REQUIREMENTS = frozenset(
    {
        *(":strips", ":typing", ":equality", ":adl", ":fluents", ":numeric-fluents", ":action-costs", ":constraints"),
        *(":negative-preconditions", ":disjunctive-preconditions", ":existential-preconditions"),
        *(":universal-preconditions", ":quantified-preconditions", ":conditional-effects", ":preferences", ":time"),
        *(":durative-actions", ":duration-inequalities", ":timed-initial-literals", ":timed-initial-effects"),
    }
)


def read_problem(domain: str, problem: str, environment: Environment, reader: Any = pddl_reader.PDDLReader) -> Any:
    """Return the problem that two PDDL texts describe, equal to the one that the reader returns. Raises what that raises."""
    try:
        with _exchanged_grammar() if not switched_off() else contextlib.nullcontext():
            return reader(environment).parse_problem_string(domain, problem)
    except (MemoryError, UPTypeError):
        raise
    except Exception:
        return reader(environment).parse_problem_string(domain, problem)


class _UnusualError(Exception):
    """The text is not of the form that is read here."""


class _Node:
    """An expression: a word, or a list of expressions. Stands in for the reader's `CustomParseResults`."""

    __slots__ = ("value",)
    locn_start = locn_end = 0

    def __new__(cls, value: Any) -> _Node:
        """Return a node for a value; a node for itself."""
        if isinstance(value, _Node):
            return value
        node = object.__new__(cls)
        node.value = value
        return node

    value: Any
    """a word, or a list of nodes"""

    def __iter__(self) -> Iterator[_Node]:
        return iter(self.value)

    def __getitem__(self, index: int) -> Any:
        return self.value[index]

    def __len__(self) -> int:
        return len(self.value)

    def __contains__(self, word: str) -> bool:
        return self.value == word if isinstance(self.value, str) else any(word in node for node in self.value)


class _Typed(NamedTuple):
    """Names of one type: ``value`` is [names] or [names, type]."""

    value: list[Any]
    locn_start: int = 0
    locn_end: int = 0


class _Grammar:
    """Stands in for the reader's `PDDLGrammar`: three things that parse."""

    def __init__(self) -> None:
        self.domain = _Parser(_domain)
        self.problem = _Parser(_problem)
        self.parameters = _Parser(lambda tree: {"params": _typed(tree, "?")})


class _Parser:
    def __init__(self, sections: Any) -> None:
        self.sections = sections

    def parse_string(self, text: str, parse_all: bool = False) -> dict[str, Any]:
        """Return what a text says, under the names that the reader's grammar gives the parts."""
        found: dict[str, Any] = self.sections(_tree(text))
        return found

    parseString = parse_string  # noqa: N815  # the reader calls it by its old name, too


@contextlib.contextmanager
def _exchanged_grammar() -> Iterator[None]:
    """Have the reader use this module's grammar."""
    exchanged = {"PDDLGrammar": _Grammar, "CustomParseResults": _Node, "ParseResults": list}
    kept = {name: getattr(pddl_reader, name) for name in exchanged}
    try:
        for name, value in exchanged.items():
            setattr(pddl_reader, name, value)
        yield
    finally:
        for name, value in kept.items():
            setattr(pddl_reader, name, value)


def _tree(text: str) -> list[_Node]:
    """Return the expressions of a text. Raises _UnusualError if parentheses do not match."""
    stack: list[list[_Node]] = [[]]
    words: dict[str, _Node] = {}
    position = 0
    for match in _TOKEN.finditer(text):
        if match.start() != position:
            raise _UnusualError
        position = match.end()
        part = match["part"]
        if part is None:
            continue
        if part == "(":
            stack.append([])
        elif part == ")":
            if len(stack) == 1:
                raise _UnusualError
            node = _Node(stack.pop())
            stack[-1].append(node)
        elif match["glued"]:
            raise _UnusualError  # there the grammar takes the comment for a part of the word
        else:
            node = words.get(part) or words.setdefault(part, _Node(sys.intern(part)))
            stack[-1].append(node)
    if len(stack) != 1 or position != len(text):
        raise _UnusualError
    return stack[0]


class _Sections:
    """The sections of a definition, to be taken in order."""

    def __init__(self, tree: list[_Node], kind: str) -> None:
        if len(tree) != 1 or isinstance(tree[0].value, str) or len(tree[0]) < 2:
            raise _UnusualError
        define, head, *self.rest = tree[0].value
        if define.value != "define" or len(head) != 2 or head[0].value != kind:
            raise _UnusualError
        self.name = _name(head[1])

    def take(self, key: str) -> list[_Node] | None:
        """Return what stands in the next section if it has this key, else None."""
        if self.rest and isinstance(self.rest[0].value, list) and self.rest[0].value and self.rest[0][0].value == key:
            found: list[_Node] = self.rest.pop(0).value[1:]
            return found
        return None

    def requirements(self) -> list[str]:
        """Return the requirements if they come next. Raises _UnusualError if one is not among those known here."""
        found = [str(node.value) for node in self.take(":requirements") or []]
        if not _REQUIREMENTS.issuperset(found):
            raise _UnusualError
        return found


def _domain(tree: list[_Node]) -> dict[str, Any]:
    sections = _Sections(tree, "domain")
    found: dict[str, Any] = {"name": sections.name, "features": sections.requirements()}
    if (types := sections.take(":types")) is not None:
        found["types"] = [typed.value for typed in _typed(types)]
    if (constants := sections.take(":constants")) is not None:
        found["constants"] = _typed(constants)
    if (predicates := sections.take(":predicates")) is not None:
        found["predicates"] = [_signature(node) for node in predicates]
    if (functions := sections.take(":functions")) is not None:
        found["functions"] = [_signature(node) for node in _without_number(functions)]
    found["actions"] = []
    while sections.rest:
        if (action := sections.take(":action")) is not None:
            keys = {":precondition": "pre", ":effect": "eff", ":observe": "obs"}
        elif (action := sections.take(":durative-action")) is not None:
            keys = {":duration": "duration", ":condition": "cond", ":effect": "eff"}
        else:
            raise _UnusualError
        found["actions"].append(_action(action, keys))
    return found


def _problem(tree: list[_Node]) -> dict[str, Any]:
    sections = _Sections(tree, "problem")
    found: dict[str, Any] = {"name": sections.name}
    of_domain = sections.take(":domain")
    if of_domain is None or len(of_domain) != 1:
        raise _UnusualError
    sections.requirements()
    if (objects := sections.take(":objects")) is not None:
        found["objects"] = [typed.value for typed in _typed(objects)]
    init = sections.take(":init")
    if init is None or any(isinstance(node.value, str) for node in init):
        raise _UnusualError
    if len(init) == 1 and init[0].value and init[0][0].value == "and":
        raise _UnusualError
    found["init"] = init
    if (goal := sections.take(":goal")) is not None:
        found["goal"] = _one_expression(goal)
    if (constraints := sections.take(":constraints")) is not None:
        found["constraints"] = constraints
    if (metric := sections.take(":metric")) is not None:
        if len(metric) != 2 or metric[0].value not in ("minimize", "maximize"):
            raise _UnusualError
        found["optimization"] = metric[0].value
        found["metric"] = _one_expression(metric[1:])
    if sections.rest:
        raise _UnusualError
    return found


def _action(parts: list[_Node], keys: dict[str, str]) -> dict[str, Any]:
    """Return an action as the grammar names its parts; the keys may be left out but not change places."""
    if len(parts) < 3 or len(parts) % 2 == 0 or parts[1].value != ":parameters" or isinstance(parts[2].value, str):
        raise _UnusualError
    found: dict[str, Any] = {"name": _name(parts[0]), "params": _typed(parts[2].value, "?")}
    order = iter(keys)
    for node, value in zip(parts[3::2], parts[4::2], strict=True):
        key = str(node.value)
        if key not in order:  # looking for it moves on to it
            raise _UnusualError
        found[keys[key]] = _one_expression([value])
    return found


def _one_expression(nodes: list[_Node]) -> list[_Node]:
    if len(nodes) != 1 or isinstance(nodes[0].value, str):
        raise _UnusualError
    return nodes


def _signature(node: _Node) -> list[Any]:
    if isinstance(node.value, str) or not node.value:
        raise _UnusualError
    return [_name(node[0]), _typed(node.value[1:], "?")]


def _without_number(nodes: list[_Node]) -> list[_Node]:
    """Return the functions without the ``- number`` behind them."""
    kept: list[_Node] = []
    words = iter(nodes)
    for node in words:
        if node.value == "-":
            if not kept or next(words, node).value != "number":
                raise _UnusualError
        else:
            kept.append(node)
    return kept


def _typed(nodes: list[_Node], mark: str = "") -> list[_Typed]:
    """Return a typed list in groups of one type; ``mark`` stands before each name."""
    groups: list[_Typed] = []
    names: list[str] = []
    words = iter(nodes)
    for node in words:
        if node.value == "-":
            kind = next(words, None)
            if kind is None or not names:
                raise _UnusualError
            groups.append(_Typed([names, _name(kind)]))
            names = []
        else:
            names.append(_name(node, mark))
    if names:
        groups.append(_Typed([names]))
    return groups


def _name(node: _Node, mark: str = "") -> str:
    """Return a name without its mark. Raises _UnusualError if it is none."""
    word = node.value
    if not isinstance(word, str) or not word.startswith(mark) or not _NAME.fullmatch(word, len(mark)):
        raise _UnusualError
    return sys.intern(word[len(mark) :])
