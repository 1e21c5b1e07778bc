"""The verb `lint` of PDDL: each mistake at its line, once, none where there is none, and in bounded time."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from conftest import Run
from pddl_oracle import parse

from ferryplan.generator.pddl.linting.parentheses import balanced
from ferryplan.generator.pddl.syntax import Source
from ferryplan.planner.linting import as_text, lint

DOMAIN = """(define (domain trucks)
  (:requirements :strips :typing :negative-preconditions)
  (:types truck parcel - thing
          place)
  (:predicates (at ?x - thing ?p - place)
               (in ?c - parcel ?t - truck)
               (road ?p ?q - place)
               (empty ?t - truck))
  (:action drive
    :parameters (?t - truck ?from ?to - place)
    :precondition (and (at ?t ?from)
                       (road ?from ?to))
    :effect (and (at ?t ?to)
                 (not (at ?t ?from))))
  (:action load
    :parameters (?c - parcel ?t - truck ?p - place)
    :precondition (and (at ?t ?p)
                       (at ?c ?p)
                       (empty ?t))
    :effect (and (in ?c ?t)
                 (not (empty ?t))
                 (not (at ?c ?p))))
  (:action unload
    :parameters (?c - parcel ?t - truck ?p - place)
    :precondition (and (at ?t ?p) (in ?c ?t) (not (empty ?t)))
    :effect (and (at ?c ?p) (empty ?t) (not (in ?c ?t)))))
"""
PROBLEM = """(define (problem one)
  (:domain trucks)
  (:objects van - truck
            box crate - parcel
            home shop - place)
  (:init (at van home) (at box shop) (at crate shop)
         (road home shop) (road shop home)
         (empty van))
  (:goal (and (at box home) (at crate home))))
"""
GONE = [
    "d:15:3 warning never-applicable-together",
    "d:25:35 warning never-applicable",
    "p:9:15 warning goal-never-met",
    "p:9:29 warning goal-never-met",
]
"""what is out of reach where no truck drives"""
PLAN = "(drive van home shop)\n(load box van shop)\n(drive van shop home)\n(unload box van home)\n"


def findings(domain: str = DOMAIN, problem: str | None = PROBLEM, plan: str | None = None) -> list[str]:
    """What is found, without matters of style: where, how severe, of what kind."""
    texts = [text and Source(text, name) for name, text in (("p", problem), ("plan", plan))]
    found = lint(Source(domain, "d"), texts[0] or None, texts[1] or None, with_style=False)
    return [f"{one.file}:{one.line}:{one.column} {one.severity} {one.kind}" for one in found]


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)


def test_nothing_is_found_where_nothing_is() -> None:
    assert findings() == findings(problem=None) == []


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("(road ?from ?to)", "(raod ?from ?to)", ["12:24 error undeclared"]),
        ("(road ?p ?q - place)", "(raod ?p ?q - place)", ["7:16 error declared-otherwise"]),
        ("(road ?from ?to)", "(road ?from)", ["12:24 error arity"]),
        (":precondition (and (at ?t ?from)", ":precondtion (and (at ?f ?from)", ["11:5 error misspelled-keyword", "11:27 error undeclared"]),
        ("(road ?p ?q - place)", "(road ?p ?q ?r - place)", ["7:16 error arity-declared"]),
        ("(road ?from ?to)", "(road ?from ?ot)", ["12:36 error undeclared"]),
        ("(road ?from ?to)", "(road ?from to)", ["12:36 error missing-question-mark"]),
        ("(?t - truck ?from ?to - place)", "(?t - truck ?from - place)", ["10:5 error no-parameter"]),
        ("(?t - truck ?from ?to - place)", "(?t - truck ?form ?to - place)", ["10:29 error declared-otherwise"]),
        ("(road ?from ?to)", "(road ?from ?t)", ["12:36 error wrong-type"]),
        ("(in ?c - parcel ?t - truck)", "(in ?c - parcel ?t - place)", ["6:16 error wrong-type-of-parameter"]),
        ("(:types truck parcel - thing", "(:types truck parcel thing", ["5:16 error wrong-type-of-parameter"]),
        ("(?t - truck ?from ?to - place)", "(?t - turck ?from ?to - place)", ["10:23 error undeclared"]),
        (":parameters (?t - truck ?from", ":paramters (?t - truck ?from", ["10:5 error misspelled-keyword"]),
        ("(:predicates", "(:predicate", ["5:4 error misspelled-keyword"]),
        ("(empty ?t - truck))", "(empty ?t - truck) (empty ?t - truck))", ["8:35 warning repeated"]),
        ("parcel - thing\n", "parcel - thing thing - truck\n", ["3:11 error cyclic-type", "3:32 error cyclic-type"]),
        ("(:action drive", "(:derived (empty ?t - truck) (not (empty ?t)))\n  (:action drive", ["9:13 error cyclic-derived"]),
        ("(road ?from ?to))", "(road ?from ?to)", ["12:39 error missing-closing"]),
        ("(at ?t ?to)\n", "(at ?t ?to))\n", ["13:29 error surplus-parenthesis"]),
        ("(road ?from ?to)", "road ?from ?to)", ["12:24 error missing-opening"]),
        ("(define (domain trucks)", "(define domain trucks)", ["1:9 error missing-opening"]),
    ],
)  # fmt: skip
def test_a_mistake_is_told_once_where_it_was_made(old: str, new: str, found: list[str]) -> None:
    told = findings(changed(DOMAIN, old, new))
    if old == "(:predicates":
        told = told[:1]  # without the section no predicate is declared
    assert told == [f"d:{one}" for one in found]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("(at box shop)", "(at bocks shop)", "6:28 error undeclared"),
        ("(at box shop)", "(at shop box)", "6:24 error exchanged-terms"),
        ("(:domain trucks)", "(:domain truck)", "2:12 error other-domain"),
        ("van - truck", "van - parcel", "8:17 error wrong-type"),
        ("crate - parcel", "crate box - parcel", "4:23 warning repeated"),
        ("(empty van))", "(empty van)", "8:20 error missing-closing"),
        ("home shop - place", "home shop - plaec", "5:25 error undeclared"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_problem(old: str, new: str, found: str) -> None:
    assert f"p:{found}" in findings(problem=changed(PROBLEM, old, new))[:2]


NUMBERS = """(define (domain depot) (:requirements :typing :fluents) (:types bank)
  (:functions (stock ?b - bank))
  (:action add :parameters (?b - bank) :precondition (>= (stock ?b) 0) :effect (increase (stock ?b) 1)))
