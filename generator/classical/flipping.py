"""The notation of stacks of pancakes: how many of the upper ones are turned."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ferryplan.generator.classical.mentions import Mention, Said
from ferryplan.generator.classical.notation import ActionNotation, number_in, ordinal_words
from ferryplan.generator.classical.shown_states import Facts, Shown, states_of_stack
from ferryplan.generator.naming import NUMBERS
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import State

_FLIP = r"(?:F?\d{1,2}|[a-z]{1,9}\(\d{1,2}\))"


class PancakesNotation(ActionNotation):
    """Stacks of which the upper ones are turned."""

    def prepare(self, text: str) -> str:
        """Return a sentence with the number that is turned behind the verb; the stack that comes of it is left to be checked."""
        most = max(int(name.removeprefix("flip-")) for name in self.actions)
        text = re.sub(
            r"\b(?:the\s)?(?:whole|entire)(?:\s(?:stack|pile))?\b|\ball(?:\sof\sthem)?\b(?:\s(?:of\s)?(?:the\s)?\d+)?(?:\spancakes)?|\beverything\b",
            f"top-{most}",
            text,
            flags=re.IGNORECASE,
        )
        numbers = "|".join(NUMBERS)
        text = re.sub(
            rf"\b(?:under|underneath|below|beneath)\sthe\s({'|'.join(ordinal_words())})(?:\spancake)?\b",
            lambda found: f"top-{number_in(found[1].lower())}",
            text,
            flags=re.IGNORECASE,
        )
        text = re.sub(
            rf"\bflip-(\d+)\b|\b(?:top|upper|first|uppermost)\s(\d+|{numbers})\b|\bprefix\s(?:of\s)?(?:length\s)?(\d+)",
            lambda found: f"top-{number_in((found[1] or found[2] or found[3]).lower())}",
            text,
            flags=re.IGNORECASE,
        )
        return re.sub(
            r"^(\W*(?:flip|turn|reverse)\w*\s|\W*)(?:the\s)?(\d+)\b(?!\s?\d)", r"\1top-\2", text, flags=re.IGNORECASE
        )

    def explain(self, token: str, tokens: Sequence[str], position: int) -> bool:
        """Return whether it says how many are turned."""
        return token.startswith("top-") or (token in ("top", "upper") and position + 1 == len(tokens))

    def parse(self, text: str) -> Said:
        """Return what a sentence says; numbers behind an arrow or in brackets show the stack."""
        head, *shown_after = re.split(r"\s?(?:->|\u2192|=>|:(?=\s?[\[(\d])|\((?=\s?\d))\s?", text, maxsplit=1)
        said = super().parse(head)
        stack = re.findall(r"\d+", shown_after[0]) if shown_after else []
        return said._replace(words=[*said.words, *(f"then-{one}" for one in stack)])

    def fits(self, state: State, move: GroundAction, mentions: Sequence[Mention], said: Said) -> bool:
        """Return whether as many are turned, and the stack is as it is shown."""
        turned = {word.removeprefix("top-") for word in said.words if word.startswith("top-") and word != "top-"}
        if turned and turned != {move.name.removeprefix("flip-")}:
            return False
        stack = [word.removeprefix("then-") for word in said.words if word.startswith("then-")]
        before = sorted((fact[2], fact[1].removeprefix("pancake-")) for fact in state.facts if fact[0] == "lies")
        # As words, place-10 would come before place-2.
        order = [pancake for _, pancake in sorted(before, key=lambda one: int(one[0].removeprefix("place-")))]
        count = len(move.arguments)
        after = [*order[:count][::-1], *order[count:]]
        return (not stack or stack == after) and bool(turned or mentions) and super().fits(state, move, mentions, said)

    def plan_in_text(self, text: str) -> list[Any] | None:
        """Return the steps of a row of numbers: ``F2 F3``, ``Flips: 2, 3``."""
        row = re.fullmatch(rf"(?:[^\n\d:]{{0,60}}:)?\W*({_FLIP}(?:[\s,;]+{_FLIP})+)\W*", text, re.IGNORECASE)
        numbers = re.findall(r"\d+", row[1]) if row else []
        # A row with each number from 1 to n once may be a stack, not flips, unless it is marked as flips.
        is_stack = sorted(map(int, numbers)) == [*range(1, len(numbers) + 1)]
        if not numbers or (is_stack and not re.search(r"\bF(?:lip|\d)|\d\)", text, re.IGNORECASE)):
            return None
        return [f"flip {number}" for number in numbers]

    def states_in(self, text: str, initial: Facts) -> list[Shown]:
        """Return the states that a text shows: ``42513``."""
        return states_of_stack(text, sum(name.startswith("pancake-") for name in self.objects))

    def plan_in_data(self, data: Any) -> list[Any] | None:
        """Return the steps of objects that say how many are turned."""
        if (
            not isinstance(data, list)
            or not data
            or not all(isinstance(one, dict) and type(one.get("flip")) is int for one in data)
        ):
            return None
        return [one["flip"] for one in data]

    def aliases_of(self, name: str) -> Iterator[str]:
        """Yield the name alone, since a number says how many are turned."""
        yield name
