"""One instance put to an engine: formulation -> engine -> plan -> replay -> result, with the search by the rules where no planner helps."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError, UnsuitableError
from ferryplan.generator.families import family_of, strategy_of
from ferryplan.generator.generation import Pddl, encodings, generate
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.solution import replay
from ferryplan.planner.engines.compiled import ask_in_dialect
from ferryplan.planner.engines.registry import RULES, Engine, EngineError, best_engine, none_takes, satisficing
from ferryplan.planner.engines.runner import Runner, Verdict
from ferryplan.planner.questions.proof import proven
from ferryplan.planner.questions.replaying import confirmed, forwards
from ferryplan.planner.result import Result
from ferryplan.planner.status import Status, gives_plan
from ferryplan.planner.system.limits import TimeIsUpError, limited
from ferryplan.planner.system.progress import doing


@dataclass(frozen=True, slots=True)
class Question:
    """How a puzzle is put to an engine."""

    runner: Runner
    engine: Engine
    dialect: str
    encoding: str | None
    """None for the encoding in which the instance is likely to be solved sooner"""
    automatic: bool
    """whether another engine may be taken that does better on an instance"""
    may_use_rules: bool
    """whether the rules are searched if no PDDL can hold an instance, or if they are faster"""
    backward: bool
    """whether the plan leads from the goal to the start"""
    needs_actions: bool
    """whether the answer must have the actions of PDDL"""
    trying: str = ""
    """the value of a free parameter that is being tried, in words; empty without one"""


class Attempt:
    """One instance on its way to a result.

    `result` is what is known so far. When a limit is reached, it is the answer, so nothing that was found out is lost.
    """

    def __init__(self, instance: AnyInstance, question: Question, *, hopeless: bool = False) -> None:
        """Take an instance, how it is put, and whether planners are ``hopeless``: several smaller boats did not suffice already."""
        self.question, self.hopeless = question, hopeless
        self.family, self.asked, self.engine = family_of(instance), instance, question.engine
        dialect, backward = question.dialect, question.backward
        self.result = Result(instance, "timeout", self.engine.name, dialect, self._encodings[0], backward=backward)

    @property
    def _encodings(self) -> Sequence[str]:
        """The encodings of which the first that can hold the instance is taken, as they stand in the table of the family."""
        if self.question.encoding:
            return [self.question.encoding]
        return encodings(self.question.dialect, self.asked.family) or ("",)

    def run(self) -> Result:
        """Return the result: a plan that was replayed, a proof that there is none, or why neither is known.

        Raises EncodingError for an instance that nothing can take, EngineError for an engine that is missing, fails, or is wrong.
        """
        try:
            with limited(math.inf):
                found, pddl = self._solve()
            return proven(found, pddl) if pddl and found.status == "unsolvable" else found
        except TimeIsUpError:
            return self.result
        except MemoryError:
            return replace(self.result, status="memory")
        except EngineError as error:
            error.result = replace(self.result, status="error", notes=(str(error),))
            raise

    def _solve(self) -> tuple[Result, Pddl | None]:
        """Return the result before it is proven, and the PDDL that was put to an engine, if any."""
        if self.question.backward:
            self.asked = self.family.reverse(self.asked)
        if self.engine == RULES:
            return self._search_rules(self.result), None
        if self._suits_rules() and (found := self._try_rules()):
            return found, None
        if self.question.automatic:
            self.engine = best_engine(self.asked, self.engine, self.question.dialect)
        elif self.family.alike:
            self.engine = satisficing(self.engine)
        try:
            pddl = self._write_pddl()
        except EncodingError as refusal:
            if self.question.may_use_rules and (found := self._fall_back(refusal)):
                return found, None
            raise
        return self._replay(self._ask_engine(pddl), pddl), pddl

    @property
    def _by_rules(self) -> Result:
        """What is known so far, as the search by the rules says it."""
        return replace(self.result, engine=RULES.name, dialect="", encoding="")

    def _suits_rules(self) -> bool:
        """Return whether the rules are likely to do better than any planner."""
        question = self.question
        better = self.hopeless or self.family.suggest_search(self.asked, "") == "rules"
        return question.may_use_rules and not question.needs_actions and better

    def _try_rules(self) -> Result | None:
        """Return what the rules say where they do better; None where they cannot be searched."""
        with contextlib.suppress(EncodingError):
            found = self._search_rules(self._by_rules)
            if found.theorem:
                return found
            return found.noted(format_message("questions.rules-are-faster", engine=self.engine.name))
        return None

    def _fall_back(self, refusal: EncodingError) -> Result | None:
        """Return what the rules say of an instance that no PDDL can hold; None where they cannot be searched either."""
        self.result = self._by_rules
        with contextlib.suppress(EncodingError):
            note = format_message("questions.no-planner-ran", reason=refusal)
            return self._search_rules(self.result).noted(note)
        return None

    def _search_rules(self, result: Result) -> Result:
        """Return a result with what the search by the rules finds; if there is no solution, another search of theirs proves it."""
        began = time.monotonic()
        doing(format_message("questions.searching-rules", trying=self.question.trying))
        found = strategy_of(self.asked).best()
        self.question.runner.spend({"solve": time.monotonic() - began}, found.expanded)
        if found.moves is None:
            return proven(replace(result, status="unsolvable"))
        status: Status = "solved" if self.family.alike else "optimal"
        return replace(result, status=status, solution=forwards(replay(self.asked, found.moves)), theorem=found.theorem)

    def _write_pddl(self) -> Pddl:
        """Return the PDDL of the instance in the first encoding that can hold it. Raises EncodingError if none can."""
        began = time.monotonic()
        doing(format_message("questions.writing-pddl", trying=self.question.trying))
        wanted, refusals = self._encodings, list[EncodingError]()
        try:
            if not self.question.encoding:
                wanted = self.family.rank_encodings(self.asked, self.question.dialect) or wanted
            for encoding in wanted:
                try:
                    pddl = generate(self.asked, self.question.dialect, encoding)
                except EncodingError as error:
                    refusals.append(error)
                else:
                    self.result = replace(self.result, engine=self.engine.name, encoding=encoding)
                    return pddl
        finally:
            self.question.runner.spend({"generate": time.monotonic() - began})
        raise next((error for error in refusals if not isinstance(error, UnsuitableError)), refusals[0])

    def _ask_engine(self, pddl: Pddl) -> Verdict:
        """Return the engine's verdict on the PDDL, or for tasks of which nothing is known that of several engines in turn."""
        runner, dialect = self.question.runner, self.question.dialect
        how = {"engine": self.engine.name, "dialect": dialect, "encoding": self.result.encoding}
        doing(format_message("questions.engine-searches", **how, trying=self.question.trying))
        if self.family.in_turn:
            from ferryplan.planner.engines.foreign import Foreign
            from ferryplan.planner.engines.portfolio import Found, ask_in_turn

            task = Foreign(pddl.domain, pddl.problem, *self.asked.files)
            automatic = self.question.automatic
            found = ask_in_turn(runner, task) if automatic else Found(self.engine, task.ask(runner, self.engine))
            self.result = replace(self.result, engine=found.engine.name).noted(*found.notes)
            return found.verdict
        if self.question.automatic and self.engine.missing:
            raise none_takes(dialect)
        return ask_in_dialect(runner, self.engine, pddl, dialect)

    def _replay(self, verdict: Verdict, pddl: Pddl) -> Result:
        """Return the result of a verdict, its plan replayed by the rules. Raises RefutedError for a plan that is none."""
        status = "solved" if self.family.alike and gives_plan(verdict.status) else verdict.status
        found = replace(self.result, status=status, plan=verdict.plan)
        return confirmed(found, pddl, self.asked) if gives_plan(status) else found
