"""What calls have returned, kept as it comes: nothing is done twice, nothing is lost, whatever is killed when."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import labours
import pytest
from processes import PATIENCE, children

from ferryplan.planner.system.crew import Crew
from ferryplan.planner.system.files import OutputError
from ferryplan.planner.system.journal import Journal, asked_in

ASKED = {"numbers": 3, "seed": "7"}


def asked(folder: Path, jobs: int, numbers: int = 3, **wanted: Any) -> list[str]:
    with Journal(folder / "journal", wanted or ASKED) as journal, Crew(jobs, labours.noted, journal=journal) as calls:
        for number in range(numbers):
            calls.ask(str(folder), number, name=f"number {number}")
        return [*calls.answers()]


def times(folder: Path) -> list[int]:
    """How often each call was begun."""
    notes = (path for path in folder.iterdir() if path.name.isdigit())
    return [len(path.read_text().split()) for path in sorted(notes, key=lambda path: int(path.name))]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_kept_is_not_asked_for_again(jobs: int, tmp_path: Path) -> None:
    assert asked(tmp_path, jobs) == ["", "1 ", "2 2 "]
    lines = (tmp_path / "journal").read_text().splitlines()
    assert json.loads(lines[0])["asked"] == ASKED
    found = sorted(json.loads(line)[:2] for line in lines[1:])
    assert found == [["number 0", ""], ["number 1", "1 "], ["number 2", "2 2 "]]
    assert asked(tmp_path, jobs) == ["", "1 ", "2 2 "]
    assert times(tmp_path) == [1, 1, 1]
    text = (tmp_path / "journal").read_bytes()
    for cut in (len(text) - 1, len(text) - 4, text.index(b"\n") + 1, text.index(b"\n"), 12, 0):
        (tmp_path / "journal").write_bytes(text[:cut])
        assert asked(tmp_path, jobs) == ["", "1 ", "2 2 "]
    assert sorted(map(json.loads, (tmp_path / "journal").read_text().splitlines()[1:])) == sorted(
        map(json.loads, lines[1:])
    )


@pytest.mark.parametrize("jobs", [1, 2])
def test_only_answers_are_kept_as_they_are_encoded(jobs: int, tmp_path: Path) -> None:
    """An error is none, nor is what encodes to None: such a call is made again. What was kept is decoded, and told as begun and ended."""

    def run(*numbers: str) -> tuple[list[Any], list[str]]:
        told: list[str] = []
        ends = {"begun": lambda name: told.append(f"+{name}"), "ended": lambda name: told.append(f"-{name}")}
        forms = {"encode": lambda value: None if value == 0 else {"is": value}, "decode": lambda data: -data["is"]}
        with (
            Journal(tmp_path / "journal", ASKED) as journal,
            Crew(jobs, int, journal=journal, **forms, **ends) as calls,
        ):
            for number in numbers:
                calls.ask(number, name=number)
            return [type(one.error) if one.error else one.value for one in calls.outcomes()], told

    assert run("4", "0", "x") == ([4, 0, ValueError], ["+4", "-4", "+0", "-0", "+x", "-x"]) or jobs == 2
    assert kept(tmp_path) == {"4": {"is": 4}}
    found, told = run("4", "0", "5", "x")
    assert found == [-4, 0, 5, ValueError]
    assert told[:2] == ["+4", "-4"]
    assert sorted(told) == sorted(f"{sign}{name}" for name in ("4", "0", "5", "x") for sign in "+-")
    assert kept(tmp_path) == {"4": {"is": 4}, "5": {"is": 5}}


def test_a_run_that_is_over_holds_its_journal_no_longer(tmp_path: Path) -> None:
    """Nor does one that was refused; while one goes on, another is refused and changes nothing."""
    path = tmp_path / "journal"
    with Journal(path, ASKED) as journal:
        journal.keep("one", 1)
        with pytest.raises(OutputError, match="another run uses this journal; wait for it, or choose another file"):
            Journal(path, ASKED).__enter__()
        journal.keep("two", 2)
    for _ in range(2):
        with pytest.raises(OutputError, match="this journal belongs to another run: its 'seed' is"):
            Journal(path, {**ASKED, "seed": "8"}).__enter__()
    with Journal(path, ASKED) as journal:
        assert journal.kept == {"one": 1, "two": 2}


def test_lines_are_on_the_disk_soon_and_when_the_run_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system is made to write at most once a second while answers come, and in the end in any case."""
    synced: list[int] = []
    now = 1_000.0
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(len((tmp_path / "journal").read_bytes().splitlines())))
    monkeypatch.setattr(time, "monotonic", lambda: now)
    with Journal(tmp_path / "journal", ASKED) as journal:
        for number in range(4):
            now += 0.4
            journal.keep(f"{number}", number)
        assert synced == [1, 4], "the head, and what has come a second later"
    assert synced == [1, 4, 5]


