"""Logic grids, read from their text: positions in a row, categories, clues."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from second_reader import Question, TextAnswer, UnreadError
from second_reader.phrases import GOES_WITH, NAMES, SENTENCES
from second_reader.placements import Check, Paragraphs, PlacementTask, Values, numbered

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

_ROW = re.compile(
    r"The (?P<many>.+?) stand in a row, numbered 1 to (?P<count>\d+) from left to right: (?P<names>.+)\. "
    r"Each (?P<one>.+?) has exactly one value of each category, and no two (?P=many) have the same value:"
)
_NEXT = (
    "Two {many} are next to each other, and direct neighbors, if their numbers differ by 1. They are 2 {many} away from each other if "
    "their numbers differ by 2, and so on. If a clue says that one value is next to another value or to the left of it, the clue is "
    'about the {many} with these values. "Directly to the left" and "directly to the right" mean that the two {many} are next to each other, '
    'and "directly between" means next to both others.'
)
_GREATER = "If a clue says that one value of a category is greater or less than another, the value that comes later in the list above is greater."
_STANDS = r"(?:lives|lies|works|stands|dresses|sits|sleeps|is kept|is played|is)"
_STANDS_NOT = r"(?:does not (?:live|lie|work|stand|dress|sit|sleep)|is not)"
_RELATIONS: Sequence[tuple[str, Callable[[int, int], bool]]] = (
    (r"the {row} of (.+) is directly to the left of the {row} of (.+)", lambda one, other: one + 1 == other),
    (r"the {row} of (.+) is directly to the right of the {row} of (.+)", lambda one, other: one == other + 1),
    (rf"(.+) {_STANDS} directly to the left of (.+)", lambda one, other: one + 1 == other),
    (rf"(.+) {_STANDS} directly to the right of (.+)", lambda one, other: one == other + 1),
    (rf"(.+) {_STANDS} (?:somewhere|further) to the left (?:of|than) (.+)", lambda one, other: one < other),
    (rf"(.+) {_STANDS} (?:somewhere|further) to the right (?:of|than) (.+)", lambda one, other: one > other),
    (rf"(.+) {_STANDS_NOT} next to (.+)", lambda one, other: abs(one - other) != 1),
    (rf"(.+) {_STANDS} next to (.+)", lambda one, other: abs(one - other) == 1),
    (r"(.+) and (.+) are not direct neighbors", lambda one, other: abs(one - other) != 1),
    (r"(.+) and (.+) are direct neighbors", lambda one, other: abs(one - other) == 1),
    (
        r"(.+) (?:is smoked|are smoked|is kept|barks) next door to (?:the house where )?(.+?)(?: is (?:drunk|smoked))?",
        lambda one, other: abs(one - other) == 1,
    ),
    (r"(.+)'s neighbor has (.+)", lambda one, other: abs(one - other) == 1),
    (r"where (.+) is kept, nobody plays (.+)", lambda one, other: one != other),
    (r"(.+) and (.+) do not belong to the same {row}", lambda one, other: one != other),
    (r"(.+) and (.+) belong to the same {row}", lambda one, other: one == other),
)  # fmt: skip
"""Patterns of clues about the relation of two values' positions, which count from 1."""
_ALONE: Sequence[tuple[str, Callable[[int, int], bool]]] = (
    (rf"(.+) {_STANDS_NOT} at an end of the row|(.+) has two direct neighbors", lambda at, count: 1 < at < count),
    (rf"(.+) {_STANDS} at one end of the row|(.+) has only one direct neighbor", lambda at, count: at in (1, count)),
    (r"the {row} of (.+) has an odd number", lambda at, count: at % 2 == 1),
    (r"the {row} of (.+) has an even number", lambda at, count: at % 2 == 0),
    (r"(.+) is drunk in the middle house", lambda at, count: 2 * at == count + 1),
    (
        r"(.+) has the first house|the first house is (.+)'s|in the first house they keep (.+)",
        lambda at, count: at == 1,
    ),
    (r"nobody plays (.+) in the first house", lambda at, count: at != 1),
)
"""Patterns of clues about the position of one value; the tests take the position and the number of positions."""
_COMPARED: Sequence[tuple[str, Callable[[Any, Any, int], Any]]] = (
    (r"is greater than that of (.+)", lambda one, other, number: one > other),
    (r"is less than that of (.+)", lambda one, other, number: one < other),
    (r"is (\d+) more than that of (.+)", lambda one, other, number: one == other + number),
    (r"is (\d+) less than that of (.+)", lambda one, other, number: one == other - number),
    (r"is (\d+) times that of (.+)", lambda one, other, number: one == other * number),
)
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4}
Named = tuple[str, tuple[int, int]]
"""A value, and its span in a text."""


