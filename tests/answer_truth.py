"""Hand-written state spaces of the puzzles in the answer texts: states, costs and shortest plans.

No code of the program is used here.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

Step = tuple[Hashable, Hashable, int]
"""a move, the state after it, and its cost"""


class Space(NamedTuple):
    """A puzzle as a state space."""

    start: Hashable
    steps: Callable[[Any], Iterator[Step]]
    is_goal: Callable[[Any], bool]
    read_move: Callable[[Any], Hashable]
    """converts a move from the notation in the test data into a move of ``steps``"""

    def cost_of(self, moves: Sequence[Any]) -> int | None:
        """Return the cost of a plan; None if a move is not allowed or the plan does not reach the goal."""
        state, total = self.start, 0
        for written in moves:
            move = self.read_move(written)
            after = next(((state, cost) for one, state, cost in self.steps(state) if one == move), None)
            if after is None:
                return None
            state, total = after[0], total + after[1]
        return total if self.is_goal(state) else None

    def count_cheapest_plans(self) -> tuple[int | None, int]:
        """Return the least cost of a plan (None if there is no plan) and the number of plans with that cost."""
        costs, ways, queue, order = {self.start: 0}, {self.start: 1}, [(0, 0, self.start)], itertools.count(1)
        done, best, number = set[Hashable](), None, 0
        while queue:
            cost, _, state = heapq.heappop(queue)
            if state in done or (best is not None and cost > best):
                continue
            done.add(state)
            if self.is_goal(state):
                best, number = cost, number + ways[state]
                continue
            for _, after, more in self.steps(state):
                if cost + more < costs.get(after, 10**9):
                    costs[after], ways[after] = cost + more, ways[state]
                    heapq.heappush(queue, (cost + more, next(order), after))
                elif cost + more == costs[after]:
                    ways[after] += ways[state]
        return best, number


def make_crossing(
    names: str,
    capacity: int,
    is_safe: Callable[[frozenset[str]], bool] = lambda company: True,
    rowers: str | None = None,
    cost: Callable[[frozenset[str]], int] = lambda load: 1,
    places: int = 2,
    across: str = "",
    is_light_enough: Callable[[frozenset[str]], bool] = lambda load: True,
) -> Space:
    """Return the space of a crossing by boat between places 0, 1, ….

    Everybody travels from the first place to the last; the travelers in ``across`` travel from the last to the first.
    """
    everybody, last = tuple(names.split()), places - 1
    called = {"left bank": 0, "right bank": last, "island": 1}

    def steps(state: tuple[tuple[int, ...], int]) -> Iterator[Step]:
        where, boat = state
        here = [name for name, place in zip(everybody, where, strict=True) if place == boat]
        for load in (frozenset(some) for size in range(1, capacity + 1) for some in itertools.combinations(here, size)):
            if not (rowers is None or load & {*rowers.split()}) or not is_light_enough(load) or not is_safe(load):
                continue
            for to in range(places):
                after = tuple(to if name in load else place for name, place in zip(everybody, where, strict=True))
                companies = [
                    frozenset(n for n, p in zip(everybody, after, strict=True) if p == one) for one in range(places)
                ]
                left = frozenset(here) - load
                if to != boat and all(map(is_safe, companies)) and is_safe(left):
                    yield (load, to), (after, to), cost(load)

    def read(move: Any) -> Hashable:
        return frozenset(move["aboard"]), called[move["to"]]

    start = tuple(last if name in across.split() else 0 for name in everybody)
    space = Space(
        (start, 0),
        steps,
        lambda state: all({here, there} == {0, last} for here, there in zip(start, state[0], strict=True)),
        read,
    )
    return (
        space
        if places > 2
        else space._replace(steps=lambda s: ((one[0], *rest) for one, *rest in steps(s)), read_move=frozenset)
    )


def make_predator_rule(*pairs: str) -> Callable[[frozenset[str]], bool]:
    """Return a rule that holds if no pair is together without anybody else."""
    return lambda company: "farmer" in company or not any({*pair.split()} <= company for pair in pairs)


def _is_couple_safe(company: frozenset[str]) -> bool:
    men = {one for one in company if len(one) == 1}
    return not men or all(one[0] in men for one in company - men)


def _make_outnumber_rule(one: str, other: str) -> Callable[[frozenset[str]], bool]:
    def safe(company: frozenset[str]) -> bool:
        ones = sum(name[0] == one for name in company)
        return not ones or ones >= sum(name[0] == other for name in company)

    return safe


def _blocks() -> Space:
    """Return a space of the blocks a, b, c; a state has what each block lies on."""

    def steps(state: tuple[tuple[str, str], ...]) -> Iterator[Step]:
        on = dict(state)
        clear = {"a", "b", "c"} - {*on.values()}
        for block in sorted(clear):
            for to in (*sorted(clear - {block}), "table"):
                if to != on[block]:
                    yield (block, to), tuple(sorted({**on, block: to}.items())), 1

    def read(move: Any) -> Hashable:
        name, *blocks = (word.removeprefix("block-") for word in move)
        return blocks[0], "table" if name == "unstack" else blocks[-1]

    start = (("a", "table"), ("b", "table"), ("c", "a"))
    return Space(start, steps, lambda state: dict(state) == {"c": "table", "b": "c", "a": "b"}, read)


def _hanoi(discs: int) -> Space:
    """Return a space of discs, the smallest first; a state has the peg of each disc, from 0."""

    def steps(state: tuple[int, ...]) -> Iterator[Step]:
        for disc, peg in enumerate(state):
            for to in {0, 1, 2} - {*state[:disc], peg}:
                if peg not in state[:disc]:
                    yield (disc, to), (*state[:disc], to, *state[disc + 1 :]), 1

    return Space((0,) * discs, steps, lambda state: {*state} == {2}, lambda move: tuple(move))


def _jugs(rooms: tuple[int, ...], wanted: int) -> Space:
    def steps(state: tuple[int, ...]) -> Iterator[Step]:
        for jug, room in enumerate(rooms):
            for name, level in (("fill", room), ("empty", 0)):
                if state[jug] != level:
                    yield (name, jug), (*state[:jug], level, *state[jug + 1 :]), 1
            for other in {*range(len(rooms))} - {jug}:
                if moved := min(state[jug], rooms[other] - state[other]):
                    after = [*state]
                    after[jug], after[other] = state[jug] - moved, state[other] + moved
                    yield ("pour", jug, other), tuple(after), 1

    def read(move: Any) -> Hashable:
        return move[0], *(["jug-of-three", "jug-of-five"].index(word) for word in move[1:] if word.startswith("jug"))

    return Space((0,) * len(rooms), steps, lambda state: wanted in state, read)


def _pancakes(stack: tuple[int, ...]) -> Space:
    def steps(state: tuple[int, ...]) -> Iterator[Step]:
        for number in range(2, len(state) + 1):
            yield number, (*state[:number][::-1], *state[number:]), 1

    return Space(stack, steps, lambda state: [*state] == sorted(state), lambda move: int(move[0].split("-")[1]))


def _tiles(board: str, goal: str) -> Space:
    def steps(state: str) -> Iterator[Step]:
        gap = state.index("_")
        for tile in range(9):
            if abs(tile // 3 - gap // 3) + abs(tile % 3 - gap % 3) == 1:
                after = [*state]
                after[gap], after[tile] = state[tile], "_"
                yield state[tile], "".join(after), 1

    return Space(board, steps, lambda state: state == goal, lambda move: move[1].removeprefix("tile-"))


def _gripper() -> Space:
    """Return the space of the gripper puzzle.

    A state has the number of balls in room a, the number of balls that the robot carries, and the robot's room.
    """

    def steps(state: tuple[int, int, str]) -> Iterator[Step]:
        left, held, room = state
        there = left if room == "a" else 4 - left - held
        yield "go", (left, held, "b" if room == "a" else "a"), 1
        if there and held < 2:
            yield "pick-up", (left - (room == "a"), held + 1, room), 1
        if held:
            yield "put-down", (left + (room == "a"), held - 1, room), 1

    return Space((4, 0, "a"), steps, lambda state: state[:2] == (0, 0), lambda move: move[0])


def _lights(board: str) -> Space:
    """Return a space of a square board of lights, given row by row.

    A state has the lit ones as pairs of row and column, from 1.
    """
    rows = board.split("/")
    lit = {(r, c) for r, row in enumerate(rows, 1) for c, sign in enumerate(row, 1) if sign == "*"}
    cells = [(r, c) for r in range(1, len(rows) + 1) for c in range(1, len(rows) + 1)]

    def steps(state: frozenset[tuple[int, int]]) -> Iterator[Step]:
        for r, c in cells:
            yield (r, c), state ^ ({(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & {*cells}), 1

    def read(move: Any) -> Hashable:
        return int(move[1][1]), int(move[1][3])

    return Space(frozenset(lit), steps, lambda state: not state, read)


def _read_board(board: str) -> dict[tuple[int, int], str]:
    """Return the signs of a board by row and column, both from 1."""
    return {(r, c): sign for r, row in enumerate(board.split("/"), 1) for c, sign in enumerate(row, 1)}


def _parse_cell(name: str) -> tuple[int, int]:
    return int(name[1]), int(name[3])


def _pegs(board: str, goal: tuple[int, int]) -> Space:
    """Return a space whose states are the holes with a peg; a move is the start and the end of a jump."""
    signs = _read_board(board)

    def steps(state: frozenset[tuple[int, int]]) -> Iterator[Step]:
        for (r, c), (down, right) in itertools.product(sorted(state), ((0, 1), (1, 0), (0, -1), (-1, 0))):
            over, to = (r + down, c + right), (r + 2 * down, c + 2 * right)
            if over in state and to not in state and signs.get(to, "#") != "#":
                yield ((r, c), to), state - {(r, c), over} | {to}, 1

    start = frozenset(cell for cell, sign in signs.items() if sign == "o")
    return Space(
        start, steps, lambda state: state == {goal}, lambda move: (_parse_cell(move[1]), _parse_cell(move[-1]))
    )


def _sokoban(level: str) -> Space:
    """Return a space whose states are the keeper and the boxes.

    A move says whether it pushes a box, where the keeper starts and where the keeper ends.
    """
    signs = _read_board(level)
    goals = frozenset(cell for cell, sign in signs.items() if sign in ".*+")

    def steps(state: tuple[tuple[int, int], frozenset[tuple[int, int]]]) -> Iterator[Step]:
        (r, c), boxes = state
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            to, beyond = (r + down, c + right), (r + 2 * down, c + 2 * right)
            if signs.get(to, "#") == "#" or (to in boxes and (beyond in boxes or signs.get(beyond, "#") == "#")):
                continue
            moved = boxes - {to} | {beyond} if to in boxes else boxes
            yield ("push" if to in boxes else "walk", (r, c), to), (to, moved), 1

    start = next(cell for cell, sign in signs.items() if sign in "@+")
    boxes = frozenset(cell for cell, sign in signs.items() if sign in "$*")
    return Space(
        (start, boxes),
        steps,
        lambda state: state[1] == goals,
        lambda move: (move[0], _parse_cell(move[1]), _parse_cell(move[2])),
    )


def _transport(at: Mapping[str, str], roads: Mapping[str, Sequence[str]], goal: Mapping[str, str]) -> Space:
    """Return a space of things that vehicles carry along their ``roads``.

    A move is a vehicle and a place, a thing and a vehicle, or a thing alone.
    """

    def steps(state: tuple[tuple[str, str], ...]) -> Iterator[Step]:
        where = dict(state)

        def after(one: str, to: str) -> Hashable:
            return tuple(sorted({**where, one: to}.items()))

        for one, here in where.items():
            if one in roads:
                yield from (((one, to), after(one, to), 1) for to in roads[one] if to != here)
            elif here in roads:
                yield (one,), after(one, where[here]), 1
            else:
                yield from (((one, by), after(one, by), 1) for by in roads if where[by] == here)

    def read(move: Any) -> Hashable:
        match move:
            case "load", thing, vehicle, _:
                return thing, vehicle
            case "unload", thing, _, _:
                return (thing,)
            case _:
                return move[1], move[3]

    return Space(
        tuple(sorted(at.items())), steps, lambda state: all(dict(state)[one] == to for one, to in goal.items()), read
    )


def _ferry() -> Space:
    """Return a space of four cars, each on a shore or aboard, and a ferry that carries one car."""

    def steps(state: tuple[tuple[int, ...], int]) -> Iterator[Step]:
        cars, here = state
        yield "sail", (cars, 3 - here), 1
        for n, at in enumerate(cars):
            if (at == here and 0 not in cars) or at == 0:
                yield ("car", n), ((*cars[:n], 0 if at else here, *cars[n + 1 :]), here), 1

    return Space(((1, 1, 1, 2), 1), steps, lambda state: state[0] == (2, 2, 2, 1), lambda move: move)


def _checkers(row: str) -> Space:
    """Return a space of red checkers that move right and blue ones that move left.

    A checker moves by one square or over one of the other color.
    """

    def steps(state: str) -> Iterator[Step]:
        for n, sign in enumerate(state):
            way = {"r": 1, "b": -1, "_": 0}[sign]
            for far in (1, 2):
                to, over = n + far * way, state[n + way] if 0 <= n + way < len(state) else ""
                if way and 0 <= to < len(state) and state[to] == "_" and (far == 1 or over not in (sign, "_")):
                    after = [*state]
                    after[n], after[to] = "_", sign
                    yield (n, to), "".join(after), 1

    return Space(row, steps, lambda state: state == row[::-1], lambda move: move)


PACES, FEES, WEIGHTS = {"A": 1, "B": 2, "C": 5, "D": 10}, {"M": 1, "C": 3}, {"A": 2, "B": 2, "C": 1, "D": 1}
CITY_A, CITY_B = ("airport-a", "place-a2"), ("airport-b", "place-b2")
CANNIBALS = "M1 M2 M3 C1 C2 C3"
SPACES: Mapping[str, Callable[[], Space]] = {
    "wolf": lambda: make_crossing(
        "farmer wolf goat cabbage", 2, make_predator_rule("wolf goat", "goat cabbage"), "farmer"
    ),
    "fox": lambda: make_crossing("farmer fox goose beans", 2, make_predator_rule("fox goose", "goose beans"), "farmer"),
    "islands": lambda: make_crossing("farmer A B C", 2, make_predator_rule("A B", "B C"), "farmer", places=3),
    "couples3": lambda: make_crossing("A B C Aw Bw Cw", 2, _is_couple_safe),
    "couples2": lambda: make_crossing("A B Aw Bw", 2, _is_couple_safe),
    "couples4": lambda: make_crossing("A B C D Aw Bw Cw Dw", 2, _is_couple_safe),
    "mc": lambda: make_crossing(CANNIBALS, 2, _make_outnumber_rule("M", "C")),
    "oars": lambda: make_crossing(
        CANNIBALS, 3, _make_outnumber_rule("M", "C"), cost=lambda load: min(FEES[one[0]] for one in load)
    ),
    "bridge": lambda: make_crossing("A B C D", 2, cost=lambda load: max(PACES[one] for one in load)),
    "swap": lambda: make_crossing("H1 H2 H3 H4 H5 B1 B2", 2, _make_outnumber_rule("H", "B"), across="B1 B2"),
    "weights": lambda: make_crossing("A B C D", 4, is_light_enough=lambda load: sum(WEIGHTS[one] for one in load) <= 2),
    "blocks": _blocks,
    "hanoi": lambda: _hanoi(3),
    "jugs": lambda: _jugs((3, 5), 4),
    "jugs-odd": lambda: _jugs((2, 4), 3),
    "pancakes": lambda: _pancakes((4, 2, 5, 1, 3)),
    "lights": lambda: _lights("**./*.*/.**"),
    "tiles": lambda: _tiles("2831647_5", "1238_4765"),
    "gripper": _gripper,
    "pancakes3": lambda: _pancakes((2, 3, 1)),
    "pegs": lambda: _pegs("##...##/##.o.##/..ooo../...o.../...o.../##...##/##...##", (4, 4)),
    "sokoban": lambda: _sokoban("######/#----#/#@$--#/#---.#/######"),
    "logistics": lambda: _transport(
        {"truck-1": "airport-a", "truck-2": "airport-b", "plane-1": "airport-a", "package-1": "place-a2"},
        {"truck-1": CITY_A, "truck-2": CITY_B, "plane-1": (CITY_A[0], CITY_B[0])},
        {"package-1": "place-b2"},
    ),
    "elevator": lambda: _transport({"lift": "1", "passenger": "2"}, {"lift": "12345"}, {"passenger": "5"}),
    "ferry": _ferry,
    "checkers": lambda: _checkers("rrr_bbb"),
}
"""the spaces by the first part of a question's key"""


