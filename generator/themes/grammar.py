"""Nouns in sentences: articles, plurals, pronouns and verbs that agree, also where a parameter decides how many there are.

A phrase of a theme, or of a message about a story, has slots in braces: ``{the victim} would eat {the threat}``. A slot is a form
before a name, or a name alone; with a capital, it begins a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ferryplan.domains.messages import read_messages
from ferryplan.generator.wording import capital, listing

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""the numbers that sentences spell out, from 0"""
SLOT = re.compile(r"\{([A-Za-z]+)(?: ([a-z]+))?\}")
_PRONOUNS = {"he": ("him", "his"), "she": ("her", "her"), "it": ("it", "its"), "they": ("them", "their")}
_SILENT = re.compile(r"(?i)(hour|heir|honest|honou?r)")
_SPOKEN = re.compile(r"(?i)(uni([^nm]|$)|us[aeiu]|eu|one)")


def plural_of(singular: str) -> str:
    """Return the regular plural of a noun, of its last word."""
    if re.search(r"(s|x|z|ch|sh)$", singular):
        return f"{singular}es"
    return re.sub(r"(?<=[^aeiou])y$", "ie", singular) + "s"


_STARTS = re.compile(r'(^\{\{ "| else ")(.)')
"""where a text starts that a condition chooses"""


def with_article(singular: str) -> str:
    """Return a noun with ``a`` or ``an``, as its first sound asks."""
    vowel = singular[:1].lower() in tuple("aeiou") and not _SPOKEN.match(singular)
    return f"{'an' if vowel or _SILENT.match(singular) else 'a'} {singular}"


def in_words(number: int | str) -> str:
    """Return a number in words, one over twelve in digits; of an expression what a text fills in for it."""
    if isinstance(number, str):
        return f"{{{{ {number} }}}}"
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def either(number: int | str, one: str, more: str) -> str:
    """Return what is said of one, or of none or several; if an expression decides that, a template for both."""
    if one == more:
        return one
    if isinstance(number, int):
        return one if number == 1 else more
    return f"{{{{ {_as_expression(one)} if {number} == 1 else {_as_expression(more)} }}}}"


def _as_expression(text: str) -> str:
    """Return the expression for a text that may hold ``{{ … }}`` itself: templates do not nest, so its parts are joined by ``~``."""
    parts = re.split(r"\{\{ (.*?) \}\}", text)
    literals = [f'"{part}"' if place % 2 == 0 else f"({part})" for place, part in enumerate(parts) if part]
    return " ~ ".join(literals) or '""'


def begin_sentence(text: str) -> str:
    """Return a text with a capital at its start, and if a condition decides how it starts, at either start."""
    if not text.startswith('{{ "'):
        return capital(text)
    end = text.index("}}")
    return _STARTS.sub(lambda found: f"{found[1]}{found[2].upper()}", text[:end]) + text[end:]


class Noun(NamedTuple):
    """Somebody or something, once or several times."""

    singular: str
    plural: str
    pronoun: str = "it"
    number: int | str = 1
    """a number, or an expression over parameters"""
    proper: bool = False
    """whether it is a name, which has no article"""

    @property
    def the(self) -> tuple[str, str]:
        """With the definite article: of one, of several."""
        return self.singular if self.proper else f"the {self.singular}", f"the {self.plural}"

    @property
    def any(self) -> tuple[str, str]:
        """Whichever there is: ``the goat`` if there is one, else ``a dog``."""
        return self.the[0], self.the[1] if self.is_collective else with_article(self.singular)

    @property
    def is_collective(self) -> bool:
        """Whether one of it has a name in the plural: ``the beans``."""
        return self.pronoun == "they" and self.singular == self.plural

    @property
    def all(self) -> tuple[str, str]:
        """Everyone of the kind: ``the goat``, ``all the dogs``."""
        return self.the[0], f"all the {self.plural}"

    @property
    def counted(self) -> tuple[str, str]:
        """How many there are, where they are first told of: ``a goat``, ``three dogs``."""
        one = self.singular if self.proper else with_article(self.singular)
        return one, f"{in_words(self.number)} {self.plural}"


