"""In what a model differs from a puzzle, told: as a scenario for each way, with the model's own actions beside the puzzle's moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import domains
from generator.families import teller_of
from generator.search.bisimulation import Difference
from generator.teller import Line
from generator.templates import render
from generator.wording import Table, capital, listing
from planner.checking.mapping import as_file
from planner.checking.verdict import Found, Verdict
from planner.telling import Layout

MOST_WAYS = 5
"""so many ways in which a model differs are told"""


class Scene(NamedTuple):
    """A move of the puzzle, with the actions by which the model makes it, and the state after it."""

    text: str
    """the move as a sentence"""
    actions: list[str]
    state: Any


class Way(NamedTuple):
    """One way in which a model differs, ready to be told."""

    kind: str
    where: str
    says: str
    """what is wrong"""
    scenes: list[Scene]
    """what leads there"""
    actions: list[str]
    """what the model does next, if it does"""
    then: str
    """what shows then"""
    sides: dict[str, list[Line]]
    """the situation in the puzzle, and that in the model"""
    hint: str
    """where to look, if that is to be told"""
    table: Table
    """the situations that lead there, or how it ends where only that counts"""


class Report:
    """A verdict in words."""

    def __init__(self, verdict: Verdict, hints: Sequence[str] = (), note: str = "") -> None:
        """``hints`` are told of the ways in which a model differs, in the order of these; a ``note`` says of which instance the problem is."""
        self.verdict, self.note, self.teller = verdict, note, teller_of(verdict.instance)
        hints = [*hints, *[""] * len(verdict.found)]
        self.ways = [self._way(one, hint) for one, hint in zip(verdict.found[:MOST_WAYS], hints, strict=False)]

    def _way(self, found: Found, hint: str) -> Way:
        scenes, actions, stage = list[Scene](), list[str](), self.verdict.first
        landing = False
        for move, after in found.difference.steps:
            actions.append(str(move))
            if after.state != stage.state:
                made = self.verdict.move(stage.state, after.state)
                scenes.append(Scene(self.teller.sentence(stage.state, made), actions, after.state))
                actions, landing = [], not self.verdict.seen(after.model).settled
            elif landing:
                scenes[-1].actions.append(actions.pop())
                landing = not self.verdict.seen(after.model).settled
            stage = after
        where = found.wrong.where if found.wrong and found.kind == "rule-missing" else ""
        words = domains.words("checking")
        at = f" {words['where'][where]}" if where else ""
        rule = found.wrong.breach.rule if found.wrong else ""
        says = words["kinds"][found.kind]["says"].format(rule=rule, where=at)
        then = words["kinds"][found.kind]["then"].format(found=self._shows(found))
        table = self._table(scenes)
        if self.verdict.seen.cast.by_end and found.difference.situation is not None:
            table = self.teller.states([(0, self.verdict.seen.cast.state(found.difference.situation))])
        return Way(found.kind, where, says, scenes, actions, then, self._sides(found), hint, table)

    def _sides(self, found: Found) -> dict[str, list[Line]]:
        """Return in which situations the puzzle and the model are where the two differ, as lines of pictures."""
        difference, cast = found.difference, self.verdict.seen.cast
        here = there = [*self.teller.lines(difference.state)]
        if difference.situation is not None:
            there = [*self.teller.lines(cast.state(difference.situation))]
        match difference.kind:
            case "forbids":
                here, there = there, here
            case "start" if difference.situation is None:
                there = []
            case "double":
                told = zip(cast.roles, cast.values, self.verdict.seen.values(self._end(found)), strict=True)
                there = [
                    Line(listing([names[one].called for one in some]), role.called, len(some) > 1)
                    for role, names, some in told
                ]
        return {"puzzle": here, "model": there}

    def _end(self, found: Found) -> Any:
        """Return the state of the model in which the two differ."""
        return found.difference.steps[-1][1].model if found.difference.steps else self.verdict.seen.space.initial

    def _shows(self, found: Found) -> str:
        """Return in words what shows that the two differ."""
        difference, verdict = found.difference, self.verdict
        if found.wrong is not None:
            return found.wrong.breach.found
        if difference.move is not None:
            return self.teller.sentence(difference.state, difference.move)
        end = self._end(found)
        match difference.kind:
            case "start":
                roles = zip(verdict.seen.cast.roles, verdict.seen.values(end), strict=True)
                if missing := [role.called for role, values in roles if not values]:
                    return f"nothing tells of {listing(missing)}"
                return self.teller.state(verdict.seen.cast.state(difference.situation))
            case "early":
                return verdict.space.unmet(difference.state)
            case "late":
                return verdict.seen.space.unmet(end)
            case "double":
                return self._doubled(end)
            case "costs":
                return self._charged(difference)
        return ""

    def _charged(self, difference: Difference[Any, Any]) -> str:
        """Return what both have counted until they differ in costs."""
        model, space, stage = self.verdict.seen.space, self.verdict.space, self.verdict.first
        theirs = ours = 0
        for move, after in difference.steps:
            theirs += model.cost(stage.model, move)
            if after.state != stage.state:
                ours += space.cost(stage.state, self.verdict.move(stage.state, after.state))
            stage = after
        if not difference.steps:
            return "the costs of the model are to be large, those of the puzzle small"
        return f"the model has counted {Fraction(theirs, model.in_one)} and the puzzle {Fraction(ours, space.in_one)}"

    def _doubled(self, state: Any) -> str:
        cast, told = self.verdict.seen.cast, list[str]()
        for role, names, values in zip(cast.roles, cast.values, self.verdict.seen.values(state), strict=True):
            if len(values) > 1:
                told.append(f"{cast.says.format(role.called, listing([names[one].called for one in values]))} at once")
        return listing(told) or "there are more than there are in the puzzle"

    @property
    def _head(self) -> str:
        title, count = self.verdict.instance.title, len(self.verdict.found)
        if count:
            return f"The model differs from the puzzle in {count} way{'s' * (count != 1)}: {title}."
        return f"The model is the same as the puzzle: {title}. Compared were {self.verdict.stages:,} of its states."

    def as_text(self, layout: Layout) -> str:
        """Return the verdict, then each way with its scenario, the situations as a table."""
        parts = [layout.filled(f"{told}\n") for told in (self._head, *(f"note: {note}" for note in self._notes()))]
        for number, way in enumerate(self.ways, 1):
            parts.append(layout.filled(f"{number}. {way.says}\n"))
            next_up = f"Then {', '.join(way.actions)}. " if way.actions else ""
            told = [layout(way.table), layout.filled(f"{next_up}{way.then}\n")]
            parts += reversed(told) if self.verdict.seen.cast.by_end else told
            parts += [layout.filled(f"Hint: {way.hint}\n")] * bool(way.hint)
        if (count := len(self.verdict.found)) > MOST_WAYS:
            parts.append(f"And {count - MOST_WAYS} more.\n")
        return "\n".join(parts)

    def as_html(self, layout: Layout) -> str:
        """Return the same for a page, with the two situations side by side."""
        ways = [way._asdict() | {"table": layout(way.table)} for way in self.ways]
        notes = [capital(note) for note in self._notes()]
        said = {"head": self._head, "notes": notes, "ways": ways, "legend": self.teller.legend}
        return render("narration/model.html.j2", said)

    def _notes(self) -> Iterator[str]:
        yield from [self.note] * bool(self.note)
        if self.verdict.dead and not self.verdict.found:
            actions = ", ".join(str(move) for move, _ in self.verdict.dead.steps)
            yield f"the model may begin what it cannot end, which is one way to forbid it; the first time after {actions}."
        if self.verdict.seen.space.problem.metric is None and not self.verdict.space.unit_costs:
            yield "the model has no metric to minimize, or is in time; what crossings cost was not compared."
        if rivals := self.verdict.rivals:
            told = f"{rivals} other way{'s' * (rivals != 1)} to find everybody in the model"
            yield f"{told} would fit as well; the likeliest was taken."

    def _table(self, scenes: Sequence[Scene]) -> Table:
        """Return the situations that lead there, each with the move before it and the model's actions for it."""
        move = capital(self.teller.move.one)
        rows = [("", "At the start", "", *self._cells(self.verdict.first.state))]
        rows += [
            (str(number), scene.text, ", ".join(scene.actions), *self._cells(scene.state))
            for number, scene in enumerate(scenes, 1)
        ]
        headings = [heading for heading, _ in self.teller.cells(self.verdict.first.state)]
        return Table((move, "What happens", "In the model", *headings), tuple(rows))

    def _cells(self, state: Any) -> list[str]:
        return [cell for _, cell in self.teller.cells(state)]

    def told(self, form: str, layout: Layout) -> str:
        """Return the verdict in a format; in ``map`` by what it was come to."""
        if form == "map":
            return as_file(self.verdict.seen)
        if form == "html":
            return self.as_html(layout)
        return self.as_text(layout)

    def as_data(self) -> dict[str, Any]:
        """Return the same as data."""
        told = list[dict[str, Any]]()
        for way, found in zip(self.ways, self.verdict.found, strict=False):
            steps = [
                {
                    "number": number,
                    "text": scene.text,
                    "actions": scene.actions,
                    **self.teller.state_as_json(scene.state),
                }
                for number, scene in enumerate(way.scenes, 1)
            ]
            rule = found.wrong.breach.rule if found.wrong else None
            said = {"kind": way.kind, "where": way.where or None, "rule": rule, "says": way.says}
            told.append({**said, "steps": steps, "actions": way.actions, "then": way.then, "hint": way.hint or None})
        parameters = dict(self.verdict.instance.parameters)
        return {"parameters": parameters, "states": self.verdict.stages, "differences": told, "notes": [*self._notes()]}