def read_hanoi_moves(moves: Sequence[Any]) -> list[tuple[int, int]]:
    """Convert moves of discs, each onto a disc or a peg, to pairs of disc and peg, both from 0."""
    pegs, found = [0, 0, 0], list[tuple[int, int]]()
    for _, disc, _, to in moves:
        number = int(disc[-1]) - 1
        pegs[number] = int(to[-1]) - 1 if to.startswith("peg") else pegs[int(to[-1]) - 1]
        found.append((number, pegs[number]))
    return found


def solve_sudoku(givens: str) -> list[list[list[str]]]:
    """Return all solutions of a sudoku of 4 by 4 cells.

    The search tries permutations as rows and tests the columns and boxes.
    """
    rows = [
        [one for one in itertools.permutations("1234") if all(g in (".", d) for g, d in zip(row, one, strict=True))]
        for row in (givens[start : start + 4] for start in range(0, 16, 4))
    ]
    found = list[list[list[str]]]()
    for grid in itertools.product(*rows):
        boxes = ([grid[r][c], grid[r][c + 1], grid[r + 1][c], grid[r + 1][c + 1]] for r in (0, 2) for c in (0, 2))
        if all(len({*part}) == 4 for part in itertools.chain(zip(*grid, strict=True), boxes)):
            found.append([list(row) for row in grid])
    return found


