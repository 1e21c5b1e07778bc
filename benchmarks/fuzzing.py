"""Run the command line with mutated puzzle files, arguments, plans and PDDL, and report crashes.

    python benchmarks/fuzzing.py [--inputs 10000] [--seed 1] [--kinds puzzle,arguments,plan,pddl] [--keep DIR]

Each input runs in a fork of a process that has imported all modules, in its own folder, with limits on time and memory.
The program counts the exit codes. It reports an input if the command ends with exit code 1, an undocumented exit code,
a signal or a traceback, or if it does not end. The files of reported inputs are kept in DIR. The exit code is 1 if
there is a report.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from ferryplan import domains
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.generation import generate
from ferryplan.generator.puzzle import load
from ferryplan.planner.cli import command_line as running
from ferryplan.planner.cli.verbs import load_verbs
from ferryplan.planner.questions.solving import solve
from ferryplan.planner.system.interrupts import raise_on_signals
from ferryplan.planner.system.limits import enforce_limits

DOCUMENTED_EXIT_CODES = {0, 10, 12, 14, 20, 21, 30, 31}
HANG_SECONDS = 60.0
"""The number of seconds after which a command counts as hanging; its own time limit is far lower."""
MEMORY_LIMIT = 3 << 30
TOKENS = (
    "0", "-1", "1", "2", "3", "17", "1000000001", "99999999999999999999", "1.5", "true", "false", '""', "[]", "{}", '"a"', '"{{ n }}"', "nan", "1e9",
    '"{{ 9 * 9 }}"', '"%d"',
    '"smallest"', '"everyone"', '"and"', '"="', '"狼"', '"\\u001b[2J"', '"\\u202e"', '"<script>"',
    '"a|b`c"', '"; (x)"', '"\\n"', "1979-05-27",
    '"' + "x" * 300 + '"', '"((((((((((1))))))))))"', "[1, 2]", '[["a"]]', '{ a = 1 }', '"not not not 1"', '"1 // 0"', '"a" * 3',
)  # fmt: skip
CHARACTERS = "\x00\x1b\x7f\x9b\u202e\u2028\ufeff()[]{};:\"'\\-=.,0123456789aZ \n\t\r狼é💥"
VERBS = (
    "show {}", "show {} --format json", "generate {}", "generate {} --dialect adl", "generate {} --encoding counted",
    "generate {} --dialect numeric",
    "generate {} --dialect axioms", "generate {} --dialect temporal", "generate {} --backward", "graph {} --max-states 200",
    "graph {} --max-states 50 --format dot",
    "graph {} --max-states 50 --format json", "graph {} --max-states 20 --format svg",
    "why {} --max-states 200 --format json", "why {} --max-states 200",
    "solve {} --limit 2 --timeout 3", "solve {} --all --format json --timeout 3", "suite {}", "explore {}",
)  # fmt: skip
VALUES = (
    "", "-", "0", "1", "2", "3", "-1", "1..3", "3..1", "1,2", "x", "nan", "inf", "1e9", "999999999999",
    "true", "yes", "text", "json", "dot", "svg", "html", "plan", "nowhere/x.svg",
    ".", "/", "/dev/null", "out.html", "a\x1b[2Jb", "\udcff", "狼", "strips", "adl", "counted", "named",
    "pyperplan", "foo", "--", "puzzle.toml", "a" * 300, "p01.pddl",
)  # fmt: skip

FuzzCase = tuple[list[str], dict[str, str]]
"""The arguments of a command, and the texts of its files by name."""


def mutate_text(text: str, chance: random.Random, pieces: Callable[[str], list[str]]) -> str:
    """Return a text with one to three random changes.

    Lines are deleted, doubled, exchanged or cut off, and characters are replaced. ``pieces`` changes a line in a way
    that depends on the kind of text; it returns the parts of the new line.
    """
    for _ in range(chance.choice((1, 1, 1, 1, 2, 3))):
        lines = text.split("\n")
        line = chance.randrange(len(lines))
        match chance.randrange(8):
            case 0:
                del lines[line]
            case 1:
                lines.insert(chance.randrange(len(lines)), lines[line])
            case 2:
                other = chance.randrange(len(lines))
                lines[line], lines[other] = lines[other], lines[line]
            case 3:
                at = chance.randrange(len(lines[line]) + 1)
                lines[line] = lines[line][:at] + chance.choice(CHARACTERS) + lines[line][at + chance.randrange(2) :]
            case 4:
                lines = lines[: chance.randrange(len(lines)) + 1]
            case _:
                words = pieces(lines[line])
                if words:
                    lines[line] = "".join(words)
        text = "\n".join(lines)
    return text


def fuzz_puzzle(chance: random.Random, made: FuzzMaterial) -> FuzzCase:
    """Return a command about a mutated puzzle file."""

    def pieces(line: str) -> list[str]:
        key, equals, value = line.partition("=")
        if not equals:
            return [line.replace("a", chance.choice(("b", "")), 1)]
        if chance.random() < 0.3:
            return [key, "= ", re.sub(r"\d+", lambda _: chance.choice(("0", "-1", "7", "40", "20001")), value)]
        return [key, "= ", chance.choice(TOKENS)] if chance.random() < 0.8 else [chance.choice(made.keys), " =", value]

    text = mutate_text(chance.choice(made.puzzles), chance, pieces)
    return chance.choice(VERBS).format("puzzle.toml").split(), {"puzzle.toml": text}


def fuzz_arguments(chance: random.Random, made: FuzzMaterial) -> FuzzCase:
    """Return a command with random arguments."""
    verb = chance.choice([*load_verbs(), "", "solv"])
    puzzle = chance.choice([*domains.puzzle_files(), "", "puzzle.toml", "x", "-"])
    arguments = [part for part in (verb, puzzle) if part]
    for _ in range(chance.randrange(4)):
        arguments.insert(chance.randrange(len(arguments) + 1), chance.choice((*made.options, *VALUES)))
        if chance.random() < 0.5:
            arguments.append(chance.choice(VALUES))
    engine = verb in ("solve", "", "compare")
    limits = ["--timeout", "2"] if engine or verb in ("graph", "why", "suite") else []
    if (
        engine and chance.random() < 0.95
    ):  # mostly without time for an engine, because an engine takes a second to start
        limits += ["--timeout", "0"]
    return [*arguments, *limits], {}


def fuzz_plan(chance: random.Random, made: FuzzMaterial) -> FuzzCase:
    """Return a command that reads a mutated plan."""
    domain, problem, text = chance.choice(made.plans)
    words = re.findall(r"[\w-]+", text)
    text = mutate_text(
        text,
        chance,
        lambda line: [re.sub(r"[\w-]+", lambda m: chance.choice((m[0], m[0], chance.choice(words))), line)],
    )
    form = chance.choice(("text", "json"))
    verb = ["validate", "p01.pddl", "a.plan", "--format", form]
    if chance.random() < 0.4:
        verb = [
            "narrate",
            "p01.pddl",
            "a.plan",
            "--format",
            chance.choice(("text", "markdown", "json", "plan", "html", "svg", "terse")),
        ]
    return verb, {"domain.pddl": domain, "p01.pddl": problem, "a.plan": text}


def fuzz_pddl(chance: random.Random, made: FuzzMaterial) -> FuzzCase:
    """Return a command that reads a mutated domain or problem."""
    domain, problem, text = chance.choice(made.plans)
    which = chance.random() < 0.5

    def pieces(line: str) -> list[str]:
        words = re.findall(r"[()]|[^\s()]+|\s+", line)
        if words:
            words[chance.randrange(len(words))] = chance.choice(
                (*TOKENS[:8], "(", ")", "", "not", "and", "?x", "-", "either", ":goal", ";", "狼")
            )
        return words

    changed = mutate_text(domain if which else problem, chance, pieces)
    files = {"domain.pddl": changed if which else domain, "p01.pddl": problem if which else changed, "a.plan": text}
    if chance.random() < 0.02:  # seldom, because an engine takes a second to start
        return ["solve", "--domain", "domain.pddl", "--problem", "p01.pddl", "--timeout", "10"], files
    return [chance.choice(("validate", "narrate")), "p01.pddl", "a.plan"], files


KINDS = {"puzzle": fuzz_puzzle, "arguments": fuzz_arguments, "plan": fuzz_plan, "pddl": fuzz_pddl}


class FuzzMaterial:
    """The texts to mutate: the catalog's puzzles, their options, and some plans with their PDDL."""

    def __init__(self) -> None:
        self.puzzles = [path.read_text() for path in domains.puzzle_files().values()]
        self.keys = sorted({key for text in self.puzzles for key in re.findall(r"^(\w+) =", text, re.MULTILINE)})
        self.options = sorted(
            {name for command in load_verbs().values() for option in command.params for name in option.opts}
            | {f"--{key.replace('_', '-')}" for name in domains.puzzle_files() for key in load(name).parameters}
        )
        self.plans = []
        for name, dialect in (
            ("wolf-goat-cabbage", "strips"), ("wolf-goat-cabbage", "adl"), ("jealous-couples", "strips"), ("four-houses", "strips"),
            ("queens", "strips"),            ("cryptarithm", "strips"),
        ):  # fmt: skip
            result = solve(
                load(name), {}, dialect=dialect, engine="pyperplan" if dialect == "strips" else "fast-downward"
            )
            pddl = generate(instantiate_smallest(load(name), {}), dialect, result.encoding)

            self.plans.append((pddl.domain, pddl.problem, result.render("plan")))


