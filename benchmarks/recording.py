"""Record the output of many commands, so that two versions of ferryplan can be compared byte for byte.

    python benchmarks/recording.py FOLDER [--tree CHECKOUT] [--jobs 2] [--only PATTERN] [--without-engines]
    python benchmarks/recordings_compared.py OLD NEW

For each puzzle of the catalog, with default parameters and with the parameters in `recording.toml`, the program records
the output of `show`, `solve --all`, `graph`, `why` and `explore`. In every dialect and encoding, it records the files
of `generate`, an engine's plan in every format, and the output of `validate` and `narrate` for this plan. Then it
records help pages, error messages and suites.

An entry is a text file in FOLDER with commands, their exit codes, standard output, standard error, and the written
files. Only seconds and the names of scratch folders are replaced. `--tree` records another checkout, of any age, whose
`pyproject.toml` has `[project.scripts]`.
"""

from __future__ import annotations

import argparse
import fnmatch
import hashlib
import importlib
import json
import os
import re
import shlex
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

REQUESTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
PROJECT = Path(__file__).parent.parent
FORMULATIONS = [
    *[("strips", "named"), ("strips", "counted"), ("adl", "named"), ("axioms", "named"), ("numeric", "counted")],
    *[("costs", "named"), ("temporal", "named"), ("temporal", "counted")],
]
ANSWER_ENDINGS = ("json", "txt", "md", "terse.txt", "plan", "svg", "timeline.svg", "html")
MAX_SECONDS = 90
"""The time limit of a command in seconds; most commands take less than a second."""
OUT_OF_TIME = "out of time\n"
EXPLORE_INPUT = "?\n1\n2\nhint\n3\nundo\nhint\n1\n1\nnonsense\n999\nrestart\nhint\nquit\n"
"""The standard input of `explore`."""


class Entry(NamedTuple):
    """Commands that run one after the other in one folder, until one fails."""

    name: str
    commands: list[list[str]]
    text: str = ""
    """The standard input of the commands."""
    engine: bool = False
    """Whether a command runs a planner."""


def generate_entries(puzzles: list[str]) -> Iterator[Entry]:
    """Yield all entries to record, each with a unique name."""
    for puzzle in puzzles:
        for line in ["", *REQUESTS["instances"].get(puzzle, [])]:
            folder = f"{puzzle}/{_make_file_name(line) or 'defaults'}"
            asked = REQUESTS["questions"] if line else REQUESTS["questions"] | REQUESTS["questions-at-defaults"]
            for name, question in asked.items():
                commands = [shlex.split(question.format(f"{puzzle} {line}"))]
                text = EXPLORE_INPUT if name == "explore" else ""
                engine = name in REQUESTS["engines"]["needed"]
                if not (engine and "--boats" in line):  # Aries finds another plan in each run
                    yield Entry(f"{folder}/{name}", commands, text, engine)
            for formulation in FORMULATIONS:
                yield from _generate_pddl_entries(
                    f"{folder}/{'-'.join(formulation)}", [puzzle, *shlex.split(line)], *formulation
                )
    for kind, lines in REQUESTS["commands"].items():
        for line in lines:
            yield Entry(f"{kind}/{_make_file_name(line) or 'nothing'}", [shlex.split(line)], engine=kind != "help")


def _generate_pddl_entries(name: str, instance: list[str], dialect: str, encoding: str) -> Iterator[Entry]:
    """Yield the entries about an instance in a dialect and an encoding."""
    pddl = [*instance, "--dialect", dialect, "--encoding", encoding]
    generate = ["generate", *pddl, "-o", "out"]
    yield Entry(f"{name}.generate", [generate])
    yield Entry(f"{name}.backward", [["generate", *pddl, "--backward"]])
    if not any(fnmatch.fnmatch(name, pattern) for pattern in REQUESTS["engines"]["slow"]):
        steady = REQUESTS["engines"]["steady"].get(dialect, "auto")
        solve = [
            "solve",
            *pddl,
            "--engine",
            steady,
            *(part for suffix in ANSWER_ENDINGS for part in ("-o", f"out/answer.{suffix}")),
        ]
        validate = ["validate", "out/p01.pddl", "out/answer.plan"]
        narrate = ["narrate", "out/p01.pddl", "out/answer.plan", "-o", "told/answer.md", "-o", "told/answer.svg"]
        yield Entry(f"{name}.solve", [generate, solve, validate, narrate], engine=True)


