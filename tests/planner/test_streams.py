"""Standard output and standard error: full, closed, in other encodings, and free of hidden characters."""

from __future__ import annotations

import io
import itertools
import json
import os
import pty
import re
import shlex
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from budget import draw_cases
from conftest import CommandServer, RunCommand
from hypothesis import given
from hypothesis import strategies as st
from terminals import WITHOUT_COLUMNS, run_on_terminal

from ferryplan.generator.escaping import escape_hidden
from ferryplan.planner.system.terminal import Screen, sign_escapes

PLAN = Path(sys.executable).with_name("plan")
VERBS = (
    "list", "show zebra", "schema", "engines", "generate", "graph family --format dot", "graph family --format svg", "why --couples 4 --capacity 2",
    "wolf-goat-cabbage --format html", "wolf-goat-cabbage --all", "explore", "compare queens --engines pyperplan", "--help", "completion bash",
)  # fmt: skip


OUTPUTS = [("> /dev/full", "No space left on device"), (">&-", "it is closed")]


def shell(command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["bash", "-c", f"{PLAN} {command}"], cwd=folder, capture_output=True, timeout=300, stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("verb", "to", "reason"),
    [(verb, *OUTPUTS[number % 2]) for number, verb in enumerate(draw_cases(VERBS, 4))],
)
def test_unwritable_standard_output_is_reported(verb: str, to: str, reason: str, tmp_path: Path) -> None:
    run = shell(f"{verb} {to}", tmp_path)
    assert run.stderr.decode().splitlines()[-1:] == [f"plan: standard output: cannot be written: {reason}"]
    assert run.returncode == 30
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("to", ["2>/dev/full", "2>&-"], ids=["full", "closed"])
def test_unwritable_standard_error_keeps_the_exit_code(to: str, tmp_path: Path) -> None:
    assert shell(f"no-such-puzzle {to}", tmp_path).returncode == 30
    assert shell(f"--couples 4 --capacity 2 --engine rules {to}", tmp_path).returncode == 10
    run = shell(f"list {to}", tmp_path)
    assert (run.returncode, run.stderr) == (0, b"")
    assert b"zebra" in run.stdout


def test_closed_standard_input_is_empty_for_explore_and_rejected_by_validate(tmp_path: Path) -> None:
    run = shell("explore <&-", tmp_path)
    assert (run.returncode, run.stderr) == (0, b"")
    assert shell("generate -o .", tmp_path).returncode == 0
    run = shell("validate p01.pddl - <&-", tmp_path)
    assert (run.returncode, run.stderr) == (30, b"plan: -: cannot be read: it is closed\n")


def test_binary_standard_input_is_ignored_by_explore_and_rejected_by_validate(tmp_path: Path) -> None:
    (tmp_path / "noise").write_bytes(bytes(range(128, 256)) + b"\n\x1b[2J\n\xff\n")
    run = shell("explore < noise", tmp_path)
    assert (run.returncode, run.stderr) == (0, b"")
    assert b"\x1b" not in run.stdout
    assert shell("generate -o .", tmp_path).returncode == 0
    run = shell("validate p01.pddl - < noise", tmp_path)
    assert (run.returncode, run.stderr) == (30, b"plan: -: not text in UTF-8; save the file in UTF-8\n")


@pytest.mark.parametrize(
    ("encoding", "form"),
    draw_cases(
        itertools.product(("cp1252", "ascii", "utf-16"), ("text", "markdown", "json", "html", "svg", "timeline")), 3
    ),
)
def test_piped_output_is_encoded_in_utf_8(encoding: str, form: str, plan: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "wolf.toml").write_text(
        (Path(__file__).parents[2] / "domains/crossing/wolf-goat-cabbage.toml").read_text().replace('title = "', 'title = "Müller Ωμέγα 農夫: ')
    )  # fmt: skip
    plain = plan("wolf.toml", "--format", form, "-o", "told", environment={"COLUMNS": ""})
    run = shell(f"wolf.toml --format {form}", tmp_path, PYTHONIOENCODING=encoding, LC_ALL="C")
    assert (run.returncode, plain.returncode) == (0, 0), run.stderr
    told = (tmp_path / "told").read_text()
    if form == "json":
        assert json.loads(run.stdout)["steps"] == json.loads(told)["steps"]
    else:
        assert run.stdout.decode() == told
    assert form in ("json", "timeline") or "Ωμέγα" in told


