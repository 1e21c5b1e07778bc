"""What keeps unified-planning from PDDL that is sound: the names and types that it knows no way to hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.pddl.expressions import Typed
from generator.pddl.syntax import Expression
from generator.pddl.tree import Domain, Problem

__all__ = ["obstacles"]


def obstacles(domain: Domain, problem: Problem) -> Iterator[str]:
    """Give each of them as a sentence without its end, with the file and, where it is known, the line; in the order of the files."""
    constants, objects = (
        [_there(domain, one) for one in domain.constants],
        [_there(problem, one) for one in problem.objects],
    )
    named = [
        *_kinds("type", [_there(domain, one) for one in domain.types]),
        *_kinds("predicate", [(one.name, domain.source.name) for one in domain.predicates]),
        *_kinds("function", [(one.name, domain.source.name) for one in domain.functions]),
        *_kinds("action", [(one.name, _place(domain, one.written)) for one in domain.actions]),
        *_kinds("object", [*constants, *objects]),
    ]
    yield from _twice(named)
    for signature in (*domain.predicates, *domain.functions):
        if any(len(one.types) > 1 for one in signature.parameters):
            yield f"{domain.source.name}: 'either' in the parameters of '{signature.name}'"
    for action in domain.actions:
        if any(len(one.types) > 1 for one in action.parameters):
            yield f"{_place(domain, action.written)}: 'either' in the parameters of the action '{action.name}'"
    for file, listed in ((domain, domain.types), (domain, domain.constants), (problem, problem.objects)):
        for one in listed:
            if len(one.types) > 1:
                yield f"{_place(file, one.written)}: several types for '{one.name}', {' and '.join(one.types)}"


def _twice(named: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    first: dict[str, str] = {}
    for kind, name, place in named:
        if name not in first:
            first[name] = kind
        elif first[name] != kind:
            yield f"{place}: {_article(kind)} has the name '{name}' of {_article(first[name])}"
        elif kind != "object":
            yield f"{place}: two {kind}s have the name '{name}'"


def _kinds(kind: str, names: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    return ((kind, name, place) for name, place in names)


def _article(kind: str) -> str:
    return f"{'an' if kind in ('action', 'object') else 'a'} {kind}"


def _there(file: Domain | Problem, one: Typed) -> tuple[str, str]:
    return one.name, _place(file, one.written)


def _place(file: Domain | Problem, written: Expression | None) -> str:
    return f"{file.source.name}:{written.line}" if written is not None and written.line else file.source.name
