"""The tools for agents without a client: answers, limits on texts and files, and errors that become answers."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import RunCommand
from processes import MAX_WAIT_SECONDS

import ferryplan
from ferryplan.servers.agents import model_tools, tool_reply
from ferryplan.servers.agents.call_process import answer_line
from ferryplan.servers.agents.readable_folder import MAX_TEXT_CHARACTERS, FileAccessError, ReadableFolder
from ferryplan.servers.agents.resources import UnknownResourceError, list_resources, read_resource
from ferryplan.servers.agents.tool_registry import DESCRIPTIONS, TOOLS, answer_call
from ferryplan.servers.agents.tool_reply import LintReply, ToolReply
from ferryplan.servers.agents.tool_request import CallLimits

DOMAIN = """(define (domain lamps)
  (:requirements :strips :typing)
  (:types lamp)
  (:predicates (lit ?x - lamp) (dark ?x - lamp))
  (:action press
    :parameters (?x - lamp)
    :precondition (dark ?x)
    :effect (and (lit ?x) (not (dark ?x)))))
"""
PROBLEM = """(define (problem one)
  (:domain lamps)
  (:objects a b - lamp)
  (:init (dark a) (dark b))
  (:goal (and (lit a) (lit b))))
"""
ROOT = Path(__file__).parent.parent.parent
SKILL = ROOT / "skills" / "pddl" / "SKILL.md"
BOAT = ROOT / "tests" / "cases" / "models" / "boat"
"""a model of the puzzle wolf-goat-cabbage"""
SECRET = "(define (domain secret))"


def call(tool: str, folder: Path | None = None, **arguments: Any) -> ToolReply:
    """Call a tool in this process."""
    return answer_call(tool, arguments, CallLimits(ReadableFolder(folder and str(folder)), 1800.0, 2048))


def test_every_tool_has_a_description() -> None:
    assert [*TOOLS] == [*DESCRIPTIONS]
    assert all({*texts} == {"title", "description"} for texts in DESCRIPTIONS.values())


def test_lint_reports_a_misspelled_name_with_the_edit_that_corrects_it() -> None:
    reply = call("lint", domain=DOMAIN.replace("(not (dark ?x))", "(not (darkk ?x))"), problem=PROBLEM)
    assert isinstance(reply, LintReply)
    assert reply.status == "errors"
    [found] = reply.findings
    [edit] = found.edits
    assert (found.file, found.line, found.kind, found.safe) == ("the domain", 8, "undeclared", False)
    assert (edit.start.line, edit.end.line, edit.text) == (8, 8, "dark")
    assert "by 'dark'" in reply.text
    assert reply.next_step


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({"domain": DOMAIN}, "clean"),
        ({"domain": DOMAIN, "problem": PROBLEM, "plan": "(press a)\n(press b)"}, "clean"),
        ({"domain": DOMAIN, "problem": PROBLEM, "plan": "(press a)\n(press a)"}, "errors"),
        ({"problem": PROBLEM}, "clean"),
        ({"problem": PROBLEM[:-2]}, "errors"),
        ({"domain": DOMAIN.replace("(dark ?x - lamp)", "(dark ?x - lamp) (odd)")}, "warnings"),
        ({"puzzle": 'family = "crossing"\n'}, "errors"),
        ({}, "bad-input"),
        ({"plan": "(press a)"}, "bad-input"),
        ({"domain": DOMAIN, "plan": "(press a)"}, "bad-input"),
        ({"domain": DOMAIN, "puzzle": "wolf-goat-cabbage"}, "bad-input"),
    ],
)
def test_lint_takes_each_sensible_set_of_texts(given: dict[str, str], status: str) -> None:
    assert call("lint", **given).status == status


@pytest.mark.parametrize(
    ("plan", "status", "says"),
    [
        ("(press a)\n(press b)", "valid", "valid"),
        (["(press a)", "(press b)"], "valid", "valid"),
        (["(press a)", "(press a)"], "invalid", "line 2: (press a) cannot be applied: (dark a) does not hold"),
        ("(press a)", "invalid", "(lit b)"),
        ("press", "bad-input", "--folder"),
    ],
)
def test_validate_names_the_step_that_fails_and_its_condition(plan: Any, status: str, says: str) -> None:
    reply = call("validate", domain=DOMAIN, problem=PROBLEM, plan=plan)
    assert reply.status == status
    assert says in reply.text


def test_validate_names_the_rule_of_the_puzzle_that_a_crossing_breaks() -> None:
    pddl = ferryplan.generate("wolf-goat-cabbage", dialect="adl")
    reply = call("validate", problem=pddl.problem, plan=["(cross-1 farmer left-bank right-bank)"])
    assert reply.status == "invalid"
    assert "crossing 1" in reply.text
    assert "The goat is not with the wolf unless the farmer is there." in reply.text


def test_check_says_what_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_tools, "MAX_HINT_SECONDS", 600.0)  # more than a busy machine needs
    domain, problem = (BOAT.joinpath(name).read_text() for name in ("domain.pddl", "p01.pddl"))
    assert call("check", puzzle="wolf-goat-cabbage", domain=domain, problem=problem).status == "same"
    broken = problem.replace("(eats goat cabbage)", "")
    reply = call("check", puzzle="wolf-goat-cabbage", domain=domain, problem=broken)
    assert reply.status == "different"
    assert re.search(r"add\s+\(eats\s+goat\s+cabbage\)", reply.text)
    assert "Hints" not in call("check", puzzle="wolf-goat-cabbage", domain=domain, problem=broken, hint=0).text


@pytest.mark.parametrize(
    ("tool", "given", "status", "says"),
    [
        ("solve", {"domain": DOMAIN, "problem": PROBLEM, "engine": "rules"}, "optimal", "(press a)"),
        ("solve", {"puzzle": "wolf-goat-cabbage", "engine": "rules"}, "optimal", "The farmer and the goat"),
        ("solve", {"domain": DOMAIN, "problem": PROBLEM, "engine": "pyperplan"}, "optimal", "(press b)"),
        ("solve", {"puzzle": "jealous-couples", "engine": "rules", "parameters": {"couples": 4, "capacity": 2}},
         "unsolvable", "--capacity 3"),
        ("solve", {"puzzle": "pancakes", "engine": "rules", "parameters": {"stack": [2, 1]}}, "optimal", "The upper two"),
        ("why", {"puzzle": "jealous-couples", "parameters": {"couples": 4, "capacity": 2}}, "unsolvable", "--capacity 3"),
        ("why", {"domain": DOMAIN.replace("(lit ?x) (not", "(not"), "problem": PROBLEM}, "unsolvable", "goal"),
        ("why", {"puzzle": "wolf-goat-cabbage"}, "optimal", "7 crossings"),
        ("generate", {"puzzle": "wolf-goat-cabbage", "dialect": "adl"}, "done", "(:goal"),
        ("search_catalog", {"words": "cabbage wolf"}, "done", "Alcuin"),
        ("search_catalog", {"family": "arithmetic"}, "done", "send-more-money (arithmetic)"),
        ("search_catalog", {"words": "xylophone"}, "unknown", "no puzzle"),
        ("pose", {"puzzle": "wolf-goat-cabbage", "ask": "length"}, "done", "goat"),
        ("score", {"puzzle": "wolf-goat-cabbage", "ask": "length", "reply": "7"}, "right", "score 1"),
        ("score", {"puzzle": "wolf-goat-cabbage", "ask": "length", "reply": 8}, "wrong", "score 0"),
        ("score", {"puzzle": "wolf-goat-cabbage", "reply": [["farmer", "wolf"]]}, "wrong", "goat"),
    ],
)  # fmt: skip
def test_tools_answer(tool: str, given: dict[str, Any], status: str, says: str) -> None:
    """7 crossings: Alcuin; four couples need a boat for three: OEIS A356480."""
    reply = call(tool, **given)
    assert reply.status == status, reply.text
    assert says in reply.full_text


def test_a_posed_question_does_not_show_its_answer() -> None:
    reply = call("pose", puzzle="wolf-goat-cabbage", ask="length")
    assert "7" not in reply.full_text


def test_explore_walks_by_the_numbers_of_moves() -> None:
    """The way of Alcuin's solution: the goat, back, the wolf, back with the goat, the cabbage, back, the goat."""
    moves, reply = list[int](), call("explore", puzzle="wolf-goat-cabbage")
    assert "forbidden: " in reply.text
    for load in ("farmer and the goat cross", "farmer returns", "farmer and the wolf cross", "farmer and the goat return",
                 "farmer and the cabbage cross", "farmer returns", "farmer and the goat cross"):  # fmt: skip
        [number] = re.findall(rf"^(\d+): The {load} .*->", reply.text, re.MULTILINE)
        moves.append(int(number))
        reply = call("explore", puzzle="wolf-goat-cabbage", moves=moves)
    assert "the goal is reached" in reply.next_step
    assert call("explore", puzzle="wolf-goat-cabbage", moves=[9]).status == "bad-input"
    assert call("explore", puzzle="wolf-goat-cabbage", moves=[0]).status == "bad-input"


