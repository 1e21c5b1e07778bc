"""The formulations of river crossings in PDDL: dialects and encodings, and their limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing import decoding
from ferryplan.generator.crossing.encodings import axioms, counted, named_strips, numeric
from ferryplan.generator.crossing.encodings.adl import make_adl_context
from ferryplan.generator.crossing.encodings.temporal import make_temporal_context
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.errors import UnsuitableError
from ferryplan.generator.formulation import Formulation, Optimum
from ferryplan.generator.wording import join_phrases


@dataclass(frozen=True, slots=True)
class CrossingFormulation(Formulation[Instance]):
    """One way to express river crossings in PDDL: a dialect with an encoding, and its limits."""

    minimized_costs: tuple[str, ...] = ()
    """the kinds of costs that optimal plans minimize, ``slowest`` or ``rower``, as in the puzzle file; in an instance
    without costs, optimal plans are the shortest"""
    supported_boats: Literal["one", "fleet", "any"] = "fleet"
    """the boats that the PDDL can have: ``one``, several with names (``fleet``), or ``any`` number, even without names"""
    can_count_crossings: bool = True
    """whether the PDDL can count crossings, as deadlines and limits require"""

    def _describe_alternative(self, other: CrossingFormulation) -> str:
        """Return another formulation's dialect in words, with its encoding if the dialect is the same."""
        return f"'{other.dialect}'" + (
            f" with the '{other.encoding}' encoding" if other.dialect == self.dialect else ""
        )

    def check_expressible(self, instance: Instance) -> None:
        """Raise UnsuitableError if this formulation cannot express an instance."""

        def require(key: str, is_met_by: Callable[[CrossingFormulation], bool], **said: object) -> None:
            """Raise UnsuitableError with the message ``key`` unless this formulation meets a condition."""
            if not is_met_by(self):
                fitting = [known for known in FORMULATIONS if is_met_by(known)]
                others = join_phrases([*dict.fromkeys(map(self._describe_alternative, fitting))], "or")
                raise UnsuitableError(
                    format_message(key, dialect=self.dialect, encoding=self.encoding, others=others, **said),
                    where=instance.puzzle,
                    about="dialect",
                    found=f"{self.dialect} ({self.encoding})",
                    expected=others,
                )

        if instance.boats > 1:
            enough = ("fleet", "any") if instance.fleet else ("any",)
            require(
                "crossing.dialect-takes-one-boat", lambda known: known.supported_boats in enough, boats=instance.boats
            )
        if instance.horizon:
            require("crossing.dialect-counts-no-crossings", lambda known: known.can_count_crossings)
        if instance.backward:
            require("crossing.dialect-goes-forward-only", lambda known: known.dialect != "temporal")
        tariff = instance.tariff
        if tariff:
            require(
                "crossing.dialect-has-no-costs", lambda known: tariff.by in known.minimized_costs, units=tariff.units
            )


def _count_whole_crossings(instance: Instance, optimum: Optimum) -> int | None:
    """Return the number of actions of an optimal plan if the PDDL has one action for each crossing.

    Returns None for several boats without names: they cross at the same time, and no optimum is known.
    """
    return optimum.moves if instance.boats == 1 or instance.fleet else None


def _count_departures_and_landings(instance: Instance, optimum: Optimum) -> int | None:
    """Return the number of actions of an optimal plan if the PDDL has two actions for each crossing.

    These are the departure and the landing. Returns None if the optimal number of crossings is not known.
    """
    return None if optimum.moves is None else 2 * optimum.moves


FORMULATIONS = (
    CrossingFormulation(
        "strips",
        "named",
        "strips",
        named_strips.make_strips_context,
        decode=decoding.decode_named_plan,
        minimized_costs=("slowest", "rower"),
        count_actions=named_strips.count_strips_actions,
    ),
    CrossingFormulation(
        "strips",
        "counted",
        "strips-counted",
        counted.make_strips_counted_context,
        decode=decoding.decode_counted_plan,
        count_actions=counted.count_strips_actions,
    ),
    CrossingFormulation(
        "adl",
        "named",
        "adl",
        make_adl_context,
        decode=decoding.decode_named_plan,
        count_actions=_count_whole_crossings,
    ),
    CrossingFormulation(
        "axioms",
        "named",
        "axioms",
        axioms.make_axioms_context,
        decode=decoding.decode_named_plan,
        count_actions=_count_departures_and_landings,
    ),
    CrossingFormulation(
        "numeric",
        "counted",
        "numeric",
        numeric.make_numeric_context,
        decode=decoding.decode_numeric_plan,
        count_actions=_count_whole_crossings,
    ),
    CrossingFormulation(
        "costs",
        "named",
        "strips",
        named_strips.make_costs_context,
        decode=decoding.decode_named_plan,
        minimized_costs=("slowest", "rower"),
        count_actions=named_strips.count_costs_actions,
    ),
    CrossingFormulation(
        "temporal",
        "named",
        "temporal",
        make_temporal_context,
        minimized_costs=("slowest",),
        supported_boats="any",
        can_count_crossings=False,
        is_timed=True,
        decode=decoding.decode_named_plan,
        count_actions=_count_whole_crossings,
    ),
    CrossingFormulation(
        "temporal",
        "counted",
        "numeric",
        numeric.make_durative_context,
        minimized_costs=("slowest",),
        supported_boats="one",
        can_count_crossings=False,
        is_timed=True,
        decode=decoding.decode_numeric_plan,
        count_actions=_count_whole_crossings,
    ),
)
