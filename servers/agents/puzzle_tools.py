"""Tools about puzzles and PDDL: search_catalog, generate, solve, why, explore."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from typing import Any, Literal

from pydantic import Field

import ferryplan
from ferryplan.domains.messages import format_message
from ferryplan.servers.agents.tool_reply import ToolReply, make_reply
from ferryplan.servers.agents.tool_request import (
    PARAMETERS_HELP,
    PUZZLE_HELP,
    CallLimits,
    PuzzleParameter,
    TaskRequest,
    ToolArgumentError,
    ToolRequest,
    read_puzzle,
)

MAX_FORBIDDEN_MOVES = 10
"""the largest number of forbidden moves that the tool explore shows"""
MAX_CANDIDATE_MOVES = 10_000
"""the largest number of moves among which the tool explore looks for forbidden ones"""
MAX_LISTED_MOVES = 100
"""the largest number of allowed moves that the tool explore shows"""


class SearchCatalogRequest(ToolRequest):
    """The arguments of the tool search_catalog."""

    words: str = Field("", description="words to look for in names, titles and questions; empty for all puzzles")
    family: Literal["crossing", "grid", "arithmetic", "board", "classical"] | None = Field(
        None, description="only puzzles of this family"
    )

    def answer(self, limits: CallLimits) -> ToolReply:
        """List the puzzles that contain the most of the words, the best first; describe a single one in full."""
        wanted = re.findall(r"\w+", self.words.casefold())
        entries = [*ferryplan.puzzles(self.family)]
        scores = {one.name: _count_words(one, wanted) for one in entries}
        best = max(scores.values(), default=0)
        found = [one for one in entries if not wanted or (best and scores[one.name] == best)]
        named = [one for one in found if one.name == self.words.strip()] or found
        if not named:
            return make_reply("unknown", format_message("agents.no-puzzle"), format_message("agents.fewer-words"))
        if len(named) == 1:
            described = ferryplan.show(named[0], timeout=self.shorten_timeout(limits), memory=limits.memory)
            return make_reply("done", str(described), format_message("agents.use-puzzle", name=named[0].name))
        rows = (format_catalog_row(one) for one in named)
        return make_reply("done", "\n".join(rows), format_message("agents.choose-puzzle"))


def _count_words(entry: Any, words: list[str]) -> int:
    """Return how many of the words a puzzle's name, title or question contains."""
    text = f"{entry.name} {entry.family} {entry.title} {entry.summarize_story()}".casefold()
    return sum(word in text for word in words)


def format_catalog_row(entry: Any) -> str:
    """Return a line about an entry of the catalog: its name, family, title, question and parameters."""
    parameters = format_message("agents.parameters", names=", ".join(entry.parameters)) if entry.parameters else ""
    return f"{entry.name} ({entry.family}): {entry.title}. {entry.summarize_story()}{parameters}"


class GenerateRequest(ToolRequest):
    """The arguments of the tool generate."""

    puzzle: str = Field(description=PUZZLE_HELP)
    parameters: dict[str, PuzzleParameter] = Field(default_factory=dict, description=PARAMETERS_HELP)
    dialect: Literal["strips", "adl", "axioms", "numeric", "costs", "temporal"] | None = Field(
        None, description="fragment of PDDL; the resource ferryplan://notes/dialects explains them"
    )
    encoding: Literal["named", "counted"] | None = Field(
        None, description="named: an object for each traveler; counted: numbers of travelers"
    )
    style: Literal["textbook"] | None = Field(None, description="textbook: PDDL as short as on a slide")

    def answer(self, limits: CallLimits) -> ToolReply:
        """Generate the PDDL of a puzzle."""
        pddl = ferryplan.generate(
            read_puzzle(self.puzzle, limits),
            self.parameters,
            dialect=self.dialect,
            encoding=self.encoding,
            style=self.style,
            timeout=self.shorten_timeout(limits),
            memory=limits.memory,
        )
        return make_reply("done", f"; domain.pddl\n{pddl.domain}\n; p01.pddl\n{pddl.problem}")


class SolveRequest(TaskRequest):
    """The arguments of the tool solve."""

    engine: str = Field("auto", description="name of a planner, rules for a search without a planner, or auto")

    def answer(self, limits: CallLimits) -> ToolReply:
        """Solve a puzzle or PDDL, and replay the plan."""
        if self.engine not in ("auto", "rules") and self.engine not in {one.name for one in ferryplan.engines()}:
            raise ToolArgumentError(format_message("agents.no-engine", name=self.engine[:80]), key="engine")
        result = ferryplan.solve(
            self.read_task(limits),
            self.parameters,
            engine=self.engine,
            actions=self.is_about_pddl and self.engine != "rules",
            timeout=self.shorten_timeout(limits),
            memory=limits.memory,
        )
        match result.status:
            case "optimal" | "solved" as status:
                told = self._format_plan(result)
                summary = format_message("agents.solved", status=status, engine=result.engine)
                notes = "".join(f"note: {note}\n" for note in result.notes)
                return make_reply(status, f"{summary}\n{told}{notes}")
            case "unsolvable":
                step = format_message("agents.ask-why")
            case "unknown":
                step = format_message("agents.other-engine")
            case "timeout":
                step = format_message("agents.more-time")
            case "memory":
                step = format_message("agents.smaller-task")
            case _:  # no planner returns another status
                raise AssertionError(result.status)
        return make_reply(result.status, str(result), step)

    def _format_plan(self, result: ferryplan.Result | ferryplan.Answer) -> str:
        """Return the plan: the actions for PDDL, the moves for a puzzle."""
        if not self.is_about_pddl:
            return result.render("terse")
        if result.plan or result.solution is None:
            return result.render("plan")
        return "".join(f"{step['action']}\n" for step in result.solution.steps_as_json())