def test_explore_shows_actions_of_pddl() -> None:
    text = call("explore", domain=DOMAIN, problem=PROBLEM, moves=[1]).text
    assert text.splitlines() == [
        "1. (press a)",
        "State: (dark b) (lit a)",
        "1 of 2 goal conditions hold. Allowed moves:",
        "1: (press b) -> (lit b) (not (dark b))",
        "forbidden: (press a) ((dark a) does not hold)",
    ]


@pytest.mark.parametrize(
    ("tool", "given", "says"),
    [
        ("solve", {}, "either a puzzle, or a domain and a problem"),
        ("solve", {"puzzle": "zebra", "domain": DOMAIN}, "either a puzzle, or a domain and a problem"),
        ("solve", {"puzzle": "zebar"}, "did you mean one of these: zebra?"),
        ("solve", {"puzzle": "qqq"}, "search_catalog"),
        ("solve", {"puzzle": "wolf-goat-cabbage", "engine": "sh -c true"}, "there is no planner"),
        ("solve", {"puzzle": "hanoi", "parameters": {"discs": 0}}, "expected 1 to 20"),
        ("solve", {"puzzel": "zebra"}, "puzzel: the tool has no such argument"),
        ("check", {"puzzle": "zebra", "domain": DOMAIN, "problem": PROBLEM, "hint": 4}, "hint: "),
        ("solve", {"puzzle": "zebra", "timeout": -1}, "timeout: "),
        ("solve", {"domain": DOMAIN, "problem": "(define (problem"}, "problem"),
        ("solve", {"puzzle": "/etc/passwd"}, "without --folder"),
        ("lint", {"domain": "(" * (MAX_TEXT_CHARACTERS + 1)}, "the limit is 500,000"),
    ],
)
def test_wrong_arguments_are_answers_with_a_reason_and_a_next_step(tool: str, given: dict[str, Any], says: str) -> None:
    reply = call(tool, **given)
    assert reply.status == "bad-input"
    assert says in reply.text
    assert reply.next_step


