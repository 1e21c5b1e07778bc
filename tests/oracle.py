"""A second opinion on crossing puzzles: brute force over sets of names, written apart from the program.

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
"""where the boat is, of several where each is, with commas between; (traveler, place) for everyone; in a puzzle with a horizon how many
crossings are made, up to that"""


@dataclass
class Puzzle:
    travellers: list[str]
    places: list[str]
    links: set[frozenset[str]]
    seats: int
    rowers: set[str]
    peaceful: Callable[[Company], bool]
    peace_in_boat: bool = True
    aboard: Callable[[Company], bool] | None = None
    """whether these may be in the boat, if that is not a matter of peace as ashore"""
    price: Callable[[Company], int] = lambda load: 1
    there: Callable[[Company, str], bool] = lambda company, place: True
    """whether these may be together at that place, as far as that is not a matter of peace anywhere"""
    bears: Callable[[Company], bool] = lambda load: True
    """whether the boat bears the weight"""
    starts: dict[str, str] = field(default_factory=dict)
    """who is elsewhere than at the first place in the beginning"""
    ends: dict[str, str | None] = field(default_factory=dict)
    """who wants to be elsewhere than at the last place; None for anywhere"""
    boat_starts: str | None = None
    """where the boat is in the beginning, if not at the first place"""
    boat_ends: str | None = None
    """where the boat must be in the end; None for anywhere"""
    horizon: int = 0
    """the number of crossings from which on time makes no difference any more"""
    late: Callable[[int, dict[str, str]], bool] = lambda made, where: False
    """whether it is too late for this to be so"""
    fleet: list[tuple[Callable[[Company], bool], Callable[[Company], int]]] = field(default_factory=list)
    """of each boat, if there are several, which loads it takes and at what price; seats, rowers and weights are then a matter of this"""
    known: dict[Situation, list[tuple[Company, str, Situation]]] = field(default_factory=dict, init=False)
    """the moves that have been looked for"""

    def __setattr__(self, name: str, value: object) -> None:
        """Change the puzzle: what was found of it is not so any more."""
        object.__setattr__(self, name, value)
        if name != "known":
            object.__setattr__(self, "known", {})

    def calm(self, companies: dict[str, Company]) -> bool:
        """Whether at each place those who are there may be there together."""
        return all(self.peaceful(company) and self.there(company, place) for place, company in companies.items())

    def may_board(self, load: Company) -> bool:
        if self.aboard is not None:
            return self.aboard(load)
        return not self.peace_in_boat or self.peaceful(load)

    def start(self) -> Situation:
        positions = frozenset((person, self.starts.get(person, self.places[0])) for person in self.travellers)
        boat = ",".join([self.boat_starts or self.places[0]] * max(1, len(self.fleet)))
        return (boat, positions, 0) if self.horizon else (boat, positions)

    def done(self, situation: Situation) -> bool:
        if self.boat_ends and any(boat != self.boat_ends for boat in self.harbours(situation)):
            return False
        return all(self.ends.get(person, self.places[-1]) in (None, place) for person, place in situation[1])

    def harbours(self, situation: Situation) -> list[str]:
        """Where each boat is."""
        return situation[0].split(",") if self.fleet else [situation[0]]

    def boat(self, situation: Situation, following: Situation) -> int:
        """The number of the boat that crosses between two situations."""
        boats = zip(self.harbours(situation), self.harbours(following), strict=True)
        return next(number for number, (before, after) in enumerate(boats) if before != after)

    def spent(self, situation: Situation, load: Company, following: Situation) -> int:
        """The price of a crossing."""
        return self.fleet[self.boat(situation, following)][1](load) if self.fleet else self.price(load)

    def moves(self, situation: Situation) -> list[tuple[Company, str, Situation]]:
        """What may be done: who crosses, whereto, and how it is then."""
        if situation not in self.known:
            self.known[situation] = self._moves(situation)
        return self.known[situation]

    def _moves(self, situation: Situation) -> list[tuple[Company, str, Situation]]:
        return [move for boat in range(max(1, len(self.fleet))) for move in self._moves_of(boat, situation)]

    def _moves_of(self, boat: int, situation: Situation) -> list[tuple[Company, str, Situation]]:
        _, positions, *clock = situation
        boats = self.harbours(situation)
        here = boats[boat]
        clock = [made + 1 for made in clock]
        where = dict(positions)
        present = [person for person in self.travellers if where[person] == here]
        found = []
        for number in range(1, self.seats + 1):
            for group in itertools.combinations(present, number):
                load = frozenset(group)
                if not (self.fleet[boat][0](load) if self.fleet else load & self.rowers and self.bears(load)):
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
                    if any(self.late(made, moved) for made in clock):
                        continue
                    if self.calm(companies):
                        time = [min(made, self.horizon) for made in clock]
                        ashore = ",".join([*boats[:boat], there, *boats[boat + 1 :]])
                        found.append((load, there, (ashore, frozenset(moved.items()), *time)))
        return found

    def explore(self) -> tuple[dict[Situation, int], int | None]:
        """Every situation within reach with its distance from the start, and the distance of the goal."""
        distances = {self.start(): 0}
        queue = [self.start()]
        for situation in queue:
            for _, _, following in self.moves(situation):
                if following not in distances:
                    distances[following] = distances[situation] + 1
                    queue.append(following)
        goals = [distance for situation, distance in distances.items() if self.done(situation)]
        return distances, min(goals, default=None)

    def cheapest(self) -> dict[Situation, tuple[int, int]]:
        """For every situation within reach the least price, and with it the fewest crossings: relaxed until nothing changes."""
        found = {self.start(): (0, 0)}
        links = [(s, self.spent(s, load, t), t) for s in self.explore()[0] for load, _, t in self.moves(s)]
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

    def least(self) -> tuple[int, int] | None:
        """The least price to the goal, and with it the fewest crossings."""
        return min((total for situation, total in self.cheapest().items() if self.done(situation)), default=None)

    def plans(self, most: int) -> list[tuple[int, tuple[tuple[Company, str], ...]]]:
        """Every plan that comes to no situation twice and costs at most so much: its price, and of each crossing the load and where it goes."""

        def moves(situation: Situation) -> list[tuple[tuple[Company, str], int, Situation]]:
            return [
                ((load, there), self.spent(situation, load, then), then) for load, there, then in self.moves(situation)
            ]

        return plans_without_repetition(self.start(), moves, self.done, most, lambda situation: situation[:2])

    def shortest_plans(self) -> int:
        """How many sequences of crossings reach the goal in the fewest crossings."""
        distances, best = self.explore()
        ways = {self.start(): 1}
        for _ in range(best or 0):
            following: dict[Situation, int] = {}
            for situation, number in ways.items():
                for _, _, successor in self.moves(situation):
                    if distances[successor] == distances[situation] + 1:
                        following[successor] = following.get(successor, 0) + number
            ways = following
        return sum(number for situation, number in ways.items() if self.done(situation))


def plans_without_repetition(
    start: Node,
    moves: Callable[[Node], list[tuple[Label, int, Node]]],
    done: Callable[[Node], bool],
    most: int,
    place: Callable[[Node], Hashable] = lambda node: node,
) -> list[tuple[int, tuple[Label, ...]]]:
    """Every way to where it is first done that comes to no place twice and costs at most so much, each with its price.

    ``moves`` gives what may be done, at what price, and where it leads. Everything is tried, but for what is too far from the end.
    """
    links = {start: moves(start)}
    queue = [start]
    for node in queue:
        for _, _, following in links[node]:
            if following not in links:
                links[following] = moves(following)
                queue.append(following)
    left = {node: 0 for node in links if done(node)}
    changed = True
    while changed:
        changed = False
        for node, leads in links.items():
            least = min((price + left[following] for _, price, following in leads if following in left), default=None)
            if least is not None and least < left.get(node, least + 1):
                left[node], changed = least, True
    found: list[tuple[int, tuple[Label, ...]]] = []

    def go_on(node: Node, passed: frozenset[Hashable], spent: int, taken: tuple[Label, ...]) -> None:
        if done(node):
            found.append((spent, taken))
            return
        for label, price, following in links[node]:
            if place(following) not in passed and following in left and spent + price + left[following] <= most:
                go_on(following, passed | {place(following)}, spent + price, (*taken, label))

    if start in left:
        go_on(start, frozenset({place(start)}), 0, ())
    return found


def quickest(
    puzzle: Puzzle,
    boats: int,
    minutes: Callable[[Company], int],
    takes: Callable[[int, Company], bool] | None = None,
) -> int | None:
    """The least time to the goal with several boats: everything that can happen, one thing after another, in the order of time.

    If they differ, ``takes`` says whether a boat, by its number, takes a load.
    """
    afloat = tuple[str, int, Company]
    first = (puzzle.start()[1], ((puzzle.places[0], 0, frozenset[str]()),) * boats)
    queue, settled, arrivals = [(0, 0, first)], set(), itertools.count(1)
    while queue:
        now, _, moment = heapq.heappop(queue)
        if moment in settled:
            continue
        settled.add(moment)
        ashore, fleet = moment
        if len(ashore) == len(puzzle.travellers) and puzzle.done(("", ashore)):
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
                        if takes is not None and not takes(number, group):
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
            if puzzle.calm({bank: frozenset(p for p, place in people if place == bank) for bank in puzzle.places}):
                alike = takes is None
                sorted_ships = sorted(ships, key=lambda ship: (ship[0], ship[1], sorted(ship[2]))) if alike else ships
                heapq.heappush(queue, (now + step, next(arrivals), (people, tuple(sorted_ships))))
    return None


def water(islands: int, bypass: bool) -> tuple[list[str], set[frozenset[str]]]:
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
    places, links = water(islands, bypass)
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

    places, links = water(islands, bypass)
    rowers = {*holy[: missionaries if rowing_missionaries is None else rowing_missionaries]}
    rowers |= {*hungry[: cannibals if rowing_cannibals is None else rowing_cannibals]}
    return Puzzle([*holy, *hungry], places, links, capacity, rowers, peaceful, boat_rules)


def _farmer(eaten: list[tuple[str, str]], things: list[str], capacity: int) -> Puzzle:
    def peaceful(company: Company) -> bool:
        return "farmer" in company or not any(eater in company and food in company for eater, food in eaten)

    places, links = water(0, True)
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

    places, links = water(0, True)
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
        price=lambda load: max(minutes[walker] for walker in load),
    )


def paid_oars(
    missionaries: int = 3, cannibals: int = 3, missionary_fee: int = 1, cannibal_fee: int = 3, capacity: int = 3
) -> Puzzle:
    puzzle = missionaries_cannibals(missionaries, cannibals, capacity=capacity)
    fees = {"M": missionary_fee, "C": cannibal_fee}
    puzzle.rowers = {*puzzle.travellers}
    puzzle.price = lambda load: min(fees[person[0]] for person in load)
    return puzzle


def perishables(ice_lasts: int = 2, fish_lasts: int = 4, tide: int = 9, capacity: int = 2) -> Puzzle:
    things = ["dog", "cat", "fish", "ice"]
    puzzle = _farmer([("dog", "cat"), ("cat", "fish")], things, capacity)
    puzzle.travellers, puzzle.rowers = ["fishmonger", *things], {"fishmonger"}
    land_lubbers = puzzle.peaceful
    puzzle.peaceful = lambda company: land_lubbers(company | {"farmer"} if "fishmonger" in company else company)
    puzzle.horizon = tide
    puzzle.late = lambda made, where: (
        made > tide
        or (made > ice_lasts and where["ice"] == "left bank")
        or (made > fish_lasts and where["fish"] == "left bank")
    )
    return puzzle


def four_elopements(couples: int = 4, islands: int = 1, capacity: int = 2, bypass: bool = True) -> Puzzle:
    grooms = [chr(65 + number) for number in range(couples)]
    places, links = water(islands, bypass)

    def peaceful(company: Company) -> bool:
        return not any(groom + "b" in company and groom not in company and company & {*grooms} for groom in grooms)

    people = [*grooms, *(groom + "b" for groom in grooms)]
    return Puzzle(people, places, links, capacity, {*people}, peaceful)


def one_rowing_cannibal(missionaries: int = 3, cannibals: int = 3, capacity: int = 2) -> Puzzle:
    return missionaries_cannibals(missionaries, cannibals, rowing_cannibals=1, capacity=capacity)


def islands_farmer(things: int = 5, islands: int = 1, capacity: int = 3, bypass: bool = True) -> Puzzle:
    names = [chr(65 + number) for number in range(things)]
    places, links = water(islands, bypass)

    def peaceful(company: Company) -> bool:
        return "farmer" in company or not any({eater, food} <= company for eater, food in itertools.pairwise(names))

    return Puzzle(["farmer", *names], places, links, capacity, {"farmer"}, peaceful)


def weights(weights: tuple[int, ...] = (2, 2, 1, 1), strength: int = 2, capacity: int | None = None) -> Puzzle:
    heavy = {chr(65 + number): weight for number, weight in enumerate(weights)}
    places, links = water(0, True)
    puzzle = Puzzle([*heavy], places, links, capacity or len(heavy), {*heavy}, lambda company: True)
    puzzle.bears = lambda load: sum(heavy[person] for person in load) <= strength
    return puzzle


def swap(hunters: int = 5, bears: int = 2, islands: int = 0, capacity: int = 2) -> Puzzle:
    armed, furry = (
        [letter + str(number + 1) for number in range(size)] for letter, size in (("H", hunters), ("B", bears))
    )
    places, links = water(islands, True)

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
