"""The report of `plan check`: a scenario for each difference, with the model's own actions beside the puzzle's moves."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import teller_of
from ferryplan.generator.layout import Layout
from ferryplan.generator.search.comparison import Difference
from ferryplan.generator.teller import Line
from ferryplan.generator.templates import render
from ferryplan.generator.wording import Table, capital, listing
from ferryplan.teaching.checking.comparing import Found, Verdict
from ferryplan.teaching.checking.credibility import CREDIBLE, describe_share
from ferryplan.teaching.checking.mapping import as_file
from ferryplan.teaching.checking.surplus import find_unneeded_parts

MOST_WAYS = 5
"""so many ways in which a model differs are told"""
WHERE = {"left": "check.where-left", "reached": "check.where-reached", "boat": "check.where-boat"}
"""where the puzzle enforces a rule and a model does not"""
DRAWN = ("sides", "table")
"""what is told of a way, but not to programs"""


class Scene(NamedTuple):
    """A move of the puzzle, with the actions by which the model makes it, and the state after it."""

    text: str
    """the move as a sentence"""
    actions: list[str]
    state: Any


class Way(NamedTuple):
    """One way in which a model differs, ready to be told."""

    kind: str
    where: str | None
    rule: str | None
    text: str
    """what is wrong"""
    steps: list[dict[str, Any]]
    """what leads there, as data"""
    actions: list[str]
    """what the model does next, if it does"""
    evidence: str
    """what shows then"""
    hint: str | None
    """where to look, if that is to be told"""
    sides: dict[str, list[Line]]
    """the situation in the puzzle, and that in the model"""
    table: Table
    """the situations that lead there, or how it ends where only that counts"""


class Report:
    """A verdict in words."""

    def __init__(self, verdict: Verdict, hints: Sequence[str] = (), note: str = "") -> None:
        """``hints`` are told of the ways in which a model differs, in the order of these; a ``note`` says of which instance the problem is."""
        self.verdict, self.note, self.teller, self.cast = verdict, note, teller_of(verdict.instance), verdict.seen.cast
        told = itertools.zip_longest(verdict.found, hints)
        self.ways = [self._way(one, hint) for one, hint in itertools.islice(told, MOST_WAYS)]

    def _way(self, found: Found, hint: str | None) -> Way:
        difference, wrong = found.difference, found.wrong
        scenes, actions = self._scenes(difference)
        where = wrong.where if wrong and found.kind == "rule-missing" else ""
        rule = wrong.breach.rule if wrong else None
        shown = format_message(WHERE[where]) if where else ""
        says = format_message(f"differences.{found.kind}", rule=rule, where=shown)
        then = capital(format_message(f"evidence.{found.kind}", found=self._shows(found)))
        table = self._table(scenes)
        if self.cast.by_end and difference.situation is not None:
            table = self.teller.states([(0, self.cast.state(difference.situation))])
        steps = [
            {"number": number, "text": text, "actions": made, **self.teller.state_as_json(state)}
            for number, (text, made, state) in enumerate(scenes[1:], 1)
        ]
        sides = self._sides(difference)
        return Way(found.kind, where or None, rule, says, steps, actions, then, hint or None, sides, table)

    def _scenes(self, difference: Difference[Any, Any]) -> tuple[list[Scene], list[str]]:
        """Return what leads to a difference, from the start on, and the actions after that; what ends a move belongs to it."""
        stage, actions, lands = self.verdict.first, list[str](), False
        scenes = [Scene(format_message("check.start"), [], stage.state)]
        for move, after in difference.steps:
            if moves := after.state != stage.state:
                made = self.verdict.move(stage.state, after.state)
                scenes.append(Scene(self.teller.sentence(stage.state, made), actions, after.state))
                actions = []
            (scenes[-1].actions if moves or lands else actions).append(str(move))
            lands = (moves or lands) and not self.verdict.seen(after.model).settled
            stage = after
        return scenes, actions

    def _sides(self, difference: Difference[Any, Any]) -> dict[str, list[Line]]:
        """Return in which situations the puzzle and the model are where the two differ, as lines of pictures."""
        here = there = [*self.teller.lines(difference.state)]
        if difference.situation is not None:
            there = [*self.teller.lines(self.cast.state(difference.situation))]
        match difference.kind:
            case "forbids":
                here, there = there, here
            case "start" if difference.situation is None:
                there = []
            case "start" if not all(values for _, values in self._seen(self._end(difference))):
                seen = self._seen(self._end(difference))
                there = [
                    Line(listing(values) or format_message("check.no-place"), called, not values)
                    for called, values in seen
                ]
            case "double":
                seen = self._seen(self._end(difference))
                there = [Line(listing(values), called, len(values) > 1) for called, values in seen]
        return {"puzzle": here, "model": there}

    def _end(self, difference: Difference[Any, Any]) -> Any:
        """Return the state of the model in which the two differ."""
        return difference.steps[-1][1].model if difference.steps else self.verdict.seen.space.initial

    def _seen(self, state: Any) -> list[tuple[str, list[str]]]:
        """Return what is called how in a state of the model, with its values there; numbers may be any."""
        told = zip(self.cast.roles, self.cast.values, self.verdict.seen.values(state), strict=True)
        return [
            (role.called, [names[one].called if 0 <= one < len(names) else str(one) for one in values])
            for role, names, values in told
        ]

    def _find_missing(self, state: Any) -> list[int]:
        """Return the roles that have no value in a state of the model."""
        return [role for role, (_, values) in enumerate(self._seen(state)) if not values]

    def _shows(self, found: Found) -> str:
        """Return in words what shows that the two differ."""
        difference, verdict = found.difference, self.verdict
        if found.wrong is not None:
            return found.wrong.breach.found
        if difference.move is not None:
            return self.teller.sentence(difference.state, difference.move)
        end = self._end(difference)
        match difference.kind:
            case "start":
                if missing := self._find_missing(end):
                    return self.cast.describe_missing(missing)
                state = self.teller.state(self.cast.state(difference.situation))
                return format_message("evidence.initial-state", state=state)
            case "early":
                return verdict.space.unmet(difference.state)
            case "late":
                return verdict.seen.space.unmet(end)
            case "double":
                several = [(role, values) for role, (_, values) in enumerate(self._seen(end)) if len(values) > 1]
                placed = [self.cast.describe_values(*one) for one in several if not self.cast.counts(one[0])]
                counted = [self.cast.describe_values(*one) for one in several if self.cast.counts(one[0])]
                at_once = [format_message("check.at-once", situations=", and ".join(placed))] if placed else []
                return "; ".join([*at_once, *counted]) or format_message("check.too-many")
            case "exchange":
                before = difference.steps[-2][1].model if len(difference.steps) > 1 else verdict.first.model
                return listing(verdict.seen(before).find_exchanged(verdict.seen(end)))
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
            return format_message("check.maximized")
        costs = {"model": Fraction(theirs, model.in_one), "puzzle": Fraction(ours, space.in_one)}
        return format_message("check.charged", **costs)

    @property
    def _head(self) -> str:
        title, count = self.verdict.instance.title, len(self.verdict.found)
        if count:
            return format_message("check.differs", count=count, title=title)
        if self.verdict.is_own_pddl:
            return format_message("check.same-pddl", title=title)
        states = f"{self.verdict.states:,}"
        if self.cast.by_end:
            return format_message("check.same-end", title=title, states=states)
        situations = f"{self.verdict.situations:,}"
        if self.verdict.states > self.verdict.situations:
            return format_message("check.same-with-more-states", title=title, states=states, situations=situations)
        return format_message("check.same", title=title, states=states, situations=situations)

    def _notes(self) -> Iterator[str]:
        yield from [self.note] * bool(self.note)
        if self.dead_end:
            text, actions = self.dead_end["text"], ", ".join(self.dead_end["actions"])
            yield format_message("check.dead-end", dead_end=f"{text[:1].lower()}{text[1:]}", actions=actions)
        elif self.verdict.dead and not self.verdict.found:
            actions = ", ".join(str(move) for move, _ in self.verdict.dead.steps)
            yield format_message("check.unfinished", move=self.teller.move.one, actions=actions)
        if self.verdict.is_own_pddl:
            return
        if self.verdict.seen.space.problem.metric is None and not self.verdict.space.unit_costs:
            yield format_message("check.costs-missing")
        if self.verdict.costs_unclear:
            yield format_message("check.costs-unclear")
        if self._is_doubtful:
            yield format_message("check.doubtful", share=describe_share(self.verdict.agreement))
        if self.unneeded:
            yield format_message("check.unneeded", parts="; ".join(self.unneeded))
        if rivals := self.verdict.rivals:
            yield format_message("check.rivals", count=rivals)

    @property
    def _is_doubtful(self) -> bool:
        """Whether a model that begins as the puzzle does makes so few of its moves that its facts may have been misread."""
        begins_otherwise = any(one.kind == "start" for one in self.verdict.found)
        compared = self.verdict.found and not self.cast.by_end and not begins_otherwise
        return bool(compared) and self.verdict.agreement < CREDIBLE

    @functools.cached_property
    def dead_end(self) -> dict[str, Any] | None:
        """The first move that the puzzle forbids and the model makes, after which nothing goes on; None for a model that differs otherwise."""
        difference = self.verdict.dead_end
        if difference is None or self.verdict.found:
            return None
        if lost := self._find_missing(self._end(difference)):
            shown = self.cast.describe_missing(lost, any_more=True)
        elif difference.situation is None:
            shown = format_message("check.unsettled", move=self.teller.move.one)
        else:
            shown = self.cast.wrong(difference.state, difference.situation).breach.found
        says = format_message("check.dead-end-found", move=self.teller.move.one, found=shown)
        return {"text": says, "actions": [str(move) for move, _ in difference.steps]}

    @functools.cached_property
    def unneeded(self) -> list[str]:
        """What a model that is the same as the puzzle has besides; nothing of one that differs."""
        if self.verdict.found or self.verdict.is_own_pddl:
            return []
        readings = self.verdict.seen.readings
        told = {literal[0][0] for reading in readings for literal in reading if literal is not None}
        return find_unneeded_parts(self.verdict.seen.space, told)

    def _table(self, scenes: Sequence[Scene]) -> Table:
        """Return the situations that lead there, each with the move before it and the model's actions for it."""
        rows = [
            (str(number or ""), text, ", ".join(actions), *(cell for _, cell in self.teller.cells(state)))
            for number, (text, actions, state) in enumerate(scenes)
        ]
        headings = [heading for heading, _ in self.teller.cells(self.verdict.first.state)]
        happens, made = format_message("check.happens"), format_message("check.in-model")
        return Table((capital(self.teller.move.one), happens, made, *headings), tuple(rows))

    def told(self, form: str, layout: Layout) -> str:
        """Return the verdict, then each way with its scenario, the situations as a table, on pages also side by side; in ``map`` by what it was
        come to."""
        if form == "map":
            return as_file(self.verdict.seen)
        said = {
            "head": self._head,
            "notes": [*map(capital, self._notes())] if form == "html" else [*self._notes()],
            "ways": [way._asdict() | {"table": layout(way.table)} for way in self.ways],
            "more": len(self.verdict.found) - len(self.ways),
            "by_end": self.cast.by_end,
            "legend": self.teller.legend,
        }
        told = render(f"narration/model.{'html' if form == 'html' else 'text'}.j2", said)
        return told if form == "html" else layout.filled(told)

    def as_data(self) -> dict[str, Any]:
        """Return the same as data."""
        told = [{key: one for key, one in way._asdict().items() if key not in DRAWN} for way in self.ways]
        parameters = dict(self.verdict.instance.parameters)
        return {
            "parameters": parameters,
            "states": None if self.verdict.is_own_pddl else self.verdict.states,
            "puzzle_states": None if self.verdict.is_own_pddl else self.verdict.situations,
            "differences": told,
            "dead_end": self.dead_end,
            "unneeded": self.unneeded,
            "notes": [*self._notes()],
        }
