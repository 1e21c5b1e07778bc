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
    """One way to express river crossings in PDDL."""

    minimized_costs: tuple[str, ...] = ()
    """the kinds of costs that its optimal plans minimize; in an instance without costs, they are the shortest"""
    supported_boats: Literal["one", "fleet", "any"] = "fleet"
    """the supported boats: one, several in a fleet with names, or any number"""
    counts_crossings: bool = True
    """whether it supports deadlines and limits, which count crossings"""

    def _describe_alternative(self, other: CrossingFormulation) -> str:
        """Return the dialect of another formulation, with the encoding if the dialects are the same."""
        return f"'{other.dialect}'" + (
            f" with the '{other.encoding}' encoding" if other.dialect == self.dialect else ""
        )

    def check_suitable(self, instance: Instance) -> None:
        """Raise UnsuitableError if this formulation cannot express an instance."""

        def require(key: str, is_met_by: Callable[[CrossingFormulation], bool], **said: object) -> None:
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
            require("crossing.dialect-counts-no-crossings", lambda known: known.counts_crossings)
        if instance.backward:
            require("crossing.dialect-goes-forward-only", lambda known: known.dialect != "temporal")
        tariff = instance.tariff
        if tariff:
            require(
                "crossing.dialect-has-no-costs", lambda known: tariff.by in known.minimized_costs, units=tariff.units
            )


def _count_one_per_crossing(instance: Instance, optimum: Optimum) -> int | None:
    """Return the number of actions of an optimal plan where each crossing is one action.

    For boats that cross at the same time, no optimum is known; the result is None.
    """
    return optimum.moves if instance.boats == 1 or instance.fleet else None


def _count_two_per_crossing(instance: Instance, optimum: Optimum) -> int | None:
    """Return the number of actions of an optimal plan where departure and landing are two actions."""
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
        count_actions=_count_one_per_crossing,
    ),
    CrossingFormulation(
        "axioms",
        "named",
        "axioms",
        axioms.make_axioms_context,
        decode=decoding.decode_named_plan,
        count_actions=_count_two_per_crossing,
    ),
    CrossingFormulation(
        "numeric",
        "counted",
        "numeric",
        numeric.make_numeric_context,
        decode=decoding.decode_numeric_plan,
        count_actions=_count_one_per_crossing,
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
        counts_crossings=False,
        is_timed=True,
        decode=decoding.decode_named_plan,
        count_actions=_count_one_per_crossing,
    ),
    CrossingFormulation(
        "temporal",
        "counted",
        "numeric",
        numeric.make_durative_context,
        minimized_costs=("slowest",),
        supported_boats="one",
        counts_crossings=False,
        is_timed=True,
        decode=decoding.decode_numeric_plan,
        count_actions=_count_one_per_crossing,
    ),
)
