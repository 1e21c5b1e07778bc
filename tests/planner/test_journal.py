"""Journals of answers: random kills of processes neither lose an answered call nor repeat it."""

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

import pytest
import worker_calls
from budget import scale
from processes import MAX_WAIT_SECONDS, list_children, wait_until

from ferryplan.planner.system.journal import Journal, read_journal_request
from ferryplan.planner.system.user_files import OutputError
from ferryplan.planner.system.worker_pool import WorkerPool

ASKED = {"numbers": 3, "seed": "7"}


def asked(folder: Path, jobs: int, numbers: int = 3, **wanted: Any) -> list[str]:
    with (
        Journal(folder / "journal", wanted or ASKED) as journal,
        WorkerPool(jobs, worker_calls.note_call, journal=journal) as calls,
    ):
        for number in range(numbers):
            calls.submit(str(folder), number, name=f"number {number}")
        return [*calls.returned_values()]


def times(folder: Path) -> list[int]:
    """Return how often each call was started."""
    notes = (path for path in folder.iterdir() if path.name.isdigit())
    return [len(path.read_text().split()) for path in sorted(notes, key=lambda path: int(path.name))]


@pytest.mark.parametrize("jobs", [1, 2])
def test_journaled_calls_are_not_repeated(jobs: int, tmp_path: Path) -> None:
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
def test_journal_stores_no_errors_and_no_answers_encoded_as_none(jobs: int, tmp_path: Path) -> None:
    """A journal keeps only encoded answers.

    A call with an error, or with an answer that encodes to None, is made again. Kept answers are decoded and
    reported as started and ended.
    """

    def run(*numbers: str) -> tuple[list[Any], list[str]]:
        told: list[str] = []
        ends = {"on_begin": lambda name: told.append(f"+{name}"), "on_end": lambda name: told.append(f"-{name}")}
        forms = {"encode": lambda value: None if value == 0 else {"is": value}, "decode": lambda data: -data["is"]}
        with (
            Journal(tmp_path / "journal", ASKED) as journal,
            WorkerPool(jobs, int, journal=journal, **forms, **ends) as calls,
        ):
            for number in numbers:
                calls.submit(number, name=number)
            return [type(one.error) if one.error else one.value for one in calls.outcomes()], told

    assert run("4", "0", "x") == ([4, 0, ValueError], ["+4", "-4", "+0", "-0", "+x", "-x"]) or jobs == 2
    assert kept(tmp_path) == {"4": {"is": 4}}
    found, told = run("4", "0", "5", "x")
    assert found == [-4, 0, 5, ValueError]
    assert told[:2] == ["+4", "-4"]
    assert sorted(told) == sorted(f"{sign}{name}" for name in ("4", "0", "5", "x") for sign in "+-")
    assert kept(tmp_path) == {"4": {"is": 4}, "5": {"is": 5}}


def test_journal_is_locked_only_during_its_run(tmp_path: Path) -> None:
    """A journal is locked only during its run, and a rejected run does not lock it.

    During a run, another run is rejected and changes nothing.
    """
    path = tmp_path / "journal"
    with Journal(path, ASKED) as journal:
        journal.add_call_result("one", 1)
        with pytest.raises(OutputError, match="another run uses this journal; wait for it, or choose another file"):
            Journal(path, ASKED).__enter__()
        journal.add_call_result("two", 2)
    for _ in range(2):
        with pytest.raises(OutputError, match="this journal belongs to another run: its 'seed' is"):
            Journal(path, {**ASKED, "seed": "8"}).__enter__()
    with Journal(path, ASKED) as journal:
        assert journal.entries == {"one": 1, "two": 2}


