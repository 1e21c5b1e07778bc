"""Planning tasks that bring templates: the PDDL that they make is what was meant, its states, moves and costs are those that are tried out.

Moves are told in the sentences of the file; a way to the goal, found by the rules, in every form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pddl_by_trial import State, Trial
from pddl_oracle import Expression, parse
from strategies.files import PuzzleText

from agreement.report import Report
from ferryplan.generator.errors import EncodingError, PddlError
from ferryplan.generator.families import FAMILIES, instantiate, state_space, teller_of
from ferryplan.generator.generation import generate
from ferryplan.generator.header import instance_of, read_header
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.puzzle import load
from ferryplan.planner.formats import FORMATS
from ferryplan.planner.questions.solving import solve

__all__ = ["compare"]

SECONDS = 10.0
"""for the search for a way to the goal: with numbers that an action lowers for ever there is no end of states"""


def compare(file: PuzzleText, path: Path, most: int) -> Report:
    """Compare everything, at most so many states; the folder is written beside the path. Raises AssertionError."""
    folder = path.with_suffix("")
    folder.mkdir(exist_ok=True)
    for name, text in {"puzzle.toml": file.text, **file.templates}.items():
        (folder / name).write_text(text, encoding="utf-8")
    puzzle = load(f"{folder}/")
    try:
        trial = Trial(file.plain["domain"], file.plain["problem"])
    except AssertionError:
        with pytest.raises(PddlError, match="its own negation"):
            instantiate(puzzle, file.given)
        return Report({"file": "rightly refused"})
    instance = instantiate(puzzle, file.given)
    report = Report()
    for formulation in FAMILIES["classical"].formulations:
        name = f"{formulation.dialect} named"
        try:
            pddl = generate(instance, formulation.dialect)
        except EncodingError:
            report.outcomes[name] = "not in this dialect"
            continue
        domain, problem = parse(pddl.domain), parse(pddl.problem)
        assert (domain, problem[2:]) == (parse(file.plain["domain"]), parse(file.plain["problem"])[2:])
        assert formulation.dialect == _dialect(domain, problem)
        assert instance_of(read_header(pddl.problem, "p01.pddl"), "p01.pddl") == instance
        costs = any(part[0] == ":metric" for part in problem)
        links, goals = _tried_out(trial, most, costs)
        whole = all(after in links for moves in links.values() for after, _ in moves.values())
        report.outcomes[name] = "whole" if whole else "in part"
        report.states[name], report.moves[name] = len(links), sum(map(len, links.values()))
        _compare(instance, file.plain, trial.initial, links, goals)
    (name,) = report.states
    result = solve(puzzle, file.given, engine="rules", timeout=SECONDS, advise=False)
    assert (result.solution is not None) >= bool(goals)
    assert (result.solution is not None) == bool(goals) or report.outcomes[name] == "in part"
    for form in FORMATS:
        result.render(form)
    return report


def _sentence(plain: dict[str, Any], move: Any) -> str | None:
    """The file's sentence for an action; None if it has none."""
    called = {f"x{place}": plain["objects"].get(name, name) for place, name in enumerate(move.arguments)}
    sentence = plain["actions"].get(move.name)
    return sentence and re.sub("{{ (.*?) }}", lambda found: called[found[1]], sentence)


Links = dict[State, dict[tuple[str, ...], tuple[State, int]]]


def _tried_out(trial: Trial, most: int, costs: bool) -> tuple[Links, set[State]]:
    """So many states, the nearest first, with the moves that each allows, what follows and what that costs; and which of them are goals."""
    links: Links = {}
    queue = [trial.initial]
    for state in queue:
        if state not in links and len(links) < most:
            links[state] = {move: (after, cost if costs else 1) for move, after, cost in trial.moves(state)}
            queue += [after for after, _ in links[state].values()]
    return links, {state for state in links if trial.holds(trial.goal, {}, trial.derived(state))}


def _compare(instance: AnyInstance, plain: dict[str, Any], start: State, links: Links, goals: set[State]) -> None:
    """Compare the state space with these states, and what moves are called with the file's sentences."""
    space, teller = state_space(instance), teller_of(instance)
    always = State(start.facts - space.initial.facts, start.values - space.initial.values)

    def told(state: Any) -> State:
        return State(state.facts | always.facts, state.values | always.values)

    seen, queue = set[State](), [space.initial]
    for state in queue:
        if (known := told(state)) in seen or known not in links:
            continue
        seen.add(known)
        moves = [*space.moves(state)]
        found = {(move.name, *move.arguments): (told(after), space.cost(state, move)) for move, after in moves}
        assert (found, len(moves)) == (links[known], len(links[known]))
        for move, _ in moves:
            if (sentence := _sentence(plain, move)) is not None:
                assert teller.label(move).casefold() == sentence.casefold()
        assert space.is_goal(state) == (known in goals)
        queue += [after for _, after in moves]
    assert seen == {*links}


def _dialect(domain: list[Expression], problem: list[Expression]) -> str:
    """The dialect of which there is something in the texts."""
    parts = [part for part in (*domain, *problem) if isinstance(part, list)]
    actions = [dict(zip(part[2::2], part[3::2], strict=True)) for part in parts if part[0] == ":action"]
    rules = [part[2] for part in parts if part[0] == ":derived"]
    asked = [*rules, *(one[":precondition"] for one in actions), *(part[1] for part in parts if part[0] == ":goal")]
    effects = {*_heads([one[":effect"] for one in actions])}
    heads = {*_heads(asked), *(effects - {"not"})}
    if {"<", ">="} & heads:
        return "numeric"
    if rules:
        return "axioms"
    if {"not", "or", "imply", "exists", "forall", "when"} & heads:
        return "adl"
    return "costs" if any(part[0] == ":metric" for part in parts) else "strips"


def _heads(expressions: Expression) -> Iterator[str]:
    """The first word of each expression within."""
    for part in expressions:
        if isinstance(part, list):
            yield from [part[0]] if part and isinstance(part[0], str) else []
            yield from _heads(part)
