"""The order and the time shares in which ``auto`` tries engines on the user's own PDDL files.

Engines form groups by the features that they support; the features of the task decide which group comes first. In a
group, the optimal engines run first, for a share of the remaining time; then the satisficing engines; then the optimal
engines again; and, if there is still no plan, the satisficing engines once more. The answer is a plan found within
the time limit, with a proof if there was time for one. If no engine of a group supports the task, the next group
follows.

If no planner supports the task, or if no planner that supports it can prove that a plan is optimal, ferryplan's own
search explores the states of the task. In the group of pyperplan, a greedy search of the states takes the place of the
satisficing engines.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.wording import join_phrases
from ferryplan.planner.engines.engine_runner import EngineRunner, EngineVerdict, UnsupportedProblemError, can_run
from ferryplan.planner.engines.external_task import ExternalTask
from ferryplan.planner.engines.registry import ENGINES, RULES, Engine, EngineError, to_satisficing
from ferryplan.planner.status import EngineStatus
from ferryplan.planner.system.capabilities import IS_PYODIDE

FINAL_STATUSES: tuple[EngineStatus, ...] = ("optimal", "unsolvable")
"""statuses after which no other engine runs"""
STATUSES_BY_PREFERENCE: tuple[EngineStatus, ...] = (*FINAL_STATUSES, "solved", "timeout", "memory", "unknown")
"""statuses in order of preference: the answer with the first of these is reported"""


class EngineTurn(NamedTuple):
    """An engine and the share of the remaining time that it may use.

    The last installed engine of a group may use all of the remaining time.
    """

    engine: Engine
    share: float


class EngineAnswer(NamedTuple):
    """An engine, with its verdict on a task."""

    engine: Engine
    verdict: EngineVerdict


@dataclass(frozen=True, slots=True)
class PortfolioAnswer:
    """The best verdict of the engines that ran, with its engine and notes about the other engines."""

    engine: Engine
    verdict: EngineVerdict
    notes: tuple[str, ...] = ()


MIN_SECONDS = 3.0
"""the least time for an engine in seconds, if that much time is left, because starting a process takes some seconds"""
RESERVED_SHARE, MAX_RESERVE = 0.1, 2.0
"""the share of the time that no engine may use, and its maximum in seconds: time to check and print the answer"""
_FIRST_SHARE = 0.1
"""the time share of the first turns: most tasks are solved within a tenth of the time or not at all (see ``benchmarks/foreign.py``)"""
_CLASSICAL = (
    EngineTurn(ENGINES["fast-downward-opt"], _FIRST_SHARE),
    EngineTurn(ENGINES["fast-downward"], _FIRST_SHARE),
    EngineTurn(ENGINES["symk-opt"], 0.5),
    EngineTurn(
        ENGINES["fast-downward"], 0.7
    ),  # without a plan so far, some plan is worth more than another attempt at an optimal one
    EngineTurn(ENGINES["fast-downward-opt"], 1.0),
)
GREEDY_RULES = to_satisficing(RULES)
_STRIPS = (
    EngineTurn(ENGINES["pyperplan"], _FIRST_SHARE),
    EngineTurn(GREEDY_RULES, 0.2),
    EngineTurn(ENGINES["pyperplan"], 0.7),
    EngineTurn(GREEDY_RULES, 1.0),
)
_NUMERIC = (EngineTurn(ENGINES["enhsp-opt"], 0.5), EngineTurn(ENGINES["enhsp"], 1.0), EngineTurn(ENGINES["tamer"], 1.0))
_TEMPORAL = (EngineTurn(ENGINES["aries"], 0.5), EngineTurn(ENGINES["tamer"], 1.0))

_DURATIVE = re.compile(r"\(\s*:durative-action\b", re.IGNORECASE)
_NUMBERS = re.compile(
    r"\(\s*(?:[<>]=?|assign|decrease|scale-up|scale-down)\s|\(\s*increase\s+\((?!\s*total-cost\s*\))", re.IGNORECASE
)


def run_portfolio(runner: EngineRunner, task: ExternalTask) -> PortfolioAnswer:
    """Run the installed engines in turn on a task and return the best answer.

    The best answers are a plan that is proven optimal and a proof that there is no plan. Any other plan is better than
    no plan. Without a plan, the answer has the reason, such as the time limit.

    Raises EngineError, with the reason of each engine, if no engine supports the task or all fail, and PddlError if
    the PDDL cannot be read.
    """
    refusals: dict[str, str] = {}
    deadline = runner.deadline - min(RESERVED_SHARE * (runner.deadline - time.monotonic()), MAX_RESERVE)
    for group in _order_groups(task.domain):
        turns = [turn for turn in group if can_run(turn.engine, runner.session)]
        answers = _run_group(runner, task, turns, refusals, deadline)
        if answers:
            if _may_search_improve_answer(task, answers):
                answers += _search_states(runner, task, refusals, deadline)
            return _choose_answer(answers, refusals)
    if answers := _search_states(runner, task, refusals, deadline):
        return _choose_answer(answers, refusals)
    said = "; ".join(_describe_refusals(refusals)) or format_message("engines.none-installed")
    if task.refusal is not None:
        more = "" if {*refusals.values()} <= {str(task.refusal)} else f"; {said}"
        says = format_message("engines.none-takes-either", reason=task.refusal, reasons=more)
        raise EngineError(says, about="engine", found="none", expected="an engine that takes it")
    other = next((turn.engine for turn in _order_groups(task.domain)[0] if turn.engine.missing), None)
    may = format_message("engines.other-may", engine=other.title, command=other.missing) if other else ""
    says = format_message("engines.none-takes", reasons=said, other=may)
    raise EngineError(says, where="engine", about="engine", found="none", expected="an engine that takes it")


def _order_groups(domain: str) -> Sequence[Sequence[EngineTurn]]:
    """Return the groups of engines in the order in which they are tried on a domain, given as PDDL text."""
    if _DURATIVE.search(domain):
        return _TEMPORAL, _CLASSICAL, _STRIPS, _NUMERIC
    if _NUMBERS.search(domain):
        return _NUMERIC, _CLASSICAL, _STRIPS, _TEMPORAL
    return _CLASSICAL, _STRIPS, _NUMERIC, _TEMPORAL


def _run_group(
    runner: EngineRunner, task: ExternalTask, turns: Sequence[EngineTurn], refusals: dict[str, str], deadline: float
) -> list[EngineAnswer]:
    """Run the engines of a group until one has a final answer, and return the answers so far.

    The list is empty if no engine of the group supports the task. The reason for each engine that does not support
    the task is added to ``refusals``, by the name of the engine.
    """
    answers = list[EngineAnswer]()
    for number, turn in enumerate(turns):
        # Shares apply to the time that is left now, so the next engines can use what one engine does not use.
        left = deadline - time.monotonic()
        if answers and left <= 0:
            break
        solved = any(verdict.status == "solved" for _, verdict in answers)
        # An engine that ran before runs again only if its time was too short.
        ended = any(engine == turn.engine and verdict.status != "timeout" for engine, verdict in answers)
        # The greedy search does not support more than pyperplan, so one refusal is enough.
        pointless = turn.engine == GREEDY_RULES and not answers
        if turn.engine.name in refusals or ended or pointless or (solved and not turn.engine.optimal):
            continue
        share = turn.share if number + 1 < len(turns) else 1.0
        answers += _try_engine(runner, task, turn.engine, refusals, min(max(share * left, MIN_SECONDS), left))
        if answers and answers[-1].verdict.status in FINAL_STATUSES:
            break
    return answers


def _try_engine(
    runner: EngineRunner, task: ExternalTask, engine: Engine, refusals: dict[str, str], limit: float
) -> list[EngineAnswer]:
    """Run an engine for at most ``limit`` seconds and return its answer, as a list of one.

    The list is empty if the engine does not support the task or fails; the reason is then added to ``refusals``. A
    plan that the PDDL does not allow counts as a failure, and the other engines still run: some planners return such a
    plan because they use 0 for a numeric fluent without a value.
    """
    try:
        return [EngineAnswer(engine, task.solve_with_engine(runner, engine, max(limit, 0.0)))]
    except EngineError as error:
        refusals[engine.name] = error.reason if isinstance(error, UnsupportedProblemError) else error.statement
        return []


def _may_search_improve_answer(task: ExternalTask, answers: Sequence[EngineAnswer]) -> bool:
    """Return whether a search of all states may still prove a plan optimal or a task unsolvable.

    The answer is no if an engine has already proven one of them or has run out of time or memory, if actions take
    time, and if the metric is to be maximized.
    """
    statuses = {verdict.status for _, verdict in answers}
    provable = task.trusts_optimality and not _DURATIVE.search(task.domain)
    return statuses <= {"solved", "unknown"} and provable


def _search_states(
    runner: EngineRunner, task: ExternalTask, refusals: dict[str, str], deadline: float
) -> list[EngineAnswer]:
    """Return the answer of ferryplan's own search of the task's states, as a list of one.

    The list is empty if the task has no state space; the reason is then added to ``refusals``.
    """
    return _try_engine(runner, task, RULES, refusals, deadline - time.monotonic())


def _choose_answer(answers: Sequence[EngineAnswer], refusals: Mapping[str, str]) -> PortfolioAnswer:
    """Return the best answer (the latest of equally good answers), with notes about the other engines."""
    engine, told = min(reversed(answers), key=lambda answer: STATUSES_BY_PREFERENCE.index(answer.verdict.status))
    notes = [*_describe_refusals(refusals)]
    if engine == GREEDY_RULES:
        notes.append(format_message("engines.greedy-search"))
    elif engine == RULES:
        planners = dict.fromkeys(one.title for one, verdict in answers if verdict.plan and one != RULES)
        if planners:
            notes.append(format_message("engines.searched-for-proof", planners=", ".join(planners)))
        elif not IS_PYODIDE:  # in a browser no planner can be installed, so the note would only sound like a fault
            notes.append(format_message("engines.states-searched"))
    without = [one.name for one, verdict in answers if one.optimal and verdict.status != "solved"]
    if told.status == "solved" and without:
        names = join_phrases([f"'{name}'" for name in dict.fromkeys(without)])
        notes.append(format_message("engines.no-proof", engines=names))
    return PortfolioAnswer(engine, told, tuple(notes))


def _describe_refusals(refusals: Mapping[str, str]) -> Iterator[str]:
    """Yield a note for each reason why engines gave no answer, with the names of these engines.

    ``refusals`` maps the names of engines to the reasons.
    """
    for reason in dict.fromkeys(refusals.values()):
        engines = join_phrases([f"'{engine}'" for engine, said in refusals.items() if said == reason])
        yield format_message("engines.refusals", engines=engines, reason=reason)
