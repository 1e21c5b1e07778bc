"""The check of the requirements that a domain and a problem need, as in PDDL 2.1 and 2.2.

Maria Fox and Derek Long, "PDDL2.1", JAIR 20 (2003), appendix A.
"""

from __future__ import annotations

from collections.abc import Iterator

from ferryplan import domains
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import walk_conditions_and_effects
from ferryplan.generator.pddl.linting.findings import Finding, location_of_first_name, make_finding, make_removal
from ferryplan.generator.pddl.linting.source_edits import SourceEditor, find_last_written, remove_requirement
from ferryplan.generator.pddl.syntax import SourceLocation
from ferryplan.generator.pddl.syntax_tree import Domain, DurativeAction, Problem

IMPLIED: dict[str, list[str]] = domains.words("linting")["implied"]
"""the requirements that a requirement implies"""
_REQUIREMENTS = {
    pddl.Equal: ":equality", pddl.Or: ":disjunctive-preconditions", pddl.Imply: ":disjunctive-preconditions",
    pddl.Exists: ":existential-preconditions", pddl.ForAll: ":universal-preconditions",
    pddl.When: ":conditional-effects", pddl.ForEach: ":conditional-effects",
}  # fmt: skip


def find_wrong_requirements(
    domain: Domain, problem: Problem | None, was_read_completely: bool = True
) -> Iterator[Finding]:
    """Yield findings about requirements that are missing, and about those that no part needs.

    A missing requirement is reported at the first part that needs it. Unneeded requirements are reported only if
    ``was_read_completely`` is true.
    """
    needed, in_goal = dict[str, SourceLocation](), dict[str, SourceLocation]()
    for part in walk_conditions_and_effects(domain):
        if name := _requirement_of(part):
            needed.setdefault(name, location_of_first_name(part) or find_last_written(domain.source, None, f"{part}"))
    for part in pddl.walk_parts(problem.goal) if problem is not None else ():
        assert problem is not None
        if (name := _requirement_of(part)) and name not in needed:
            written = location_of_first_name(part) or find_last_written(problem.source, None, f"{part}")
            in_goal.setdefault(name, written)
    durative = [one for one in domain.actions if isinstance(one, DurativeAction)]
    if durative:
        needed[":durative-actions"] = durative[0].source_node
        if any(one.operator != "=" for action in durative for one in action.duration):
            needed[":duration-inequalities"] = durative[0].source_node
    typed = [one for one in (*domain.types, *domain.constants) if one.types != ("object",)] or domain.types
    if typed:
        needed[":typing"] = typed[0].source_node
    if domain.derivation_rules:
        needed[":derived-predicates"] = domain.derivation_rules[0].atom.source_node
    if domain.functions:
        needed[":fluents"] = domain.functions[0].source_node
    declared = {one: {one, *IMPLIED.get(one, ())} for one in domain.requirements}
    all_declared = set[str]().union(*declared.values())
    for name, place in needed.items():
        if name not in all_declared:
            edits = [SourceEditor(domain.source).add_to_section(":requirements", name)]
            yield make_finding("requirement-missing", domain.source, place, name, edits, name=name)
    for name, place in in_goal.items():
        if problem is not None and name not in all_declared | needed.keys():
            edits = [SourceEditor(domain.source).add_to_section(":requirements", name)]
            yield make_finding("requirement-missing", problem.source, place, name, edits, name=name)
    for name, meant in declared.items():
        if was_read_completely and meant.isdisjoint(needed.keys() | in_goal.keys()) and name != ":strips":
            place, removal = remove_requirement(domain.source, name)
            yield make_removal("requirement-not-needed", domain.source, place, name, removal, name=name)


def _requirement_of(part: pddl.Condition | pddl.Effect) -> str | None:
    """Return the requirement that a condition or an effect needs, apart from its nested parts, or None."""
    if isinstance(part, pddl.Not):
        simple = isinstance(part.condition, pddl.Atom | pddl.Equal | pddl.NumericComparison)
        return ":negative-preconditions" if simple else ":disjunctive-preconditions"
    return _REQUIREMENTS.get(type(part))