def test_closed_pipe_ends_the_command_silently(tmp_path: Path) -> None:
    run = shell("schema | head -1; exit ${PIPESTATUS[0]}", tmp_path)
    assert (run.returncode, run.stderr) == (0, b"")


@given(st.text())
def test_control_and_bidirectional_characters_are_escaped(text: str) -> None:
    written = io.StringIO()
    Screen(written, "here", is_required=True).write(text)
    shown = written.getvalue()
    hidden = {one for one in shown if unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp") and one not in "\n\t"}
    assert hidden == set()
    assert not any(
        unicodedata.bidirectional(one) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
        for one in shown
    )
    assert not set(shown) & set("\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")
    assert json.loads(escape_hidden(json.dumps(text, ensure_ascii=False))) == text


def test_terminal_output_keeps_only_color_codes_added_by_ferryplan() -> None:
    written = io.StringIO()
    screen = Screen(written, "here", is_required=True)
    screen.write(sign_escapes("\x1b[36mblue\x1b[0m") + " \x1b[31mred")
    assert written.getvalue() == "\x1b[36mblue\x1b[0m \\u001b[31mred"


def test_escape_codes_from_user_input_are_not_sent_to_terminal(tmp_path: Path) -> None:
    """On a terminal, control characters in file names and input are visible; tables keep lines and colors."""
    (tmp_path / "p\x1b[2J\u202e.pddl").write_text("nothing")
    leader, follower = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color"}
    for command in (["validate", "p\x1b[2J\u202e.pddl", "-"], ["engines"]):
        subprocess.run(
            [PLAN, *command], stdin=subprocess.DEVNULL, stdout=follower, stderr=follower, cwd=tmp_path, env=environment, timeout=300
        )  # fmt: skip
    os.close(follower)
    told = b""
    while True:
        try:
            part = os.read(leader, 4096)
        except OSError:
            break
        told += part
        if not part:
            break
    os.close(leader)
    first, _, rest = told.decode().partition("\n")
    assert first.startswith("plan: p\\u001b[2J\\u202e.pddl: ")
    assert "\x1b[" in rest
    assert "\\u001b" not in rest


TABLES = ("list", "engines", "show einstein", "why --couples 6 --capacity 3", "zebra", "graph bridge-torch")


@pytest.mark.parametrize(("command", "columns"), list(zip(TABLES, itertools.cycle([60, 80, 120, 200]), strict=False)))
def test_text_fits_the_terminal_and_breaks_no_word(
    command: str, columns: int, plan_process: RunCommand, command_server: CommandServer
) -> None:
    told = run_on_terminal(command, columns, server=command_server)
    assert max(map(len, told.splitlines())) <= columns
    words = plan_process(*shlex.split(command)).stdout.partition("\n")[2].split()
    assert {word for word in words if len(word) <= columns // 4} <= {
        *re.sub(r"(?<=\w):(?=\s)", " ", told).split(),
        *told.split(),
    }
    assert "\n\n\n" not in told


def test_piped_lines_have_80_columns_unless_columns_is_set(tmp_path: Path) -> None:
    for environment, least, most in (({}, 60, 80), ({"COLUMNS": "40"}, 20, 40), ({"COLUMNS": "1000"}, 200, 1000)):
        told = subprocess.run(
            [PLAN, "show", "swap"], capture_output=True, text=True, env={**WITHOUT_COLUMNS, **environment}
        )
        assert least < max(len(line) for line in told.stdout.splitlines() if "  " not in line.strip()) <= most


def test_ascii_terminal_gets_tables_without_box_characters() -> None:
    told = run_on_terminal("list", 80, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert told.isascii()
    assert "\\u" not in told


@pytest.mark.parametrize(
    ("wanted", "on_screen", "in_a_pipe"), [("auto", True, False), ("always", True, True), ("never", False, False)]
)
def test_color_option_and_no_color_are_respected(
    wanted: str, on_screen: bool, in_a_pipe: bool, plan_process: RunCommand, command_server: CommandServer
) -> None:
    asked, server = f"show queens --color {wanted}", command_server
    assert ("\x1b[" in run_on_terminal(asked, 80, keep_colors=True, server=server, NO_COLOR="")) is on_screen
    assert ("\x1b[" in plan_process(*asked.split(), environment={"NO_COLOR": ""}).stdout) is in_a_pipe
    assert "\x1b[3" not in run_on_terminal("show queens", 80, keep_colors=True, server=server, NO_COLOR="1")
