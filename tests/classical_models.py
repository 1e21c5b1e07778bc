"""The classical puzzles modeled without PDDL, and the search that judges the program.

Each puzzle has its states, moves and goal.

Nothing here reads a template, a fact or an action: a tower is a tuple of discs' pegs, a board a tuple of tiles, a traffic jam a set of
vehicles.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, NamedTuple

__all__ = ["MODELS", "Exploration", "PuzzleModel", "explore_model"]

State = Hashable
Cell = tuple[int, int]
DIRECTIONS = ((-1, 0), (0, -1), (0, 1), (1, 0))


class PuzzleModel(NamedTuple):
    start: Any
    successors: Callable[[Any], Iterable[Any]]
    is_goal: Callable[[Any], bool]


class Exploration(NamedTuple):
    state_count: int
    optimum: int | None
    max_depth: int


def explore_model(model: PuzzleModel) -> Exploration:
    depths, queue, best = {model.start: 0}, deque([model.start]), None
    while queue:
        state = queue.popleft()
        if best is None and model.is_goal(state):
            best = depths[state]
        for after in model.successors(state):
            if after not in depths:
                depths[after] = depths[state] + 1
                queue.append(after)
    return Exploration(len(depths), best, max(depths.values()))


def with_changes(state: tuple[Any, ...], changes: dict[int, Any]) -> tuple[Any, ...]:
    return tuple(changes.get(index, one) for index, one in enumerate(state))


def hanoi(discs: int, pegs: int) -> PuzzleModel:
    def moves(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        top = {peg: disc for disc, peg in reversed([*enumerate(state)])}
        for disc in top.values():
            for to in range(pegs):
                if disc < top.get(to, discs):
                    yield with_changes(state, {disc: to})

    return PuzzleModel((0,) * discs, moves, lambda state: set(state) == {pegs - 1})


def jugs(
    capacities: tuple[int, ...], tap: bool, start: tuple[int, ...], measure: int, goal: tuple[int, ...]
) -> PuzzleModel:
    def moves(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for one, capacity in enumerate(capacities):
            if tap:
                yield with_changes(state, {one: capacity})
                yield with_changes(state, {one: 0})
            for other, room in enumerate(capacities):
                if other != one:
                    poured = min(state[one], room - state[other])
                    yield with_changes(state, {one: state[one] - poured, other: state[other] + poured})

    def is_measured(state: tuple[int, ...]) -> bool:
        if not any(level >= 0 for level in goal):
            return measure in state
        return all(wanted in (-1, level) for wanted, level in zip(goal, state, strict=False))

    return PuzzleModel((*start, *[0] * (len(capacities) - len(start))), moves, is_measured)


def sliding_tiles(board: str, goal: str) -> PuzzleModel:
    rows = [row.split() for row in board.split("/")]
    width, tiles = len(rows[0]), tuple(itertools.chain(*rows))
    ordered = (*map(str, range(1, len(tiles))), "_")
    wanted = ordered if goal == "ordered" else tuple(goal.replace("/", " ").split())

    def moves(state: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        hole = state.index("_")
        for down, right in DIRECTIONS:
            row, column = hole // width + down, hole % width + right
            if 0 <= row < len(rows) and 0 <= column < width:
                yield with_changes(state, {hole: state[row * width + column], row * width + column: "_"})

    return PuzzleModel(tiles, moves, lambda state: state == wanted)


def blocks(start: str, goal: str) -> PuzzleModel:
    def parse_towers(text: str) -> frozenset[tuple[str, ...]]:
        return frozenset(tuple(tower.split()) for tower in text.split("/") if tower.split())

    def moves(state: frozenset[tuple[str, ...]]) -> Iterator[frozenset[tuple[str, ...]]]:
        for tower in state:
            rest = state - {tower} | ({tower[:-1]} if tower[1:] else set())
            yield rest | {tower[-1:]}
            for other in rest - {tower[:-1]}:
                yield rest - {other} | {(*other, tower[-1])}

    def has_towers(state: frozenset[tuple[str, ...]]) -> bool:
        return all(any(tower[: len(wanted)] == wanted for tower in state) for wanted in parse_towers(goal))

    return PuzzleModel(parse_towers(start), moves, has_towers)


def gripper(balls: int, hands: int, rooms: int) -> PuzzleModel:
    def moves(state: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        here, held, *lying = state
        for room in range(rooms):
            if room != here:
                yield (room, held, *lying)
        if held < hands and lying[here]:
            yield (here, held + 1, *with_changes(tuple(lying), {here: lying[here] - 1}))
        if held:
            yield (here, held - 1, *with_changes(tuple(lying), {here: lying[here] + 1}))

    start = (0, 0, balls, *[0] * (rooms - 1))
    return PuzzleModel(start, moves, lambda state: state[-1] == balls)


def ferry(shores: int, origins: tuple[int, ...], destinations: tuple[int, ...], ferry: int) -> PuzzleModel:
    """Return the ferry puzzle.

    Moves name the car. States that differ only in the names of cars for the same shore are one state.
    """

    def make_state(here: int, cars: Iterable[tuple[int, int]]) -> tuple[Any, ...]:
        return here, tuple(sorted(cars))

    def moves(state: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        here, cars = state
        for shore in range(1, shores + 1):
            if shore != here:
                yield make_state(shore, cars)
        aboard = [index for index, (at, _) in enumerate(cars) if at == 0]
        for index, (at, bound) in enumerate(cars):
            if at == here and not aboard:
                yield make_state(here, with_changes(cars, {index: (0, bound)}))
            if at == 0:
                yield make_state(here, with_changes(cars, {index: (here, bound)}))

    start = make_state(ferry, zip(origins, destinations, strict=True))
    return PuzzleModel(start, moves, lambda state: all(at == bound for at, bound in state[1]))


def logistics(
    cities: int,
    places: int,
    trucks: tuple[int, ...],
    planes: tuple[int, ...],
    origins: tuple[int, ...],
    destinations: tuple[int, ...],
) -> PuzzleModel:
    """Return the logistics puzzle.

    A state has the place of each vehicle and package, numbered from 1; a package in a vehicle has the vehicle's number, which is below 0.
    """
    vehicles = trucks + planes

    def is_connected(vehicle: int, one: int, other: int) -> bool:
        if vehicle < len(trucks):
            return (one - 1) // places == (other - 1) // places
        return (one - 1) % places == (other - 1) % places == 0

    def moves(state: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        stands, lies = state
        for vehicle, here in enumerate(stands):
            for there in range(1, cities * places + 1):
                if there != here and is_connected(vehicle, here, there):
                    yield with_changes(stands, {vehicle: there}), lies
            for package, place in enumerate(lies):
                if place == here:
                    yield stands, with_changes(lies, {package: -1 - vehicle})
                if place == -1 - vehicle:
                    yield stands, with_changes(lies, {package: here})

    return PuzzleModel((vehicles, origins), moves, lambda state: state[1] == destinations)


def elevator(floors: int, origins: tuple[int, ...], destinations: tuple[int, ...], lift: int) -> PuzzleModel:
    def moves(state: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        here, stage = state
        for floor in range(1, floors + 1):
            if floor != here:
                yield floor, stage
        for passenger, where in enumerate(zip(origins, destinations, strict=True)):
            if stage[passenger] < 2 and where[stage[passenger]] == here:
                yield here, with_changes(stage, {passenger: stage[passenger] + 1})

    return PuzzleModel((lift, (0,) * len(origins)), moves, lambda state: set(state[1]) == {2})


def deliveries(roads: str, parcels: str, capacity: int, tank: int, van: str, station: str) -> PuzzleModel:
    ways = [(one, other, int(liters)) for one, other, liters in (road.split() for road in roads.split("/"))]
    ways += [(other, one, liters) for one, other, liters in ways]
    trips = [parcel.split() for parcel in parcels.split("/")]

    def moves(state: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        here, fuel, lies = state
        for one, other, liters in ways:
            if one == here and liters <= fuel:
                yield other, fuel - liters, lies
        if here == station:
            yield here, tank, lies
        for parcel, place in enumerate(lies):
            if place == here and lies.count("") < capacity:
                yield here, fuel, with_changes(lies, {parcel: ""})
            if place == "":
                yield here, fuel, with_changes(lies, {parcel: here})

    wanted = tuple(to for _, to in trips)
    return PuzzleModel((van, tank, tuple(at for at, _ in trips)), moves, lambda state: state[2] == wanted)


def read_signs(text: str) -> dict[Cell, str]:
    rows = enumerate(text.split("/"))
    return {(row, column): sign for row, line in rows for column, sign in enumerate(line)}


def sokoban(level: str) -> PuzzleModel:
    found = {cell: " " if sign in "-_" else sign for cell, sign in read_signs(level).items()}
    goals = frozenset(cell for cell, sign in found.items() if sign in ".*+")
    boxes = frozenset(cell for cell, sign in found.items() if sign in "$*")
    [keeper] = [cell for cell, sign in found.items() if sign in "@+"]

    def is_free(cell: Cell, boxes: frozenset[Cell]) -> bool:
        return found.get(cell, "#") != "#" and cell not in boxes

    def moves(state: tuple[Cell, frozenset[Cell]]) -> Iterator[tuple[Cell, frozenset[Cell]]]:
        (row, column), boxes = state
        for down, right in DIRECTIONS:
            there, behind = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if is_free(there, boxes):
                yield there, boxes
            elif there in boxes and is_free(behind, boxes):
                yield there, boxes - {there} | {behind}

    return PuzzleModel((keeper, boxes), moves, lambda state: state[1] == goals)


def rush_hour(board: str) -> PuzzleModel:
    lines = board.split("/") if "/" in board else [board[at : at + 6] for at in range(0, 36, 6)]
    cells = read_signs("/".join(lines))
    vehicles = {
        letter: frozenset(cell for cell, sign in cells.items() if sign == letter)
        for letter in sorted({sign for sign in cells.values() if sign not in ".ox"})
    }
    exits = {cell for cell in cells if (cell[0], cell[1] + 1) not in cells}

    def moves(state: tuple[frozenset[Cell], ...]) -> Iterator[tuple[frozenset[Cell], ...]]:
        taken = frozenset().union(*state)
        for index, vehicle in enumerate(state):
            across = len({row for row, _ in vehicle}) == 1
            for sense in (-1, 1):
                at = vehicle
                while True:
                    at = frozenset((row, column + sense) if across else (row + sense, column) for row, column in at)
                    if any(cells.get(cell, "x") == "x" or cell in taken - vehicle for cell in at):
                        break
                    yield with_changes(state, {index: at})

    return PuzzleModel(tuple(vehicles.values()), moves, lambda state: not exits.isdisjoint(state[0]))


def pancakes(stack: tuple[int, ...]) -> PuzzleModel:
    def moves(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        return (state[:flipped][::-1] + state[flipped:] for flipped in range(2, len(state) + 1))

    return PuzzleModel(stack, moves, lambda state: [*state] == sorted(state))


def lights_out(board: str) -> PuzzleModel:
    """Return the lights-out puzzle, with presses in reading order.

    The search does not leave a light on that no later press touches.
    """
    cells = read_signs(board)

    def moves(state: tuple[frozenset[Cell], Cell]) -> Iterator[tuple[frozenset[Cell], Cell]]:
        lit, last = state
        for row, column in cells:
            settled = all((other + 1, beside) >= (row, column) for other, beside in lit)
            if (row, column) > last and settled and (row == 0 or (row - 1, column) in lit):
                cross = {(row + down, column + right) for down, right in ((0, 0), *DIRECTIONS)} & cells.keys()
                yield lit ^ cross, (row, column)

    start = frozenset(cell for cell, sign in cells.items() if sign == "*")
    return PuzzleModel((start, (-1, -1)), moves, lambda state: not state[0])


def knights_swap(board: str, goal: str) -> PuzzleModel:
    def find_knights(text: str) -> tuple[frozenset[Cell], ...]:
        return tuple(frozenset(cell for cell, sign in read_signs(text).items() if sign == colour) for colour in "WB")

    squares = {cell for cell, sign in read_signs(board).items() if sign != "#"}
    wanted = find_knights(board)[::-1] if goal == "swapped" else find_knights(goal)

    def moves(state: tuple[frozenset[Cell], ...]) -> Iterator[tuple[frozenset[Cell], ...]]:
        for colour, of_it in enumerate(state):
            for one in of_it:
                for other in squares - state[0] - state[1]:
                    if sorted((abs(one[0] - other[0]), abs(one[1] - other[1]))) == [1, 2]:
                        yield with_changes(state, {colour: of_it - {one} | {other}})

    return PuzzleModel(find_knights(board), moves, lambda state: state == wanted)


def peg_solitaire(board: str, goal: str, diagonals: bool) -> PuzzleModel:
    holes = {cell for cell, sign in read_signs(board).items() if sign != "#"}
    pegs = frozenset(cell for cell, sign in read_signs(board).items() if sign == "o")
    ways = (*DIRECTIONS, *([(-1, -1), (1, 1)] if diagonals else []))

    def moves(state: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
        for row, column in state:
            for down, right in ways:
                over, to = (row + down, column + right), (row + 2 * down, column + 2 * right)
                if over in state and to in holes - state:
                    yield state - {(row, column), over} | {to}

    def is_last_peg_right(state: frozenset[Cell]) -> bool:
        return len(state) == 1 and (goal == "any" or [f"r{row + 1}c{column + 1}" for row, column in state] == [goal])

    return PuzzleModel(pegs, moves, is_last_peg_right)


def checkers(men: int) -> PuzzleModel:
    def moves(row: str) -> Iterator[str]:
        for pattern, instead in (("R_", "_R"), ("_B", "B_"), ("RB_", "_BR"), ("_RB", "BR_")):
            for at in range(len(row)):
                if row.startswith(pattern, at):
                    yield row[:at] + instead + row[at + len(pattern) :]

    return PuzzleModel("R" * men + "_" + "B" * men, moves, lambda row: row == "B" * men + "_" + "R" * men)


MODELS: dict[str, Callable[..., PuzzleModel]] = {
    "blocks": blocks,
    "checkers": checkers,
    "deliveries": deliveries,
    "elevator": elevator,
    "ferry": ferry,
    "gripper": gripper,
    "hanoi": hanoi,
    "jugs": jugs,
    "knights-swap": knights_swap,
    "lights-out": lights_out,
    "logistics": logistics,
    "pancakes": pancakes,
    "peg-solitaire": peg_solitaire,
    "rush-hour": rush_hour,
    "sliding-tiles": sliding_tiles,
    "sokoban": sokoban,
}
