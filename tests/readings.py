"""What a puzzle file of a river crossing means, read once more: from its tables in plain values to the brute force of `oracle`.

It shares no code with the program. Travellers and places are known by their numbers, ``t0`` and ``p0``: how names are chosen is not its matter.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from oracle import Company, Puzzle

__all__ = ["Reading", "read"]

Fleet = tuple[tuple[str, Company], ...]
"""for each boat where it is, or where it goes and who is in it"""
Moment = tuple[frozenset[tuple[str, str]], Fleet]
"""who is ashore where, and the boats"""


@dataclass(frozen=True)
class Reading:
    """A puzzle as the oracle has it, with what the oracle does not know."""

    puzzle: Puzzle
    travellers: list[str]
    """the names, in the order of the file"""
    places: list[str]
    boats: int
    pays: str | None
    """what a crossing costs: slowest, rower or nothing"""
    least_amount: int
    """the least pace or fee of one who rows, if crossings cost anything"""
    minutes: Any
    """how long a crossing with a load takes"""

    def is_peaceful(self) -> bool:
        """Whether the start keeps the rules."""
        _, positions, *_ = self.puzzle.start()
        return all(self.puzzle.peaceful(company) for company in self._companies(positions))

    def _companies(self, positions: frozenset[tuple[str, str]]) -> list[Company]:
        return [frozenset(person for person, at in positions if at == place) for place in self.puzzle.places]

    def first_moment(self) -> Moment:
        """Everybody ashore, all boats at one place."""
        boat, positions, *_ = self.puzzle.start()
        return positions, ((boat, frozenset()),) * self.boats

    def moments(self, moment: Moment) -> list[tuple[int | None, Moment]]:
        """What may happen next: a boat leaves, and takes so many minutes, or a boat lands."""
        ashore, fleet = moment
        puzzle, found = self.puzzle, list[tuple[int | None, Moment]]()
        for number, (place, crew) in enumerate(fleet):
            if crew:
                after = ashore | {(person, place) for person in crew}
                found.append((None, (after, (*fleet[:number], (place, frozenset()), *fleet[number + 1 :]))))
                continue
            here = [person for person in puzzle.travellers if (person, place) in ashore]
            for size in range(1, puzzle.seats + 1):
                for load in map(frozenset, itertools.combinations(here, size)):
                    if not load & puzzle.rowers or not puzzle.bears(load) or not puzzle.may_board(load):
                        continue
                    left = ashore - {(person, place) for person in load}
                    for there in puzzle.places:
                        if there != place and frozenset((place, there)) in puzzle.links:
                            boats = (*fleet[:number], (there, load), *fleet[number + 1 :])
                            found.append((self.minutes(load), (left, boats)))
        return [(time, after) for time, after in found if all(map(puzzle.peaceful, self._companies(after[0])))]

    def is_last(self, moment: Moment) -> bool:
        """Whether everybody who is to be somewhere is there, and nobody on the water."""
        ashore, fleet = moment
        if any(crew for _, crew in fleet):
            return False
        return all(self.puzzle.done((place, ashore)) for place, _ in fleet)

    def best_plans(self) -> int:
        """How many ways of the least price there are; where somebody rows for nothing, of those the shortest."""
        puzzle = self.puzzle
        totals = puzzle.cheapest()
        best = puzzle.least()
        if best is None:
            return 0
        free = self.pays is not None and self.least_amount == 0
        ways = {puzzle.start(): 1}
        count = 0
        for situation in sorted(totals, key=totals.__getitem__):
            if situation not in ways:
                continue
            if puzzle.done(situation):
                count += ways[situation] * (totals[situation] == best if free else totals[situation][0] == best[0])
                continue
            price, crossings = totals[situation]
            for load, _, following in puzzle.moves(situation):
                spent = (price + puzzle.price(load), crossings + 1)
                if spent == totals[following] if free else spent[0] == totals[following][0]:
                    ways[following] = ways.get(following, 0) + ways[situation]
        return count


def read(plain: dict[str, Any]) -> Reading:
    """What a file means."""
    places, homes = _numbered(plain["places"])
    members: dict[str, list[str]] = {}
    for kind in plain["kinds"]:
        before = sum(map(len, members.values()))
        members[kind["name"]] = [f"t{before + index}" for index in range(len(kind["members"]))]
    people = [person for kind in members.values() for person in kind]

    def amounts(which: str) -> dict[str, int]:
        return {
            person: amount
            for kind in plain["kinds"]
            for person, amount in zip(members[kind["name"]], kind[which], strict=True)
        }

    rowers = {
        person
        for kind in plain["kinds"]
        for index, person in enumerate(members[kind["name"]])
        if (kind["rows"] if isinstance(kind["rows"], bool) else index < kind["rows"])
    }
    paces, fees, weights = amounts("pace"), amounts("fee"), amounts("weight")
    pays, most = plain["cost"], plain["boat"]["weight"]

    def price(load: Company) -> int:
        if pays == "slowest":
            return max(paces[person] for person in load)
        return min(fees[person] for person in load if person in rowers) if pays == "rower" else 1

    puzzle = Puzzle(
        people, list(places), _links(plain["routes"], places, homes), plain["boat"]["capacity"], rowers,
        lambda company: all(
            _kept(rule, company, plain["kinds"], members) for rule in plain["rules"] if "place" in _where(rule, plain)
        ),
        price=price,
        aboard=lambda load: all(
            _kept(rule, load, plain["kinds"], members) for rule in plain["rules"] if "boat" in _where(rule, plain)
        ),
    )  # fmt: skip
    puzzle.bears = lambda load: most is None or sum(weights[person] for person in load) <= most
    start, goal = plain["start"], plain["goal"]
    for kind in plain["kinds"]:
        for person in members[kind["name"]]:
            puzzle.starts[person] = homes[start["kinds"].get(kind["name"], start["everyone"])][0]
            wanted = goal["kinds"].get(kind["name"], goal["everyone"])
            puzzle.ends[person] = None if wanted is None else homes[wanted][0]
    puzzle.boat_starts = homes[start["boat"]][0]
    puzzle.boat_ends = None if goal["boat"] is None else homes[goal["boat"]][0]
    _watch(puzzle, plain["rules"], members, homes)
    amount = paces if pays == "slowest" else fees
    return Reading(
        puzzle,
        [member for kind in plain["kinds"] for member in kind["members"]],
        list(places.values()),
        plain["boat"]["count"],
        pays,
        min((amount[person] for person in rowers), default=1),
        price if pays == "slowest" else lambda load: plain["boat"]["minutes"],
    )


def _numbered(tables: list[dict[str, Any]]) -> tuple[dict[str, str], dict[str, list[str]]]:
    """The places by number, each with its name, and those that a table stands for."""
    places: dict[str, str] = {}
    homes: dict[str, list[str]] = {}
    for table in tables:
        copies = [table["name"]] if table["count"] == 1 else [f"{table['name']} {n + 1}" for n in range(table["count"])]
        homes[table["name"]] = [f"p{len(places) + number}" for number in range(len(copies))]
        places |= dict(zip(homes[table["name"]], copies, strict=True))
    return places, homes


def _links(routes: list[dict[str, Any]], places: dict[str, str], homes: dict[str, list[str]]) -> set[frozenset[str]]:
    if not routes:
        return {frozenset(pair) for pair in itertools.combinations(places, 2)}
    return {
        frozenset((one, other))
        for route in routes
        if route["when"]
        for one in homes[route["between"][0]]
        for other in homes[route["between"][1]]
        if one != other
    }


def _where(rule: dict[str, Any], plain: dict[str, Any]) -> list[str]:
    """Where a rule binds."""
    return rule.get("where") or (["place", "boat"] if plain["boat"]["rules"] else ["place"])


def _kept(rule: dict[str, Any], company: Company, kinds: list[dict[str, Any]], members: dict[str, list[str]]) -> bool:
    """Whether a company keeps a rule about who may be together."""

    def of(names: list[str]) -> set[str]:
        return {person for name in names for person in members[name]}

    if rule["rule"] == "outnumber":
        others = company & of(rule["others"])
        return not others or len(company & of(rule["threats"])) <= len(others)
    if rule["rule"] == "at-most":
        return len(company & of(rule["kinds"])) <= rule["number"]
    if rule["rule"] != "guard":
        return True
    partner = {kind["name"]: kind["paired_with"] for kind in kinds}
    for name in rule["victims"]:
        for index, victim in enumerate(members[name]):
            if victim not in company:
                continue
            guardians = set[str]()
            if (guardian := rule["guardian"]) is not None:
                own = guardian == partner[name] or partner[guardian] == name
                guardians = {members[guardian][index]} if own else {*members[guardian]}
            if rule["chain"]:
                threats = {members[name][index - 1]} if index else set()
            else:
                threats = (
                    {*itertools.chain(*members.values())} if rule["threats"] == "everyone" else of(rule["threats"])
                )
            if company & (threats - guardians - {victim}) and not company & (guardians - {victim}):
                return False
    return True


def _watch(
    puzzle: Puzzle, rules: list[dict[str, Any]], members: dict[str, list[str]], homes: dict[str, list[str]]
) -> None:
    """Give a puzzle its rules with time."""
    limits = [rule["crossings"] for rule in rules if rule["rule"] == "limit"]
    deadlines = [
        (person, homes[rule["place"]][0], rule["crossings"])
        for rule in rules
        if rule["rule"] == "deadline"
        for name in rule["kinds"]
        for person in members[name]
    ]
    puzzle.horizon = min(limits) if limits else max((last + 1 for _, _, last in deadlines), default=0)

    def late(made: int, where: dict[str, str]) -> bool:
        if limits and made > min(limits):
            return True
        return any(made > last and where[person] == place for person, place, last in deadlines)

    puzzle.late = late
