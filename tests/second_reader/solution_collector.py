"""The solutions that CP-SAT finds; a module of its own, so that the others can be imported without ortools."""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model


class SolutionCollector(cp_model.CpSolverSolutionCallback):
    """A callback that keeps at most `limit` of the solutions that the solver finds."""

    def __init__(self, variables: Sequence[cp_model.IntVar], limit: int) -> None:
        super().__init__()
        self.variables, self.limit = variables, limit
        self.found: set[tuple[int, ...]] = set()

    def on_solution_callback(self) -> None:
        self.found.add(tuple(self.value(variable) for variable in self.variables))
        if len(self.found) >= self.limit:
            self.stop_search()
