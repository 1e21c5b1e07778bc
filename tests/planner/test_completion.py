"""Shell completion in real shells, with the Tab key pressed."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from budget import draw_cases
from processes import MAX_WAIT_SECONDS

CASES = {
    "plan solv": "plan solve",
    "plan wolf": "plan wolf-goat-cabbage",
    "plan mi": "plan mi",  # missionaries-cannibals and mine.toml
    "plan min": "plan mine.toml",
    "plan show folder/ol": "plan show folder/older.toml",
    "plan --coup": "plan --couples",
    "plan queens --que": "plan queens --queens",
    "plan queens --back": "plan queens --back",  # an option that queens does not have
    "plan wolf-goat-cabbage --back": "plan wolf-goat-cabbage --backward",
    "plan mine.toml --tal": "plan mine.toml --tallest",
    "plan --engine pyperplan-": "plan --engine pyperplan-opt",
    "plan generate family --dialect ax": "plan generate family --dialect axioms",
    "plan --format mark": "plan --format markdown",
    "plan --format=mark": "plan --format=markdown",
    "plan family --boat-rules n": "plan family --boat-rules no",
    "plan compare --dialects strips,nu": "plan compare --dialects strips,numeric",
    "plan --domain dom": "plan --domain domain.pddl",
    "plan help comp": "plan help comp",  # compare and completion
    "plan help comple": "plan help completion",
}
"""The typed text and the line after Tab."""
MINE = """
family = "arithmetic"
name = "mine"
title = "My sum"
story = "A sum."
source = "Me."
sum.text = "A + A = B"
[parameters.tallest]
type = "integer"
default = 1
maximum = 2
help = "how tall"
"""
STARTED = {
    "bash": ["bash", "--noprofile", "-i"],
    "zsh": ["zsh", "-i"],
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home directory for the setup of completion, with a folder of files."""
    work = tmp_path / "work"
    (work / "folder").mkdir(parents=True)
    (work / "mine.toml").write_text(MINE)
    (work / "folder" / "older.toml").write_text(MINE)
    (work / "domain.pddl").write_text("")
    return tmp_path


def environment(home: Path) -> dict[str, str]:
    binaries = str(Path(sys.executable).parent)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "ZDOTDIR", "COLUMNS"))}
    return {**kept, "HOME": str(home), "PATH": f"{binaries}:{kept['PATH']}", "TERM": "dumb", "PS1": "$ "}


def install(shell: str, home: Path) -> str:
    run = subprocess.run(
        ["plan", "completion", shell, "--install"],
        env=environment(home),
        capture_output=True,
        text=True,
        timeout=MAX_WAIT_SECONDS,
    )
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


class Terminal:
    """A shell at a pseudo-terminal."""

    def __init__(self, shell: str, home: Path) -> None:
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(home / "work")
            os.execvpe(STARTED[shell][0], STARTED[shell], environment(home))

    def told(self, typed: str, mark: str) -> str:
        """Type a line and return the output after a mark that the line prints."""
        os.write(self.terminal, typed.encode())
        said, end = "", time.monotonic() + MAX_WAIT_SECONDS
        while not (found := re.search(rf"{mark}(.*?)\r?\n", said)):
            assert time.monotonic() < end, said
            if select.select([self.terminal], [], [], 0.1)[0]:
                said += os.read(self.terminal, 65536).decode(errors="replace")
        return found[1]

    def completed(self, text: str, number: int) -> str:
        """Return the line after Tab.

        The line is passed to `echo`, with a mark that appears only in the output.
        """
        return self.told(f"{text}\t\x01echo M$(({number} + 1000)): \x05\n", f"M{number + 1000}: ")

    def close(self) -> None:
        os.close(self.terminal)
        os.waitpid(self.pid, 0)


@pytest.fixture(params=["bash", pytest.param("zsh", marks=pytest.mark.integrations)])
def terminal(request: pytest.FixtureRequest, home: Path) -> Iterator[Terminal]:
    if request.param == "zsh":
        (home / ".zshrc").write_text("bindkey -e\nunsetopt beep prompt_cr zle_bracketed_paste\nPS1='$ '\n")
    install(request.param, home)
    shell = Terminal(request.param, home)
    try:
        shell.told("echo R$((3 + 4))\n", "R7")
        yield shell
    finally:
        shell.close()


def test_bash_and_zsh_complete_the_command_line(terminal: Terminal) -> None:
    cases = dict(draw_cases(CASES.items(), 8))
    assert {text: terminal.completed(text, number).strip() for number, text in enumerate(cases)} == cases


@pytest.mark.integrations
def test_fish_completes_the_command_line(home: Path) -> None:
    install("fish", home)
    for text, line in draw_cases(CASES.items(), 8):
        run = subprocess.run(
            ["fish", "-c", f"complete -C '{text}'"],
            env=environment(home),
            cwd=home / "work",
            capture_output=True,
            text=True,
            timeout=MAX_WAIT_SECONDS,
        )
        offered = [told.split("\t")[0] for told in run.stdout.splitlines()]
        if text == line:  # no candidate, or several
            assert len(offered) != 1, (text, offered)
        else:
            assert offered == [line.rpartition(" ")[2]], text


@pytest.mark.parametrize(("shell", "startup"), [("bash", ".bashrc"), ("zsh", ".zshrc")])
def test_installing_completion_twice_changes_nothing(shell: str, startup: str, home: Path) -> None:
    (home / startup).write_text("alias x=y")
    assert startup in install(shell, home)
    once = (home / startup).read_text()
    assert once.startswith("alias x=y\n. ")
    assert startup not in install(shell, home)
    assert (home / startup).read_text() == once


def test_completion_script_is_for_the_shell_in_the_shell_variable(home: Path) -> None:
    for shell, said in (("/usr/bin/fish", "complete --no-files --command plan"), ("/bin/zsh", "compdef")):
        run = subprocess.run(
            ["plan", "completion"],
            env={**environment(home), "SHELL": shell},
            capture_output=True,
            text=True,
            timeout=MAX_WAIT_SECONDS,
        )
        assert said in run.stdout
