"""`plan compare`: engines side by side."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
import stand_ins
from conftest import RunCommand as Command
from conftest import assert_refused
from processes import MAX_WAIT_SECONDS, is_alive, wait_until

from ferryplan.generator.errors import EncodingError
from ferryplan.generator.layout import PLAIN
from ferryplan.generator.puzzle import load
from ferryplan.planner.benchmarking.comparison_pictures import draw_comparison
from ferryplan.planner.benchmarking.engine_comparison import (
    Comparison,
    comparison_as_csv,
    comparison_as_json,
    format_comparison,
)
from ferryplan.planner.benchmarking.engine_runs import (
    EngineRun,
    EngineSetting,
    RunLimits,
    list_settings,
    run_engine,
    run_settings,
)
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.engines.session import Session
from ferryplan.planner.system.worker_pool import WorkerPool

QUICK = ("pyperplan", "pyperplan-opt")


@pytest.mark.integrations
def test_compare_runs_several_instances_and_engines(plan: Command, tmp_path: Path) -> None:
    output = ["-o", "a.csv", "-o", "a.json", "-o", "a.svg", "-o", "a.png"]
    run = plan("compare", "--couples", "2..4", "--capacity", "2", "--engines", ",".join(QUICK), "--jobs", "2", *output)
    written = "".join(f"plan: {name}: written.\n" for name in output[1::2])
    assert (run.returncode, run.stderr) == (0, written)
    data = json.loads((tmp_path / "a.json").read_text())
    # 5 and 11 crossings; for four couples, a boat for 2 is too small
    known = {2: ("optimal", 5), 3: ("optimal", 11), 4: ("unsolvable", None)}
    found = [(run["parameters"]["couples"], run["engine"], run["status"], run["crossings"]) for run in data["runs"]]
    assert found == [(couples, engine, *known[couples]) for couples in known for engine in QUICK]
    assert all(run["expanded"] > 0 for run in data["runs"])
    for run_ in data["runs"]:
        seconds = run_["seconds"]
        assert 0 < seconds["ground"] + seconds["search"] <= seconds["solve"] <= seconds["total"]
        assert run_["parameters"]["capacity"] == 2
        assert run_["optimal"] == (run_["status"] == "optimal")
    assert [(entry["answered"], entry["instances"]) for entry in data["coverage"]] == [(3, 3), (3, 3)]
    assert not data["partial"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.json", "a.png", "a.svg"]
    rows = list(csv.DictReader(io.StringIO((tmp_path / "a.csv").read_text())))
    assert [(int(row["couples"]), row["engine"], row["status"]) for row in rows] == [entry[:3] for entry in found]
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert ElementTree.parse(tmp_path / "a.svg").getroot().tag.endswith("svg")
    assert "pyperplan-opt  strips   named     3 of 3" in run.stdout


def environment_with_stand_ins(folder: Path) -> dict[str, str]:
    names = ("Crashing", "Wrong", "Hanging", "Greedy")
    sections = [f"[engine {name.lower()}]\nmodule_name: stand_ins\nclass_name: {name}\n" for name in names]
    (folder / "up.ini").write_text("".join(sections))
    (folder / "tmp").mkdir()
    path = os.pathsep.join([str(Path(stand_ins.__file__).parent), os.environ.get("PYTHONPATH", "")])
    return {"HOME": str(folder), "TMPDIR": str(folder / "tmp"), "PYTHONPATH": path}


@pytest.mark.engines
def test_failing_engine_does_not_stop_the_comparison(plan_process: Command, tmp_path: Path) -> None:
    engines = "crashing,wrong,hanging,greedy,pyperplan,aries,fast-downward"
    arguments = ["wolf-goat-cabbage", "--engines", engines, "--dialects", "adl", "--format", "json", "--jobs", "3"]
    environment = environment_with_stand_ins(tmp_path)
    for timeout in (4, 60, 300):  # on a busy machine, engines other than the hanging one take long, too
        run = plan_process("compare", *arguments, "--timeout", str(timeout), "--memory", "700", environment=environment)
        assert (run.returncode, run.stderr) == (0, "")
        found = {entry["engine"]: entry for entry in json.loads(run.stdout)["runs"]}
        if [engine for engine, entry in found.items() if entry["status"] == "timeout"] == ["hanging"]:
            break
    assert {engine: entry["status"] for engine, entry in found.items()} == {
        "crashing": "error",
        "wrong": "error",
        "hanging": "timeout",
        "greedy": "memory",
        "pyperplan": "optimal",
        "aries": "refused",
        "fast-downward": "solved",
    }
    assert all(
        bool(entry["reason"]) == (entry["engine"] not in ("fast-downward", "pyperplan")) for entry in found.values()
    )
    assert "signal 11" in found["crashing"]["reason"]
    assert f"no answer within {timeout} s" in found["hanging"]["reason"]
    assert any(str(kept) in found["wrong"]["reason"] for kept in (tmp_path / "tmp").iterdir())


@pytest.mark.engines
def test_interrupted_comparison_reports_finished_runs(tmp_path: Path) -> None:
    environment = {**os.environ, **environment_with_stand_ins(tmp_path)}
    arguments = [
        "wolf-goat-cabbage",
        "--engines",
        "fast-downward,hanging",
        "--dialects",
        "adl",
        "--format",
        "json",
        "-o",
        "a.json",
    ]
    command = [str(Path(sys.executable).with_name("plan")), "compare", *arguments]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=environment
    )
    child = tmp_path / "child"
    wait_until(lambda: child.exists() and child.read_text(), process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=MAX_WAIT_SECONDS)
    data = json.loads(out)
    assert process.returncode == 130
    assert err.splitlines()[-1] == "plan: interrupted; under way: hanging adl named"
    assert data["partial"]
    assert [(run["engine"], run["status"]) for run in data["runs"]] == [("fast-downward", "solved")]
    assert json.loads((tmp_path / "a.json").read_text()) == data
    assert list((tmp_path / "tmp").iterdir()) == []
    assert not is_alive(int(child.read_text()))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--couples", "4..2"], "couples: found '4..2', expected a range"),
        (["--engines", "pyperplan,"], "--engines: found ''; expected one of pyperplan"),
        (["--dialects", "stripes"], "found 'stripes'; did you mean 'strips'?"),
        (["--jobs", "0"], "--jobs: found 0, expected 1 to 1000"),
        (
            ["-o", "a.pdf"],
            "a.pdf: the extension '.pdf' does not belong to an output format; use one of .txt, .md, .json, .csv, .svg or .png",
        ),
        (["-o", "nowhere/a.csv"], "nowhere/a.csv: cannot be written: there is no folder 'nowhere'"),
        (["rowing"], "there is no puzzle named 'rowing'"),
    ],
)
def test_compare_rejects_invalid_arguments(arguments: list[str], message: str, plan: Command, tmp_path: Path) -> None:
    run = plan("compare", *arguments)
    assert_refused(run, message)
    assert list(tmp_path.iterdir()) == []


def test_missing_matplotlib_is_reported(plan_process: Command, tmp_path: Path) -> None:
    blocked = "import importlib.util as u; f = u.find_spec; u.find_spec = lambda name, *a: None if name == 'matplotlib' else f(name, *a)"
    (tmp_path / "sitecustomize.py").write_text(blocked + "\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    run = plan_process("compare", "--engines", "pyperplan", "-o", "a.svg", environment={"PYTHONPATH": path}, anew=True)
    assert (run.returncode, run.stdout) == (30, "")
    assert re.search(
        "needs matplotlib, which is not installed; install it with: .* -m pip install matplotlib\n$", run.stderr
    )


def test_settings_combine_engines_with_dialects_and_encodings() -> None:
    assert list_settings(["pyperplan"]) == [EngineSetting("pyperplan", "strips", "named")]
    assert [found.dialect for found in list_settings(["fast-downward"])] == list(ENGINES["fast-downward"].dialects)
    assert list_settings(["pyperplan", "pyperplan"], ["strips", "axioms"]) == [
        EngineSetting("pyperplan", "strips", "named")
    ]
    assert list_settings(["pyperplan"], ["axioms"]) == [EngineSetting("pyperplan", "axioms", "named")], (
        "the engine rejects the dialect with a message"
    )
    assert list_settings(["pyperplan"], ["adl"]) == [EngineSetting("pyperplan", "adl", "named")], (
        "ferryplan compiles the task to STRIPS"
    )
    every = list_settings()
    assert {found.engine for found in every} == {engine.name for engine in ENGINES.values() if not engine.missing}
    assert all(
        found.dialect in ENGINES[found.engine].dialects or found == EngineSetting("rules", "", "") for found in every
    )
    assert {found.dialect for found in list_settings(dialects=["adl"])} == {"adl"}
    with pytest.raises(
        EncodingError, match="encoding: found 'nothing', expected 'named' or 'counted' for the 'strips' dialect"
    ):
        list_settings(["pyperplan"], ["strips"], ["nothing"])


def made_up() -> Comparison:
    one, two = EngineSetting("pyperplan", "strips", "named"), EngineSetting("fast-downward", "adl", "named")
    seconds = {"generate": 0.25, "read": 0.5, "solve": 1.0, "total": 2.0}
    runs = (
        EngineRun(
            {"n": 2}, {"n": 2, "bypass": True}, one, "optimal", 5, 10, {**seconds, "ground": 0.125, "search": 0.75}
        ),
        EngineRun({"n": 2}, {"n": 2, "bypass": True}, two, "timeout", reason="no answer, sadly"),
        EngineRun({"n": 3}, {"n": 3, "bypass": True}, one, "unsolvable", None, 20, seconds),
        EngineRun({"n": 3}, {"n": 3, "bypass": True}, two, "timeout", reason="no answer, sadly"),
    )
    return Comparison("couples", ("n", "bypass"), runs, RunLimits(10, 512), 1, 5)


def test_comparison_text_lists_runs_and_coverage() -> None:
    lines = format_comparison(made_up(), "text", PLAIN).splitlines()
    assert lines[0].split() == [
        *("n", "Engine", "Dialect", "Encoding", "Status", "Crossings", "Expanded"),
        *("Generate", "Read", "Ground", "Search", "Solve", "Total"),
    ]
    assert lines[1].split()[:7] == ["2", "pyperplan", "strips", "named", "optimal", "5", "10"]
    assert lines[1].split()[7:] == ["0.250", "0.500", "0.125", "0.750", "1.000", "2.000"]
    assert "fast-downward  adl      named     0 of 2" in lines
    assert lines[-3:] == [
        "fast-downward (adl, named), 2 runs: no answer, sadly",
        "",
        "Partial: interrupted after 4 of 5 runs.",
    ]
    assert [[run.is_answered for run in runs] for runs in made_up().by_setting.values()] == [
        [True, True],
        [False, False],
    ]


def test_comparison_csv_has_parameters_and_empty_cells() -> None:
    rows = list(csv.DictReader(io.StringIO(comparison_as_csv(made_up()))))
    assert [row["n"] + row["bypass"] for row in rows] == ["2yes", "2yes", "3yes", "3yes"]
    assert rows[1]["reason"] == "no answer, sadly"
    assert (rows[0]["optimal"], rows[2]["optimal"], rows[2]["crossings"], rows[1]["total_seconds"]) == (
        "yes",
        "no",
        "",
        "",
    )


def test_comparison_json_has_limits_and_seconds() -> None:
    data = json.loads(comparison_as_json(made_up()))
    assert data["partial"]
    assert data["limits"] == {"seconds": 10, "mebibytes": 512, "jobs": 1}
    assert data["runs"][2]["seconds"] == {
        **{"generate": 0.25, "read": 0.5, "ground": None, "search": None},
        **{"solve": 1.0, "total": 2.0},
    }


@pytest.mark.integrations
@pytest.mark.parametrize("form", ["svg", "png"])
def test_pictures_are_the_same_every_time(form: str) -> None:
    assert draw_comparison(made_up(), form) == draw_comparison(made_up(), form)


@pytest.mark.integrations
def test_comparison_picture_shows_settings_and_results() -> None:
    whole = made_up()
    texts = {element.text for element in ElementTree.fromstring(draw_comparison(whole, "svg")).iter() if element.text}
    assert {"pyperplan strips", "fast-downward adl", "2 of 2", "0 of 2"} <= texts
    single = Comparison("couples", ("n", "bypass"), whole.runs[:2], whole.limits, 1, 2)
    texts = {element.text for element in ElementTree.fromstring(draw_comparison(single, "svg")).iter() if element.text}
    assert {"pyperplan strips", "1.8 s, optimal, 5 crossings", "timeout"} <= texts


@pytest.mark.parametrize(
    "arguments",
    [("compare", "wolf-goat-cabbage", "--engines", "pyperplan,pyperpln"), ("solve", "--engine", "pyperpln")],
)
def test_misspelled_engine_is_rejected_with_a_suggestion(plan: Command, arguments: tuple[str, ...]) -> None:
    assert_refused(
        plan(*arguments),
        "neither ferryplan nor unified-planning has an engine named 'pyperpln'; did you mean 'pyperplan'?",
    )


@pytest.mark.engines
def test_comparison_reports_costs_of_puzzles_with_costs(plan: Command, tmp_path: Path) -> None:
    arguments = ("compare", "paid-oars", "--engines", "pyperplan,fast-downward", "--dialects", "strips", "-o", "a.csv")
    run = plan(*arguments, "--format", "json")
    assert run.returncode == 0, run.stderr
    runs = {entry["engine"]: entry for entry in json.loads(run.stdout)["runs"]}
    solved = {
        engine: json.loads(plan("paid-oars", "--engine", engine, "--dialect", "strips", "--format", "json").stdout)
        for engine in runs
    }
    for engine, entry in runs.items():
        assert (entry["cost"], entry["unit"]) == (solved[engine]["cost"], solved[engine]["unit"])
        assert entry["cost"] == sum(step["cost"] for step in solved[engine]["steps"])
    assert runs["pyperplan"]["cost"] <= runs["fast-downward"]["cost"], "what is optimal costs the least"
    rows = [*csv.DictReader(io.StringIO((tmp_path / "a.csv").read_text()))]
    assert [(row["cost"], row["unit"]) for row in rows] == [(str(one["cost"]), one["unit"]) for one in runs.values()]
    assert "Cost (" in plan(*arguments[:6]).stdout
    assert (
        "cost"
        not in json.loads(plan("compare", "wolf-goat-cabbage", "--engines", "pyperplan", "--format", "json").stdout)[
            "runs"
        ][0]
    )


def test_workers_without_failure_are_reused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers are reused unless a run fails.

    Three runs share one worker. A worker that ran out of memory is discarded, so the fourth and fifth runs
    share another one.
    """
    started: list[Session] = []
    begin = Session.__init__
    monkeypatch.setattr(Session, "__init__", lambda self, *names: (started.append(self), begin(self, *names))[1])
    found: list[str] = []

    def ask(memory: int, couples: list[int]) -> None:
        sets = [{"couples": number, "capacity": 2} for number in couples]
        wanted = [EngineSetting("pyperplan", "strips", "named")]
        with WorkerPool(1, run_engine) as calls:
            run_settings(
                load("jealous-couples"),
                sets,
                wanted,
                RunLimits(60, memory),
                lambda _, run: found.append(run.status),
                calls,
            )

    ask(4096, [2, 3, 4])
    assert (found, len(started)) == (["optimal", "optimal", "unsolvable"], 1)
    ask(20, [2, 3])
    assert (found[3:], len(started)) == (["memory", "memory"], 3)
    assert all(session._process.poll() is not None for session in started)


def test_comparison_resumes_from_its_journal(plan: Command, tmp_path: Path) -> None:
    asked = ("compare", "--couples", "2,3", "--capacity", "2", "--engines", "pyperplan", "--format", "csv")
    first = plan(*asked, "--journal", "kept", "--jobs", "2")
    assert first.returncode == 0, first.stderr
    lines = sorted((tmp_path / "kept").read_text().splitlines(keepends=True)[1:])
    assert [json.loads(line)[0] for line in lines] == ["0 pyperplan strips named", "1 pyperplan strips named"]
    head = (tmp_path / "kept").read_text().splitlines(keepends=True)[0]
    (tmp_path / "kept").write_text(head + lines[1])
    again = plan(*asked, "--journal", "kept")
    rows = [[*csv.reader(io.StringIO(one.stdout))] for one in (first, again)]
    assert rows[0][2] == rows[1][2], "its times are those that were kept"
    assert rows[0][1][:8] == rows[1][1][:8]
