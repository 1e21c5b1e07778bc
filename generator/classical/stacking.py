"""The notations of towers of Hanoi and blocks: what lies on what, and where it goes."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ferryplan import domains
from ferryplan.generator.classical.mentions import Mention, Said
from ferryplan.generator.classical.notation import ActionNotation, number_in, ordinal_words
from ferryplan.generator.classical.shown_states import Facts, Shown, states_of_pegs, states_of_towers
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import State

_ARROW = r"\s?(?:->|\u2192|to|,)\s?"
_PICKED = re.compile(r"\W*(?:\w+\s)?(?:pick\w*\sup|grab\w*|lift\w*)\s(?:the\s)?(?:block\s)?(\w+)\b", re.IGNORECASE)
_PUT = re.compile(
    r"\W*(?:\w+\s)?(?:put|place|stack|set|drop|release)\w*\s(?:down\s)?(?:the\s)?(?:block\s)?(\w+)(?:\sdown)?(?:\s(?:back\s)?on\w*(?:\stop)?(?:\sof)?\s(?:the\s)?(?:block\s)?(\w+))?\W*$",
    re.IGNORECASE,
)
_PEGS = re.compile(r"(?<![\w-])([A-D]|\d)\s?(?:->|\u2192|=>)\s?([A-D]|\d)(?![\w-])")
_LABELLED = re.compile(rf"(?:disc\s?)?(\d{1, 9})\s?[:.)]\s?{_PEGS.pattern}", re.IGNORECASE)
"""a disc before the pegs that it leaves and goes to: ``1: A -> C``"""


class HanoiNotation(ActionNotation):
    """Discs that are moved from peg to peg, not onto what they come to lie on."""

    def prepare(self, text: str) -> str:
        """Return a sentence in which every disc and peg has its name: "the smallest one", "peg A" and "1 -> 3" get theirs."""
        return self._name_numbers(self._name_sizes(self._name_pegs(text)))

    def _name_pegs(self, text: str) -> str:
        """Return a sentence with "disc" and "peg" for other words, and with numbers for the letters and the sides of pegs."""
        for word, others in (
            ("disc", "disks?|rings?|plates?"),
            ("peg", "rods?|poles?|towers?|needles?|stacks?|posts?"),
        ):
            text = re.sub(rf"\b(?:{others})\b", word, text, flags=re.IGNORECASE)
        text = re.sub(r"\b(disc|peg)\s?#?\s?(?=\d|[A-D]\b)", r"\1 ", text, flags=re.IGNORECASE)
        text = re.sub(r"\bpeg\s(?=[A-D]\b)", "", text, flags=re.IGNORECASE)
        # The task numbers its pegs from 1, and ord("A") is 65.
        text = re.sub(r"(?<![\w-])([A-D])(?![\w-])", lambda peg: f"peg {ord(peg[1]) - 64}", text)
        for number, side in enumerate(("left(?:most)?", "(?:middle|cent(?:er|re))", "right(?:most)?"), 1):
            text = re.sub(rf"\b{side}\speg\b", f"peg {number}", text, flags=re.IGNORECASE)
        ordinals = "|".join(ordinal_words())
        return re.sub(
            rf"\b({ordinals})\speg\b", lambda one: f"peg {number_in(one[1].lower())}", text, flags=re.IGNORECASE
        )

    def _name_sizes(self, text: str) -> str:
        """Return a sentence with the numbers of discs for words of their size."""
        sizes, discs = domains.words("notation")["sizes"], sum(name.startswith("disc-") for name in self.objects)
        numbers = {"smallest": 1, "largest": discs} | ({"middle": 2} if discs == 3 else {})
        for size, disc in numbers.items():
            said = "|".join(sizes[size].split())
            text = re.sub(rf"\b(?:{said})(?:\s(?:disc|one))?\b", f"disc {disc}", text, flags=re.IGNORECASE)
        return text

    def _name_numbers(self, text: str) -> str:
        """Return a sentence with names for numbers alone: "1: 1 -> 3" is a disc and two pegs, "1 -> 3" two pegs."""
        three = rf"^\W*(?:disc\s)?(\d+)(?:\s?:\s?|,\s?|\s)(?:from\s)?(?:peg\s)?(\d+){_ARROW}(?:peg\s)?(\d+)\W*$"
        text = re.sub(three, r"disc \1 from peg \2 to peg \3", text)
        text = re.sub(rf"^\W*(\d+){_ARROW}(\d+)\W*$", r"from peg \1 to peg \2", text)
        return re.sub(r"\b(from|to|onto)\s(\d+)\b", r"\1 peg \2", text)

    def aliases_of(self, name: str) -> Iterator[str]:
        """Yield what a disc or a peg may be called; a number alone may be either."""
        yield from (name, name.replace("-", ""), name.replace("disc-", "d").replace("peg-", "p"))

    def names_otherwise(self, arguments: Sequence[str]) -> bool:
        """Return whether pegs stand where the action has what lies on them."""
        return all(name.startswith("peg-") for name in arguments[1:])

    def arguments(self, state: State, move: GroundAction) -> Sequence[str]:
        """Return the disc, the peg and what it leaves, what it comes to lie on and that peg."""
        # The action names what lies directly below, people name pegs: both are arguments, each peg beside
        # what lies on it.
        below = {fact[1]: fact[2] for fact in state.facts if fact[0] == "on"}
        disc, origin, target = move.arguments
        return (disc, origin, _peg_below(below, origin), target, _peg_below(below, target))

    def plan_in_text(self, text: str) -> list[Any] | None:
        """Return the steps of a text that is pairs of pegs, behind a head at most: ``A->C, A->B``."""
        lines = text.strip().splitlines()
        labelled = [one for line in lines if (one := _LABELLED.fullmatch(line.strip()))]
        # Numbers that count up from 1 are those of the moves; any others before the pegs are discs.
        is_numbered = [int(one[1]) for one in labelled] == [*range(1, len(lines) + 1)]
        if len(labelled) == len(lines) > 1 and not is_numbered:
            return [f"disc {one[1]} from peg {one[2]} to peg {one[3]}" for one in labelled]
        pairs = [*_PEGS.finditer(text)]
        between = [text[one.end() : other.start()] for one, other in itertools.pairwise(pairs)]
        between += [text[pairs[-1].end() :]] if pairs else []
        head = text[: pairs[0].start()].strip() if pairs else ""
        if len(pairs) < 2 or any(re.search(r"\w", gap) for gap in between) or (head and head[-1] not in ":("):
            return None
        return [f"from peg {pair[1]} to peg {pair[2]}" for pair in pairs]

    def states_in(self, text: str, initial: Facts) -> list[Shown]:
        """Return the states that a text shows: ``[3, 2, 1], [], []``."""
        pegs = sum(name.startswith("peg-") for name in self.objects)
        return states_of_pegs(text, pegs, len(self.objects) - pegs)

    def plan_in_data(self, data: Any) -> list[Any] | None:
        """Return the steps of lists of numbers: (disc, peg, peg) or (peg, peg), pegs from 0 where a 0 is among them."""
        if not isinstance(data, list) or not data:
            return None
        rows = data
        if isinstance(data[0], dict):
            keys = ("disc", "disk", "from", "source", "origin", "to", "target", "destination")
            rows = [[one[key] for key in keys if key in one] if isinstance(one, dict) else one for one in data]
        numbers = [[_parse_number(part) for part in row] if isinstance(row, list) else [] for row in rows]
        if not all(len(row) in (2, 3) and None not in row for row in numbers):
            return None
        base = 0 if any(0 in row[-2:] for row in numbers) else 1
        ends = ((*(int(part) for part in row if part is not None),) for row in numbers)
        return [
            f"{f'disc {row[0]} ' if len(row) == 3 else ''}from peg {row[-2] + 1 - base} to peg {row[-1] + 1 - base}"
            for row in ends
        ]


class BlocksNotation(ActionNotation):
    """Blocks that are moved onto others and onto the table, with or without a hand that picks them up first."""

    def arguments(self, state: State, move: GroundAction) -> Sequence[str]:
        """Return the block, what it leaves, and what it comes to lie on."""
        match move.name:
            case "unstack":
                return (*move.arguments, "table")
            case "stack":
                return (move.arguments[0], "table", move.arguments[1])
            case _:
                return move.arguments

    @functools.cached_property
    def aliases(self) -> Mapping[str, frozenset[str]]:
        """The blocks and the table."""
        table = dict.fromkeys(("table", "ground", "floor"), frozenset({"table"}))
        return {**super().aliases, **table}

    def fits(self, state: State, move: GroundAction, mentions: Sequence[Mention], said: Said) -> bool:
        """Return whether an action is one of these blocks; where two are named, the second is where the block goes, unless it is said to leave it."""
        target = self.arguments(state, move)[-1]
        if (
            move.name not in said.words
            and len(mentions) > 1
            and mentions[-1].place != 1
            and target not in mentions[-1].objects
        ):
            return False
        return super().fits(state, move, mentions, said)

    def states_in(self, text: str, initial: Facts) -> list[Shown]:
        """Return the states that a text shows: ``[a c] [b]``."""

        def name_of(word: str) -> str | None:
            named = self.aliases.get(word.casefold(), frozenset[str]()) & {*self.objects}
            return next(iter(named)) if len(named) == 1 else None

        return states_of_towers(text, name_of, len(self.objects), lambda facts: facts <= initial)

    def join_steps(self, steps: list[str]) -> list[str]:
        """Return sentences without the hand: "pick up b", "place b on c" are one action."""
        joined = list[str]()
        for step in steps:
            held = _PICKED.match(joined[-1]) if joined else None
            put = _PUT.match(step) if held else None
            if held and put and put[1].casefold() in ("it", "that", held[1].casefold()):
                joined[-1] = f"move {held[1]} to {put[2] or 'table'}"
            else:
                joined.append(step)
        return joined

    def plan_in_data(self, data: Any) -> list[Any] | None:
        """Return steps without the hand: "unstack c a", "put-down c" are one, and so are "pick-up b", "stack b c"."""
        if (
            isinstance(data, list)
            and data
            and all(isinstance(one, dict) and {"block", "to"} <= one.keys() for one in data)
        ):
            return [f"move {one['block']} to {one['to']}" for one in data]
        steps = (
            [
                one if isinstance(one, list) and one and all(isinstance(word, str) for word in one) else None
                for one in data
            ]
            if isinstance(data, list)
            else []
        )
        if not any(
            step and step[0].lower() in ("pick-up", "put-down", "pickup", "putdown", "pick_up", "put_down")
            for step in steps
        ):
            return None
        done, rest = list[Any](), iter(steps)
        for first, second in zip(rest, rest, strict=False):
            if first is None or second is None or first[1:2] != second[1:2]:
                return None
            target = second[2] if len(second) > 2 else "table"
            origin = f" from {first[2]}" if len(first) > 2 else ""
            done.append(f"move {first[1]}{origin} to {target}")
        return done if len(steps) % 2 == 0 else None


def _parse_number(part: Any) -> int | None:
    """Return the number of a disc or a peg."""
    if (
        isinstance(part, str)
        and re.fullmatch(r"(?:peg|rod|disc|disk)?[\s-]?[A-D]", part, re.IGNORECASE)
        and part[-1].isalpha()
    ):
        return ord(part[-1].upper()) - 64
    found = (
        re.fullmatch(r"(?:dis[ck]|peg|rod|tower|pole)?[\s-]?(\d{1,9})", str(part), re.IGNORECASE)
        if isinstance(part, (int, str))
        else None
    )
    return int(found[1]) if found else None


def _peg_below(below: Mapping[str, str], name: str) -> str:
    """Return the peg on which a disc lies."""
    # Each step goes down by one disc, and no more discs lie on something than there are entries.
    for _ in below:
        name = below.get(name, name)
    return name
