"""Tools about PDDL that somebody writes: lint, check, validate."""

from __future__ import annotations

from typing import Any

from pydantic import Field

import ferryplan
from ferryplan.domains.messages import format_message
from ferryplan.servers.agents.tool_reply import LintReply, ReplyStatus, ToolReply, make_lint_reply, make_reply
from ferryplan.servers.agents.tool_request import (
    DOMAIN_HELP,
    PARAMETERS_HELP,
    PROBLEM_HELP,
    PUZZLE_HELP,
    CallLimits,
    PuzzleParameter,
    ToolArgumentError,
    ToolRequest,
    read_puzzle,
)

MAX_HINT_SECONDS, MAX_HINT_SHARE = 10.0, 0.5
"""the longest time for the search for hints, in seconds and as a share of the time limit"""


class LintRequest(ToolRequest):
    """The arguments of the tool lint."""

    reply_class = LintReply

    domain: str | None = Field(None, description=DOMAIN_HELP)
    problem: str | None = Field(None, description=PROBLEM_HELP)
    plan: str | None = Field(None, description="a plan for the problem, one action such as (move a b) a line")
    puzzle: str | None = Field(None, description="the text of a puzzle file in TOML, instead of PDDL")
    style: bool = Field(False, description="whether to report matters of style in PDDL, too")

    def answer(self, limits: CallLimits) -> ToolReply:
        """Find mistakes in PDDL or in a puzzle file."""
        report = self._find_mistakes(limits)
        severities = {one.severity for one in report}
        status: ReplyStatus = "errors" if "error" in severities else "warnings" if severities else "clean"
        match status:
            case "errors":
                step = format_message("agents.fix-errors")
            case "warnings":
                step = format_message("agents.consider-warnings")
            case _:
                step = "" if self.puzzle is not None else format_message("agents.compare-or-solve")
        data = [one.to_dict() for one in report]
        return make_lint_reply(status, f"{report}\n{_list_edits(data)}", step, data)

    def _find_mistakes(self, limits: CallLimits) -> ferryplan.LintReport:
        """Return the findings in the texts. Raises ToolArgumentError if no text is given, or too many."""
        texts = {
            name: limits.folder.read_argument(name, value)
            for name in ("domain", "problem", "plan")
            if (value := getattr(self, name)) is not None
        }
        bounds: dict[str, Any] = {"timeout": self.shorten_timeout(limits), "memory": limits.memory}
        if self.puzzle is not None and not texts:
            return ferryplan.lint(read_puzzle(self.puzzle, limits), **bounds)
        if self.puzzle is not None or ("plan" in texts and len(texts) < 3):
            raise ToolArgumentError(format_message("agents.what-to-lint"))
        if "domain" in texts:
            return ferryplan.lint(texts["domain"], texts.get("problem"), texts.get("plan"), style=self.style, **bounds)
        if [*texts] == ["problem"]:
            return ferryplan.lint_draft(None, texts["problem"], style=self.style)
        raise ToolArgumentError(format_message("agents.what-to-lint"))


def _list_edits(findings: list[dict[str, Any]]) -> str:
    """Return a line for each edit that fixes a finding, for clients that show a model the text alone."""
    lines = list[str]()
    for number, found in enumerate(findings, 1):
        for edit in found["edits"]:
            start, end = edit["start"], edit["end"]
            places = {"line": start["line"], "column": start["column"], "text": edit["text"], "file": edit["file"]}
            where = f"{found['file']}:{found['line']}"
            if start == end:
                lines.append(format_message("agents.insert", number=number, where=where, **places))
            else:
                more = {"end_line": end["line"], "end_column": end["column"]}
                lines.append(format_message("agents.replace", number=number, where=where, **places, **more))
    return "\n".join([format_message("agents.edits"), *lines]) if lines else ""


class CheckRequest(ToolRequest):
    """The arguments of the tool check."""

    puzzle: str = Field(description=PUZZLE_HELP)
    domain: str = Field(description=DOMAIN_HELP)
    problem: str = Field(description=PROBLEM_HELP)
    parameters: dict[str, PuzzleParameter] = Field(
        default_factory=dict, description=f"{PARAMETERS_HELP}, or those that the problem implies"
    )
    hint: int = Field(
        3, ge=0, le=3, description="level of hints: 0 none, 1 the wrong part, 2 the wrong condition, 3 what to write"
    )

    def answer(self, limits: CallLimits) -> ToolReply:
        """Compare a PDDL model with a puzzle."""
        timeout = self.shorten_timeout(limits)
        found = ferryplan.check(
            read_puzzle(self.puzzle, limits),
            limits.folder.read_argument("problem", self.problem),
            limits.folder.read_argument("domain", self.domain),
            self.parameters,
            hint=self.hint,
            hint_time=min(MAX_HINT_SECONDS, timeout * MAX_HINT_SHARE),
            timeout=timeout,
            memory=limits.memory,
        )
        match found.verdict:
            case "same":
                step = ""
            case "different":
                step = format_message("agents.follow-hints" if self.hint else "agents.ask-hints")
            case "unreadable":
                step = format_message("agents.lint-first")
            case _:
                step = format_message("agents.name-parts")
        return make_reply(found.verdict, str(found), step)


class ValidateRequest(ToolRequest):
    """The arguments of the tool validate."""

    problem: str = Field(description=PROBLEM_HELP)
    plan: str | list[str] = Field(
        description="the plan: its text, one action such as (move a b) a line, the path of its file, or a list of actions"
    )
    domain: str | None = Field(
        None, description=f"{DOMAIN_HELP}; not needed for a problem that the tool generate has written"
    )

    def answer(self, limits: CallLimits) -> ToolReply:
        """Check a plan, action by action."""
        read = limits.folder.read_argument
        plan = self.plan if isinstance(self.plan, str) else "\n".join([*self.plan, ""])
        try:
            found = ferryplan.validate(
                read("problem", self.problem),
                read("plan", plan),
                None if self.domain is None else read("domain", self.domain),
                timeout=self.shorten_timeout(limits),
                memory=limits.memory,
            )
        except ferryplan.InvalidPlanError as error:
            return make_reply("invalid", str(error), format_message("agents.repair-plan"))
        return make_reply("valid", "\n".join([str(found), *found.slips]))
