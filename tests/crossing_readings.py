"""An independent reader that turns tables of river-crossing files into puzzles for `oracle`.

It shares no code with the program. Travelers and places are numbered, ``t0`` and ``p0``: the choice of names is not tested here.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from oracle import Company, Puzzle

__all__ = ["CrossingReading", "read_crossing"]

Fleet = tuple[tuple[str, Company], ...]
"""for each boat, its place, or its destination and load while it crosses"""
Moment = tuple[frozenset[tuple[str, str]], Fleet]
"""the travelers ashore with their places, and the boats"""


@dataclass(frozen=True)
class CrossingReading:
    """A puzzle of the oracle, with facts that the oracle does not cover."""

    puzzle: Puzzle
    travellers: list[str]
    """the names, in the order of the file"""
    places: list[str]
    boats: list[tuple[int, set[str], int | None]]
    """for each boat, its capacity, the travelers who can row it, and its maximum weight"""
    weights: dict[str, int]
    cost_rule: str | None
    """the price of a crossing: slowest, rower or nothing"""
    least_amount: int
    """the least pace or fee of a rower, if crossings cost anything"""
    minutes_of_crossing: Any
    """the function that returns the duration of a crossing with a load"""

    def is_start_peaceful(self) -> bool:
        """Return whether the start satisfies the rules."""
        _, positions, *_ = self.puzzle.initial_situation()
        return self.puzzle.are_all_peaceful(self._group_by_place(positions))

    def _group_by_place(self, positions: frozenset[tuple[str, str]]) -> dict[str, Company]:
        return {place: frozenset(person for person, at in positions if at == place) for place in self.puzzle.places}

    def make_first_moment(self) -> Moment:
        """Return the first moment: everybody ashore, all boats at one place."""
        start = self.puzzle.initial_situation()
        return start[1], ((self.puzzle.boat_places(start)[0], frozenset()),) * len(self.boats)

    def find_next_moments(self, moment: Moment) -> list[tuple[int | None, Moment]]:
        """Return the possible next events: a boat departs and takes a number of minutes, or a boat lands."""
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
                            found.append((self.minutes_of_crossing(load), (left, boats)))
        return [(time, after) for time, after in found if puzzle.are_all_peaceful(self._group_by_place(after[0]))]

    def is_goal(self, moment: Moment) -> bool:
        """Return whether all travelers with a goal are there, and nobody is on the water."""
        ashore, fleet = moment
        if any(crew for _, crew in fleet):
            return False
        places = [place for place, _ in fleet]
        if self.puzzle.fleet:
            return self.puzzle.is_goal((",".join(places), ashore))
        return all(self.puzzle.is_goal((place, ashore)) for place in places)

    def count_best_plans(self) -> int:
        """Return the number of cheapest plans; if somebody rows for nothing, of the shortest among them."""
        puzzle = self.puzzle
        totals = puzzle.find_cheapest_totals()
        best = puzzle.find_least_total()
        if best is None:
            return 0
        free = self.cost_rule is not None and self.least_amount == 0
        ways = {puzzle.initial_situation(): 1}
        count = 0
        for situation in sorted(totals, key=totals.__getitem__):
            if situation not in ways:
                continue
            if puzzle.is_goal(situation):
                count += ways[situation] * (totals[situation] == best if free else totals[situation][0] == best[0])
                continue
            price, crossings = totals[situation]
            for load, _, following in puzzle.successors(situation):
                spent = (price + puzzle.price_of_crossing(situation, load, following), crossings + 1)
                if spent == totals[following] if free else spent[0] == totals[following][0]:
                    ways[following] = ways.get(following, 0) + ways[situation]
        return count


def read_crossing(plain: dict[str, Any]) -> CrossingReading:
    """Return the puzzle that a file describes."""
    places, homes = _number_places(plain["places"])
    members: dict[str, list[str]] = {}
    for kind in plain["kinds"]:
        before = sum(map(len, members.values()))
        members[kind["name"]] = [f"t{before + index}" for index in range(len(kind["members"]))]
    people = [person for kind in members.values() for person in kind]

    def list_amounts(which: str) -> dict[str, int]:
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
    paces, fees, weights = list_amounts("pace"), list_amounts("fee"), list_amounts("weight")
    pays = plain["cost"]
    common, boats = plain["boat"], list[tuple[int, set[str], int | None]]()
    for boat in plain["boats"] or [{"capacity": None, "weight": None, "rowers": None}] * common["count"]:
        able = {person for kind in (members if boat["rowers"] is None else boat["rowers"]) for person in members[kind]}
        capacity, bound = (common[key] if boat[key] is None else boat[key] for key in ("capacity", "weight"))
        boats.append((capacity, rowers & able, bound))
    seats, rowers, most = boats[0]  # the only place, if there is just one
    if len(boats) > 1:
        seats, rowers = max(carried for carried, _, _ in boats), {person for _, able, _ in boats for person in able}

    def compute_price(load: Company, able: set[str] = rowers) -> int:
        if pays == "slowest":
            return max(paces[person] for person in load)
        return min(fees[person] for person in load if person in able) if pays == "rower" else 1

    def make_boat(
        carried: int, able: set[str], bound: int | None
    ) -> tuple[Callable[[Company], bool], Callable[[Company], int]]:
        def can_take(load: Company) -> bool:
            light = bound is None or sum(weights[person] for person in load) <= bound
            return len(load) <= carried and light and bool(load & able)

        return can_take, lambda load: compute_price(load, able)

    puzzle = Puzzle(
        people, list(places), _find_links(plain["routes"], places, homes), seats, rowers,
        lambda company: True,
        price_of_load=compute_price,
        is_load_allowed=lambda load: all(
            _keeps_rule(rule, load, plain, members) for rule in plain["rules"] if _is_rule_binding(rule, "boat", plain, homes)
        ),
        is_allowed_at=lambda company, place: all(
            _keeps_rule(rule, company, plain, members) for rule in plain["rules"] if _is_rule_binding(rule, place, plain, homes)
        ) and all(
            len(company) <= one["holds"] for one in plain["places"] if one["holds"] is not None and place in homes[one["name"]]
        ),
    )  # fmt: skip
    puzzle.can_boat_bear = lambda load: most is None or sum(weights[person] for person in load) <= most
    if len(plain["boats"]) > 1:
        puzzle.fleet = [make_boat(*boat) for boat in boats]
    start, goal = plain["start"], plain["goal"]
    for kind in plain["kinds"]:
        for person in members[kind["name"]]:
            puzzle.starts[person] = homes[start["kinds"].get(kind["name"], start["everyone"])][0]
            wanted = goal["kinds"].get(kind["name"], goal["everyone"])
            puzzle.ends[person] = None if wanted is None else homes[wanted][0]
    puzzle.boat_starts = homes[start["boat"]][0]
    puzzle.boat_ends = None if goal["boat"] is None else homes[goal["boat"]][0]
    _add_time_rules(puzzle, plain["rules"], members, homes)
    amount = paces if pays == "slowest" else fees
    return CrossingReading(
        puzzle,
        [member for kind in plain["kinds"] for member in kind["members"]],
        list(places.values()),
        boats,
        weights,
        pays,
        min((amount[person] for person in rowers), default=1),
        compute_price if pays == "slowest" else lambda load: plain["boat"]["minutes"],
    )


def _number_places(tables: list[dict[str, Any]]) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Return the places by number, each with its name, and the places that each table stands for."""
    places: dict[str, str] = {}
    homes: dict[str, list[str]] = {}
    for table in tables:
        copies = [table["name"]] if table["count"] == 1 else [f"{table['name']} {n + 1}" for n in range(table["count"])]
        homes[table["name"]] = [f"p{len(places) + number}" for number in range(len(copies))]
        places |= dict(zip(homes[table["name"]], copies, strict=True))
    return places, homes


