"""The words of a crossing story: default texts for a puzzle file, and the names of a theme.

A theme is a set of characters, places and words with which a puzzle can be retold, such as ``opera``.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.amounts import format_amounts_by_kind
from ferryplan.generator.crossing.nouns import CrossingNouns
from ferryplan.generator.crossing.puzzle_file import CrossingFile, KindTable, StartOrGoalTable, VesselTable
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.themes.grammar import (
    Noun,
    Nouns,
    choose_by_number,
    fill_phrase,
    format_phrase,
    inflect_nouns,
    pluralize,
    spell_out_number,
)
from ferryplan.generator.themes.theme import Theme, ThemeCharacterTable
from ferryplan.generator.wording import capitalize, join_phrases


class CrossingWords:
    """The texts of one puzzle: names, rules, title and story, in the words of a theme if one is given."""

    def __init__(self, puzzle: CrossingFile, theme: Theme | None, draw: SeededRandom) -> None:
        """Create the texts for a puzzle; ``draw`` makes the random choices.

        Raises PuzzleError for a theme without words for crossings.
        """
        if theme is not None and theme.crossing is None:
            says = format_message("puzzles.theme-without-words", theme=theme.name, table="crossing")
            raise PuzzleError(says, about="theme", found=f"'{theme.name}'")
        self.puzzle, self.draw = puzzle, draw
        self.theme = theme.crossing if theme is not None else None
        self.nouns = CrossingNouns(puzzle, self.theme)
        self._reasons = {} if self.theme is None else {k: draw.shuffle(v) for k, v in self.theme.reasons.items()}

        self.present_kinds = [kind for kind in puzzle.kinds if kind.count != 0]
        """the kinds that have travelers"""

    # the names of a theme

    def assign_theme_names(self) -> tuple[Mapping[str, Mapping[str, str]], dict[str, Any]]:
        """Return the theme's names for kinds and places, and the puzzle file's data without dependent texts.

        The names are two mappings of old names to new names, at the keys ``kind`` and ``place``. The data still has the
        old names, but no texts that depend on them, such as sentences about rules.
        """
        assert self.theme is not None
        cast = self._cast_characters()
        places = self._choose_place_names(len(self.puzzle.places) - 2)
        data = dict(self.puzzle.given_values("optima"))  # optima belong to the old parameters
        data["kinds"] = [self._make_kind_data(kind, cast[kind.name]) for kind in self.puzzle.kinds]
        data["places"] = [place.given_values("called", "says") for place in self.puzzle.places]
        data["rules"] = [rule.given_values("says") for rule in self.puzzle.rules]
        return {"kind": {kind: one.name for kind, one in cast.items()}, "place": places}, data

    def _cast_characters(self) -> dict[str, ThemeCharacterTable]:
        """Return a character of the theme for each kind of travelers, by the name of the kind.

        Kinds that can row get characters who can row. In a theme with ranked characters, no character threatens the
        characters before it.
        """
        assert self.theme is not None
        taken, cast = set[str](), dict[str, ThemeCharacterTable]()
        for rowing in (True, False):
            kinds = [kind.name for kind in self._rank_by_threat() if (kind.rows is not False) == rowing]
            free = [one for one in self.theme.characters if one.rows in (rowing, None) and one.name not in taken]
            if len(free) < len(kinds):
                key = "themes.too-few-rowers" if rowing else "themes.too-few-passengers"
                says = format_message(key, count=len(kinds), found=len(free))
                raise PuzzleError(says, where=self.puzzle.name, about="theme")
            drawn = self.draw.sample(free, len(kinds))
            if self.theme.ranked:
                drawn.sort(key=self.theme.characters.index)
            cast |= dict(zip(kinds, drawn, strict=True))
            taken |= {one.name for one in drawn}
        return cast

    def _rank_by_threat(self) -> list[KindTable]:
        """Return the kinds of travelers, sorted by how many kinds they threaten, directly or indirectly."""
        guards = [rule for rule in self.puzzle.rules if rule.rule == "guard"]
        kinds = [kind.name for kind in self.puzzle.kinds]
        below: dict[str, set[str]] = {name: set() for name in kinds}
        for _ in kinds:
            for rule in guards:
                for threat in kinds if rule.threats == "everyone" else rule.threats:
                    below[threat] |= {*rule.victims}.union(*(below[victim] for victim in rule.victims)) - {threat}
        return sorted(self.puzzle.kinds, key=lambda kind: -len(below[kind.name]))

    def _make_kind_data(self, kind: KindTable, character: ThemeCharacterTable) -> dict[str, Any]:
        """Return the table of a kind under its old name, but with the plural of a theme's character.

        If there are several travelers, letters distinguish their names.
        """
        named = {"called": "the {{ name }}"} if kind.count == 1 else {"names": "{{ name }} {{ letter }}"}
        said = kind.given_values("plural", "names", "called")
        return {"name": kind.name, "plural": character.to_noun().plural, **named, **said}

    def _choose_place_names(self, stop_count: int) -> dict[str, str]:
        """Return the theme's names for the places, by their old names.

        The start and the main goal get the names of two banks. The other places get some of ``stop_count`` drawn names of
        places on the way. Raises PuzzleError if the theme has too few such names.
        """
        assert self.theme is not None
        places = [place.name for place in self.puzzle.places]
        start, goal = _find_start_and_goal(self.puzzle)
        bank, other = self.draw.choose(self.theme.banks)
        between = [place for place in places if place not in (start, goal)]
        names = self.draw.sample(self.theme.stops, stop_count)
        if len(names) < len(between):
            says = format_message("themes.too-few-stops", count=len(between), found=len(names))
            raise PuzzleError(says, where=self.puzzle.name, about="theme")
        return {**dict(zip(between, names, strict=False)), goal: other, start: bank}

    # texts that the file leaves out

    def make_missing_texts(self) -> dict[str, Any]:
        """Return data for the puzzle file with default texts where the file has none, by key.

        The texts are plurals, sentences about rules and places, the source, the title and the story.
        """
        puzzle, made = self.puzzle, dict[str, Any]()
        made["kinds"] = [
            {"name": kind.name, "plural": self.nouns.nouns_by_kind[kind.name].plural, **kind.given_values()}
            for kind in puzzle.kinds
        ]
        made["places"] = [
            {"says": self.nouns.describe_place_limit(place), **place.given_values()}
            if place.holds is not None
            else place.given_values()
            for place in puzzle.places
        ]
        if puzzle.rules:
            made["rules"] = [
                {"rule": rule.rule, "says": self.nouns.describe_rule(rule), **rule.given_values()}
                for rule in puzzle.rules
            ]
        made["source"] = puzzle.source or format_phrase("stories.source", {})
        made["title"] = puzzle.title or self._write_title()
        made["story"] = puzzle.story or self._write_story()
        return made

    def _write_title(self) -> str:
        """Return a title from the theme; without a theme, the puzzle's name as a title."""
        if self.theme is None:
            return capitalize(self.puzzle.name.replace("-", " "))
        return fill_phrase(self.draw.choose(self.theme.titles), self._story_frame_slots)

    @functools.cached_property
    def _story_frame_slots(self) -> Mapping[str, Nouns | str]:
        """The nouns for the slots that titles, openings and questions of a story have."""
        start, goal = (self.nouns.place_noun(place) for place in _find_start_and_goal(self.puzzle))
        return {
            **self.nouns.shared_template_slots,
            "company": self.nouns.nouns_of_present_kinds,
            "start": start,
            "goal": goal,
        }

    def _write_story(self) -> str:
        sentences = [
            *self._write_opening(),
            *self._describe_pairs(),
            *self._describe_routes(),
            self._describe_boats(),
            *self._describe_amounts(),
            *self._describe_rules(),
        ]
        if self.puzzle.boat.rules is False:
            sentences.append(format_phrase("stories.ashore", self.nouns.shared_template_slots))
        return " ".join([*sentences, self._write_question()])

    @property
    def _all_share_start_and_goal(self) -> bool:
        """Whether all travelers start at the same place and have the same goal place."""
        start, goal = self.puzzle.start, self.puzzle.goal
        return bool(start.everyone and goal.everyone) and not start.kinds and not goal.kinds

    def _write_opening(self) -> Iterator[str]:
        if not self._all_share_start_and_goal:
            goal = self.puzzle.goal
            goals = self._describe_traveler_places(goal, "stories.situation")
            if goal.everyone and not goal.kinds:
                goals = format_phrase("stories.everybody-at", {"place": self.nouns.place_noun(goal.everyone)})
            start = self._describe_traveler_places(self.puzzle.start, "stories.first-situation")
            yield format_phrase("stories.scattered", {"situations": start, "goals": goals})
        else:
            yield (
                format_phrase("stories.opening", self._story_frame_slots)
                if self.theme is None
                else fill_phrase(self.draw.choose(self.theme.openings), self._story_frame_slots)
            )

    def _describe_pairs(self) -> Iterator[str]:
        """Yield a sentence for each two paired kinds, saying that the travelers of these kinds are partners."""
        for kind in self.present_kinds:
            if kind.paired_with is not None:
                one, other = self.nouns.nouns_of_kinds([kind.name]), self.nouns.nouns_of_kinds([kind.paired_with])
                yield format_phrase("stories.pairs", {"one": one, "other": other})

    def _describe_routes(self) -> Iterator[str]:
        """Yield sentences about the places between start and goal, and about routes if some are missing."""
        places = {place.name: place.count for place in self.puzzle.places if place.count != 0}
        stops = [self.nouns.place_noun(name)[0] for name in places if name not in _find_start_and_goal(self.puzzle)]
        if stops:
            yield format_phrase("stories.stops", {**self.nouns.shared_template_slots, "stops": stops})
        ways = {*itertools.combinations(sorted(places), 2), *((name, name) for name in places if places[name] != 1)}
        routes = [tuple(sorted(route.between)) for route in self.puzzle.routes if route.when is not False]
        if self.puzzle.routes and stops and not {*routes} >= ways:
            ends = (
                dict(zip(("one", "other"), map(self.nouns.place_noun, way), strict=True))
                for way in routes
                if way in ways
            )
            said = join_phrases([format_phrase("stories.route", one) for one in ends])
            yield format_phrase("stories.routes", {**self.nouns.shared_template_slots, "routes": said})

    def _describe_traveler_places(self, table: StartOrGoalTable, key: str) -> str:
        """Return clauses that say which travelers are at which place, at the start or in the goal.

        ``table`` is the table ``start`` or ``goal`` of the puzzle file; ``key`` is the key of the message for a place.
        """
        where: dict[str, list[str]] = {}
        for kind in self.present_kinds:
            if place := table.kinds.get(kind.name, table.everyone):
                where.setdefault(place, []).append(kind.name)
        slots = (
            {"company": self.nouns.nouns_of_kinds(kinds), "place": self.nouns.place_noun(place)}
            for place, kinds in where.items()
        )
        said = [format_phrase(key, one) for one in slots]
        return ", and ".join(part for part in (", ".join(said[:-1]), *said[-1:]) if part)

    def _describe_boats(self) -> str:
        boat = self.puzzle.boat
        slots: dict[str, Nouns | str] = {
            **self.nouns.shared_template_slots,
            "capacity": spell_out_number(boat.capacity),
            "count": spell_out_number(boat.count),
        }
        said = [
            choose_by_number(boat.count, format_phrase("stories.carries", slots), format_phrase("stories.fleet", slots))
        ]
        if vessels := [self._describe_vessel(one) for one in self.puzzle.boats]:
            said = [capitalize(join_phrases(vessels))]
        rowers = [kind for kind in self.present_kinds if kind.rows is not False and kind.rows != 0]
        if len(rowers) < len(self.present_kinds) or not all(
            kind.rows is True or kind.rows == kind.count for kind in rowers
        ):
            who = join_phrases([self._describe_rowers(kind) for kind in rowers])
            key = "stories.some-row-any" if vessels else "stories.some-row"
            said.append(format_phrase(key, {**slots, "rowers": who}))
        elif not vessels:
            said.append(format_phrase("stories.all-row", slots))
        return ", ".join(said) + "."

    def _describe_vessel(self, vessel: VesselTable) -> str:
        """Return a clause about a boat's capacity and about its rowers.

        The rowers are mentioned only if the puzzle file limits who can row this boat.
        """
        noun: Nouns = [Noun(vessel.name, pluralize(vessel.name), proper=vessel.called == "{{ name }}")]
        capacity = self.puzzle.boat.capacity if vessel.capacity is None else vessel.capacity
        slots: dict[str, Nouns | str] = {
            **self.nouns.shared_template_slots,
            "boat": noun,
            "capacity": spell_out_number(capacity),
        }
        if vessel.rowers is None:
            return format_phrase("stories.vessel", slots)
        return format_phrase("stories.own-vessel", {**slots, "rowers": self.nouns.nouns_of_kinds(vessel.rowers)})

    def _describe_rowers(self, kind: KindTable) -> str:
        """Return a phrase for the travelers of a kind who can row: ``the guards``, or ``two of the guards``."""
        party = self.nouns.nouns_of_kinds([kind.name])
        if kind.rows is True or kind.rows == kind.count:
            return inflect_nouns("the", party)
        slots: dict[str, Nouns | str] = {
            "number": spell_out_number(kind.rows),
            "group": choose_by_number(kind.count, *party[0].with_the),
        }
        return format_phrase("stories.number-of", slots)

    def _describe_amounts(self) -> Iterator[str]:
        """Yield sentences about the travelers' weights, and about their crossing times or rowing fees."""
        boat, cost = self.puzzle.boat, self.puzzle.cost
        if boat.weight is not None:
            slots: dict[str, Nouns | str] = {
                "weight": str(boat.weight),
                "weights": format_amounts_by_kind(self.nouns, self.present_kinds, "weight"),
            }
            yield format_phrase("stories.loads", {**self.nouns.shared_template_slots, **slots})
        if cost is not None:
            slowest = cost.crossing == "slowest"
            amounts = format_amounts_by_kind(
                self.nouns, self.present_kinds, "pace" if slowest else "fee", cost.unit, cost.units
            )
            key = "stories.slowest" if slowest else "stories.rower"
            yield format_phrase(key, {**self.nouns.shared_template_slots, "paces": amounts})

    def _describe_rules(self) -> Iterator[str]:
        """Yield a sentence for each rule, preceded by a reason from the theme, if any.

        No reason is repeated.
        """
        for rule in self.puzzle.rules:
            said = self.nouns.phrases_of_rule(rule)[0]
            yield from self._pick_theme_reason(said.kind, said.slots)
            yield self.nouns.describe_rule(rule, self.draw)
            if scope := self.nouns.describe_rule_locations(rule):
                yield scope
        for place in self.puzzle.places:
            if place.holds is not None and place.count != 0:
                yield from self._pick_theme_reason("holds", {"place": self.nouns.place_noun(place.name)})
                yield self.nouns.describe_place_limit(place, self.draw)

    def _pick_theme_reason(self, kind: str, slots: Mapping[str, Nouns | str]) -> Iterator[str]:
        """Yield a sentence of the theme with a reason for a kind of rule; nothing if no reason is left."""
        if reasons := self._reasons.get(kind):
            yield fill_phrase(reasons.pop(), {**self.nouns.shared_template_slots, **slots})

    def _write_question(self) -> str:
        if self.puzzle.cost is not None:
            slowest = self.puzzle.cost.crossing == "slowest"
            key = "stories.slowest-question" if slowest else "stories.rower-question"
            return format_phrase(key, {"units": self.puzzle.cost.units})
        if not self._all_share_start_and_goal:
            return format_phrase("stories.goals", {})
        if self.theme is None:
            return format_phrase("stories.question", self._story_frame_slots)
        return fill_phrase(self.draw.choose(self.theme.questions), self._story_frame_slots)


def _find_start_and_goal(puzzle: CrossingFile) -> tuple[str, str]:
    """Return the names of the boat's place at the start and of the main goal place.

    The main goal place is the first one that differs from the start, or the first other place in the file.
    """
    start = puzzle.start.boat
    assert start is not None
    goals = [
        puzzle.goal.everyone,
        *puzzle.goal.kinds.values(),
        puzzle.goal.boat,
        *(place.name for place in puzzle.places),
    ]
    return start, next(place for place in goals if place is not None and place != start)