def test_faults_of_the_program_show_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by chance")

    monkeypatch.setattr(ferryplan, "generate", fail, raising=False)
    reply = call("generate", puzzle="wolf-goat-cabbage")
    assert reply.status == "error"
    assert "by chance" in reply.text
    assert "bug in ferryplan" in reply.next_step
    assert "Traceback" not in reply.full_text
    assert ".py" not in reply.full_text


def test_limits_are_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    reply = call("why", puzzle="sliding-tiles", parameters={"board": "8 6 7 / 2 5 4 / 3 _ 1"}, timeout=0.05)
    assert reply.status == "timeout"

    def refuse(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(ferryplan, "why", refuse, raising=False)
    assert call("why", puzzle="zebra").status == "memory"


def test_long_answers_say_that_they_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool_reply, "MAX_REPLY_CHARACTERS", 100)
    monkeypatch.setattr(tool_reply, "MAX_REPLY_FINDINGS", 2)
    cut = call("generate", puzzle="wolf-goat-cabbage")
    assert cut.truncated
    assert re.fullmatch(r".{100}\n\[cut: the first 100 of [\d,]+ characters\]", cut.text, re.DOTALL)
    many = call("lint", domain=DOMAIN.replace("(dark ?x)", "(a ?x) (b ?x) (c ?x)"))
    assert isinstance(many, LintReply)
    assert many.truncated
    assert len(many.findings) == 2
    assert not call("validate", domain=DOMAIN, problem=PROBLEM, plan=["(press a)", "(press b)"]).truncated


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that may be read, beside one that may not, with links from one to the other."""
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    (inside / "deep").mkdir(parents=True)
    outside.mkdir()
    (outside / "secret.pddl").write_text(SECRET)
    (inside / "deep" / "domain.pddl").write_text(DOMAIN)
    (inside / "link.pddl").symlink_to("deep/domain.pddl")
    (inside / "escape.pddl").symlink_to(outside / "secret.pddl")
    (inside / "way-out").symlink_to(outside)
    (inside / "circle").symlink_to("circle")
    os.mkfifo(inside / "pipe")
    (inside / "large").write_text("x" * (MAX_TEXT_CHARACTERS + 1))
    (inside / "binary").write_bytes(b"\xff\xfe\x00")
    return inside


@pytest.mark.parametrize("name", ["deep/domain.pddl", "./deep/../deep/domain.pddl", "link.pddl"])
def test_files_in_the_folder_are_read(name: str, folder: Path) -> None:
    assert ReadableFolder(str(folder)).read_argument("domain", name) == DOMAIN
    assert ReadableFolder(str(folder)).read_argument("domain", str(folder / name)) == DOMAIN


@pytest.mark.parametrize(
    "name",
    [
        "../outside/secret.pddl", "deep/../../outside/secret.pddl", "{outside}/secret.pddl", "escape.pddl",
        "way-out/secret.pddl", "missing.pddl", "circle", "nul\0", "", "~/secret.pddl", "../missing.pddl",
    ],
)  # fmt: skip
def test_files_outside_the_folder_are_as_good_as_missing(name: str, folder: Path) -> None:
    path = name.replace("{outside}", str(folder.parent / "outside"))
    with pytest.raises(FileAccessError) as caught:
        ReadableFolder(str(folder)).read_argument("domain", path)
    found = "cannot be read" if name == "" else "there is no file"
    assert found in str(caught.value)
    assert "secret))" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "reason"), [("pipe", "no regular file"), ("deep", ""), ("large", "more than"), ("binary", "UTF-8")]
)
def test_only_texts_of_bounded_size_are_read(name: str, reason: str, folder: Path) -> None:
    with pytest.raises(FileAccessError, match="cannot be read") as caught:
        ReadableFolder(str(folder)).read_argument("domain", name)
    assert reason in str(caught.value)


@pytest.mark.parametrize("tool", ["lint", "solve", "check", "validate", "generate"])
def test_the_content_of_a_file_is_never_taken_for_a_path(tool: str, folder: Path) -> None:
    """A text without a parenthesis or a line break would be a path for the public functions."""
    (folder / "bait").write_text(str(folder.parent / "outside" / "secret.pddl"))
    given = {
        "lint": {"domain": "bait"},
        "solve": {"domain": "bait", "problem": "bait"},
        "check": {"puzzle": "wolf-goat-cabbage", "domain": "bait", "problem": "bait"},
        "validate": {"domain": "bait", "problem": "bait", "plan": "./bait"},
        "generate": {"puzzle": "./bait"},
    }[tool]
    reply = call(tool, folder, **given)
    assert "secret)" not in reply.full_text
    assert reply.status in ("bad-input", "errors", "unreadable")


def test_a_puzzle_of_the_folder_cannot_fetch_templates(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The templates of a planning task lie beside its file; the tool takes the file's text alone."""
    text = 'family = "classical"\nname = "mine"\ntitle = "Mine"\nstory = "A task. How?"\nsource = "Me."\n'
    (folder / "mine.toml").write_text(text)
    (folder / "domain.pddl.j2").write_text(DOMAIN)
    (folder / "problem.pddl.j2").write_text(PROBLEM)
    monkeypatch.chdir(folder / "deep")
    assert call("solve", folder, puzzle="mine.toml").status == "bad-input"


