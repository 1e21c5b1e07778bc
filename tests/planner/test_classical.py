"""Planning tasks from PDDL files and from puzzles with templates: solved, described, rejected."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pddl_oracle
import pytest
from budget import draw_cases
from conftest import RunCommand, assert_refused
from support import CASES

from ferryplan import ParameterError, domains, instantiate, load, solve, why
from ferryplan.generator.families import state_space_of
from ferryplan.generator.generation import generate
from ferryplan.generator.layout import PLAIN
from ferryplan.generator.search.breadth_first import explore
from ferryplan.planner.engines.session import Session

LOCK = """(define (domain lock)
  (:requirements :strips :typing)
  (:types room key)
  (:predicates (in ?room - room) (door ?from ?to - room) (locked ?room - room) (open ?room - room) (has ?key - key)
    (lies ?key - key ?room - room) (fits ?key - key ?room - room))
  (:action walk :parameters (?from ?to - room) :precondition (and (in ?from) (door ?from ?to) (open ?to))
    :effect (and (not (in ?from)) (in ?to)))
  (:action take :parameters (?key - key ?room - room) :precondition (and (in ?room) (lies ?key ?room))
    :effect (and (not (lies ?key ?room)) (has ?key)))
  (:action unlock :parameters (?key - key ?room - room) :precondition (and (has ?key) (locked ?room) (fits ?key ?room))
    :effect (and (not (locked ?room)) (open ?room))))
"""
CELLAR = """(define (problem cellar) (:domain lock)
  (:objects hall kitchen cellar - room brass iron - key)
  (:init (in hall) (open hall) (open kitchen) (locked cellar) (door hall kitchen) (door kitchen hall) (door kitchen cellar)
    (lies brass kitchen) (lies iron cellar) (fits iron cellar))
  (:goal (and (in cellar) (has brass))))
