"""What may not go in circles: types above themselves, derived predicates that depend on their own opposites."""

from __future__ import annotations

import graphlib
from collections.abc import Sequence

from ferryplan.generator.pddl.expressions import Typed
from ferryplan.generator.pddl.normal_form import atoms, normal
from ferryplan.generator.pddl.syntax import MistakeError, Source, sentence
from ferryplan.generator.pddl.tree import Derived

MOST_TOLD = 10
"""circles of types"""


def check_types(source: Source, types: Sequence[Typed]) -> None:
    """Note each type that is above itself; ``object`` may be. Raises MistakeError where the first mistake ends reading."""
    above = {one.name: {*one.types} - {"object"} for one in types if one.name != "object"}
    for _ in range(MOST_TOLD):
        try:
            graphlib.TopologicalSorter(above).prepare()
        except graphlib.CycleError as error:
            circle = set(error.args[1])
            for one in types:
                if one.name in circle:
                    source.note(one.written, "pddl.cyclic-type", "cyclic-type", name=one.name)
            above = {name: kinds for name, kinds in above.items() if name not in circle}
        else:
            return


def strata(source: Source, rules: Sequence[Derived]) -> dict[str, int]:
    """Return in which stratum each derived predicate is; all that a predicate denies is in one before its own.

    Raises MistakeError, a PddlError, for one that depends on its own opposite.
    """
    stratum = dict.fromkeys((rule.atom.predicate for rule in rules), 0)
    asked = [(rule.atom, [*atoms(normal(rule.condition))]) for rule in rules]
    late = True
    while late:
        late = False
        for atom, others in asked:
            for other, denied in others:
                least = stratum.get(other.predicate, -1) + denied
                if stratum[atom.predicate] < least:
                    # Without a circle, no stratum is higher than there are predicates.
                    if least > len(stratum):
                        told = sentence("pddl.cyclic-derived", name=atom.predicate)
                        raise MistakeError(source, atom.written, told, "cyclic-derived")
                    stratum[atom.predicate], late = least, True
    return stratum
