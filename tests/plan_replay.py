"""Replay of plans by hand-written rules of each puzzle, to judge texts about plans.

No code of the program is used here.

Moves are written as a person would note them: the travelers aboard; disc, peg, peg; the number of pancakes turned; a block and its support.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

FARMER = {"farmer", "wolf", "goat", "cabbage"}
GIVENS = "9.35.84...7.....5..8.647...2.....6..7..2.1..4..5.....1...125.4..5.....3...83.92.5"


def replay_farmer(moves: Sequence[Sequence[str]]) -> bool:
    """Return whether the loads bring all travelers across and nobody is eaten on the bank just left."""
    banks, side = [set(FARMER), set[str]()], 0
    for load in map(set, moves):
        if "farmer" not in load or len(load) > 2 or not load <= banks[side]:
            return False
        banks[side] -= load
        if {"wolf", "goat"} <= banks[side] or {"goat", "cabbage"} <= banks[side]:
            return False
        side = 1 - side
        banks[side] |= load
    return banks[1] == FARMER


def replay_cannibals(moves: Sequence[Sequence[str]]) -> bool:
    """Return whether loads of M and C bring three of each across without missionaries in a minority."""
    banks, side = [Counter(M=3, C=3), Counter(M=0, C=0)], 0
    for load in map(Counter, moves):
        if not 1 <= load.total() <= 2 or not load <= banks[side]:
            return False
        banks[side] = Counter({key: banks[side][key] - load[key] for key in "MC"})
        side = 1 - side
        banks[side] = Counter({key: banks[side][key] + load[key] for key in "MC"})
        if any(0 < bank["M"] < bank["C"] for bank in banks):
            return False
    return banks[1] == Counter(M=3, C=3)


def replay_couples(moves: Sequence[Sequence[str]]) -> bool:
    """Return whether three couples cross, two at a time, by the rule of jealous husbands.

    No wife is with another man unless her husband is present.
    """
    everybody = {"A", "B", "C", "Aw", "Bw", "Cw"}
    banks, side = [set(everybody), set[str]()], 0
    for load in map(set, moves):
        if not 1 <= len(load) <= 2 or not load <= banks[side]:
            return False
        banks[side] -= load
        side = 1 - side
        banks[side] |= load
        for group in (*banks, load):
            men = {name for name in group if len(name) == 1}
            if men and any(name[0] not in men for name in group - men):
                return False
    return banks[1] == everybody


def replay_bridge(moves: Sequence[Sequence[str]]) -> bool:
    """Return whether four walkers cross with one torch in 17 minutes."""
    minutes, sides, torch, total = {"A": 1, "B": 2, "C": 5, "D": 10}, dict.fromkeys("ABCD", 0), 0, 0
    for group in moves:
        if not 1 <= len(group) <= 2 or any(sides[one] != torch for one in group):
            return False
        torch, total = 1 - torch, total + max(minutes[one] for one in group)
        sides |= dict.fromkeys(group, torch)
    return set(sides.values()) == {1} and total == 17


def replay_hanoi(moves: Sequence[Sequence[int]]) -> bool:
    """Return whether moves of (disc, from, to), all from 1, carry three discs from peg 1 to peg 3."""
    pegs: dict[int, list[int]] = {1: [3, 2, 1], 2: [], 3: []}
    for disc, origin, target in moves:
        if (
            origin == target
            or not pegs[origin]
            or pegs[origin][-1] != disc
            or (pegs[target] and pegs[target][-1] < disc)
        ):
            return False
        pegs[target].append(pegs[origin].pop())
    return pegs[3] == [3, 2, 1]


def replay_jugs(moves: Sequence[Sequence[Any]]) -> bool:
    """Return whether fillings, emptyings and pourings of jugs for 3 and 5 liters leave 4 liters in one."""
    holds = {3: 0, 5: 0}
    for verb, jug, *other in moves:
        before = dict(holds)
        if verb == "pour":
            poured = min(holds[jug], other[0] - holds[other[0]])
            holds[jug] -= poured
            holds[other[0]] += poured
        else:
            holds[jug] = jug if verb == "fill" else 0
        if holds == before:
            return False
    return 4 in holds.values()


def replay_pancakes(moves: Sequence[int]) -> bool:
    """Return whether turning the top pancakes, by these numbers in turn, sorts the stack 4 2 5 1 3."""
    stack = [4, 2, 5, 1, 3]
    for number in moves:
        if not 2 <= number <= 5:
            return False
        stack[:number] = stack[number - 1 :: -1]
    return stack == [1, 2, 3, 4, 5]


def replay_blocks(moves: Sequence[Sequence[str]]) -> bool:
    """Return whether moves of blocks build the tower a, b, c from c on a, and b.

    Each move takes a block onto another one or the table.
    """
    under = {"a": "table", "b": "table", "c": "a"}
    for block, target in moves:
        if (
            block in under.values()
            or target in (block, under[block])
            or (target in under.values() and target != "table")
        ):
            return False
        under[block] = target
    return under == {"a": "b", "b": "c", "c": "table"}


def replay_tiles(moves: Sequence[int]) -> bool:
    """Return whether tiles that slide into the empty cell turn 283/164/7_5 into 123/8_4/765."""
    board = [2, 8, 3, 1, 6, 4, 7, 0, 5]
    for tile in moves:
        origin, target = board.index(tile), board.index(0)
        if abs(origin // 3 - target // 3) + abs(origin % 3 - target % 3) != 1:
            return False
        board[origin], board[target] = 0, tile
    return board == [1, 2, 3, 8, 0, 4, 7, 6, 5]


def replay_lights(moves: Sequence[str]) -> bool:
    """Return whether presses put out all lights of a board of 3 by 3 on which all are lit."""
    lit = {(row, column) for row in (1, 2, 3) for column in (1, 2, 3)}
    for row, column in ((int(cell[1]), int(cell[3])) for cell in moves):
        lit ^= {(r, c) for r in (1, 2, 3) for c in (1, 2, 3) if abs(r - row) + abs(c - column) <= 1}
    return not lit


def judge_queens(columns: Sequence[int]) -> bool:
    """Return whether eight queens, one in each row, stand so that none attacks another."""
    numbers = range(len(columns))
    ways = (columns, [columns[n] + n for n in numbers], [columns[n] - n for n in numbers])
    return len(columns) == 8 and all(len(set(way)) == 8 for way in ways)


def judge_money(digits: Mapping[str, int]) -> bool:
    """Return whether the digits make SEND + MORE = MONEY true."""
    send, more, money = (int("".join(str(digits[letter]) for letter in word)) for word in ("SEND", "MORE", "MONEY"))
    return len(set(digits.values())) == 8 and digits["S"] * digits["M"] > 0 and send + more == money


def judge_sudoku(rows: str) -> bool:
    """Return whether the 81 digits are a solution of the board with these givens."""
    lines = [rows[start : start + 9] for start in range(0, 81, 9)]
    boxes = ["".join(line[c : c + 3] for line in lines[r : r + 3]) for r in (0, 3, 6) for c in (0, 3, 6)]
    groups = (*lines, *map("".join, zip(*lines, strict=True)), *boxes)
    given = all(one in (".", other) for one, other in zip(GIVENS, rows, strict=True))
    return given and all(set(group) == set("123456789") for group in groups)


def judge_einstein(houses: Mapping[str, str]) -> bool:
    """Return whether the fifteen clues of the puzzle with the fish hold.

    The solution is unique, as published.
    """
    solution = (
        "Norwegian yellow cats water Dunhill/Dane blue horse tea Blend/Briton red birds milk Pall_Mall/"
        "German green fish coffee Prince/Swede white dog beer Bluemaster"
    )
    lines = enumerate(solution.split("/"), 1)
    return houses == {name.replace("_", " "): f"house {n}" for n, line in lines for name in line.split()}


JUDGE_BY_QUESTION: Mapping[str, Callable[[Any], bool]] = {
    "farmer": replay_farmer,
    "cannibals": replay_cannibals,
    "couples": replay_couples,
    "bridge": replay_bridge,
    "hanoi": replay_hanoi,
    "jugs": replay_jugs,
    "pancakes": replay_pancakes,
    "blocks": replay_blocks,
    "tiles": replay_tiles,
    "lights": replay_lights,
    "queens": judge_queens,
    "money": judge_money,
    "sudoku": judge_sudoku,
    "einstein": judge_einstein,
}
PUZZLE_BY_QUESTION: Mapping[str, tuple[str, dict[str, Any]]] = {
    "farmer": ("wolf-goat-cabbage", {}),
    "cannibals": ("missionaries-cannibals", {"capacity": 2, "rowing_missionaries": 3, "rowing_cannibals": 3}),
    "couples": ("jealous-couples", {"couples": 3, "capacity": 2}),
    "bridge": ("bridge-torch", {}),
    "hanoi": ("hanoi", {"discs": 3}),
    "jugs": ("jugs", {}),
    "pancakes": ("pancakes", {"stack": [4, 2, 5, 1, 3]}),
    "blocks": ("blocks", {"start": "a c / b", "goal": "c b a"}),
    "tiles": ("sliding-tiles", {"board": "2 8 3 / 1 6 4 / 7 _ 5", "goal": "1 2 3 / 8 _ 4 / 7 6 5"}),
    "lights": ("lights-out", {"board": "***/***/***"}),
    "queens": ("queens", {"queens": 8}),
    "money": ("send-more-money", {}),
    "sudoku": ("sudoku", {"givens": GIVENS}),
    "einstein": ("einstein", {}),
}
"""the catalogue's puzzle and its parameters for each judge"""
