"""How a question ends, and the exit code of a command that ends so."""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

EngineStatus: TypeAlias = Literal["optimal", "solved", "unsolvable", "unknown", "timeout", "memory"]
"""What an engine, or a search, says: a plan proven to be best, a plan; a proof that there is none; neither, neither in time, neither
within the memory."""

Status: TypeAlias = EngineStatus | Literal["valid", "error", "interrupted"]
"""How a question ends: so, or a plan from elsewhere is judged to be one, or what an engine says is refuted, or Ctrl-C."""

Ending: TypeAlias = Status | Literal["different", "invalid", "bad-input"]
"""How a command ends: so, or a model differs from its puzzle, a plan is not valid, or an input is refused."""


def exit_code(ending: Ending) -> int:
    """Return the exit code of the command."""
    match ending:
        case "optimal" | "solved" | "valid":
            return 0
        case "unsolvable":
            return 10
        case "unknown":
            return 12
        case "different" | "invalid":
            return 14
        case "timeout":
            return 20
        case "memory":
            return 21
        case "bad-input":
            return 30
        case "error":
            return 31
        case "interrupted":
            return 130
        case _:
            assert_never(ending)


def gives_plan(status: Status) -> bool:
    """Return whether there is a plan."""
    return exit_code(status) == 0


def is_final(status: Status) -> bool:
    """Return whether there is a plan, or a proof that there is none."""
    return gives_plan(status) or status == "unsolvable"
