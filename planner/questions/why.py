"""Why there is no plan: how far one gets, what stops one there, what to change; and a proof of it that others can check."""

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
    state_space,
    strategy_of,
    teller_of,
)
from ferryplan.generator.family_types import Conflict
from ferryplan.generator.instance import AnyInstance, Value
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.oddities import obvious_cause
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.rendering import Renderable
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.search.cheapest import Total
from ferryplan.generator.search.strategy import Reach, Stop
from ferryplan.generator.space import StateSpace
from ferryplan.generator.templates import render
from ferryplan.generator.wording import Table, capital
from ferryplan.planner.questions.smallest import smaller
from ferryplan.planner.questions.variants import nearest_variants
from ferryplan.planner.status import Status
from ferryplan.planner.system import progress
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, GRACE, limited
from ferryplan.planner.system.stopping import AT_TIME_LIMIT, attempted, gathered

MOST_STATES = 200_000
MOST_STATES_OF_A_CHANGE = 20_000
SECONDS_FOR_A_PARAMETER = 10.0
MOST_NEAREST = 3
MOST_STOPS = 12


class Helpful(NamedTuple):
    """One thing changed, and the least total then."""

    says: str
    """in words, or as an option of the command line"""
    total: Total


@dataclass(frozen=True, slots=True, repr=False)
class Why(Renderable):
    """The reasons why a puzzle has no solution, and the changes that would help."""

    renderer = "ferryplan.planner.questions.why:render_why"

    instance: AnyInstance
    """The puzzle with a value for each of its parameters."""
    status: Status
    """The outcome: unsolvable; optimal or solved if there is a solution after all; unknown, timeout or memory if the search was stopped."""
    reach: Reach[Any]
    """The states that the search reached."""
    total: Total | None = None
    """The moves and the cost of an optimal solution; None if there is none."""
    stops: tuple[Stop[Any, Any], ...] = ()
    """The moves that would bring more of the goal about and that the rules forbid, one per symmetry class."""
    conflict: Conflict | None = None
    """The rules or clues that contradict each other; None if that is not how the puzzle fails."""
    changes: tuple[Helpful, ...] = ()
    """The smallest changes that make the puzzle solvable, parameters first. Each was solved."""
    notes: tuple[str, ...] = ()
    """Remarks, such as what was left out, or slips that were fixed."""

    def __repr__(self) -> str:
        """Return what was asked, and the status."""
        return f"Why({self.instance!r}, status={self.status!r})"

    @property
    def space(self) -> StateSpace[Any, Any]:
        """The state space of the puzzle."""
        return state_space(self.instance)

    @property
    def goals_met(self) -> int:
        """The most conditions of the goal that hold in any state reached; 0 if there is a solution."""
        return 0 if self.reach.goal else self.reach.met

    @property
    def nearest(self) -> list[tuple[int, Any]]:
        """Some states in which that many conditions hold, each with the number of moves that lead there; empty if there is a solution."""
        if self.reach.goal:
            return []
        met, most = self.space.goals_met, self.goals_met
        found = [(depth, state) for state, depth in self.reach.depths.items() if met(state) == most]
        order = teller_of(self.instance).order
        return sorted(found, key=lambda one: (one[0], order(one[1])))[:MOST_NEAREST]

    @property
    def certificate(self) -> dict[str, Any]:
        """A certificate of unsolvability, ready for JSON, which any program can check.

        Raises EncodingError if it is too large.
        """
        return certificate_of(self.instance)

    def to_dict(self) -> dict[str, Any]:
        """Return the object that ``plan why --format json`` prints."""
        teller, instance, known = teller_of(self.instance), self.instance, self.conflict
        goals = 0 if self.reach.goal else self.space.goals
        return {
            "puzzle": instance.puzzle,
            "parameters": dict(instance.parameters),
            "status": self.status,
            **teller.total_as_json(self.total),
            **teller.reach_as_json(self.reach, self.goals_met, goals, self.nearest),
            "forbidden_moves": [teller.stop_as_json(stop) for stop in self.stops],
            **(
                {}
                if known is None
                else {"contradictory_clues": [*known.rules], "contradiction_is_smallest": known.smallest}
            ),
            "changes": [{"change": change.says, **teller.total_as_json(change.total)} for change in self.changes],
            "notes": [*self.notes],
        }

    def describe(self, layout: Layout) -> str:
        """Return the text that ``plan why`` prints, its tables drawn by a layout."""
        teller, nearest = teller_of(self.instance), self.nearest
        changes = tuple((change.says, teller.total(change.total)) for change in self.changes)
        rules = {*teller.rules}
        # Moves that break a rule of the puzzle come before loads that nobody can row: only the first are shown.
        stops = sorted(self.stops, key=lambda stop: stop.rule not in rules)
        told = render(
            f"{teller.narration}/why.j2",
            {
                "why": self,
                "teller": teller,
                "notes": "\n".join(f"{capital(note)}." for note in self.notes),
                "total": None if self.total is None or family_of(self.instance).alike else teller.total(self.total),
                "nearest": layout(teller.states(nearest)) if nearest else "",
                "nearest_states": len(nearest),
                "next": teller.next_after(nearest[0][1]) if self.status == "unsolvable" and nearest else "",
                "stops": layout(teller.stops(stops[:MOST_STOPS])) if stops else "",
                "more_stops": max(0, len(self.stops) - MOST_STOPS),
                "conflict": self.conflict or Conflict(),
                "changes": layout(Table(("Change", "Solution"), changes)) if changes else "",
            },
        )
        return layout.filled(told)