def _find_links(
    routes: list[dict[str, Any]], places: dict[str, str], homes: dict[str, list[str]]
) -> set[frozenset[str]]:
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


def _find_goal_place(kind: str, plain: dict[str, Any]) -> str | None:
    """Return the place that the goal names for a kind."""
    place: str | None = plain["goal"]["kinds"].get(kind, plain["goal"]["everyone"])
    return place


def _is_rule_binding(rule: dict[str, Any], spot: str, plain: dict[str, Any], homes: dict[str, list[str]]) -> bool:
    """Return whether a rule applies in the boat or at a place."""
    if rule["rule"] in ("never-row-alone", "must-cross-with", "never-cross-with"):
        return spot == "boat"
    if rule["rule"] in ("first", "last"):
        goal = _find_goal_place(rule["kinds"][0], plain)
        return goal is not None and spot in homes[goal]
    where = rule.get("where") or (["place", "boat"] if plain["boat"]["rules"] else ["place"])
    if spot == "boat" or "place" in where:
        return spot != "boat" or "boat" in where
    return any(spot in homes[name] for name in where if name != "boat")


def _keeps_rule(rule: dict[str, Any], company: Company, plain: dict[str, Any], members: dict[str, list[str]]) -> bool:
    """Return whether a company satisfies a rule about travelers who are together, where the rule applies."""

    def list_members(names: list[str]) -> set[str]:
        return {person for name in names for person in members[name]}

    match rule["rule"]:
        case "outnumber":
            others = company & list_members(rule["others"])
            return not others or len(company & list_members(rule["threats"])) <= len(others)
        case "at-most":
            return len(company & list_members(rule["kinds"])) <= rule["number"]
        case "never-row-alone":
            return len(company) != 1 or not company & list_members(rule["kinds"])
        case "never-cross-with":
            these, those = company & list_members(rule["kinds"]), company & list_members(rule["others"])
            return not any(one != other for one in these for other in those)
        case "first" | "last":
            others = rule["before" if rule["rule"] == "first" else "after"]
            if others == "everyone":
                goal = _find_goal_place(rule["kinds"][0], plain)
                others = [
                    name for name in members if name not in rule["kinds"] and _find_goal_place(name, plain) == goal
                ]
            early, late = list_members(rule["kinds"]), list_members(others)
            if rule["rule"] == "last":
                early, late = late, early
            return not company & late or early <= company
        case "must-cross-with":
            return all(
                _is_requirement_met(
                    rule["needed"],
                    [company & one for one in _find_partners(name, nth, rule["companions"], plain, members)],
                )
                for name in rule["kinds"]
                for nth, person in enumerate(members[name])
                if person in company
            )
        case "guard":
            return _are_victims_guarded(rule, company, plain, members)
    return True