def test_resources_are_readable() -> None:
    found = {one.uri: read_resource(one.uri) for one in list_resources()}
    assert len(found) >= 10
    assert all(len(text) > 500 for text in found.values())
    assert found["ferryplan://catalog"].count("\n") == len(ferryplan.puzzles()) - 1
    assert 'name = "zebra"' in read_resource("ferryplan://puzzles/zebra")
    for uri in (
        "ferryplan://puzzles/../tools",
        "ferryplan://notes/../tools.toml",
        "ferryplan://functions/os",
        "file:///etc/passwd",
    ):
        with pytest.raises(UnknownResourceError):
            read_resource(uri)


def test_calls_of_the_process_are_lines_of_json() -> None:
    line = {"tool": "explore", "arguments": {"puzzle": "hanoi"}, "folder": None, "timeout": 60, "memory": 1024}
    assert json.loads(answer_line(json.dumps(line).encode()))["status"] == "done"


def test_a_call_process_ends_with_its_standard_input() -> None:
    """The main thread is at work when the parent leaves."""
    task = {"puzzle": "sliding-tiles", "parameters": {"board": "8 6 7 / 2 5 4 / 3 _ 1"}}
    line = {"tool": "why", "arguments": task, "folder": None, "timeout": MAX_WAIT_SECONDS, "memory": 1024}
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "ferryplan.servers.agents.call_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    output, _ = process.communicate(json.dumps(line).encode() + b"\n", MAX_WAIT_SECONDS)
    assert output == b""
    assert process.returncode != 0