"""
STOCK = """(define (problem one) (:domain depot) (:objects l r - bank)
  (:init (= (stock l) 3))
  (:goal (>= (stock l) 4)))
"""


@pytest.mark.parametrize(
    ("domain", "problem", "found"),
    [
        # r has no stock, so nothing can be added there, but the goal is about l
        (NUMBERS, STOCK, ["d:3:3 warning action-without-value"]),
        (NUMBERS, changed(STOCK, "(stock l) 4", "(stock r) 4"), ["p:3:14 error no-value"]),
        (NUMBERS, changed(STOCK, "(>= (stock l) 4)", "(forall (?b - bank) (>= (stock ?b) 4))"), ["p:3:34 error no-value"]),
        (NUMBERS, changed(STOCK, "4)))", "4)) (:metric minimize (stock r)))"), ["p:3:46 error no-value"]),
        # a value that an action assigns may come in time, but not where the action asks for the same value first
        (changed(NUMBERS, "increase", "assign").replace(":precondition (>= (stock ?b) 0)", ""), changed(STOCK, "(stock l) 4", "(stock r) 1"), []),
        (changed(NUMBERS, "increase", "assign"), changed(STOCK, "(stock l) 4", "(stock r) 1"),
         ["p:3:14 error no-value"]),
        # either of the two will do
        (NUMBERS, changed(STOCK, "(>= (stock l) 4)", "(or (>= (stock l) 4) (>= (stock r) 4))"), ["d:3:3 warning action-without-value"]),
        (NUMBERS, changed(STOCK, "(stock l) 3)", "(stock l) 3) (= (stock r) 0)"), []),
    ],
)  # fmt: skip
def test_numbers_without_a_value(domain: str, problem: str, found: list[str]) -> None:
    told = [one for one in findings(domain, problem) if "requirement" not in one]
    assert told == found


SHAPES = """(define (domain draw)
  (:requirements :strips :typing)
  (:types
    person
    circle square - shape
    place)
  (:predicates (drawn ?s - shape) (at ?p - person ?l - place))
  (:action draw :parameters (?p - person ?s - shape ?l - place) :precondition (at ?p ?l) :effect (drawn ?s)))
