"""The parser for stacks of pancakes, where a move flips a number of pancakes at the top."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ferryplan.generator.classical.action_parser import ActionParser, load_ordinals, parse_number_word
from ferryplan.generator.classical.mentions import ObjectMention, ParsedSentence
from ferryplan.generator.classical.shown_states import ShownFacts, ShownState, find_pancake_states
from ferryplan.generator.name_lookup import DIGIT_WORDS
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import PddlState

_FLIP_PATTERN = r"(?:F?\d{1,2}|[a-z]{1,9}\(\d{1,2}\))"


class PancakesActionParser(ActionParser):
    """A parser for sentences and plans that flip the top pancakes of a stack."""

    def prepare_sentence(self, text: str) -> str:
        """Return a sentence with the word ``top-3`` in place of phrases for the top three pancakes.

        If the sentence shows the stack after the flip, `fits_mentions` checks it.
        """
        pancake_count = max(int(name.removeprefix("flip-")) for name in self.arities_by_action)
        text = re.sub(
            r"\b(?:the\s)?(?:whole|entire)(?:\s(?:stack|pile))?\b|\ball(?:\sof\sthem)?\b(?:\s(?:of\s)?(?:the\s)?\d+)?(?:\spancakes)?|\beverything\b",
            f"top-{pancake_count}",
            text,
            flags=re.IGNORECASE,
        )
        numbers = "|".join(DIGIT_WORDS)
        text = re.sub(
            rf"\b(?:under|underneath|below|beneath)\sthe\s({'|'.join(load_ordinals())})(?:\spancake)?\b",
            lambda found: f"top-{parse_number_word(found[1].lower())}",
            text,
            flags=re.IGNORECASE,
        )
        text = re.sub(
            rf"\bflip-(\d+)\b|\b(?:top|upper|first|uppermost)\s(\d+|{numbers})\b|\bprefix\s(?:of\s)?(?:length\s)?(\d+)",
            lambda found: f"top-{parse_number_word((found[1] or found[2] or found[3]).lower())}",
            text,
            flags=re.IGNORECASE,
        )
        return re.sub(
            r"^(\W*(?:flip|turn|reverse)\w*\s|\W*)(?:the\s)?(\d+)\b(?!\s?\d)", r"\1top-\2", text, flags=re.IGNORECASE
        )

    def understands_word(self, token: str, tokens: Sequence[str], position: int) -> bool:
        """Return whether a word says how many pancakes are flipped, or is a final ``top`` or ``upper``."""
        return token.startswith("top-") or (token in ("top", "upper") and position + 1 == len(tokens))

    def parse_sentence(self, text: str) -> ParsedSentence:
        """Return the content of a sentence, with words such as ``then-4`` for a stack that it shows.

        Numbers after an arrow or in brackets show the stack after the flip, from the top.
        """
        head, *shown_after = re.split(r"\s?(?:->|\u2192|=>|:(?=\s?[\[(\d])|\((?=\s?\d))\s?", text, maxsplit=1)
        said = super().parse_sentence(head)
        stack = re.findall(r"\d+", shown_after[0]) if shown_after else []
        return said._replace(words=[*said.words, *(f"then-{one}" for one in stack)])

    def fits_mentions(
        self, state: PddlState, move: GroundAction, mentions: Sequence[ObjectMention], sentence: ParsedSentence
    ) -> bool:
        """Return whether an action flips the stated number of pancakes and leads to the shown stack, if any."""
        turned = {word.removeprefix("top-") for word in sentence.words if word.startswith("top-") and word != "top-"}
        if turned and turned != {move.name.removeprefix("flip-")}:
            return False
        stack = [word.removeprefix("then-") for word in sentence.words if word.startswith("then-")]
        before = sorted((fact[2], fact[1].removeprefix("pancake-")) for fact in state.facts if fact[0] == "lies")
        # As text, place-10 would come before place-2.
        order = [pancake for _, pancake in sorted(before, key=lambda one: int(one[0].removeprefix("place-")))]
        count = len(move.arguments)
        after = [*order[:count][::-1], *order[count:]]
        return (
            (not stack or stack == after)
            and bool(turned or mentions)
            and super().fits_mentions(state, move, mentions, sentence)
        )

    def parse_plan_text(self, text: str) -> list[Any] | None:
        """Return the steps of a plan written as a row of numbers, ``F2 F3`` or ``Flips: 2, 3``.

        The result is None for other texts.
        """
        row = re.fullmatch(
            rf"(?:[^\n\d:]{{0,60}}:)?\W*({_FLIP_PATTERN}(?:[\s,;]+{_FLIP_PATTERN})+)\W*", text, re.IGNORECASE
        )
        numbers = re.findall(r"\d+", row[1]) if row else []
        # A row with each number from 1 to n once may be a stack, unless it is marked as flips.
        is_stack = sorted(map(int, numbers)) == [*range(1, len(numbers) + 1)]
        if not numbers or (is_stack and not re.search(r"\bF(?:lip|\d)|\d\)", text, re.IGNORECASE)):
            return None
        return [f"flip {number}" for number in numbers]

    def find_shown_states(self, text: str, initial: ShownFacts) -> list[ShownState]:
        """Return the stacks that a text shows, from the top: ``42513``."""
        return find_pancake_states(text, sum(name.startswith("pancake-") for name in self.objects))

    def parse_plan_data(self, data: Any) -> list[Any] | None:
        """Return the steps of a plan in JSON, a list of objects such as ``{"flip": 3}``; None for other data."""
        if (
            not isinstance(data, list)
            or not data
            or not all(isinstance(one, dict) and type(one.get("flip")) is int for one in data)
        ):
            return None
        return [one["flip"] for one in data]

    def list_aliases(self, object_name: str) -> Iterator[str]:
        """Yield only the object's own name, because a bare number says how many pancakes are flipped."""
        yield object_name
