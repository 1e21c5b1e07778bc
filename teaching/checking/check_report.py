"""The report of `plan check`: a scenario for each difference, with the model's actions for each move."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import narrator_of
from ferryplan.generator.layout import Layout
from ferryplan.generator.narrator import StateLine
from ferryplan.generator.search.model_comparison import Difference
from ferryplan.generator.templates import render_template
from ferryplan.generator.wording import Table, capitalize, join_phrases
from ferryplan.teaching.checking.credibility import MIN_AGREEMENT, describe_share
from ferryplan.teaching.checking.interpretation_map import format_map_file
from ferryplan.teaching.checking.model_verdict import ClassifiedDifference, ModelVerdict
from ferryplan.teaching.checking.unneeded_parts import find_unneeded_parts

MAX_DESCRIBED_DIFFERENCES = 5
"""The largest number of differences that a report describes."""
VIOLATION_PLACE_KEYS = {"left": "check.where-left", "reached": "check.where-reached", "boat": "check.where-boat"}
"""The messages for the places where the puzzle enforces a rule and the model does not."""
FIELDS_FOR_PAGES = ("sides", "table")
"""The fields of a difference that JSON output leaves out."""


class ScenarioStep(NamedTuple):
    """A move of the puzzle, the model's actions for this move, and the state after it."""

    text: str
    """The move as a sentence."""
    actions: list[str]
    state: Any


class DescribedDifference(NamedTuple):
    """The description of one difference between a model and the puzzle."""

    kind: str
    where: str | None
    rule: str | None
    text: str
    """A sentence that states the mistake."""
    steps: list[dict[str, Any]]
    """The moves of the scenario as data."""
    actions: list[str]
    """The actions of the model after the last move of the scenario."""
    evidence: str
    """A sentence with the evidence for the difference."""
    hint: str | None
    """A hint, if hints were requested."""
    sides: dict[str, list[StateLine]]
    """The state in the puzzle and the state in the model, as lines of pictures."""
    table: Table
    """The states of the scenario; only the final state if the comparison compares only final states."""