class Condition(ABC):
    """The condition of a clue."""

    @abstractmethod
    def keeps(self, at: Values) -> bool:
        """Return whether positions of all values satisfy the condition."""

    @abstractmethod
    def literal(self, model: GridModel) -> Any:
        """Return a literal that is true exactly if the condition holds."""


class GridModel:
    """The positions of values as constraints."""

    def __init__(self, count: int, categories: Mapping[str, Sequence[str]]) -> None:
        from ortools.sat.python import cp_model

        self.model, self.count, self.categories = cp_model.CpModel(), count, categories
        values = [value for names in categories.values() for value in names]
        self.there = {
            (value, at): self.model.new_bool_var(f"{value} {at}") for value in values for at in range(1, count + 1)
        }
        for value in values:
            self.model.add_exactly_one(self.there[value, at] for at in range(1, count + 1))
        for names in categories.values():
            for at in range(1, count + 1):
                self.model.add_exactly_one(self.there[value, at] for value in names)

    def any_of(self, literals: Sequence[Any]) -> Any:
        """Return a literal for the disjunction of literals."""
        both = self.model.new_bool_var("")
        self.model.add_bool_or([*literals, both.negated()])
        for one in literals:
            self.model.add_implication(one, both)
        return both

    def all_of(self, literals: Sequence[Any]) -> Any:
        """Return a literal for the conjunction of literals."""
        return self.any_of([one.negated() for one in literals]).negated()


class Tuples(Condition):
    """Certain values are at positions that satisfy a test."""

    def __init__(self, values: Sequence[str], holds: Callable[..., bool]) -> None:
        self.values, self.holds = values, holds

    def keeps(self, at: Values) -> bool:
        """Return whether the values' positions satisfy the test."""
        return self.holds(*(at[value] for value in self.values))

    def literal(self, model: GridModel) -> Any:
        """Return a literal for one of the combinations of positions that satisfy the test."""
        found = []

        def extend(chosen: tuple[int, ...]) -> None:
            if len(chosen) < len(self.values):
                for at in range(1, model.count + 1):
                    extend((*chosen, at))
            elif self.holds(*chosen):
                pairs = {*zip(self.values, chosen, strict=True)}
                if len({value for value, _ in pairs}) == len(pairs):
                    found.append(model.all_of([model.there[pair] for pair in pairs]))

        extend(())
        return model.any_of(found)


class Compared(Condition):
    """The values that two values have in a category satisfy a comparison."""

    def __init__(
        self, one: str, other: str, names: Sequence[str], numbers: Sequence[int], holds: Callable[[int, int], bool]
    ) -> None:
        self.one, self.other, self.names, self.numbers, self.holds = one, other, names, numbers, holds

    def keeps(self, at: Values) -> bool:
        """Return whether the comparison holds.

        In a wrong proposal, a position may have none of the values, or several.
        """
        first, second = (
            [number for name, number in zip(self.names, self.numbers, strict=True) if at[name] == at[value]]
            for value in (self.one, self.other)
        )
        return any(self.holds(number, another) for number in first for another in second)

    def literal(self, model: GridModel) -> Any:
        """Return a literal for one of the combinations that satisfy the comparison."""
        shares = {
            (value, name): model.any_of(
                [
                    model.all_of([model.there[value, at], model.there[name, at]])
                    for at in range(1, model.count + 1)
                ]
            )
            for value in {self.one, self.other}
            for name in self.names
        }  # fmt: skip
        pairs = [
            model.all_of([shares[self.one, first], shares[self.other, second]])
            for first, number in zip(self.names, self.numbers, strict=True)
            for second, another in zip(self.names, self.numbers, strict=True)
            if self.holds(number, another)
        ]
        return model.any_of(pairs)


class Counted(Condition):
    """The number of true conditions is one of the allowed numbers."""

    def __init__(self, parts: Sequence[Condition], allowed: Sequence[int]) -> None:
        self.parts, self.allowed = parts, allowed

    def keeps(self, at: Values) -> bool:
        """Return whether an allowed number of conditions hold."""
        return sum(part.keeps(at) for part in self.parts) in self.allowed

    def literal(self, model: GridModel) -> Any:
        """Return a literal for one of the allowed numbers of true conditions."""
        literals = [part.literal(model) for part in self.parts]
        number = sum(literals)
        exact = []
        for allowed in self.allowed:
            reached = model.model.new_bool_var("")
            model.model.add(number == allowed).only_enforce_if(reached)
            model.model.add(number != allowed).only_enforce_if(reached.negated())
            exact.append(reached)
        return model.any_of(exact)


