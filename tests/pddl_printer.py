"""A printer from the syntax tree to PDDL text, in the layout of the templates and without comments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.syntax_tree import Action, Domain, DurativeAction, InitialValue, Problem, Signature

WIDTH = 120
"""the preferred maximum line width in columns"""


def print_domain(domain: Domain) -> str:
    """Return a domain as text that parses to an equal domain; derived predicates come before the actions."""
    sections = [f"(:requirements {' '.join(domain.requirements)})"] if domain.requirements else []
    if domain.types:
        sections.append(f"(:types {pddl.format_typed_list(domain.types)})")
    if domain.constants:
        sections.append(_print_list(":constants", _group_by_type(domain.constants)))
    parts = [sections]
    for keyword, signatures in ((":predicates", domain.predicates), (":functions", domain.functions)):
        if signatures:
            parts.append([_print_list(keyword, map(_print_signature, signatures))])
    for rule in domain.derivation_rules:
        head = _print_signature(Signature(rule.atom.predicate, rule.parameters))
        parts.append([f"(:derived {head}\n    {_lay_out(rule.condition, 4)})"])
    parts += [[_print_action(action)] for action in domain.actions]
    return _print_definition("domain", domain.name, parts)


def print_problem(problem: Problem) -> str:
    """Return a problem as text that parses to an equal problem."""
    head = [f"(:domain {problem.domain})"]
    if problem.objects:
        head.append(_print_list(":objects", _group_by_type(problem.objects)))
    parts = [
        head,
        [_print_list(":init", map(_print_initial_fact, problem.initial))],
        [f"(:goal {_lay_out(problem.goal, 2)})"],
    ]
    if problem.metric:
        parts.append([f"(:metric {problem.metric.direction} {problem.metric.value})"])
    return _print_definition("problem", problem.name, parts)


def _print_definition(kind: str, name: str, parts: Iterable[Iterable[str]]) -> str:
    text = "\n\n".join("\n".join(f"  {section}" for section in sections) for sections in parts if sections)
    return f"(define ({kind} {name})\n{text})\n"


def _print_list(keyword: str, lines: Iterable[str]) -> str:
    return f"({keyword}" + "".join(f"\n    {line}" for line in lines) + ")"


def _group_by_type(names: tuple[pddl.TypedName, ...]) -> Iterator[str]:
    """Yield names with their types, one line for each type.

    Names of type ``object`` lack the type only if they come last.
    """
    start = 0
    for end in range(1, len(names) + 1):
        if end == len(names) or names[end].types != names[start].types:
            bare = end < len(names) and names[start].types == ("object",)
            yield pddl.format_typed_list(names[start:end]) + (" - object" if bare else "")
            start = end


def _print_signature(signature: Signature) -> str:
    return f"({signature.name}{' ' if signature.parameters else ''}{pddl.format_typed_list(signature.parameters)})"


def _print_initial_fact(one: object) -> str:
    return f"(= {one.function} {pddl.NumericConstant(one.number)})" if isinstance(one, InitialValue) else str(one)


def _print_action(action: Action | DurativeAction) -> str:
    if isinstance(action, Action):
        keyword, lines = ":action", [("precondition", action.precondition), ("effect", action.effect)]
        told = [
            f":{name} {_lay_out(part, 4)}"
            for name, part in lines
            if part not in (pddl.And(()), pddl.EffectConjunction(()))
        ]
    else:
        keyword, duration = ":durative-action", [str(one) for one in action.duration]
        told = [f":duration {duration[0] if len(duration) == 1 else _break_lines('(and', duration, 4)}"]
        for name, timed in (("condition", action.conditions), ("effect", action.effects)):
            parts = [f"({_MOMENT_KEYWORDS[moment]} {_lay_out(part, 6)})" for moment, part in timed]
            if parts:
                told.append(f":{name} {_break_lines('(and', parts, 4)}")
    return (
        "\n    ".join(
            [f"({keyword} {action.name}", f":parameters ({pddl.format_typed_list(action.parameters)})", *told]
        )
        + ")"
    )


_MOMENT_KEYWORDS = {"start": "at start", "all": "over all", "end": "at end"}


def _lay_out(part: pddl.Condition | pddl.Effect, indent: int) -> str:
    """Return a condition or an effect that starts in a line with this indent.

    Break parts that are too long for one line.
    """
    text = str(part)
    if indent + len(text) <= WIDTH and not (
        isinstance(part, pddl.And | pddl.EffectConjunction) and len(part.parts) > 2
    ):
        return text
    parts = pddl.direct_parts(part)
    return (
        _break_lines(f"({pddl.format_head(part)}", [_lay_out(one, indent + 2) for one in parts], indent)
        if parts
        else text
    )


def _break_lines(head: str, parts: Iterable[str], indent: int) -> str:
    return head + "".join(f"\n{' ' * (indent + 2)}{part}" for part in parts) + ")"