def solve_sum(one: str, other: str, result: str) -> list[dict[str, int]]:
    """Return all assignments of different digits to the letters of a sum; no number begins with 0."""
    letters = sorted({*one, *other, *result})
    found = list[dict[str, int]]()
    for digits in itertools.permutations(range(10), len(letters)):
        at = dict(zip(letters, digits, strict=True))
        first, second, total = (int("".join(str(at[letter]) for letter in word)) for word in (one, other, result))
        if first + second == total and all(at[word[0]] for word in (one, other, result)):
            found.append(at)
    return found


def is_solution(puzzle: str, placed: Mapping[str, str]) -> bool:
    """Return whether an assignment solves a puzzle."""
    if puzzle == "money":
        digits = {letter: int(digit) for letter, digit in placed.items()}
        send, more, money = (int("".join(str(digits[one]) for one in word)) for word in ("SEND", "MORE", "MONEY"))
        return len({*digits.values()}) == 8 and send + more == money and digits["S"] * digits["M"] > 0
    if puzzle == "sum":
        return {letter: int(digit) for letter, digit in placed.items()} in solve_sum("TO", "GO", "OUT")
    if puzzle == "queens6":
        columns = [int(placed[f"row {n}"]) for n in range(1, 7)]
        return all(abs(a - b) not in (0, m - n) for (n, a), (m, b) in itertools.combinations(enumerate(columns), 2))
    if puzzle == "sudoku4":
        return [[placed[f"r{r}c{c}"] for c in range(1, 5)] for r in range(1, 5)] in solve_sudoku("12.4..1..1..4..1")
    at = {name: int(house[-1]) for name, house in placed.items()}
    return (
        all(
            sorted(at[one] for one in names.split()) == [1, 2, 3, 4]
            for names in ("Ada Ben Cleo Dan", "cat dog parrot rabbit", "flute drum violin piano")
        )
        and at["Ada"] in (1, 4)
        and at["violin"] == at["drum"] + 1
        and abs(at["cat"] - at["parrot"]) == 2
        and at["Ben"] in (at["dog"], at["parrot"])
        and abs(at["dog"] - at["flute"]) == 1
        and at["rabbit"] != at["violin"]
        and at["drum"] != 1
        and at["cat"] == 1
        and at["Ben"] < at["Cleo"]
        and at["Dan"] == at["piano"]
    )
