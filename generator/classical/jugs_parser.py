"""The parser for jugs, which are named by their sizes; plans may list levels, amounts or states."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence

from ferryplan.generator.classical.action_parser import ActionParser
from ferryplan.generator.classical.mentions import ObjectMention, ParsedSentence
from ferryplan.generator.classical.shown_states import ShownFacts, ShownState, find_jug_states
from ferryplan.generator.name_lookup import parse_numeral
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import PddlState

_UNIT_WORDS = ("litre", "liter", "gallon", "l", "gal", "unit")
_CONTAINER_WORDS = ("jug", "container", "bucket")
_LEGEND_PATTERN = re.compile(
    r"\b(?:jug\s)?([A-Z]\d?)(?:\s?(?:=|:|\bbe\b|\bis\b|\()\s?(?:the\s)?|\sthe\s)(\d{1,9})[\s-]?(?:l|liters?|litres?|gallons?)\b(?:[\s-]jug)?\)?",
    re.IGNORECASE,
)
"""a legend that says which jug a letter means: ``A = 3-liter jug``"""
_FILL_FROM_JUG = re.compile(
    r"\b(?:re)?(?:fill|top)(?:\sup)?\s((?:the\s)?[^,.;]{1,40}?)(?:\sup)?\s(?:from|with)\s(?!(?:the\s)?(?:tap|faucet|water|sink))([^,.;]{1,40}?)(?=$|[,.;])",
    re.IGNORECASE,
)
"""a sentence that fills a jug from another jug and not from the tap"""
_COMPARED = re.compile(
    r"\b(?:bigger|larger|smaller|largest|biggest|smallest|big|large|small)\s(?:jug|one),?\s(?:\(\s?)?(?:the\s)?(\d{1,9}(?:-litre)?)\b(?!-)\)?,?",
    re.IGNORECASE,
)
"""a comparison of jugs with the size of the meant jug: ``the larger jug (8)``, of three jugs"""
_AMOUNT = re.compile(r"amount-(\d{1,9})")
_LEVEL = re.compile(r"level-(\d{1,9})-(\d{1,9})")
"""the marks that `prepare_sentence` inserts; other words of an answer may begin in the same way, such as ``level-x``"""


class JugsActionParser(ActionParser):
    """A parser for sentences and plans that fill, empty and pour jugs of different sizes."""

    @functools.cached_property
    def jugs_by_size(self) -> Mapping[int, str]:
        """The name of the jug for each size in liters."""
        found = {
            parse_numeral(name.removeprefix("jug-of-").split("-")[0]): name
            for name in self.objects
            if name.startswith("jug")
        }
        return {size: name for size, name in found.items() if size is not None}

    def list_aliases(self, object_name: str) -> Iterator[str]:
        """Yield the words for a jug, such as ``5-litre-jug``; for a level, only its own name."""
        yield object_name
        size = parse_numeral(object_name.removeprefix("jug-of-")) if object_name.startswith("jug-of-") else None
        if size is None:
            return
        for number in (str(size), object_name.removeprefix("jug-of-")):
            yield from (number, f"{number}l", f"j{number}", f"jug-{number}", f"jug-{number}l")
            yield from (f"{number}-{one}" for one in _CONTAINER_WORDS)
            yield from (f"{number}-{unit}" for unit in _UNIT_WORDS)
            yield from (f"{number}-{unit}-jug" for unit in _UNIT_WORDS)

    def expand_legend(self, text: str) -> str:
        """Return a text with sizes in place of the letters that a legend gives to jugs.

        A legend is ``A = 3-liter jug``, one for each jug. Without it, the text is unchanged.
        """
        legend = {one[1]: one[2] for one in _LEGEND_PATTERN.finditer(text) if int(one[2]) in self.jugs_by_size}
        if len(legend) < len(self.jugs_by_size):
            return text
        letters = "|".join(map(re.escape, legend))
        return re.sub(
            rf"\b(?:jug\s)?({letters})\b", lambda one: f"{legend[one[1]]}-litre", _LEGEND_PATTERN.sub(" ", text)
        )

    def prepare_sentence(self, text: str) -> str:
        """Return a sentence in which words such as ``amount-2`` replace amounts such as ``2 litres``.

        Otherwise, the numbers in amounts would be taken for the names of jugs.
        """
        text = _FILL_FROM_JUG.sub(r"pour from \2 into \1", text)
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
        # "the 2 L" is an amount if no jug has this size
        text = re.sub(
            r"\b(\d{1,9})-litre\b(?!-)",
            lambda one: one[0] if int(one[1]) in self.jugs_by_size else f"amount-{one[1]}",
            text,
        )
        text = _COMPARED.sub(r"\1", text)
        big, small = self.jugs_by_size[max(self.jugs_by_size)], self.jugs_by_size[min(self.jugs_by_size)]
        text = re.sub(r"\b(?:big|bigger|large|larger|largest|biggest)\s(?:jug|one)\b", big, text, flags=re.IGNORECASE)
        return re.sub(r"\b(?:small|smaller|smallest|little)\s(?:jug|one)\b", small, text, flags=re.IGNORECASE)

    def understands_word(self, token: str, tokens: Sequence[str], position: int) -> bool:
        """Return whether a word is an amount (``amount-2``), or the level of a jug after the action.

        `prepare_sentence` makes these words.
        """
        return bool(_AMOUNT.fullmatch(token) or _LEVEL.fullmatch(token))

    def fits_mentions(
        self, state: PddlState, move: GroundAction, mentions: Sequence[ObjectMention], sentence: ParsedSentence
    ) -> bool:
        """Return whether an action fits the jugs, amounts and levels that a sentence mentions."""
        amounts = {int(found[1]) for word in sentence.words if (found := _AMOUNT.fullmatch(word))}
        levels = [parse_numeral(word) for word in move.arguments]
        known_amounts = {level for level in levels if level is not None} | {*self.jugs_by_size}
        if move.name == "pour" and levels[2] is not None and levels[4] is not None:
            # A pouring may also state the amount that flows: the old level of the first jug minus its new level.
            known_amounts.add(levels[2] - levels[4])
        shown_levels = [found.groups() for word in sentence.words if (found := _LEVEL.fullmatch(word))]
        if any(
            self._compute_levels_after(state, move).get(self.jugs_by_size.get(int(size), "")) != int(level)
            for size, level in shown_levels
        ):
            return False
        jugs = [name for name in move.arguments if name.startswith("jug")]
        jug_mentions = [mention for mention in mentions if all(name.startswith("jug") for name in mention.objects)]
        if len(jug_mentions) < len(jugs) - 1 or len(jug_mentions) > len(jugs):
            return False
        ends = {1: "" if move.name == "fill" else jugs[0], 2: "" if move.name == "empty" else jugs[-1]}
        if any(one.preposition_role and ends[one.preposition_role] not in one.objects for one in jug_mentions):
            return False
        return amounts <= known_amounts and super().fits_mentions(state, move, mentions, sentence)

    def _compute_levels_after(self, state: PddlState, move: GroundAction) -> Mapping[str, int | None]:
        """Return the level of each jug in liters after an action in a state."""
        before = {fact[1]: fact[2] for fact in state.facts if fact[0] == "holds"}
        match move.name, move.arguments:
            case "pour", (origin, target, _, _, left, reached):
                changed = {origin: left, target: reached}
            case "fill", (jug, _, full):
                changed = {jug: full}
            case _, (jug, *_):
                changed = {jug: "zero"}
        return {jug: parse_numeral(level) for jug, level in (before | changed).items()}

    def find_shown_states(self, text: str, initial: ShownFacts) -> list[ShownState]:
        """Return the states that a text shows, as levels of all jugs: ``(0, 0) -> (0, 5)``."""
        levels = {number: name for name in self.objects if (number := parse_numeral(name)) is not None}
        return find_jug_states(text, self.jugs_by_size, levels)
