"""Entry points of other packages: the package of `docs/extending.md` adds its verb, format and engine."""

from __future__ import annotations

import re
import stat
import sys
import tomllib
from pathlib import Path

import pytest
from conftest import RunCommand

import ferryplan
from ferryplan.planner.cli.command_line import run_command_line
from ferryplan.planner.engines.session import Session

PAGE = Path(__file__).parent.parent / "docs" / "extending.md"
PLANNER = """#!{python}
import sys
from pathlib import Path
Path(sys.argv[3]).write_text(Path({plan!r}).read_text())
"""


@pytest.fixture
def extras(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worker: Session) -> Path:
    """Provide the page's package on the path, as pip installs it.

    `my-planner` prints a plan that another engine found.
    """
    site, programs = tmp_path / "site", tmp_path / "programs"
    blocks = re.findall(r"^```(?:toml|python)\n# (\S+)\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    files = dict(blocks)
    project = tomllib.loads(files.pop("pyproject.toml"))["project"]
    information = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    information.mkdir(parents=True)
    programs.mkdir()
    (information / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    groups = [
        "\n".join([f"[{group}]", *(f"{name} = {place}" for name, place in points.items())])
        for group, points in project["entry-points"].items()
    ]
    (information / "entry_points.txt").write_text("\n\n".join(groups))
    for name, text in files.items():
        (site / name).write_text(text)
    plan = str(tmp_path / "couples.plan")
    Path(plan).write_text(
        ferryplan.solve("jealous-couples", couples=2, dialect="strips", encoding="named", session=worker).render("plan")
    )
    program = programs / "my-planner"
    program.write_text(PLANNER.format(python=sys.executable, plan=plan))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.delitem(sys.modules, "ferryplan_extras", raising=False)
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("PATH", str(programs), prepend=":")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_verb_of_another_package_is_available(extras: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The new verb prints the counts of the state space's graph for two couples and a boat for two."""
    assert run_command_line(["states", "--couples", "2"]) == 0
    assert capsys.readouterr().out == f"{len(ferryplan.graph('jealous-couples', couples=2))}\n"
    assert run_command_line(["states", "--couples", "2", "--up-to-symmetry"]) == 0
    assert int(capsys.readouterr().out) < len(ferryplan.graph("jealous-couples", couples=2))
    assert run_command_line(["--help"]) == 0
    told = capsys.readouterr().out
    assert re.search(r"Plan and benchmark:\n(  .*\n)+?  states +count the reachable states\n", told)
    assert run_command_line(["states", "--help"]) == 0
    told = capsys.readouterr().out
    assert "--up-to-symmetry  count symmetric states only once" in told
    assert "plan states --couples 2" in told
    assert run_command_line(["state"]) == 30
    assert "did you mean 'states'?" in capsys.readouterr().err


def test_help_of_a_plugin_verb_does_not_import_its_module(extras: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A verb that cannot be imported still has its line in `plan --help`."""
    (information,) = (extras / "site").glob("*.dist-info")
    entries = information / "entry_points.txt"
    help_group = "[ferryplan.help]\nmine = cheap_pages:PAGES\n"
    entries.write_text(f"[ferryplan.verbs]\nabsent = no_such_module:command\n\n{help_group}")
    (extras / "site" / "cheap_pages.py").write_text(
        "PAGES = {'absent': {'group': 'Teach and study', 'gives': 'do nothing'}}"
    )
    assert run_command_line(["--help"]) == 0
    assert re.search(r"Teach and study:\n(  .*\n)+?  absent +do nothing\n", capsys.readouterr().out)
    assert run_command_line(["absent"]) == 31


def test_format_of_another_package_is_available(extras: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["solve", "--couples", "2", "--engine", "rules"]
    result = ferryplan.solve("jealous-couples", couples=2, engine="rules")
    assert result.solution is not None
    assert run_command_line([*command, "--format", "moves"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [f"{number}: {' + '.join(step.aboard)}" for number, step in enumerate(result.solution.steps, 1)]
    assert run_command_line([*command, "-o", "solution.moves"]) == 0
    assert (extras / "solution.moves").read_text().splitlines() == lines
    assert result.render("moves").splitlines() == lines
    assert run_command_line([*command, "--format", "move"]) == 30
    with pytest.raises(ferryplan.ArgumentValueError):
        result.render("move")


def test_engine_of_another_package_is_available(extras: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The plan of a new engine is replayed; the engine's claim that it is optimal is not trusted."""
    command = ["solve", "--couples", "2", "--engine", "my-planner", "--dialect", "strips", "--encoding", "named"]
    assert run_command_line(command) == 0
    assert "5 crossings. my-planner found this solution; a shorter one may exist." in capsys.readouterr().out
    assert run_command_line(["engines"]) == 0
    assert "my-planner" in capsys.readouterr().out
    result = ferryplan.solve("jealous-couples", couples=2, engine="my-planner", dialect="strips", encoding="named")
    assert result.status == "solved"


def test_plugin_package_that_fails_to_import_does_not_break_verbs(extras: Path, plan_process: RunCommand) -> None:
    (extras / "site" / "ferryplan_extras.py").write_text("import a_package_that_nobody_has")
    environment = {"PYTHONPATH": str(extras / "site")}
    run = plan_process("--couples", "2", "--format", "terse", "--engine", "rules", environment=environment)
    assert run.returncode == 0, run.stderr
    help_page = " ".join(plan_process("--help", environment=environment).stdout.split())
    assert "the entry point 'states' of the group 'ferryplan.verbs' cannot be loaded" in help_page
    assert "check compare a PDDL model with a puzzle" in help_page
    for arguments in (["states"], ["solve", "--couples", "2", "--format", "moves"], ["--engine", "my-planner"]):
        run = plan_process(*arguments, environment=environment)
        assert (run.returncode, run.stdout) == (31, ""), arguments
        assert "ModuleNotFoundError: No module named 'a_package_that_nobody_has'" in run.stderr
