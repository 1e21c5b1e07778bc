"""The tables of theme files: the nouns, phrases and other words of stories."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, cast

from ferryplan.domains.messages import format_message, read_messages
from ferryplan.generator.errors import format_suggestion
from ferryplan.generator.names import find_repeated_names
from ferryplan.generator.puzzle_file import ErrorDiagnostic, Label, Name, TomlFile
from ferryplan.generator.themes.grammar import FORMS, SLOT_PATTERN, Noun, find_slots, pluralize
from ferryplan.generator.themes.slots import PHRASE_SLOTS, REASON_SLOTS
from ferryplan.generator.toml_tables import Field, TomlTable, ValueCheck
from ferryplan.generator.wording import join_phrases

MAX_PHRASE_LENGTH = 400
CLUE_KINDS = [*read_messages("clues")]
"""the kinds of clues for which a theme may have words"""


def _check_phrase(text: str) -> str:
    for form, name in find_slots(text):
        if form and form not in FORMS:
            forms = join_phrases(sorted(FORMS), "or")
            raise ValueError(format_message("themes.unknown-form", form=form, slot=f"{{{form} {name}}}", forms=forms))
    if "{" in SLOT_PATTERN.sub("", text) or "}" in SLOT_PATTERN.sub("", text):
        raise ValueError(format_message("themes.stray-brace"))
    return text


def _check_reason_kind(name: str) -> str:
    if name not in REASON_SLOTS:
        raise ValueError(format_message("themes.unknown-reason", name=name) + format_suggestion(name, REASON_SLOTS))
    return name


def _check_noun(text: str) -> str:
    if any(mark in text for mark in '"{}'):
        raise ValueError(format_message("themes.not-a-noun", found=repr(text)))
    return text


Phrase = Annotated[Label, Field(max_length=MAX_PHRASE_LENGTH), ValueCheck(_check_phrase)]
Phrases = Annotated[list[Phrase], Field(min_length=1)]
NounText = Annotated[Label, ValueCheck(_check_noun)]
NounTexts = Annotated[list[NounText], Field(min_length=1)]


class ThemeCharacterTable(TomlTable):
    """A character of a theme: someone or something that crosses."""

    name: NounText
    plural: NounText = Field(default="", description="the plural, where it is irregular")
    pronoun: Literal["he", "she", "it", "they"] = "it"
    rows: bool | None = Field(
        default=None, description="true: always rows; false: never rows; by default the character may do either"
    )

    def to_noun(self) -> Noun:
        """Return the character as a noun, which can be put into sentences."""
        return Noun(self.name, self.plural or pluralize(self.name), self.pronoun)


class ThemeCrossingTable(TomlTable):
    """A theme's words for river crossings: nouns, titles, sentences of stories, reasons for rules."""

    boat: NounText = Field(description="the vehicle, such as raft")
    rows: Label = Field(description="the verb for driving it, such as row")
    titles: Phrases
    openings: Phrases = Field(description="first sentences of stories, with {company}, {start}, {goal} and {boat}")
    questions: Phrases
    banks: list[Annotated[list[NounText], Field(min_length=2, max_length=2)]] = Field(
        min_length=1, description="pairs of places: the start and the goal"
    )
    stops: NounTexts = Field(description="places between the start and the goal")
    characters: Annotated[list[ThemeCharacterTable], Field(min_length=1)]
    ranked: bool = Field(default=False, description="true: characters threaten only those that are listed after them")
    reasons: dict[Annotated[str, ValueCheck(_check_reason_kind)], Phrases] = Field(
        description="reasons for rules, by kind of rule"
    )


class ThemeStoryTable(TomlTable):
    """A theme's titles of puzzles, and first sentences of their stories."""

    titles: Phrases = Field(description="titles; if there are as many titles as openings, each belongs to one opening")
    openings: Phrases


class ThemeSumTable(ThemeStoryTable):
    """A theme's words for sums, in which letters stand for digits."""

    words: Annotated[list[Annotated[str, Field(pattern="^[A-Z]{2,10}$")]], Field(min_length=3)]


