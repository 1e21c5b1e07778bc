"""Nouns in sentences: articles, plurals, pronouns and verbs that agree.

A phrase of a theme, or of a message about a story, has slots in braces: ``{the victim} would eat {the threat}``. A slot
has a form and a name, or a name alone; a capital letter in the form begins a sentence. If the grammatical number of a
noun depends on a parameter of the puzzle, the text for the slot is a template that chooses between singular and plural.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ferryplan.domains.messages import read_messages
from ferryplan.generator.wording import capitalize, join_phrases

NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""the words for numbers, from 0"""
SLOT_PATTERN = re.compile(r"\{([A-Za-z]+)(?: ([a-z]+))?\}")
_PRONOUNS = {"he": ("him", "his"), "she": ("her", "her"), "it": ("it", "its"), "they": ("them", "their")}
_SILENT_H = re.compile(r"(?i)(hour|heir|honest|honou?r)")
_CONSONANT_SOUND = re.compile(r"(?i)(uni([^nm]|$)|us[aeiu]|eu|one)")


def pluralize(singular: str) -> str:
    """Return the regular plural of a noun or of a phrase that ends in a noun."""
    if re.search(r"(s|x|z|ch|sh)$", singular):
        return f"{singular}es"
    return re.sub(r"(?<=[^aeiou])y$", "ie", singular) + "s"


_CONDITIONAL_STARTS = re.compile(r'(^\{\{ "| else ")(.)')
"""the beginnings of the alternative texts in a template with a condition"""


def add_article(singular: str) -> str:
    """Return a noun with the article ``a`` or ``an``, chosen by the sound at its start."""
    vowel = singular[:1].lower() in tuple("aeiou") and not _CONSONANT_SOUND.match(singular)
    return f"{'an' if vowel or _SILENT_H.match(singular) else 'a'} {singular}"


def spell_out_number(number: int | str) -> str:
    """Return a number as a word, or in digits if it is over twelve.

    For an expression over parameters, return the template slot ``{{ expression }}``.
    """
    if isinstance(number, str):
        return f"{{{{ {number} }}}}"
    return NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else str(number)


def choose_by_number(number: int | str, singular: str, plural: str) -> str:
    """Return the singular text for the number one, and the plural text for other numbers.

    For an expression over parameters, return a template that chooses between the two texts.
    """
    if singular == plural:
        return singular
    if isinstance(number, int):
        return singular if number == 1 else plural
    return f"{{{{ {_to_template_expression(singular)} if {number} == 1 else {_to_template_expression(plural)} }}}}"


def _to_template_expression(text: str) -> str:
    """Convert a text with slots ``{{ … }}`` to one template expression that has this text as its value.

    Slots cannot be nested, so the expression joins the pieces of the text by ``~``.
    """
    parts = re.split(r"\{\{ (.*?) \}\}", text)
    literals = [f'"{part}"' if place % 2 == 0 else f"({part})" for place, part in enumerate(parts) if part]
    return " ~ ".join(literals) or '""'


def begin_sentence(text: str) -> str:
    """Return a text with a capital letter at its start.

    If the text begins with a template that chooses between two texts, both texts get a capital letter.
    """
    if not text.startswith('{{ "'):
        return capitalize(text)
    end = text.index("}}")
    return _CONDITIONAL_STARTS.sub(lambda found: f"{found[1]}{found[2].upper()}", text[:end]) + text[end:]


class Noun(NamedTuple):
    """A noun with its grammatical number: a person or thing, singular or plural."""

    singular: str
    plural: str
    pronoun: str = "it"
    number: int | str = 1
    """the number of things, or an expression for it over the puzzle's parameters"""
    proper: bool = False
    """whether the noun is a name, which has no article"""

    @property
    def with_the(self) -> tuple[str, str]:
        """The noun with the definite article, in the singular and the plural: ``the dog``, ``the dogs``."""
        return self.singular if self.proper else f"the {self.singular}", f"the {self.plural}"

    @property
    def with_any(self) -> tuple[str, str]:
        """Two phrases for any one of the things: the first for a single thing, the second for several things.

        For example, the phrases are ``the goat`` for the only goat, and ``a goat`` for one of several goats.
        """
        return self.with_the[0], self.with_the[1] if self.is_collective else add_article(self.singular)

    @property
    def is_collective(self) -> bool:
        """Whether the noun is plural even for one thing: ``the beans``."""
        return self.pronoun == "they" and self.singular == self.plural

    @property
    def with_all(self) -> tuple[str, str]:
        """Two phrases for all things, for a single thing and for several: ``the dog``, ``all the dogs``."""
        return self.with_the[0], f"all the {self.plural}"

    @property
    def with_number(self) -> tuple[str, str]:
        """Two phrases for a first mention, for a single thing and for several: ``a dog``, ``three dogs``."""
        one = self.singular if self.proper else add_article(self.singular)
        return one, f"{spell_out_number(self.number)} {self.plural}"