class WhyRequest(TaskRequest):
    """The arguments of the tool why."""

    def answer(self, limits: CallLimits) -> ToolReply:
        """Explain why a puzzle or PDDL has no solution."""
        found = ferryplan.why(
            self.read_task(limits), self.parameters, timeout=self.shorten_timeout(limits), memory=limits.memory
        )
        match found.status:
            case "unsolvable":
                step = format_message("agents.try-change") if found.changes else ""
            case "optimal" | "solved":
                step = format_message("agents.has-solution")
            case "timeout":
                step = format_message("agents.more-time")
            case "unknown" | "memory":
                step = format_message("agents.smaller-task")
            case _:  # the search returns no other status
                raise AssertionError(found.status)
        return make_reply(found.status, str(found), step)


class ExploreRequest(TaskRequest):
    """The arguments of the tool explore."""

    limits_itself = False

    moves: list[int] = Field(
        default_factory=list,
        max_length=1000,
        description="the way to the state: for each step from the start, the number of the move in the list of that state",
    )

    def answer(self, limits: CallLimits) -> ToolReply:
        """Show a state, its allowed moves by number, and reasons why others are forbidden."""
        space = ferryplan.space(self.read_task(limits), self.parameters)
        words = _FactWords() if self.is_about_pddl else _StateWords()
        state, way = space.initial, list[str]()
        for step, number in enumerate(self.moves, 1):
            choices = [*itertools.islice(space.successors(state), max(number, 0))]
            if not 1 <= number <= len(choices):
                says = format_message("agents.no-such-move", step=step, number=number, count=len(choices))
                raise ToolArgumentError(says, key="moves")
            move, state = choices[number - 1]
            way.append(f"{step}. {words.format_move(move)}")
        text = "\n".join([*way, *_describe_state(space, state, words)])
        return make_reply("done", text, self._choose_next_step(space, state))

    def _choose_next_step(self, space: ferryplan.Space, state: ferryplan.ReadableState) -> str:
        """Return what to do in a state."""
        if space.is_goal(state):
            return format_message("agents.goal-reached")
        if next(iter(space.successors(state)), None) is None:
            return format_message("agents.dead-end")
        return format_message("agents.choose-move", moves=", ".join([*map(str, self.moves), "N"]))


class _StateWords:
    """Formats states and moves in the words of the puzzle."""

    def format_state(self, state: ferryplan.ReadableState) -> str:
        """Return a state as a line."""
        return str(state)

    def format_move(self, move: ferryplan.ReadableMove) -> str:
        """Return a move as a line."""
        return str(move)

    def format_result(self, before: ferryplan.ReadableState, after: ferryplan.ReadableState) -> str:
        """Return what a move leads to."""
        return str(after)


class _FactWords(_StateWords):
    """Formats states as facts, and moves as actions."""

    def format_state(self, state: ferryplan.ReadableState) -> str:
        """Return the facts that hold and may change, and the values of numeric fluents."""
        return " ".join([*_format_facts(state.facts), *_format_values(state)])

    def format_move(self, move: ferryplan.ReadableMove) -> str:
        """Return the action."""
        return str(move.to_dict()["action"])

    def format_result(self, before: ferryplan.ReadableState, after: ferryplan.ReadableState) -> str:
        """Return the facts that an action adds and deletes, and the values that it changes."""
        added = _format_facts(after.facts - before.facts)
        deleted = (f"(not {fact})" for fact in _format_facts(before.facts - after.facts))
        changed = (one for one in _format_values(after) if one not in {*_format_values(before)})
        return " ".join([*added, *deleted, *changed])


def _format_facts(facts: Iterable[tuple[str, ...]]) -> list[str]:
    """Return facts as PDDL, sorted."""
    return sorted(f"({' '.join(fact)})" for fact in facts)


def _format_values(state: ferryplan.ReadableState) -> list[str]:
    """Return the values of the numeric fluents in a state as PDDL, sorted."""
    return sorted(f"(= ({' '.join(fluent)}) {value})" for fluent, value in state.values.items())


def _describe_state(space: ferryplan.Space, state: ferryplan.ReadableState, words: _StateWords) -> list[str]:
    """Return lines about a state: the state, the part of the goal that holds, allowed and forbidden moves."""
    told, met = words.format_state(state), space.goals_met(state)
    lines = [format_message("agents.state", state=told, met=met, goals=space.goals)]
    allowed = [*itertools.islice(space.successors(state), MAX_LISTED_MOVES + 1)]
    for number, (move, after) in enumerate(allowed[:MAX_LISTED_MOVES], 1):
        lines.append(f"{number}: {words.format_move(move)} -> {words.format_result(state, after)}")
    if len(allowed) > MAX_LISTED_MOVES:
        lines.append(format_message("agents.more-moves", limit=MAX_LISTED_MOVES))
    candidates = itertools.islice(space.candidate_moves(state), MAX_CANDIDATE_MOVES)
    reasons = ((move, space.violation(state, move)) for move in candidates)
    forbidden = itertools.islice(((move, why) for move, why in reasons if why), MAX_FORBIDDEN_MOVES)
    return lines + [
        format_message("agents.forbidden", move=words.format_move(move), reason=why) for move, why in forbidden
    ]
