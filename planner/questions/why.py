"""The reasons why a puzzle has no solution, and the changes that would help.

The reasons are the states nearest to the goal, the forbidden moves there, and rules that contradict each other. A certificate
lets other programs check the answer.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError, FerryplanError
from ferryplan.generator.families import (
    family_of,
    instantiate,
    instantiate_smallest,
    narrator_of,
    state_space_of,
    strategy_of,
)
from ferryplan.generator.family_types import RuleConflict
from ferryplan.generator.instance import AnyInstance, ParameterValue
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.puzzle_warnings import find_obvious_cause
from ferryplan.generator.rendering import Renderable
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.search.strategy import BlockedMove, SearchOutcome
from ferryplan.generator.search.uniform_cost_search import TotalCost
from ferryplan.generator.space import StateSpace
from ferryplan.generator.templates import render_template
from ferryplan.generator.wording import Table, capitalize
from ferryplan.planner.questions.smallest_value import smaller_candidate_values
from ferryplan.planner.questions.variants import nearest_variants
from ferryplan.planner.status import Status
from ferryplan.planner.system import progress
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, GRACE, enforce_limits
from ferryplan.planner.system.stoppable import AT_TIME_LIMIT, collect_until_limit, compute_until_limit
from ferryplan.planner.system.terminal import names_options

MAX_STATES = 200_000
MAX_STATES_PER_CHANGE = 20_000
SECONDS_PER_PARAMETER = 10.0
MAX_NEAREST_STATES = 3
MAX_FORBIDDEN_MOVES = 12


class HelpfulChange(NamedTuple):
    """A change that makes a puzzle solvable, and the moves and cost of an optimal solution with it."""

    change_text: str
    """the change in words, or as an option of the command line"""
    total: TotalCost


@dataclass(frozen=True, slots=True, repr=False)
class Why(Renderable):
    """The reasons why a puzzle has no solution, and the changes that would help."""

    renderer = "ferryplan.planner.questions.why:render_why"

    instance: AnyInstance
    """The puzzle with a value for each of its parameters."""
    status: Status
    """The outcome: unsolvable; optimal or solved if there is a solution after all; unknown, timeout or memory if the search was stopped."""
    reach: SearchOutcome[Any]
    """The outcome of the search: the states that it reached, and whether one of them is a goal state."""
    total: TotalCost | None = None
    """The moves and the cost of an optimal solution; None if there is none."""
    stops: tuple[BlockedMove[Any, Any], ...] = ()
    """The forbidden moves that would satisfy more of the goal, one per symmetry class."""
    conflict: RuleConflict | None = None
    """The rules or clues that contradict each other; None if there is no such contradiction."""
    changes: tuple[HelpfulChange, ...] = ()
    """The smallest changes that make the puzzle solvable, changed parameters first. Each changed puzzle was solved."""
    notes: tuple[str, ...] = ()
    """Remarks, such as omissions, or slips that were fixed."""

    def __repr__(self) -> str:
        """Return a short description with the instance and the status."""
        return f"Why({self.instance!r}, status={self.status!r})"

    @property
    def space(self) -> StateSpace[Any, Any]:
        """The state space of the puzzle."""
        return state_space_of(self.instance)

    @property
    def goals_met(self) -> int:
        """The largest number of goal conditions that hold in any state reached; 0 if there is a solution."""
        return 0 if self.reach.goal_reached else self.reach.goals_met

    @property
    def nearest(self) -> list[tuple[int, Any]]:
        """The reached states in which the most goal conditions hold, as pairs (number of moves, state).

        The number of moves is counted from the initial state. There are at most 3 pairs; none if the puzzle is
        solvable.
        """
        if self.reach.goal_reached:
            return []
        met, most = self.space.count_goals_met, self.goals_met
        found = [(depth, state) for state, depth in self.reach.depths.items() if met(state) == most]
        order = narrator_of(self.instance).state_sort_key
        return sorted(found, key=lambda one: (one[0], order(one[1])))[:MAX_NEAREST_STATES]

    @property
    def certificate(self) -> dict[str, Any]:
        """The certificate of unsolvability as a JSON object, which other programs can check without a search.

        Raises EncodingError if it is too large.
        """
        return build_certificate(self.instance)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object that ``plan why --format json`` prints."""
        narrator, instance, known = narrator_of(self.instance), self.instance, self.conflict
        goals = 0 if self.reach.goal_reached else self.space.goal_count
        return {
            "puzzle": instance.puzzle,
            "parameters": dict(instance.parameters),
            "status": self.status,
            **narrator.total_cost_as_json(self.total),
            **narrator.search_outcome_as_json(self.reach, self.goals_met, goals, self.nearest),
            "forbidden_moves": [narrator.blocked_move_as_json(stop) for stop in self.stops],
            **(
                {}
                if known is None
                else {"contradictory_clues": [*known.rules], "contradiction_is_smallest": known.is_minimal}
            ),
            "changes": [
                {"change": change.change_text, **narrator.total_cost_as_json(change.total)} for change in self.changes
            ],
            "notes": [*self.notes],
        }

    def describe(self, layout: Layout) -> str:
        """Return the text that ``plan why`` prints; ``layout`` draws its tables."""
        narrator, nearest = narrator_of(self.instance), self.nearest
        changes = tuple((change.change_text, narrator.format_total_cost(change.total)) for change in self.changes)
        rules = {*narrator.rules}
        # Moves that break a rule of the puzzle come before loads that nobody can row: only the first are shown.
        stops = sorted(self.stops, key=lambda stop: stop.rule not in rules)
        told = render_template(
            f"{narrator.narration_folder}/why.j2",
            {
                "why": self,
                "names_options": names_options.get(),
                "narrator": narrator,
                "notes": "\n".join(f"{capitalize(note)}." for note in self.notes),
                "total": None
                if self.total is None or family_of(self.instance).has_fixed_length
                else narrator.format_total_cost(self.total),
                "nearest": layout(narrator.tabulate_states(nearest)) if nearest else "",
                "nearest_states": len(nearest),
                "next": narrator.next_item_name(nearest[0][1]) if self.status == "unsolvable" and nearest else "",
                "stops": layout(narrator.tabulate_blocked_moves(stops[:MAX_FORBIDDEN_MOVES])) if stops else "",
                "more_stops": max(0, len(self.stops) - MAX_FORBIDDEN_MOVES),
                "conflict": self.conflict or RuleConflict(),
                "changes": layout(Table(("Change", "Solution"), changes)) if changes else "",
            },
        )
        return layout.wrap_text(told)