def read_table(path: Path) -> list[list[str]]:
    """Return the cells of the rows of the first table in a Markdown file, without its heading."""
    rows = [line.strip("| ").split(" | ") for line in path.read_text().splitlines() if line.startswith("| ")]
    ends = [number for number, cells in enumerate(rows) if set(cells[0]) == {"-"}]
    return rows[ends[0] + 1 : ends[1] - 1 if len(ends) > 1 else None]


def test_documentation_lists_every_tool() -> None:
    names = [name for cells in read_table(ROOT / "docs" / "agents.md") for name in re.findall(r"`(\w+)`", cells[0])]
    assert sorted(names) == sorted(TOOLS)


def test_skill_has_the_form_that_agents_expect() -> None:
    """The format: https://agentskills.io/specification."""
    text = SKILL.read_text()
    found = re.match(r"---\nname: ([a-z0-9-]{1,64})\ndescription: ([^\n<>]{1,1024})\n---\n", text)
    assert found is not None
    assert found[1] == SKILL.parent.name
    assert {cells[1].strip("`") for cells in read_table(SKILL)} - {"edits with `safe"} <= {*TOOLS}


def test_commands_of_the_skill_run(plan: RunCommand, tmp_path: Path) -> None:
    for name in ("domain.pddl", "p01.pddl"):
        (tmp_path / name).write_text((BOAT / name).read_text())
    (tmp_path / "plan.txt").write_text("(board goat west)\n(row west east)\n")
    commands = [cells[2].strip("`") for cells in read_table(SKILL)]
    assert len(commands) == len(TOOLS) - 1
    expected = {"validate": 14}  # that plan is too short
    for command in commands:
        words = command.replace("PUZZLE", "wolf-goat-cabbage").replace("FOLDER", "new").split()
        run = plan(*words[1:], text="")
        assert run.returncode == expected.get(words[1], 0), (command, run.stderr)


def test_verb_names_the_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    find: Callable[..., Any] = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *rest: None if name == "mcp_types" else find(name, *rest)
    )
    run = ferryplan.command("mcp")
    assert run.code == 31
    assert run.errors == "plan: `plan mcp` needs the extra 'mcp'; install it with: pip install 'ferryplan[mcp]'\n"
