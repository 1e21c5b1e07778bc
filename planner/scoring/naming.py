"""What is called how in a puzzle: names found whatever their case, with or without an article, as long as that leaves one that can be meant.

Of travellers of whom it makes no difference who they are, so many can be named: ``two cannibals``.
"""

from __future__ import annotations

import functools
import json
import re
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeVar

from generator.crossing.instance import Instance
from generator.crossing.symmetry import ExchangeOfTravellers
from generator.errors import nearest
from generator.instance import AnyInstance
from generator.placing.instance import Item, PlacingInstance, Spot

UNSOLVABLE = "unsolvable"
"""what is answered where there is no solution"""
SHORT = 60
"""characters of what is shown"""
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_BETWEEN = re.compile(r"[\s_\-\u2010-\u2015]+")
_ARTICLE = re.compile(r"^(?:the|a|an) (?=.)")
Found = TypeVar("Found", bound=Hashable)


class Wrong(NamedTuple):
    """What is wrong with a move that is none."""

    why: str


def folded(name: str) -> str:
    """Return a name without what is not told apart in answers: case, width, an article, what stands between its words."""
    return _ARTICLE.sub("", _BETWEEN.sub(" ", unicodedata.normalize("NFKC", name)).strip().casefold())


class Names(Mapping[str, Found]):
    """What is meant by names: each as it is written, else as it is folded if that leaves one that can be meant."""

    def __init__(self, named: Iterable[tuple[Found, Iterable[str]]]) -> None:
        self._exact, self._first, meant = dict[str, Found](), dict[Found, str](), dict[str, set[Found]]()
        for one, (first, *others) in ((one, [*names]) for one, names in named):
            self._first.setdefault(one, first)
            self._exact.setdefault(first, one)
            for name in (first, *others):
                meant.setdefault(folded(name), set()).add(one)
        self._folded = {name: ones.pop() for name, ones in meant.items() if len(ones) == 1}

    def __getitem__(self, name: str) -> Found:
        """Return what is meant. Raises KeyError."""
        return self._exact[name] if name in self._exact else self._folded[folded(name)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._folded)

    def __len__(self) -> int:
        return len(self._folded)

    def canonical(self, name: str) -> str:
        """Return the first of the names of what is meant. Raises KeyError."""
        return self._first[self[name]]

    @functools.cached_property
    def pattern(self) -> re.Pattern[str]:
        """What finds such names in a text, the longest first; those of one letter, and those that differ in case alone, as they are written."""
        exact = {
            name: f"(?-i:{re.escape(name)})"
            for name in self._exact
            if len(name) == 1 or folded(name) not in self._folded
        }
        loose = {
            name: r"[\s_-]+".join(map(re.escape, name.split()))
            for name in self._folded
            if len(name) > 1 or not name.isalpha()
        }
        either = "|".join(pattern for _, pattern in sorted(({**loose, **exact}).items(), key=lambda one: -len(one[0])))
        return re.compile(rf"(?<![\w-])(?:{either or '(?!)'})(?!\w)", re.IGNORECASE)

    def unknown(self, found: object, what: str) -> Wrong:
        """Return that a name is none of these."""
        near = nearest(found[:SHORT], self._exact, "") if isinstance(found, str) else ""
        return Wrong(f"found {shown(found)}, which is no {what}{near}")


def shown(found: object) -> str:
    """Return what was found, shortened and made harmless, for a sentence."""
    text = found if isinstance(found, str) else json.dumps(found, ensure_ascii=False, default=str)[: 4 * SHORT]
    text = "".join(letter if letter.isprintable() else "�" for letter in text[: SHORT + 1])
    return f"'{text if len(text) <= SHORT else text[: SHORT - 1] + '…'}'"


Part = Literal["names", "places", "boats"]
"""of what names are: of travellers or items; of where they may go; of the boats, where these differ"""


def names_of(instance: AnyInstance, part: Part = "names") -> Names[Any]:
    """Return what a part of an instance is called: travellers as masks of which so many are meant, all others by their index."""
    return instance.once(_NAMES[part])


def _names(instance: AnyInstance) -> Names[Any]:
    match instance:
        case Instance():
            return Names((*_travellers(instance), *_companies(instance)))
        case PlacingInstance():
            return _called(instance.items)
    return Names(())


def _travellers(instance: Instance) -> Iterator[tuple[tuple[int, int], Iterable[str]]]:
    for index, one in enumerate(instance.travellers):
        number = re.sub(r"\D", "", one.name)
        yield (
            (1 << index, 1),
            (one.name, one.called, one.symbol, f"{one.kind} {one.name}", *[f"{one.kind} {number}"] * bool(number)),
        )


def _companies(instance: Instance) -> Iterator[tuple[tuple[int, int], Iterable[str]]]:
    """Yield so many of a kind, of whom it makes no difference who they are."""
    plural = dict(instance.kinds)
    for units in instance.once(ExchangeOfTravellers).classes:
        kind, mask = instance.travellers[units[0][0]].kind, sum(1 << unit[0] for unit in units)
        if len(units[0]) == 1 and mask.bit_count() == sum(one.kind == kind for one in instance.travellers) > 1:
            yield (mask, 1), (kind, f"1 {kind}", f"one {kind}")
            for number in range(2, min(len(units), len(NUMBERS)) + 1):
                yield (mask, number), (f"{number} {plural[kind]}", f"{NUMBERS[number - 1]} {plural[kind]}")


def _places(instance: AnyInstance) -> Names[int]:
    match instance:
        case Instance():
            firsts = [one.name.split()[0] for one in instance.places]
            sides = [
                [first, *(f"{first} {side}" for side in ("bank", "side", "shore", "riverbank"))] for first in firsts
            ]
            return Names(
                (n, (one.name, one.called, one.symbol, *more))
                for n, (one, more) in enumerate(zip(instance.places, sides, strict=True))
            )
        case PlacingInstance():
            return _called(instance.spots)
    return Names(())


def _boats(instance: AnyInstance) -> Names[int]:
    return Names(
        (n, (one.name, one.called)) for n, one in enumerate(instance.fleet if isinstance(instance, Instance) else ())
    )


def _called(things: Iterable[Item | Spot]) -> Names[int]:
    return Names(
        (n, (one.name, one.called, one.symbol, *[one.name.split()[-1]] * one.name[-1].isdigit()))
        for n, one in enumerate(things)
    )


_NAMES: dict[Part, Callable[[AnyInstance], Names[Any]]] = {"names": _names, "places": _places, "boats": _boats}