def run_in_fork(arguments: list[str], files: dict[str, str]) -> tuple[int | None, str]:
    """Return the exit code of a command and its output; the code is None if the command hangs."""
    with tempfile.TemporaryDirectory(prefix="fuzzing-") as folder:
        for name, text in files.items():
            Path(folder, name).write_bytes(text.encode(errors="surrogateescape"))
        child = os.fork()
        if not child:
            run_in_child(arguments, folder)
        deadline = time.monotonic() + HANG_SECONDS
        while True:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                break
            if time.monotonic() > deadline:
                os.killpg(child, signal.SIGKILL)
                os.waitpid(child, 0)
                return None, ""
            time.sleep(0.002)
        told = Path(folder, ".told").read_bytes().decode(errors="replace")
        return os.waitstatus_to_exitcode(status), told


def run_in_child(arguments: list[str], folder: str) -> None:
    """Run the command line in this process, and end the process."""
    os.setsid()
    os.chdir(folder)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    told = os.open(".told", os.O_WRONLY | os.O_CREAT)
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(told, 1)
    os.dup2(told, 2)
    sys.stdin, sys.stdout, sys.stderr = (
        io.TextIOWrapper(os.fdopen(number, mode), "utf-8") for number, mode in enumerate(("rb", "wb", "wb"))
    )
    code = 99
    try:
        raise_on_signals()
        with enforce_limits(20):
            code = running.run_command_line(arguments)
    except BaseException as error:
        os.write(2, f"Traceback: {type(error).__name__}: {error}".encode(errors="replace"))
        code = 20 if type(error).__name__ == "TimeIsUpError" else 99
    os._exit(code)