def render_why(found: Why, form: str, *, layout: Layout = PLAIN) -> str:
    """Return the reasons and changes as text or as JSON; ``form`` is the output format."""
    if form == "json":
        return json.dumps(found.to_dict(), ensure_ascii=False, indent=2) + "\n"
    return found.describe(layout)


def explain_unsolvability(
    puzzle: PuzzleFile,
    parameters: Mapping[str, ParameterValue] | None = None,
    *,
    max_states: int = MAX_STATES,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
) -> Why:
    """Return why a puzzle has no solution with these parameters, or that it has one.

    If a free parameter has no given value, the answer explains why the value just below the smallest working one does
    not work. ``max_states`` limits the search; ``timeout`` (in seconds) and ``memory`` (in MiB) limit the whole run. If
    a limit is reached, the answer holds everything known so far, and notes name the parts that are missing.

    Raises PuzzleError, ParameterError or EncodingError for a wrong puzzle or parameter, TimeIsUpError or MemoryError if nothing
    is known.
    """
    parameters = {} if parameters is None else parameters
    with enforce_limits(timeout, memory, GRACE) as limit:
        with enforce_limits(math.inf):
            instance, notes = _choose_instance(puzzle, parameters)
        family, strategy, narrator = family_of(instance), strategy_of(instance), narrator_of(instance)
        reach = strategy.explore_to_goal(max_states, progress.make_progress_counter(lambda: limit.seconds_left > 0))
        conflict = RuleConflict() if family.has_override("find_conflict") else None
        if reach.goal_reached:
            total, cut = (reach.total, "") if reach.total else compute_until_limit(strategy.find_least_cost)
            status: Status = "solved" if family.why_not("slack") else "optimal"
            if total is None:
                status = "timeout" if cut == AT_TIME_LIMIT else "memory"
                notes = (*notes, format_message("questions.optimum-cut-off", cut=cut))
            return Why(instance, status, reach, total, conflict=conflict, notes=notes)
        if not reach.complete:
            without: Status = "unknown" if limit.seconds_left else "timeout"
            status = "unsolvable" if narrator.describe_unreachable_goals(reach) else without
            return Why(instance, status, reach, conflict=conflict, notes=notes)
        found_none = "questions.no-solution-by-placements" if family.has_fixed_length else "questions.no-solution-known"
        progress.record_known_result(format_message(found_none, count=reach.state_count))
        stops, stops_cut = collect_until_limit(strategy.find_blocked_moves(reach))
        known, conflict_cut = compute_until_limit(lambda: family.find_conflict(instance))
        changes, changes_cut = collect_until_limit(
            _find_helpful_changes(puzzle, parameters, instance, known or RuleConflict())
        )
        said = {"moves": narrator.move_noun.many, "rule": narrator.rule_noun}
        cuts = [
            *([format_message("questions.stops-cut-off", **said, cut=stops_cut)] if stops_cut else []),
            *(
                [format_message("questions.contradiction-cut-off", rule=narrator.rule_noun, cut=conflict_cut)]
                if conflict_cut
                else []
            ),
            *([format_message("questions.changes-cut-off", cut=changes_cut)] if changes_cut else []),
        ]
        causes = () if known and known.rules else find_obvious_cause(puzzle, instance)
        notes = (*causes, *notes, *cuts)
        return Why(instance, "unsolvable", reach, None, stops, known or conflict, changes, notes)


