"""Puzzles with towers, stacks, jugs and rows: blocks, the towers of Hanoi, pancakes, jugs, checkers."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from second_reader.planning import WORDS, Action, Puzzle, PuzzleText, number, numbers, puzzle, read_facts

NUMBERS = r"Numbers are written as words, such as zero and two\."


@puzzle
class Blocks(Puzzle):
    """Blocks on a table. A state has the support of each block; None is the table."""

    STORY = (
        r"Blocks stand on a table in towers\. Each tower is listed from bottom to top, with / between towers: "
        r"(?P<start>.+?)\. A move takes the top block of a tower and puts it on another tower or on "
        r"the table\. How do you build (?:this tower|these towers): (?P<goal>.+)\?"
    )
    RULES = (
        r"\(move \?block \?from \?to\) takes \?block off the block \?from and puts it on the block \?to\. \(stack \?block \?to\) takes "
        r"\?block from the table and puts it on the block \?to\. \(unstack \?block \?from\) takes \?block off the block \?from and puts it "
        r"on the table\.",
        r"A block can be moved only if nothing lies on it, and only onto a block that nothing lies on\. The table has room for all "
        r"blocks\.",
    )

    def __init__(self, text: PuzzleText) -> None:
        super().__init__(text)
        self.initial_situation = self._read(text.facts)
        self.goal = self._read(text.goal)
        self.check({*self.initial_situation} == self._towers(text.story["start"]), text.story["start"])
        self.check({*self.goal} <= self._towers(text.story["goal"]), text.story["goal"])

    @staticmethod
    def _read(facts: list[str]) -> frozenset[tuple[str, str | None]]:
        stacked, on_table = read_facts(facts, r"block (\S+) is on block (\S+)", r"block (\S+) is on the table")
        return frozenset([*((one[1], one[2]) for one in stacked), *((one[1], None) for one in on_table)])

    @staticmethod
    def _towers(text: str) -> set[tuple[str, str | None]]:
        towers = [tower.split() for tower in text.lower().split("/")]
        return {pair for tower in towers for pair in zip(tower, [None, *tower], strict=False)}

    def successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        covered = {under for _, under in state}
        free = [block for block, _ in state if block not in covered]
        for block, under in state:
            if block not in free:
                continue
            rest = state - {(block, under)}
            for other in free:
                if other != block and under is None:
                    yield ("stack", f"block-{block}", f"block-{other}"), rest | {(block, other)}
                elif other != block and under != other:
                    yield ("move", f"block-{block}", f"block-{under}", f"block-{other}"), rest | {(block, other)}
            if under is not None:
                yield ("unstack", f"block-{block}", f"block-{under}"), rest | {(block, None)}

    def is_goal(self, state: Any) -> bool:
        return self.goal <= state


@puzzle
class Hanoi(Puzzle):
    """Discs on pegs. A state has the stack of each peg, from the bottom."""

    STORY = (
        r"(?:A disc lies|(?P<discs>\d+) discs of different sizes lie) on the first of (?P<pegs>\d+) pegs(?:, the largest at the "
        r"bottom)?\. A "
        r"move takes the top disc of a peg and puts it on another peg, never onto a smaller disc\. How does the tower get to the last peg\?"
    )
    RULES = (
        r"\(move \?disc \?from \?to\) takes \?disc off \?from, the disc or the peg that it lies on, and puts it on \?to, another disc or "
        r"another peg\.",
        r"Nothing may lie on \?disc or on \?to\. If \?to is a disc, it must be larger than \?disc; disc 1 is the smallest\.",
    )

    def __init__(self, text: PuzzleText) -> None:
        super().__init__(text)
        discs, self.pegs = int(text.story["discs"] or 1), int(text.story["pegs"])
        tower = tuple(range(discs, 0, -1))
        self.initial_situation = (tower, *((),) * (self.pegs - 1))
        self.last = (*((),) * (self.pegs - 1), tower)
        for state, said in ((self.initial_situation, text.facts), (self.last, text.goal)):
            self.check(sorted(said) == sorted(self._facts(state)), f"{said}")

    @staticmethod
    def _facts(state: Sequence[Sequence[int]]) -> Iterator[str]:
        for peg, discs in enumerate(state, 1):
            for disc, under in zip(discs, [0, *discs], strict=False):
                yield f"disc {disc} is on {f'disc {under}' if under else f'peg {peg}'}"

    def successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        for origin, target in itertools.permutations(range(self.pegs), 2):
            if state[origin] and (not state[target] or state[target][-1] > state[origin][-1]):
                after = [*state]
                disc, after[origin] = state[origin][-1], state[origin][:-1]
                after[target] = (*state[target], disc)
                off = f"disc-{state[origin][-2]}" if len(state[origin]) > 1 else f"peg-{origin + 1}"
                onto = f"disc-{state[target][-1]}" if state[target] else f"peg-{target + 1}"
                yield ("move", f"disc-{disc}", off, onto), tuple(after)

    def is_goal(self, state: Any) -> bool:
        return bool(state == self.last)


@puzzle
class Pancakes(Puzzle):
    """A stack of pancakes. A state has the sizes from the top down."""

    STORY = (
        r"A stack of pancakes has these sizes, from the top down: (?P<stack>.+?)\. A spatula goes under any pancake and turns over that "
        r"pancake and all above it, so that their order is reversed\. How do you sort the stack, with the smallest pancake on top\?"
    )
    RULES = (
        r"Places are numbered from the top down; place 1 is the top\. Pancakes are named by their sizes\.",
        r"\(flip \?lowest\) reverses the order of the pancakes from the top down to the place \?lowest, which is not place 1\."
        r"|(?P<named>\(flip-3 \?p1 \?p2 \?p3\) reverses the order of the upper three pancakes; \?p1, \?p2 and \?p3 are these pancakes in "
        r"their order before the flip, from the top down\. The other flip actions do the same with a different number of pancakes\.)",
    )

    def __init__(self, text: PuzzleText) -> None:
        super().__init__(text)
        self.initial_situation, self.named = tuple(numbers(text.story["stack"])), bool(text.rules[1]["named"])
        for stack, said in ((self.initial_situation, text.facts), (sorted(self.initial_situation), text.goal)):
            [lying] = read_facts(said, r"pancake (\d+) is at place (\d+)")
            self.check(sorted((int(one[2]), int(one[1])) for one in lying) == [*enumerate(stack, 1)], f"{said}")

    def successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        for turned in range(2, len(state) + 1):
            upper = state[:turned]
            action = (
                (f"flip-{turned}", *(f"pancake-{one}" for one in upper)) if self.named else ("flip", f"place-{turned}")
            )
            yield action, (*upper[::-1], *state[turned:])

    def is_goal(self, state: Any) -> bool:
        return [*state] == sorted(state)


@puzzle
class Jugs(Puzzle):
    """Jugs without marks. A state has the content of each jug, in the order of the story."""

    STORY = (
        r"\d+ jugs? can hold (?P<capacities>.+?) liters?(?P<tap>\. There is a tap and a sink)?\. (?:The jug has no marks|The jugs have "
        r"no marks, "
        r"so you pour until one jug is empty or the other one is full)\. How do you "
        r"(?:measure (?P<measure>\d+) liters?|reach the levels? (?P<levels>.+))\?"
    )
    RULES = (
        r"\(pour \?from \?to \?had \?held \?left \?reached\) pours from the jug \?from, which is not empty, into another jug \?to, which "
        r"is "
        r"not full, until \?from is empty or \?to is full\. \?had and \?held are the numbers of liters in \?from and \?to before the "
        r"action, and "
        r"\?left and \?reached are the numbers of liters in \?from and \?to after it\.",
        r"(?P<tap>\(fill \?jug \?level \?full\) fills \?jug at the tap, if it is not full\. \?level is the number of liters in \?jug "
        r"before the action, "
        r"and \?full is its capacity\. \(empty \?jug \?level\) empties \?jug into the sink, if it is not empty\. \?level is the number "
        r"of liters in \?jug "
        r"before the action\.)|There is no tap and no sink: water is only poured from jug to jug\.",
        r"At the end, at least one jug holds (?P<measure>\d+) liters?; all other jugs may hold any amount\.|At the end, the jugs hold "
        r"these "
        r"liters, in the same order as the capacities: (?P<levels>.+?)\. A jug with -1, or with no number, may hold any amount\.",
        NUMBERS,
    )

    def __init__(self, text: PuzzleText) -> None:
        super().__init__(text)
        self.capacities, self.tap = numbers(text.story["capacities"]), bool(text.rules[1]["tap"])
        self.check(
            self.tap == bool(text.story["tap"]) and text.rules[2]["measure"] == text.story["measure"], text.story[0]
        )
        full, empty = read_facts(text.facts, r"the (jug.*?) holds (\S+) liters?", r"the (jug.*?) is empty")
        holds = {one[1].replace(" ", "-"): number(one[2]) for one in full}
        holds |= {one[1].replace(" ", "-"): 0 for one in empty}
        self.jugs = [
            f"jug-of-{WORDS[capacity]}" + (f"-{n}" if self.capacities.count(capacity) > 1 else "")
            for n, capacity in enumerate(self.capacities, 1)
        ]
        self.check({*self.jugs} == holds.keys(), f"{text.facts}")
        self.initial_situation = tuple(holds[jug] for jug in self.jugs)
        self.measure = int(text.story["measure"]) if text.story["measure"] else None
        self.levels = numbers(text.story["levels"] or "")

    def successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        for one, jug in enumerate(self.jugs):
            had, full = state[one], self.capacities[one]
            if self.tap and had < full:
                yield ("fill", jug, WORDS[had], WORDS[full]), (*state[:one], full, *state[one + 1 :])
            if self.tap and had:
                yield ("empty", jug, WORDS[had]), (*state[:one], 0, *state[one + 1 :])
            for two, other in enumerate(self.jugs):
                held = state[two]
                if one != two and had and held < self.capacities[two]:
                    poured = min(had, self.capacities[two] - held)
                    after = [*state]
                    after[one], after[two] = had - poured, held + poured
                    yield (
                        ("pour", jug, other, *(WORDS[n] for n in (had, held, had - poured, held + poured))),
                        tuple(after),
                    )

    def is_goal(self, state: Any) -> bool:
        if self.measure is not None:
            return self.measure in state
        return all(level in (-1, held) for level, held in zip(self.levels, state, strict=False))


@puzzle
class Checkers(Puzzle):
    """Red and blue checkers in a row. A state is the row as a text."""

    STORY = (
        r"A row has (?P<squares>\d+) squares\. (?:A red checker stands on the leftmost square and a blue one on the rightmost|Red checkers "
        r"stand on the leftmost (?P<red>\d+) squares and blue ones on the rightmost (?P<blue>\d+)); the middle square is empty\. "
        r"The squares are called s1 to s(?P=squares), from left to right\. Red checkers "
        r"move only to the right, and blue ones only to the left\. A checker moves to the next square in its direction if that square is "
        r"empty, or jumps over one checker of the other color to the empty square behind it\. How do the red and the blue checkers change places\?"
    )
    RULES = (
        r"The squares are s1 to s(?P<squares>\d+), from left to right\.",
        r"\(slide-right \?from \?to\) moves a red checker from \?from to \?to, the next square to the right, which must be empty\.",
        r"\(slide-left \?from \?to\) moves a blue checker from \?from to \?to, the next square to the left, which must be empty\.",
        r"\(jump-right \?from \?jumped \?to\) moves a red checker from \?from over a blue one on \?jumped, the next square to the right, "
        r"to "
        r"\?to, the square after that, which must be empty\.",
        r"\(jump-left \?from \?jumped \?to\) moves a blue checker from \?from over a red one on \?jumped, the next square to the left, to "
        r"\?to, the square after that, which must be empty\.",
    )

    def __init__(self, text: PuzzleText) -> None:
        super().__init__(text)
        men = int(text.story["red"] or 1)
        self.initial_situation, self.last = "r" * men + " " + "b" * men, "b" * men + " " + "r" * men
        self.check(
            int(text.story["squares"]) == int(text.rules[0]["squares"]) == 2 * men + 1
            and men == int(text.story["blue"] or 1),
            text.story[0],
        )
        self.check(self._row(text.facts) == self.initial_situation, f"{text.facts}")
        self.check(self._row(text.goal) == self.last, f"{text.goal}")

    def _row(self, facts: list[str]) -> str:
        red, blue, _ = read_facts(
            facts, r"a red checker is on s(\d+)", r"a blue checker is on s(\d+)", r"s(\d+) is empty"
        )
        row = [" "] * len(str(self.initial_situation))
        for sign, found in (("r", red), ("b", blue)):
            for one in found:
                row[int(one[1]) - 1] = sign
        return "".join(row)

    def successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        for origin, color in enumerate(state):
            step, way, other = (1, "right", "b") if color == "r" else (-1, "left", "r")
            for far in (1, 2) if color != " " else ():
                target = origin + far * step
                if 0 <= target < len(state) and state[target] == " " and (far == 1 or state[origin + step] == other):
                    squares = [f"s{n + 1}" for n in range(origin, target + step, step)]
                    row = [*state]
                    row[origin], row[target] = " ", color
                    yield (f"{'slide' if far == 1 else 'jump'}-{way}", *squares), "".join(row)

    def is_goal(self, state: Any) -> bool:
        return bool(state == self.last)
