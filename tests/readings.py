"""What a puzzle file of a river crossing means, read once more: from its tables in plain values to the brute force of `oracle`.

It shares no code with the program. Travelers and places are known by their numbers, ``t0`` and ``p0``: how names are chosen is not its matter.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
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
    boats: list[tuple[int, set[str], int | None]]
    """of each how many it carries, who can row it, and the most weight"""
    weights: dict[str, int]
    pays: str | None
    """what a crossing costs: slowest, rower or nothing"""
    least_amount: int
    """the least pace or fee of one who rows, if crossings cost anything"""
    minutes: Any
    """how long a crossing with a load takes"""

    def is_peaceful(self) -> bool:
        """Whether the start keeps the rules."""
        _, positions, *_ = self.puzzle.start()
        return self.puzzle.calm(self._companies(positions))

    def _companies(self, positions: frozenset[tuple[str, str]]) -> dict[str, Company]:
        return {place: frozenset(person for person, at in positions if at == place) for place in self.puzzle.places}

    def first_moment(self) -> Moment:
        """Everybody ashore, all boats at one place."""
        start = self.puzzle.start()
        return start[1], ((self.puzzle.harbours(start)[0], frozenset()),) * len(self.boats)

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
            seats, rowers, most = self.boats[number]
            for size in range(1, seats + 1):
                for load in map(frozenset, itertools.combinations(here, size)):
                    if most is not None and sum(self.weights[person] for person in load) > most:
                        continue
                    if not load & rowers or not puzzle.may_board(load):
                        continue
                    left = ashore - {(person, place) for person in load}
                    for there in puzzle.places:
                        if there != place and frozenset((place, there)) in puzzle.links:
                            boats = (*fleet[:number], (there, load), *fleet[number + 1 :])
                            found.append((self.minutes(load), (left, boats)))
        return [(time, after) for time, after in found if puzzle.calm(self._companies(after[0]))]

    def is_last(self, moment: Moment) -> bool:
        """Whether everybody who is to be somewhere is there, and nobody on the water."""
        ashore, fleet = moment
        if any(crew for _, crew in fleet):
            return False
        places = [place for place, _ in fleet]
        if self.puzzle.fleet:
            return self.puzzle.done((",".join(places), ashore))
        return all(self.puzzle.done((place, ashore)) for place in places)

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
                spent = (price + puzzle.spent(situation, load, following), crossings + 1)
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
    pays = plain["cost"]
    common, boats = plain["boat"], list[tuple[int, set[str], int | None]]()
    for boat in plain["boats"] or [{"capacity": None, "weight": None, "rowers": None}] * common["count"]:
        able = {person for kind in (members if boat["rowers"] is None else boat["rowers"]) for person in members[kind]}
        capacity, bound = (common[key] if boat[key] is None else boat[key] for key in ("capacity", "weight"))
        boats.append((capacity, rowers & able, bound))
    seats, rowers, most = boats[0]  # all that there is if there is one
    if len(boats) > 1:
        seats, rowers = max(carried for carried, _, _ in boats), {person for _, able, _ in boats for person in able}

    def price(load: Company, able: set[str] = rowers) -> int:
        if pays == "slowest":
            return max(paces[person] for person in load)
        return min(fees[person] for person in load if person in able) if pays == "rower" else 1

    def of_fleet(
        carried: int, able: set[str], bound: int | None
    ) -> tuple[Callable[[Company], bool], Callable[[Company], int]]:
        def takes(load: Company) -> bool:
            light = bound is None or sum(weights[person] for person in load) <= bound
            return len(load) <= carried and light and bool(load & able)

        return takes, lambda load: price(load, able)

    puzzle = Puzzle(
        people, list(places), _links(plain["routes"], places, homes), seats, rowers,
        lambda company: True,
        price=price,
        aboard=lambda load: all(
            _kept(rule, load, plain, members) for rule in plain["rules"] if _binds(rule, "boat", plain, homes)
        ),
        there=lambda company, place: all(
            _kept(rule, company, plain, members) for rule in plain["rules"] if _binds(rule, place, plain, homes)
        ) and all(
            len(company) <= one["holds"] for one in plain["places"] if one["holds"] is not None and place in homes[one["name"]]
        ),
    )  # fmt: skip
    puzzle.bears = lambda load: most is None or sum(weights[person] for person in load) <= most
    if len(plain["boats"]) > 1:
        puzzle.fleet = [of_fleet(*boat) for boat in boats]
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
        boats,
        weights,
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


def _goal(kind: str, plain: dict[str, Any]) -> str | None:
    """Where the goal wants a kind."""
    place: str | None = plain["goal"]["kinds"].get(kind, plain["goal"]["everyone"])
    return place


def _binds(rule: dict[str, Any], spot: str, plain: dict[str, Any], homes: dict[str, list[str]]) -> bool:
    """Whether a rule binds in the boat, or at a place."""
    if rule["rule"] in ("never-row-alone", "must-cross-with", "never-cross-with"):
        return spot == "boat"
    if rule["rule"] in ("first", "last"):
        goal = _goal(rule["kinds"][0], plain)
        return goal is not None and spot in homes[goal]
    where = rule.get("where") or (["place", "boat"] if plain["boat"]["rules"] else ["place"])
    if spot == "boat" or "place" in where:
        return spot != "boat" or "boat" in where
    return any(spot in homes[name] for name in where if name != "boat")


def _kept(rule: dict[str, Any], company: Company, plain: dict[str, Any], members: dict[str, list[str]]) -> bool:
    """Whether a company keeps a rule about who may be together, where it binds."""

    def of(names: list[str]) -> set[str]:
        return {person for name in names for person in members[name]}

    match rule["rule"]:
        case "outnumber":
            others = company & of(rule["others"])
            return not others or len(company & of(rule["threats"])) <= len(others)
        case "at-most":
            return len(company & of(rule["kinds"])) <= rule["number"]
        case "never-row-alone":
            return len(company) != 1 or not company & of(rule["kinds"])
        case "never-cross-with":
            these, those = company & of(rule["kinds"]), company & of(rule["others"])
            return not any(one != other for one in these for other in those)
        case "first" | "last":
            others = rule["before" if rule["rule"] == "first" else "after"]
            if others == "everyone":
                goal = _goal(rule["kinds"][0], plain)
                others = [name for name in members if name not in rule["kinds"] and _goal(name, plain) == goal]
            early, late = of(rule["kinds"]), of(others)
            if rule["rule"] == "last":
                early, late = late, early
            return not company & late or early <= company
        case "must-cross-with":
            return all(
                _met(
                    rule["needed"], [company & one for one in _partners(name, nth, rule["companions"], plain, members)]
                )
                for name in rule["kinds"]
                for nth, person in enumerate(members[name])
                if person in company
            )
        case "guard":
            return _guarded(rule, company, plain, members)
    return True


def _met(needed: str, there: list[frozenset[str]]) -> bool:
    """Whether one of some sorts is there, or one of each sort."""
    return all(there) and bool(there) if needed == "all" else any(there)


def _partners(
    name: str, nth: int, sorts: list[str], plain: dict[str, Any], members: dict[str, list[str]]
) -> list[set[str]]:
    """Of each sort those who guard the nth of a kind, or go along with it: its own if the two are pairs."""
    partner = {kind["name"]: kind["paired_with"] for kind in plain["kinds"]}
    return [
        ({members[sort][nth]} if sort == partner[name] or partner[sort] == name else {*members[sort]}) - {members[name][nth]}
        for sort in sorts
    ]  # fmt: skip


def _guarded(rule: dict[str, Any], company: Company, plain: dict[str, Any], members: dict[str, list[str]]) -> bool:
    for name in rule["victims"]:
        for index, victim in enumerate(members[name]):
            if victim not in company:
                continue
            guarding = rule["guardians"] or ([] if rule["guardian"] is None else [rule["guardian"]])
            guardians = _partners(name, index, guarding, plain, members)
            if rule["chain"]:
                threats = {members[name][index - 1]} if index else set()
            elif rule["threats"] == "everyone":
                threats = {*itertools.chain(*members.values())}
            else:
                threats = {person for one in rule["threats"] for person in members[one]}
            threats -= {victim}.union(*guardians)
            if company & threats and not _met(rule["needed"], [company & one for one in guardians]):
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
