"""The hooks for pre-commit, the action for GitHub and the container: as far as they run without a network."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from processes import MAX_WAIT_SECONDS

from ferryplan import format_pddl, generate

pytestmark = pytest.mark.integrations
ROOT = Path(__file__).parent.parent
PROGRAMS = Path(sys.executable).parent


def run(*command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command; its programs are those of the environment of the tests."""
    path = f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=MAX_WAIT_SECONDS,
        env={**os.environ, "PATH": path, "PRE_COMMIT_HOME": str(folder / ".cache"), **environment},
    )


def read_yaml(path: Path) -> Any:
    import yaml

    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a git repository with a correct domain and problem, which are staged."""
    pddl = generate("hanoi")
    (tmp_path / "domain.pddl").write_text(pddl.domain)
    (tmp_path / "p01.pddl").write_text(pddl.problem)
    run("git", "init", "--quiet", folder=tmp_path)
    run("git", "add", "domain.pddl", "p01.pddl", folder=tmp_path)
    return tmp_path


@pytest.fixture
def hooks(repository: Path) -> Path:
    """Return the repository, configured to run the hooks with the `plan` that is installed."""
    import yaml

    local = [{**hook, "language": "system"} for hook in read_yaml(ROOT / ".pre-commit-hooks.yaml")]
    config = {"repos": [{"repo": "local", "hooks": local}]}
    (repository / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    return repository


def test_manifest_of_the_hooks_is_valid(tmp_path: Path) -> None:
    done = run("pre-commit", "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml"), folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")


def test_hooks_accept_correct_files(hooks: Path) -> None:
    done = run("pre-commit", "run", "--all-files", folder=hooks)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("Passed") == 2


def test_lint_hook_rejects_a_problem_whose_domain_is_not_committed(hooks: Path) -> None:
    problem = hooks / "p01.pddl"
    problem.write_text(problem.read_text().replace("(on disc-1 disc-2)", "(onn disc-1 disc-2)"))
    done = run("pre-commit", "run", "ferryplan-lint", "--files", "p01.pddl", folder=hooks)
    assert done.returncode == 1
    assert "predicate 'onn' is not declared; did you mean 'on'?" in done.stdout


def test_format_hook_formats_and_stops_the_commit(hooks: Path) -> None:
    domain = hooks / "domain.pddl"
    correct = domain.read_text()
    domain.write_text(correct.replace("\n  (:types", "\n      (:types"))
    run("git", "add", "domain.pddl", folder=hooks)
    done = run("pre-commit", "run", "ferryplan-format", folder=hooks)
    assert done.returncode == 1
    assert "files were modified by this hook" in done.stdout
    assert domain.read_text() == correct == format_pddl(correct)


def run_steps(folder: Path, **inputs: str) -> list[int]:
    """Run the steps of the action that call `plan`, as GitHub would, and return their exit codes."""
    action = read_yaml(ROOT / "action.yml")
    values = {name: one["default"] for name, one in action["inputs"].items()} | inputs
    codes = list[int]()
    for step in action["runs"]["steps"]:
        if "plan " not in step.get("run", "") or (
            step.get("if") == "inputs.format == 'true'" and values["format"] != "true"
        ):
            continue
        environment = {key: values[value.split("inputs.")[1].split()[0]] for key, value in step["env"].items()}
        done = run("bash", "-e", "-o", "pipefail", "-c", step["run"], folder=folder, **environment)
        codes.append(done.returncode)
    return codes


def test_action_accepts_correct_files(repository: Path) -> None:
    assert run_steps(repository) == [0, 0]
    assert run_steps(repository, files="*.nothing") == [0, 0]


def test_action_fails_for_mistakes_and_for_another_layout(repository: Path) -> None:
    problem = repository / "p01.pddl"
    correct = problem.read_text()
    problem.write_text(correct.replace("(on disc-1 disc-2)", "(onn disc-1 disc-2)"))
    assert [code != 0 for code in run_steps(repository)] == [True, False]
    problem.write_text(correct.replace("\n  (:domain", "\n      (:domain"))
    assert [code != 0 for code in run_steps(repository)] == [False, True]
    assert run_steps(repository, format="false") == [0]


def test_action_fails_for_warnings_only_if_it_is_strict(repository: Path) -> None:
    domain = repository / "domain.pddl"
    domain.write_text(domain.read_text().replace("(:predicates", "(:predicates\n    (never-used)"))
    assert [run_steps(repository, format="false", strict=strict) != [0] for strict in ("false", "true")] == [
        False,
        True,
    ]


def test_container_file_has_no_findings() -> None:
    """hadolint, a linter of container files, finds nothing."""
    done = run("hadolint", "Dockerfile", folder=ROOT)
    assert (done.returncode, done.stdout) == (0, "")


def test_container_gets_every_file_of_the_build() -> None:
    """What the container's context leaves out is not needed to build the package."""
    import tomllib

    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needed = {path.split("/")[0] for path in settings["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]}
    needed |= {settings["project"]["readme"], *settings["project"]["license-files"], "pyproject.toml"}
    kept = {
        line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line.startswith("!")
    }
    assert needed <= kept
