"""The names of travelers, places and boats, as answers may write them.

For travelers who are interchangeable within their kind, a name can consist of a number and the kind: ``two cannibals``,
``2C``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ferryplan import domains
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.symmetry import TravelerSymmetry
from ferryplan.generator.masks import mask_indices
from ferryplan.generator.name_lookup import DIGIT_WORDS, NameLookup, normalize_name

SIDES = ("bank", "side", "shore", "riverbank")
MAX_COUNT_IN_NAME = 12
"""the largest number in a name such as ``two cannibals``"""
TravelerNameMeaning = tuple[int, int]
"""the meaning of a traveler's name: a bit mask of travelers, and the number of them that the name stands for; ``two
cannibals`` means any two travelers of the mask of all cannibals"""


class CrossingNames:
    """The names that an answer may use for the travelers, places and boats of one instance.

    The meaning of a traveler's name is a bit mask of travelers and a number: ``two cannibals`` means any 2 of all
    cannibals. The meaning of the name of a place or boat is the index of the place or boat.
    """

    def __init__(self, instance: Instance) -> None:
        self._travelers = instance.travellers
        self.spouse_names = _find_spouses(instance)
        """for the name of each husband or wife, the name of the spouse"""
        own = [*_list_traveler_names(instance), *_list_counted_names(instance)]
        known = {normalize_name(name) for _, names in own for name in names}
        self.traveler_lookup = NameLookup[TravelerNameMeaning]((*own, *_list_alternative_names(instance, own, known)))
        firsts = [one.name.split()[0] for one in instance.places]
        letters = Counter(first[0].upper() for first in firsts)
        initials = [
            [first[0].upper()] * (letters[first[0].upper()] == 1 and first[0].upper() not in self.traveler_lookup)
            for first in firsts
        ]
        self.place_lookup = NameLookup(
            (n, (one.name, one.called, one.symbol, first, *(f"{first} {side}" for side in SIDES), *initials[n]))
            for n, (one, first) in enumerate(zip(instance.places, firsts, strict=True))
        )
        self.boat_lookup = NameLookup((n, (one.name, one.called)) for n, one in enumerate(instance.fleet))
        self.countable_kinds = [
            form
            for kind, *_ in _find_interchangeable_kinds(instance)
            for form in (kind, dict(instance.kinds)[kind], kind[0].upper())
        ]
        """names of the kinds that can be named with a number, such as ``two cannibals``"""
        self._kinds = {form.casefold(): kind for kind, plural in instance.kinds for form in (kind, plural)}
        self._letters = {kind[0].upper(): kind for kind, _ in instance.kinds}
        self.abbreviable_names = sorted(
            {
                form
                for one in instance.travellers
                for form in (one.name, one.kind, dict(instance.kinds)[one.kind])
                if len(form) > 2
            },
            key=len,
            reverse=True,
        )
        """the names and kinds that a legend may abbreviate"""
        self.sole_rowers = [one.name for n, one in enumerate(instance.travellers) if instance.rowers == 1 << n]
        """the name of the only traveler who can row; empty if there are several"""

    def find_kinds_in_names(self, names: Iterable[str]) -> set[str]:
        """Return the kinds of travelers that occur in names such as ``two cannibals``."""
        return {
            kind
            for name in names
            for word in re.findall(r"[^\W\d_]+", name)
            if (kind := self.find_kind_by_word(word) or self.find_kind_by_word(self._letters.get(word, "")))
        }

    def find_kind_by_word(self, word: str) -> str | None:
        """Return the kind of travelers that a word names in the singular or plural; None for other words."""
        return self._kinds.get(word.casefold())

    def count_named_travelers(self, names: Iterable[object]) -> Counter[str] | None:
        """Return how many travelers the names stand for: by kind if the kind is countable, otherwise by name.

        A kind is countable if its travelers are interchangeable, such as the cannibals. The result is None if a name is
        unknown.
        """
        found = Counter[str]()
        for name in names:
            if (meant := self.traveler_lookup.get(name)) is None:
                return None
            mask, number = meant
            found[self._kind_or_name(mask_indices(mask)[0])] += number
        return found

    def count_company(self, company: int) -> Counter[str]:
        """Return how many travelers a company has, by kind or by name, as ``count_named_travelers`` does.

        ``company`` is a bit mask of travelers.
        """
        return Counter(map(self._kind_or_name, mask_indices(company)))

    def _kind_or_name(self, traveller: int) -> str:
        """Return the kind of a traveler if the kind is countable; otherwise the traveler's name."""
        one = self._travelers[traveller]
        return one.kind if one.kind in self.countable_kinds else one.name

    def split_initials(self, word: str) -> Sequence[str]:
        """Return the letters of a word such as ``FG`` or ``CC``, in which each letter names a traveler.

        For other words, returns the empty text.
        """
        return (
            word
            if 1 < len(word) <= max(5, len(self._travelers))
            and word.isupper()
            and all(letter in self.traveler_lookup for letter in word)
            else ""
        )


