"""The words of a crossing: those that its file leaves out, and other names for who crosses, and where."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.amounts import list_amounts
from ferryplan.generator.crossing.nouns import CrossingNouns
from ferryplan.generator.crossing.puzzle_file import CrossingFile, KindTable, PositionsTable, VesselTable
from ferryplan.generator.draws import Draw
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.themes.grammar import Noun, Nouns, either, filled, form_of, format_phrase, in_words, plural_of
from ferryplan.generator.themes.theme import CharacterTable, Theme
from ferryplan.generator.wording import capital, listing


class CrossingWords:
    """What is said of one puzzle, in the words of a theme if there is one."""

    def __init__(self, puzzle: CrossingFile, theme: Theme | None, draw: Draw) -> None:
        """Take the puzzle. Raises PuzzleError for a theme without words for crossings."""
        if theme is not None and theme.crossing is None:
            says = format_message("puzzles.theme-without-words", theme=theme.name, table="crossing")
            raise PuzzleError(says, about="theme", found=f"'{theme.name}'")
        self.puzzle, self.draw = puzzle, draw
        self.theme = theme.crossing if theme is not None else None
        self.about = CrossingNouns(puzzle, self.theme)
        self._reasons = {} if self.theme is None else {k: draw.shuffled(v) for k, v in self.theme.reasons.items()}

        self.kinds = [kind for kind in puzzle.kinds if kind.count != 0]
        """the kinds of which there are any"""

    # another theme

    def recast(self) -> tuple[Mapping[str, Mapping[str, str]], dict[str, Any]]:
        """Return new names by the old ones for kinds and places, and what the file says with what goes with the old ones taken away."""
        assert self.theme is not None
        cast = self._cast()
        places = self._places(len(self.puzzle.places) - 2)
        data = dict(self.puzzle.said("optima"))  # of other parameters
        data["kinds"] = [self._recast(kind, cast[kind.name]) for kind in self.puzzle.kinds]
        data["places"] = [place.said("called", "says") for place in self.puzzle.places]
        data["rules"] = [rule.said("says") for rule in self.puzzle.rules]
        return {"kind": {kind: one.name for kind, one in cast.items()}, "place": places}, data

    def _cast(self) -> dict[str, CharacterTable]:
        """Return a character for each kind: one who may row for those who can; where it matters, none threatens those before it."""
        assert self.theme is not None
        taken, cast = set[str](), dict[str, CharacterTable]()
        for rowing in (True, False):
            kinds = [kind.name for kind in self._by_strength() if (kind.rows is not False) == rowing]
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

    def _by_strength(self) -> list[KindTable]:
        """Return the kinds, those first who threaten others, directly or not."""
        guards = [rule for rule in self.puzzle.rules if rule.rule == "guard"]
        kinds = [kind.name for kind in self.puzzle.kinds]
        below: dict[str, set[str]] = {name: set() for name in kinds}
        for _ in kinds:
            for rule in guards:
                for threat in kinds if rule.threats == "everyone" else rule.threats:
                    below[threat] |= {*rule.victims}.union(*(below[victim] for victim in rule.victims)) - {threat}
        return sorted(self.puzzle.kinds, key=lambda kind: -len(below[kind.name]))

    def _recast(self, kind: KindTable, character: CharacterTable) -> dict[str, Any]:
        """Return the table of a kind whose travelers are called as a character."""
        named = {"called": "the {{ name }}"} if kind.count == 1 else {"names": "{{ name }} {{ letter }}"}
        said = kind.said("plural", "names", "called")
        return {"name": kind.name, "plural": character.noun().plural, **named, **said}

    def _places(self, stops: int) -> dict[str, str]:
        """Return names for the places: where the boat starts, where most go, and what is between."""
        assert self.theme is not None
        places = [place.name for place in self.puzzle.places]
        start, goal = _ends(self.puzzle)
        bank, other = self.draw.one(self.theme.banks)
        between = [place for place in places if place not in (start, goal)]
        names = self.draw.sample(self.theme.stops, stops)
        if len(names) < len(between):
            says = format_message("themes.too-few-stops", count=len(between), found=len(names))
            raise PuzzleError(says, where=self.puzzle.name, about="theme")
        return {**dict(zip(between, names, strict=False)), goal: other, start: bank}

    # words that are missing

    def missing(self) -> dict[str, Any]:
        """Return what the file leaves out, by its keys."""
        puzzle, made = self.puzzle, dict[str, Any]()
        made["kinds"] = [
            {"name": kind.name, "plural": self.about.nouns[kind.name].plural, **kind.said()} for kind in puzzle.kinds
        ]
        made["places"] = [
            {"says": self.about.room(place), **place.said()} if place.holds is not None else place.said()
            for place in puzzle.places
        ]
        if puzzle.rules:
            made["rules"] = [
                {"rule": rule.rule, "says": self.about.sentence(rule), **rule.said()} for rule in puzzle.rules
            ]
        made["source"] = puzzle.source or format_phrase("stories.source", {})
        made["title"] = puzzle.title or self._title()
        made["story"] = puzzle.story or self._story()
        return made

    def _title(self) -> str:
        """Return one of the theme's titles; without a theme, the puzzle's name."""
        if self.theme is None:
            return capital(self.puzzle.name.replace("-", " "))
        return filled(self.draw.one(self.theme.titles), self._frame)

    @functools.cached_property
    def _frame(self) -> Mapping[str, Nouns | str]:
        """What titles, openings and questions may name."""
        start, goal = (self.about.place(place) for place in _ends(self.puzzle))
        return {**self.about.boat, "company": self.about.company, "start": start, "goal": goal}

    def _story(self) -> str:
        sentences = [
            *self._opening(),
            *self._pairs(),
            *self._ways(),
            self._carries(),
            *self._paid(),
            *self._motivated(),
        ]
        if self.puzzle.boat.rules is False:
            sentences.append(format_phrase("stories.ashore", self.about.boat))
        return " ".join([*sentences, self._question()])

    @property
    def _together(self) -> bool:
        """Whether all begin at one place and are to be at another."""
        start, goal = self.puzzle.start, self.puzzle.goal
        return bool(start.everyone and goal.everyone) and not start.kinds and not goal.kinds

    def _opening(self) -> Iterator[str]:
        if not self._together:
            goal = self.puzzle.goal
            goals = self._situations(goal, "stories.situation")
            if goal.everyone and not goal.kinds:
                goals = format_phrase("stories.everybody-at", {"place": self.about.place(goal.everyone)})
            start = self._situations(self.puzzle.start, "stories.first-situation")
            yield format_phrase("stories.scattered", {"situations": start, "goals": goals})
        else:
            yield (
                format_phrase("stories.opening", self._frame)
                if self.theme is None
                else filled(self.draw.one(self.theme.openings), self._frame)
            )

    def _pairs(self) -> Iterator[str]:
        """Yield who belongs to whom."""
        for kind in self.kinds:
            if kind.paired_with is not None:
                one, other = self.about.party([kind.name]), self.about.party([kind.paired_with])
                yield format_phrase("stories.pairs", {"one": one, "other": other})

    def _ways(self) -> Iterator[str]:
        """Yield what lies between, and where the boat goes if that is not everywhere."""
        places = {place.name: place.count for place in self.puzzle.places if place.count != 0}
        stops = [self.about.place(name)[0] for name in places if name not in _ends(self.puzzle)]
        if stops:
            yield format_phrase("stories.stops", {**self.about.boat, "stops": stops})
        ways = {*itertools.combinations(sorted(places), 2), *((name, name) for name in places if places[name] != 1)}
        routes = [tuple(sorted(route.between)) for route in self.puzzle.routes if route.when is not False]
        if self.puzzle.routes and stops and not {*routes} >= ways:
            ends = (
                dict(zip(("one", "other"), map(self.about.place, way), strict=True)) for way in routes if way in ways
            )
            said = listing([format_phrase("stories.route", one) for one in ends])
            yield format_phrase("stories.routes", {**self.about.boat, "routes": said})

    def _situations(self, table: PositionsTable, key: str) -> str:
        """Return who is where, as the inside of a sentence; ``key`` is that of a message."""
        where: dict[str, list[str]] = {}
        for kind in self.kinds:
            if place := table.kinds.get(kind.name, table.everyone):
                where.setdefault(place, []).append(kind.name)
        slots = (
            {"company": self.about.party(kinds), "place": self.about.place(place)} for place, kinds in where.items()
        )
        said = [format_phrase(key, one) for one in slots]
        return ", and ".join(part for part in (", ".join(said[:-1]), *said[-1:]) if part)

    def _carries(self) -> str:
        boat = self.puzzle.boat
        slots: dict[str, Nouns | str] = {
            **self.about.boat,
            "capacity": in_words(boat.capacity),
            "count": in_words(boat.count),
        }
        said = [either(boat.count, format_phrase("stories.carries", slots), format_phrase("stories.fleet", slots))]
        if vessels := [self._vessel(one) for one in self.puzzle.boats]:
            said = [capital(listing(vessels))]
        rowers = [kind for kind in self.kinds if kind.rows is not False and kind.rows != 0]
        if len(rowers) < len(self.kinds) or not all(kind.rows is True or kind.rows == kind.count for kind in rowers):
            who = listing([self._rowing(kind) for kind in rowers])
            key = "stories.some-row-any" if vessels else "stories.some-row"
            said.append(format_phrase(key, {**slots, "rowers": who}))
        elif not vessels:
            said.append(format_phrase("stories.all-row", slots))
        return ", ".join(said) + "."

    def _vessel(self, vessel: VesselTable) -> str:
        """Return what a boat carries, and who can row it if not all can who row."""
        noun: Nouns = [Noun(vessel.name, plural_of(vessel.name), proper=vessel.called == "{{ name }}")]
        capacity = self.puzzle.boat.capacity if vessel.capacity is None else vessel.capacity
        slots: dict[str, Nouns | str] = {**self.about.boat, "boat": noun, "capacity": in_words(capacity)}
        if vessel.rowers is None:
            return format_phrase("stories.vessel", slots)
        return format_phrase("stories.own-vessel", {**slots, "rowers": self.about.party(vessel.rowers)})

    def _rowing(self, kind: KindTable) -> str:
        party = self.about.party([kind.name])
        if kind.rows is True or kind.rows == kind.count:
            return form_of("the", party)
        slots: dict[str, Nouns | str] = {"number": in_words(kind.rows), "group": either(kind.count, *party[0].the)}
        return format_phrase("stories.number-of", slots)

    def _paid(self) -> Iterator[str]:
        """Yield what is said of weights, paces and fees."""
        boat, cost = self.puzzle.boat, self.puzzle.cost
        if boat.weight is not None:
            slots: dict[str, Nouns | str] = {
                "weight": str(boat.weight),
                "weights": list_amounts(self.about, self.kinds, "weight"),
            }
            yield format_phrase("stories.loads", {**self.about.boat, **slots})
        if cost is not None:
            slowest = cost.crossing == "slowest"
            amounts = list_amounts(self.about, self.kinds, "pace" if slowest else "fee", cost.unit, cost.units)
            key = "stories.slowest" if slowest else "stories.rower"
            yield format_phrase(key, {**self.about.boat, "paces": amounts})

    def _motivated(self) -> Iterator[str]:
        """Yield the rules, each behind why it is; no reason comes twice."""
        for rule in self.puzzle.rules:
            said = self.about.phrases_of_rule(rule)[0]
            yield from self._reason(said.kind, said.slots)
            yield self.about.sentence(rule, self.draw)
            if scope := self.about.scope(rule):
                yield scope
        for place in self.puzzle.places:
            if place.holds is not None and place.count != 0:
                yield from self._reason("holds", {"place": self.about.place(place.name)})
                yield self.about.room(place, self.draw)

    def _reason(self, kind: str, slots: Mapping[str, Nouns | str]) -> Iterator[str]:
        if reasons := self._reasons.get(kind):
            yield filled(reasons.pop(), {**self.about.boat, **slots})

    def _question(self) -> str:
        if self.puzzle.cost is not None:
            slowest = self.puzzle.cost.crossing == "slowest"
            key = "stories.slowest-question" if slowest else "stories.rower-question"
            return format_phrase(key, {"units": self.puzzle.cost.units})
        if not self._together:
            return format_phrase("stories.goals", {})
        if self.theme is None:
            return format_phrase("stories.question", self._frame)
        return filled(self.draw.one(self.theme.questions), self._frame)


def _ends(puzzle: CrossingFile) -> tuple[str, str]:
    """Return where the boat starts and where most are to be in the end, or another place than the first."""
    start = puzzle.start.boat
    assert start is not None
    goals = [
        puzzle.goal.everyone,
        *puzzle.goal.kinds.values(),
        puzzle.goal.boat,
        *(place.name for place in puzzle.places),
    ]
    return start, next(place for place in goals if place is not None and place != start)