Nouns = Sequence[Noun]
_NOUN_FORMS: Mapping[str, tuple[Callable[[Noun], tuple[str, str]], str]] = {
    "the": (lambda noun: noun.with_the, "and"),
    "a": (lambda noun: noun.with_any, "or"),
    "each": (lambda noun: noun.with_any, "and"),
    "counted": (lambda noun: noun.with_number, "and"),
    "all": (lambda noun: noun.with_all, "and"),
    "another": (lambda noun: (f"another {noun.singular}",) * 2, "or"),
    "single": (lambda noun: (noun.singular,) * 2, "or"),
    "plain": (lambda noun: (noun.singular, noun.plural), "and"),
}
_VERBS = {"is": ("is", "are"), "has": ("has", "have"), "does": ("does", "do"), "was": ("was", "were"), "s": ("s", "")}
_VERBS_OF_ONE = {"be": ("is", "are"), "es": ("es", "")}
"""verbs behind ``{a victim}``, singular for any number; only a plural noun has the plural: ``the beans are``"""
FORMS = frozenset({*_NOUN_FORMS, *_VERBS, *_VERBS_OF_ONE, "they", "them", "their", "own", "together"})
"""the forms of nouns in slots: ``{their victim}``, ``{is victim}``"""


def inflect_nouns(form: str, nouns: Nouns) -> str:
    """Return the text for nouns in one of `FORMS`: the nouns themselves, or a word that agrees with them.

    The form ``the`` gives ``the dog and the cat``; the forms ``their`` and ``is`` give a pronoun and a verb. A capital
    letter in the form begins a sentence.
    """
    plain = form.lower()
    shape: Callable[[str], str] = capitalize if form != plain else str
    if plain in _NOUN_FORMS:
        said, conjunction = _NOUN_FORMS[plain]
        parts = [
            choose_by_number(noun.number, *(shape(text) if number == 0 else text for text in said(noun)))
            for number, noun in enumerate(nouns)
        ]
        return join_phrases(parts, conjunction)
    if plain == "together":  # after a list, to say that its members count as one group
        return " together" if len(nouns) > 1 else ""
    if plain in _VERBS_OF_ONE:
        return shape(_VERBS_OF_ONE[plain][len(nouns) == 1 and nouns[0].is_collective])
    if plain in _VERBS:
        one, more = _VERBS[plain]
    else:
        pronoun = nouns[0].pronoun
        if plain == "own":  # for each of several, so always in the singular
            return shape(f"{_PRONOUNS[pronoun][1]} own")
        which = ("they", "them", "their").index(plain)
        one, more = (pronoun, *_PRONOUNS[pronoun])[which], ("they", *_PRONOUNS["they"])[which]
    return choose_by_number(nouns[0].number if len(nouns) == 1 else 2, shape(one), shape(more))


def fill_phrase(phrase: str, slots: Mapping[str, Nouns | str]) -> str:
    """Return a phrase with nouns or texts in its slots. Raises KeyError for a slot that is not given."""

    def replace_slot(found: re.Match[str]) -> str:
        form, name = found.groups()
        if name is None:
            value = slots[form.lower()]
            said = value if isinstance(value, str) else value[0].singular
            return begin_sentence(said) if form[0].isupper() else said
        nouns = slots[name]
        return nouns if isinstance(nouns, str) else inflect_nouns(form, nouns)

    return SLOT_PATTERN.sub(replace_slot, phrase)


def format_phrase(key: str, slots: Mapping[str, Nouns | str]) -> str:
    """Return the message with this key, such as ``"stories.opening"``, and fill its slots with nouns.

    Raises `KeyError` for a key that no file has, or a slot that is not given.

    >>> format_phrase("stories.stops", {"boat": [Noun("raft", "rafts")], "stops": [Noun("island", "islands", number=3)]})
    'The raft may also stop at the islands.'
    """
    file, _, entry = key.partition(".")
    return fill_phrase(read_messages(file)[entry], slots)


def find_slots(phrase: str) -> Iterable[tuple[str, str]]:
    """Yield the form and the name of each slot in a phrase; the form is empty in a slot with a name alone."""
    for found in SLOT_PATTERN.finditer(phrase):
        yield ("", found[1].lower()) if found[2] is None else (found[1].lower(), found[2])