class GridTask(PlacementTask):
    """A logic grid."""

    @classmethod
    def recognizes(cls, question: Question) -> bool:
        """Return whether the setting begins with positions in a row."""
        return bool(_ROW.match(question.setting))

    def read_setting(self, setting: Paragraphs) -> None:
        """Read the positions, the categories and the clues."""
        found = _ROW.fullmatch(text := setting.take())
        if not found:
            raise UnreadError(text)
        self.row, many = found["one"], found["many"]
        self.positions = found["names"].split(", ")
        if len(self.positions) != int(found["count"]):
            raise UnreadError(text)
        self.categories: dict[str, list[str]] = {}
        for line in setting.take().splitlines():
            name, colon, values = line.removeprefix("- ").partition(": ")
            self.categories[name] = values.split(", ")
            if not line.startswith("- ") or not colon or len(self.categories[name]) != len(self.positions):
                raise UnreadError(line)
        self.category_of = {value: name for name, values in self.categories.items() for value in values}
        self.keys = [value for values in self.categories.values() for value in values]
        if len(self.category_of) != len(self.keys):
            raise UnreadError(text)
        meaning, *further = setting.take().splitlines()
        if meaning != _NEXT.format(many=many) or further not in ([], [_GREATER]):
            raise UnreadError("\n".join([meaning, *further]))
        self.is_ranked = bool(further)
        self.clues: list[Condition] = []
        self.rules = []
        if setting.take_if("Clues:"):
            sentences = numbered(setting.take())
            self.clues = [self.condition(sentence) for sentence in sentences]
            self.rules = [(says, clue.keeps) for says, clue in zip(sentences, self.clues, strict=True)]
        setting.finish()
        for name, values in self.categories.items():
            says = f"No {self.row} has two values of the category '{name}'."
            self.rules.append((says, lambda at, values=values: len({at[value] for value in values}) == len(values)))

    def values_of(self, key: str) -> Sequence[str]:
        """Return the positions."""
        return self.positions

    def parse(self, key: str, value: str) -> int:
        """Return the number of a position, from 1."""
        return self.positions.index(value) + 1

    def model(self) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
        """Return the grid as constraints."""
        made = GridModel(len(self.positions), self.categories)
        for clue in self.clues:
            made.model.add_bool_or([clue.literal(made)])
        return made.model, [*made.there.values()]

    def read_rule(self, sentence: str) -> Check:
        """Return the test of a sentence: a clue, or that a category has one value for each position."""
        for says, keeps in self.rules:
            if says == sentence:
                return keeps
        return self.condition(sentence).keeps

    # -- clues --------------------------------------------------------------------------------------------------------

    def condition(self, sentence: str) -> Condition:
        """Return the condition of a clue. Raises UnreadError."""
        if not sentence.endswith("."):
            raise UnreadError(sentence)
        return self._condition(sentence[:1].lower() + sentence[1:-1])

    def _condition(self, text: str) -> Condition:
        """Return the condition of a sentence without its frame."""
        return self._joined(text) or self._numeric(text) or self._simple(text)

    def _joined(self, text: str) -> Condition | None:
        """Return the condition of a clue that joins other clues."""
        count_of = {
            "at least one of these is true": lambda many: range(1, many + 1),
            "exactly one of these is true": lambda many: [1],
            "at least one of these is not true": lambda many: range(many),
            "at most one of these is true": lambda many: [0, 1],
            "all of these are true": lambda many: [many],
            "none of these is true": lambda many: [0],
            "neither of these is true": lambda many: [0],
        }
        head, colon, parts = text.partition(": ")
        if colon and head in count_of:
            conditions = [self._simple(part) for part in parts.split("; ")]
            return Counted(conditions, [*count_of[head](len(conditions))])
        for pattern, allowed in (
            (r"either (.+), or (.+), but not both", (1,)),
            (r"(.+), or (.+), or both", (1, 2)),
        ):
            if found := re.fullmatch(pattern, text):
                return Counted([self._simple(found[1]), self._simple(found[2])], allowed)
        if found := re.fullmatch(r"if (.+), then (.+)", text):
            return Counted([Counted([self._simple(found[1])], (0,)), self._simple(found[2])], (1, 2))
        return None

    def _numeric(self, text: str) -> Condition | None:
        """Return the condition of a clue that compares values of a category."""
        for name, values in self.categories.items():
            if not text.startswith(f"the {name} of "):
                continue
            rest = text.removeprefix(f"the {name} of ")
            numbers = [int(value) for value in values if value.isdecimal()]
            for pattern, holds in (
                (r"(.+) and that of (.+) add up to (\d+)", lambda one, other, number: one + other == number),
                (r"(.+) and that of (.+) differ by (\d+)", lambda one, other, number: abs(one - other) == number),
            ):
                if found := re.fullmatch(pattern, rest):
                    return self._compared(values, numbers, found[1], found[2], int(found[3]), holds)
            for pattern, holds in _COMPARED:
                if found := re.fullmatch(f"(.+) {pattern}", rest):
                    one, *number, other = found.groups()
                    if not number:
                        numbers = [*range(len(values))] if self.is_ranked else []
                    return self._compared(values, numbers, one, other, int(number[0]) if number else 0, holds)
        return None

    def _compared(
        self, names: Sequence[str], numbers: Sequence[int], one: str, other: str, number: int,
        holds: Callable[[Any, Any, int], Any],
    ) -> Condition:  # fmt: skip
        if len(numbers) != len(names):
            raise UnreadError(f"{one} … {other}")
        return Compared(
            self._value(one),
            self._value(other),
            names,
            numbers,
            lambda first, second: bool(holds(first, second, number)),
        )

    def _simple(self, text: str) -> Condition:
        """Return the condition of a clue about the positions of one value, two or three."""
        if found := re.fullmatch(r"it is not true that (.+)", text):
            return Counted([self._simple(found[1])], (0,))
        count, row = len(self.positions), re.escape(self.row)
        for pattern, alone in _ALONE:
            if found := re.fullmatch(pattern.replace("{row}", row), text):
                (name,) = filter(None, found.groups())
                return Tuples([self._value(name)], lambda at, holds=alone: holds(at, count))
        if found := re.fullmatch(
            rf"(.+) {_STANDS} directly between (.+) and (.+)|the direct neighbors of (.+) are (.+) and (.+)",
            text,
        ):
            values = [self._value(name) for name in found.groups() if name]
            return Tuples(values, lambda here, one, other: abs(one - here) == abs(other - here) == 1 and one != other)
        if found := re.fullmatch(rf"(.+) {_STANDS} somewhere between (.+) and (.+)", text):
            values = [self._value(name) for name in found.groups()]
            return Tuples(values, lambda here, one, other: one < here < other or other < here < one)
        if found := re.fullmatch(rf"(.+) {_STANDS} (\d+|\w+) \S.*? away from (.+)", text):
            distance = _NUMBERS.get(found[2]) or int(found[2])
            return Tuples(
                [self._value(found[1]), self._value(found[3])], lambda one, other: abs(one - other) == distance
            )
        for pattern, holds in _RELATIONS:
            if found := re.fullmatch(pattern.replace("{row}", row), text):
                one, other = found.groups()
                return Tuples([self._value(one), self._value(other)], holds)
        places = "|".join(map(re.escape, sorted(self.positions, key=len, reverse=True)))
        if found := re.fullmatch(rf"(.+) ({_STANDS}|{_STANDS_NOT}) (?:in|at|on) ({places})", text):
            at, denied = self.positions.index(found[3]) + 1, bool(re.fullmatch(_STANDS_NOT, found[2]))
            return Tuples([self._value(found[1])], lambda here: (here == at) != denied)
        if found := re.fullmatch(r"(.+) keeps (the .+) or (the .+)", text):
            values = [self._value(name) for name in found.groups()]
            return Tuples(values, lambda here, one, other: here in (one, other))
        return self._same(text)

    def _same(self, text: str) -> Condition:
        """Return the condition of a clue that one value goes with another, or does not."""
        named = self._named(text, 2)
        (one, _), (other, (start, _)) = named
        if _with_gaps(text, named) in SENTENCES:
            return Tuples([one, other], lambda here, there: here == there)
        # one of the blanks between the two values separates the name of the first value from its predicate
        for blank in re.finditer(" ", text[:start]):
            name, says = text[: blank.start()], text[blank.end() :]
            if len(self._named(name)) == 1 and len(self._named(says)) == 1 and self._is_name(name):
                phrase = _with_gaps(says, self._named(says)).replace(
                    f" the {self.category_of[other]} _", " the CATEGORY _"
                )
                if phrase in GOES_WITH or phrase == "has the CATEGORY _":
                    return Tuples([one, other], lambda here, there: here == there)
                if phrase in GOES_WITH.values() or phrase == "does not have the CATEGORY _":
                    return Tuples([one, other], lambda here, there: here != there)
        raise UnreadError(text)

    def _is_name(self, name: str) -> bool:
        """Return whether a text is a name of a value."""
        ((value, span),) = self._named(name, 1)
        phrase = _with_gaps(name, [(value, span)])
        return phrase in NAMES or phrase == f"the one with the {self.category_of[value]} _"

    def _value(self, name: str) -> str:
        """Return the value of a noun phrase such as: the one who preaches patience."""
        if not self._is_name(name):
            raise UnreadError(name)
        return self._named(name, 1)[0][0]

    def _named(self, text: str, number: int | None = None) -> list[Named]:
        """Return the values that a text names, each with its span; of overlapping values, the longest.

        Raises UnreadError unless there are `number` values, if that is given.
        """
        found: list[Named] = []
        for value in sorted(self.keys, key=len, reverse=True):
            for match in re.finditer(rf"(?<![\w])(?i:{re.escape(value[:1])}){re.escape(value[1:])}(?![\w])", text):
                if all(match.end() <= start or end <= match.start() for _, (start, end) in found):
                    found.append((value, match.span()))
        if number not in (None, len(found)):
            raise UnreadError(text)
        return sorted(found, key=lambda one: one[1])

    # -- questions ----------------------------------------------------------------------------------------------------

    def _fault_of_answer(self, row: Mapping[str, Any], found: TextAnswer) -> str:
        if row["ask"] != "answer":
            return super()._fault_of_answer(row, found)
        if found.verdict == "unsolvable" or row["answer"] == "unsolvable":
            return "" if (found.verdict == "unsolvable") == (row["answer"] == "unsolvable") else "the verdict differs"
        said = json.loads(row["answer"])
        if said.keys() != self.question.questions.keys():
            return f"it answers {[*said]}, the text asks {[*self.question.questions]}"
        for number, asks in self.question.questions.items():
            expected, among = self._answers(asks)
            named = [
                name for name in among if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said[number], re.IGNORECASE)
            ]
            longest = [name for name in named if not any(name in other for other in named if other != name)]
            if len(expected) != 1 or [*expected] != longest:
                return f"{asks} The label says {said[number]}, the text {sorted(expected)}"
        return ""

    def _answers(self, asks: str) -> tuple[set[str], Sequence[str]]:
        """Return the answers of all solutions to a question, and the possible answers. Raises UnreadError."""
        value, among = self._asked(asks)
        there = [(name, at) for name in self.keys for at in range(1, len(self.positions) + 1)]
        answers = set()
        for solution in self.solutions:
            at = {name: spot for (name, spot), true in zip(there, solution, strict=True) if true}
            if among is self.positions:
                answers.add(self.positions[at[value] - 1])
            else:
                answers |= {name for name in among if at[name] == at[value]}
        return answers, among

    def _asked(self, asks: str) -> tuple[str, Sequence[str]]:
        """Return the value that a question is about, and the values or positions that are possible answers."""
        first = next(iter(self.categories.values()))
        if found := re.fullmatch(r"What does (.+) play\?", asks):
            return self._value(found[1]), self.categories["instrument"]
        if found := re.fullmatch(rf"Which {re.escape(self.row)} belongs to (.+)\?", asks):
            return self._value(found[1]), self.positions
        if found := re.fullmatch(r"Which (.+) goes with (.+)\?", asks):
            if found[1] not in self.categories:
                raise UnreadError(asks)
            return self._value(found[2]), self.categories[found[1]]
        if found := re.fullmatch(r"Who (.+)\?", asks):
            named = self._named(found[1], 1)
            phrase = _with_gaps(found[1], named).replace(f" the {self.category_of[named[0][0]]} _", " the CATEGORY _")
            if phrase in {*GOES_WITH, "has the CATEGORY _", "drinks _", "owns the _", "keeps _", "keeps the _"}:
                return named[0][0], first
        raise UnreadError(asks)


def _with_gaps(text: str, named: Sequence[Named]) -> str:
    """Return a text with an underscore in place of each value."""
    for _, (start, end) in reversed(named):
        text = f"{text[:start]}_{text[end:]}"
    return text


TASK = GridTask
