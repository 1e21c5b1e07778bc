"""One attempt to solve an instance: formulation -> engine -> plan -> replay -> result.

A formulation is a dialect of PDDL with an encoding. Where no planner helps, a search by the rules takes the place of the
engine: ferryplan's own search of the puzzle's state space, without PDDL.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError, UnsuitableError
from ferryplan.generator.families import family_of, strategy_of
from ferryplan.generator.generation import Pddl, generate, list_encodings
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.solution import replay_moves
from ferryplan.planner.engines.engine_runner import EngineRunner, EngineVerdict, can_run
from ferryplan.planner.engines.registry import (
    RULES,
    Engine,
    EngineError,
    choose_engine_for_instance,
    make_missing_engine_error,
    to_satisficing,
)
from ferryplan.planner.engines.strips_compilation import solve_in_dialect
from ferryplan.planner.questions.plan_replay import confirm_plan, to_forward_solution
from ferryplan.planner.questions.proof import add_proof
from ferryplan.planner.result import Result
from ferryplan.planner.status import Status, has_plan
from ferryplan.planner.system.capabilities import IS_PYODIDE
from ferryplan.planner.system.limits import TimeIsUpError, enforce_limits
from ferryplan.planner.system.progress import show_step

_NO_PLANNER = format_message("questions.no-planner-installed")
"""the note of a result of the search by the rules if no planner is installed"""


@dataclass(frozen=True, slots=True)
class EngineQuery:
    """The engine, the dialect and the options with which the instances of a puzzle are solved."""

    runner: EngineRunner
    """the object that runs engines within the limits, and records the time they take"""
    engine: Engine
    dialect: str
    encoding: str | None
    """the encoding; None chooses the one that an engine is likely to solve soonest"""
    may_switch_engine: bool
    """whether another engine may take the place of ``engine`` if it does better on the instance"""
    may_use_rules: bool
    """whether the search by the rules, which finds no PDDL actions, may be used if it is faster, or if no planner can run"""
    backward: bool
    """whether to plan from the goal to the start"""
    candidate_text: str = ""
    """the value of the free parameter that is being tried (`` with a boat for 2``); empty without a free parameter"""


class SolvingAttempt:
    """One attempt to solve an instance, with an engine or by a search of the puzzle's rules.

    `result` holds everything known so far. If a limit is reached, `run` returns it, so no finding is lost.
    """

    def __init__(self, instance: AnyInstance, query: EngineQuery, *, prefer_rules: bool = False) -> None:
        """Prepare an attempt.

        With ``prefer_rules``, a search by the rules replaces the engine. The caller sets it after several smaller boats
        failed.
        """
        self.query, self.prefer_rules = query, prefer_rules
        self.family, self.instance, self.engine = family_of(instance), instance, query.engine
        dialect, backward = query.dialect, query.backward
        self.result = Result(instance, "timeout", self.engine.name, dialect, self._encodings[0], backward=backward)

    @property
    def _encodings(self) -> Sequence[str]:
        """The encodings to try in order; the first that can express the instance is used."""
        if self.query.encoding:
            return [self.query.encoding]
        return list_encodings(self.query.dialect, self.instance.family) or ("",)

    def run(self) -> Result:
        """Return the result: a replayed plan, a proof that there is none, or the reason why neither is known.

        Raises EncodingError for an instance that no formulation can express, EngineError for an engine that is missing, fails,
        or gives a wrong answer.
        """
        try:
            with enforce_limits(math.inf):
                found, pddl = self._find_result()
            return add_proof(found, pddl) if pddl and found.status == "unsolvable" else found
        except TimeIsUpError:
            return self.result
        except MemoryError:
            return replace(self.result, status="memory")
        except EngineError as error:
            error.result = replace(self.result, status="error", notes=(str(error),))
            raise

    def _find_result(self) -> tuple[Result, Pddl | None]:
        """Return the result, still without a proof, and the PDDL that an engine solved; None if no engine ran."""
        if self.query.backward:
            self.instance = self.family.reverse(self.instance)
        if self.engine == RULES:
            return self._search_rules(self.result), None
        if self._is_rule_search_better() and (found := self._try_rules()):
            return found, None
        if self.query.may_switch_engine:
            better = choose_engine_for_instance(self.instance, self.engine, self.query.dialect)
            self.engine = better if can_run(better, self.query.runner.session) else self.engine
        elif self.family.has_fixed_length:
            self.engine = to_satisficing(self.engine)
        # In a browser no planner can be installed, so the note would only sound like a fault.
        note = "" if IS_PYODIDE else _NO_PLANNER
        if self._lacks_planner() and (found := self._fall_back_on_rules(note)):
            return found, None
        try:
            pddl = self._generate_pddl()
        except EncodingError as refusal:
            note = format_message("questions.no-planner-ran", reason=refusal)
            if self.query.may_use_rules and (found := self._fall_back_on_rules(note)):
                return found, None
            raise
        return self._replay_verdict(self._ask_engine(pddl), pddl), pddl

    def _lacks_planner(self) -> bool:
        """Return whether the search by the rules must take the place of an engine that cannot run here.

        If several engines run in turn, those that cannot run are left out there.
        """
        in_turn = self.family.tries_engines_in_turn
        return self.query.may_use_rules and not in_turn and not can_run(self.engine, self.query.runner.session)

    @property
    def _result_by_rules(self) -> Result:
        """The result so far, with the search by the rules as its engine."""
        return replace(self.result, engine=RULES.name, dialect="", encoding="")

    def _is_rule_search_better(self) -> bool:
        """Return whether the search by the rules is likely to do better than any planner."""
        better = self.prefer_rules or self.family.suggest_search(self.instance, "") == "rules"
        return self.query.may_use_rules and better

    def _try_rules(self) -> Result | None:
        """Return the result of the search by the rules; None if the instance has no state space to search."""
        with contextlib.suppress(EncodingError):
            found = self._search_rules(self._result_by_rules)
            if found.theorem:
                return found
            return found.with_notes(format_message("questions.rules-are-faster", engine=self.engine.name))
        return None

    def _fall_back_on_rules(self, note: str) -> Result | None:
        """Return the result of the search by the rules for an instance that no planner can solve.

        ``note`` says why no planner can; the result repeats it unless it is empty. Returns None if the instance has no
        state space to search.
        """
        self.result = self._result_by_rules
        with contextlib.suppress(EncodingError):
            return self._search_rules(self.result).with_notes(*([note] if note else []))
        return None

    def _search_rules(self, result: Result) -> Result:
        """Return the given result with the solution that the search by the rules finds.

        If there is no solution, return the result with a proof, which a second search by the rules provides.
        """
        began = time.monotonic()
        show_step(format_message("questions.searching-rules", trying=self.query.candidate_text))
        found = strategy_of(self.instance).find_best_solution()
        self.query.runner.record_usage({"solve": time.monotonic() - began}, found.expanded)
        if found.moves is None:
            return add_proof(replace(result, status="unsolvable"))
        status: Status = "solved" if self.family.has_fixed_length else "optimal"
        return replace(
            result,
            status=status,
            solution=to_forward_solution(replay_moves(self.instance, found.moves)),
            theorem=found.theorem,
        )

    def _generate_pddl(self) -> Pddl:
        """Return the instance's PDDL in the first encoding that can express it.

        Raises EncodingError if none can.
        """
        began = time.monotonic()
        show_step(format_message("questions.writing-pddl", trying=self.query.candidate_text))
        wanted, refusals = self._encodings, list[EncodingError]()
        try:
            if not self.query.encoding:
                wanted = self.family.rank_encodings(self.instance, self.query.dialect) or wanted
            for encoding in wanted:
                try:
                    pddl = generate(self.instance, self.query.dialect, encoding)
                except EncodingError as error:
                    refusals.append(error)
                else:
                    self.result = replace(self.result, engine=self.engine.name, encoding=encoding)
                    return pddl
        finally:
            self.query.runner.record_usage({"generate": time.monotonic() - began})
        raise next((error for error in refusals if not isinstance(error, UnsuitableError)), refusals[0])

    def _ask_engine(self, pddl: Pddl) -> EngineVerdict:
        """Return the engine's verdict on the PDDL: a plan, no plan exists, or undecided.

        If the family knows nothing about its tasks in advance, several engines run in turn.
        """
        runner, dialect = self.query.runner, self.query.dialect
        how = {"engine": self.engine.name, "dialect": dialect, "encoding": self.result.encoding}
        show_step(format_message("questions.engine-searches", **how, trying=self.query.candidate_text))
        if self.family.tries_engines_in_turn:
            from ferryplan.planner.engines.external_task import ExternalTask
            from ferryplan.planner.engines.portfolio import PortfolioAnswer, run_portfolio

            task = ExternalTask(pddl.domain, pddl.problem, *self.instance.file_labels)
            automatic = self.query.may_switch_engine
            found = (
                run_portfolio(runner, task)
                if automatic
                else PortfolioAnswer(self.engine, task.solve_with_engine(runner, self.engine))
            )
            self.result = replace(self.result, engine=found.engine.name).with_notes(*found.notes)
            return found.verdict
        if self.query.may_switch_engine and self.engine.missing:
            raise make_missing_engine_error(dialect)
        return solve_in_dialect(runner, self.engine, pddl, dialect)

    def _replay_verdict(self, verdict: EngineVerdict, pddl: Pddl) -> Result:
        """Return the result for an engine's verdict, with its plan replayed by the rules.

        Raises RefutedError if the PDDL or the rules refute the plan.
        """
        status = "solved" if self.family.has_fixed_length and has_plan(verdict.status) else verdict.status
        found = replace(self.result, status=status, plan=verdict.plan)
        return confirm_plan(found, pddl, self.instance) if has_plan(status) else found
