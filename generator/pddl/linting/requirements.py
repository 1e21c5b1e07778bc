"""Which requirements a domain and a problem have need of, as PDDL 2.1 and 2.2 have them.

Maria Fox and Derek Long, "PDDL2.1", JAIR 20 (2003), appendix A.
"""

from __future__ import annotations

from collections.abc import Iterator

from ferryplan import domains
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import contents
from ferryplan.generator.pddl.linting.findings import Finding, found, place_of
from ferryplan.generator.pddl.syntax import Place
from ferryplan.generator.pddl.tree import Domain, DurativeAction, Problem

IMPLIED: dict[str, list[str]] = domains.words("linting")["implied"]
"""what a requirement stands for, beside itself"""
_NEEDED = {
    pddl.Equal: ":equality", pddl.Or: ":disjunctive-preconditions", pddl.Imply: ":disjunctive-preconditions",
    pddl.Exists: ":existential-preconditions", pddl.ForAll: ":universal-preconditions",
    pddl.When: ":conditional-effects", pddl.ForEach: ":conditional-effects",
}  # fmt: skip


def requirements(domain: Domain, problem: Problem | None, whole: bool = True) -> Iterator[Finding]:
    """Yield the requirements that are missing, at what needs them first, and those that nothing needs, unless less than the ``whole`` was read."""
    needed, in_goal = dict[str, Place](), dict[str, Place]()
    for part in contents(domain):
        if name := _needed_by(part):
            needed.setdefault(name, place_of(part))
    for part in pddl.all_in(problem.goal) if problem is not None else ():
        if (name := _needed_by(part)) and name not in needed:
            in_goal.setdefault(name, place_of(part))
    durative = [one for one in domain.actions if isinstance(one, DurativeAction)]
    if durative:
        needed[":durative-actions"] = durative[0].written
        if any(one.operator != "=" for action in durative for one in action.duration):
            needed[":duration-inequalities"] = durative[0].written
    typed = [one for one in (*domain.types, *domain.constants) if one.types != ("object",)] or domain.types
    if typed:
        needed[":typing"] = typed[0].written
    if domain.derived:
        needed[":derived-predicates"] = domain.derived[0].atom.written
    if domain.functions:
        needed[":fluents"] = domain.functions[0].written
    declared = {one: {one, *IMPLIED.get(one, ())} for one in domain.requirements}
    all_declared = set[str]().union(*declared.values())
    for name, place in needed.items():
        if name not in all_declared:
            yield found("requirement-missing", domain.source, place, name, name=name)
    for name, place in in_goal.items():
        if problem is not None and name not in all_declared | needed.keys():
            yield found("requirement-missing", problem.source, place, name, name=name)
    for name, meant in declared.items():
        if whole and meant.isdisjoint(needed.keys() | in_goal.keys()) and name != ":strips":
            yield found("requirement-not-needed", domain.source, None, name=name)


def _needed_by(part: pddl.Condition | pddl.Effect) -> str | None:
    """Return the requirement that a condition or an effect needs for itself."""
    if isinstance(part, pddl.Not):
        simple = isinstance(part.condition, pddl.Atom | pddl.Equal | pddl.Comparison)
        return ":negative-preconditions" if simple else ":disjunctive-preconditions"
    return _NEEDED.get(type(part))
