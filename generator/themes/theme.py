"""The shape of the files of themes: the nouns, phrases and words that make up stories."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, cast

from ferryplan.domains.messages import format_message, read_messages
from ferryplan.generator.errors import nearest
from ferryplan.generator.names import repeated
from ferryplan.generator.puzzle_file import File, Label, Mistake, Name
from ferryplan.generator.tables import Check, Field, Table
from ferryplan.generator.themes.grammar import FORMS, SLOT, Noun, plural_of, slots_of
from ferryplan.generator.themes.slots import REASONS, SLOTS
from ferryplan.generator.wording import listing

LONGEST_PHRASE = 400
CLUES = [*read_messages("clues")]
"""the kinds of clues for which a theme may have words"""


def _phrase(text: str) -> str:
    for form, name in slots_of(text):
        if form and form not in FORMS:
            forms = listing(sorted(FORMS), "or")
            raise ValueError(format_message("themes.unknown-form", form=form, slot=f"{{{form} {name}}}", forms=forms))
    if "{" in SLOT.sub("", text) or "}" in SLOT.sub("", text):
        raise ValueError(format_message("themes.stray-brace"))
    return text


def _kind(name: str) -> str:
    if name not in REASONS:
        raise ValueError(format_message("themes.unknown-reason", name=name) + nearest(name, REASONS))
    return name


def _noun(text: str) -> str:
    if any(mark in text for mark in '"{}'):
        raise ValueError(format_message("themes.not-a-noun", found=repr(text)))
    return text


Phrase = Annotated[Label, Field(max_length=LONGEST_PHRASE), Check(_phrase)]
Phrases = Annotated[list[Phrase], Field(min_length=1)]
NounText = Annotated[Label, Check(_noun)]
Several = Annotated[list[NounText], Field(min_length=1)]


class CharacterTable(Table):
    """Someone or something that crosses."""

    name: NounText
    plural: NounText = Field(default="", description="the plural, where it is irregular")
    pronoun: Literal["he", "she", "it", "they"] = "it"
    rows: bool | None = Field(
        default=None, description="true: always rows; false: never rows; by default the character may do either"
    )

    def noun(self) -> Noun:
        """Return the character as a noun."""
        return Noun(self.name, self.plural or plural_of(self.name), self.pronoun)


class VoyageTable(Table):
    """The words for river crossings."""

    boat: NounText = Field(description="the vehicle, such as raft")
    rows: Label = Field(description="the verb for driving it, such as row")
    titles: Phrases
    openings: Phrases = Field(description="first sentences of stories, with {company}, {start}, {goal} and {boat}")
    questions: Phrases
    banks: list[Annotated[list[NounText], Field(min_length=2, max_length=2)]] = Field(
        min_length=1, description="pairs of places: the start and the goal"
    )
    stops: Several = Field(description="places between the start and the goal")
    characters: Annotated[list[CharacterTable], Field(min_length=1)]
    ranked: bool = Field(default=False, description="true: characters threaten only those that are listed after them")
    reasons: dict[Annotated[str, Check(_kind)], Phrases] = Field(description="reasons for rules, by kind of rule")


class Situations(Table):
    """Titles of puzzles, and first sentences of their stories."""

    titles: Phrases = Field(description="titles; if there are as many titles as openings, each belongs to one opening")
    openings: Phrases


class SumTable(Situations):
    """The words for sums."""

    words: Annotated[list[Annotated[str, Field(pattern="^[A-Z]{2,10}$")]], Field(min_length=3)]


class ThemeCategoryTable(Table):
    """A category of logic grids."""

    name: NounText
    values: list[NounText] = Field(
        default_factory=list, description="the names of the values; leave them out for numbers, which stay as they are"
    )
    called: Label = Field(description="the owner of a value in a sentence, such as 'the {{ value }} drinker'")
    does: Label = Field(description="the predicate that the owner has the value, such as 'drinks {{ value }}'")
    does_not: Label = Field(description="its negation, such as 'does not drink {{ value }}'")


class RowTable(Situations):
    """The words for logic grids."""

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


class Theme(File):
    """A theme."""

    name: Name
    says: Label = Field(description="a one-line summary")
    crossing: VoyageTable | None = None
    grid: RowTable | None = None
    arithmetic: SumTable | None = None
    sudoku: Situations | None = None
    queens: Situations | None = None

    def situations(self, kind: str) -> Situations | None:
        """Return the words for a family in which things are placed, or for a kind of board."""
        return {"grid": self.grid, "arithmetic": self.arithmetic, "sudoku": self.sudoku}.get(kind, self.queens)

    def mistakes(self) -> Iterator[Mistake]:
        """Yield reasons that are missing or name what their rules do not have, and names that come twice."""
        for key, known in SLOTS.items():
            phrases: Sequence[str] = functools.reduce(_part, key.split("."), cast(Any, self))
            if not phrases and ".reasons." in key and self.crossing is not None:
                yield Mistake(key, format_message("themes.missing-reasons"))
            for number, phrase in enumerate(phrases):
                for name in [name for _, name in slots_of(phrase) if name not in known][:1]:
                    slots = listing(sorted(known), "or")
                    unknown = format_message("themes.unknown-slot", name=name, slots=slots)
                    yield Mistake(
                        f"{key}[{number}]", unknown if known else format_message("themes.no-slots", name=name)
                    )
        if self.crossing is not None:
            for name in repeated([one.name for one in self.crossing.characters]):
                yield Mistake("crossing.characters", format_message("puzzles.repeated-name", name=name))
        if self.grid is not None:
            for kind in self.grid.clues.keys() - CLUES:
                unknown = format_message("puzzles.unknown-name", what="kind of clue", name=kind)
                yield Mistake(f"grid.clues.{kind}", unknown + nearest(kind, CLUES))
            values = [value for category in self.grid.categories for value in category.values]
            for name in repeated(values):
                yield Mistake("grid.categories", format_message("puzzles.repeated-name", name=name))


def _part(whole: Any, name: str) -> Any:
    """Return what stands at a key of a table; nothing where there is none."""
    return whole.get(name, []) if isinstance(whole, dict) else getattr(whole, name, [])
