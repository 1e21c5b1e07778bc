"""The trace of a search: each expansion in a table, as JSON, and on an animated page."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.drawing import MAX_DRAWN_STATES
from ferryplan.generator.errors import check_count_limit
from ferryplan.generator.masks import select_by_mask
from ferryplan.generator.narrator import StateLine
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.search.graph_analysis import analyze_graph
from ferryplan.generator.search.state_graph import explore_graph
from ferryplan.generator.templates import render_template
from ferryplan.generator.wording import Table, abbreviate_list, truncate
from ferryplan.planner.graphs.graph_picture import make_picture
from ferryplan.planner.graphs.graph_report import GraphReport
from ferryplan.teaching.searching.report_formatting import format_optional_number, to_json_number
from ferryplan.teaching.searching.search_run import SearchRun
from ferryplan.teaching.textbook.heuristics.heuristic_registry import HEURISTICS
from ferryplan.teaching.textbook.searches.search_monitor import Expansion

MAX_STEPS, STEP_MILLISECONDS, MAX_STATE_LENGTH = 2_000, 700, 160
"""The largest number of expansions on a page, the milliseconds between them, and the largest length of a state's description."""


class SearchTrace:
    """The recorded expansions of one search, ready to be formatted."""

    def __init__(self, run: SearchRun) -> None:
        self.run, self.searched, self.steps = run, run.searched, run.trace or ()
        self._state_numbers = dict[Hashable, int]()

    def expansions_as_json(self) -> Iterator[dict[str, Any]]:
        """Yield each expansion as a JSON object.

        States (or sets of facts, in searches over facts) have numbers in the order of discovery.
        """
        for at, step in enumerate(self.steps, 1):
            yield {
                "step": at,
                "round": step.round,
                "backward": step.is_backward,
                "states": [self._number_state(one) for one in step.states],
                "labels": [self._format_state(one) for one in step.states],
                **{
                    key: to_json_number(value)
                    for key, value in zip(("f", "g", "h"), (step.f, step.g, step.h), strict=True)
                },
                "h_star": to_json_number(self._find_goal_distance(step)),
                "successors": [self._number_state(one) for one in step.children],
                "frontier": step.frontier,
            }

    def make_table(self) -> Table:
        """Return a table with a row for each expansion.

        A row has the values f, g, h and h*, the expanded states, and the numbers of nodes.
        """
        rows = []
        for step, row in zip(self.steps, self.expansions_as_json(), strict=True):
            numbers = map(format_optional_number, (step.f, step.g, step.h, self._find_goal_distance(step)))
            told = "; ".join(abbreviate_list(row["labels"], 3, "names.and-more-states"))
            rows.append((str(row["step"]), *numbers, told, str(len(row["successors"])), str(row["frontier"])))
        counts = map(format_message, ("search.expanded", "search.generated", "search.frontier"))
        return Table(("", "f", "g", "h", "h*", *counts), tuple(rows))

    def render_page(self) -> str:
        """Return an HTML page that shows the search step by step on the graph of all reachable states.

        If there are too many reachable states, the graph has only the states that the search found. Raises EncodingError if even these
        states, or the expansions, are too many.
        """
        puzzle, task, estimate = self.searched.instance.puzzle, self.searched.task, self._make_estimate_function()
        on_a_page = format_message("search.on-a-page")
        check_count_limit(puzzle, len(self.steps), format_message("search.expansions"), MAX_STEPS, on_a_page)
        if 0 < len(self.run.distances) <= MAX_DRAWN_STATES:
            found = self.searched.knowledge.graph_analysis
        else:
            seen = {task.initial, *(one for step in self.steps for one in (*step.states, *step.children))}
            check_count_limit(puzzle, len(seen), format_message("search.states-found"), MAX_DRAWN_STATES, on_a_page)
            within = explore_graph(task, moves=lambda state: (one for one in task.successors(state) if one[1] in seen))
            found = analyze_graph(within)
        states = found.graph.states
        said = [
            " · ".join(
                f"{name} {format_optional_number(value)}"
                for name, value in (("h", h), ("h*", true))
                if value is not None
            )
            for h, true in ((estimate(state), self.run.distances.get(state)) for state in states)
        ]
        picture = make_picture(
            GraphReport(found, self.searched.narrator), extra_lines=[StateLine(text) for text in said if any(said)]
        )
        shown = self._make_state_finder(states)
        start = {
            "now": [],
            "next": [0],
            "round": 0,
            "values": [""] * 4 + [0, 1],
            "text": format_message("search.first-stop"),
        }
        stops: list[dict[str, Any]] = [start]
        for step, row in zip(self.steps, self.expansions_as_json(), strict=True):
            now, following = shown(step.states, step.is_backward), shown(step.children, step.is_backward)
            values = [
                *map(format_optional_number, (step.f, step.g, step.h, self._find_goal_distance(step))),
                row["step"],
                step.frontier,
            ]
            text = truncate("; ".join(abbreviate_list(row["labels"], 3, "names.and-more-states")), MAX_STATE_LENGTH)
            stops.append({"now": now, "next": following, "round": step.round, "values": values, "text": text})
        way = self.run.path.states if self.run.path else ()
        stops.append({**stops[-1], "now": shown(way, False), "next": [], "plan": bool(way), "text": self.run.verdict})
        title = f"{self.searched.instance.title}: {self.run.title}"
        shared = {"title": title, "picture": picture, "page": True, "reasons": ()}
        return render_template("pictures/search.html.j2", {**shared, "stops": stops, "pace": STEP_MILLISECONDS})

    def _make_estimate_function(self) -> Callable[[PddlState], float | None]:
        """Return a function that returns the estimate of a state; None for a state without an estimate.

        If the heuristic is a user's function, only states that the search evaluated have an estimate.
        """
        heuristic = self.run.heuristic
        if heuristic is not None and not self.searched.uses_rules:
            return HEURISTICS[heuristic].make_estimate(self.searched.knowledge)
        return self.run.estimates.get

    def _find_goal_distance(self, step: Expansion) -> float | None:
        """Return the goal distance of the expanded state, or None if it is unknown.

        It is also None for an expansion of several states, as in a symbolic search.
        """
        state = step.states[0] if len(step.states) == 1 else None
        return self.run.distances.get(state) if isinstance(state, PddlState) else None

    def _number_state(self, one: Hashable) -> int:
        """Return the number of a state or a set of facts; a new one gets the next number."""
        return self._state_numbers.setdefault(one, len(self._state_numbers))

    def _format_state(self, one: Hashable) -> str:
        """Return a state in words, or a set of facts, given as a bit mask, in PDDL syntax."""
        if isinstance(one, PddlState):
            return self.searched.narrator.format_state(one)
        assert isinstance(one, int)
        facts = [
            (" ".join(fact), holds) for fact, holds in select_by_mask(self.searched.knowledge.operators.facts, one)
        ]
        return " ".join(f"({fact})" if holds else f"(not ({fact}))" for fact, holds in facts if fact)

    def _make_state_finder(self, states: Sequence[PddlState]) -> Callable[[Iterable[Hashable], bool], list[int]]:
        """Return a function that returns the indices, in ``states``, of the states that an expansion mentions.

        The function's arguments are states or bit masks of facts, and whether the search is backward. In a backward search, a bit mask
        stands for all states in which its facts hold.
        """
        places = {state: place for place, state in enumerate(states)}
        by_facts = any(isinstance(one, int) for step in self.steps for one in step.states)
        masks = [*map(self.searched.knowledge.operators.mask_of_state, states)] if by_facts else []

        def find_state_numbers(some: Iterable[Hashable], backward: bool) -> list[int]:
            found = dict[int, None]()
            for one in some:
                if isinstance(one, int):
                    found |= {at: None for at, mask in enumerate(masks) if (mask & one if backward else mask) == one}
                elif isinstance(one, PddlState):
                    found[places[one]] = None
            return [*found]

        return find_state_numbers