def _list_traveler_names(instance: Instance) -> Iterator[tuple[TravelerNameMeaning, list[str]]]:
    """Yield each traveler, as a bit mask and the number 1, with a list of the names of that traveler."""
    for index, one in enumerate(instance.travellers):
        number = re.sub(r"\D", "", one.name)
        numbered = [f"{one.kind} {number}", f"{one.name[0]}_{number}"] * bool(number)
        yield (1 << index, 1), [one.name, one.called, one.symbol, f"{one.kind} {one.name}", *numbered]


def _list_counted_names(instance: Instance) -> Iterator[tuple[TravelerNameMeaning, list[str]]]:
    """Yield the names for numbers of interchangeable travelers, such as ``two cannibals`` and ``2C``.

    Each item contains the meaning of some names (a bit mask and a number of travelers) and the list of these names.
    """
    plural, words = dict(instance.kinds), domains.words("notation")["names"]
    initials = Counter(kind[0].upper() for kind, _ in instance.kinds)
    for kind, mask, size in _find_interchangeable_kinds(instance):
        letter = [kind[0].upper()] * (initials[kind[0].upper()] == 1)
        yield (
            (mask, 1),
            [kind, f"1 {kind}", f"one {kind}", f"another {kind}", f"the other {kind}", *letter, *words.get(kind, ())],
        )
        for number in range(1, min(size, MAX_COUNT_IN_NAME) + 1):
            counted = [
                f"{number} {plural[kind]}",
                f"{number} {kind}",
                *(f"{number}{x}{one}" for one in letter for x in ("", " ", "x", " x ")),
            ]
            said = [f"{DIGIT_WORDS[number - 1]} {plural[kind]}"] if number <= len(DIGIT_WORDS) else []
            yield (mask, number), [*(one for one in counted if number > 1 or one != f"1 {kind}"), *said]
        if size == 2:
            yield (mask, 2), [f"both {plural[kind]}", f"the {plural[kind]}", plural[kind]]


def _find_interchangeable_kinds(instance: Instance) -> Iterator[tuple[str, int, int]]:
    """Yield each kind whose travelers are all interchangeable, with their bit mask and their number."""
    for units in instance.get_or_make(TravelerSymmetry).classes:
        kind, mask = instance.travellers[units[0][0]].kind, sum(1 << unit[0] for unit in units)
        if len(units[0]) == 1 and mask.bit_count() == sum(one.kind == kind for one in instance.travellers) > 1:
            yield kind, mask, len(units)


def _list_alternative_names(
    instance: Instance, main_names: Iterable[tuple[TravelerNameMeaning, list[str]]], taken: set[str]
) -> Iterator[tuple[TravelerNameMeaning, list[str]]]:
    """Yield further names of travelers: translations, initials, crossing times, other names of spouses.

    Each item contains the meaning of some names (a bit mask and a number of travelers) and the list of these names.
    ``main_names`` are the names known so far. Names in ``taken`` are left out.
    """
    words, kinds = domains.words("notation"), Counter(one.kind for one in instance.travellers)
    counted = {kind for kind, *_ in _find_interchangeable_kinds(instance)}
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
        if free := [name for name in further if normalize_name(name) not in taken]:
            yield (1 << index, 1), [one.name, *free]


def _find_spouses(instance: Instance) -> Mapping[str, str]:
    """Return a mapping from the name of each husband or wife to the name of the spouse.

    Couples are recognized by names such as ``A`` for the husband and ``Aw`` for the wife.
    """
    names = {one.name for one in instance.travellers if one.kind in domains.words("notation")["couples"]}
    pairs = [(name, f"{name}w") for name in names if f"{name}w" in names]
    return dict(pairs) | {wife: husband for husband, wife in pairs}
