"""Faster initial states of unified-planning problems, without the facts that are false.

``Problem.initial_values`` enumerates every grounding of every fluent: n^4 groundings for a static relation of four
travelers. up-pyperplan and the PDDL writer use this property, and then skip the false facts.

Used by the worker only.
"""

from __future__ import annotations

from typing import Any

from ferryplan.planner.engines.patches.guard import load_patch

PATCH = load_patch("unified-planning-initial-values")


def apply_patch(problem: Any) -> None:
    """Leave the false facts out of the ``initial_values`` of a problem and its clones.

    The optimal engine of Fast Downward makes clones. The patch is not applied if unified-planning's code differs from
    the tested code. Do not apply the patch for engines that need the false facts, too.
    """
    if not PATCH.is_applicable():
        return

    def true_initial_values(self: Any) -> dict[Any, Any]:
        return {fluent: value for fluent, value in self.explicit_initial_values.items() if not value.is_false()}

    def clone(self: Any) -> Any:
        copy = kind.clone(self)
        copy.__class__ = self.__class__
        return copy

    kind = type(problem)
    problem.__class__ = type(kind.__name__, (kind,), {"initial_values": property(true_initial_values), "clone": clone})