def test_what_half_a_line_leaves_does_no_harm_later(tmp_path: Path) -> None:
    """The run after a broken one writes whole lines only: the one after that reads all of them, and asks for nothing again."""
    asked(tmp_path, 1)
    path = tmp_path / "journal"
    path.write_bytes(path.read_bytes()[:-5])
    for _ in range(2):
        assert asked(tmp_path, 1) == ["", "1 ", "2 2 "]
    assert times(tmp_path) == [1, 1, 2]
    assert len(path.read_bytes().splitlines()) == 4


def test_a_journal_of_a_run_that_asked_for_more_is_another_s(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal", {**ASKED, "more": 1}):
        pass
    with pytest.raises(OutputError, match="this journal belongs to another run: its 'more' is 1, not null"):
        Journal(tmp_path / "journal", ASKED).__enter__()


def test_what_was_asked_for_is_read_from_whatever_is_there(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    assert asked_in(None) == asked_in(path) == asked_in(tmp_path) == {}
    for text in ("", "letters\n", "[]\n", '{"asked": 3}\n', "[" * 100_000, '{"ferryplan": "0.2.0"}\n'):
        path.write_text(text)
        assert asked_in(path) == {}
    path.unlink()
    asked(tmp_path, 1)
    assert asked_in(path) == ASKED


def test_journals_that_do_not_fit(tmp_path: Path) -> None:
    asked(tmp_path, 1)
    path = tmp_path / "journal"
    with pytest.raises(OutputError, match=r'this journal belongs to another run: its .seed. is "7", not "8"'):
        asked(tmp_path, 1, **{**ASKED, "seed": "8"})
    with pytest.raises(OutputError, match="this journal belongs to another run: its 'more' is null, not 1"):
        asked(tmp_path, 1, **ASKED, more=1)
    text = path.read_text()
    path.write_text(text.replace('"ferryplan": "', '"ferryplan": "9.'))
    with pytest.raises(OutputError, match=r'this journal belongs to another run: its .ferryplan. is "9\.'):
        asked(tmp_path, 1)
    for wrong in ("my letters", "my\nletters\n", "{}\n", '["ferryplan"]\n', '{"ferryplan": 1'):
        path.write_text(wrong)
        if wrong != '{"ferryplan": 1':
            with pytest.raises(OutputError, match="journal: this file is not a journal; choose another file"):
                asked(tmp_path, 1)
            assert path.read_text() == wrong
    for wrong in (Path("/dev/full"), tmp_path / "pipe"):
        if not wrong.exists():
            os.mkfifo(wrong)
        with pytest.raises(OutputError, match="a journal must be a regular file"):
            Journal(wrong, ASKED).__enter__()
    path.write_text(text + "[]\n")
    with pytest.raises(
        OutputError, match="journal:5: this line of the journal is damaged; delete the file to start again"
    ):
        asked(tmp_path, 1)
    with pytest.raises(OutputError, match="cannot be written"):
        asked(tmp_path / "nowhere", 1)
    with (
        Journal(tmp_path / "other", ASKED),
        pytest.raises(OutputError, match="another run uses this journal; wait for it, or choose another file"),
    ):
        Journal(tmp_path / "other", ASKED).__enter__()


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (1, '{"ferryplan": ' + "[" * 100_000),
        (1, '{"ferryplan": "0.2.0", "asked": 3}'),
        (2, "[" * 100_000),
        (2, '["number 0", 7]'),
        (2, '["number 0", ""]'),
        (2, '["number 0", "changed", "0123456789abcdef"]'),
        (2, '[["number 0"], "", ""]'),
        (2, '{"number 0": "", "value": "", "checksum": ""}'),
    ],
    ids=lambda value: str(value)[:40],
)
def test_line_of_another_shape_is_refused_at_its_number(number: int, line: str, tmp_path: Path) -> None:
    asked(tmp_path, 1)
    path = tmp_path / "journal"
    lines = path.read_text().splitlines(keepends=True)
    lines[number - 1] = f"{line}\n"
    path.write_text("".join(lines))
    with pytest.raises(OutputError, match=f"journal:{number}: this line of the journal is damaged"):
        asked(tmp_path, 1)
    assert path.read_text() == "".join(lines)