def main() -> int:
    """Run all inputs, print the counts and the reports, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    made, kinds = FuzzMaterial(), options.kinds.split(",")
    counts = {kind: Counter[str]() for kind in kinds}
    reported = Counter[str]()
    for number in range(options.inputs):
        chance = random.Random(f"{options.seed} {number}")
        kind = kinds[number % len(kinds)]
        arguments, files = KINDS[kind](chance, made)
        code, told = run_in_fork(arguments, files)
        slow = "Traceback: TimeIsUpError" in told
        counts[kind]["hang" if code is None else "20 s" if slow else str(code)] += 1
        if code not in DOCUMENTED_EXIT_CODES or slow or "Traceback" in told or "this is a bug" in told:
            last = (told.strip().splitlines() or [""])[-1]
            reported[last[:100]] += 1
            print(f"input {number} ({kind}): exit {code}: plan {' '.join(arguments)!r}: {last[:200]}", flush=True)
            if options.keep:
                shutil.rmtree(options.keep / str(number), ignore_errors=True)
                (options.keep / str(number)).mkdir(parents=True)
                for name, text in files.items():
                    (options.keep / str(number) / name).write_bytes(text.encode(errors="surrogateescape"))
    print(f"seed {options.seed}, {options.inputs} inputs")
    for kind in kinds:
        print(
            f"{kind:10} {sum(counts[kind].values()):6}  "
            + ", ".join(f"{code}: {count}" for code, count in sorted(counts[kind].items()))
        )
    print(f"reported: {sum(reported.values())}")
    for last, count in reported.most_common(30):
        print(f"  {count} x {last}")
    return 1 if reported else 0


if __name__ == "__main__":
    sys.exit(main())
