"""Misbehaving engines for unified-planning.

The worker finds them by a `up.ini` in the home folder that names this module.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from unified_planning.engines import Engine, PDDLPlanner, PlanGenerationResult, PlanGenerationResultStatus
from unified_planning.engines.mixins import OneshotPlannerMixin
from unified_planning.engines.sequential_simulator import UPSequentialSimulator
from unified_planning.exceptions import UPException
from unified_planning.plans import ActionInstance, SequentialPlan

PLANS, NONE = PlanGenerationResultStatus.SOLVED_OPTIMALLY, PlanGenerationResultStatus.UNSOLVABLE_PROVEN


class StandIn(Engine, OneshotPlannerMixin):
    """An engine that accepts every problem that the simulator accepts."""

    name = "stand-in"
    supported_kind = staticmethod(UPSequentialSimulator.supported_kind)

    @staticmethod
    def supports(problem_kind: Any) -> bool:
        return True

    def _solve(self, problem: Any, *_: Any) -> PlanGenerationResult:
        raise NotImplementedError


class Crashing(StandIn):
    def _solve(self, problem: Any, *_: Any) -> PlanGenerationResult:
        os.kill(os.getpid(), signal.SIGSEGV)
        raise AssertionError


class Raising(StandIn):
    def _solve(self, problem: Any, *_: Any) -> PlanGenerationResult:
        raise UPException("the licence has expired")


class Hanging(StandIn):
    def _solve(self, problem: Any, *_: Any) -> PlanGenerationResult:
        child = subprocess.Popen(["sleep", "1000"], start_new_session=True)  # as unified-planning starts planners
        Path.home().joinpath("child").write_text(str(child.pid))
        time.sleep(1000)
        raise AssertionError


class Greedy(StandIn):
    def _solve(self, problem: Any, *_: Any) -> PlanGenerationResult:
        eaten = []
        while True:
            eaten.append(bytearray(1 << 24))


class Deserted(StandIn):
    """An engine whose server no longer answers, as Aries does over gRPC."""

    class RpcError(Exception):
        def details(self) -> str:
            return "Socket closed"

    def _solve(self, problem: Any, *_: Any) -> PlanGenerationResult:
        raise self.RpcError("<RPC that terminated with:\n\tstatus = StatusCode.UNAVAILABLE>")


class Noisy(StandIn):
    """An engine that prints, also from a child process, before it fails."""

    def _solve(self, problem: Any, *_: Any) -> PlanGenerationResult:
        print('{"status": "optimal"}')
        subprocess.run(["echo", "{}"], check=True)
        raise UPException("noise was all it had")


class Wrong(StandIn):
    """An engine whose plan leaves wolf and goat alone."""

    def _solve(self, problem: Any, *_: Any) -> PlanGenerationResult:
        names = ("farmer", "cabbage", "left-bank", "right-bank")
        action = next(action for action in problem.actions if action.name == "cross-2")
        arguments = tuple(problem.environment.expression_manager.ObjectExp(problem.object(name)) for name in names)
        return PlanGenerationResult(PLANS, SequentialPlan([ActionInstance(action, arguments)]), self.name)


class Despairing(StandIn):
    def _solve(self, problem: Any, *_: Any) -> PlanGenerationResult:
        return PlanGenerationResult(NONE, None, self.name)


class Modest(StandIn):
    @staticmethod
    def supports(problem_kind: Any) -> bool:
        return False

    supported_kind = staticmethod(lambda: type(UPSequentialSimulator.supported_kind())())


class Garbling(PDDLPlanner):
    """An external program whose plan file is garbage."""

    name = "garbling"
    supported_kind = staticmethod(UPSequentialSimulator.supported_kind)

    @staticmethod
    def supports(problem_kind: Any) -> bool:
        return True

    def _get_cmd(self, domain_filename: str, problem_filename: str, plan_filename: str) -> list[str]:
        code = "import sys; print('%%%'); open(sys.argv[1], 'w').write('<html>(nonsense'); sys.exit(3)"
        return [sys.executable, "-c", code, plan_filename]

    def _result_status(self, *arguments: Any, **keywords: Any) -> PlanGenerationResultStatus:
        return PLANS


class Silent(Garbling):
    """An external program that prints a complaint and ends without a plan."""

    def _get_cmd(self, domain_filename: str, problem_filename: str, plan_filename: str) -> list[str]:
        return [sys.executable, "-c", "import sys; print('error: no such table'); print('bye'); sys.exit(1)"]

    def _result_status(self, *arguments: Any, **keywords: Any) -> PlanGenerationResultStatus:
        return PlanGenerationResultStatus.INTERNAL_ERROR