def render_why(found: Why, form: str, *, layout: Layout = PLAIN) -> str:
    """Return the answer as a text, or as JSON."""
    if form == "json":
        return json.dumps(found.to_dict(), ensure_ascii=False, indent=2) + "\n"
    return found.describe(layout)


def why(
    puzzle: PuzzleFile,
    parameters: Mapping[str, Value] | None = None,
    *,
    most: int = MOST_STATES,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
) -> Why:
    """Return why a puzzle has no plan for these parameters, or that it has one.

    Where a parameter is left open for the smallest value that works, it is told why the one before that does not work. ``most`` bounds what is
    searched. ``timeout`` is in seconds, ``memory`` in MiB; what is known when they are used up is
    told, notes say what was cut short. Raises PuzzleError, ParameterError and EncodingError for what cannot be asked, TimeIsUpError and
    MemoryError where nothing is known.
    """
    parameters = {} if parameters is None else parameters
    with limited(timeout, memory, GRACE) as limit:
        with limited(math.inf):
            instance, notes = _asked(puzzle, parameters)
        family, strategy, teller = family_of(instance), strategy_of(instance), teller_of(instance)
        reach = strategy.reach(most, progress.counting(lambda: limit.seconds_left > 0))
        conflict = Conflict() if family.overrides("find_conflict") else None
        if reach.goal:
            total, cut = (reach.total, "") if reach.total else attempted(strategy.least)
            status: Status = "solved" if family.why_not("slack") else "optimal"
            if total is None:
                status = "timeout" if cut == AT_TIME_LIMIT else "memory"
                notes = (*notes, format_message("questions.optimum-cut-off", cut=cut))
            return Why(instance, status, reach, total, conflict=conflict, notes=notes)
        if not reach.complete:
            without: Status = "unknown" if limit.seconds_left else "timeout"
            status = "unsolvable" if teller.never_met(reach) else without
            return Why(instance, status, reach, conflict=conflict, notes=notes)
        found_none = "questions.no-solution-by-placements" if family.alike else "questions.no-solution-known"
        progress.known(format_message(found_none, count=reach.tried))
        stops, stops_cut = gathered(strategy.stops(reach))
        known, conflict_cut = attempted(lambda: family.find_conflict(instance))
        changes, changes_cut = gathered(_changes(puzzle, parameters, instance, known or Conflict()))
        said = {"moves": teller.move.many, "rule": teller.rule}
        cuts = [
            *([format_message("questions.stops-cut-off", **said, cut=stops_cut)] if stops_cut else []),
            *(
                [format_message("questions.contradiction-cut-off", rule=teller.rule, cut=conflict_cut)]
                if conflict_cut
                else []
            ),
            *([format_message("questions.changes-cut-off", cut=changes_cut)] if changes_cut else []),
        ]
        causes = () if known and known.rules else obvious_cause(puzzle, instance)
        notes = (*causes, *notes, *cuts)
        return Why(instance, "unsolvable", reach, None, stops, known or conflict, changes, notes)


