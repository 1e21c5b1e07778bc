"""Puzzles on boards of cells: knights, lights, pegs, cars, tiles, boxes."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from second_reader import TextAnswer
from second_reader.planning import (
    WORDS,
    Action,
    Puzzle,
    PuzzleText,
    beside,
    cells_of,
    in_line,
    named,
    place,
    puzzle,
    read_facts,
    read_rows,
)

NAMED = (
    r"are named by row and column, both counted from 1, from the top and from the left: r1c\d is the \w+ "
    r"(?:square|light|place|cell) of the top row\."
)
LEAPS = [(down, right) for down, right in itertools.product((-2, -1, 1, 2), repeat=2) if abs(down) != abs(right)]
STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONAL = ((-1, -1), (1, 1))


@puzzle
class KnightsSwap(Puzzle):
    """White and black knights. A state is the squares of each color."""

    STORY = (
        r"White \(W\) and black \(B\) knights stand on a small chessboard\. The rows of the board, from the top, are "
        r"(?P<board>.+?), where a dot is an empty square(?: and # is a place without a square)?\. Squares are named by row and column: "
        r"r1c2 is the second square of the top row\. The knights move as in chess, in any order, with at most one knight on a square\. "
        r"How do (?:the colors change places|they get to these rows: (?P<goal>.+))\?"
    )
    RULES = (
        r"\(move \?colour \?from \?to\) moves a knight from \?from to \?to, an empty square; \?colour is white or black, like the knight\. "
        r"The knight goes two squares along a row or a column and then one square to the side; it may jump over other knights\. Knights of the same "
        r"color are "
        r"interchangeable, and no knight is captured\.",
        rf"Squares {NAMED} In the board, \. is an empty square(?:, and # is a place without a square)?\.",
    )

    def __init__(self, text: PuzzleText) -> None:
        super().__init__(text)
        self.squares = {name for name, sign in cells_of(text.story["board"]) if sign != "#"}
        self.initial_situation = self._standing(text.story["board"])
        self.last = self._standing(text.story["goal"]) if text.story["goal"] else self.initial_situation[::-1]
        self.check(self._told(text.facts) == self.initial_situation, f"{text.facts}")
        self.check(self._told(text.goal) == self.last, f"{text.goal}")

    @staticmethod
    def _standing(board: str) -> tuple[frozenset[str], frozenset[str]]:
        white, black = (frozenset(name for name, sign in cells_of(board) if sign == color) for color in "WB")
        return white, black

    @staticmethod
    def _told(facts: list[str]) -> tuple[frozenset[str], frozenset[str]]:
        white, black = read_facts(facts, r"a white knight is on (\w+)", r"a black knight is on (\w+)")
        return frozenset(one[1] for one in white), frozenset(one[1] for one in black)

    def successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        taken = state[0] | state[1]
        for n, color in enumerate(("white", "black")):
            for origin in state[n]:
                row, column = place(origin)
                for down, right in LEAPS:
                    target = named(row + down, column + right)
                    if target in self.squares and target not in taken:
                        moved = state[n] - {origin} | {target}
                        yield ("move", color, origin, target), (moved, state[1]) if n == 0 else (state[0], moved)

    def is_goal(self, state: Any) -> bool:
        return bool(state == self.last)


@puzzle
class LightsOut(Puzzle):
    """Lights that a press toggles together with their neighbors.

    Only the set of pressed lights matters, so `solve` tries every first row, which determines all others.
    """

    STORY = (
        r"A board has these rows of lights, from the top, where \* is lit and \. is dark: (?P<board>.+?)\. Pressing a "
        r"light switches it and the "
        r"lights directly above, below, left and right of it\. "
        r"Lights are named by row and column: r1c2 is the second light of the top row\. How do you switch off all lights\?"
    )
    RULES = (
        r"\(press \?light\) switches \?light and the lights directly above, below, left and right of it: lit ones go "
        r"dark, and dark ones light up\.",
        r"Any light can be pressed at any time\. The order makes no difference, so solutions that press the same lights "
        r"are the same solution\.",
        rf"Lights {NAMED}",
        r"At the end, no light is lit\.",
    )

    def __init__(self, text: PuzzleText) -> None:
        super().__init__(text)
        self.lights = [name for name, _ in cells_of(text.story["board"])]
        self.initial_situation = frozenset(name for name, sign in cells_of(text.story["board"]) if sign == "*")
        [lit] = read_facts([fact for fact in text.facts if fact], r"the light (\w+) is lit")
        self.check({one[1] for one in lit} == self.initial_situation and not text.goal, f"{text.facts}")

    def press(self, state: frozenset[str], light: str) -> frozenset[str]:
        return state ^ ({light, *beside(light)} & {*self.lights})

    def solve(self) -> TextAnswer:
        """Return the fewest lights to press, and the number of sets of that size."""
        columns, last = max(place(light)[1] for light in self.lights), max(place(light)[0] for light in self.lights)
        found = list[int]()
        for first in itertools.product((False, True), repeat=columns):
            state, pressed = frozenset(self.initial_situation), 0
            for row, column in itertools.product(range(1, last + 1), range(1, columns + 1)):
                # from the second row on, press a light if the one above is lit, since no later press touches that
                if first[column - 1] if row == 1 else named(row - 1, column) in state:
                    state, pressed = self.press(state, named(row, column)), pressed + 1
            found += [] if state else [pressed]
        return (
            TextAnswer("solvable", min(found), found.count(min(found))) if found else TextAnswer("unsolvable", None, 0)
        )

    def successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        for light in self.lights:
            yield ("press", light), self.press(state, light)

    def is_goal(self, state: Any) -> bool:
        return not state


@puzzle
class PegSolitaire(Puzzle):
    """Pegs that jump over each other. A state is the set of holes with pegs."""

    STORY = (
        r"Pegs stand in the holes of a board\. The rows of the board, from the top, are (?P<board>.+?), where o is a hole with a peg(?:, "
        r"a dot is an empty hole and # is a place without a hole| and a dot is an empty hole)\. Holes are named by row and column: "
        r"r1c3 is the third place of the top row\. A peg jumps "
        r"over a peg directly beside it into the next hole in the same direction, which must be empty; the peg that it jumps over is "
        r"removed\. How do you leave a single peg(?:, in (?P<goal>.+))?\?"
    )
    RULES = (
        r"\(jump \?from \?jumped \?to(?P<counts> \?count \?fewer)?\) moves a peg from \?from to \?to, an empty hole, over a peg in "
        r"\?jumped\. The three holes follow one another directly in a straight line along a row or a column"
        r"(?P<diagonal>, or along a diagonal from the top left to the bottom right)?\.",
        r"The peg in \?jumped is removed\.(?: \?count is the number of pegs before the action, and \?fewer is that number minus one\.)?",
        rf"Holes {NAMED} In the board, o is a hole with a peg, (?:\. is a hole without one, and # is a place without a hole|"
        rf"and \. is a hole without one)\.",
        r"At the end, (?:exactly one peg is left, in any hole|exactly one peg is left, in (?P<goal>\w+))\.",
    )

    def __init__(self, text: PuzzleText) -> None:
        super().__init__(text)
        self.holes = {name for name, sign in cells_of(text.story["board"]) if sign != "#"}
        self.initial_situation = frozenset(name for name, sign in cells_of(text.story["board"]) if sign == "o")
        self.counts = bool(text.rules[0]["counts"])
        self.directions = STRAIGHT + (DIAGONAL if text.rules[0]["diagonal"] else ())
        pegs, _ = read_facts(text.facts, r"a peg is in (\w+)", r"pegs left: (\S+)")
        self.check({one[1] for one in pegs} == self.initial_situation, f"{text.facts}")
        wanted, empty, left = read_facts(text.goal, r"a peg is in (\w+)", r"(?:empty: )?(r\d+c\d+)", r"pegs left: one")
        self.last = frozenset(one[1] for one in wanted) if not left else None
        self.check(bool(left) == (text.story["goal"] is None), text.story[0])
        self.check(text.rules[-1]["goal"] == text.story["goal"], text.rules[-1][0])
        self.check(bool(left) or {one[1] for one in empty} == self.holes - (self.last or set()), f"{text.goal}")

    def successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        for origin in state:
            for jumped, target in in_line(origin, self.directions):
                if jumped in state and target in self.holes and target not in state:
                    counts = [WORDS[len(state)], WORDS[len(state) - 1]] if self.counts else []
                    yield ("jump", origin, jumped, target, *counts), state - {origin, jumped} | {target}

    def is_goal(self, state: Any) -> bool:
        return len(state) == 1 if self.last is None else bool(state == self.last)


@puzzle
class RushHour(Puzzle):
    """Cars and trucks in a traffic jam.

    A state has the cells that each vehicle covers, from left to right or from top to bottom.
    """

    STORY = (
        r"Cars, which cover two cells, and trucks, which cover three, stand in a traffic jam\. The rows of the board, from the top, are "
        r"(?P<board>\S+?)(?:, with six cells in each row)?\. A is the red car, and any other capital letter is another car or truck; "
        r"\. and o are "
        r"free cells, and x is a wall\. Cells are named by row and column: r3c6 is the sixth cell of the third row\. Each vehicle drives "
        r"forward and "
        r"backward in its own row or column, as far as the cells ahead are free\. How does the red car get to the exit, at the right end "
        r"of its row\?"
    )
    RULES = (
        r"\(drive-car-2 \?car \?c1 \?c2 \?c3 \?c4\) moves a car by two cells, along the row or column in which it stands\. "
        r"\?c1, \?c2, \?c3 and \?c4 are four cells that follow one another in the direction of the drive: the car covers \?c1 and \?c2 "
        r"before the "
        r"drive, and \?c3 and \?c4 after it\.",
        r"The other drive-car actions move a car by a different number of cells\. The drive-truck actions move a truck, which covers \?c1, "
        r"\?c2 and \?c3 before the drive\.",
        r"All cells onto which a vehicle drives must be free cells of the board\. One action can move a vehicle across several cells\.",
        r"Cells are named by row and column, both counted from 1, from the top and from the left: r3c6 is the sixth "
        r"cell of the third row\.",
    )

    def __init__(self, text: PuzzleText) -> None:
        super().__init__(text)
        board = text.story["board"]
        if "/" not in board:
            board = "/".join(board[n : n + 6] for n in range(0, len(board), 6))
        signs = dict(cells_of(board))
        self.cells = {cell for cell, sign in signs.items() if sign != "x"}
        [covering] = read_facts(text.facts, r"(?:the )?(red car|car \w|truck \w) is on (\w+)")
        covered = dict[str, list[str]]()
        for one in covering:
            covered.setdefault(one[1].replace(" ", "-"), []).append(one[2])
        drawn = {
            (name[-1].upper() if name != "red-car" else "A", cell) for name, cells in covered.items() for cell in cells
        }
        self.check(drawn == {(sign, cell) for cell, sign in signs.items() if sign not in ".ox"}, board)
        self.names = sorted(covered)
        self.initial_situation = tuple(tuple(sorted(covered[name], key=place)) for name in self.names)
        [exit_] = read_facts(text.goal, r"the red car is on (\w+)")
        self.exit = exit_[0][1]
        row, _ = place(self.initial_situation[self.names.index("red-car")][0])
        self.check(self.exit == max((one for one in self.cells if place(one)[0] == row), key=place), f"{text.goal}")

    def successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        free = self.cells - {cell for cells in state for cell in cells}
        for n, (name, cells) in enumerate(zip(self.names, state, strict=True)):
            (row, column), (below, beyond) = place(cells[0]), place(cells[1])
            for way in (1, -1):
                rear_first, onto = cells[::way], list[str]()
                down, right = way * (below - row), way * (beyond - column)
                at = place(rear_first[-1])
                while (ahead := named(at[0] + down, at[1] + right)) in free:
                    onto.append(ahead)
                    at = place(ahead)
                    after = tuple(sorted((*rear_first, *onto)[-len(cells) :], key=place))
                    kind = "truck" if len(cells) == 3 else "car"
                    yield (f"drive-{kind}-{len(onto)}", name, *rear_first, *onto), (*state[:n], after, *state[n + 1 :])

    def is_goal(self, state: Any) -> bool:
        return self.exit in state[self.names.index("red-car")]


@puzzle
class SlidingTiles(Puzzle):
    """Tiles and one empty cell. A state has the tile in each cell."""

    STORY = (
        r"Numbered tiles lie on a board with one empty cell, _\. The rows of the board, from the top, are (?P<board>.+?)\. A tile "
        r"beside the empty cell slides "
        r"into it\. How do you bring the tiles into (?:order, with the empty cell last|these rows: (?P<goal>.+))\?"
    )
    RULES = (
        r"\(slide \?tile \?from \?to\) slides \?tile from \?from into the empty cell \?to, which is directly above, below, left "
        r"or right of \?from\.",
        rf"Cells {NAMED}",
    )

    def __init__(self, text: PuzzleText) -> None:
        super().__init__(text)
        rows = [row.split() for row in read_rows(text.story["board"])]
        self.cells = [named(row, column) for row, line in enumerate(rows, 1) for column in range(1, len(line) + 1)]
        self.initial_situation = tuple(sign for line in rows for sign in line)
        ordered = [*(str(n) for n in range(1, len(self.initial_situation))), "_"]
        self.last = tuple(text.story["goal"].replace("/", " ").split() if text.story["goal"] else ordered)
        for said, state in ((text.facts, self.initial_situation), (text.goal, self.last)):
            [lying] = read_facts(said, r"tile (\d+) is on (\w+)")
            told = {(one[1], one[2]) for one in lying}
            self.check(told == {pair for pair in zip(state, self.cells, strict=True) if pair[0] != "_"}, f"{said}")
        self.index = {cell: n for n, cell in enumerate(self.cells)}

    def successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        empty = state.index("_")
        for cell in beside(self.cells[empty]):
            if cell in self.index:
                n, after = self.index[cell], [*state]
                after[empty], after[n] = state[n], "_"
                yield ("slide", f"tile-{state[n]}", cell, self.cells[empty]), tuple(after)

    def is_goal(self, state: Any) -> bool:
        return bool(state == self.last)


@puzzle
class Sokoban(Puzzle):
    """A keeper who pushes boxes. A state has the places of the keeper and the boxes."""

    STORY = (
        r"A warehouse keeper walks up, down, left and right\. The keeper pushes a box that is in the way if the cell behind the "
        r"box is free, but never pulls a box, and pushes only one box at a time\. The rows of the warehouse, from the top, are "
        r"(?P<level>.+), where '#' "
        r"is a wall, '-', '_' and ' ' \(a space\) are floor, '\.' is a goal, '\$' is a box, '\*' is a box on a goal, '@' is the keeper, "
        r"and '\+' is the "
        r"keeper on a "
        r"goal\. Cells are named by row and column: r1c2 is the second cell of the top row\. How do the boxes get to the goals\?"
    )
    RULES = (
        r"\(walk \?from \?to\) moves the keeper from \?from to \?to, a cell directly above, below, left or right of \?from that has "
        r"neither a "
        r"wall nor a box\.",
        r"\(push \?from \?box \?to\) moves the keeper from \?from to \?box, a cell directly above, below, left or right of \?from that "
        r"has a "
        r"box\. The box moves from \?box to \?to, the next cell in the same direction, which must have neither a wall nor a box\.",
        rf"Cells {NAMED} Everything outside the rows is a wall\.",
    )

    def __init__(self, text: PuzzleText) -> None:
        super().__init__(text)
        signs = dict(cells_of(text.story["level"]))
        self.cells = {cell for cell, sign in signs.items() if sign != "#"}
        keeper, boxes = read_facts(text.facts, r"the keeper is on (\w+)", r"a box is on (\w+)")
        [wanted] = read_facts(text.goal, r"a box is on (\w+)")
        self.initial_situation = (keeper[0][1], frozenset(one[1] for one in boxes))
        self.wanted = {one[1] for one in wanted}
        drawn = [{cell for cell, sign in signs.items() if sign in some} for some in ("@+", "$*", ".*+")]
        self.check(drawn == [{self.initial_situation[0]}, self.initial_situation[1], self.wanted], text.story["level"])

    def successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        keeper, boxes = state
        for cell, behind in in_line(keeper, STRAIGHT):
            if cell in self.cells and cell not in boxes:
                yield ("walk", keeper, cell), (cell, boxes)
            elif cell in boxes and behind in self.cells and behind not in boxes:
                yield ("push", keeper, cell, behind), (cell, boxes - {cell} | {behind})

    def is_goal(self, state: Any) -> bool:
        return bool(self.wanted <= state[1])
