"""The verb `lint` for PDDL: each mistake once, at its line, no false mistakes, and in bounded time."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from conftest import RunCommand
from pddl_oracle import parse
from truck_model import DOMAIN, PROBLEM

from ferryplan.generator.pddl.linting.parentheses import balance_parentheses
from ferryplan.generator.pddl.syntax import Source
from ferryplan.planner.pddl_lint import format_findings, lint_texts

GONE = [
    "d:15:3 warning never-applicable-together",
    "d:25:35 warning never-applicable",
    "p:9:15 warning goal-never-met",
    "p:9:29 warning goal-never-met",
]
"""the parts of the domain and the problem that are unreachable if no truck can drive"""
PLAN = "(drive van home shop)\n(load box van shop)\n(drive van shop home)\n(unload box van home)\n"


def findings(domain: str = DOMAIN, problem: str | None = PROBLEM, plan: str | None = None) -> list[str]:
    """Return the place, the severity and the kind of each finding, without findings about style."""
    texts = [text and Source(text, name) for name, text in (("p", problem), ("plan", plan))]
    found = lint_texts(Source(domain, "d"), texts[0] or None, texts[1] or None, with_style=False)
    return [f"{one.file}:{one.line}:{one.column} {one.severity} {one.kind}" for one in found]


def edit_text(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)


def test_correct_pddl_has_no_findings() -> None:
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
def test_domain_mistake_is_reported_once_at_its_position(old: str, new: str, found: list[str]) -> None:
    told = findings(edit_text(DOMAIN, old, new))
    if old == "(:predicates":
        told = told[:1]  # without the section, the domain declares no predicate
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
def test_problem_mistake_is_reported_at_its_position(old: str, new: str, found: str) -> None:
    assert f"p:{found}" in findings(problem=edit_text(PROBLEM, old, new))[:2]


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
        # r has no stock, so no action can add to it, but the goal is about l
        (NUMBERS, STOCK, ["d:3:3 warning action-without-value"]),
        (NUMBERS, edit_text(STOCK, "(stock l) 4", "(stock r) 4"), ["p:3:14 error no-value"]),
        (NUMBERS, edit_text(STOCK, "(>= (stock l) 4)", "(forall (?b - bank) (>= (stock ?b) 4))"), ["p:3:34 error no-value"]),
        (NUMBERS, edit_text(STOCK, "4)))", "4)) (:metric minimize (stock r)))"), ["p:3:46 error no-value"]),
        # an action may assign the missing value first, but not if it needs the same value in its precondition
        (edit_text(NUMBERS, "increase", "assign").replace(":precondition (>= (stock ?b) 0)", ""), edit_text(STOCK, "(stock l) 4", "(stock r) 1"), []),
        (edit_text(NUMBERS, "increase", "assign"), edit_text(STOCK, "(stock l) 4", "(stock r) 1"),
         ["p:3:14 error no-value"]),
        # one of the two values is enough
        (NUMBERS, edit_text(STOCK, "(>= (stock l) 4)", "(or (>= (stock l) 4) (>= (stock r) 4))"), ["d:3:3 warning action-without-value"]),
        (NUMBERS, edit_text(STOCK, "(stock l) 3)", "(stock l) 3) (= (stock r) 0)"), []),
    ],
)  # fmt: skip
def test_fluents_without_initial_value_are_reported(domain: str, problem: str, found: list[str]) -> None:
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
        (edit_text(SHAPES, "person\n", "person - object\n"), DRAWN, []),
        (edit_text(SHAPES, "person\n    ", "person "), DRAWN, []),  # on one line the author sees the type
        (SHAPES, edit_text(DRAWN, "(drawn c1)", "(drawn ann)"), []),  # drawing a person shows intent
    ],
)
def test_supertype_shared_by_accident_across_a_line_break_is_reported(
    domain: str, problem: str, found: list[str]
) -> None:
    assert [one for one in findings(domain, problem) if "joined" in one] == found


HALLS = DRAWN.replace("ann - person c1", "\n    hall\n    ann bob - person c1").replace(" hall - place", "")


@pytest.mark.parametrize(
    ("problem", "found"),
    [
        (HALLS, ["p:2:5 warning joined-types"]),  # the hall is the place of ann and not a person
        (HALLS.replace("hall\n", "hall - place\n"), []),
        (
            HALLS.replace("hall\n", "eve\n")
            .replace("at ann hall", "at ann here")
            .replace("s1 -", "s1 - square here - place c2 -"),
            [],
        ),
    ],
)
def test_object_type_shared_by_accident_across_a_line_break_is_reported(problem: str, found: list[str]) -> None:
    domain = edit_text(SHAPES, "person\n", "person - object\n")
    assert [one for one in findings(domain, problem) if "joined" in one] == found


@pytest.mark.parametrize(
    ("domain", "problem", "found"),
    [
        (PROBLEM, DOMAIN, "this file defines a problem, but a domain belongs here; are the two files in the wrong order?"),
        (DOMAIN, DOMAIN, "this file defines a domain, but a problem belongs here; are the two files in the wrong order?"),
        (DOMAIN, edit_text(PROBLEM, "(at box home)", "(when (empty van) (at box home))"),
         "'when' is allowed only in effects, but is used in a condition; write '(imply CONDITION CONDITION)' instead"),
        (DOMAIN, edit_text(PROBLEM, "(at box home)", "(increase (empty van) 1)"),
         "'increase' is allowed only in effects, but is used in a condition; write a comparison, such as '(>= (f) 1)'"),
        (NUMBERS, edit_text(STOCK, "3)", "3) (= (stock r) 1) (= (stock l) 5) (= (stock r) 1)"),
         "(stock l) gets a second value here, but its first value is 3; remove one of the two values"),
        (edit_text(DOMAIN, "(:action load", "(:axiom :vars (?t) :context (empty ?t) :implies (empty ?t))\n(:action load"), PROBLEM,
         "':axiom' belongs to PDDL 1.2; write '(:derived (NAME ?x …) CONDITION)' instead"),
        (edit_text(DOMAIN, ":typing :neg", ":typing :time :neg").replace("(:action load", "(:process p :effect (empty van)) (:action load"), PROBLEM,
         "':process' belongs to PDDL+, which ferryplan does not support"),
        (DOMAIN, edit_text(PROBLEM, "crate - parcel", "crate - parcel van - parcel"),
         "object 'van' is declared twice, with the types 'truck' and 'parcel'; keep one declaration"),
    ],
)  # fmt: skip
def test_mistake_yields_one_error_with_specific_message(domain: str, problem: str, found: str) -> None:
    (told,) = lint_texts(Source(domain, "d"), Source(problem, "p"), None, with_style=False)
    assert (told.severity, told.message) == ("error", found)


def test_unsupported_preferences_suppress_warnings_about_unused_parts() -> None:
    # a preference may be about facts that nothing else uses
    problem = edit_text(PROBLEM, "(at crate home)", "(preference q (empty van))")
    domain = edit_text(DOMAIN, ":negative-preconditions", ":negative-preconditions :preferences")
    assert {one.kind for one in lint_texts(Source(domain, "d"), Source(problem, "p"), None, False)} == {
        "not-known-here"
    }


def test_unusual_layout_yields_no_parenthesis_errors() -> None:
    """Text on one line, sections in any order and a requirement with an odd name cause no parse errors."""
    domain = """(define (domain pier) (:requirements :action) (:types boat) (:constants ark - boat)
 (:predicates (moored ?b - boat)) (:action moor :parameters (?b - boat) :effect (moored ?b)))"""
    problem = "(define (problem p) (:domain pier) (:init) (:goal (moored ark)))"
    found = lint_texts(Source(domain.replace("\n", ""), "d"), Source(problem, "p"), None, with_style=False)
    assert [one for one in found if one.severity == "error"] == []


def test_several_mistakes_are_reported_without_follow_up_errors() -> None:
    domain = edit_text(DOMAIN, "(road ?from ?to)", "(raod ?from ?to)")
    domain = edit_text(domain, "(in ?c ?t)\n", "(in ?c ?c)\n")
    domain = edit_text(domain, "?t ?p) (in ?c ?t)", "?t ?p (in ?c ?t)")
    problem = edit_text(PROBLEM, "(at box home)", "(at box)")
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
        ("(at ?c ?p)\n", "(at ?c ?p) (= ?c ?c)\n", ["d:18:35 warning always-holds", "d:18:35 warning requirement-missing"]),
        ("(?c - parcel ?t - truck ?p - place)\n    :precondition (and (at ?t ?p)\n",
         "(?c - parcel ?t - truck ?p ?q - place)\n    :precondition (and (at ?t ?p)\n",
         ["d:16:44 warning unused-parameter"]),
        (":typing :neg", ":typing :equality :neg", ["d:2:34 warning requirement-not-needed"]),
        (":strips :typing :negative-preconditions", ":strips :negative-preconditions", ["d:3:11 warning requirement-missing"]),
        ("(empty ?t - truck))", "(empty ?t - truck) (full ?t - truck))", ["d:8:35 warning unused"]),
        ("(:types truck", "(:types plane truck", ["d:3:11 warning unused"]),
        ("(empty ?t - truck))", "(empty ?t - truck) (after ?t - truck))", ["d:8:35 warning unused", "d:8:35 warning refused"]),
        ("(road ?from ?to))", "(road ?to ?to))", ["d:12:24 warning never-applicable", *GONE]),
    ],
)  # fmt: skip
def test_suspicious_domain_constructs_yield_warnings(old: str, new: str, found: list[str]) -> None:
    assert findings(edit_text(DOMAIN, old, new)) == found


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("(at crate home))))", "(at box shop))))", "p:9:29 warning goals-exclude"),
        ("(at crate home))))", "(road home home))))", "p:9:29 warning goal-never-met"),
        ("home shop - place", "home shop moon - place", "p:5:23 warning idle-object"),
        ("(empty van))", ")", "d:19:24 warning never-applicable"),
    ],
)
def test_unreachable_goals_and_idle_objects_yield_warnings(old: str, new: str, found: str) -> None:
    assert found in findings(problem=edit_text(PROBLEM, old, new))


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
def test_lint_reports_invalid_plan_steps_by_line(plan: str, found: list[str]) -> None:
    assert findings(plan=plan) == found


def test_removed_parenthesis_is_restored_or_reported_by_line() -> None:
    """For each removed parenthesis, the repaired text equals the original, or a finding names the line.

    At most one in 50 parentheses may be missed, because no layout betrays them.
    """
    places = [place for place, letter in enumerate(DOMAIN) if letter in "()"]
    missed = []
    for place in places:
        text = DOMAIN[:place] + DOMAIN[place + 1 :]
        mended, found = balance_parentheses(Source(text, "d"))
        line = text.count("\n", 0, place) + 1
        if parse_or_none(mended.text) != parse(DOMAIN) and line not in [one.line for one in found]:
            missed.append(place)
    assert len(missed) <= len(places) // 50, missed


def test_indentation_locates_the_missing_parenthesis() -> None:
    """The syntax allows the parenthesis after each of the facts; the indentation leaves one place.

    This place is before the line with less indentation.
    """
    text = """(define (domain d)
  (:predicates (a) (b) (c))
  (:action one
    :parameters ()
    :precondition (or (and (a)
                           (b)
                      (c))
    :effect (c)))
"""
    [told] = balance_parentheses(Source(text, "d"))[1]
    assert (told.line, told.column) == (6, 30)


def parse_or_none(text: str) -> object:
    try:
        return parse(text)
    except Exception:  # any error that the oracle raises for text that it cannot read
        return None


def test_every_output_format_gives_position_of_finding(plan: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(edit_text(DOMAIN, "(road ?from ?to)", "(raod ?from ?to)"))
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


def test_lint_exit_code_depends_on_severity_and_strict(plan: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "odd.pddl").write_text(edit_text(DOMAIN, "(:types truck", "(:types plane\ttruck"))
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
        ("(" * 100_000, "parentheses are nested more than 100 levels deep"),
        (")" * 100_000, "')' has no matching '('; remove it"),
        ("()" * 30_000, "'()' stands outside '(define …)'"),
        ("(define (domain d) (:predicates (p)) (:action a :parameters () :precondition " + "(not " * 200, "nested more than 100 levels deep"),
        ("\x00\x01(define", "contains an invisible character"),
        (f"(define (domain d) (:types {' '.join(f't{n} - t{n + 1}' for n in range(400))} t400 - t0))", "is an ancestor of itself"),
    ],
)  # fmt: skip
def test_hostile_texts_are_reported_within_the_time_limit(
    text: str, told: str, plan: RunCommand, tmp_path: Path
) -> None:
    (tmp_path / "bad.pddl").write_text(text)
    run = plan("lint", "bad.pddl", "--timeout", "60")
    assert run.returncode == 30
    assert told in run.stdout


def test_valid_test_domains_have_no_lint_errors() -> None:
    """The test domains were written independently of this module."""
    folders = [
        *sorted(Path(__file__).parents[1].glob("cases/domains/*")),
        *sorted(Path(__file__).parents[1].glob("cases/pddl/*")),
    ]
    assert len(folders) > 20
    for folder, name in itertools.product(folders, ("domain.pddl",)):
        found = lint_texts(Source((folder / name).read_text(), "d"), None, None, with_style=False)
        assert not [one for one in found if one.severity == "error"], folder


def test_caret_stays_below_the_mistake_in_a_truncated_line() -> None:
    """The mark stays below the mistake, no matter which part of the line is cut off."""
    source = Source(edit_text(DOMAIN, "(road ?from ?to)", " " * 150 + "(raod ?from ?to)" + " " * 150), "d")
    told = format_findings(lint_texts(source, None, None, with_style=False), {"d": source}).splitlines()
    number = next(row for row, line in enumerate(told) if "raod" in line and " | " in line)
    assert (told[number][7], told[number][-1]) == ("…", "…")
    assert told[number][told[number + 1].index("^") :].startswith("(raod")


SLIPS = DOMAIN.replace("truck parcel - thing", "truck, parcel - thing").replace("(:action load", "(action load")
"""a domain with two slips, on lines 3 and 15"""


def test_diff_shows_fixes_and_fix_writes_them(plan: RunCommand, tmp_path: Path) -> None:
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


def test_problem_is_fixed_with_the_domain_in_its_folder(plan: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "p.pddl").write_text("\ufeff" + PROBLEM.replace("box crate", "box, crate"))
    assert plan("lint", "p.pddl", "--fix").returncode == 0
    assert (tmp_path / "p.pddl").read_text() == PROBLEM.replace("box crate", "box  crate")


def test_byte_order_mark_is_reported_and_removed_by_fix(plan: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(f"\ufeff{DOMAIN}")
    (tmp_path / "p.pddl").write_text(PROBLEM)
    run = plan("lint", "domain.pddl", "p.pddl", "--format", "json")
    (found,) = json.loads(run.stdout)["findings"]
    assert (found["kind"], found["severity"], found["line"], found["column"]) == ("byte-order-mark", "warning", 1, 1)
    assert plan("lint", "domain.pddl", "p.pddl", "--fix").returncode == 0
    assert (tmp_path / "domain.pddl").read_text() == DOMAIN


def test_fix_and_diff_need_pddl_and_exclude_each_other(plan: RunCommand) -> None:
    for option in ("--fix", "--diff"):
        run = plan("lint", "zebra", option)
        assert (run.returncode, run.stderr) == (30, f"plan: {option} applies to PDDL only, not to a puzzle\n")
    assert "--fix cannot be combined with --diff" in plan("lint", "a.pddl", "--fix", "--diff").stderr


def test_second_predicates_section_is_the_only_error(plan: RunCommand, tmp_path: Path) -> None:
    """Follow-up errors, here at every use of the functions in the second section, are not reported."""
    (tmp_path / "domain.pddl").write_text(
        DOMAIN.replace("               (empty ?t - truck))", "               )\n  (:predicates (empty ?t - truck))")
    )
    (tmp_path / "p.pddl").write_text(PROBLEM)
    found = json.loads(plan("lint", "domain.pddl", "p.pddl", "--format", "json").stdout)["findings"]
    assert [(one["kind"], one["line"], one["column"]) for one in found] == [("second-section", 9, 3)]


def test_delete_effect_without_consequence_yields_warning() -> None:
    """A loaded parcel is at a place and in no truck, so the effect deletes nothing.

    The author meant that the parcel makes the truck full.
    """
    wrong = edit_text(DOMAIN, "(not (empty ?t))\n", "(not (in ?c ?t))\n")
    line = 1 + wrong[: wrong.index("(not (in ?c ?t))\n")].count("\n")
    found = lint_texts(Source(wrong, "d"), Source(PROBLEM, "p"), None, with_style=False)
    assert [(one.line, one.column, one.severity) for one in found if one.kind == "deletes-nothing"] == [
        (line, wrong.splitlines()[line - 1].index("(in ?c ?t)") + 1, "warning")
    ]
    clean = lint_texts(Source(DOMAIN, "d"), Source(PROBLEM, "p"), None, with_style=False)
    assert not [one for one in clean if one.kind == "deletes-nothing"]
