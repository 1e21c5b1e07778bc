"""Planning tasks with templates, compared with a literal interpreter.

The comparison covers their PDDL, states, moves and costs.

Moves are formatted with the sentences of the file; a path to the goal, found by the rules, in every format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pddl_by_trial import LiteralTask, State
from pddl_oracle import Expression, parse
from strategies.files import PuzzleText

from agreement.report import Report
from ferryplan.generator.errors import EncodingError, PddlError
from ferryplan.generator.families import FAMILIES, instantiate, narrator_of, state_space_of
from ferryplan.generator.generation import generate
from ferryplan.generator.header import read_header, restore_instance
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.puzzle import load
from ferryplan.planner.questions.solving import solve
from ferryplan.planner.result_formats import FORMATS

__all__ = ["compare"]

SECONDS = 10.0
"""the time limit of the search for a plan: if an action lowers a number without end, there are infinitely many states"""


def compare(file: PuzzleText, path: Path, most: int) -> Report:
    """Compare everything, at most `most` states; the folder is written beside the path.

    Raises AssertionError.
    """
    folder = path.with_suffix("")
    folder.mkdir(exist_ok=True)
    for name, text in {"puzzle.toml": file.text, **file.templates}.items():
        (folder / name).write_text(text, encoding="utf-8")
    puzzle = load(f"{folder}/")
    try:
        trial = LiteralTask(file.plain["domain"], file.plain["problem"])
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
        assert restore_instance(read_header(pddl.problem, "p01.pddl"), "p01.pddl") == instance
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
    """Return the file's sentence for an action; None if it has none."""
    called = {f"x{place}": plain["objects"].get(name, name) for place, name in enumerate(move.arguments)}
    sentence = plain["actions"].get(move.name)
    return sentence and re.sub("{{ (.*?) }}", lambda found: called[found[1]], sentence)


Links = dict[State, dict[tuple[str, ...], tuple[State, int]]]


def _tried_out(trial: LiteralTask, most: int, costs: bool) -> tuple[Links, set[State]]:
    """Return up to `most` states, the nearest first, and the goals among them.

    Each state has its moves with their successors and costs.
    """
    links: Links = {}
    queue = [trial.initial]
    for state in queue:
        if state not in links and len(links) < most:
            links[state] = {move: (after, cost if costs else 1) for move, after, cost in trial.successors(state)}
            queue += [after for after, _ in links[state].values()]
    return links, {state for state in links if trial.holds(trial.goal, {}, trial.add_derived_facts(state))}


def _compare(instance: AnyInstance, plain: dict[str, Any], start: State, links: Links, goals: set[State]) -> None:
    """Compare the state space with these states, and the names of moves with the file's sentences."""
    space, narrator = state_space_of(instance), narrator_of(instance)
    always = State(start.facts - space.initial.facts, start.values - space.initial.values)

    def told(state: Any) -> State:
        return State(state.facts | always.facts, state.values | always.values)

    seen, queue = set[State](), [space.initial]
    for state in queue:
        if (known := told(state)) in seen or known not in links:
            continue
        seen.add(known)
        moves = [*space.successors(state)]
        found = {(move.name, *move.arguments): (told(after), space.cost(state, move)) for move, after in moves}
        assert (found, len(moves)) == (links[known], len(links[known]))
        for move, _ in moves:
            if (sentence := _sentence(plain, move)) is not None:
                assert narrator.label_move(move).casefold() == sentence.casefold()
        assert space.is_goal(state) == (known in goals)
        queue += [after for _, after in moves]
    assert seen == {*links}


def _dialect(domain: list[Expression], problem: list[Expression]) -> str:
    """Return the dialect whose features occur in the texts."""
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
    """Yield the first word of each expression within."""
    for part in expressions:
        if isinstance(part, list):
            yield from [part[0]] if part and isinstance(part[0], str) else []
            yield from _heads(part)
