"""Puzzles about transport: deliveries, elevator, ferry, gripper, logistics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from second_reader.planning import WORDS, Action, Puzzle, PuzzleText, number, numbers, puzzle, read_facts
from second_reader.planning_puzzles import NUMBERS


@puzzle
class Deliveries(Puzzle):
    """A van with a tank. A state has the place of the van, its fuel, and the place of each parcel.

    None is the place of a parcel in the van.
    """

    STORY = (
        r"A van stands at the (?P<van>\S+)\. It has room for (?P<room>\d+) parcels?, and its full tank holds (?P<tank>\d+) liters?\. Each "
        r"road is listed with its two ends and the liters of fuel that it takes: (?P<roads>.+?)\. There is a fuel station at the "
        r"(?P<station>\S+)\. "
        r"Each parcel is listed with its place and its destination: (?P<parcels>.+?)\. How does the van deliver the parcels\?"
    )
    RULES = (
        r"\(drive \?from \?to \?had \?liters \?left\) drives the van along a road, in either direction\. \?had is the fuel before the "
        r"drive, "
        r"\?liters is the fuel that the road takes, and \?left is the fuel after the drive: \?had minus \?liters, at least zero\.",
        r"\(load \?parcel \?place \?space \?less\) loads \?parcel at \?place, where both the parcel and the van must be\. \?space is the "
        r"number of "
        r"further parcels that the van has room for before the action, at least one, and \?less is that number minus one\.",
        r"\(unload \?parcel \?place \?space \?more\) unloads \?parcel from the van at \?place, where the van must be; any place will "
        r"do\. \?space is the "
        r"number of further parcels that the van has room for before the action, and \?more is that number plus one\.",
        r"\(refuel \?place \?fuel \?more \?tank\) fills the tank at \?place, where the van must be, if the tank is not full\. The only "
        r"place with fuel "
        r"is the (?P<station>\S+)\. \?fuel is the fuel before the action, \?more is one liter more than \?fuel, and \?tank is the fuel "
        r"in a full "
        r"tank\.",
        NUMBERS,
    )

    def __init__(self, text: PuzzleText) -> None:
        super().__init__(text)
        self.room, self.tank, self.station = int(text.story["room"]), int(text.story["tank"]), text.story["station"]
        self.roads = dict[tuple[str, str], int]()
        for one, other, liters in (road.split() for road in text.story["roads"].split("/")):
            self.roads |= {(one, other): int(liters), (other, one): int(liters)}
        parcels = [parcel.split() for parcel in text.story["parcels"].split("/")]
        self.names = [f"parcel-{n}" for n in range(1, len(parcels) + 1)]
        self.initial_situation, self.wanted = (
            (text.story["van"], self.tank, tuple(one for one, _ in parcels)),
            tuple(other for _, other in parcels),
        )
        van, lying, left, space = read_facts(
            text.facts,
            r"the van is at the (\S+)",
            r"parcel (\d+) is at the (\S+)",
            r"liters left: (\S+)",
            r"room left for parcels: (\S+)",
        )
        [wanted] = read_facts(text.goal, r"parcel (\d+) is at the (\S+)")
        self.check(
            [one[1] for one in van] == [text.story["van"]] and text.rules[3]["station"] == self.station, text.story[0]
        )
        self.check([number(left[0][1]), number(space[0][1])] == [self.tank, self.room], text.story[0])
        for said, places in ((lying, self.initial_situation[2]), (wanted, self.wanted)):
            self.check(sorted((int(one[1]), one[2]) for one in said) == [*enumerate(places, 1)], text.story[0])

    def successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        van, fuel, places = state
        for (origin, target), liters in self.roads.items():
            if origin == van and fuel >= liters:
                yield (
                    ("drive", van, target, *(WORDS[n] for n in (fuel, liters, fuel - liters))),
                    (target, fuel - liters, places),
                )
        space = self.room - places.count(None)
        for n, (name, where) in enumerate(zip(self.names, places, strict=True)):
            if where == van and space:
                yield (
                    ("load", name, van, WORDS[space], WORDS[space - 1]),
                    (van, fuel, (*places[:n], None, *places[n + 1 :])),
                )
            if where is None:
                yield (
                    ("unload", name, van, WORDS[space], WORDS[space + 1]),
                    (van, fuel, (*places[:n], van, *places[n + 1 :])),
                )
        if van == self.station and fuel < self.tank:
            yield ("refuel", van, *(WORDS[n] for n in (fuel, fuel + 1, self.tank))), (van, self.tank, places)

    def is_goal(self, state: Any) -> bool:
        return bool(state[2] == self.wanted)


@puzzle
class Elevator(Puzzle):
    """Passengers of an elevator.

    A state has its floor and the status of each passenger: waiting, riding or served.
    """

    STORY = (
        r"An elevator stands on floor (?P<floor>\d+) of (?P<floors>\d+)\. (?:A passenger waits on floor|\d+ passengers wait on floors) "
        r"(?P<origins>.+?)\. (?:The passenger's destination is floor|Their destinations, in the same order, are floors) (?P<targets>.+?)\. "
        r"The elevator has room for everybody and goes from "
        r"any floor to any other without a stop\. How does everybody get where they want to go\?"
    )
    RULES = (
        r"\(up \?from \?to\) moves the elevator from \?from, the floor where it is, to any higher floor \?to, and \(down \?from \?to\) "
        r"moves it "
        r"to any lower floor\.",
        r"\(board \?passenger \?floor\) lets a waiting passenger get in on \?floor, where both the passenger and the elevator must be\. "
        r"\(depart "
        r"\?passenger \?floor\) lets a passenger in the elevator get out on \?floor, which must be their destination, if the elevator is "
        r"there\. "
        r"The passenger has then arrived, and never gets in again\.",
        r"Each ride counts as one action, however many floors it passes\. Getting in is one action for each passenger, and so is getting "
        r"out\.",
    )

    def __init__(self, text: PuzzleText) -> None:
        super().__init__(text)
        self.floors, self.origins, self.targets = (
            int(text.story["floors"]),
            numbers(text.story["origins"]),
            numbers(text.story["targets"]),
        )
        self.initial_situation = (int(text.story["floor"]), ("waits",) * len(self.origins))
        at, waiting = read_facts(text.facts, r"the elevator is at floor (\d+)", r"passenger (\d+) waits")
        [served] = read_facts(text.goal, r"passenger (\d+) has arrived")
        everybody = [*range(1, len(self.origins) + 1)]
        self.check(
            [int(one[1]) for one in at] == [self.initial_situation[0]] and len(self.targets) == len(self.origins),
            text.story[0],
        )
        self.check(all(sorted(int(one[1]) for one in some) == everybody for some in (waiting, served)), text.story[0])

    def successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        floor, passengers = state
        for other in range(1, self.floors + 1):
            if other != floor:
                yield ("up" if other > floor else "down", f"floor-{floor}", f"floor-{other}"), (other, passengers)
        for n, how in enumerate(passengers):
            for action, before, after, place in (
                ("board", "waits", "rides", self.origins[n]),
                ("depart", "rides", "served", self.targets[n]),
            ):
                if how == before and place == floor:
                    changed = (*passengers[:n], after, *passengers[n + 1 :])
                    yield (action, f"passenger-{n + 1}", f"floor-{floor}"), (floor, changed)

    def is_goal(self, state: Any) -> bool:
        return {*state[1]} == {"served"}


@puzzle
class Ferry(Puzzle):
    """Cars on a ferry.

    A state has the place of the ferry, the destination of the car aboard, and the number of cars for each pair of origin and destination.
    """

    STORY = (
        r"A ferry carries one car at a time between (?P<shores>\d+) shores\. (?:A car waits at shore|\d+ cars wait at shores) "
        r"(?P<origins>.+?)\. (?:The car's destination is shore|Their destinations, in the same order, are shores) (?P<targets>.+?)\. "
        r"The ferry is at shore (?P<ferry>\d+)\. How "
        r"(?:does the car get to its shore|do all cars get to their shores)\?"
    )
    RULES = (
        r"\(sail \?from \?to\) moves the ferry from \?from, the shore where it is, to any other shore \?to, with or without a car\.",
        r"\(board \?shore \?bound \?count \?fewer\) drives a car aboard at \?shore\. The ferry must be there, and no car may be aboard\. "
        r"\?bound is the destination of the car\. \?count is the number of cars at \?shore with this destination before the action, and "
        r"\?fewer "
        r"is that number minus one\. Cars with the same destination are interchangeable\.",
        r"\(land \?shore \?bound \?count \?more\) drives the car that is aboard ashore at \?shore, where the ferry must be\. \?bound is "
        r"the destination of the car, which may be another shore than \?shore\. \?count is the number of cars at \?shore with this "
        r"destination "
        r"before the action, and \?more is that number plus one\.",
        NUMBERS,
    )

    def __init__(self, text: PuzzleText) -> None:
        super().__init__(text)
        self.shores, pairs = (
            int(text.story["shores"]),
            [*zip(numbers(text.story["origins"]), numbers(text.story["targets"]), strict=True)],
        )
        every = [(shore, bound) for shore in range(1, self.shores + 1) for bound in range(1, self.shores + 1)]
        self.index = {pair: n for n, pair in enumerate(every)}
        self.initial_situation = (int(text.story["ferry"]), None, tuple(pairs.count(pair) for pair in every))
        self.wanted = tuple(
            sum(bound == target for _, target in pairs) if shore == bound else 0 for shore, bound in every
        )
        counted = r"cars at shore (\d+) bound for shore (\d+): (\S+)"
        at, cars = read_facts(text.facts, r"the ferry is at shore (\d+)", counted)
        told = {(int(one[1]), int(one[2])): number(one[3]) for one in cars}
        [wanted] = read_facts(text.goal, counted)
        self.check([int(one[1]) for one in at] == [self.initial_situation[0]], text.story[0])
        self.check(
            all(told.get(pair, 0) == self.initial_situation[2][n] for pair, n in self.index.items()), text.story[0]
        )
        self.check(
            all(number(one[3]) == self.wanted[self.index[int(one[1]), int(one[2])]] for one in wanted), f"{text.goal}"
        )

    def successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        shore, aboard, cars = state
        for other in range(1, self.shores + 1):
            if other != shore:
                yield ("sail", f"shore-{shore}", f"shore-{other}"), (other, aboard, cars)
            n = self.index[shore, other]
            if aboard is None and cars[n]:
                action = ("board", f"shore-{shore}", f"shore-{other}", WORDS[cars[n]], WORDS[cars[n] - 1])
                yield action, (shore, other, (*cars[:n], cars[n] - 1, *cars[n + 1 :]))
            if aboard == other:
                action = ("land", f"shore-{shore}", f"shore-{other}", WORDS[cars[n]], WORDS[cars[n] + 1])
                yield action, (shore, None, (*cars[:n], cars[n] + 1, *cars[n + 1 :]))

    def is_goal(self, state: Any) -> bool:
        return bool(state[2] == self.wanted)


@puzzle
class Gripper(Puzzle):
    """A robot with hands.

    A state has its room, the number of balls it carries, and the number of balls in each room.
    """

    STORY = (
        r"A robot with (?P<hands>\d+) hands? stands in room a, where (?:a ball lies|(?P<balls>\d+) balls lie)\. There are "
        r"(?P<rooms>\d+) rooms, (?:and a door connects them|and doors connect each room with every other room)\. "
        r"How (?:does the ball|do the balls) get to the last room\?"
    )
    RULES = (
        r"\(go \?from \?to\) moves the robot from \?from, the room where it is, to any other room \?to\.",
        r"\(pick-up \?room \?count \?fewer \?held \?more\) lets the robot pick up a ball in \?room, the room where it is\. \?count is the "
        r"number of balls in \?room before the action, and \?fewer is that number minus one\. \?held is the number of balls that the "
        r"robot carries "
        r"before the action, and \?more is that number plus one, at most "
        r"(?P<hands>\d+)\. Balls are interchangeable\.",
        r"\(put-down \?room \?count \?more \?held \?fewer\) lets the robot put down a ball in \?room, the room where it is\. \?count is "
        r"the "
        r"number of balls in \?room before the action, and \?more is that number plus one\. \?held is the number of balls that the robot "
        r"carries "
        r"before the action, and \?fewer is that number minus one\.",
        NUMBERS,
    )

    def __init__(self, text: PuzzleText) -> None:
        super().__init__(text)
        self.hands, self.balls, rooms = (
            int(text.story["hands"]),
            int(text.story["balls"] or 1),
            int(text.story["rooms"]),
        )
        self.rooms = [f"room-{chr(97 + n)}" for n in range(rooms)]
        self.initial_situation = (0, 0, (self.balls, *[0] * (rooms - 1)))
        room, balls, carried = read_facts(
            text.facts, r"the robot is in room (\w)", r"balls in room (\w): (\S+)", r"the robot carries (\S+) balls?"
        )
        [wanted] = read_facts(text.goal, r"balls in room (\w): (\S+)")
        self.check([one[1] for one in room] == ["a"] and [one[1] for one in carried] == ["no"], f"{text.facts}")
        self.check(
            [number(one[2]) for one in sorted(balls, key=lambda one: one[1])] == [*self.initial_situation[2]],
            f"{text.facts}",
        )
        self.check(
            [(f"room-{one[1]}", number(one[2])) for one in wanted] == [(self.rooms[-1], self.balls)], f"{text.goal}"
        )
        self.check(int(text.rules[1]["hands"]) == self.hands, text.story[0])

    def successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        room, held, balls = state
        name, count = self.rooms[room], balls[room]
        for other in range(len(self.rooms)):
            if other != room:
                yield ("go", name, self.rooms[other]), (other, held, balls)
        if count and held < self.hands:
            after = (*balls[:room], count - 1, *balls[room + 1 :])
            yield ("pick-up", name, *(WORDS[n] for n in (count, count - 1, held, held + 1))), (room, held + 1, after)
        if held:
            after = (*balls[:room], count + 1, *balls[room + 1 :])
            yield ("put-down", name, *(WORDS[n] for n in (count, count + 1, held, held - 1))), (room, held - 1, after)

    def is_goal(self, state: Any) -> bool:
        return bool(state[2][-1] == self.balls)


@puzzle
class Logistics(Puzzle):
    """Trucks, planes and packages.

    A state has the place of each vehicle, and the place or vehicle of each package.
    """

    STORY = (
        r"There (?:is|are) (?P<cities>\d+) (?:city|cities) with (?P<places>\d+) places?(?: each)?\. City a has airport a \(place 1\)"
        r"(?:(?: and|,) place a2 \(place 2\)(?:, and so on)?)?(?:; city b has airport b \(place (?P<second>\d+)\)"
        r"(?:(?: and|,) place b2 \(place (?P<third>\d+)\)(?:, and so on)?)?)?(?:; the other cities continue in the same way)?\. "
        r"(?:A truck stands at place|Trucks stand at places) (?P<trucks>.+?), and (?:there is no plane|(?:a plane stands at place|planes "
        r"stand "
        r"at places) (?P<planes>.+?))\. (?:A package lies at place|Packages lie at places) (?P<origins>.+?)\. (?:The package's "
        r"destination is place|Their "
        r"destinations, in the same order, are places) (?P<targets>.+?)\. Trucks stay in their city, and planes fly between airports\. How "
        r"(?:does the package get to its destination|do the packages get to their destinations)\?"
    )
    RULES = (
        r"\(load \?package \?vehicle \?place\) loads a package onto a truck or a plane at \?place, where both the package and the "
        r"vehicle must "
        r"be\. \(unload \?package \?vehicle \?place\) unloads a package from a vehicle at \?place, where the vehicle must be\. Each "
        r"vehicle has "
        r"room for all packages\.",
        r"\(drive \?truck \?from \?to\) drives a truck from \?from, the place where it is, to any other place \?to of its city\. \(fly "
        r"\?plane "
        r"\?from \?to\) flies a plane from \?from, the airport where it is, to any other airport \?to\.",
        r"In the actions, airport-a is the airport of city a, and place-a2 is its second place; all other places are named in the same way\.",
    )

    def __init__(self, text: PuzzleText) -> None:
        super().__init__(text)
        cities, self.places = int(text.story["cities"]), int(text.story["places"])
        trucks, planes = numbers(text.story["trucks"]), numbers(text.story["planes"] or "")
        self.vehicles = [
            *(f"truck-{n}" for n in range(1, len(trucks) + 1)),
            *(f"plane-{n}" for n in range(1, len(planes) + 1)),
        ]
        self.airports = [1 + city * self.places for city in range(cities)]
        self.check(text.story["second"] in (None, str(self.places + 1)), text.story[0])
        self.check(text.story["third"] in (None, str(self.places + 2)), text.story[0])
        origins, self.wanted = numbers(text.story["origins"]), tuple(numbers(text.story["targets"]))
        self.initial_situation = ((*trucks, *planes), tuple(origins))
        vehicles, packages = read_facts(text.facts, r"((?:truck|plane) \d+) is at (.+)", r"package (\d+) is at (.+)")
        [wanted] = read_facts(text.goal, r"package (\d+) is at (.+)")
        stands = {(one[1].replace(" ", "-"), one[2].replace(" ", "-")) for one in vehicles}
        self.check(
            stands
            == {(name, self._place(at)) for name, at in zip(self.vehicles, self.initial_situation[0], strict=True)},
            f"{text.facts}",
        )
        for said, places in ((packages, origins), (wanted, self.wanted)):
            told = sorted((int(one[1]), one[2].replace(" ", "-")) for one in said)
            self.check(told == [(n, self._place(at)) for n, at in enumerate(places, 1)], f"{text.facts} {text.goal}")

    def _place(self, at: int) -> str:
        city, nth = divmod(at - 1, self.places)
        return f"place-{chr(97 + city)}{nth + 1}" if nth else f"airport-{chr(97 + city)}"

    def successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        vehicles, packages = state
        for n, (name, at) in enumerate(zip(self.vehicles, vehicles, strict=True)):
            plane = name.startswith("plane")
            city = (at - 1) // self.places * self.places + 1
            for other in self.airports if plane else range(city, city + self.places):
                if other != at:
                    action = ("fly" if plane else "drive", name, self._place(at), self._place(other))
                    yield action, ((*vehicles[:n], other, *vehicles[n + 1 :]), packages)
            for p, where in enumerate(packages):
                if where == at:
                    yield (
                        ("load", f"package-{p + 1}", name, self._place(at)),
                        (vehicles, (*packages[:p], name, *packages[p + 1 :])),
                    )
                if where == name:
                    yield (
                        ("unload", f"package-{p + 1}", name, self._place(at)),
                        (vehicles, (*packages[:p], at, *packages[p + 1 :])),
                    )

    def is_goal(self, state: Any) -> bool:
        return bool(state[1] == self.wanted)
