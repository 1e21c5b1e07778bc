"""The classical puzzles as one would write them down without PDDL: states, moves and goal of each, and the search that judges the program.

Nothing here reads a template, a fact or an action: a tower is a tuple of discs' pegs, a board a tuple of tiles, a jam a set of vehicles.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, NamedTuple

__all__ = ["MODELS", "Found", "Model", "explored"]

State = Hashable
Cell = tuple[int, int]
STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))


class Model(NamedTuple):
    start: Any
    moves: Callable[[Any], Iterable[Any]]
    goal: Callable[[Any], bool]


class Found(NamedTuple):
    states: int
    optimum: int | None
    farthest: int


def explored(model: Model) -> Found:
    depths, queue, best = {model.start: 0}, deque([model.start]), None
    while queue:
        state = queue.popleft()
        if best is None and model.goal(state):
            best = depths[state]
        for after in model.moves(state):
            if after not in depths:
                depths[after] = depths[state] + 1
                queue.append(after)
    return Found(len(depths), best, max(depths.values()))


def changed(state: tuple[Any, ...], changes: dict[int, Any]) -> tuple[Any, ...]:
    return tuple(changes.get(index, one) for index, one in enumerate(state))


def hanoi(discs: int, pegs: int) -> Model:
    def moves(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        top = {peg: disc for disc, peg in reversed([*enumerate(state)])}
        for disc in top.values():
            for to in range(pegs):
                if disc < top.get(to, discs):
                    yield changed(state, {disc: to})

    return Model((0,) * discs, moves, lambda state: set(state) == {pegs - 1})


def jugs(capacities: tuple[int, ...], tap: bool, start: tuple[int, ...], measure: int, goal: tuple[int, ...]) -> Model:
    def moves(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for one, capacity in enumerate(capacities):
            if tap:
                yield changed(state, {one: capacity})
                yield changed(state, {one: 0})
            for other, room in enumerate(capacities):
                if other != one:
                    poured = min(state[one], room - state[other])
                    yield changed(state, {one: state[one] - poured, other: state[other] + poured})

    def reached(state: tuple[int, ...]) -> bool:
        if not any(level >= 0 for level in goal):
            return measure in state
        return all(wanted in (-1, level) for wanted, level in zip(goal, state, strict=False))

    return Model((*start, *[0] * (len(capacities) - len(start))), moves, reached)


def sliding_tiles(board: str, goal: str) -> Model:
    rows = [row.split() for row in board.split("/")]
    width, tiles = len(rows[0]), tuple(itertools.chain(*rows))
    ordered = (*map(str, range(1, len(tiles))), "_")
    wanted = ordered if goal == "ordered" else tuple(goal.replace("/", " ").split())

    def moves(state: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        hole = state.index("_")
        for down, right in STEPS:
            row, column = hole // width + down, hole % width + right
            if 0 <= row < len(rows) and 0 <= column < width:
                yield changed(state, {hole: state[row * width + column], row * width + column: "_"})

    return Model(tiles, moves, lambda state: state == wanted)


def blocks(start: str, goal: str) -> Model:
    def towers(text: str) -> frozenset[tuple[str, ...]]:
        return frozenset(tuple(tower.split()) for tower in text.split("/") if tower.split())

    def moves(state: frozenset[tuple[str, ...]]) -> Iterator[frozenset[tuple[str, ...]]]:
        for tower in state:
            rest = state - {tower} | ({tower[:-1]} if tower[1:] else set())
            yield rest | {tower[-1:]}
            for other in rest - {tower[:-1]}:
                yield rest - {other} | {(*other, tower[-1])}

    def reached(state: frozenset[tuple[str, ...]]) -> bool:
        return all(any(tower[: len(wanted)] == wanted for tower in state) for wanted in towers(goal))

    return Model(towers(start), moves, reached)


def gripper(balls: int, hands: int, rooms: int) -> Model:
    def moves(state: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        here, held, *lying = state
        for room in range(rooms):
            if room != here:
                yield (room, held, *lying)
        if held < hands and lying[here]:
            yield (here, held + 1, *changed(tuple(lying), {here: lying[here] - 1}))
        if held:
            yield (here, held - 1, *changed(tuple(lying), {here: lying[here] + 1}))

    start = (0, 0, balls, *[0] * (rooms - 1))
    return Model(start, moves, lambda state: state[-1] == balls)


def ferry(shores: int, origins: tuple[int, ...], destinations: tuple[int, ...], ferry: int) -> Model:
    """Every car has a name in its moves; states that differ in names of cars for the same shore are one."""

    def told(here: int, cars: Iterable[tuple[int, int]]) -> tuple[Any, ...]:
        return here, tuple(sorted(cars))

    def moves(state: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        here, cars = state
        for shore in range(1, shores + 1):
            if shore != here:
                yield told(shore, cars)
        aboard = [index for index, (at, _) in enumerate(cars) if at == 0]
        for index, (at, bound) in enumerate(cars):
            if at == here and not aboard:
                yield told(here, changed(cars, {index: (0, bound)}))
            if at == 0:
                yield told(here, changed(cars, {index: (here, bound)}))

    start = told(ferry, zip(origins, destinations, strict=True))
    return Model(start, moves, lambda state: all(at == bound for at, bound in state[1]))


def logistics(
    cities: int,
    places: int,
    trucks: tuple[int, ...],
    planes: tuple[int, ...],
    origins: tuple[int, ...],
    destinations: tuple[int, ...],
) -> Model:
    """Vehicles and packages by their places, numbered from 1; a package in a vehicle by the vehicle's number below 0."""
    vehicles = trucks + planes

    def leads(vehicle: int, one: int, other: int) -> bool:
        if vehicle < len(trucks):
            return (one - 1) // places == (other - 1) // places
        return (one - 1) % places == (other - 1) % places == 0

    def moves(state: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        stands, lies = state
        for vehicle, here in enumerate(stands):
            for there in range(1, cities * places + 1):
                if there != here and leads(vehicle, here, there):
                    yield changed(stands, {vehicle: there}), lies
            for package, place in enumerate(lies):
                if place == here:
                    yield stands, changed(lies, {package: -1 - vehicle})
                if place == -1 - vehicle:
                    yield stands, changed(lies, {package: here})

    return Model((vehicles, origins), moves, lambda state: state[1] == destinations)


def elevator(floors: int, origins: tuple[int, ...], destinations: tuple[int, ...], lift: int) -> Model:
    def moves(state: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        here, stage = state
        for floor in range(1, floors + 1):
            if floor != here:
                yield floor, stage
        for passenger, where in enumerate(zip(origins, destinations, strict=True)):
            if stage[passenger] < 2 and where[stage[passenger]] == here:
                yield here, changed(stage, {passenger: stage[passenger] + 1})

    return Model((lift, (0,) * len(origins)), moves, lambda state: set(state[1]) == {2})


def deliveries(roads: str, parcels: str, capacity: int, tank: int, van: str, station: str) -> Model:
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
                yield here, fuel, changed(lies, {parcel: ""})
            if place == "":
                yield here, fuel, changed(lies, {parcel: here})

    wanted = tuple(to for _, to in trips)
    return Model((van, tank, tuple(at for at, _ in trips)), moves, lambda state: state[2] == wanted)


def signs(text: str) -> dict[Cell, str]:
    rows = enumerate(text.split("/"))
    return {(row, column): sign for row, line in rows for column, sign in enumerate(line)}


def sokoban(level: str) -> Model:
    found = {cell: " " if sign in "-_" else sign for cell, sign in signs(level).items()}
    goals = frozenset(cell for cell, sign in found.items() if sign in ".*+")
    boxes = frozenset(cell for cell, sign in found.items() if sign in "$*")
    [keeper] = [cell for cell, sign in found.items() if sign in "@+"]

    def free(cell: Cell, boxes: frozenset[Cell]) -> bool:
        return found.get(cell, "#") != "#" and cell not in boxes

    def moves(state: tuple[Cell, frozenset[Cell]]) -> Iterator[tuple[Cell, frozenset[Cell]]]:
        (row, column), boxes = state
        for down, right in STEPS:
            there, behind = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if free(there, boxes):
                yield there, boxes
            elif there in boxes and free(behind, boxes):
                yield there, boxes - {there} | {behind}

    return Model((keeper, boxes), moves, lambda state: state[1] == goals)


def rush_hour(board: str) -> Model:
    lines = board.split("/") if "/" in board else [board[at : at + 6] for at in range(0, 36, 6)]
    cells = signs("/".join(lines))
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
                    yield changed(state, {index: at})

    return Model(tuple(vehicles.values()), moves, lambda state: not exits.isdisjoint(state[0]))


def pancakes(stack: tuple[int, ...]) -> Model:
    def moves(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        return (state[:flipped][::-1] + state[flipped:] for flipped in range(2, len(state) + 1))

    return Model(stack, moves, lambda state: [*state] == sorted(state))


def lights_out(board: str) -> Model:
    """In reading order; whoever goes on leaves nothing lit that no later press touches."""
    cells = signs(board)

    def moves(state: tuple[frozenset[Cell], Cell]) -> Iterator[tuple[frozenset[Cell], Cell]]:
        lit, last = state
        for row, column in cells:
            settled = all((other + 1, beside) >= (row, column) for other, beside in lit)
            if (row, column) > last and settled and (row == 0 or (row - 1, column) in lit):
                cross = {(row + down, column + right) for down, right in ((0, 0), *STEPS)} & cells.keys()
                yield lit ^ cross, (row, column)

    start = frozenset(cell for cell, sign in cells.items() if sign == "*")
    return Model((start, (-1, -1)), moves, lambda state: not state[0])


def knights_swap(board: str, goal: str) -> Model:
    def knights(text: str) -> tuple[frozenset[Cell], ...]:
        return tuple(frozenset(cell for cell, sign in signs(text).items() if sign == colour) for colour in "WB")

    squares = {cell for cell, sign in signs(board).items() if sign != "#"}
    wanted = knights(board)[::-1] if goal == "swapped" else knights(goal)

    def moves(state: tuple[frozenset[Cell], ...]) -> Iterator[tuple[frozenset[Cell], ...]]:
        for colour, of_it in enumerate(state):
            for one in of_it:
                for other in squares - state[0] - state[1]:
                    if sorted((abs(one[0] - other[0]), abs(one[1] - other[1]))) == [1, 2]:
                        yield changed(state, {colour: of_it - {one} | {other}})

    return Model(knights(board), moves, lambda state: state == wanted)


def peg_solitaire(board: str, goal: str, diagonals: bool) -> Model:
    holes = {cell for cell, sign in signs(board).items() if sign != "#"}
    pegs = frozenset(cell for cell, sign in signs(board).items() if sign == "o")
    ways = (*STEPS, *([(-1, -1), (1, 1)] if diagonals else []))

    def moves(state: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
        for row, column in state:
            for down, right in ways:
                over, to = (row + down, column + right), (row + 2 * down, column + 2 * right)
                if over in state and to in holes - state:
                    yield state - {(row, column), over} | {to}

    def reached(state: frozenset[Cell]) -> bool:
        return len(state) == 1 and (goal == "any" or [f"r{row + 1}c{column + 1}" for row, column in state] == [goal])

    return Model(pegs, moves, reached)


def checkers(men: int) -> Model:
    def moves(row: str) -> Iterator[str]:
        for pattern, instead in (("R_", "_R"), ("_B", "B_"), ("RB_", "_BR"), ("_RB", "BR_")):
            for at in range(len(row)):
                if row.startswith(pattern, at):
                    yield row[:at] + instead + row[at + len(pattern) :]

    return Model("R" * men + "_" + "B" * men, moves, lambda row: row == "B" * men + "_" + "R" * men)


MODELS: dict[str, Callable[..., Model]] = {
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
