"""Claims of an answer about places, checked against the state after the crossing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.crossing_names import CrossingNames
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.name_lookup import format_found


class PlaceClaims:
    """The claims that accompany one crossing."""

    def __init__(self, names: CrossingNames, instance: Instance, said: Mapping[str, Any]) -> None:
        self.names, self.instance = names, instance
        self.claims: list[Mapping[str, Any]] = [*said.get("claims", ())]
        for key, value in said.items():
            if isinstance(value, list) and (place := self._find_place(key)) is not None:
                self.claims.append({"place": instance.places[place].name, "company": value})
            elif isinstance(value, dict) and key in ("state", "after", "result", "banks", "state_after"):
                self.claims += [
                    {"place": one, "company": company} for one, company in value.items() if isinstance(company, list)
                ]

    def find_contradiction(self, state: CrossingState, crossing: Crossing) -> str | None:
        """Return a message about a claim that is false after a crossing, or None."""
        crossed = [company & ~crossing.load for company in state.companies]
        after = [company | crossing.load * (n == crossing.destination) for n, company in enumerate(crossed)]
        for claim in self.claims:
            if "place" in claim and not self._is_company_at_place(claim, (after, crossed)):
                return format_message(
                    "crossing.claims-company", names=format_found(claim["company"]), place=claim["place"]
                )
            if "who" in claim and not self._holds_stay_claim(claim, after, crossing):
                return format_message("crossing.claims-stay", names=", ".join(map(str, claim["who"])))
            if "same" in claim and not self._is_together(claim["same"], (*after, crossing.load)):
                return format_message("crossing.claims-together", names=", ".join(map(str, claim["same"])))
        return None

    def _find_place(self, called: str) -> int | None:
        return self.names.places.get(called.replace("_", " "))

    def _is_company_at_place(self, claim: Mapping[str, Any], states: Iterable[Sequence[int]]) -> bool:
        """Return whether exactly the claimed company is at a place in one of the states."""
        place = self._find_place(str(claim["place"]))
        if place is None:
            return True
        if claim["company"] == "everybody":
            return any(companies[place] == (1 << len(self.instance.travellers)) - 1 for companies in states)
        wanted = self.names.count_names(claim["company"])
        return wanted is None or any(wanted == self.names.count_members(companies[place]) for companies in states)

    def _holds_stay_claim(self, claim: Mapping[str, Any], after: Sequence[int], crossing: Crossing) -> bool:
        place = self._find_place(claim["at"]) if claim["at"] else None
        for mask, number in self._find_travelers(claim["who"]):
            if place is not None:
                if (after[place] & mask).bit_count() < number:
                    return False
            elif (crossing.load & mask).bit_count() == mask.bit_count() and not claim["behind"]:
                return False
        return True

    def _is_together(self, names: Sequence[Any], groups: Iterable[int]) -> bool:
        wanted = self._find_travelers(names)
        return any(all((group & mask).bit_count() >= number for mask, number in wanted) for group in groups)

    def _find_travelers(self, names: Sequence[Any]) -> list[tuple[int, int]]:
        return [found for name in names if (found := self.names.travellers.get(name)) is not None]
