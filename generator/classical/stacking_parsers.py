"""The parsers for the towers of Hanoi and for blocks, where things lie on other things."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ferryplan import domains
from ferryplan.generator.classical.action_parser import ActionParser, load_ordinals, parse_number_word
from ferryplan.generator.classical.mentions import ObjectMention, ParsedSentence
from ferryplan.generator.classical.shown_states import ShownFacts, ShownState, find_peg_states, find_tower_states
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import PddlState

_ARROW_OR_COMMA = r"\s?(?:->|\u2192|to|,)\s?"
_PICK_UP = re.compile(r"\W*(?:\w+\s)?(?:pick\w*\sup|grab\w*|lift\w*)\s(?:the\s)?(?:block\s)?(\w+)\b", re.IGNORECASE)
_PUT_DOWN = re.compile(
    r"\W*(?:\w+\s)?(?:put|place|stack|set|drop|release)\w*\s(?:down\s)?(?:the\s)?(?:block\s)?(\w+)(?:\sdown)?(?:\s(?:back\s)?on\w*(?:\stop)?(?:\sof)?\s(?:the\s)?(?:block\s)?(\w+))?\W*$",
    re.IGNORECASE,
)
_PEG_PAIR = re.compile(r"(?<![\w-])([A-D]|\d)\s?(?:->|\u2192|=>)\s?([A-D]|\d)(?![\w-])")
_DISC_AND_PEGS = re.compile(rf"(?:disc\s?)?(\d{1, 9})\s?[:.)]\s?{_PEG_PAIR.pattern}", re.IGNORECASE)
"""a disc before the pegs that it leaves and goes to: ``1: A -> C``"""


class HanoiActionParser(ActionParser):
    """A parser for the towers of Hanoi, where sentences name pegs in place of the discs on them."""

    def prepare_sentence(self, text: str) -> str:
        """Return a sentence in which every disc and peg has its name in the task, such as ``disc 1``.

        The names replace phrases such as "the smallest one", "peg A" and "1 -> 3".
        """
        return self._name_bare_numbers(self._replace_size_words(self._normalize_pegs(text)))

    def _normalize_pegs(self, text: str) -> str:
        """Return a sentence with "disc" and "peg" for synonyms, and numbers for pegs.

        The numbers replace letters and words such as "left peg".
        """
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
        ordinals = "|".join(load_ordinals())
        return re.sub(
            rf"\b({ordinals})\speg\b", lambda one: f"peg {parse_number_word(one[1].lower())}", text, flags=re.IGNORECASE
        )

    def _replace_size_words(self, text: str) -> str:
        """Return a sentence with the numbers of discs in place of words such as "smallest"."""
        sizes, discs = domains.words("notation")["sizes"], sum(name.startswith("disc-") for name in self.objects)
        numbers = {"smallest": 1, "largest": discs} | ({"middle": 2} if discs == 3 else {})
        for size, disc in numbers.items():
            said = "|".join(sizes[size].split())
            text = re.sub(rf"\b(?:{said})(?:\s(?:disc|one))?\b", f"disc {disc}", text, flags=re.IGNORECASE)
        return text

    def _name_bare_numbers(self, text: str) -> str:
        """Return a sentence in which "disc" or "peg" stands before each number.

        "1: 1 -> 3" is a disc and two pegs, "1 -> 3" two pegs.
        """
        three = (
            rf"^\W*(?:disc\s)?(\d+)(?:\s?:\s?|,\s?|\s)(?:from\s)?(?:peg\s)?(\d+){_ARROW_OR_COMMA}(?:peg\s)?(\d+)\W*$"
        )
        text = re.sub(three, r"disc \1 from peg \2 to peg \3", text)
        text = re.sub(rf"^\W*(\d+){_ARROW_OR_COMMA}(\d+)\W*$", r"from peg \1 to peg \2", text)
        return re.sub(r"\b(from|to|onto)\s(\d+)\b", r"\1 peg \2", text)

    def list_aliases(self, object_name: str) -> Iterator[str]:
        """Yield the words for a disc or a peg, such as ``d1``; a bare number may mean either."""
        yield from (object_name, object_name.replace("-", ""), object_name.replace("disc-", "d").replace("peg-", "p"))

    def may_mean_other_objects(self, arguments: Sequence[str]) -> bool:
        """Return whether all arguments after the moved disc are pegs.

        An answer may name a peg where the task expects the disc directly below the moved disc.
        """
        return all(name.startswith("peg-") for name in arguments[1:])

    def mentionable_objects(self, state: PddlState, move: GroundAction) -> Sequence[str]:
        """Return the disc, the object below it and its peg, then the new object below it and its new peg."""
        # The action names the object directly below; people name pegs. Both are arguments: each peg follows
        # the object that lies on it.
        below = {fact[1]: fact[2] for fact in state.facts if fact[0] == "on"}
        disc, origin, target = move.arguments
        return (disc, origin, _find_peg_below(below, origin), target, _find_peg_below(below, target))

    def parse_plan_text(self, text: str) -> list[Any] | None:
        """Return the steps of a plan written as pairs of pegs, such as ``A->C, A->B``; None for other texts.

        A heading may stand before the pairs, and a disc before each pair on a line of its own.
        """
        lines = text.strip().splitlines()
        labelled = [one for line in lines if (one := _DISC_AND_PEGS.fullmatch(line.strip()))]
        # Numbers that count up from 1 number the moves; any others before the pegs are discs.
        is_numbered = [int(one[1]) for one in labelled] == [*range(1, len(lines) + 1)]
        if len(labelled) == len(lines) > 1 and not is_numbered:
            return [f"disc {one[1]} from peg {one[2]} to peg {one[3]}" for one in labelled]
        pairs = [*_PEG_PAIR.finditer(text)]
        between = [text[one.end() : other.start()] for one, other in itertools.pairwise(pairs)]
        between += [text[pairs[-1].end() :]] if pairs else []
        head = text[: pairs[0].start()].strip() if pairs else ""
        if len(pairs) < 2 or any(re.search(r"\w", gap) for gap in between) or (head and head[-1] not in ":("):
            return None
        return [f"from peg {pair[1]} to peg {pair[2]}" for pair in pairs]

    def find_shown_states(self, text: str, initial: ShownFacts) -> list[ShownState]:
        """Return the states that a text shows, with the discs of each peg in brackets: ``[3, 2, 1], [], []``."""
        pegs = sum(name.startswith("peg-") for name in self.objects)
        return find_peg_states(text, pegs, len(self.objects) - pegs)

    def parse_plan_data(self, data: Any) -> list[Any] | None:
        """Return the steps of a plan in JSON, with rows (disc, peg, peg) or (peg, peg); None for other data.

        Discs and pegs are numbers or letters. Pegs count from 0 if one of them is 0, otherwise from 1. A row may also
        be an object with keys such as ``disc``, ``from`` and ``to``.
        """
        if not isinstance(data, list) or not data:
            return None
        rows = data
        if isinstance(data[0], dict):
            keys = ("disc", "disk", "from", "source", "origin", "to", "target", "destination")
            rows = [[one[key] for key in keys if key in one] if isinstance(one, dict) else one for one in data]
        numbers = [[_parse_disc_or_peg(part) for part in row] if isinstance(row, list) else [] for row in rows]
        if not all(len(row) in (2, 3) and None not in row for row in numbers):
            return None
        base = 0 if any(0 in row[-2:] for row in numbers) else 1
        ends = ((*(int(part) for part in row if part is not None),) for row in numbers)
        return [
            f"{f'disc {row[0]} ' if len(row) == 3 else ''}from peg {row[-2] + 1 - base} to peg {row[-1] + 1 - base}"
            for row in ends
        ]


class BlocksActionParser(ActionParser):
    """A parser for plans that move blocks onto other blocks and onto the table.

    In some tasks a hand picks up a block with one action and puts it down with another; in others, one action moves
    it.
    """

    def mentionable_objects(self, state: PddlState, move: GroundAction) -> Sequence[str]:
        """Return the block, the block or table that it leaves, and the block or table that it moves onto."""
        match move.name:
            case "unstack":
                return (*move.arguments, "table")
            case "stack":
                return (move.arguments[0], "table", move.arguments[1])
            case _:
                return move.arguments

    @functools.cached_property
    def objects_by_alias(self) -> Mapping[str, frozenset[str]]:
        """For each word, the objects that it may mean; words such as ``floor`` mean the table."""
        table = dict.fromkeys(("table", "ground", "floor"), frozenset({"table"}))
        return {**super().objects_by_alias, **table}

    def fits_mentions(
        self, state: PddlState, move: GroundAction, mentions: Sequence[ObjectMention], sentence: ParsedSentence
    ) -> bool:
        """Return whether an action moves the block that a sentence mentions to the target that it mentions.

        If two objects are mentioned, the second is the target, unless the sentence has "from" before it.
        """
        target = self.mentionable_objects(state, move)[-1]
        if (
            move.name not in sentence.words
            and len(mentions) > 1
            and mentions[-1].preposition_role != 1
            and target not in mentions[-1].objects
        ):
            return False
        return super().fits_mentions(state, move, mentions, sentence)

    def find_shown_states(self, text: str, initial: ShownFacts) -> list[ShownState]:
        """Return the states that a text shows, with a tower of blocks in each pair of brackets: ``[a c] [b]``."""

        def find_block(word: str) -> str | None:
            named = self.objects_by_alias.get(word.casefold(), frozenset[str]()) & {*self.objects}
            return next(iter(named)) if len(named) == 1 else None

        return find_tower_states(text, find_block, len(self.objects), lambda facts: facts <= initial)

    def join_steps(self, steps: list[str]) -> list[str]:
        """Return the steps with each pick-up and the put-down after it joined to one sentence.

        For example, "pick up b" and "place b on c" become "move b to c".
        """
        joined = list[str]()
        for step in steps:
            held = _PICK_UP.match(joined[-1]) if joined else None
            put = _PUT_DOWN.match(step) if held else None
            if held and put and put[1].casefold() in ("it", "that", held[1].casefold()):
                joined[-1] = f"move {held[1]} to {put[2] or 'table'}"
            else:
                joined.append(step)
        return joined

    def parse_plan_data(self, data: Any) -> list[Any] | None:
        """Return steps that move blocks directly, given JSON data for a plan; None for other data.

        A pick-up and the put-down after it become one step: "unstack c a" and "put-down c", or "pick-up b" and "stack
        b c". JSON objects with a ``block`` and its target (``to``) are steps, too.
        """
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


def _parse_disc_or_peg(part: Any) -> int | None:
    """Return the number of the disc or peg that a value such as ``peg B`` means; None for other values."""
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


def _find_peg_below(below: Mapping[str, str], name: str) -> str:
    """Return the peg below a disc, directly or under other discs; for a peg, return the peg itself.

    ``below`` maps each disc to the disc or peg directly below it.
    """
    # Each step goes down by one disc, and a stack has at most as many discs as there are entries.
    for _ in below:
        name = below.get(name, name)
    return name