def _choose_instance(
    puzzle: PuzzleFile, parameters: Mapping[str, ParameterValue]
) -> tuple[AnyInstance, tuple[str, ...]]:
    """Return the instance whose unsolvability is explained, and notes on the value of its free parameter."""
    instance, searched = instantiate_smallest(puzzle, parameters), puzzle.find_free_parameter()
    tried, open_value = smaller_candidate_values(puzzle, parameters, instance), family_of(puzzle).free_parameter_key
    if (
        searched is None
        or not tried
        or not strategy_of(instance).explore_to_goal(MAX_STATES, progress.make_progress_counter()).goal_reached
    ):
        return instance, ()
    enough, about = (format_message(open_value, count=value) for value in (tried.stop, tried[-1]))
    note = format_message("questions.value-is-enough", enough=enough, asked=about)
    return instantiate(puzzle, {**dict(instance.parameters), searched: tried[-1]}), (note,)


def _find_helpful_changes(
    puzzle: PuzzleFile, given: Mapping[str, ParameterValue], instance: AnyInstance, conflict: RuleConflict
) -> Iterator[HelpfulChange]:
    """Yield the changes that make a puzzle solvable: first other parameter values, then other relaxations.

    A relaxation is a change that no parameter expresses, such as a rule fewer. ``conflict`` are the rules that contradict each
    other.
    """
    for variant in nearest_variants(puzzle, instance, given, SECONDS_PER_PARAMETER):
        yield HelpfulChange(variant.option + variant.nearness_note, variant.total)
    for group in family_of(puzzle).suggest_relaxations(puzzle, instance, conflict):
        for change in group:
            progress.show_step(format_message("questions.trying-change", change=change.description))
            try:
                total = strategy_of(change.instance).find_least_cost(MAX_STATES_PER_CHANGE)
            except FerryplanError:  # such as too many loads
                continue
            if total is not None:
                yield HelpfulChange(change.description, total)
                break


def build_certificate(instance: AnyInstance) -> dict[str, Any]:
    """Return the certificate of an unsolvable instance as a JSON object.

    Its keys are ``puzzle``, ``parameters``, ``claim``, ``start`` and ``states``, unless the family has certificates of its own.

    The states are a set that contains the start and no goal state, and that no move leaves. Anybody who knows the rules
    can check this without a search. A state has the keys of its JSON form; where rules count moves, it also has
    ``clock``, the number of moves made (up to the last that matters). Raises EncodingError if over 200,000 states can
    be reached, or if the family's own certificate is too large.
    """
    if own := family_of(instance).certify_unsolvability(instance):
        return own
    space, narrator = state_space_of(instance), narrator_of(instance)
    exploration = explore(space, MAX_STATES)
    if not exploration.complete:
        raise EncodingError(
            format_message("questions.too-large-a-certificate", most=MAX_STATES),
            where=instance.puzzle,
            about="states",
            found=f"over {MAX_STATES:,}",
            expected=f"at most {MAX_STATES:,}",
        )
    assert exploration.goal is None, "there is a plan"

    def state_as_json(state: Any) -> dict[str, Any]:
        clock = narrator.move_count_if_limited(state)
        return {**narrator.state_as_json(state), **({} if clock is None else {"clock": clock})}

    return {
        "puzzle": instance.puzzle,
        "parameters": dict(instance.parameters),
        "claim": format_message("questions.certificate-claim", move=narrator.move_noun.one),
        "start": state_as_json(space.initial),
        "states": [state_as_json(state) for state in exploration.depths],
    }
