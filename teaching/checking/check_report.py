"""The report of `plan check`: for each difference, a scenario with the model's actions for each move.

A scenario is a shortest sequence of moves that shows a difference between a model and the puzzle.
"""

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
from ferryplan.teaching.checking.credibility import MIN_AGREEMENT, describe_agreement
from ferryplan.teaching.checking.interpretation_map import format_map_file
from ferryplan.teaching.checking.model_verdict import ClassifiedDifference, ModelVerdict
from ferryplan.teaching.checking.unneeded_parts import find_unneeded_parts

MAX_DESCRIBED_DIFFERENCES = 5
"""The largest number of differences that a report describes."""
VIOLATION_PLACE_KEYS = {"left": "check.where-left", "reached": "check.where-reached", "boat": "check.where-boat"}
"""The keys of messages for the places at which a rule applies: the bank that the boat leaves, the bank that it reaches, and the boat."""
FIELDS_FOR_PAGES = ("sides", "table")
"""The fields of `DescribedDifference` that only text and HTML reports show; JSON output leaves them out."""


class ScenarioStep(NamedTuple):
    """One row of a scenario: a puzzle move, the model's actions for it, and the puzzle's state afterwards."""

    text: str
    """The move as a sentence; a message for the start in the first row."""
    actions: list[str]
    """The ground actions by which the model makes this move, in PDDL syntax."""
    state: Any
    """The state of the puzzle after the move."""


class DescribedDifference(NamedTuple):
    """The description of one difference between a model and the puzzle, for all formats of a report."""

    kind: str
    """The kind of difference, such as ``rule-missing``."""
    where: str | None
    """The place at which the model does not enforce the rule: ``left``, ``reached`` or ``boat``; None if the place does not matter."""
    rule: str | None
    """The rule that the model does not enforce, as a sentence; None for a difference without a broken rule."""
    text: str
    """A sentence that states the mistake."""
    steps: list[dict[str, Any]]
    """The moves of the scenario, for JSON output: number, sentence, the model's actions, and the puzzle's state."""
    actions: list[str]
    """The model's actions after the last move of the scenario, in PDDL syntax; they show the difference."""
    evidence: str
    """A sentence about the mistake at the end of the scenario, such as the rule that is broken."""
    hint: str | None
    """A hint how to correct the model; None if no hints were requested."""
    sides: dict[str, list[StateLine]]
    """Pictures of the scenario's final state, as lines: ``puzzle`` shows the state in the puzzle, ``model`` the state in the model."""
    table: Table
    """The states of the scenario as a table; only the final state if the puzzle has no order of moves."""


