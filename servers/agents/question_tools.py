"""Tools about questions with proven answers: pose, score.

A question is determined by the puzzle, its parameters, the kind of question and the seed. So `score` poses the question again,
and the agent never sees the answer.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

import ferryplan
from ferryplan.domains.messages import format_message
from ferryplan.servers.agents.tool_reply import ToolReply, make_reply
from ferryplan.servers.agents.tool_request import (
    PARAMETERS_HELP,
    PUZZLE_HELP,
    CallLimits,
    PuzzleParameter,
    ToolRequest,
    read_puzzle,
)


class PoseRequest(ToolRequest):
    """The arguments of the tool pose."""

    puzzle: str = Field(description=PUZZLE_HELP)
    parameters: dict[str, PuzzleParameter] = Field(default_factory=dict, description=PARAMETERS_HELP)
    ask: Literal[
        "plan", "optimal-plan", "length", "solvable", "count", "next", "valid", "repair", "formalise", "answer"
    ] = Field("plan", description="kind of question")
    seed: int = Field(1, ge=0, description="the same seed poses the same question")

    def answer(self, limits: CallLimits) -> ToolReply:
        """Pose a question about a puzzle."""
        return make_reply("done", self.pose_question(limits).question, format_message("agents.answer-question"))

    def pose_question(self, limits: CallLimits) -> ferryplan.Question:
        """Return the question, with its answer."""
        return ferryplan.pose(
            read_puzzle(self.puzzle, limits),
            self.parameters,
            ask=self.ask,
            seed=self.seed,
            timeout=self.shorten_timeout(limits),
            memory=limits.memory,
        )[0]


class ScoreRequest(PoseRequest):
    """The arguments of the tool score: those of pose, and the answer."""

    limits_itself = False

    reply: str | list[Any] | int = Field(description="the answer: a text, a list of moves, or a number")

    def answer(self, limits: CallLimits) -> ToolReply:
        """Score an answer to the question that the tool pose poses for the same arguments."""
        found = ferryplan.score(self.pose_question(limits), self.reply)
        says = format_message("agents.scored", score=found.score, partial=found.partial, reason=found.why)
        return make_reply(found.outcome, says, "" if found.outcome == "right" else format_message("agents.try-again"))