def test_value_that_was_changed_is_refused(tmp_path: Path) -> None:
    asked(tmp_path, 1)
    path = tmp_path / "journal"
    path.write_text(path.read_text().replace('"2 2 "', '"2 3 "'))
    with pytest.raises(
        OutputError, match="journal:4: this line of the journal is damaged; delete the file to start again"
    ):
        asked(tmp_path, 1)


def test_short_write_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk may take a part of a line only."""
    with Journal(tmp_path / "journal", ASKED) as journal, monkeypatch.context() as patch:
        patch.setattr(journal, "_file", ShortFile(journal._file))
        with pytest.raises(OutputError, match="the disk is full"):
            journal.keep("number 0", "a value")


class ShortFile:
    """A file that takes all but the last byte of what is written."""

    def __init__(self, file: Any) -> None:
        self.file = file

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def write(self, data: bytes) -> int:
        return int(self.file.write(data[:-1]))


SCRIPT = r"""
import sys, labours
from pathlib import Path
from ferryplan.planner.system.crew import Crew
from ferryplan.planner.system.journal import Journal
folder = sys.argv[1]
with Journal(Path(folder, "journal"), {}) as journal, Crew(2, labours.noted, journal=journal) as calls:
    for number in range(60):
        calls.ask(folder, number, 0.02, name=f"{number}")
    print(*calls.answers(), sep="\n")
"""


@pytest.mark.parametrize("kills", [4, pytest.param(50, marks=pytest.mark.slow)])
def test_killed_at_random_moments_it_comes_to_the_same(kills: int, tmp_path: Path) -> None:
    """Whoever asks, or a process that makes calls, by turns. What was kept is never begun again."""
    drawn = random.Random(kills)
    command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for kill in range(kills):
        known = kept(tmp_path)
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.2 + drawn.random() * 0.5)
        for pid in (*(children(process.pid)[:1] if kill % 2 else ()), process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            time.sleep(drawn.random() * 0.05)
        process.wait(PATIENCE)
        assert kept(tmp_path).items() >= known.items()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "".join(f"{f'{number} ' * number}\n" for number in range(60))
    assert len((tmp_path / "journal").read_text().splitlines()) == 61
    assert 60 <= sum(times(tmp_path)) <= 60 + 2 * kills + kills, "only what was under way is begun again"


def kept(folder: Path) -> dict[str, str]:
    """What the journal has, a line that is not whole left out."""
    with contextlib.suppress(FileNotFoundError):
        whole, _, _ = (folder / "journal").read_text().rpartition("\n")
        return dict(json.loads(line)[:2] for line in whole.splitlines()[1:])
    return {}