"""


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    (tmp_path / "domain.pddl").write_text(LOCK)
    (tmp_path / "cellar.pddl").write_text(CELLAR)
    return tmp_path


def test_why_explains_an_unsolvable_planning_task(plan: RunCommand, lock: Path) -> None:
    """`why` explains an unsolvable planning task.

    The iron key is locked in. By hand: hall and kitchen, each with and without the brass key, are 4 states; the
    key lies in one room.
    """
    found = json.loads(plan("why", "cellar.pddl", "--format", "json").stdout)
    assert (found["status"], found["states"], found["goals_met"], found["goals"]) == ("unsolvable", 4, 1, 2)
    assert found["goals_never_met"] == ["(in cellar)"]
    lacking = {one["move"]["action"]: one["violation"] for one in found["forbidden_moves"]}
    assert next(iter(lacking)) == "(walk kitchen cellar)", "what reaches a goal comes first"
    assert lacking["(walk kitchen cellar)"] == "(open cellar) does not hold"
    assert lacking["(unlock brass cellar)"] == "(fits brass cellar) does not hold", (
        "what never changes may be lacking, too"
    )
    changes = {one["change"]: one["actions"] for one in found["changes"]}
    # by hand: walk, take; then walk on, or unlock and walk on; without the goal only walk and take
    assert changes["with the fact (open cellar) added to the initial state"] == 3
    assert changes["with the fact (fits brass cellar) added to the initial state"] == 4
    assert changes["without (in cellar) in the goal"] == 2
    run = plan("why", ".", "--certificate", "proof.json")
    assert run.returncode == 10, run.stderr
    assert len(json.loads((lock / "proof.json").read_text())["states"]) == 4


def test_why_proves_unreachable_goal_without_all_states(plan: RunCommand, tmp_path: Path) -> None:
    """`why` proves a goal unreachable without exploring all states.

    It explores few of the 2^12 states; no action lights the lamp without a switch.
    """
    lamps = " ".join(f"l{number}" for number in range(12))
    (tmp_path / "domain.pddl").write_text(
        """(define (domain lamps) (:types lamp) (:predicates (lit ?l - lamp) (wired ?l - lamp) (next ?a ?b - lamp))
        (:action press :parameters (?l - lamp) :precondition (wired ?l) :effect (lit ?l))
        (:action pull :parameters (?l - lamp) :precondition (lit ?l) :effect (not (lit ?l))))"""
    )
    facts = " ".join(f"(wired l{number}) (next l{number} l{max(number - 1, 0)})" for number in range(12))
    (tmp_path / "dark.pddl").write_text(
        f"(define (problem dark) (:domain lamps) (:objects {lamps} z - lamp) (:init {facts}) (:goal (and (lit l3) (lit z))))"
    )
    found = why(load(str(tmp_path / "dark.pddl")), max_states=50)
    assert (found.status, found.reach.complete, found.to_dict()["goals_never_met"]) == (
        "unsolvable",
        False,
        ["(lit z)"],
    )
    told = " ".join(found.describe(PLAIN).split())
    assert "Still, there is no solution, as shown below." in told
    assert "This part of the goal would be out of reach even if no action ever deleted a fact: - lit z" in told
    assert "Nothing is proven" not in told
    (tmp_path / "dark.pddl").write_text((tmp_path / "dark.pddl").read_text().replace("(lit z)", "(not (lit l3))"))
    assert why(load(str(tmp_path / "dark.pddl")), max_states=50).status == "unknown"


def test_why_suggests_one_more_object(plan: RunCommand, tmp_path: Path) -> None:
    """`why` suggests one more object.

    A nut is cracked between two stones, but there is only one.
    """
    (tmp_path / "domain.pddl").write_text(
        "(define (domain nuts) (:types nut stone) (:predicates (hard ?s - stone) (cracked ?n - nut))"
        "(:action crack :parameters (?n - nut ?a ?b - stone) :precondition (and (hard ?a) (hard ?b) (not (= ?a ?b))) :effect (cracked ?n)))"
    )
    (tmp_path / "p.pddl").write_text(
        "(define (problem p) (:domain nuts) (:objects n - nut s - stone) (:init (hard s)) (:goal (cracked n)))"
    )
    found = json.loads(plan("why", "p.pddl", "--format", "json").stdout)
    assert found["forbidden_moves"][0]["violation"] == "two arguments are the same object, s"
    assert {"change": "with one more object of the same type and with the same facts as 's'", "actions": 1} in found[
        "changes"
    ]


def test_why_copies_fluent_values_to_one_more_object(plan: RunCommand, tmp_path: Path) -> None:
    """`why` copies the fluent values of an object to an added object.

    The goal needs two full bottles, but there is only one. The name b-2 is taken by a constant of another type.
    """
    (tmp_path / "domain.pddl").write_text(
        "(define (domain bar) (:types bottle thing) (:constants b-2 - thing) (:predicates (served)) (:functions (liters ?b - bottle))"
        "(:action serve :parameters (?a ?b - bottle) :precondition (and (not (= ?a ?b)) (>= (liters ?a) 1) (>= (liters ?b) 1)) :effect (served)))"
    )
    (tmp_path / "p.pddl").write_text(
        "(define (problem p) (:domain bar) (:objects b - bottle) (:init (= (liters b) 1)) (:goal (served)))"
    )
    found = json.loads(plan("why", "p.pddl", "--format", "json").stdout)
    says = "with one more object of the same type and with the same facts as 'b'"
    assert {"change": says, "actions": 1} in found["changes"]


REFERENCES = ["cellar.pddl", "./cellar.pddl", ".", "./", "--domain domain.pddl --problem cellar.pddl"]


@pytest.mark.parametrize(
    ("verb", "references"),
    [("generate", REFERENCES), *((verb, REFERENCES[-2:]) for verb in ("solve", "show", "graph", "why", "explore"))],
)
def test_pddl_files_and_folders_are_accepted_as_puzzles(
    verb: str, references: list[str], plan: RunCommand, lock: Path
) -> None:
    named = plan(verb, "cellar.pddl", text="")
    for reference in references:
        run = plan(verb, *reference.split(), text="")
        assert (run.returncode, run.stderr) == (10 if verb in ("solve", "why") else 0, "")
        assert run.stdout == named.stdout or verb in ("solve", "show")
        if verb == "generate":
            assert run.stdout == f"{LOCK}\n{CELLAR}", "byte for byte"


@pytest.mark.parametrize("verb", ["solve", "graph", "lint"])
def test_catalog_puzzle_takes_precedence_over_a_folder(verb: str, plan: RunCommand, lock: Path) -> None:
    for name in ("mine", "gripper"):
        (lock / name).mkdir()
        for file in ("domain.pddl", "cellar.pddl"):
            (lock / name / file).write_text((lock / file).read_text().replace("(fits iron", "(fit iron"))
    run = plan(verb, "mine")
    assert run.returncode == 30
    assert "mine/cellar.pddl:4:45: " in run.stderr + run.stdout
    assert plan(verb, "gripper").returncode == 0
    (lock / "mine" / "attic.pddl").write_text(CELLAR)
    assert_refused(
        plan(verb, "mine"),
        "mine: this folder holds several problems, attic.pddl, cellar.pddl; give the path of one of them",
    )


def test_ambiguous_problem_or_missing_domain_is_reported(plan: RunCommand, lock: Path) -> None:
    (lock / "attic.pddl").write_text(CELLAR)
    assert_refused(
        plan("."),
        ".: this folder holds several problems, attic.pddl, cellar.pddl; give the path of one of them",
    )
    (lock / "domain_attic.pddl").write_text(LOCK.replace("(open ?to))", "(door ?from ?to))"))
    assert plan("attic.pddl").returncode == 0
    (lock / "domain.pddl").unlink()
    assert_refused(plan("cellar.pddl"), "cellar.pddl: there is no domain next to the problem")


def test_sentences_file_changes_the_words_of_actions(plan: RunCommand, lock: Path) -> None:
    start = plan("sentences", "domain.pddl")
    assert start.returncode == 0, start.stderr
    assert 'walk = "walk from {{ from }} to {{ to }}"' in start.stdout
    before = plan("why", "cellar.pddl", "--format", "json").stdout
    (lock / "domain.toml").write_text(start.stdout)
    assert plan("why", "cellar.pddl", "--format", "json").stdout == before, "it says what is said without it"
    (lock / "domain.toml").write_text(
        '[actions]\nwalk = "one goes to {{ to }}"\n[breaches]\nopen = "the {{ room }} is shut"\n'
    )
    found = plan("why", "cellar.pddl").stdout
    assert "One goes to cellar" in found
    assert "The cellar is shut" in found
    (lock / "domain.toml").write_text('[actions]\nwlak = "one goes"\n')
    assert_refused(
        plan("show", "cellar.pddl"),
        "domain.toml:2:8: actions.wlak: the domain has no action 'wlak'; did you mean 'walk'?",
    )
    (lock / "domain.toml").write_text('[actions]\nwalk = "one goes to {{ too }}"\n')
    assert_refused(
        plan("show", "cellar.pddl"),
        "domain.toml:2:8: actions.walk: unknown name",
        "'too'",
        "did you mean 'to'?",
    )


def test_plan_for_pddl_files_is_narrated(plan: RunCommand, lock: Path) -> None:
    (lock / "cellar.pddl").write_text(CELLAR.replace("(locked cellar)", "(open cellar)"))
    (lock / "a.plan").write_text("(walk hall kitchen)\n(take brass kitchen)\n(walk kitchen cellar)\n")
    run = plan("narrate", "cellar.pddl", "a.plan", "-o", "a.html")
    assert run.returncode == 0, run.stderr
    (second,) = [line for line in plan("narrate", "cellar.pddl", "a.plan").stdout.splitlines() if line.startswith("2")]
    assert re.fullmatch(r"2  Take brass, kitchen\.  +has brass  +lies brass, kitchen", second)


ROADS = """(define (domain roads) (:types place) (:predicates (at ?p - place) (road ?a ?b - place))
  (:functions (far ?a ?b - place) (total-cost))
  (:action go :parameters (?a ?b - place) :precondition (and (at ?a) (road ?a ?b))
    :effect (and (not (at ?a)) (at ?b) (increase (total-cost) (far ?a ?b)))))
