"""What travelers, places and boats are called.

Of travelers of whom it makes no difference who they are, a number can be named: ``two cannibals``, ``2C``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ferryplan import domains
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.symmetry import ExchangeOfTravellers
from ferryplan.generator.masks import members
from ferryplan.generator.naming import NUMBERS, Names, folded

SIDES = ("bank", "side", "shore", "riverbank")
LARGEST = 12
"""the largest number of travelers that a name counts"""
Who = tuple[int, int]
"""a mask, and how many of it are meant"""


class CrossingNames:
    """The names in an instance: of travelers as masks of which a number are meant, of places and boats as indices."""

    def __init__(self, instance: Instance) -> None:
        self._all = instance.travellers
        self.spouses = _spouses(instance)
        """of a husband or a wife, the other"""
        own = [*_travellers(instance), *_companies(instance)]
        known = {folded(name) for _, names in own for name in names}
        self.travellers = Names[Who]((*own, *_others(instance, own, known)))
        firsts = [one.name.split()[0] for one in instance.places]
        letters = Counter(first[0].upper() for first in firsts)
        initials = [
            [first[0].upper()] * (letters[first[0].upper()] == 1 and first[0].upper() not in self.travellers)
            for first in firsts
        ]
        self.places = Names(
            (n, (one.name, one.called, one.symbol, first, *(f"{first} {side}" for side in SIDES), *initials[n]))
            for n, (one, first) in enumerate(zip(instance.places, firsts, strict=True))
        )
        self.boats = Names((n, (one.name, one.called)) for n, one in enumerate(instance.fleet))
        self.counts = [
            form
            for kind, *_ in _interchangeable(instance)
            for form in (kind, dict(instance.kinds)[kind], kind[0].upper())
        ]
        """kinds of which a number can be named, as they are called"""
        self._kinds = {form.casefold(): kind for kind, plural in instance.kinds for form in (kind, plural)}
        self._letters = {kind[0].upper(): kind for kind, _ in instance.kinds}
        self.full = sorted(
            {
                form
                for one in instance.travellers
                for form in (one.name, one.kind, dict(instance.kinds)[one.kind])
                if len(form) > 2
            },
            key=len,
            reverse=True,
        )
        """the names, and the kinds, that a legend may explain a sign with"""
        self.sole = [one.name for n, one in enumerate(instance.travellers) if instance.rowers == 1 << n]
        """who alone can row"""

    def kinds_in(self, names: Iterable[str]) -> set[str]:
        """Return the kinds that names tell, such as ``two cannibals``."""
        return {
            kind
            for name in names
            for word in re.findall(r"[^\W\d_]+", name)
            if (kind := self.kind_of(word) or self.kind_of(self._letters.get(word, "")))
        }

    def kind_of(self, word: str) -> str | None:
        """Return the kind that a word names, one of it or several."""
        return self._kinds.get(word.casefold())

    def count_named(self, names: Iterable[object]) -> Counter[str] | None:
        """Return how many of each kind, or who, is named; None where a name is not known."""
        found = Counter[str]()
        for name in names:
            if (meant := self.travellers.get(name)) is None:
                return None
            mask, number = meant
            found[self._label(members(mask)[0])] += number
        return found

    def count_members(self, company: int) -> Counter[str]:
        """Return how many travelers of each kind are in a company, or who they are."""
        return Counter(map(self._label, members(company)))

    def _label(self, traveller: int) -> str:
        """Return the kind of a traveler of whom it makes no difference who it is; the name of another."""
        one = self._all[traveller]
        return one.kind if one.kind in self.counts else one.name

    def run_of_letters(self, word: str) -> Sequence[str]:
        """Return the letters of a word that each name somebody, such as ``FG`` or ``CC``; nothing for another word."""
        return (
            word
            if 1 < len(word) <= max(5, len(self._all))
            and word.isupper()
            and all(letter in self.travellers for letter in word)
            else ""
        )


def _travellers(instance: Instance) -> Iterator[tuple[Who, list[str]]]:
    for index, one in enumerate(instance.travellers):
        number = re.sub(r"\D", "", one.name)
        numbered = [f"{one.kind} {number}", f"{one.name[0]}_{number}"] * bool(number)
        yield (1 << index, 1), [one.name, one.called, one.symbol, f"{one.kind} {one.name}", *numbered]


def _companies(instance: Instance) -> Iterator[tuple[Who, list[str]]]:
    """Yield numbers of a kind, of whom it makes no difference who they are."""
    plural, words = dict(instance.kinds), domains.words("notation")["names"]
    initials = Counter(kind[0].upper() for kind, _ in instance.kinds)
    for kind, mask, size in _interchangeable(instance):
        letter = [kind[0].upper()] * (initials[kind[0].upper()] == 1)
        yield (
            (mask, 1),
            [kind, f"1 {kind}", f"one {kind}", f"another {kind}", f"the other {kind}", *letter, *words.get(kind, ())],
        )
        for number in range(1, min(size, LARGEST) + 1):
            counted = [
                f"{number} {plural[kind]}",
                f"{number} {kind}",
                *(f"{number}{x}{one}" for one in letter for x in ("", " ", "x", " x ")),
            ]
            said = [f"{NUMBERS[number - 1]} {plural[kind]}"] if number <= len(NUMBERS) else []
            yield (mask, number), [*(one for one in counted if number > 1 or one != f"1 {kind}"), *said]
        if size == 2:
            yield (mask, 2), [f"both {plural[kind]}", f"the {plural[kind]}", plural[kind]]


def _interchangeable(instance: Instance) -> Iterator[tuple[str, int, int]]:
    """Yield kinds in which it makes no difference who is who: the kind, the mask, and how many there are."""
    for units in instance.once(ExchangeOfTravellers).classes:
        kind, mask = instance.travellers[units[0][0]].kind, sum(1 << unit[0] for unit in units)
        if len(units[0]) == 1 and mask.bit_count() == sum(one.kind == kind for one in instance.travellers) > 1:
            yield kind, mask, len(units)


def _others(
    instance: Instance, own: Iterable[tuple[Who, list[str]]], known: set[str]
) -> Iterator[tuple[Who, list[str]]]:
    """Yield further names, as far as nobody is called so: translations, initials, minutes, what people call husbands and wives."""
    words, kinds = domains.words("notation"), Counter(one.kind for one in instance.travellers)
    counted = {kind for kind, *_ in _interchangeable(instance)}
    initials = Counter(one.name[0].upper() for one in instance.travellers)
    initials.update(kind[0].upper() for kind in counted)
    amounts = instance.tariff.amounts if instance.tariff and instance.tariff.by == "slowest" else ()
    for index, one in enumerate(instance.travellers):
        further = list[str]()
        if kinds[one.kind] == 1:
            further += words["names"].get(one.kind, ())
            further += [one.name[0].upper()] * (initials[one.name[0].upper()] == 1 and len(one.name) > 1)
        if instance.tariff and amounts and amounts.count(amounts[index]) == 1:
            unit = instance.tariff.unit
            further += [
                f"{amounts[index]}",
                f"the {amounts[index]}-{unit} {one.kind}",
                f"the {amounts[index]}-{unit} person",
            ]
            further += [
                f"{amounts[index]}-{unit} {one.kind}",
                f"{amounts[index]} {unit} {one.kind}",
                f"P{amounts[index]}",
            ]
        if one.kind in words["couples"] and re.fullmatch("[A-Z]w?", one.name):
            letter = {"L": one.name[0], "i": ord(one.name[0]) - ord("A") + 1}
            further += [form.format(**letter) for form in words["couples"][one.kind]]
        if free := [name for name in further if folded(name) not in known]:
            yield (1 << index, 1), [one.name, *free]


def _spouses(instance: Instance) -> Mapping[str, str]:
    """Return for each husband and wife the other, where they are called so."""
    names = {one.name for one in instance.travellers if one.kind in domains.words("notation")["couples"]}
    pairs = [(name, f"{name}w") for name in names if f"{name}w" in names]
    return dict(pairs) | {wife: husband for husband, wife in pairs}
