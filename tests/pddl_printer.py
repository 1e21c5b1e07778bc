"""From the syntax tree to PDDL text, laid out as the templates lay it out: what it says, without comments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.tree import Action, Domain, DurativeAction, Problem, Signature, Value

WIDTH = 120
"""columns that a line has if it can be broken"""


def print_domain(domain: Domain) -> str:
    """Return a domain as text that is read as an equal domain; a derived predicate's section stands before the actions."""
    sections = [f"(:requirements {' '.join(domain.requirements)})"] if domain.requirements else []
    if domain.types:
        sections.append(f"(:types {pddl.typed(domain.types)})")
    if domain.constants:
        sections.append(_list(":constants", _grouped(domain.constants)))
    parts = [sections]
    for keyword, signatures in ((":predicates", domain.predicates), (":functions", domain.functions)):
        if signatures:
            parts.append([_list(keyword, map(_signature, signatures))])
    for rule in domain.derived:
        head = _signature(Signature(rule.atom.predicate, rule.parameters))
        parts.append([f"(:derived {head}\n    {_laid(rule.condition, 4)})"])
    parts += [[_action(action)] for action in domain.actions]
    return _define("domain", domain.name, parts)


def print_problem(problem: Problem) -> str:
    """Return a problem as text that is read as an equal problem."""
    head = [f"(:domain {problem.domain})"]
    if problem.objects:
        head.append(_list(":objects", _grouped(problem.objects)))
    parts = [head, [_list(":init", map(_stated, problem.initial))], [f"(:goal {_laid(problem.goal, 2)})"]]
    if problem.metric:
        parts.append([f"(:metric {problem.metric.direction} {problem.metric.value})"])
    return _define("problem", problem.name, parts)


def _define(kind: str, name: str, parts: Iterable[Iterable[str]]) -> str:
    text = "\n\n".join("\n".join(f"  {section}" for section in sections) for sections in parts if sections)
    return f"(define ({kind} {name})\n{text})\n"


def _list(keyword: str, lines: Iterable[str]) -> str:
    return f"({keyword}" + "".join(f"\n    {line}" for line in lines) + ")"


def _grouped(names: tuple[pddl.Typed, ...]) -> Iterator[str]:
    """Yield names with their types, a line for each type; those of the type ``object`` only at the end without it."""
    start = 0
    for end in range(1, len(names) + 1):
        if end == len(names) or names[end].types != names[start].types:
            bare = end < len(names) and names[start].types == ("object",)
            yield pddl.typed(names[start:end]) + (" - object" if bare else "")
            start = end


def _signature(signature: Signature) -> str:
    return f"({signature.name}{' ' if signature.parameters else ''}{pddl.typed(signature.parameters)})"


def _stated(one: object) -> str:
    return f"(= {one.function} {pddl.Number(one.number)})" if isinstance(one, Value) else str(one)


def _action(action: Action | DurativeAction) -> str:
    if isinstance(action, Action):
        keyword, lines = ":action", [("precondition", action.precondition), ("effect", action.effect)]
        told = [f":{name} {_laid(part, 4)}" for name, part in lines if part not in (pddl.And(()), pddl.Together(()))]
    else:
        keyword, duration = ":durative-action", [str(one) for one in action.duration]
        told = [f":duration {duration[0] if len(duration) == 1 else _broken('(and', duration, 4)}"]
        for name, timed in (("condition", action.conditions), ("effect", action.effects)):
            parts = [f"({_MOMENTS[moment]} {_laid(part, 6)})" for moment, part in timed]
            if parts:
                told.append(f":{name} {_broken('(and', parts, 4)}")
    return "\n    ".join([f"({keyword} {action.name}", f":parameters ({pddl.typed(action.parameters)})", *told]) + ")"


_MOMENTS = {"start": "at start", "all": "over all", "end": "at end"}


def _laid(part: pddl.Condition | pddl.Effect, indent: int) -> str:
    """Return a condition or an effect that begins somewhere in a line with this indent; what is too long for one is broken."""
    text = str(part)
    if indent + len(text) <= WIDTH and not (isinstance(part, pddl.And | pddl.Together) and len(part.parts) > 2):
        return text
    parts = pddl.parts_of(part)
    return _broken(f"({pddl.head_of(part)}", [_laid(one, indent + 2) for one in parts], indent) if parts else text


def _broken(head: str, parts: Iterable[str], indent: int) -> str:
    return head + "".join(f"\n{' ' * (indent + 2)}{part}" for part in parts) + ")"
