"""A search told step by step: each expansion as a row, as JSON, and on a page that plays it on the graph of the states."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.drawing import MOST_DRAWN
from ferryplan.generator.errors import check_size
from ferryplan.generator.masks import select
from ferryplan.generator.pddl.states import State
from ferryplan.generator.search.state_graph import explore_graph
from ferryplan.generator.search.survey import survey
from ferryplan.generator.teller import Line
from ferryplan.generator.templates import render
from ferryplan.generator.wording import Table, begun, few
from ferryplan.planner.graphs.formats import picture_of
from ferryplan.planner.graphs.report import Report
from ferryplan.teaching.searching.runs import SearchRun
from ferryplan.teaching.searching.wording import number, plain
from ferryplan.teaching.textbook.heuristics.estimates import HEURISTICS
from ferryplan.teaching.textbook.searches.watching import Expansion

MOST_STEPS, PACE, LONGEST = 2_000, 700, 160
"""so many steps a page plays, the milliseconds from one to the next, and how many characters are told of a state"""


class Trace:
    """The expansions of a search that was traced."""

    def __init__(self, run: SearchRun) -> None:
        self.run, self.searched, self.steps = run, run.searched, run.trace or ()
        self._numbers = dict[Hashable, int]()

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield what is told of each expansion; states, or sets of facts, are numbered as they are found."""
        for at, step in enumerate(self.steps, 1):
            yield {
                "step": at,
                "round": step.round,
                "backward": step.backward,
                "states": [self._number(one) for one in step.states],
                "labels": [self._told(one) for one in step.states],
                **{key: number(value) for key, value in zip(("f", "g", "h"), (step.f, step.g, step.h), strict=True)},
                "h_star": number(self._true(step)),
                "successors": [self._number(one) for one in step.children],
                "frontier": step.frontier,
            }

    def table(self) -> Table:
        """Return a row for each expansion."""
        rows = []
        for step, row in zip(self.steps, self.rows(), strict=True):
            numbers = map(plain, (step.f, step.g, step.h, self._true(step)))
            told = "; ".join(few(row["labels"], 3, "names.and-more-states"))
            rows.append((str(row["step"]), *numbers, told, str(len(row["successors"])), str(row["frontier"])))
        counts = map(format_message, ("search.expanded", "search.generated", "search.frontier"))
        return Table(("", "f", "g", "h", "h*", *counts), tuple(rows))

    def page(self) -> str:
        """Return the page: all states within reach or, where they are too many, those found. Raises EncodingError for too many of them."""
        puzzle, task, estimate = self.searched.instance.puzzle, self.searched.task, self._estimate()
        on_a_page = format_message("search.on-a-page")
        check_size(puzzle, len(self.steps), format_message("search.expansions"), MOST_STEPS, on_a_page)
        if 0 < len(self.run.distances) <= MOST_DRAWN:
            found = self.searched.known.states
        else:
            seen = {task.initial, *(one for step in self.steps for one in (*step.states, *step.children))}
            check_size(puzzle, len(seen), format_message("search.states-found"), MOST_DRAWN, on_a_page)
            within = explore_graph(task, moves=lambda state: (one for one in task.moves(state) if one[1] in seen))
            found = survey(within)
        states = found.graph.states
        said = [
            " · ".join(f"{name} {plain(value)}" for name, value in (("h", h), ("h*", true)) if value is not None)
            for h, true in ((estimate(state), self.run.distances.get(state)) for state in states)
        ]
        picture = picture_of(Report(found, self.searched.teller), below=[Line(text) for text in said if any(said)])
        shown = self._places(states)
        start = {
            "now": [],
            "next": [0],
            "round": 0,
            "values": [""] * 4 + [0, 1],
            "text": format_message("search.first-stop"),
        }
        stops: list[dict[str, Any]] = [start]
        for step, row in zip(self.steps, self.rows(), strict=True):
            now, following = shown(step.states, step.backward), shown(step.children, step.backward)
            values = [*map(plain, (step.f, step.g, step.h, self._true(step))), row["step"], step.frontier]
            text = begun("; ".join(few(row["labels"], 3, "names.and-more-states")), LONGEST)
            stops.append({"now": now, "next": following, "round": step.round, "values": values, "text": text})
        way = self.run.path.states if self.run.path else ()
        stops.append({**stops[-1], "now": shown(way, False), "next": [], "plan": bool(way), "text": self.run.verdict})
        title = f"{self.searched.instance.title}: {self.run.title}"
        shared = {"title": title, "picture": picture, "page": True, "reasons": ()}
        return render("pictures/search.html.j2", {**shared, "stops": stops, "pace": PACE})

    def _estimate(self) -> Callable[[State], float | None]:
        """Return a function that gives the estimate of a state; with the user's own heuristic, only of states that the search estimated."""
        heuristic = self.run.heuristic
        if heuristic is not None and not self.searched.has_own_rules:
            return HEURISTICS[heuristic].of(self.searched.known)
        return self.run.estimates.get

    def _true(self, step: Expansion) -> float | None:
        state = step.states[0] if len(step.states) == 1 else None
        return self.run.distances.get(state) if isinstance(state, State) else None

    def _number(self, one: Hashable) -> int:
        return self._numbers.setdefault(one, len(self._numbers))

    def _told(self, one: Hashable) -> str:
        """Return a state in words, or facts as PDDL has them."""
        if isinstance(one, State):
            return self.searched.teller.state(one)
        assert isinstance(one, int)
        facts = [(" ".join(fact), holds) for fact, holds in select(self.searched.known.operators.facts, one)]
        return " ".join(f"({fact})" if holds else f"(not ({fact}))" for fact, holds in facts if fact)

    def _places(self, states: Sequence[State]) -> Callable[[Iterable[Hashable], bool], list[int]]:
        """Return what gives the numbers of some states, or of those in which facts hold."""
        places = {state: place for place, state in enumerate(states)}
        by_facts = any(isinstance(one, int) for step in self.steps for one in step.states)
        masks = [*map(self.searched.known.operators.mask, states)] if by_facts else []

        def shown(some: Iterable[Hashable], backward: bool) -> list[int]:
            found = dict[int, None]()
            for one in some:
                if isinstance(one, int):
                    found |= {at: None for at, mask in enumerate(masks) if (mask & one if backward else mask) == one}
                elif isinstance(one, State):
                    found[places[one]] = None
            return [*found]

        return shown
