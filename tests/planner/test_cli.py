"""The command line: arguments in; output, error messages and exit codes out."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import crossing_answers
import jsonschema
import pytest
from conftest import RunCommand, assert_refused
from processes import MAX_WAIT_SECONDS
from support import CASES, make_instance

from ferryplan import domains
from ferryplan.generator.generation import generate
from ferryplan.planner import main as entry
from ferryplan.planner.cli import command_line as running
from ferryplan.planner.cli import verbs as cli

COMMANDS = json.loads((CASES / "commands.json").read_text())
NEEDS_ENGINE = re.compile(
    "fast-downward|aries --couples|--cluster|--dialect (adl|numeric|temporal) .*--engine (?!pyper)"
)
"""Command lines that run an engine other than Pyperplan."""


def mark_engines(lines: list[str]) -> list[object]:
    """Mark the command lines that run an engine other than Pyperplan."""
    return [
        pytest.param(line, marks=pytest.mark.engines if NEEDS_ENGINE.search(line) else (), id=f"plan {line}")
        for line in lines
    ]


ANSWERED = {case["plan"]: case for case in COMMANDS if "err" not in case}


@pytest.mark.parametrize("line", mark_engines([*ANSWERED]))
def test_commands_print_the_expected_output(line: str, plan: RunCommand) -> None:
    case = ANSWERED[line]
    run = plan(*shlex.split(line))
    assert (run.returncode, run.stderr) == (case["code"], "")
    assert case.get("out", "") in run.stdout
    if "lines" in case:
        assert len(run.stdout.splitlines()) == case["lines"]


def test_mistaken_commands_print_one_line_with_the_mistake(plan: RunCommand) -> None:
    for case in COMMANDS:
        if "err" in case:
            run = plan(*shlex.split(case["plan"]))
            assert (run.returncode, run.stdout) == (case["code"], ""), f"plan {case['plan']}"
            assert case["err"] in run.stderr, f"plan {case['plan']}"
            assert re.fullmatch(r"plan: [^\n]{1,600}\n", run.stderr), "one line"


SERVERS = ("lsp", "mcp")
"""verbs that speak with another program, and that need an extra; `tests/servers` runs them"""


def list_help_examples() -> list[str]:
    lines = [
        line.strip()
        for command in (cli.plan, *cli.load_verbs().values())
        for line in (command.epilog or "").splitlines()
        if command.name not in SERVERS
    ]
    return [*dict.fromkeys(line.removeprefix("plan").strip() for line in lines if line.startswith("plan"))]


IMPOSSIBLE = ("--couples 4 --capacity 2", "family --capacity 1", "queens --queens 3")


@pytest.mark.parametrize("line", mark_engines(list_help_examples()))
def test_examples_in_help_texts_run(line: str, plan: RunCommand, tmp_path: Path) -> None:
    if "wolf/" in line:
        assert plan("generate", "wolf-goat-cabbage", "-o", "wolf").returncode == 0
    if "sas_plan" in line:
        assert plan("wolf-goat-cabbage", "--format", "plan", "-o", "sas_plan").returncode == 0
    if "questions.jsonl" in line:
        question = {**crossing_answers.make_question(crossing_answers.make_farmer_river(), "plan", 7), "id": "1"}
        (tmp_path / "questions.jsonl").write_text(json.dumps(question))
        (tmp_path / "answers.jsonl").write_text('{"id": "1", "answer": "unsolvable"}')
    run = plan(*shlex.split(line))
    without_a_plan = any(impossible in line for impossible in IMPOSSIBLE)
    assert run.returncode == (10 if without_a_plan else 0), run.stderr
    assert run.stdout or "-o" in line


def test_every_verb_has_help(plan: RunCommand) -> None:
    for verb in ("", *cli.load_verbs()):
        run = plan(*verb.split(), "--help")
        assert run.returncode == 0
        assert run.stdout.startswith("Usage: plan")


SOLUTION = {
    "type": "object",
    "required": [
        "puzzle",
        "parameters",
        "status",
        "engine",
        "dialect",
        "encoding",
        "crossings",
        "steps",
        "plan",
        "seconds",
        "notes",
    ],
    "properties": {
        "puzzle": {"const": "jealous-couples"},
        "parameters": {"type": "object", "required": ["couples", "islands", "capacity"]},
        "status": {"enum": ["optimal", "solved", "unsolvable", "unknown", "timeout", "memory", "error"]},
        "engine": {"const": "pyperplan"},
        "crossings": {"type": ["integer", "null"]},
        "plan": {"type": "array", "items": {"type": "string", "pattern": "^[(].*[)]$"}},
        "seconds": {"type": "object", "required": ["total"], "additionalProperties": {"type": "number"}},
        "notes": {"type": "array", "items": {"type": "string"}},
        "steps": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["number", "from", "to", "aboard", "places", "text"],
                "properties": {
                    "from": {"enum": ["left-bank", "right-bank"]},
                    "to": {"enum": ["left-bank", "right-bank"]},
                    "aboard": {"type": "array", "items": {"type": "string"}, "minItems": 1},
                    "places": {"type": "object", "required": ["left-bank", "right-bank"]},
                },
            },
        },
    },
}


def test_solution_in_json_matches_its_schema(plan: RunCommand) -> None:
    run = plan("--couples", "4", "--format", "json")
    data = json.loads(run.stdout)
    jsonschema.validate(data, SOLUTION)
    assert data["status"] == "optimal"
    assert data["crossings"] == len(data["steps"]) == 9
    assert data["parameters"]["capacity"] == 3
    assert data["notes"] == ["a boat for 2 travelers is proven too small; a boat for 3 is large enough"]
    everyone = {"A", "B", "C", "D", "Aw", "Bw", "Cw", "Dw"}
    for step in data["steps"]:
        assert {*step["places"]["left-bank"], *step["places"]["right-bank"]} == everyone
        assert {*step["aboard"]} <= {*step["places"][step["to"]]}
    assert {*data["steps"][-1]["places"]["right-bank"]} == everyone


def test_json_of_unsolvable_puzzle_contains_proof_and_variants(plan: RunCommand) -> None:
    run = plan("--couples", "4", "--capacity", "2", "--format", "json")
    data = json.loads(run.stdout)
    jsonschema.validate(data, SOLUTION)
    assert (run.returncode, data["status"], data["crossings"], data["steps"]) == (10, "unsolvable", None, [])
    assert data["proof"] == {"states": 44, "complete": True, "goals_met": 4}
    assert {"parameters": {"islands": 1}, "crossings": 16} in data["variants"]
    assert {"parameters": {"capacity": 3}, "crossings": 9} in data["variants"]
    assert {"parameters": {"couples": 3}, "crossings": 11} in data["variants"]


def test_same_bytes_under_different_hash_seeds() -> None:
    """Three commands print the same in processes with different seeds, which change the order of sets of texts."""
    code = (
        "from ferryplan.planner.cli.command_line import run_command_line\n"
        "lines = '--couples 4', 'family --format markdown --engine rules', 'generate --couples 3'\n"
        "print([run_command_line(line.split()) for line in lines])"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            timeout=MAX_WAIT_SECONDS,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        for seed in ("0", "4711")
    ]
    assert runs[0].stdout.endswith("[0, 0, 0]\n"), runs[0].stderr
    assert runs[0].stdout == runs[1].stdout


@pytest.mark.parametrize(
    ("puzzle", "dialect"),
    [
        ("jealous-couples --couples 2 --capacity 2", "strips"),
        ("missionaries-cannibals --missionaries 2 --cannibals 2", "adl"),
        ("wolf-goat-cabbage", "adl"),
    ],
)
def test_generated_files_are_solved_validated_and_narrated(
    puzzle: str, dialect: str, plan: RunCommand, tmp_path: Path
) -> None:
    assert plan("generate", *puzzle.split(), "--dialect", dialect, "-o", "out").returncode == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["domain.pddl", "p01.pddl"]
    written = plan(*puzzle.split(), "--dialect", dialect, "--format", "plan").stdout
    generated = [(tmp_path / "out" / name).read_text() for name in ("domain.pddl", "p01.pddl")]
    names = [re.findall(r"\(define \(\w+ ([^)]+)\)", text)[0] for text in generated]
    assert written.startswith(f";;!domain: {names[0]}\n;;!problem: {names[1]}\n(cross-")
    (tmp_path / "a.plan").write_text(written.upper())
    valid = plan("validate", "out/p01.pddl", "a.plan")
    assert (valid.returncode, valid.stderr) == (0, "")
    assert "valid" in valid.stdout
    assert plan("narrate", "out/p01.pddl", "-", "--format", "plan", text=written).stdout == written
    told = plan("narrate", "out/p01.pddl", "a.plan", "--explain").stdout
    assert "Why each crossing is safe" in told
    first = next(line for line in written.splitlines() if line.startswith("(cross"))
    (tmp_path / "b.plan").write_text(
        written.replace(first, first.replace("left-bank right-bank", "right-bank left-bank"), 1)
    )
    broken = plan("validate", "out/p01.pddl", "b.plan")
    assert (broken.returncode, broken.stdout) == (14, "")
    assert "crossing 1: the boat is at the left bank, not at the right bank; this breaks the rule" in broken.stderr


def test_published_plan_of_jealous_husbands_is_validated(plan: RunCommand, tmp_path: Path) -> None:
    plan("generate", "--couples", "3", "--capacity", "2", "--dialect", "adl", "-o", ".")
    shutil.copy(CASES / "jealous-husbands.plan", tmp_path)
    run = plan("validate", "p01.pddl", "jealous-husbands.plan")
    assert (run.returncode, run.stdout) == (
        0,
        "jealous-husbands.plan: valid: 11 crossings; every crossing keeps the rules, and the plan reaches the goal.\n",
    )
    plan("generate", "--couples", "3", "--capacity", "2", "-o", "strips")
    run = plan("validate", "strips/p01.pddl", "jealous-husbands.plan")
    assert run.returncode == 0
    assert "jealous-husbands.plan: the plan leaves out the auxiliary actions" in run.stdout
    text = (tmp_path / "jealous-husbands.plan").read_text()
    (tmp_path / "altered.plan").write_text(text.replace("(cross-2 a c left", "(cross-2 a b left"))
    run = plan("validate", "p01.pddl", "altered.plan", "--format", "json")
    data = json.loads(run.stdout)
    assert (run.returncode, data["valid"], data["crossing"]) == (14, False, 7)
    (tmp_path / "altered.plan").write_text(text.replace("(cross-2 a aw right", "(cross-1 a right"))
    run = plan("validate", "p01.pddl", "altered.plan")
    assert run.returncode == 14
    assert run.stderr == (
        "plan: altered.plan: crossing 6: at the right bank, Aw is with B, but without A; "
        'this breaks the rule "No wife is with another man unless her husband is there."\n'
    )


def test_puzzle_file_from_a_path_is_solved(plan: RunCommand, tmp_path: Path) -> None:
    shutil.copy(CASES / "puzzles" / "ducks.toml", tmp_path)
    run = plan("ducks.toml", "--ducklings", "3")
    assert run.returncode == 0
    assert "1. Küken" in run.stdout
    assert plan("generate", "./ducks.toml", "--ducklings", "3", "-o", "pddl").returncode == 0
    written = plan("./ducks.toml", "--ducklings", "3", "--format", "plan").stdout
    (tmp_path / "a.plan").write_text(written)
    assert plan("validate", "pddl/p01.pddl", "a.plan").returncode == 0


@pytest.mark.engines
def test_puzzle_file_is_solved_by_an_engine_in_every_dialect_it_needs(plan: RunCommand, tmp_path: Path) -> None:
    shutil.copy(CASES / "puzzles" / "ducks.toml", tmp_path)
    for dialect in ("strips", "adl"):
        assert plan("ducks.toml", "--dialect", dialect, "--engine", "fast-downward").returncode == 0


@pytest.mark.parametrize(
    ("problem", "actions", "found"),
    [
        ("nonsense", "(a)", "p.pddl: there is no comment line '; puzzle: …'"),
        (
            '; puzzle: family\n; parameters: {"sons": 2}\n; dialect: adl\n; encoding: named\n',
            "(cross-1 dad left-bank right-bank)",
            "family: capacity",
        ),
        (
            "",
            "(cross-1 dad left-bank right-bank)",
            "a.plan: line 1: (cross-1 dad left-bank right-bank) cannot be applied: the problem has no object 'dad'; is the plan for another problem?",
        ),
        (
            "",
            "garbage",
            "a.plan:1: found 'garbage'",
        ),
        (
            '; puzzle: family\n; parameters: {"capacity": -7}\n; dialect: adl\n; encoding: named\n',
            "(a)",
            "capacity: found -7, expected 1 to 1000",
        ),
    ],
)
def test_validate_rejects_invalid_problems_and_plans(
    problem: str, actions: str, found: str, plan: RunCommand, tmp_path: Path
) -> None:
    generated = generate(make_instance("family", capacity=2), "adl").problem
    (tmp_path / "p.pddl").write_text(problem or generated)
    (tmp_path / "a.plan").write_text(actions)
    run = plan("validate", "p.pddl", "a.plan")
    assert_refused(run, found, code=14 if "cannot be applied" in found else 30)


def test_validate_detects_a_changed_problem_file(plan: RunCommand, tmp_path: Path) -> None:
    plan("generate", "wolf-goat-cabbage", "--dialect", "adl", "-o", ".")
    (tmp_path / "a.plan").write_text(plan("wolf-goat-cabbage", "--dialect", "adl", "--format", "plan").stdout)
    text = (tmp_path / "p01.pddl").read_text()
    (before,) = [line for line in text.splitlines() if "(boat-at left-bank)" in line]
    start = text.splitlines().index(before) + 1
    for changed, found, code in (
        ("; a comment\n" + text.replace("(boat-at left-bank)", "(BOAT-AT   Left-Bank)"), "", 0),
        (
            text.replace("(boat-at left-bank)", "(boat-at right-bank)"),
            f"the first difference is 'right-bank' instead of 'left-bank' at p01.pddl:{start}, so ferryplan checks",
            14,
        ),
        (text.replace("(boat-at left-bank)", "(boat-at left-bank"), "'(' is never closed", 30),
        (text.rstrip()[:-1], "'(' is never closed", 30),
    ):
        (tmp_path / "p01.pddl").write_text(changed)
        run = plan("validate", "p01.pddl", "a.plan")
        assert (run.returncode, found in run.stderr) == (code, True), run.stderr


def test_binary_plan_file_is_rejected(plan: RunCommand, tmp_path: Path) -> None:
    plan("generate", "-o", ".")
    (tmp_path / "a.plan").write_bytes(bytes(range(256)))
    assert plan("validate", "p01.pddl", "a.plan").stderr == "plan: a.plan: not text in UTF-8; save the file in UTF-8\n"


def test_failed_generate_leaves_no_partial_output(plan: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "out" / "p01.pddl").mkdir(parents=True)
    run = plan("generate", "-o", "out")
    assert (run.returncode, run.stdout) == (30, "")
    assert run.stderr.startswith("plan: out/p01.pddl: cannot be written: ")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["p01.pddl"]


def test_completion_offers_verbs_puzzles_and_their_options(plan_process: RunCommand) -> None:
    def complete(words: str) -> list[str]:
        environment = {
            "_PLAN_COMPLETE": "bash_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split(" ")) - 1),
        }
        return [line.split(",")[-1] for line in plan_process(environment=environment).stdout.splitlines()]

    assert "generate" in complete("plan gen")
    assert complete("plan solve fam") == ["family"]
    assert "--daughters" in complete("plan solve family --dau")


def test_closed_output_pipe_causes_no_error_message(plan: RunCommand, tmp_path: Path) -> None:
    command = f"{shlex.quote(str(Path(sys.executable).with_name('plan')))} schema | head -c 10"
    run = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=MAX_WAIT_SECONDS,
    )
    assert run.stderr == ""


def test_internal_error_is_reported_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(family: str) -> None:
        raise ZeroDivisionError("the\nreason")

    monkeypatch.setattr("ferryplan.planner.api.overview.make_json_schema", fail)
    assert running.run_command_line(["schema"]) == 1
    assert capsys.readouterr().err == (
        "plan: this is a bug in ferryplan (ZeroDivisionError: the reason); "
        "please report it as described in CONTRIBUTING.md (set FERRYPLAN_TRACEBACK=1 to see the traceback)\n"
    )


def test_verbs_without_engine_do_not_import_unified_planning() -> None:
    code = (
        "import sys; from ferryplan.planner.cli.command_line import run_command_line\n"
        "for verb in ('generate', 'list', 'show', 'schema'):\n"
        "    print(verb, run_command_line([verb]), 'unified_planning' in sys.modules, file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=MAX_WAIT_SECONDS)
    assert run.stderr.splitlines() == [f"{verb} 0 False" for verb in ("generate", "list", "show", "schema")]
    assert run.stdout


def test_only_solve_starts_a_worker_before_parsing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only `solve` starts a worker before it parses its arguments.

    `compare` starts one for each run.
    """
    started = []
    for verb in ("", *cli.load_verbs()):
        monkeypatch.setattr(
            "ferryplan.planner.engines.session.start_session", lambda *engines, verb=verb: started.append(verb)
        )
        assert entry._run_command([*verb.split(), "--nonsense"]) == 30
    assert started == ["", "solve"]


