"""A second opinion on crossing puzzles: an independent brute force over sets of names.

It shares no code with the packages under test and does not read the puzzle files: the puzzles are stated here once more.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TypeVar

Node = TypeVar("Node")
Label = TypeVar("Label")
Company = frozenset[str]
Situation = tuple[str, frozenset[tuple[str, str]]] | tuple[str, frozenset[tuple[str, str]], int]
"""the place of the boat (of several boats, the places joined by commas); (traveler, place) for everyone; in a puzzle with a horizon, also
the number of crossings made, up to the horizon
"""


@dataclass
class Puzzle:
    travellers: list[str]
    places: list[str]
    links: set[frozenset[str]]
    seats: int
    rowers: set[str]
    is_peaceful: Callable[[Company], bool]
    has_boat_rules: bool = True
    is_load_allowed: Callable[[Company], bool] | None = None
    """whether these travelers may be in the boat, if the rules there differ from those ashore"""
    price_of_load: Callable[[Company], int] = lambda load: 1
    is_allowed_at: Callable[[Company, str], bool] = lambda company, place: True
    """whether these travelers may be together at that place, in addition to the rules that hold everywhere"""
    can_boat_bear: Callable[[Company], bool] = lambda load: True
    """whether the boat can carry the weight"""
    starts: dict[str, str] = field(default_factory=dict)
    """the travelers who do not start at the first place"""
    ends: dict[str, str | None] = field(default_factory=dict)
    """the travelers whose goal is not the last place; None for anywhere"""
    boat_starts: str | None = None
    """the place of the boat at the start, if not the first place"""
    boat_ends: str | None = None
    """the place where the boat must end; None for anywhere"""
    horizon: int = 0
    """the number of crossings after which time makes no difference"""
    is_late: Callable[[int, dict[str, str]], bool] = lambda made, where: False
    """whether these positions break a deadline after `made` crossings"""
    fleet: list[tuple[Callable[[Company], bool], Callable[[Company], int]]] = field(default_factory=list)
    """for each of several boats, the loads that it takes and their price; this includes seats, rowers and weights"""
    known_moves: dict[Situation, list[tuple[Company, str, Situation]]] = field(default_factory=dict, init=False)
    """a cache of the moves of each situation"""

    def __setattr__(self, name: str, value: object) -> None:
        """Change the puzzle and clear its cache."""
        object.__setattr__(self, name, value)
        if name != "known_moves":
            object.__setattr__(self, "known_moves", {})

    def are_all_peaceful(self, companies: dict[str, Company]) -> bool:
        """Return whether the company at each place keeps the rules."""
        return all(
            self.is_peaceful(company) and self.is_allowed_at(company, place) for place, company in companies.items()
        )

    def may_board(self, load: Company) -> bool:
        if self.is_load_allowed is not None:
            return self.is_load_allowed(load)
        return not self.has_boat_rules or self.is_peaceful(load)

    def initial_situation(self) -> Situation:
        positions = frozenset((person, self.starts.get(person, self.places[0])) for person in self.travellers)
        boat = ",".join([self.boat_starts or self.places[0]] * max(1, len(self.fleet)))
        return (boat, positions, 0) if self.horizon else (boat, positions)

    def is_goal(self, situation: Situation) -> bool:
        if self.boat_ends and any(boat != self.boat_ends for boat in self.boat_places(situation)):
            return False
        return all(self.ends.get(person, self.places[-1]) in (None, place) for person, place in situation[1])

    def boat_places(self, situation: Situation) -> list[str]:
        """Return the place of each boat."""
        return situation[0].split(",") if self.fleet else [situation[0]]

    def crossing_boat(self, situation: Situation, following: Situation) -> int:
        """Return the number of the boat that crosses between two situations."""
        boats = zip(self.boat_places(situation), self.boat_places(following), strict=True)
        return next(number for number, (before, after) in enumerate(boats) if before != after)

    def price_of_crossing(self, situation: Situation, load: Company, following: Situation) -> int:
        """Return the price of a crossing."""
        return self.fleet[self.crossing_boat(situation, following)][1](load) if self.fleet else self.price_of_load(load)

    def successors(self, situation: Situation) -> list[tuple[Company, str, Situation]]:
        """Return the allowed crossings: the load, the destination and the situation after it."""
        if situation not in self.known_moves:
            self.known_moves[situation] = self._find_successors(situation)
        return self.known_moves[situation]

    def _find_successors(self, situation: Situation) -> list[tuple[Company, str, Situation]]:
        return [
            move for boat in range(max(1, len(self.fleet))) for move in self._find_successors_by_boat(boat, situation)
        ]

    def _find_successors_by_boat(self, boat: int, situation: Situation) -> list[tuple[Company, str, Situation]]:
        _, positions, *clock = situation
        boats = self.boat_places(situation)
        here = boats[boat]
        clock = [made + 1 for made in clock]
        where = dict(positions)
        present = [person for person in self.travellers if where[person] == here]
        found = []
        for number in range(1, self.seats + 1):
            for group in itertools.combinations(present, number):
                load = frozenset(group)
                if not (self.fleet[boat][0](load) if self.fleet else load & self.rowers and self.can_boat_bear(load)):
                    continue
                if not self.may_board(load):
                    continue
                for there in self.places:
                    if frozenset((here, there)) not in self.links or here == there:
                        continue
                    moved = {person: there if person in load else place for person, place in where.items()}
                    companies = {
                        bank: frozenset(p for p, place in moved.items() if place == bank) for bank in self.places
                    }
                    if any(self.is_late(made, moved) for made in clock):
                        continue
                    if self.are_all_peaceful(companies):
                        time = [min(made, self.horizon) for made in clock]
                        ashore = ",".join([*boats[:boat], there, *boats[boat + 1 :]])
                        found.append((load, there, (ashore, frozenset(moved.items()), *time)))
        return found

    def explore(self) -> tuple[dict[Situation, int], int | None]:
        """Return the distance of every reachable situation from the start, and that of the goal."""
        distances = {self.initial_situation(): 0}
        queue = [self.initial_situation()]
        for situation in queue:
            for _, _, following in self.successors(situation):
                if following not in distances:
                    distances[following] = distances[situation] + 1
                    queue.append(following)
        goals = [distance for situation, distance in distances.items() if self.is_goal(situation)]
        return distances, min(goals, default=None)

    def find_cheapest_totals(self) -> dict[Situation, tuple[int, int]]:
        """Return the least price of every reachable situation, with the fewest crossings at that price.

        The method relaxes all edges until nothing changes.
        """
        found = {self.initial_situation(): (0, 0)}
        links = [
            (s, self.price_of_crossing(s, load, t), t) for s in self.explore()[0] for load, _, t in self.successors(s)
        ]
        changed = True
        while changed:
            changed = False
            for situation, price, following in links:
                if situation in found:
                    price_so_far, crossings = found[situation]
                    better = (price_so_far + price, crossings + 1)
                    if following not in found or better < found[following]:
                        found[following] = better
                        changed = True
        return found

    def find_least_total(self) -> tuple[int, int] | None:
        """Return the least price to the goal, with the fewest crossings at that price."""
        return min(
            (total for situation, total in self.find_cheapest_totals().items() if self.is_goal(situation)), default=None
        )

    def find_plans(self, max_price: int) -> list[tuple[int, tuple[tuple[Company, str], ...]]]:
        """Return every plan without repeated situations that costs at most `max_price`.

        Each has its price, and for each crossing the load and the destination.
        """

        def moves(situation: Situation) -> list[tuple[tuple[Company, str], int, Situation]]:
            return [
                ((load, there), self.price_of_crossing(situation, load, then), then)
                for load, there, then in self.successors(situation)
            ]

        return find_loop_free_plans(
            self.initial_situation(), moves, self.is_goal, max_price, lambda situation: situation[:2]
        )

    def count_shortest_plans(self) -> int:
        """Return the number of shortest plans."""
        distances, best = self.explore()
        ways = {self.initial_situation(): 1}
        for _ in range(best or 0):
            following: dict[Situation, int] = {}
            for situation, number in ways.items():
                for _, _, successor in self.successors(situation):
                    if distances[successor] == distances[situation] + 1:
                        following[successor] = following.get(successor, 0) + number
            ways = following
        return sum(number for situation, number in ways.items() if self.is_goal(situation))


def find_loop_free_plans(
    start: Node,
    moves: Callable[[Node], list[tuple[Label, int, Node]]],
    is_goal: Callable[[Node], bool],
    max_price: int,
    place: Callable[[Node], Hashable] = lambda node: node,
) -> list[tuple[int, tuple[Label, ...]]]:
    """Return every path without repeated places to its first goal, with its price, up to `max_price`.

    ``moves`` gives the label, the price and the successor of each move. The search is exhaustive, except for nodes too far from the goal.
    """
    links = {start: moves(start)}
    queue = [start]
    for node in queue:
        for _, _, following in links[node]:
            if following not in links:
                links[following] = moves(following)
                queue.append(following)
    left = {node: 0 for node in links if is_goal(node)}
    changed = True
    while changed:
        changed = False
        for node, leads in links.items():
            least = min((price + left[following] for _, price, following in leads if following in left), default=None)
            if least is not None and least < left.get(node, least + 1):
                left[node], changed = least, True
    found: list[tuple[int, tuple[Label, ...]]] = []

    def extend_plan(node: Node, passed: frozenset[Hashable], spent: int, taken: tuple[Label, ...]) -> None:
        if is_goal(node):
            found.append((spent, taken))
            return
        for label, price, following in links[node]:
            if place(following) not in passed and following in left and spent + price + left[following] <= max_price:
                extend_plan(following, passed | {place(following)}, spent + price, (*taken, label))

    if start in left:
        extend_plan(start, frozenset({place(start)}), 0, ())
    return found


def find_least_time(
    puzzle: Puzzle,
    boats: int,
    minutes: Callable[[Company], int],
    can_take: Callable[[int, Company], bool] | None = None,
) -> int | None:
    """Return the least time to the goal with several boats, by a search over all events in order of time.

    If the boats differ, ``can_take`` says whether a boat, by its number, takes a load.
    """
    afloat = tuple[str, int, Company]
    first = (puzzle.initial_situation()[1], ((puzzle.places[0], 0, frozenset[str]()),) * boats)
    queue, settled, arrivals = [(0, 0, first)], set(), itertools.count(1)
    while queue:
        now, _, moment = heapq.heappop(queue)
        if moment in settled:
            continue
        settled.add(moment)
        ashore, fleet = moment
        if len(ashore) == len(puzzle.travellers) and puzzle.is_goal(("", ashore)):
            return now
        following: list[tuple[int, frozenset[tuple[str, str]], tuple[afloat, ...]]] = []
        under_way = [left for _, left, load in fleet if load]
        for number, (place, left, load) in enumerate(fleet):
            if load and left == 0:
                landed = ashore | {(person, place) for person in load}
                following.append((0, landed, (*fleet[:number], (place, 0, frozenset()), *fleet[number + 1 :])))
            if not load:
                present = [person for person in puzzle.travellers if (person, place) in ashore]
                for size in range(1, puzzle.seats + 1):
                    for group in map(frozenset, itertools.combinations(present, size)):
                        if not group & puzzle.rowers or not puzzle.may_board(group):
                            continue
                        if can_take is not None and not can_take(number, group):
                            continue
                        for there in puzzle.places:
                            if there != place and frozenset((place, there)) in puzzle.links:
                                gone = ashore - {(person, place) for person in group}
                                sailing = (there, minutes(group), group)
                                following.append((0, gone, (*fleet[:number], sailing, *fleet[number + 1 :])))
        if under_way and min(under_way) > 0:
            step = min(under_way)
            later = tuple((place, left - step if load else 0, load) for place, left, load in fleet)
            following.append((step, ashore, later))
        for step, people, ships in following:
            if puzzle.are_all_peaceful(
                {bank: frozenset(p for p, place in people if place == bank) for bank in puzzle.places}
            ):
                alike = can_take is None
                sorted_ships = sorted(ships, key=lambda ship: (ship[0], ship[1], sorted(ship[2]))) if alike else ships
                heapq.heappush(queue, (now + step, next(arrivals), (people, tuple(sorted_ships))))
    return None


def make_places(islands: int, bypass: bool) -> tuple[list[str], set[frozenset[str]]]:
    middle = ["island"] if islands == 1 else [f"island {number + 1}" for number in range(islands)]
    places = ["left bank", *middle, "right bank"]
    links = {frozenset(pair) for pair in itertools.combinations(places, 2)}
    if islands and not bypass:
        links.discard(frozenset(("left bank", "right bank")))
    return places, links


def jealous_couples(
    couples: int,
    single_men: int = 0,
    single_women: int = 0,
    islands: int = 0,
    capacity: int = 2,
    boat_rules: bool = True,
    bypass: bool = True,
) -> Puzzle:
    husbands = [chr(65 + number) for number in range(couples)]
    men = {*husbands, *(f"M{number + 1}" for number in range(single_men))}
    single = [f"W{number + 1}" for number in range(single_women)]

    def peaceful(company: Company) -> bool:
        for husband in husbands:
            wife = husband + "w"
            if wife in company and husband not in company and company & (men - {husband}):
                return False
        return True

    people = [*husbands, *(husband + "w" for husband in husbands), *sorted(men - set(husbands)), *single]
    places, links = make_places(islands, bypass)
    return Puzzle(people, places, links, capacity, set(people), peaceful, boat_rules)


def missionaries_cannibals(
    missionaries: int = 3,
    cannibals: int = 3,
    rowing_missionaries: int | None = None,
    rowing_cannibals: int | None = None,
    islands: int = 0,
    capacity: int = 2,
    boat_rules: bool = True,
    bypass: bool = True,
) -> Puzzle:
    holy = [f"M{number + 1}" for number in range(missionaries)]
    hungry = [f"C{number + 1}" for number in range(cannibals)]

    def peaceful(company: Company) -> bool:
        preachers = [person for person in company if person.startswith("M")]
        return not preachers or len(company) - len(preachers) <= len(preachers)

    places, links = make_places(islands, bypass)
    rowers = {*holy[: missionaries if rowing_missionaries is None else rowing_missionaries]}
    rowers |= {*hungry[: cannibals if rowing_cannibals is None else rowing_cannibals]}
    return Puzzle([*holy, *hungry], places, links, capacity, rowers, peaceful, boat_rules)


def _farmer(eaten: list[tuple[str, str]], things: list[str], capacity: int) -> Puzzle:
    def peaceful(company: Company) -> bool:
        return "farmer" in company or not any(eater in company and food in company for eater, food in eaten)

    places, links = make_places(0, True)
    return Puzzle(["farmer", *things], places, links, capacity, {"farmer"}, peaceful)


def wolf_goat_cabbage(capacity: int = 2) -> Puzzle:
    return _farmer([("wolf", "goat"), ("goat", "cabbage")], ["wolf", "goat", "cabbage"], capacity)


def fox_goose_beans(capacity: int = 2) -> Puzzle:
    return _farmer([("fox", "goose"), ("goose", "beans")], ["fox", "goose", "beans"], capacity)


def family(sons: int = 2, daughters: int = 2, capacity: int = 2, boat_rules: bool = True) -> Puzzle:
    boys = ["son"] if sons == 1 else [f"son {number + 1}" for number in range(sons)]
    girls = ["daughter"] if daughters == 1 else [f"daughter {number + 1}" for number in range(daughters)]

    def peaceful(company: Company) -> bool:
        if "thief" in company and len(company) > 1 and "policeman" not in company:
            return False
        if "father" in company and "mother" not in company and company & {*girls}:
            return False
        return not ("mother" in company and "father" not in company and company & {*boys})

    places, links = make_places(0, True)
    people = ["father", "mother", *boys, *girls, "policeman", "thief"]
    return Puzzle(people, places, links, capacity, {"father", "mother", "policeman"}, peaceful, boat_rules)


def bridge_torch(paces: tuple[int, ...] = (1, 2, 5, 10), capacity: int = 2, boats: int = 1) -> Puzzle:
    minutes = {chr(65 + number): pace for number, pace in enumerate(paces)}
    return Puzzle(
        [*minutes],
        ["near side", "far side"],
        {frozenset(("near side", "far side"))},
        capacity,
        {*minutes},
        lambda company: True,
        price_of_load=lambda load: max(minutes[walker] for walker in load),
    )


def paid_oars(
    missionaries: int = 3, cannibals: int = 3, missionary_fee: int = 1, cannibal_fee: int = 3, capacity: int = 3
) -> Puzzle:
    puzzle = missionaries_cannibals(missionaries, cannibals, capacity=capacity)
    fees = {"M": missionary_fee, "C": cannibal_fee}
    puzzle.rowers = {*puzzle.travellers}
    puzzle.price_of_load = lambda load: min(fees[person[0]] for person in load)
    return puzzle


def perishables(ice_lasts: int = 2, fish_lasts: int = 4, tide: int = 9, capacity: int = 2) -> Puzzle:
    things = ["dog", "cat", "fish", "ice"]
    puzzle = _farmer([("dog", "cat"), ("cat", "fish")], things, capacity)
    puzzle.travellers, puzzle.rowers = ["fishmonger", *things], {"fishmonger"}
    land_lubbers = puzzle.is_peaceful
    puzzle.is_peaceful = lambda company: land_lubbers(company | {"farmer"} if "fishmonger" in company else company)
    puzzle.horizon = tide
    puzzle.is_late = lambda made, where: (
        made > tide
        or (made > ice_lasts and where["ice"] == "left bank")
        or (made > fish_lasts and where["fish"] == "left bank")
    )
    return puzzle


def four_elopements(couples: int = 4, islands: int = 1, capacity: int = 2, bypass: bool = True) -> Puzzle:
    grooms = [chr(65 + number) for number in range(couples)]
    places, links = make_places(islands, bypass)

    def peaceful(company: Company) -> bool:
        return not any(groom + "b" in company and groom not in company and company & {*grooms} for groom in grooms)

    people = [*grooms, *(groom + "b" for groom in grooms)]
    return Puzzle(people, places, links, capacity, {*people}, peaceful)


def one_rowing_cannibal(missionaries: int = 3, cannibals: int = 3, capacity: int = 2) -> Puzzle:
    return missionaries_cannibals(missionaries, cannibals, rowing_cannibals=1, capacity=capacity)


def islands_farmer(things: int = 5, islands: int = 1, capacity: int = 3, bypass: bool = True) -> Puzzle:
    names = [chr(65 + number) for number in range(things)]
    places, links = make_places(islands, bypass)

    def peaceful(company: Company) -> bool:
        return "farmer" in company or not any({eater, food} <= company for eater, food in itertools.pairwise(names))

    return Puzzle(["farmer", *names], places, links, capacity, {"farmer"}, peaceful)


def weights(weights: tuple[int, ...] = (2, 2, 1, 1), strength: int = 2, capacity: int | None = None) -> Puzzle:
    heavy = {chr(65 + number): weight for number, weight in enumerate(weights)}
    places, links = make_places(0, True)
    puzzle = Puzzle([*heavy], places, links, capacity or len(heavy), {*heavy}, lambda company: True)
    puzzle.can_boat_bear = lambda load: sum(heavy[person] for person in load) <= strength
    return puzzle


def swap(hunters: int = 5, bears: int = 2, islands: int = 0, capacity: int = 2) -> Puzzle:
    armed, furry = (
        [letter + str(number + 1) for number in range(size)] for letter, size in (("H", hunters), ("B", bears))
    )
    places, links = make_places(islands, True)

    def peaceful(company: Company) -> bool:
        hunting = company & {*armed}
        return not hunting or len(company - hunting) <= len(hunting)

    puzzle = Puzzle([*armed, *furry], places, links, capacity, {*armed, *furry}, peaceful)
    puzzle.starts = dict.fromkeys(furry, "right bank")
    puzzle.ends = dict.fromkeys(furry, "left bank")
    return puzzle


PUZZLES: dict[str, Callable[..., Puzzle]] = {
    "jealous-couples": jealous_couples,
    "missionaries-cannibals": missionaries_cannibals,
    "wolf-goat-cabbage": wolf_goat_cabbage,
    "fox-goose-beans": fox_goose_beans,
    "family": family,
    "bridge-torch": bridge_torch,
    "paid-oars": paid_oars,
    "perishables": perishables,
    "four-elopements": four_elopements,
    "one-rowing-cannibal": one_rowing_cannibal,
    "islands-farmer": islands_farmer,
    "weights": weights,
    "swap": swap,
}
