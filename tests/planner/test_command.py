"""Command lines that run in this process, from Python and from other languages."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import RunCommand

from ferryplan import command, domains
from ferryplan.generator.arguments import ArgumentValueError
from ferryplan.planner.command import answer_request
from ferryplan.planner.system.user_files import OutputError

ROADS = """(define (domain roads) (:predicates (at ?x) (road ?x ?y))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (and (at ?y) (not (at ?x)))))"""
WAY = "(define (problem way) (:domain roads) (:objects a b) (:init (at a) (road a b)) (:goal (at b)))"


@pytest.mark.parametrize(
    "line",
    [
        "solve hanoi --discs 2 --engine rules --format json",
        "list --format json",
        "--couples 2",
        "show no-such-puzzle",
        "solve wolf-goat-cabbage --capacity 1 --engine rules",
        "--help",
    ],
)
def test_command_gives_what_the_process_prints(line: str, plan_process: RunCommand, monkeypatch: Any) -> None:
    monkeypatch.setenv("COLUMNS", "10000")
    found, process = command(line), plan_process(*line.split())
    assert found.code == process.returncode
    if "json" in line:
        assert {**json.loads(found.output), "seconds": 0} == {**json.loads(process.stdout), "seconds": 0}
    else:
        assert found.output == process.stdout
    assert found.errors == process.stderr


def test_text_is_split_as_in_a_shell_and_a_list_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for line in (
        "generate hanoi --discs 1 -o 'two words'",
        ["generate", "hanoi", "--discs", "1", "-o", "three more words"],
    ):
        assert command(line).code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["three more words", "two words"]
    with pytest.raises(ArgumentValueError, match="line: found 'solve"):
        command('solve "hanoi')


def test_standard_streams_are_back_after_a_command() -> None:
    before = sys.stdin, sys.stdout, sys.stderr
    assert command("lint -", ROADS.replace("(at ?x) (road", "(at ?x (road")).code == 30
    assert (sys.stdin, sys.stdout, sys.stderr) == before


def test_output_and_errors_are_printed_together() -> None:
    found = command("why hanoi --certificate")
    assert found.errors
    assert str(found) == found.output + found.errors


def answer(arguments: list[str], files: dict[str, str], **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer_request(json.dumps({"arguments": arguments, "files": files, **more})))
    return found


def test_request_sets_the_width_of_the_output(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prose is wrapped, and a table that is too wide has its cells below each other."""
    monkeypatch.setenv("COLUMNS", "10000")
    lines = answer(["show", "swap"], {}, columns=40)["output"].splitlines()
    assert 20 < max(map(len, lines)) <= 40
    assert max(len(line) for line in answer(["show", "swap"], {})["output"].splitlines()) > 80
    assert os.environ["COLUMNS"] == "10000"


FARMER = domains.puzzle_files()["wolf-goat-cabbage"].read_text(encoding="utf-8")
LIMIT = FARMER.replace("capacity", "timeout").replace('timeout = "', 'capacity = "')
HERD = FARMER.replace('name = "goat"\n', 'name = "goat"\ncount = 40\n', 1).replace("default = 2", "default = 3")
ASKED_WITHOUT_OPTIONS = {
    # the boat for one is too small, and the smallest one that works takes two
    "change": (["solve"], FARMER.replace("default = 2", "default = 1"), "Capacity of the boat, farmer included: 2"),
    "solution": (["why"], FARMER, "There is a solution (7 crossings).\n"),
    "parameter": (["solve"], LIMIT, "7 crossings"),
    "dialect": (["generate", "--dialect", "strips"], HERD, "found 43 travelers, expected at most 20"),
    "states": (["graph", "-o", "graph.svg"], HERD, "expected at most 500"),
}


@pytest.mark.parametrize("case", ASKED_WITHOUT_OPTIONS)
def test_messages_name_options_only_if_the_request_wants_them(case: str) -> None:
    """A page has no command line: whatever a message advises there must be possible there."""
    arguments, text, says = ASKED_WITHOUT_OPTIONS[case]
    names = re.compile(r"--[a-z]|`plan ")
    arguments = [arguments[0], "my.toml", *arguments[1:], "--timeout", "30s"]
    usual = answer(arguments, {"my.toml": text})
    assert names.search(usual["output"] + usual["errors"])
    plain = answer(arguments, {"my.toml": text}, names_options=False)
    assert says in plain["output"] + plain["errors"]
    assert not names.search(plain["output"] + plain["errors"])
    assert answer(arguments, {"my.toml": text}) == usual, "the next request is not concerned"


def test_request_brings_files_and_gets_the_written_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files lie in a folder of their own, which is gone afterwards."""
    monkeypatch.chdir(tmp_path)
    files = {"in/domain.pddl": ROADS, "in/p01.pddl": WAY}
    found = answer(["solve", "in/p01.pddl", "--engine", "rules", "-o", "way.json"], files)
    assert (found["code"], found["errors"], [*found["files"]]) == (0, "", ["way.json"])
    assert json.loads(found["files"]["way.json"])["status"] == "optimal"
    found = answer(["solve", "in/p01.pddl", "--engine", "rules", "--force", "-o", "out/way.txt"], files)
    assert (found["code"], found["files"]) == (30, {})
    assert [*tmp_path.iterdir()] == []


def test_request_gets_files_that_are_not_text_as_base64(monkeypatch: pytest.MonkeyPatch) -> None:
    def write_both(arguments: list[str]) -> int:
        Path("picture.png").write_bytes(b"\x89PNG")
        Path("words.txt").write_text("Fähre", encoding="utf-8")
        return 0

    monkeypatch.setattr("ferryplan.planner.command.run_command_line", write_both)
    found = answer([], {"words.txt": "ferry"})
    assert (found["files"], found["binary"]) == ({"words.txt": "Fähre"}, {"picture.png": "iVBORw=="})


@pytest.mark.parametrize("name", ["../secret", "/etc/ferryplan", "in/../../secret"])
def test_request_cannot_write_outside_of_its_folder(name: str) -> None:
    with pytest.raises(OutputError, match="leads out of the folder of the command"):
        answer(["list"], {name: "x"})