class CheckReport:
    """A description of a verdict, as text, page or data."""

    def __init__(self, verdict: ModelVerdict, hints: Sequence[str] = (), note: str = "") -> None:
        """Describe a verdict.

        ``hints`` has one hint for each difference, in the order of the differences. ``note`` says which instance the problem describes.
        """
        self.verdict, self.note, self.narrator, self.state_variables = (
            verdict,
            note,
            narrator_of(verdict.instance),
            verdict.observer.state_variables,
        )
        told = itertools.zip_longest(verdict.differences, hints)
        self.described_differences = [
            self._describe_difference(one, hint) for one, hint in itertools.islice(told, MAX_DESCRIBED_DIFFERENCES)
        ]

    def _describe_difference(self, classified: ClassifiedDifference, hint: str | None) -> DescribedDifference:
        difference, wrong = classified.difference, classified.transition_violation
        scenes, actions = self._make_scenario(difference)
        where = wrong.where if wrong and classified.kind == "rule-missing" else ""
        rule = wrong.violation.rule if wrong else None
        shown = format_message(VIOLATION_PLACE_KEYS[where]) if where else ""
        says = format_message(f"differences.{classified.kind}", rule=rule, where=shown)
        then = capitalize(format_message(f"evidence.{classified.kind}", found=self._describe_evidence(classified)))
        table = self._make_scenario_table(scenes)
        if self.state_variables.compares_only_ends and difference.situation is not None:
            table = self.narrator.tabulate_states([(0, self.state_variables.to_state(difference.situation))])
        steps = [
            {"number": number, "text": text, "actions": made, **self.narrator.state_as_json(state)}
            for number, (text, made, state) in enumerate(scenes[1:], 1)
        ]
        sides = self._compare_situations(difference)
        return DescribedDifference(
            classified.kind, where or None, rule, says, steps, actions, then, hint or None, sides, table
        )

    def _make_scenario(self, difference: Difference[Any, Any]) -> tuple[list[ScenarioStep], list[str]]:
        """Return the steps from the start to a difference, and the model's actions after the last step.

        Actions that finish a move, such as a landing, belong to this move.
        """
        stage, actions, lands = self.verdict.initial_pair, list[str](), False
        scenes = [ScenarioStep(format_message("check.start"), [], stage.state)]
        for move, after in difference.steps:
            if moves := after.state != stage.state:
                made = self.verdict.find_move(stage.state, after.state)
                scenes.append(ScenarioStep(self.narrator.describe_move(stage.state, made), actions, after.state))
                actions = []
            (scenes[-1].actions if moves or lands else actions).append(str(move))
            lands = (moves or lands) and not self.verdict.observer(after.model_state).is_settled
            stage = after
        return scenes, actions

    def _compare_situations(self, difference: Difference[Any, Any]) -> dict[str, list[StateLine]]:
        """Return the state of the puzzle and the state of the model at a difference, as lines of pictures."""
        here = there = [*self.narrator.list_state_lines(difference.state)]
        if difference.situation is not None:
            there = [*self.narrator.list_state_lines(self.state_variables.to_state(difference.situation))]
        match difference.kind:
            case "forbids":
                here, there = there, here
            case "start" if difference.situation is None:
                there = []
            case "start" if not all(values for _, values in self._describe_values(self._find_end_state(difference))):
                seen = self._describe_values(self._find_end_state(difference))
                there = [
                    StateLine(join_phrases(values) or format_message("check.no-place"), called, not values)
                    for called, values in seen
                ]
            case "double":
                seen = self._describe_values(self._find_end_state(difference))
                there = [StateLine(join_phrases(values), called, len(values) > 1) for called, values in seen]
        return {"puzzle": here, "model": there}

    def _find_end_state(self, difference: Difference[Any, Any]) -> Any:
        """Return the state of the model at the end of a difference's scenario."""
        return difference.steps[-1][1].model_state if difference.steps else self.verdict.observer.space.initial

    def _describe_values(self, state: Any) -> list[tuple[str, list[str]]]:
        """Return the name of each state variable with the names of its values in a state of the model.

        A correct model gives each variable one value. Numbers may lie outside the variable's domain.
        """
        told = zip(
            self.state_variables.variables,
            self.state_variables.values,
            self.verdict.observer.read_values(state),
            strict=True,
        )
        return [
            (role.called, [names[one].called if 0 <= one < len(names) else str(one) for one in values])
            for role, names, values in told
        ]

    def _find_missing(self, state: Any) -> list[int]:
        """Return the indices of the state variables that have no value in a state of the model."""
        return [role for role, (_, values) in enumerate(self._describe_values(state)) if not values]

    def _describe_evidence(self, classified: ClassifiedDifference) -> str:
        """Return a phrase with the evidence for a difference."""
        difference, verdict = classified.difference, self.verdict
        if classified.transition_violation is not None:
            return classified.transition_violation.violation.found
        if difference.move is not None:
            return self.narrator.describe_move(difference.state, difference.move)
        end = self._find_end_state(difference)
        match difference.kind:
            case "start":
                if missing := self._find_missing(end):
                    return self.state_variables.describe_missing(missing)
                state = self.narrator.format_state(self.state_variables.to_state(difference.situation))
                return format_message("evidence.initial-state", state=state)
            case "early":
                return verdict.space.describe_unmet_goals(difference.state)
            case "late":
                return verdict.observer.space.describe_unmet_goals(end)
            case "double":
                several = [
                    (role, values) for role, (_, values) in enumerate(self._describe_values(end)) if len(values) > 1
                ]
                placed = [
                    self.state_variables.describe_conflicting_values(*one)
                    for one in several
                    if not self.state_variables.is_numeric(one[0])
                ]
                counted = [
                    self.state_variables.describe_conflicting_values(*one)
                    for one in several
                    if self.state_variables.is_numeric(one[0])
                ]
                at_once = [format_message("check.at-once", situations=", and ".join(placed))] if placed else []
                return "; ".join([*at_once, *counted]) or format_message("check.too-many")
            case "exchange":
                before = (
                    difference.steps[-2][1].model_state
                    if len(difference.steps) > 1
                    else verdict.initial_pair.model_state
                )
                return join_phrases(verdict.observer(before).find_exchanged_objects(verdict.observer(end)))
            case "costs":
                return self._describe_cost_difference(difference)
        return ""

    def _describe_cost_difference(self, difference: Difference[Any, Any]) -> str:
        """Describe the total costs in the model and in the puzzle at the end of a difference's scenario."""
        model, space, stage = self.verdict.observer.space, self.verdict.space, self.verdict.initial_pair
        theirs = ours = 0
        for move, after in difference.steps:
            theirs += model.cost(stage.model_state, move)
            if after.state != stage.state:
                ours += space.cost(stage.state, self.verdict.find_move(stage.state, after.state))
            stage = after
        if not difference.steps:
            return format_message("check.maximized")
        costs = {"model": Fraction(theirs, model.cost_scale), "puzzle": Fraction(ours, space.cost_scale)}
        return format_message("check.charged", **costs)

    @property
    def _heading(self) -> str:
        title, count = self.verdict.instance.title, len(self.verdict.differences)
        if count:
            return format_message("check.differs", count=count, title=title)
        if self.verdict.is_own_pddl:
            return format_message("check.same-pddl", title=title)
        states = f"{self.verdict.state_count:,}"
        if self.state_variables.compares_only_ends:
            return format_message("check.same-end", title=title, states=states)
        situations = f"{self.verdict.situation_count:,}"
        if self.verdict.state_count > self.verdict.situation_count:
            return format_message("check.same-with-more-states", title=title, states=states, situations=situations)
        return format_message("check.same", title=title, states=states, situations=situations)

    def _make_notes(self) -> Iterator[str]:
        yield from [self.note] * bool(self.note)
        if self.dead_end:
            text, actions = self.dead_end["text"], ", ".join(self.dead_end["actions"])
            yield format_message("check.dead-end", dead_end=f"{text[:1].lower()}{text[1:]}", actions=actions)
        elif self.verdict.stuck_difference and not self.verdict.differences:
            actions = ", ".join(str(move) for move, _ in self.verdict.stuck_difference.steps)
            yield format_message("check.unfinished", move=self.narrator.move_noun.one, actions=actions)
        if self.verdict.is_own_pddl:
            return
        if self.verdict.observer.space.problem.metric is None and not self.verdict.space.has_unit_costs:
            yield format_message("check.costs-missing")
        if self.verdict.are_costs_unclear:
            yield format_message("check.costs-unclear")
        if self._is_doubtful:
            yield format_message("check.doubtful", share=describe_share(self.verdict.agreement))
        if self.unneeded_parts:
            yield format_message("check.unneeded", parts="; ".join(self.unneeded_parts))
        if rivals := self.verdict.rival_count:
            yield format_message("check.rivals", count=rivals)

    @property
    def _is_doubtful(self) -> bool:
        """Whether the interpretation may be wrong, because the model allows too few of the puzzle's moves.

        This does not apply to models whose initial state differs.
        """
        begins_otherwise = any(one.kind == "start" for one in self.verdict.differences)
        compared = self.verdict.differences and not self.state_variables.compares_only_ends and not begins_otherwise
        return bool(compared) and self.verdict.agreement < MIN_AGREEMENT

    @functools.cached_property
    def dead_end(self) -> dict[str, Any] | None:
        """The first forbidden move into a dead end of the model; None if there are other differences."""
        difference = self.verdict.dead_end
        if difference is None or self.verdict.differences:
            return None
        if lost := self._find_missing(self._find_end_state(difference)):
            shown = self.state_variables.describe_missing(lost, any_more=True)
        elif difference.situation is None:
            shown = format_message("check.unsettled", move=self.narrator.move_noun.one)
        else:
            shown = self.state_variables.find_transition_violation(
                difference.state, difference.situation
            ).violation.found
        says = format_message("check.dead-end-found", move=self.narrator.move_noun.one, found=shown)
        return {"text": says, "actions": [str(move) for move, _ in difference.steps]}

    @functools.cached_property
    def unneeded_parts(self) -> list[str]:
        """The parts that a model does not need; empty if the model differs from the puzzle."""
        if self.verdict.differences or self.verdict.is_own_pddl:
            return []
        readings = self.verdict.observer.readings
        told = {literal[0][0] for reading in readings for literal in reading if literal is not None}
        return find_unneeded_parts(self.verdict.observer.space, told)

    def _make_scenario_table(self, scenario: Sequence[ScenarioStep]) -> Table:
        """Return a table of a scenario's states, with the move before each and the model's actions for it."""
        rows = [
            (str(number or ""), text, ", ".join(actions), *(cell for _, cell in self.narrator.list_state_cells(state)))
            for number, (text, actions, state) in enumerate(scenario)
        ]
        headings = [heading for heading, _ in self.narrator.list_state_cells(self.verdict.initial_pair.state)]
        happens, made = format_message("check.happens"), format_message("check.in-model")
        return Table((capitalize(self.narrator.move_noun.one), happens, made, *headings), tuple(rows))

    def render(self, form: str, layout: Layout) -> str:
        """Return the verdict and the description of each difference in a format.

        Each description has its scenario as a table; pages also show puzzle and model side by side. The format ``map`` returns only the
        interpretation.
        """
        if form == "map":
            return format_map_file(self.verdict.observer)
        said = {
            "head": self._heading,
            "notes": [*map(capitalize, self._make_notes())] if form == "html" else [*self._make_notes()],
            "ways": [way._asdict() | {"table": layout(way.table)} for way in self.described_differences],
            "more": len(self.verdict.differences) - len(self.described_differences),
            "by_end": self.state_variables.compares_only_ends,
            "legend": self.narrator.picture_legend,
        }
        told = render_template(f"narration/model.{'html' if form == 'html' else 'text'}.j2", said)
        return told if form == "html" else layout.wrap_text(told)

    def as_data(self) -> dict[str, Any]:
        """Return the report as data for JSON output."""
        told = [
            {key: one for key, one in way._asdict().items() if key not in FIELDS_FOR_PAGES}
            for way in self.described_differences
        ]
        parameters = dict(self.verdict.instance.parameters)
        return {
            "parameters": parameters,
            "states": None if self.verdict.is_own_pddl else self.verdict.state_count,
            "puzzle_states": None if self.verdict.is_own_pddl else self.verdict.situation_count,
            "differences": told,
            "dead_end": self.dead_end,
            "unneeded": self.unneeded_parts,
            "notes": [*self._make_notes()],
        }
