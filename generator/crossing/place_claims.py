"""Check of an answer's claims about who is where, against the state after a crossing.

A claim is a mapping with the keys ``place`` and ``company`` (the company at a place), ``who``, ``at`` and ``behind``
(travelers who stay at a place), or ``same`` (travelers who are together).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.crossing_names import CrossingNames
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.name_lookup import quote_wrong_value


class PlaceClaims:
    """The claims that an answer makes about who is where after one crossing.

    ``crossing_data`` is the JSON object of the crossing; keys such as ``claims``, ``state`` or the name of a place have claims.
    """

    def __init__(self, names: CrossingNames, instance: Instance, crossing_data: Mapping[str, Any]) -> None:
        self.names, self.instance = names, instance
        self.claims: list[Mapping[str, Any]] = [*crossing_data.get("claims", ())]
        for key, value in crossing_data.items():
            if isinstance(value, list) and (place := self._find_place(key)) is not None:
                self.claims.append({"place": instance.places[place].name, "company": value})
            elif isinstance(value, dict) and key in ("state", "after", "result", "banks", "state_after"):
                self.claims += [
                    {"place": one, "company": company} for one, company in value.items() if isinstance(company, list)
                ]

    def find_contradiction(self, state: CrossingState, crossing: Crossing) -> str | None:
        """Return a message about the first claim that is false after a crossing; None if none is false."""
        crossed = [company & ~crossing.load for company in state.companies]
        after = [company | crossing.load * (n == crossing.destination) for n, company in enumerate(crossed)]
        for claim in self.claims:
            if "place" in claim and not self._is_company_claim_true(claim, (after, crossed)):
                return format_message(
                    "crossing.claims-company", names=quote_wrong_value(claim["company"]), place=claim["place"]
                )
            if "who" in claim and not self._is_stay_claim_true(claim, after, crossing):
                return format_message("crossing.claims-stay", names=", ".join(map(str, claim["who"])))
            if "same" in claim and not self._are_together(claim["same"], (*after, crossing.load)):
                return format_message("crossing.claims-together", names=", ".join(map(str, claim["same"])))
        return None

    def _find_place(self, called: str) -> int | None:
        return self.names.place_lookup.get(called.replace("_", " "))

    def _is_company_claim_true(self, claim: Mapping[str, Any], states: Iterable[Sequence[int]]) -> bool:
        """Return whether exactly the claimed travelers are at the claimed place in one of some states.

        A state is the bit mask of the travelers at each place. A claim about an unknown place counts as true.
        """
        place = self._find_place(str(claim["place"]))
        if place is None:
            return True
        if claim["company"] == "everybody":
            return any(companies[place] == (1 << len(self.instance.travellers)) - 1 for companies in states)
        wanted = self.names.count_named_travelers(claim["company"])
        return wanted is None or any(wanted == self.names.count_company(companies[place]) for companies in states)

    def _is_stay_claim_true(self, claim: Mapping[str, Any], after: Sequence[int], crossing: Crossing) -> bool:
        """Return whether a claim is true that travelers stay at a place, or do not cross.

        ``after`` has for each place the bit mask of the travelers there after the crossing.
        """
        place = self._find_place(claim["at"]) if claim["at"] else None
        for mask, number in self._find_travelers(claim["who"]):
            if place is not None:
                if (after[place] & mask).bit_count() < number:
                    return False
            elif (crossing.load & mask).bit_count() == mask.bit_count() and not claim["behind"]:
                return False
        return True

    def _are_together(self, names: Sequence[Any], groups: Iterable[int]) -> bool:
        """Return whether the named travelers are all in one of some groups, which are bit masks of travelers."""
        wanted = self._find_travelers(names)
        return any(all((group & mask).bit_count() >= number for mask, number in wanted) for group in groups)

    def _find_travelers(self, names: Sequence[Any]) -> list[tuple[int, int]]:
        """Return the meaning of each known name: a bit mask of travelers, and the number that is meant."""
        return [found for name in names if (found := self.names.traveler_lookup.get(name)) is not None]
