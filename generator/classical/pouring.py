"""The notation of jugs: named by their size, with levels and amounts; and plans that are shown by their states."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence

from ferryplan.generator.classical.mentions import Mention, Said
from ferryplan.generator.classical.notation import ActionNotation
from ferryplan.generator.classical.shown_states import Facts, Shown, states_of_levels
from ferryplan.generator.naming import number_of_words
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import State

_UNITS = ("litre", "liter", "gallon", "l", "gal", "unit")
_CONTAINERS = ("jug", "container", "bucket")
_LEGEND = re.compile(
    r"\b(?:jug\s)?([A-Z]\d?)(?:\s?(?:=|:|\bbe\b|\bis\b|\()\s?(?:the\s)?|\sthe\s)(\d{1,9})[\s-]?(?:l|liters?|litres?|gallons?)\b(?:[\s-]jug)?\)?",
    re.IGNORECASE,
)
"""what says which jug a letter stands for"""
_FROM = re.compile(
    r"\b(?:re)?(?:fill|top)(?:\sup)?\s((?:the\s)?[^,.;]{1,40}?)(?:\sup)?\s(?:from|with)\s(?!(?:the\s)?(?:tap|faucet|water|sink))([^,.;]{1,40}?)(?=$|[,.;])",
    re.IGNORECASE,
)
"""what fills a jug from another one, and not at the tap"""
_COMPARED = re.compile(
    r"\b(?:bigger|larger|smaller|largest|biggest|smallest|big|large|small)\s(?:jug|one),?\s(?:\(\s?)?(?:the\s)?(\d{1,9}(?:-litre)?)\b(?!-)\)?,?",
    re.IGNORECASE,
)
"""a jug with its size behind, which says which one is compared where there are three: ``the larger jug (8)``"""
_AMOUNT = re.compile(r"amount-(\d{1,9})")
_LEVEL = re.compile(r"level-(\d{1,9})-(\d{1,9})")
"""words that `prepare` puts in; an answer may contain others that begin like them, such as ``level-x``"""


class JugsNotation(ActionNotation):
    """Jugs named by what they hold, and states as lists of levels."""

    @functools.cached_property
    def sizes(self) -> Mapping[int, str]:
        """The jug for each number of liters."""
        found = {
            number_of_words(name.removeprefix("jug-of-").split("-")[0]): name
            for name in self.objects
            if name.startswith("jug")
        }
        return {size: name for size, name in found.items() if size is not None}

    def aliases_of(self, name: str) -> Iterator[str]:
        """Yield what a jug may be called; levels have no other names than their words."""
        yield name
        size = number_of_words(name.removeprefix("jug-of-")) if name.startswith("jug-of-") else None
        if size is None:
            return
        for number in (str(size), name.removeprefix("jug-of-")):
            yield from (number, f"{number}l", f"j{number}", f"jug-{number}", f"jug-{number}l")
            yield from (f"{number}-{one}" for one in _CONTAINERS)
            yield from (f"{number}-{unit}" for unit in _UNITS)
            yield from (f"{number}-{unit}-jug" for unit in _UNITS)

    def without_legend(self, text: str) -> str:
        """Return a text with sizes for the letters of jugs: ``A = 3-liter jug``."""
        legend = {one[1]: one[2] for one in _LEGEND.finditer(text) if int(one[2]) in self.sizes}
        if len(legend) < len(self.sizes):
            return text
        letters = "|".join(map(re.escape, legend))
        return re.sub(rf"\b(?:jug\s)?({letters})\b", lambda one: f"{legend[one[1]]}-litre", _LEGEND.sub(" ", text))

    def prepare(self, text: str) -> str:
        """Return a sentence with amounts marked, which are no jugs: ``2 litres``."""
        text = _FROM.sub(r"pour from \2 into \1", text)
        text = re.sub(r"\b(\d{1,9})\s?(L|l)\b", r"\1-litre", text)
        text = re.sub(
            r"\b(\d{1,9})-(?:litre|liter|gallon)s?(?:\sjug)?\s?[:=]\s?(\d{1,9})(?:-litre)?\b", r"level-\1-\2", text
        )
        text = re.sub(
            r"\b(\d{1,9}|[a-z]+)[- ](litre|liter|gallon)s?\b(?=[- ](?:jugs?|container|bucket|one|jar|pitcher)\b)",
            r"\1-\2",
            text,
            flags=re.IGNORECASE,
        )
        text = re.sub(r"\b(\d{1,9})\s(?:litres?|liters?|gallons?)\b", r"amount-\1", text, flags=re.IGNORECASE)
        # "the 2 L" is an amount where no jug is so large
        text = re.sub(
            r"\b(\d{1,9})-litre\b(?!-)",
            lambda one: one[0] if int(one[1]) in self.sizes else f"amount-{one[1]}",
            text,
        )
        text = _COMPARED.sub(r"\1", text)
        big, small = self.sizes[max(self.sizes)], self.sizes[min(self.sizes)]
        text = re.sub(r"\b(?:big|bigger|large|larger|largest|biggest)\s(?:jug|one)\b", big, text, flags=re.IGNORECASE)
        return re.sub(r"\b(?:small|smaller|smallest|little)\s(?:jug|one)\b", small, text, flags=re.IGNORECASE)

    def explain(self, token: str, tokens: Sequence[str], position: int) -> bool:
        """Return whether it is an amount, or says how much a jug holds then."""
        return bool(_AMOUNT.fullmatch(token) or _LEVEL.fullmatch(token))

    def fits(self, state: State, move: GroundAction, mentions: Sequence[Mention], said: Said) -> bool:
        """Return whether an action is one of these jugs, and changes the amounts that are named."""
        amounts = {int(found[1]) for word in said.words if (found := _AMOUNT.fullmatch(word))}
        levels = [number_of_words(word) for word in move.arguments]
        told = {level for level in levels if level is not None} | {*self.sizes}
        if move.name == "pour" and levels[2] is not None and levels[4] is not None:
            # A pouring may also state the amount that flows: the old level of the first jug minus its new level.
            told.add(levels[2] - levels[4])
        shown_levels = [found.groups() for word in said.words if (found := _LEVEL.fullmatch(word))]
        if any(
            self._levels_after(state, move).get(self.sizes.get(int(size), "")) != int(level)
            for size, level in shown_levels
        ):
            return False
        jugs = [name for name in move.arguments if name.startswith("jug")]
        named = [mention for mention in mentions if all(name.startswith("jug") for name in mention.objects)]
        if len(named) < len(jugs) - 1 or len(named) > len(jugs):
            return False
        ends = {1: "" if move.name == "fill" else jugs[0], 2: "" if move.name == "empty" else jugs[-1]}
        if any(one.place and ends[one.place] not in one.objects for one in named):
            return False
        return amounts <= told and super().fits(state, move, mentions, said)

    def _levels_after(self, state: State, move: GroundAction) -> Mapping[str, int | None]:
        """Return what each jug holds after an action."""
        before = {fact[1]: fact[2] for fact in state.facts if fact[0] == "holds"}
        match move.name, move.arguments:
            case "pour", (origin, target, _, _, left, reached):
                changed = {origin: left, target: reached}
            case "fill", (jug, _, full):
                changed = {jug: full}
            case _, (jug, *_):
                changed = {jug: "zero"}
        return {jug: number_of_words(level) for jug, level in (before | changed).items()}

    def states_in(self, text: str, initial: Facts) -> list[Shown]:
        """Return the states that a text shows: ``(0, 0) -> (0, 5)``."""
        levels = {number: name for name in self.objects if (number := number_of_words(name)) is not None}
        return states_of_levels(text, self.sizes, levels)