"""
WAYS = """(define (problem ways) (:domain roads) (:objects a b c d - place)
  (:init (at a) (road a b) (road b d) (road a c) (road c d) (= (far a b) 0.9) (= (far b d) 0.9) (= (far a c) 1.5) (= (far c d) 0.25))
  (:goal (at d)) (:metric minimize (total-cost)))
"""


def test_fractional_action_costs_are_exact(plan: RunCommand, tmp_path: Path) -> None:
    """Fractional costs are exact.

    By hand: 1.5 + 0.25 via c and 0.9 + 0.9 via b. If costs were truncated to whole numbers, b would be cheaper.
    """
    (tmp_path / "domain.pddl").write_text(ROADS)
    (tmp_path / "ways.pddl").write_text(WAYS)
    found = json.loads(plan("ways.pddl", "--all", "--slack", "1", "--format", "json").stdout)
    assert [one["cost"] for one in found["within_slack"]["by_cost"]] == [1.75, 1.8]
    assert [one["cost"] for one in found["solutions"][0]["steps"]] == [1.5, 0.25]
    graph = json.loads(plan("graph", "ways.pddl", "--format", "json").stdout)
    assert sorted((one["cost"], one["cost_to_goal"]) for one in graph["nodes"]) == [
        (0, 1.75),
        (0.9, 0.9),
        (1.5, 0.25),
        (1.75, 0),
    ]
    assert "1.75 cost units in 2 actions" in plan("why", "ways.pddl").stdout
    told = plan("ways.pddl").stdout
    assert "1.75 cost units" in told or "a better one may exist" in told
    assert 'attr.name="cost" attr.type="double"' in plan("graph", "ways.pddl", "--format", "graphml").stdout


def test_new_command_creates_a_solvable_classical_puzzle(plan: RunCommand, tmp_path: Path) -> None:
    assert plan("new", "classical", "boxes").returncode == 0
    found = json.loads(plan("./boxes", "--rooms", "5", "--format", "json").stdout)
    assert (found["status"], found["actions"]) == ("optimal", 4)
    assert plan("lint", "./boxes").stdout == "./boxes/puzzle.toml: no problems found\n"
    assert "boxes" in plan("list", "--family", "classical").stdout
    assert_refused(plan("new", "classical", "boxes"), "boxes: exists already")
    assert_refused(plan("new", "classical", "Boxes"), "found 'Boxes', expected lower-case")


LONGER_WAY = "(move disc-1 peg-1 peg-2)\n(move disc-1 peg-2 peg-3)\n"
"""Two moves of one disc where one move suffices."""


@pytest.mark.parametrize("through", ["its own path", "the catalogue's folder"])
def test_theorem_in_a_user_puzzle_is_not_trusted(plan: RunCommand, tmp_path: Path, through: str) -> None:
    tower = shutil.copytree(domains.FOLDER / "classical" / "hanoi", tmp_path / "tower")
    always = re.sub("when = .*", "when = true", (tower / "puzzle.toml").read_text())
    (tower / "puzzle.toml").write_text(always)
    (tower / "shortest.plan.j2").write_text(LONGER_WAY)
    folder = domains.FOLDER.resolve()
    named = "./tower" if through == "its own path" else f"{folder}/{os.path.relpath(tower, folder)}"
    told = plan(named, "--discs", "1", "--pegs", "3", "--engine", "rules", "--format", "json")
    assert json.loads(told.stdout)["actions"] == 1, told.stderr


@pytest.mark.parametrize("changed", ["shortest.plan.j2", "problem.pddl.j2", "added.j2", "classical/added.j2", None])
def test_theorem_is_trusted_only_for_unchanged_files(tmp_path: Path, changed: str | None) -> None:
    tower = shutil.copytree(domains.FOLDER / "classical" / "hanoi", tmp_path / "tower")
    if changed:
        (tower / changed).parent.mkdir(exist_ok=True)
        with (tower / changed).open("a") as file:
            file.write("\n")
    assert domains.is_published(tower / "puzzle.toml") is (changed is None)


HOSTILE = {
    "{{ 10 ** 10 ** 8 }}": "'**' supports only numbers",
    "{{ 'a' * 10 ** 9 }}": "'*'",
    "{% for a in range(99999) %}{% for b in range(99999) %}{{ 'xxxxxxxxxxxxxxxxxxxx' }}{% endfor %}{% endfor %}": "more than 4,000,000",
    "{{ ''.__class__.__mro__ }}": "unsafe",
    "{{ rooms.nothing }}": "nothing",
    "{{ what }}": "'what' is undefined",
    "{% if %}": "the template is not valid",
    "{% include '../../../etc/passwd' %}": "passwd",
    "{{ 1 // 0 }}": "zero",
    "{{ '%999999999d' % 1 }}": "'%' supports only numbers",
    "{{ (0, 1) * 10 ** 9 }}": "'*'",
    "{{ 'a'.center(10 ** 9) }}": "'center' would make a string that is too long",
    "{{ 'a' | center(width=10 ** 9) }}": "'center' would make a string that is too long",
    "{{ 'a'.zfill(10 ** 9) }}": "'zfill' would make a string that is too long",
    "{{ '{:>999999999}'.format(1) }}": "'format' would make a string that is too long",
    "{{ '{:>{}}'.format(1, 10 ** 9) }}": "'format' would make a string that is too long",
    "{{ '%*d' | format(10 ** 9, 1) }}": "'format' would make a string that is too long",
    "{{ 'a\\nb' | indent(10 ** 9) }}": "'indent' would make a string that is too long",
    "{{ '\\udc80' }}": "half of a character",
    **{
        f"{{% set n = namespace(t={first}) %}}{{% for _ in range(60) %}}{again}{{% endfor %}}": "a string or a list becomes too long"
        for first, again in [
            ("'ab'", "{% set n.t = n.t ~ n.t %}"),
            ("'ab'", "{% set n.t = n.t + n.t %}"),
            ("'ab'", "{% set n.t = n.t.replace('a', 'aab') %}"),
            ("'ab'", "{% set n.t = n.t | replace('a', 'aab') %}"),
            ("'ab'", "{% set n.t = n.t.join(['a', n.t]) %}"),
            ("'ab'", "{% set n.t = [n.t, n.t] | join %}"),
            ("'ab'", "{% set n.t %}{{ n.t }}{{ n.t }}{% endset %}"),
            ("'<'", "{% set n.t = n.t | forceescape | replace('&', '&&') %}"),
            ("['ab']", "{% set n.t = (n.t + n.t) | map('upper') | list %}"),
            ("['ab']", "{% set n.t = [n.t, n.t] | sum(start=[]) %}"),
            ("(1,)", "{% set n.t = n.t + n.t %}"),
            ("['ab']", "{% set n.t = [n.t, n.t] %}{{ '' if loop.index < 60 else n.t }}"),
            ("['ab']", "{% set n.t = [n.t, n.t] %}{{ '' if loop.index < 60 else n }}"),
            ("['ab']", "{% set n.t = [n.t, n.t] %}{{ '' if loop.index < 60 else n.t | string }}"),
            ("['ab']", "{% set n.t = [n.t, n.t] %}{{ '' if loop.index < 60 else n.t ~ '' }}"),
            ("['ab']", "{% set n.t = [n.t, n.t] %}{{ '' if loop.index < 60 else n.t | tojson }}"),
            ("['ab']", "{% set n.t = [n.t, n.t] %}{{ '' if loop.index < 60 else n.t | join }}"),
        ]
    },
    # these would allocate gigabytes before their length is known
    **{
        f"{{% set x = 'x' * 10 ** 6 %}}{template}": "a string or a list becomes too long"
        for template in [
            "{{ ([x] * 10 ** 5) | join }}",
            "{{ ''.join([x] * 10 ** 5) }}",
            "{{ (['a'] * 10 ** 5) | join(x) }}",
            "{{ x.join(['a'] * 10 ** 5) }}",
            "{{ ([x] * 10 ** 5) | map('upper') | join }}",
            "{{ ([x] * 10 ** 5) | map('upper') | list | length }}",
            "{{ ([1] * 10 ** 5) | map('center', 10 ** 6) | list | length }}",
            "{{ x.replace('x', x) }}",
            "{{ x | replace('x', x) }}",
            "{{ x.translate({120: x}) }}",
            "{{ ('{0}' * 10 ** 5).format(x) }}",
            "{{ ('%(a)s' * 10 ** 5) | format(a=x) }}",
            "{{ ([x] * 10 ** 5) | each('{0}') }}",
            "{{ [x] | each('{0}' * 10 ** 5) }}",
            "{{ ('\\t' * 10 ** 6).expandtabs(10 ** 6) }}",
            "{{ ('a\\n' * 10 ** 5) | indent(10 ** 6) }}",
            "{{ x | wordwrap(1, wrapstring=x) }}",
            "{{ ([[0] * 10 ** 5] * 10 ** 5) | sum(start=[]) | length }}",
            "{% set y %}{% for a in range(99999) %}{% for b in range(99999) %}xxxxxxxxxxxxxxxxxxxx{% endfor %}{% endfor %}{% endset %}",
            "{% macro m() %}{% for a in range(99999) %}{{ x }}{% endfor %}{% endmacro %}{{ m() | length }}",
        ]
    },
}


def test_hostile_templates_are_rejected(plan: RunCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # lower limits, since each text and each list up to the limit takes time; the templates make lists of 10^5 items
    for module in ("bounds", "template_filling"):
        monkeypatch.setattr(f"ferryplan.generator.tasks.{module}.MAX_TEXT_LENGTH", 4_000_000)
        monkeypatch.setattr(f"ferryplan.generator.tasks.{module}.MAX_LIST_LENGTH", 100_000)
    plan("new", "classical", "boxes")
    path = tmp_path / "boxes" / "problem.pddl.j2"
    harmless, said = path.read_text(), {}
    for template in HOSTILE:
        path.write_text("\n" + template + harmless)
        run = plan("show", "./boxes")
        said[template] = (run.returncode, run.stdout, run.stderr)
    assert {template: run for template, run in said.items() if run[:2] != (30, "")} == {}
    assert {template: error for template, (_, _, error) in said.items() if HOSTILE[template] not in error} == {}
    places = {
        error.count("\n") == 1 and error.startswith("plan: boxes/problem.pddl.j2:") for _, _, error in said.values()
    }
    assert places == {True}


ENDLESS = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"


TIMED = [
    "search ./boxes", "compare ./boxes", "show ./boxes", "lint ./boxes", "solve ./boxes", "why ./boxes", "generate ./boxes -o made",
    "graph ./boxes", "explore ./boxes", "suite ./boxes -o made", "exercise ./boxes -o made", "show ./boxes --theme opera",
]  # fmt: skip


@pytest.mark.parametrize("command", draw_cases(TIMED, 4))
def test_time_limit_stops_templates_that_do_not_terminate(command: str, plan: RunCommand, tmp_path: Path) -> None:
    plan("new", "classical", "boxes")
    with (tmp_path / "boxes" / "problem.pddl.j2").open("a") as template:
        template.write(ENDLESS)
    run = plan(*command.split(), "--timeout", "0.2", text="")
    assert run.returncode == 20, run.stdout + run.stderr
    assert "stopped at the time limit of 0.2 s" in run.stderr
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("linked", ["beside.j2", "problem.pddl.j2"])
def test_template_that_links_out_of_its_folder_is_refused(linked: str, plan: RunCommand, tmp_path: Path) -> None:
    plan("new", "classical", "boxes")
    (tmp_path / "secret.txt").write_text("a secret")
    template = tmp_path / "boxes" / "problem.pddl.j2"
    template.write_text(f"; {{% include '{linked}' %}}\n{template.read_text()}")
    (tmp_path / "boxes" / linked).unlink(missing_ok=True)
    (tmp_path / "boxes" / linked).symlink_to("../secret.txt")
    run = plan("show", "./boxes")
    assert_refused(run, "problem.pddl.j2", f"boxes/{linked} links to a file outside the folder")
    assert "a secret" not in run.stdout + run.stderr


def test_template_that_links_within_its_folder_is_included(tmp_path: Path, plan: RunCommand) -> None:
    plan("new", "classical", "boxes")
    (tmp_path / "boxes" / "first.j2").write_text("here it is")
    (tmp_path / "boxes" / "second.j2").symlink_to("first.j2")
    template = tmp_path / "boxes" / "problem.pddl.j2"
    template.write_text(f"; {{% include 'second.j2' %}}\n\n{template.read_text()}")
    assert "; here it is\n" in generate(instantiate(load(f"{tmp_path}/boxes/"))).problem


def test_harmless_template_expressions_are_evaluated(plan: RunCommand, tmp_path: Path) -> None:
    plan("new", "classical", "boxes")
    path = tmp_path / "boxes" / "problem.pddl.j2"
    path.write_text(
        "; {{ 'a' ~ 1 ~ rooms }} {{ 'a' + 'b' }} {{ (0,) * 3 }} {{ 3 * 'ab' }} {{ 'a'.center(5) }} {{ 'b' | center(5) }} {{ '{:>4}'.format(7) }}\n"
        + path.read_text()
    )
    assert "; a13 ab (0, 0, 0) ababab   a     b      7\n" in generate(instantiate(load(f"{tmp_path}/boxes/"))).problem


def test_missing_level_file_is_reported(plan: RunCommand) -> None:
    assert_refused(
        plan("sokoban", "--level", "nowhere.txt"),
        "--level: the file 'nowhere.txt' does not exist; give an existing file, or write its content on the command line",
    )


def test_template_can_reject_a_parameter(plan: RunCommand, tmp_path: Path) -> None:
    plan("new", "classical", "boxes")
    path = tmp_path / "boxes" / "problem.pddl.j2"
    path.write_text(
        '{% if rooms == 7 %}{{ refuse("rooms", "found 7, expected another") }}{% endif %}' + path.read_text()
    )
    assert_refused(plan("./boxes", "--rooms", "7"), "--rooms: found 7, expected another")
    with pytest.raises(ParameterError, match="rooms: found 7"):
        instantiate(load(f"{tmp_path}/boxes/"), {"rooms": 7})


@pytest.mark.parametrize("verb", ["why", "solve --all", "solve --count"])
def test_why_and_all_options_reject_durative_actions(verb: str, plan: RunCommand) -> None:
    plan("generate", "wolf-goat-cabbage", "--dialect", "temporal", "-o", ".")
    assert_refused(
        plan(*verb.split(), "p01.pddl"),
        "domain.pddl: the domain has durative actions; ferryplan's own search does not handle actions that overlap",
    )


@pytest.mark.parametrize("verb", ["why", "graph", "explore", "solve --all"])
def test_searches_reject_timed_initial_literals(verb: str, plan: RunCommand) -> None:
    assert_refused(
        plan(*verb.split(), str(CASES / "domains" / "durative"), text=""),
        "ferryplan does not read timed initial literals",
    )


def test_durative_actions_are_explored_in_sequence_with_note(plan: RunCommand) -> None:
    plan("generate", "wolf-goat-cabbage", "--dialect", "temporal", "-o", ".")
    aside = "durative actions run one after the other here; plans in which actions overlap are left out"
    aside += "; the metric (total-time) is ignored, so distances are numbers of actions"
    run = plan("graph", "p01.pddl")
    assert run.stderr == f"plan: note: {aside}\n"
    assert re.search(r"^States +10 ", run.stdout, re.MULTILINE)  # as in every picture of the puzzle
    shown = " ".join(plan("show", "p01.pddl").stdout.split())
    assert f"Reachable states: 10. {aside[0].upper()}{aside[1:]}." in shown
    assert aside in plan("explore", "p01.pddl", text="q\n").stderr


STREETS = """(define (domain roads) (:requirements :strips) (:predicates (at ?p) (road ?p ?q))
 (:action go :parameters (?p ?q) :precondition (and (at ?p) (road ?p ?q)) :effect (and (at ?q) (not (at ?p)))))"""
WAY = """(define (problem way) (:domain roads) (:objects a b c) (:init (at a) (road a b) (road b c)) (:goal (at c))
 (:metric minimize (total-time)))"""


def test_total_time_without_durations_counts_actions(plan: RunCommand, tmp_path: Path) -> None:
    """The metric total-time without durations counts actions.

    From a over b to c takes two actions; the output has no costs and no unit.
    """
    (tmp_path / "domain.pddl").write_text(STREETS)
    (tmp_path / "p.pddl").write_text(WAY)
    numbers = json.loads(plan("graph", "p.pddl", "--format", "json").stdout)["numbers"]
    assert numbers["moves_to_goal"] == 2
    assert not {"cost", "unit"} & numbers.keys()
    solved = plan("solve", "p.pddl").stdout
    assert "2 actions" in solved
    assert "cost" not in solved


SEA = """(define (domain sea) (:requirements :strips) (:predicates (at ?p) (road ?p ?q) (line ?p ?q) (calm) (forecast))
 (:action go :parameters (?p ?q) :precondition (and (at ?p) (road ?p ?q)) :effect (and (at ?q) (not (at ?p))))
 (:action sail :parameters (?p ?q) :precondition (and (at ?p) (line ?p ?q) (calm)) :effect (and (at ?q) (not (at ?p))))
 (:action wait :parameters () :precondition (forecast) :effect (calm)))"""
ISLAND = """(define (problem island) (:domain sea) (:objects town port isle)
 (:init (at town) (road town port) (road port town) (line port isle)) (:goal (at isle)))"""


def test_why_lists_changeable_facts_before_static_facts(plan: RunCommand, tmp_path: Path) -> None:
    """`why` lists missing facts that can change before static facts.

    No road leads to the isle, and none ever will; the sea that is not calm is listed first.
    """
    (tmp_path / "domain.pddl").write_text(SEA)
    (tmp_path / "p.pddl").write_text(ISLAND)
    stops = json.loads(plan("why", "p.pddl", "--format", "json").stdout)["forbidden_moves"]
    actions = [stop["move"]["action"] for stop in stops]
    assert {"(sail port isle)", "(go port isle)"} <= {*actions}
    assert actions[0] == "(sail port isle)"


@pytest.mark.parametrize("asked", [("gripper", "strips"), ("wolf-goat-cabbage", "adl"), ("fox-goose-beans", "axioms")])
def test_explored_states_match_the_pddl_oracle(asked: tuple[str, str], tmp_path: Path) -> None:
    puzzle, dialect = asked
    pddl = generate(instantiate(load(puzzle)), dialect)
    (tmp_path / "domain.pddl").write_text(pddl.domain)
    (tmp_path / "p.pddl").write_text(pddl.problem)
    found = explore(state_space_of(instantiate(load(f"{tmp_path}/"))))
    states, least = pddl_oracle.explore(pddl_oracle.read_task(pddl.domain, pddl.problem))
    assert (len(found.depths), found.goal_depth) == (len(states), least)


def test_gripper_optima_match_the_formula(worker: Session) -> None:
    for number, actions in ((4, 11), (5, 15)):  # 3n - 1 and 3n, by counting: a round trip carries two
        solution = solve(load("gripper"), {"balls": number}, session=worker).solution
        assert solution is not None
        assert len(solution.steps) == actions