Nouns = Sequence[Noun]
_JOINED: Mapping[str, tuple[Callable[[Noun], tuple[str, str]], str]] = {
    "the": (lambda noun: noun.the, "and"),
    "a": (lambda noun: noun.any, "or"),
    "each": (lambda noun: noun.any, "and"),
    "counted": (lambda noun: noun.counted, "and"),
    "all": (lambda noun: noun.all, "and"),
    "another": (lambda noun: (f"another {noun.singular}",) * 2, "or"),
    "single": (lambda noun: (noun.singular,) * 2, "or"),
    "plain": (lambda noun: (noun.singular, noun.plural), "and"),
}
_VERBS = {"is": ("is", "are"), "has": ("has", "have"), "does": ("does", "do"), "was": ("was", "were"), "s": ("s", "")}
_VERBS_OF_ONE = {"be": ("is", "are"), "es": ("es", "")}
"""verbs behind ``{a victim}``: in the singular, however many there are, but for a name in the plural: ``the beans are``"""
FORMS = frozenset({*_JOINED, *_VERBS, *_VERBS_OF_ONE, "they", "them", "their", "own", "together"})
"""what can be said of nouns: ``{their victim}``, ``{is victim}``"""


def form_of(form: str, nouns: Nouns) -> str:
    """Return nouns in a form; a capital letter begins a sentence."""
    plain = form.lower()
    shape: Callable[[str], str] = capital if form != plain else str
    if plain in _JOINED:
        said, conjunction = _JOINED[plain]
        parts = [
            either(noun.number, *(shape(text) if number == 0 else text for text in said(noun)))
            for number, noun in enumerate(nouns)
        ]
        return listing(parts, conjunction)
    if plain == "together":  # behind a list, to say that all its members count as one group
        return " together" if len(nouns) > 1 else ""
    if plain in _VERBS_OF_ONE:
        return shape(_VERBS_OF_ONE[plain][len(nouns) == 1 and nouns[0].is_collective])
    if plain in _VERBS:
        one, more = _VERBS[plain]
    else:
        pronoun = nouns[0].pronoun
        if plain == "own":  # of each
            return shape(f"{_PRONOUNS[pronoun][1]} own")
        which = ("they", "them", "their").index(plain)
        one, more = (pronoun, *_PRONOUNS[pronoun])[which], ("they", *_PRONOUNS["they"])[which]
    return either(nouns[0].number if len(nouns) == 1 else 2, shape(one), shape(more))


def filled(phrase: str, slots: Mapping[str, Nouns | str]) -> str:
    """Return a phrase with its slots filled. Raises KeyError for a slot that is not there."""

    def fill(found: re.Match[str]) -> str:
        form, name = found.groups()
        if name is None:
            value = slots[form.lower()]
            said = value if isinstance(value, str) else value[0].singular
            return begin_sentence(said) if form[0].isupper() else said
        nouns = slots[name]
        return nouns if isinstance(nouns, str) else form_of(form, nouns)

    return SLOT.sub(fill, phrase)


def format_phrase(key: str, slots: Mapping[str, Nouns | str]) -> str:
    """Return the message of a key, such as ``"stories.opening"``, whose slots are nouns in some form.

    Raises `KeyError` for a key that no file has, or a slot that is not given.

    >>> format_phrase("stories.stops", {"boat": [Noun("raft", "rafts")], "stops": [Noun("island", "islands", number=3)]})
    'The raft may also stop at the islands.'
    """
    file, _, entry = key.partition(".")
    return filled(read_messages(file)[entry], slots)


def slots_of(phrase: str) -> Iterable[tuple[str, str]]:
    """Yield the form, empty if there is none, and the name of each slot of a phrase."""
    for found in SLOT.finditer(phrase):
        yield ("", found[1].lower()) if found[2] is None else (found[1].lower(), found[2])
