"""PDDL that is malformed, cyclic or deceptive: every verb rejects it with a position.

The error is one line, and the exit code is that of invalid input.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import RunCommand
from local_commands import SharedWorker, run_locally

DOMAIN = """(define (domain d) (:types a b) (:predicates (p ?x - a) (q))
  (:action go :parameters (?x - a) :precondition (p ?x) :effect (q)))
"""
PROBLEM = "(define (problem one) (:domain d) (:objects x - a) (:init (p x)) (:goal (q)))\n"
BAD: dict[str, tuple[str, bytes | str, str]] = {
    "empty": ("p.pddl", "", "p.pddl: the file is empty"),
    "empty domain": ("domain.pddl", "", "domain.pddl: the file is empty"),
    "parentheses": ("p.pddl", "(" * 10**5, "p.pddl:1:101: parentheses are nested more than 100 levels deep"),
    "deep": ("p.pddl", PROBLEM.replace("(q)", "(not " * 10**4 + "(q)" + ")" * 10**4), "p.pddl:1:"),
    "not one": ("p.pddl", "()" * 10**4, "p.pddl:1:1: '()' stands outside '(define …)'; remove it"),
    "binary": ("p.pddl", b"\x7fELF\xff\xfe\x00", "text in UTF-8"),
    "zeros": ("p.pddl", b"\x00" * 1000, "p.pddl:1:1: '\\x00"),
    "cyclic types": ("domain.pddl", DOMAIN.replace("a b)", "a - b b - a)"), "domain.pddl:1:28: type 'a' is an ancestor of itself"),
    "cyclic derived": ("domain.pddl", DOMAIN.replace("(:action", "(:derived (q) (not (q))) (:action"),
     "domain.pddl:2:13: derived predicate 'q' depends on its own negation"),
    "control": ("domain.pddl", DOMAIN.replace("(p ?x)", "(p\x1b[2J ?x)"), "domain.pddl:2:51: 'p\\x1b[2J' contains an invisible character"),
    "collision": ("p.pddl", PROBLEM.replace("(p x)", "(p x x)"), "p.pddl:1:59: 'p' takes 1 argument, but has 2 here"),
    "no number": ("p.pddl", PROBLEM.replace("(p x)", "(= (p x) 1e999)"), "p.pddl:1:"),
}  # fmt: skip
SLIP = DOMAIN.replace("?x - a) :precondition", "?x -a) :precondition")
"""A domain with a mistake in its second line that every verb can fix."""
VERBS = [
    "solve", "solve --all", "solve --limit 2", "graph", "explore", "why", "show", "suite", "lint", "validate", "narrate", "sentences", "compare",
    "search",
]  # fmt: skip


def add_arguments(verb: str) -> list[str]:
    """Return what a verb needs besides the problem."""
    return ["a.plan"] if verb in ("validate", "narrate") else ["-o", "out"] if verb == "suite" else []


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb not in ("lint", "sentences", "compare")])
def test_every_verb_proceeds_after_an_automatically_fixed_pddl_mistake(
    verb: str, plan: RunCommand, tmp_path: Path
) -> None:
    for file, text in (("domain.pddl", SLIP), ("p.pddl", PROBLEM), ("a.plan", "(go x)\n")):
        (tmp_path / file).write_text(text)
    run = plan(*verb.split(), "p.pddl", *add_arguments(verb))
    assert run.returncode == 0, run.stderr
    assert "plan: note: domain.pddl:2:31: '-' needs a space on each side; write '- a' instead of '-a'\n" in run.stderr
    assert (
        "plan: note: to read the files, ferryplan fixed 1 mistake; `plan lint --fix` writes the fixed files\n"
        in run.stderr
    )


def test_repeated_mistakes_are_summarized_in_notes(plan: RunCommand, tmp_path: Path) -> None:
    objects = " ".join(f"x{number} -a" for number in range(20))
    (tmp_path / "domain.pddl").write_text(SLIP)
    (tmp_path / "my p.pddl").write_text(PROBLEM.replace("x - a", f"x - a, {objects}"))
    run = plan("solve", "my p.pddl", "--format", "plan")
    assert run.stderr.splitlines() == [
        "plan: note: domain.pddl:2:31: '-' needs a space on each side; write '- a' instead of '-a'",
        "plan: note: my p.pddl:1:50: a comma stands between names; PDDL separates names by spaces, so remove the comma",
        # 1 in the domain, 20 after objects, and the comma
        "plan: note: to read the files, ferryplan fixed 22 mistakes, including those above; "
        "`plan lint domain.pddl 'my p.pddl'` lists all of them, and `plan lint --fix domain.pddl 'my p.pddl'` writes the fixed files",
    ]


@pytest.mark.parametrize("verb", ["solve", "solve --all", "graph", "explore", "why", "suite", "search"])
def test_objects_without_types_are_rejected_by_every_verb(verb: str, plan: RunCommand, tmp_path: Path) -> None:
    """Objects without types are rejected by every verb.

    No action accepts them, so the answer "there is no solution" would be true but useless.
    """
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "p.pddl").write_text(PROBLEM.replace("x - a", "x"))
    run = plan(*verb.split(), "p.pddl", *(["-o", "out"] if verb == "suite" else []))
    assert (run.returncode, run.stdout) == (30, "")
    assert run.stderr.startswith("plan: p.pddl:1:")
    assert "'x' has no type, but 'p' expects one" in run.stderr


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb not in ("lint", "sentences")])
def test_every_verb_rejects_invalid_pddl(verb: str, plan: RunCommand, tmp_path: Path) -> None:
    found = {}
    for bad in BAD:
        write_bad_pddl(bad, tmp_path)
        run = plan(*verb.split(), "p.pddl", *add_arguments(verb))
        found[bad] = (run.returncode, run.stderr.count("\n"), BAD[bad][2] in run.stderr)
    assert found == dict.fromkeys(BAD, (30, 1, True))


def test_sentences_rejects_an_invalid_domain(plan: RunCommand, tmp_path: Path) -> None:
    for bad, (name, _, told) in BAD.items():
        if name == "domain.pddl":
            write_bad_pddl(bad, tmp_path)
            run = plan("sentences", "domain.pddl")
            assert (run.returncode, run.stderr.count("\n")) == (30, 1), bad
            assert told in run.stderr, bad


def test_lint_reports_the_file_of_each_mistake(plan: RunCommand, tmp_path: Path) -> None:
    for bad, (name, *_) in BAD.items():
        write_bad_pddl(bad, tmp_path)
        run = plan("lint", "p.pddl")
        assert run.returncode == 30, bad
        told = run.stdout + run.stderr
        assert (BAD[bad][2] if bad == "binary" else name) in told, bad
        assert "Traceback" not in told
        assert "bug in" not in told


def write_bad_pddl(bad: str, folder: Path) -> None:
    name, text, _ = BAD[bad]
    for file, good in (("domain.pddl", DOMAIN), ("p.pddl", PROBLEM), ("a.plan", "(go x)\n")):
        (folder / file).write_text(good)
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())


def unreadable(path: Path) -> None:
    """Replace a file by one that even root cannot read from its start: the memory of the process."""
    path.unlink()
    path.symlink_to("/proc/self/mem")


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


UNREAD: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (Path.unlink, "No such file or directory"),
    "unreadable": (unreadable, "Input/output error"),
    "a folder": (a_folder, "it is a folder"),
    "large": (lambda path: os.truncate(path, 10**8), "it has over 50,000,000 bytes"),
}


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb != "sentences"])
def test_files_that_cannot_be_read_are_refused_by_every_verb(
    verb: str, shared_worker: SharedWorker, tmp_path: Path
) -> None:
    for name, (spoil, told) in UNREAD.items():
        folder = tmp_path / name
        folder.mkdir()
        for file, good in (("domain.pddl", DOMAIN), ("p.pddl", PROBLEM), ("a.plan", "(go x)\n")):
            (folder / file).write_text(good)
        spoil(folder / "p.pddl")
        run = run_locally((*verb.split(), "p.pddl", *add_arguments(verb)), folder, shared_worker)
        assert (run.returncode, run.stderr) == (30, f"plan: p.pddl: cannot be read: {told}\n")


NUMBERS = DOMAIN.replace("(q))", "(q)) (:functions (n) (m))", 1)
FEW = PROBLEM.replace("(p x)", "(p x) (= (n) 0) (= (m) 4)", 1)
UNDEFINED: dict[str, tuple[str, str, dict[str, int]]] = {
    "metric": (NUMBERS, FEW.replace("(q)))", "(q)) (:metric minimize (/ (m) (n))))"), {"solve --all": 30, "graph": 30, "why": 30, "show": 0}),
    "goal": (NUMBERS, FEW.replace("(q)))", "(and (q) (> (/ (m) (n)) 1))))"), {"solve --all": 30, "graph": 30, "why": 30, "show": 30}),
    "precondition": (
        NUMBERS.replace("(p ?x) :eff", "(and (p ?x) (> (/ (m) (n)) 1)) :eff"), FEW, {"solve --all": 10, "graph": 0, "why": 10, "show": 0},
    ),
}  # fmt: skip


@pytest.mark.parametrize("verb", UNDEFINED["goal"][2])
@pytest.mark.parametrize("where", UNDEFINED)
def test_division_by_zero_is_reported_or_blocks_actions(
    where: str, verb: str, plan: RunCommand, tmp_path: Path
) -> None:
    """Division by zero blocks an action and is an error in a goal or a metric.

    An action with the division in its precondition is not applicable. A goal or metric is rejected when a verb
    evaluates it.
    """
    domain, problem, codes = UNDEFINED[where]
    (tmp_path / "domain.pddl").write_text(domain)
    (tmp_path / "p.pddl").write_text(problem)
    run = plan(*verb.split(), "p.pddl")
    assert run.returncode == codes[verb], run.stderr
    assert run.returncode != 30 or run.stderr == "plan: (/ (m) (n)) divides by zero\n"


def test_lint_validate_and_graph_end_for_an_action_with_fifty_parameters(plan: RunCommand, tmp_path: Path) -> None:
    """An action with fifty parameters is handled.

    The files are read and checked; grounding stops at the time limit.
    """
    names = [f"?x{number}" for number in range(50)]
    held = " ".join(f"(p {name})" for name in names)
    action = f"(:action go :parameters ({' '.join(names)} - a) :precondition (and {held}) :effect (q))"
    (tmp_path / "domain.pddl").write_text(f"(define (domain d) (:types a) (:predicates (p ?x - a) (q)) {action})")
    (tmp_path / "p.pddl").write_text(PROBLEM.replace("x - a", "x y - a").replace("(p x)", "(p x) (p y)"))
    (tmp_path / "a.plan").write_text(f"(go {'x ' * 50})")
    assert plan("lint", "p.pddl").returncode == 0
    assert plan("validate", "p.pddl", "a.plan").returncode == 0
    assert plan("graph", "p.pddl", "--timeout", "0.2").returncode == 20


def test_lint_rejects_a_problem_without_domain(plan: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "p.pddl").write_text(PROBLEM)
    run = plan("lint", "p.pddl")
    told = "plan: there is no domain in the folder of the problem p.pddl; give the domain file, too\n"
    assert (run.returncode, run.stderr) == (30, told)
