"""Derived predicates, of which unified-planning knows nothing: kept from its reader, given to the engines that take them.

unified-planning reads a domain without its ``:derived`` sections: a derived predicate is then a predicate like any other. An
engine that takes PDDL files is given the texts as they came.

Used by the worker only.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

__all__ = ["ENGINES", "hand_over", "without_derived"]

ENGINES = frozenset({"fast-downward", "symk", "symk-opt"})
"""unified-planning's names of those that take derived predicates"""

_SECTION = re.compile(r"\(\s*:derived(?=[\s(])", re.IGNORECASE)


def without_derived(domain: str) -> str:
    """Return a domain without its derivations, the requirement and the comments; one without derivations as it is."""
    code = re.sub(r";[^\n]*", "", domain)
    sections = list(_SECTION.finditer(code))
    if not sections:
        return domain
    kept, position = [], 0
    for section in sections:
        kept.append(code[position : section.start()])
        position = _end(code, section.start())
    text = "".join([*kept, code[position:]])
    return re.sub(r":derived-predicates(?=[\s)])", "", text, flags=re.IGNORECASE)


def _end(code: str, start: int) -> int:
    """Return where the expression ends that begins with a parenthesis."""
    depth = 0
    for parenthesis in re.compile(r"[()]").finditer(code, start):
        depth += 1 if parenthesis[0] == "(" else -1
        if depth == 0:
            return parenthesis.end()
    return len(code)


def hand_over(planner: Any, domain: str, problem: str) -> None:
    """Have an engine that takes PDDL files find these texts in them, not what unified-planning wrote."""
    command = planner._get_cmd

    def command_for(domain_file: str, problem_file: str, plan_file: str) -> Any:
        Path(domain_file).write_text(domain, encoding="utf-8")
        Path(problem_file).write_text(problem, encoding="utf-8")
        return command(domain_file, problem_file, plan_file)

    planner._get_cmd = command_for
