"""Check of the claims in an answer about who is where after a crossing.

A claim is a mapping. It says one of three things:

- which travelers are at a place: the keys ``place`` and ``company``, a list of names or ``"everybody"``
- that travelers stay at a place: the keys ``who``, ``at`` (empty if no place is named) and ``behind``
- that travelers are together: the key ``same``
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

    ``crossing_data`` is the JSON object of the crossing. Its claims are at keys such as ``claims`` and ``state``, or at
    the name of a place.
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
        """Return whether exactly the claimed travelers are at the claimed place in one of ``states``.

        Each state has the bit mask of the travelers at each place. A claim about an unknown place counts as true.
        """
        place = self._find_place(str(claim["place"]))
        if place is None:
            return True
        if claim["company"] == "everybody":
            return any(companies[place] == (1 << len(self.instance.travellers)) - 1 for companies in states)
        wanted = self.names.count_named_travelers(claim["company"])
        return wanted is None or any(wanted == self.names.count_company(companies[place]) for companies in states)

    def _is_stay_claim_true(self, claim: Mapping[str, Any], after: Sequence[int], crossing: Crossing) -> bool:
        """Return whether a claim that travelers stay is true.

        If the claim names a place, they must be there after the crossing; otherwise, they must not cross. ``after`` has
        the bit mask of the travelers at each place after the crossing.
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
        """Return whether one of ``groups``, as bit masks, contains all of the named travelers."""
        wanted = self._find_travelers(names)
        return any(all((group & mask).bit_count() >= number for mask, number in wanted) for group in groups)

    def _find_travelers(self, names: Sequence[Any]) -> list[tuple[int, int]]:
        """Return for each known name a bit mask of travelers, and how many of them the name stands for."""
        return [found for name in names if (found := self.names.traveler_lookup.get(name)) is not None]
