"""The base class of the arguments of all tools, and of the arguments of tools about a puzzle or PDDL."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

import ferryplan
from ferryplan.domains.messages import format_message
from ferryplan.servers.agents.readable_folder import ReadableFolder, is_inline_text
from ferryplan.servers.agents.tool_reply import ToolReply

PuzzleParameter: TypeAlias = bool | int | str | tuple[int, ...]
"""The value of a puzzle's parameter, as in JSON."""
DEFAULT_CALL_SECONDS = 60.0
"""the time limit of a call that does not ask for another, in seconds: clients do not wait for long"""
MAX_SUGGESTIONS = 3
"""the largest number of similar names in a message about an unknown puzzle"""
DOMAIN_HELP = "the PDDL domain: its text or, if the server may read a folder, the path of its file there"
PROBLEM_HELP = "the PDDL problem: its text or, if the server may read a folder, the path of its file there"
PUZZLE_HELP = "the name of a puzzle in the catalog (search_catalog lists them), or the text of a puzzle file in TOML"
PARAMETERS_HELP = 'values of the puzzle\'s parameters by name, such as {"couples": 4}; the others have their defaults'


class ToolArgumentError(ferryplan.FerryplanError, ValueError):
    """The arguments of a tool contradict each other, or some are missing."""


@dataclass(frozen=True, slots=True)
class CallLimits:
    """What a call may use: the folder that it may read, seconds, and memory in MiB."""

    folder: ReadableFolder
    timeout: float
    memory: int


class ToolRequest(BaseModel):
    """The arguments of a tool; its method `answer` is the tool."""

    model_config = ConfigDict(extra="forbid")

    reply_class: ClassVar[type[ToolReply]] = ToolReply
    """the class of the tool's answers"""
    limits_itself: ClassVar[bool] = True
    """whether the public function that the tool calls enforces the memory limit"""

    timeout: float = Field(
        DEFAULT_CALL_SECONDS, gt=0, description="time limit in seconds; the server may have a smaller one"
    )

    def answer(self, limits: CallLimits) -> ToolReply:
        """Do the work of the tool. Raises FerryplanError, TimeoutError or MemoryError."""
        raise NotImplementedError

    def shorten_timeout(self, limits: CallLimits) -> float:
        """Return the time limit of the call in seconds: the smaller of its own and the server's."""
        return min(self.timeout, limits.timeout)


def read_puzzle(value: str, limits: CallLimits) -> str:
    """Return the name of a puzzle in the catalog, or the text of a puzzle file.

    The file of a puzzle is read as a text, so it cannot name templates in other files. Raises FileAccessError, and
    ToolArgumentError for a name that is neither in the catalog nor a path.
    """
    if not is_inline_text(value) and not {".", "/", "\\"} & {*value}:
        names = [one.name for one in ferryplan.puzzles()]
        if value not in names:
            similar = difflib.get_close_matches(value, names, MAX_SUGGESTIONS)
            advice = (
                format_message("agents.similar-puzzles", names=", ".join(similar))
                if similar
                else format_message("agents.list-puzzles")
            )
            raise ToolArgumentError(format_message("agents.unknown-puzzle", name=value[:80]), advice=advice)
        return value
    return limits.folder.read_argument("puzzle", value)


class TaskRequest(ToolRequest):
    """The arguments of a tool about a puzzle or about PDDL."""

    puzzle: str | None = Field(None, description=f"{PUZZLE_HELP}; instead of domain and problem")
    parameters: dict[str, PuzzleParameter] = Field(default_factory=dict, description=PARAMETERS_HELP)
    domain: str | None = Field(None, description=DOMAIN_HELP)
    problem: str | None = Field(None, description=PROBLEM_HELP)

    def read_task(self, limits: CallLimits) -> str | tuple[str, str]:
        """Return the puzzle, or a pair of the texts of a domain and a problem.

        Raises ToolArgumentError unless the arguments are either a puzzle or a domain with a problem.
        """
        if self.puzzle is not None and self.domain is None and self.problem is None:
            return read_puzzle(self.puzzle, limits)
        if self.puzzle is None and self.domain is not None and self.problem is not None:
            return limits.folder.read_argument("domain", self.domain), limits.folder.read_argument(
                "problem", self.problem
            )
        raise ToolArgumentError(format_message("agents.puzzle-or-pddl"))

    @property
    def is_about_pddl(self) -> bool:
        """Whether the arguments are a domain and a problem."""
        return self.puzzle is None