def _asked(puzzle: PuzzleFile, parameters: Mapping[str, Value]) -> tuple[AnyInstance, tuple[str, ...]]:
    """Return the instance that is meant, and what to say of it."""
    instance, searched = instantiate_smallest(puzzle, parameters), puzzle.searched_parameter()
    tried, open_value = smaller(puzzle, parameters, instance), family_of(puzzle).open_value
    if searched is None or not tried or not strategy_of(instance).reach(MOST_STATES, progress.counting()).goal:
        return instance, ()
    enough, about = (format_message(open_value, count=value) for value in (tried.stop, tried[-1]))
    note = format_message("questions.value-is-enough", enough=enough, asked=about)
    return instantiate(puzzle, {**dict(instance.parameters), searched: tried[-1]}), (note,)


def _changes(
    puzzle: PuzzleFile, given: Mapping[str, Value], instance: AnyInstance, conflict: Conflict
) -> Iterator[Helpful]:
    """Yield the changes that help: of parameters, then those for which there is none."""
    for variant in nearest_variants(puzzle, instance, given, SECONDS_FOR_A_PARAMETER):
        yield Helpful(variant.option + variant.doubt, variant.total)
    for group in family_of(puzzle).suggest_changes(puzzle, instance, conflict):
        for change in group:
            progress.doing(format_message("questions.trying-change", change=change.says))
            try:
                total = strategy_of(change.instance).least(MOST_STATES_OF_A_CHANGE)
            except FerryplanError:  # too many loads
                continue
            if total is not None:
                yield Helpful(change.says, total)
                break


def certificate_of(instance: AnyInstance) -> dict[str, Any]:
    """Return the certificate of an instance without a plan as a JSON object: ``puzzle``, ``parameters``, ``claim``, ``start``, ``states``.

    Where a family has one of another shape, it is that.
    The states are a set that one cannot leave, with the start in it and no goal: whoever knows the rules can check that without the search.
    A state has what its teller tells programs of it; where rules count moves, also ``clock``, how many (up to the last that matters).
    Raises EncodingError if over 200,000 states can be reached, or where that of the family is too large.
    """
    if own := family_of(instance).certify(instance):
        return own
    space, teller = state_space(instance), teller_of(instance)
    exploration = explore(space, MOST_STATES)
    if not exploration.complete:
        raise EncodingError(
            format_message("questions.too-large-a-certificate", most=MOST_STATES),
            where=instance.puzzle,
            about="states",
            found=f"over {MOST_STATES:,}",
            expected=f"at most {MOST_STATES:,}",
        )
    assert exploration.goal is None, "there is a plan"

    def told(state: Any) -> dict[str, Any]:
        clock = teller.clock(state)
        return {**teller.state_as_json(state), **({} if clock is None else {"clock": clock})}

    return {
        "puzzle": instance.puzzle,
        "parameters": dict(instance.parameters),
        "claim": format_message("questions.certificate-claim", move=teller.move.one),
        "start": told(space.initial),
        "states": [told(state) for state in exploration.depths],
    }