def test_journal_is_synced_each_second_and_on_close(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A journal is synced at most once a second while answers arrive, and always when it is closed."""
    synced: list[int] = []
    now = 1_000.0
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(len((tmp_path / "journal").read_bytes().splitlines())))
    monkeypatch.setattr(time, "monotonic", lambda: now)
    with Journal(tmp_path / "journal", ASKED) as journal:
        for number in range(4):
            now += 0.4
            journal.add_call_result(f"{number}", number)
        assert synced == [1, 4], "the head, and what has come a second later"
    assert synced == [1, 4, 5]


def test_incomplete_last_line_is_removed_on_resume(tmp_path: Path) -> None:
    """An incomplete last line is removed on resume.

    The next run after an aborted one writes whole lines only. The run after that reads all of them and repeats
    no call.
    """
    asked(tmp_path, 1)
    path = tmp_path / "journal"
    path.write_bytes(path.read_bytes()[:-5])
    for _ in range(2):
        assert asked(tmp_path, 1) == ["", "1 ", "2 2 "]
    assert times(tmp_path) == [1, 1, 2]
    assert len(path.read_bytes().splitlines()) == 4


def test_journal_with_an_additional_key_is_rejected(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal", {**ASKED, "more": 1}):
        pass
    with pytest.raises(OutputError, match="this journal belongs to another run: its 'more' is 1, not null"):
        Journal(tmp_path / "journal", ASKED).__enter__()


def test_reading_the_request_of_a_missing_or_invalid_journal_gives_empty_dict(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    assert read_journal_request(None) == read_journal_request(path) == read_journal_request(tmp_path) == {}
    for text in ("", "letters\n", "[]\n", '{"asked": 3}\n', "[" * 100_000, '{"ferryplan": "0.2.0"}\n'):
        path.write_text(text)
        assert read_journal_request(path) == {}
    path.unlink()
    asked(tmp_path, 1)
    assert read_journal_request(path) == ASKED


def test_journals_of_other_runs_are_rejected(tmp_path: Path) -> None:
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
def test_damaged_line_is_reported_with_its_number(number: int, line: str, tmp_path: Path) -> None:
    asked(tmp_path, 1)
    path = tmp_path / "journal"
    lines = path.read_text().splitlines(keepends=True)
    lines[number - 1] = f"{line}\n"
    path.write_text("".join(lines))
    with pytest.raises(OutputError, match=f"journal:{number}: this line of the journal is damaged"):
        asked(tmp_path, 1)
    assert path.read_text() == "".join(lines)


def test_journal_line_with_a_changed_value_is_rejected(tmp_path: Path) -> None:
    asked(tmp_path, 1)
    path = tmp_path / "journal"
    path.write_text(path.read_text().replace('"2 2 "', '"2 3 "'))
    with pytest.raises(
        OutputError, match="journal:4: this line of the journal is damaged; delete the file to start again"
    ):
        asked(tmp_path, 1)


def test_partially_written_journal_line_raises_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A short write is an error: a full disk may take only a part of a line."""
    with Journal(tmp_path / "journal", ASKED) as journal, monkeypatch.context() as patch:
        patch.setattr(journal, "_file", ShortFile(journal._file))
        with pytest.raises(OutputError, match="the disk is full"):
            journal.add_call_result("number 0", "a value")


class ShortFile:
    """A file that takes all but the last byte of each write."""

    def __init__(self, file: Any) -> None:
        self.file = file

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def write(self, data: bytes) -> int:
        return int(self.file.write(data[:-1]))


SCRIPT = r"""
import sys, worker_calls
from pathlib import Path
from ferryplan.planner.system.worker_pool import WorkerPool
from ferryplan.planner.system.journal import Journal
folder = sys.argv[1]
with Journal(Path(folder, "journal"), {}) as journal, WorkerPool(2, worker_calls.note_call, journal=journal) as calls:
    for number in range(60):
        calls.submit(folder, number, 0.02, name=f"{number}")
    print(*calls.returned_values(), sep="\n")
"""


def test_journal_answers_do_not_change_after_random_process_kills(tmp_path: Path) -> None:
    """Random kills of the main process or of a calling process, in turn, do not change the answers.

    Each kill waits until more calls have started. Kept calls are never started again.
    """
    kills = scale(4)
    drawn = random.Random(kills)
    command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for kill in range(kills):
        known, begun = kept(tmp_path), sum(times(tmp_path))
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        enough = begun + drawn.randint(1, 8)
        wait_until(lambda enough=enough, run=process: sum(times(tmp_path)) >= enough or run.poll() is not None)
        for pid in (*(list_children(process.pid)[:1] if kill % 2 else ()), process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            time.sleep(drawn.random() * 0.05)
        process.wait(MAX_WAIT_SECONDS)
        assert kept(tmp_path).items() >= known.items()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "".join(f"{f'{number} ' * number}\n" for number in range(60))
    assert len((tmp_path / "journal").read_text().splitlines()) == 61
    assert 60 <= sum(times(tmp_path)) <= 60 + 2 * kills + kills, "only what was under way is begun again"


def kept(folder: Path) -> dict[str, str]:
    """Return the entries of the journal without an incomplete last line."""
    with contextlib.suppress(FileNotFoundError):
        whole, _, _ = (folder / "journal").read_text().rpartition("\n")
        return dict(json.loads(line)[:2] for line in whole.splitlines()[1:])
    return {}