class CheckReport:
    """The report on one compared problem of a model: verdict, differences with scenarios, and notes.

    It can be rendered as text, Markdown, HTML or JSON.
    """

    def __init__(self, verdict: ModelVerdict, hints: Sequence[str] = (), note: str = "") -> None:
        """Prepare the report on ``verdict``.

        ``hints`` has one hint for each difference, in the order of the differences. ``note`` is a remark for the report, such as which
        instance of the puzzle was compared; empty for none.
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
        """Return the description of one difference, with its scenario and the given ``hint``."""
        difference, wrong = classified.difference, classified.transition_violation
        scenes, actions = self._make_scenario_steps(difference)
        where = wrong.where if wrong and classified.kind == "rule-missing" else ""
        rule = wrong.violation.rule if wrong else None
        shown = format_message(VIOLATION_PLACE_KEYS[where]) if where else ""
        says = format_message(f"differences.{classified.kind}", rule=rule, where=shown)
        then = capitalize(
            format_message(f"evidence.{classified.kind}", found=self._describe_end_of_scenario(classified))
        )
        table = self._make_scenario_table(scenes)
        if self.state_variables.compares_only_final_states and difference.valuation is not None:
            table = self.narrator.tabulate_states([(0, self.state_variables.to_state(difference.valuation))])
        steps = [
            {"number": number, "text": text, "actions": made, **self.narrator.state_as_json(state)}
            for number, (text, made, state) in enumerate(scenes[1:], 1)
        ]
        sides = self._draw_end_states(difference)
        return DescribedDifference(
            classified.kind, where or None, rule, says, steps, actions, then, hint or None, sides, table
        )

    def _make_scenario_steps(self, difference: Difference[Any, Any]) -> tuple[list[ScenarioStep], list[str]]:
        """Return the scenario of a difference as steps, and the model's actions after the last step.

        The first step is the initial state. Actions that finish a move, such as a landing, belong to this move.
        """
        stage, actions, lands = self.verdict.initial_pair, list[str](), False
        scenes = [ScenarioStep(format_message("check.start"), [], stage.state)]
        for move, after in difference.steps:
            if moves := after.state != stage.state:
                made = self.verdict.find_move(stage.state, after.state)
                scenes.append(ScenarioStep(self.narrator.describe_move(stage.state, made), actions, after.state))
                actions = []
            (scenes[-1].actions if moves or lands else actions).append(str(move))
            lands = (moves or lands) and not self.verdict.observer(after.model_state).is_between_moves
            stage = after
        return scenes, actions

    def _draw_end_states(self, difference: Difference[Any, Any]) -> dict[str, list[StateLine]]:
        """Return pictures of the state at the end of a difference's scenario, in the puzzle and in the model.

        The picture under the key ``puzzle`` shows the state in the puzzle, and the picture under ``model`` the state in the model. A
        picture is a list of lines.
        """
        here = there = [*self.narrator.list_state_lines(difference.state)]
        if difference.valuation is not None:
            there = [*self.narrator.list_state_lines(self.state_variables.to_state(difference.valuation))]
        match difference.kind:
            case "forbids":
                here, there = there, here
            case "start" if difference.valuation is None:
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
        """Return the values of the puzzle's state variables in a state of the model, in words.

        Each pair has the name of a state variable, such as "the wolf", and the names of its values. A correct model gives each state
        variable exactly one value. A number may lie outside the variable's domain.
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

    def _find_unset_variables(self, state: Any) -> list[int]:
        """Return the indices of the state variables to which a state of the model gives no value."""
        return [role for role, (_, values) in enumerate(self._describe_values(state)) if not values]

    def _describe_end_of_scenario(self, classified: ClassifiedDifference) -> str:
        """Return a phrase about the wrong fact or step at the end of a difference's scenario, or ""."""
        difference, verdict = classified.difference, self.verdict
        if classified.transition_violation is not None:
            return classified.transition_violation.violation.found
        if difference.move is not None:
            return self.narrator.describe_move(difference.state, difference.move)
        end = self._find_end_state(difference)
        match difference.kind:
            case "start":
                if missing := self._find_unset_variables(end):
                    return self.state_variables.describe_missing_variables(missing)
                state = self.narrator.format_state(self.state_variables.to_state(difference.valuation))
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
        """Return a phrase with the total costs of a difference's scenario in the model and in the puzzle."""
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
        """The first sentence of the report: whether the model differs, and how many states were compared."""
        title, count = self.verdict.instance.title, len(self.verdict.differences)
        if count:
            return format_message("check.differs", count=count, title=title)
        if self.verdict.is_own_pddl:
            return format_message("check.same-pddl", title=title)
        states = f"{self.verdict.model_state_count:,}"
        if self.state_variables.compares_only_final_states:
            return format_message("check.same-end", title=title, states=states)
        situations = f"{self.verdict.puzzle_state_count:,}"
        if self.verdict.model_state_count > self.verdict.puzzle_state_count:
            return format_message("check.same-with-more-states", title=title, states=states, situations=situations)
        return format_message("check.same", title=title, states=states, situations=situations)

    def _make_notes(self) -> Iterator[str]:
        """Yield the remarks that follow the differences, such as that a metric is missing."""
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
        if self._is_interpretation_doubtful:
            yield format_message("check.doubtful", share=describe_agreement(self.verdict.agreement))
        if self.unneeded_parts:
            yield format_message("check.unneeded", parts="; ".join(self.unneeded_parts))
        if rivals := self.verdict.rival_count:
            yield format_message("check.rivals", count=rivals)

    @property
    def _is_interpretation_doubtful(self) -> bool:
        """Whether a wrong interpretation may cause the differences.

        This is so if the model allows few of the puzzle's moves and its initial state agrees with the puzzle's.
        """
        begins_otherwise = any(one.kind == "start" for one in self.verdict.differences)
        compared = (
            self.verdict.differences and not self.state_variables.compares_only_final_states and not begins_otherwise
        )
        return bool(compared) and self.verdict.agreement < MIN_AGREEMENT

    @functools.cached_property
    def dead_end(self) -> dict[str, Any] | None:
        """A forbidden move that the model begins but cannot finish; None if there is none.

        Only the first such move is reported, and only if the model has no differences. It does not count as a
        difference, because the model never reaches a state that the puzzle forbids. ``text`` is a sentence about the
        move, and ``actions`` are the model's actions up to it.
        """
        difference = self.verdict.dead_end
        if difference is None or self.verdict.differences:
            return None
        if lost := self._find_unset_variables(self._find_end_state(difference)):
            shown = self.state_variables.describe_missing_variables(lost, had_facts_before=True)
        elif difference.valuation is None:
            shown = format_message("check.unsettled", move=self.narrator.move_noun.one)
        else:
            shown = self.state_variables.find_transition_violation(
                difference.state, difference.valuation
            ).violation.found
        says = format_message("check.dead-end-found", move=self.narrator.move_noun.one, found=shown)
        return {"text": says, "actions": [str(move) for move, _ in difference.steps]}

    @functools.cached_property
    def unneeded_parts(self) -> list[str]:
        """Descriptions of actions and predicates that the model does not need, as phrases.

        The list is empty if the model differs from the puzzle.
        """
        if self.verdict.differences or self.verdict.is_own_pddl:
            return []
        readings = self.verdict.observer.readings
        told = {literal[0][0] for reading in readings for literal in reading if literal is not None}
        return find_unneeded_parts(self.verdict.observer.space, told)

    def _make_scenario_table(self, scenario: Sequence[ScenarioStep]) -> Table:
        """Return a scenario as a table, with a row for each state.

        A row has the number and the sentence of the move before the state, the model's actions for this move, and the state.
        """
        rows = [
            (str(number or ""), text, ", ".join(actions), *(cell for _, cell in self.narrator.list_state_cells(state)))
            for number, (text, actions, state) in enumerate(scenario)
        ]
        headings = [heading for heading, _ in self.narrator.list_state_cells(self.verdict.initial_pair.state)]
        happens, made = format_message("check.happens"), format_message("check.in-model")
        return Table((capitalize(self.narrator.move_noun.one), happens, made, *headings), tuple(rows))

    def render(self, form: str, layout: Layout) -> str:
        """Return the report in the format ``form``: the verdict, and each difference with its scenario.

        HTML pages also show the puzzle's state and the model's state side by side. The format ``map`` returns only the interpretation, as
        TOML.
        """
        if form == "map":
            return format_map_file(self.verdict.observer)
        said = {
            "head": self._heading,
            "notes": [*map(capitalize, self._make_notes())] if form == "html" else [*self._make_notes()],
            "ways": [way._asdict() | {"table": layout(way.table)} for way in self.described_differences],
            "more": len(self.verdict.differences) - len(self.described_differences),
            "by_end": self.state_variables.compares_only_final_states,
            "legend": self.narrator.picture_legend,
        }
        told = render_template(f"narration/model.{'html' if form == 'html' else 'text'}.j2", said)
        return told if form == "html" else layout.wrap_text(told)

    def report_as_json(self) -> dict[str, Any]:
        """Return the report as a JSON object.

        It has the parameters, the numbers of states, the differences, the dead end, the unneeded parts and the notes.
        """
        told = [
            {key: one for key, one in way._asdict().items() if key not in FIELDS_FOR_PAGES}
            for way in self.described_differences
        ]
        parameters = dict(self.verdict.instance.parameters)
        return {
            "parameters": parameters,
            "states": None if self.verdict.is_own_pddl else self.verdict.model_state_count,
            "puzzle_states": None if self.verdict.is_own_pddl else self.verdict.puzzle_state_count,
            "differences": told,
            "dead_end": self.dead_end,
            "unneeded": self.unneeded_parts,
            "notes": [*self._make_notes()],
        }
