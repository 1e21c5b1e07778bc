"""PDDL that is none, or goes in circles, or hides something: every verb says where, in one line, and ends with the exit code of bad input."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Run

DOMAIN = """(define (domain d) (:types a b) (:predicates (p ?x - a) (q))
  (:action go :parameters (?x - a) :precondition (p ?x) :effect (q)))
"""
PROBLEM = "(define (problem one) (:domain d) (:objects x - a) (:init (p x)) (:goal (q)))\n"
BAD: dict[str, tuple[str, bytes | str, str]] = {
    "another domain": ("p.pddl", PROBLEM.replace("domain d", "domain e"), "p.pddl:1:32: found a problem of the domain 'e'"),
    "empty": ("p.pddl", "", "p.pddl: found nothing"),
    "empty domain": ("domain.pddl", "", "domain.pddl: found nothing"),
    "parentheses": ("p.pddl", "(" * 10**6, "p.pddl:1:101: found more than 100 parentheses"),
    "deep": ("p.pddl", PROBLEM.replace("(q)", "(not " * 10**5 + "(q)" + ")" * 10**5), "p.pddl:1:"),
    "binary": ("p.pddl", b"\x7fELF\xff\xfe\x00", "p.pddl: found no text in UTF-8"),
    "zeros": ("p.pddl", b"\x00" * 1000, "p.pddl:1:1: found '\\x00"),
    "cyclic types": ("domain.pddl", DOMAIN.replace("a b)", "a - b b - a)"), "domain.pddl:1:28: found the type 'a' above itself"),
    "cyclic derived": ("domain.pddl", DOMAIN.replace("(:action", "(:derived (q) (not (q))) (:action"), "domain.pddl:2:13: found the derived"),
    "control": ("domain.pddl", DOMAIN.replace("(p ?x)", "(p\x1b[2J ?x)"), "domain.pddl:2:51: found 'p\\x1b[2J'"),
    "collision": ("p.pddl", PROBLEM.replace("(p x)", "(p x x)"), "p.pddl:1:59: found 'p' with 2 terms, expected 1"),
    "no number": ("p.pddl", PROBLEM.replace("(p x)", "(= (p x) 1e999)"), "p.pddl:1:"),
}  # fmt: skip
VERBS = [
    "solve", "solve --all", "solve --first 2", "graph", "explore", "why", "show", "suite", "lint", "validate", "narrate", "sentences", "compare",
]  # fmt: skip


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("bad", BAD)
def test_bad_pddl_is_refused_by_every_verb(verb: str, bad: str, plan: Run, tmp_path: Path) -> None:
    name, text, told = BAD[bad]
    for file, good in (("domain.pddl", DOMAIN), ("p.pddl", PROBLEM), ("a.plan", "(go x)\n")):
        (tmp_path / file).write_bytes(good.encode())
    (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    more = ["a.plan"] if verb in ("validate", "narrate") else ["-o", "out"] if verb == "suite" else []
    if verb == "sentences":
        if name != "domain.pddl":
            return
        run = plan(verb, "domain.pddl")
    else:
        run = plan(*verb.split(), "p.pddl", *more)
    assert run.returncode == 30, run.stderr
    assert "Traceback" not in run.stderr
    assert "bug in" not in run.stderr
    if verb == "lint":
        assert told.split(": found", 1)[0].split(":")[0] in run.stdout + run.stderr
    else:
        (line,) = run.stderr.splitlines()
        assert told in line