class ThemeCategoryTable(TomlTable):
    """A category of a logic grid in the words of a theme, such as drinks, with the names of its values."""

    name: NounText
    values: list[NounText] = Field(
        default_factory=list, description="the names of the values; leave them out for numbers, which stay as they are"
    )
    called: Label = Field(description="the owner of a value in a sentence, such as 'the {{ value }} drinker'")
    does: Label = Field(description="the predicate that the owner has the value, such as 'drinks {{ value }}'")
    does_not: Label = Field(description="its negation, such as 'does not drink {{ value }}'")


class ThemeGridTable(ThemeStoryTable):
    """A theme's words for logic grids: positions, categories, and sentences of clues."""

    position: NounText
    plural: NounText = ""
    called: Label = "{{ position }}"
    does: Label = Field(default="is", description="the verb for being at a position, such as 'lives'")
    does_not: Label = Field(default="is not", description="its negation, such as 'does not live'")
    preposition: Label = Field(default="in", description="the preposition before a position, as in 'lives in burrow 2'")
    says: Label = Field(
        default="",
        description="the sentence that a value is at a position; by default made of does and preposition",
    )
    categories: Annotated[list[ThemeCategoryTable], Field(min_length=1)]
    clues: dict[str, Phrases] = Field(
        default_factory=dict, description="clues in words of the theme's own, by kind of clue"
    )


class Theme(TomlFile):
    """A theme file: the words of stories, with a table for each kind of puzzle."""

    name: Name
    says: Label = Field(description="a one-line summary")
    crossing: ThemeCrossingTable | None = None
    grid: ThemeGridTable | None = None
    arithmetic: ThemeSumTable | None = None
    sudoku: ThemeStoryTable | None = None
    queens: ThemeStoryTable | None = None

    def find_story_table(self, kind: str) -> ThemeStoryTable | None:
        """Return the theme's titles and openings for a kind of puzzle; None if the theme has none.

        The kind is a family, `grid` or `arithmetic`, or a kind of board, such as ``sudoku``. Stories about other pieces
        than queens begin as stories about queens.
        """
        match kind:
            case "grid":
                return self.grid
            case "arithmetic":
                return self.arithmetic
            case "sudoku":
                return self.sudoku
            case "queens" | "pieces":
                return self.queens
            case _:
                return None

    def find_mistakes(self) -> Iterator[ErrorDiagnostic]:
        """Yield mistakes in the theme: missing reasons, unknown slots, unknown kinds of clues, repeated names."""
        for key, known in PHRASE_SLOTS.items():
            phrases: Sequence[str] = functools.reduce(_get_key_value, key.split("."), cast(Any, self))
            if not phrases and ".reasons." in key and self.crossing is not None:
                yield ErrorDiagnostic(key, format_message("themes.missing-reasons"))
            for number, phrase in enumerate(phrases):
                for name in [name for _, name in find_slots(phrase) if name not in known][:1]:
                    slots = join_phrases(sorted(known), "or")
                    unknown = format_message("themes.unknown-slot", name=name, slots=slots)
                    yield ErrorDiagnostic(
                        f"{key}[{number}]", unknown if known else format_message("themes.no-slots", name=name)
                    )
        if self.crossing is not None:
            for name in find_repeated_names([one.name for one in self.crossing.characters]):
                yield ErrorDiagnostic("crossing.characters", format_message("puzzles.repeated-name", name=name))
        if self.grid is not None:
            for kind in self.grid.clues.keys() - CLUE_KINDS:
                unknown = format_message("puzzles.unknown-name", what="kind of clue", name=kind)
                yield ErrorDiagnostic(f"grid.clues.{kind}", unknown + format_suggestion(kind, CLUE_KINDS))
            values = [value for category in self.grid.categories for value in category.values]
            for name in find_repeated_names(values):
                yield ErrorDiagnostic("grid.categories", format_message("puzzles.repeated-name", name=name))


def _get_key_value(whole: Any, name: str) -> Any:
    """Return the value of a table or a dict at a key; an empty list if the key is missing."""
    return whole.get(name, []) if isinstance(whole, dict) else getattr(whole, name, [])
