"""Checks for cycles of types, and the strata of derived predicates."""

from __future__ import annotations

import graphlib
from collections.abc import Sequence

from ferryplan.generator.pddl.expressions import TypedName
from ferryplan.generator.pddl.normal_form import atoms_with_polarity, to_normal_form
from ferryplan.generator.pddl.syntax import MistakeError, Source, format_pddl_message
from ferryplan.generator.pddl.syntax_tree import DerivationRule

MAX_REPORTED_CYCLES = 10
"""the maximum number of type cycles that are reported"""


def check_type_cycles(source: Source, types: Sequence[TypedName]) -> None:
    """Report each type that is above itself, except ``object``.

    Raises MistakeError for the first such type if the source does not collect mistakes.
    """
    above = {one.name: {*one.types} - {"object"} for one in types if one.name != "object"}
    for _ in range(MAX_REPORTED_CYCLES):
        try:
            graphlib.TopologicalSorter(above).prepare()
        except graphlib.CycleError as error:
            circle = set(error.args[1])
            for one in types:
                if one.name in circle:
                    source.report_mistake(one.source_node, "pddl.cyclic-type", "cyclic-type", name=one.name)
            above = {name: kinds for name, kinds in above.items() if name not in circle}
        else:
            return


def compute_strata(source: Source, rules: Sequence[DerivationRule]) -> dict[str, int]:
    """Return the number of the stratum of each derived predicate.

    A predicate is in a later stratum than the derived predicates that its rules negate. Raises MistakeError, a
    PddlError, if a predicate depends on its own negation.
    """
    stratum = dict.fromkeys((rule.atom.predicate for rule in rules), 0)
    asked = [(rule.atom, [*atoms_with_polarity(to_normal_form(rule.condition))]) for rule in rules]
    late = True
    while late:
        late = False
        for atom, others in asked:
            for other, denied in others:
                least = stratum.get(other.predicate, -1) + denied
                if stratum[atom.predicate] < least:
                    # Without a cycle, no stratum is higher than the number of predicates.
                    if least > len(stratum):
                        told = format_pddl_message("pddl.cyclic-derived", name=atom.predicate)
                        raise MistakeError(source, atom.source_node, told, "cyclic-derived")
                    stratum[atom.predicate], late = least, True
    return stratum
