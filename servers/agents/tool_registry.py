"""The tools by name: the class of their arguments, their descriptions, and the answers to their calls."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

import ferryplan
from ferryplan.domains.messages import format_message
from ferryplan.servers.agents.model_tools import CheckRequest, LintRequest, ValidateRequest
from ferryplan.servers.agents.puzzle_tools import (
    ExploreRequest,
    GenerateRequest,
    SearchCatalogRequest,
    SolveRequest,
    WhyRequest,
)
from ferryplan.servers.agents.question_tools import PoseRequest, ScoreRequest
from ferryplan.servers.agents.tool_reply import ReplyStatus, ToolReply, make_reply
from ferryplan.servers.agents.tool_request import CallLimits, ToolRequest

TOOLS: dict[str, type[ToolRequest]] = {
    "lint": LintRequest,
    "check": CheckRequest,
    "validate": ValidateRequest,
    "solve": SolveRequest,
    "why": WhyRequest,
    "explore": ExploreRequest,
    "search_catalog": SearchCatalogRequest,
    "generate": GenerateRequest,
    "pose": PoseRequest,
    "score": ScoreRequest,
}
"""the class of the arguments of each tool"""
DESCRIPTIONS: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("tools.toml").read_text(encoding="utf-8")
)
"""the title and the description of each tool"""
ENGINE_FAILED = 31
"""the exit code of errors that are not about the arguments"""


def answer_call(tool: str, arguments: Mapping[str, Any], limits: CallLimits) -> ToolReply:
    """Return the answer of a tool, whatever happens: errors become answers with a reason and a next step."""
    try:
        return TOOLS[tool].model_validate(arguments).answer(limits)
    except ValidationError as error:
        says = format_message("agents.wrong-arguments", mistakes="\n".join(map(_describe_mistake, error.errors())))
        return make_reply("bad-input", says, format_message("agents.correct-arguments"))
    except TimeoutError:
        return make_timeout_reply(limits.timeout)
    except MemoryError:
        return make_memory_reply(limits.memory)
    except ferryplan.FerryplanError as error:
        status: ReplyStatus = "error" if error.exit_code == ENGINE_FAILED else "bad-input"
        says = "\n".join([str(error), *getattr(error, "__notes__", ())])
        return make_reply(status, says, format_message("agents.correct-arguments"))
    except Exception as error:  # a traceback is of no use to an agent, and shows paths of this machine
        says = format_message("agents.failed", reason=f"{type(error).__name__}: {error}"[:300])
        return make_reply("error", says, format_message("agents.report-bug"))


def make_timeout_reply(seconds: float) -> ToolReply:
    """Return the answer to a call that was stopped at its time limit, in seconds."""
    return make_reply(
        "timeout", format_message("agents.time-is-up", seconds=seconds), format_message("agents.more-time")
    )


def make_memory_reply(memory: int) -> ToolReply:
    """Return the answer of a call that has reached its memory limit, in MiB."""
    says = format_message("agents.out-of-memory", memory=memory)
    return make_reply("memory", says, format_message("agents.smaller-task"))


def _describe_mistake(mistake: Any) -> str:
    """Return a line about an argument that does not fit the schema; ``mistake`` is as pydantic reports it."""
    says = format_message("agents.unknown-argument") if mistake["type"] == "extra_forbidden" else mistake["msg"]
    return f"{'.'.join(map(str, mistake['loc']))}: {says}"