def _make_file_name(text: str) -> str:
    """Return a short text without special characters, for the name of an entry."""
    plain = re.sub(r"[^\w.,=-]+", "_", text).strip("_-")
    return plain if len(plain) <= 80 else f"{plain[:70]}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def load_entry_point(tree: Path) -> Callable[[], None]:
    """Return the function that the command `plan` of a checkout calls.

    All packages are imported from the checkout, also in worker processes.
    """
    source = str(tree / "src")
    os.environ["PYTHONPATH"] = source
    sys.path[:] = [source, *(path for path in sys.path if Path(path) not in (PROJECT / "src", Path(__file__).parent))]
    project = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, _, function = project["scripts"]["plan"].partition(":")
    main: Callable[[], None] = getattr(importlib.import_module(module), function)
    if not Path(str(sys.modules[module].__file__)).is_relative_to(tree):
        raise SystemExit(f"{module} was imported from {sys.modules[module].__file__}, expected it in {tree}")
    return main


def _start_command(main: Callable[[], None], arguments: list[str], folder: Path, text: str) -> int:
    """Start a command in a child process, and return the process identifier.

    The child is a fork, so it need not import the modules again.
    """
    (folder / "input").write_text(text, encoding="utf-8")
    if pid := os.fork():
        return pid
    code = 1
    try:
        os.setpgid(0, 0)
        os.chdir(folder / "here")
        for number, name, flags in [(0, "input", os.O_RDONLY), (1, "output", os.O_WRONLY), (2, "errors", os.O_WRONLY)]:
            os.dup2(os.open(folder / name, flags | (os.O_CREAT | os.O_TRUNC if number else 0), 0o600), number)
        os.environ["TMPDIR"] = str(folder / "tmp")
        tempfile.tempdir = None
        sys.argv = ["plan", *arguments]
        main()
        code = 0
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 0 if leaving.code is None else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)


class RunningEntry:
    """An entry whose commands are running."""

    def __init__(self, entry: Entry, main: Callable[[], None], scratch: Path, tree: Path) -> None:
        self.entry, self.main, self.tree = entry, main, tree
        self.folder = scratch / hashlib.sha256(entry.name.encode()).hexdigest()[:12]
        self.here = self.folder / "here"
        for needed in (self.here, self.folder / "tmp"):
            needed.mkdir(parents=True)
        for name, content in REQUESTS["files"].items():
            (self.here / name).write_text(content, encoding="utf-8")
        self.left = list(entry.commands)
        self.parts: list[str] = []
        self.start()

    def start(self) -> None:
        """Start the next command."""
        self.until = time.monotonic() + MAX_SECONDS
        self.pid = _start_command(self.main, self.left[0], self.folder, self.entry.text)

    def finish_command(self, code: int) -> bool:
        """Record the output of a command; start the next one, or return True if the entry is complete."""
        self.parts.append(f"$ plan {shlex.join(self.left.pop(0))}\n")
        if code in (20, 128 + signal.SIGTERM, -signal.SIGTERM, -signal.SIGKILL):
            self.parts, self.left = [OUT_OF_TIME], []
            return True
        self.parts.append(f"exit code {code}\n")
        for name in ("output", "errors"):
            if text := (self.folder / name).read_bytes():
                self.parts.append(f"--- {name}\n{self.normalize(text)}")
        if code == 0 and self.left:
            self.start()
            return False
        return True

    def normalize(self, content: bytes) -> str:
        """Return a text without parts that vary between runs and folders."""
        text = content.decode("utf-8", "backslashreplace")
        text = re.sub(r'"seconds": \{[^{}]*\}', lambda found: re.sub(r": [\d.e+-]+", ": 0", found[0]), text)
        text = re.sub(r"ferryplan-run-[\w]{8}\b", "ferryplan-XXXXXXXX", text)
        text = text.replace(str(self.folder), "SCRATCH").replace(str(self.tree), "TREE")
        return text if text.endswith("\n") else text + "\n(no line ending)\n"

    def finish_record(self) -> str:
        """Return the whole record with the written files, and remove the files."""
        known = {*REQUESTS["files"]}
        for path in sorted(self.here.rglob("*")):
            if (
                path.is_file()
                and (name := path.relative_to(self.here).as_posix()) not in known
                and self.parts != [OUT_OF_TIME]
            ):
                self.parts.append(f"--- file {name}\n{self.normalize(path.read_bytes())}")
        shutil.rmtree(self.folder)
        return "".join(self.parts)


