"""The answer of a tool: a status, a text that a language model reads, and the next step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, Field

from ferryplan.domains.messages import format_message

MAX_REPLY_CHARACTERS = 20_000
"""the largest number of characters in the text of an answer"""
MAX_REPLY_FINDINGS = 50
"""the largest number of findings in an answer"""

ReplyStatus: TypeAlias = Literal[
    "done", "clean", "errors", "warnings", "valid", "invalid", "optimal", "solved", "unsolvable", "unknown",
    "same", "different", "undecided", "unreadable", "right", "wrong", "missing",
    "timeout", "memory", "bad-input", "error",
]  # fmt: skip
"""The outcome of a call; the last four mean that the tool could not do its work."""
FAILURES = frozenset({"timeout", "memory", "bad-input", "error"})
"""the statuses of calls that could not do their work"""


class ReplyPosition(BaseModel):
    """A position in a text: the line and the column, in characters, both counted from 1."""

    line: int
    column: int


class ReplyEdit(BaseModel):
    """An edit that replaces the text between two positions, without the character at the end."""

    file: str
    start: ReplyPosition
    end: ReplyPosition
    text: str


class ReplyFinding(BaseModel):
    """A finding of the tool lint, with the edits that make its fix."""

    file: str
    line: int | None
    column: int | None
    kind: str
    severity: str
    message: str
    fix: str | None
    edits: list[ReplyEdit]
    safe: bool = Field(description="whether no other fix is sensible")


class ToolReply(BaseModel):
    """The answer of a tool."""

    status: ReplyStatus = Field(description="the outcome of the call")
    text: str = Field(description="the answer in words")
    next_step: str = Field("", description="what to do next; empty if nothing is left to do")
    truncated: bool = Field(False, description="whether parts of the answer were left out because it is too long")

    @property
    def is_failure(self) -> bool:
        """Whether the tool could not do its work."""
        return self.status in FAILURES

    @property
    def full_text(self) -> str:
        """The text and, in a last line, the next step."""
        if not self.next_step:
            return self.text
        return f"{self.text}\n{format_message('agents.next-step', step=self.next_step)}"


class LintReply(ToolReply):
    """The answer of the tool lint."""

    findings: list[ReplyFinding] = Field(default_factory=list, description="the mistakes, with edits that fix them")


def make_reply(status: ReplyStatus, text: str, next_step: str = "") -> ToolReply:
    """Return an answer; a text that is too long is cut, with a note about its length."""
    shown, total = text.strip("\n"), len(text.strip("\n"))
    is_cut = total > MAX_REPLY_CHARACTERS
    if is_cut:
        note = format_message("agents.cut", shown=MAX_REPLY_CHARACTERS, total=total)
        shown = f"{shown[:MAX_REPLY_CHARACTERS]}\n{note}"
    return ToolReply(status=status, text=shown, next_step=next_step, truncated=is_cut)


def make_lint_reply(status: ReplyStatus, text: str, next_step: str, findings: Sequence[dict[str, Any]]) -> LintReply:
    """Return the answer of the tool lint with the first findings; ``findings`` are in their JSON form."""
    reply = make_reply(status, text, next_step)
    mistakes = [ReplyFinding.model_validate(one) for one in findings[:MAX_REPLY_FINDINGS]]
    reply.truncated |= len(mistakes) < len(findings)
    return LintReply(**reply.model_dump(), findings=mistakes)
