"""unified-planning walks every grounding of every fluent for ``Problem.initial_values``; here it leaves out the facts that are false.

n^4 groundings there are of a static relation of four travelers. up-pyperplan and the PDDL writer, which go through the property, then
pass over what is false.

Used by the worker only.
"""

from __future__ import annotations

from typing import Any

from ferryplan.planner.engines.patches.guard import patch

PATCH = patch("unified-planning-initial-values")


def apply(problem: Any) -> None:
    """Have a problem, and its clones, leave the facts that are false out of its ``initial_values``, if that is as expected.

    Clones are what Fast Downward's optimal engine makes. Not for engines that need the whole state.
    """
    if not PATCH.fits():
        return

    def what_holds(self: Any) -> dict[Any, Any]:
        return {fluent: value for fluent, value in self.explicit_initial_values.items() if not value.is_false()}

    def clone(self: Any) -> Any:
        copy = kind.clone(self)
        copy.__class__ = self.__class__
        return copy

    kind = type(problem)
    problem.__class__ = type(kind.__name__, (kind,), {"initial_values": property(what_holds), "clone": clone})