def test_heavy_modules_are_not_imported_at_startup() -> None:
    """Heavy modules are not imported at startup.

    Modules that verbs import at the top slow down the start of every command.
    """
    late = [
        "ferryplan.generator.pddl.task",
        "ferryplan.planner.engines.engine_runner",
        "ferryplan.planner.plans.plan_reading",
        "ferryplan.planner.questions.solving",
        "rich",
    ]
    code = f"import sys, ferryplan.planner.cli.command_line; print([name for name in {late} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=MAX_WAIT_SECONDS)
    assert (run.stdout, run.stderr) == ("[]\n", "")


def test_every_option_has_a_help_text() -> None:
    assert all(
        param.help
        for command in cli.plan.commands.values()
        for param in command.params
        if isinstance(param, click.Option)
    )
    assert domains.puzzle_files()


@pytest.fixture
def lamps(tmp_path: Path) -> None:
    """Write a task whose goal is derived through a predicate with two rules."""
    (tmp_path / "domain.pddl").write_text("""(define (domain lamps)
  (:requirements :strips :typing :derived-predicates)
  (:types lamp)
  (:predicates (lit ?lamp - lamp) (wired ?lamp ?to - lamp) (bright ?lamp - lamp) (done))
  (:derived (bright ?lamp - lamp) (lit ?lamp))
  (:derived (bright ?lamp - lamp) (exists (?from - lamp) (and (wired ?from ?lamp) (bright ?from))))
  (:derived (done) (forall (?lamp - lamp) (bright ?lamp)))
  (:action light :parameters (?lamp - lamp) :effect (lit ?lamp)))""")
    (tmp_path / "p01.pddl").write_text("""(define (problem lamps-1) (:domain lamps) (:objects a b c d - lamp)
  (:init (wired a b) (wired b c) (wired d a)) (:goal (done)))""")


@pytest.mark.engines
def test_foreign_pddl_with_derived_predicates_is_solved(lamps: None, plan: RunCommand) -> None:
    run = plan("p01.pddl", "--engine", "symk", "--format", "plan")
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[2] == "(light d)", "the one lamp that all others hang on"


def test_pyperplan_refuses_derived_predicates(lamps: None, plan: RunCommand) -> None:
    run = plan("p01.pddl", "--engine", "pyperplan")
    assert run.returncode == 31
    assert "it supports only plain STRIPS, but the predicate 'done' is derived" in run.stderr