def run_entries(asked: list[Entry], main: Callable[[], None], tree: Path, jobs: int) -> Iterator[tuple[str, str]]:
    """Yield the name and the record of each entry; ``jobs`` entries run at the same time."""
    scratch = Path(tempfile.mkdtemp(prefix="recording-"))
    waiting, running = list(reversed(asked)), dict[int, RunningEntry]()
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                started = RunningEntry(waiting.pop(), main, scratch, tree)
                running[started.pid] = started
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                time.sleep(0.005)
                for late in running.values():
                    if time.monotonic() > late.until:
                        os.kill(late.pid, signal.SIGTERM if time.monotonic() < late.until + 5 else signal.SIGKILL)
            elif entry := running.pop(pid, None):
                if entry.finish_command(os.waitstatus_to_exitcode(status)):
                    yield entry.entry.name, entry.finish_record()
                else:
                    running[entry.pid] = entry
    finally:
        for pid in running:
            os.kill(pid, signal.SIGTERM)
        for pid in running:
            os.waitpid(pid, 0)
        shutil.rmtree(scratch, ignore_errors=True)


def record(folder: Path, tree: Path, jobs: int, only: str, engines: bool) -> None:
    """Record a checkout in a new folder."""
    if folder.exists():
        raise SystemExit(f"{folder} exists already; choose a new folder")
    os.environ.update(COLUMNS="100", LC_ALL="C.UTF-8", PYTHONUTF8="1")
    main = load_entry_point(tree.resolve())
    _preload_modules(main, tree)
    ((_, listed),) = run_entries([Entry("list", [["list", "--format", "json"]])], main, tree.resolve(), 1)
    puzzles = [puzzle["name"] for puzzle in json.loads(listed.partition("--- output\n")[2])["puzzles"]]
    every = generate_entries([*puzzles, *REQUESTS["files"]])
    asked = [entry for entry in every if fnmatch.fnmatch(entry.name, only) and (engines or not entry.engine)]
    began, late = time.monotonic(), 0
    for number, (name, text) in enumerate(run_entries(asked, main, tree.resolve(), jobs), 1):
        path = folder / f"{name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        late += text == OUT_OF_TIME
        if number % 100 == 0:
            print(f"{number} of {len(asked)} entries, {time.monotonic() - began:.0f} s", file=sys.stderr)
    print(f"{folder}: {len(asked)} entries in {time.monotonic() - began:.0f} s, {late} out of time")


def _preload_modules(main: Callable[[], None], tree: Path) -> None:
    """Import the modules that commands import, so that the forks need not.

    A child process runs some commands to find out which modules these are.
    """
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.close(reader)
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        for line in (
            "show",
            "show zebra --format json",
            "generate",
            "generate sudoku",
            "why",
            "graph",
            "solve queens --all --queens 4",
        ):
            sys.argv = ["plan", *line.split()]
            try:
                main()
            except SystemExit:
                pass
        os.write(writer, "\n".join([*sys.modules]).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as said:
        names = said.read().split("\n")
    os.wait()
    for name in names:
        if name not in sys.modules and not name.startswith("__"):
            try:
                importlib.import_module(name)
            except ImportError:  # an object that its package creates, not a module file
                pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tree", type=Path, default=PROJECT, help="the checkout to record; default: this one")
    parser.add_argument("--jobs", type=int, default=2, help="number of commands that run at the same time; default: 2")
    parser.add_argument(
        "--only",
        default="*",
        metavar="PATTERN",
        help="record only entries whose names match, such as 'zebra/*' or '*.generate'",
    )
    parser.add_argument("--without-engines", action="store_true", help="leave out the entries that run a planner")
    asked = parser.parse_args()
    record(asked.folder, asked.tree, asked.jobs, asked.only, not asked.without_engines)


if __name__ == "__main__":
    main()
