"""The status of an answer, and the exit code of a command."""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

EngineStatus: TypeAlias = Literal["optimal", "solved", "unsolvable", "unknown", "timeout", "memory"]
"""The status that an engine or a search returns.

``optimal``: a plan proven to be best; ``solved``: a plan; ``unsolvable``: a proof that there is none; ``unknown``: neither; ``timeout``,
``memory``: neither within the time limit or the memory limit."""

Status: TypeAlias = EngineStatus | Literal["valid", "error", "interrupted"]
"""The status of an answer: that of an engine; or ``valid`` for a plan from elsewhere, ``error`` if an engine failed or the rules
refuted it, ``interrupted`` after Ctrl-C."""

CommandStatus: TypeAlias = Status | Literal["different", "invalid", "bad-input"]
"""The status of a command: that of an answer; or ``different`` if a model differs from its puzzle, or a file from its layout;
``invalid`` if a plan is not valid, ``bad-input`` if an input is refused."""


def exit_code(status: CommandStatus) -> int:
    """Return the exit code of a command with this status."""
    match status:
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
            assert_never(status)


def has_plan(status: Status) -> bool:
    """Return whether an answer with this status has a plan."""
    return exit_code(status) == 0


def is_final(status: Status) -> bool:
    """Return whether an answer with this status has a plan, or a proof that there is none."""
    return has_plan(status) or status == "unsolvable"