"""
DRAWN = """(define (problem one) (:domain draw) (:objects ann - person c1 - circle s1 - square hall - place)
  (:init (at ann hall)) (:goal (and (drawn c1) (drawn s1))))
"""


@pytest.mark.parametrize(
    ("domain", "problem", "found"),
    [
        (SHAPES, DRAWN, ["d:4:5 warning joined-types"]),
        (changed(SHAPES, "person\n", "person - object\n"), DRAWN, []),
        (changed(SHAPES, "person\n    ", "person "), DRAWN, []),  # on one line it is what its author reads
        (SHAPES, changed(DRAWN, "(drawn c1)", "(drawn ann)"), []),  # a person is drawn: it is meant as a shape
    ],
)
def test_type_that_a_line_break_joins_to_the_next(domain: str, problem: str, found: list[str]) -> None:
    assert [one for one in findings(domain, problem) if "joined" in one] == found


HALLS = DRAWN.replace("ann - person c1", "\n    hall\n    ann bob - person c1").replace(" hall - place", "")


@pytest.mark.parametrize(
    ("problem", "found"),
    [
        (HALLS, ["p:2:5 warning joined-types"]),  # the hall is where ann is, and no person
        (HALLS.replace("hall\n", "hall - place\n"), []),
        (
            HALLS.replace("hall\n", "eve\n")
            .replace("at ann hall", "at ann here")
            .replace("s1 -", "s1 - square here - place c2 -"),
            [],
        ),
    ],
)
def test_object_that_a_line_break_gives_a_type(problem: str, found: list[str]) -> None:
    domain = changed(SHAPES, "person\n", "person - object\n")
    assert [one for one in findings(domain, problem) if "joined" in one] == found


@pytest.mark.parametrize(
    ("domain", "problem", "found"),
    [
        (PROBLEM, DOMAIN, "this file defines a problem, but a domain belongs here; are the two files in the wrong order?"),
        (DOMAIN, DOMAIN, "this file defines a domain, but a problem belongs here; are the two files in the wrong order?"),
        (DOMAIN, changed(PROBLEM, "(at box home)", "(when (empty van) (at box home))"),
         "'when' is allowed only in effects, but is used in a condition; write '(imply CONDITION CONDITION)' instead"),
        (DOMAIN, changed(PROBLEM, "(at box home)", "(increase (empty van) 1)"),
         "'increase' is allowed only in effects, but is used in a condition; write a comparison, such as '(>= (f) 1)'"),
        (NUMBERS, changed(STOCK, "3)", "3) (= (stock r) 1) (= (stock l) 5) (= (stock r) 1)"),
         "(stock l) gets a second value here, but its first value is 3; remove one of the two values"),
        (changed(DOMAIN, "(:action load", "(:axiom :vars (?t) :context (empty ?t) :implies (empty ?t))\n(:action load"), PROBLEM,
         "':axiom' belongs to PDDL 1.2; write '(:derived (NAME ?x …) CONDITION)' instead"),
        (changed(DOMAIN, ":typing :neg", ":typing :time :neg").replace("(:action load", "(:process p :effect (empty van)) (:action load"), PROBLEM,
         "':process' belongs to PDDL+, which ferryplan does not support"),
        (DOMAIN, changed(PROBLEM, "crate - parcel", "crate - parcel van - parcel"),
         "object 'van' is declared twice, with the types 'truck' and 'parcel'; keep one declaration"),
    ],
)  # fmt: skip
def test_one_sentence_says_what_is_meant(domain: str, problem: str, found: str) -> None:
    (told,) = lint(Source(domain, "d"), Source(problem, "p"), None, with_style=False)
    assert (told.severity, told.says) == ("error", found)


def test_nothing_is_not_needed_where_not_all_is_read() -> None:
    # a preference may be about what nothing else asks for
    problem = changed(PROBLEM, "(at crate home)", "(preference q (empty van))")
    domain = changed(DOMAIN, ":negative-preconditions", ":negative-preconditions :preferences")
    assert {one.kind for one in lint(Source(domain, "d"), Source(problem, "p"), None, False)} == {"not-known-here"}


def test_layout_alone_is_no_mistake_in_parentheses() -> None:
    """All on one line, sections in any order, a requirement of an odd name: the text can be read as it is."""
    domain = """(define (domain pier) (:requirements :action) (:types boat) (:constants ark - boat)
 (:predicates (moored ?b - boat)) (:action moor :parameters (?b - boat) :effect (moored ?b)))"""
    problem = "(define (problem p) (:domain pier) (:init) (:goal (moored ark)))"
    found = lint(Source(domain.replace("\n", ""), "d"), Source(problem, "p"), None, with_style=False)
    assert [one for one in found if one.severity == "error"] == []


def test_several_mistakes_in_one_run_and_nothing_that_follows_from_them() -> None:
    domain = changed(DOMAIN, "(road ?from ?to)", "(raod ?from ?to)")
    domain = changed(domain, "(in ?c ?t)\n", "(in ?c ?c)\n")
    domain = changed(domain, "?t ?p) (in ?c ?t)", "?t ?p (in ?c ?t)")
    problem = changed(PROBLEM, "(at box home)", "(at box)")
    assert findings(domain, problem) == [
        "d:12:24 error undeclared",
        "d:20:25 error wrong-type",
        "d:25:31 error missing-closing",
        "p:9:15 error arity",
    ]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("(road ?from ?to))",
         "(road ?from ?to) (not (at ?t ?from)))",
         ["d:12:46 warning contradiction", "d:14:23 warning deletes-what-does-not-hold"]),
        ("(road ?from ?to))", "(at ?t ?from))", ["d:7:16 warning unused", "d:12:24 warning asked-twice"]),
        ("(not (empty ?t))\n", "(not (empty ?t)) (empty ?t)\n", ["d:21:23 warning add-and-delete"]),
        ("(at ?c ?p)\n", "(at ?c ?p) (= ?c ?c)\n", ["d:0:0 warning requirement-missing", "d:15:3 warning always-holds"]),
        ("(?c - parcel ?t - truck ?p - place)\n    :precondition (and (at ?t ?p)\n",
         "(?c - parcel ?t - truck ?p ?q - place)\n    :precondition (and (at ?t ?p)\n",
         ["d:16:44 warning unused-parameter"]),
        (":typing :neg", ":typing :equality :neg", ["d:0:0 warning requirement-not-needed"]),
        (":strips :typing :negative-preconditions", ":strips :negative-preconditions", ["d:3:11 warning requirement-missing"]),
        ("(empty ?t - truck))", "(empty ?t - truck) (full ?t - truck))", ["d:8:35 warning unused"]),
        ("(:types truck", "(:types plane truck", ["d:3:11 warning unused"]),
        ("(empty ?t - truck))", "(empty ?t - truck) (after ?t - truck))", ["d:8:35 warning unused", "d:8:35 warning refused"]),
        ("(road ?from ?to))", "(road ?to ?to))", ["d:12:24 warning never-applicable", *GONE]),
    ],
)  # fmt: skip
def test_what_makes_little_sense(old: str, new: str, found: list[str]) -> None:
    assert findings(changed(DOMAIN, old, new)) == found


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("(at crate home))))", "(at box shop))))", "p:9:29 warning goals-exclude"),
        ("(at crate home))))", "(road home home))))", "p:9:29 warning goal-never-met"),
        ("home shop - place", "home shop moon - place", "p:5:23 warning idle-object"),
        ("(empty van))", ")", "d:19:24 warning never-applicable"),
    ],
)
def test_what_a_problem_leaves_out_of_reach(old: str, new: str, found: str) -> None:
    assert found in findings(problem=changed(PROBLEM, old, new))


@pytest.mark.parametrize(
    ("plan", "found"),
    [
        (PLAN + PLAN.replace("box", "crate").replace("home shop", "home shop"), []),
        (PLAN, ["plan:4:1 error plan"]),
        (PLAN.replace("(load box van shop)\n", ""), ["plan:3:1 error plan"]),
        ("(fly van home shop)\n(load box van)\n(drive home van shop)\n", ["plan:1:1 error plan", "plan:2:1 error plan", "plan:3:1 error plan"]),
        ("no plan", ["plan:0:0 error unreadable-plan"]),
    ],
)  # fmt: skip
def test_plans(plan: str, found: list[str]) -> None:
    assert findings(plan=plan) == found


def test_a_parenthesis_that_is_taken_away_is_put_back() -> None:
    """Each parenthesis in turn: the mended text is the original, or the line is told, but for few that no layout betrays."""
    places = [place for place, letter in enumerate(DOMAIN) if letter in "()"]
    missed = []
    for place in places:
        text = DOMAIN[:place] + DOMAIN[place + 1 :]
        mended, found = balanced(Source(text, "d"))
        line = text.count("\n", 0, place) + 1
        if parse_or_none(mended.text) != parse(DOMAIN) and line not in [one.line for one in found]:
            missed.append(place)
    assert len(missed) <= len(places) // 50, missed


def test_the_layout_says_which_parenthesis_is_missing() -> None:
    """By the forms alone it could stand behind each of the facts; by the lines only before what is less indented."""
    text = """(define (domain d)
  (:predicates (a) (b) (c))
  (:action one
    :parameters ()
    :precondition (or (and (a)
                           (b)
                      (c))
    :effect (c)))
"""
    [told] = balanced(Source(text, "d"))[1]
    assert (told.line, told.column) == (6, 30)


def parse_or_none(text: str) -> object:
    try:
        return parse(text)
    except Exception:  # whatever the oracle raises for what it does not read
        return None


def test_text_is_told_with_its_line_and_a_mark(plan: Run, tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(changed(DOMAIN, "(road ?from ?to)", "(raod ?from ?to)"))
    (tmp_path / "p01.pddl").write_text(PROBLEM)
    run = plan("lint", "p01.pddl")
    assert (run.returncode, run.stderr) == (30, "")
    assert run.stdout == (
        "domain.pddl:12:24: error: predicate 'raod' is not declared; did you mean 'road'? (undeclared)\n"
        "  12 |                        (raod ?from ?to))\n"
        "     |                        ^^^^^^^^^^^^^^^^\n"
        "1 error\n"
    )
    [told] = json.loads(plan("lint", "domain.pddl", "p01.pddl", "--format", "json").stdout)["findings"]
    assert (told["line"], told["column"], told["length"], told["fix"]) == (12, 24, 16, "road")
    sarif = json.loads(plan("lint", "domain.pddl", "--format", "sarif").stdout)
    [result] = sarif["runs"][0]["results"]
    assert sarif["version"] == "2.1.0"
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "domain.pddl"},
        "region": {"startLine": 12, "startColumn": 24, "endColumn": 40},
    }
    github = plan("lint", "domain.pddl", "--format", "github").stdout
    assert github.startswith(
        "::error file=domain.pddl,line=12,col=24,endColumn=40,title=undeclared::predicate 'raod' is not declared"
    )


def test_exit_codes(plan: Run, tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "odd.pddl").write_text(changed(DOMAIN, "(:types truck", "(:types plane\ttruck"))
    assert plan("lint", "domain.pddl").stdout == "domain.pddl: no problems found\n"
    assert [plan("lint", "odd.pddl", *more).returncode for more in ([], ["--strict"])] == [0, 30]
    styled = plan("lint", "odd.pddl", "--style")
    assert (styled.returncode, styled.stdout.splitlines()[-1]) == (0, "1 warning, 1 style issue")
    assert "(tab)" in styled.stdout
    for wrong in (["wolf-goat-cabbage", "--style"], ["domain.pddl", "a.pddl", "b.plan", "c"], ["nowhere.pddl"]):
        assert plan("lint", *wrong).returncode == 30


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the file is empty"),
        ("(" * 1_000_000, "parentheses are nested more than 100 levels deep"),
        (")" * 1_000_000, "')' has no matching '('; remove it"),
        ("()" * 300_000, "'()' stands outside '(define …)'"),
        ("(define (domain d) (:predicates (p)) (:action a :parameters () :precondition " + "(not " * 200, "nested more than 100 levels deep"),
        ("\x00\x01(define", "contains an invisible character"),
        (f"(define (domain d) (:types {' '.join(f't{n} - t{n + 1}' for n in range(2000))} t2000 - t0))", "is an ancestor of itself"),
    ],
)  # fmt: skip
def test_hostile_texts(text: str, told: str, plan: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.pddl").write_text(text)
    run = plan("lint", "bad.pddl", "--timeout", "60")
    assert run.returncode == 30
    assert told in run.stdout


def test_what_others_take_has_no_errors() -> None:
    """Own domains of the tests, written apart from this module."""
    folders = [
        *sorted(Path(__file__).parents[1].glob("cases/domains/*")),
        *sorted(Path(__file__).parents[1].glob("cases/pddl/*")),
    ]
    assert len(folders) > 20
    for folder, name in itertools.product(folders, ("domain.pddl",)):
        found = lint(Source((folder / name).read_text(), "d"), None, None, with_style=False)
        assert not [one for one in found if one.severity == "error"], folder


def test_a_line_that_is_cut_says_so() -> None:
    """The mark is below what it is about, whatever is cut away."""
    source = Source(changed(DOMAIN, "(road ?from ?to)", " " * 150 + "(raod ?from ?to)" + " " * 150), "d")
    told = as_text(lint(source, None, None, with_style=False), {"d": source}).splitlines()
    number = next(row for row, line in enumerate(told) if "raod" in line and " | " in line)
    assert (told[number][7], told[number][-1]) == ("…", "…")
    assert told[number][told[number + 1].index("^") :].startswith("(raod")


SLIPS = DOMAIN.replace("truck parcel - thing", "truck, parcel - thing").replace("(:action load", "(action load")
"""a domain with two slips, on lines 3 and 15"""


def test_fixes_are_shown_and_written_only_if_asked_for(plan: Run, tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_bytes(SLIPS.replace("\n", "\r\n").encode())
    (tmp_path / "p.pddl").write_text(PROBLEM)
    shown = plan("lint", "domain.pddl", "p.pddl", "--diff")
    assert shown.returncode == 30
    assert [line[1:] for line in shown.stdout.splitlines() if line[:1] == "+" and line[:3] != "+++"] == [
        "  (:types truck  parcel - thing",
        "  (:action load",
    ]
    assert (tmp_path / "domain.pddl").read_bytes() == SLIPS.replace("\n", "\r\n").encode()
    fixed = plan("lint", "domain.pddl", "p.pddl", "--fix")
    assert (fixed.returncode, fixed.stderr) == (0, "plan: note: domain.pddl: wrote the fixed file\n")
    clean = DOMAIN.replace("truck parcel - thing", "truck  parcel - thing").replace("\n", "\r\n").encode()
    assert (tmp_path / "domain.pddl").read_bytes() == clean
    again = plan("lint", "domain.pddl", "p.pddl", "--diff")
    assert (again.returncode, again.stdout) == (0, "")


def test_a_problem_with_a_slip_is_fixed_with_the_domain_beside_it(plan: Run, tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "p.pddl").write_text("\ufeff" + PROBLEM.replace("box crate", "box, crate"))
    assert plan("lint", "p.pddl", "--fix").returncode == 0
    assert (tmp_path / "p.pddl").read_text() == PROBLEM.replace("box crate", "box  crate")


def test_fixes_are_of_pddl_and_one_of_two(plan: Run) -> None:
    for option in ("--fix", "--diff"):
        run = plan("lint", "zebra", option)
        assert (run.returncode, run.stderr) == (30, f"plan: {option} applies to PDDL only, not to a puzzle\n")
    assert "--fix cannot be combined with --diff" in plan("lint", "a.pddl", "--fix", "--diff").stderr


def test_one_slip_is_one_error(plan: Run, tmp_path: Path) -> None:
    """Its follow-ups are not reported: here every use of the functions in the second section."""
    (tmp_path / "domain.pddl").write_text(
        DOMAIN.replace("               (empty ?t - truck))", "               )\n  (:predicates (empty ?t - truck))")
    )
    (tmp_path / "p.pddl").write_text(PROBLEM)
    found = json.loads(plan("lint", "domain.pddl", "p.pddl", "--format", "json").stdout)["findings"]
    assert [(one["kind"], one["line"], one["column"]) for one in found] == [("second-section", 9, 3)]


def test_a_delete_that_never_deletes_is_found() -> None:
    """What is loaded lies at a place, so it is in no truck: the parcel is meant to make the truck full."""
    wrong = changed(DOMAIN, "(not (empty ?t))\n", "(not (in ?c ?t))\n")
    line = 1 + wrong[: wrong.index("(not (in ?c ?t))\n")].count("\n")
    found = lint(Source(wrong, "d"), Source(PROBLEM, "p"), None, with_style=False)
    assert [(one.line, one.column, one.severity) for one in found if one.kind == "deletes-nothing"] == [
        (line, wrong.splitlines()[line - 1].index("(in ?c ?t)") + 1, "warning")
    ]
    clean = lint(Source(DOMAIN, "d"), Source(PROBLEM, "p"), None, with_style=False)
    assert not [one for one in clean if one.kind == "deletes-nothing"]
