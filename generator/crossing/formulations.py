"""The ways to put river crossings into PDDL: their dialects and encodings, and what each can say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing import decoding
from ferryplan.generator.crossing.encodings import axioms, counted, numeric, staged
from ferryplan.generator.crossing.encodings.adl import adl
from ferryplan.generator.crossing.encodings.temporal import temporal
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.errors import UnsuitableError
from ferryplan.generator.formulation import Formulation, Optimum
from ferryplan.generator.wording import listing


@dataclass(frozen=True, slots=True)
class CrossingFormulation(Formulation[Instance]):
    """One way to put river crossings into PDDL."""

    weighs: tuple[str, ...] = ()
    """the kinds of costs of which its best plans are the cheapest; without costs its best plans are the shortest"""
    boats: Literal["one", "fleet", "any"] = "fleet"
    """how many boats it takes: several only if they are a fleet, whose boats have names, or any"""
    counts_crossings: bool = True
    """whether it has rules that count the crossings made"""

    def _name_other(self, other: CrossingFormulation) -> str:
        """Return the dialect of another formulation, with the encoding if the dialects are the same."""
        return f"'{other.dialect}'" + (
            f" with the '{other.encoding}' encoding" if other.dialect == self.dialect else ""
        )

    def check_suitable(self, instance: Instance) -> None:
        """Raise UnsuitableError if it does not say what an instance asks."""

        def refuse(key: str, fits: Callable[[CrossingFormulation], bool], **said: object) -> None:
            if not fits(self):
                fitting = [known for known in FORMULATIONS if fits(known)]
                others = listing([*dict.fromkeys(map(self._name_other, fitting))], "or")
                raise UnsuitableError(
                    format_message(key, dialect=self.dialect, encoding=self.encoding, others=others, **said),
                    where=instance.puzzle,
                    about="dialect",
                    found=f"{self.dialect} ({self.encoding})",
                    expected=others,
                )

        if instance.boats > 1:
            enough = ("fleet", "any") if instance.fleet else ("any",)
            refuse("crossing.dialect-takes-one-boat", lambda known: known.boats in enough, boats=instance.boats)
        if instance.horizon:
            refuse("crossing.dialect-counts-no-crossings", lambda known: known.counts_crossings)
        if instance.backward:
            refuse("crossing.dialect-goes-forward-only", lambda known: known.dialect != "temporal")
        tariff = instance.tariff
        if tariff:
            refuse("crossing.dialect-has-no-costs", lambda known: tariff.by in known.weighs, units=tariff.units)


def _one_a_crossing(instance: Instance, optimum: Optimum) -> int | None:
    """Return the actions of a best plan where a crossing is one action; of several boats at once no optimum is known."""
    return optimum.moves if instance.boats == 1 or instance.fleet else None


def _two_a_crossing(instance: Instance, optimum: Optimum) -> int | None:
    """Return the actions of a best plan where the boat leaves by one action and lands by another."""
    return None if optimum.moves is None else 2 * optimum.moves


FORMULATIONS = (
    CrossingFormulation(
        "strips", "named", "strips", staged.strips,
        decode=decoding.decode_named, weighs=("slowest", "rower"), count=staged.count_in_strips,
    ),
    CrossingFormulation(
        "strips", "counted", "strips-counted", counted.strips, decode=decoding.decode_counted, count=counted.count_in_strips
    ),
    CrossingFormulation("adl", "named", "adl", adl, decode=decoding.decode_named, count=_one_a_crossing),
    CrossingFormulation("axioms", "named", "axioms", axioms.axioms, decode=decoding.decode_named, count=_two_a_crossing),
    CrossingFormulation(
        "numeric", "counted", "numeric", numeric.numeric, decode=decoding.decode_numeric, count=_one_a_crossing
    ),
    CrossingFormulation(
        "costs", "named", "strips", staged.costs,
        decode=decoding.decode_named, weighs=("slowest", "rower"), count=staged.count_in_costs,
    ),
    CrossingFormulation(
        "temporal", "named", "temporal", temporal,
        weighs=("slowest",), boats="any", counts_crossings=False, timed=True, decode=decoding.decode_named, count=_one_a_crossing,
    ),
    CrossingFormulation(
        "temporal", "counted", "numeric", numeric.durative,
        weighs=("slowest",), boats="one", counts_crossings=False, timed=True, decode=decoding.decode_numeric, count=_one_a_crossing,
    ),
)  # fmt: skip