def _is_requirement_met(required: str, there: list[frozenset[str]]) -> bool:
    """Return whether somebody of one of the groups is present, or somebody of each group."""
    return all(there) and bool(there) if required == "all" else any(there)


def _find_partners(
    name: str, nth: int, sorts: list[str], plain: dict[str, Any], members: dict[str, list[str]]
) -> list[set[str]]:
    """Return, for each group, the guardians or companions of the nth traveler of a kind.

    If the two kinds are pairs, this is the traveler's own partner.
    """
    partner = {kind["name"]: kind["paired_with"] for kind in plain["kinds"]}
    return [
        ({members[sort][nth]} if sort == partner[name] or partner[sort] == name else {*members[sort]}) - {members[name][nth]}
        for sort in sorts
    ]  # fmt: skip


def _are_victims_guarded(
    rule: dict[str, Any], company: Company, plain: dict[str, Any], members: dict[str, list[str]]
) -> bool:
    for name in rule["victims"]:
        for index, victim in enumerate(members[name]):
            if victim not in company:
                continue
            guarding = rule["guardians"] or ([] if rule["guardian"] is None else [rule["guardian"]])
            guardians = _find_partners(name, index, guarding, plain, members)
            if rule["chain"]:
                threats = {members[name][index - 1]} if index else set()
            elif rule["threats"] == "everyone":
                threats = {*itertools.chain(*members.values())}
            else:
                threats = {person for one in rule["threats"] for person in members[one]}
            threats -= {victim}.union(*guardians)
            if company & threats and not _is_requirement_met(rule["needed"], [company & one for one in guardians]):
                return False
    return True


def _add_time_rules(
    puzzle: Puzzle, rules: list[dict[str, Any]], members: dict[str, list[str]], homes: dict[str, list[str]]
) -> None:
    """Add the rules about time to a puzzle."""
    limits = [rule["crossings"] for rule in rules if rule["rule"] == "limit"]
    deadlines = [
        (person, homes[rule["place"]][0], rule["crossings"])
        for rule in rules
        if rule["rule"] == "deadline"
        for name in rule["kinds"]
        for person in members[name]
    ]
    puzzle.horizon = min(limits) if limits else max((last + 1 for _, _, last in deadlines), default=0)

    def is_late(made: int, where: dict[str, str]) -> bool:
        if limits and made > min(limits):
            return True
        return any(made > last and where[person] == place for person, place, last in deadlines)

    puzzle.is_late = is_late
