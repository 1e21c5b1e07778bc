"""Parameter names: names with another meaning in expressions are refused, others work in every verb.

The refusal happens when the file is read.
"""

from __future__ import annotations

import builtins
import json
import keyword
import re
from collections.abc import Iterable
from pathlib import Path

import jinja2.defaults
import pytest
from conftest import RunCommand, assert_refused

from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.families import instantiate
from ferryplan.generator.names import RESERVED_WORDS
from ferryplan.generator.puzzle import load
from ferryplan.planner.cli.command_line import run_command_line

FILE = """
family = "crossing"
name = "named"
title = "Named"
story = "{story}"
source = "The tests."
places = [{{ name = "left bank" }}, {{ name = "right bank" }}]
start = {{ boat = "left bank", everyone = "left bank" }}
goal = {{ everyone = "right bank" }}
{parameters}
[[kinds]]
name = "person"
plural = "people"
count = "{people}"
names = "P{{{{ number }}}}"
[boat]
capacity = "1 + {people}"
"""
PARAMETER = '[parameters.{name}]\ntype = "integer"\ndefault = 2\nminimum = 1\nmaximum = 3\nhelp = "how many"\n'
BOOLEAN = '[parameters.{key}]\ntype = "boolean"\ndefault = true\nhelp = "whether"\n'
LIST = '[parameters.{key}]\ntype = "list"\ndefault = [1]\nmaximum = 3\nlongest = 2\nhelp = "which"\n'
OTHERS = sorted(
    word
    for word in {
        *keyword.kwlist, *keyword.softkwlist, *dir(builtins), *jinja2.defaults.DEFAULT_NAMESPACE,
        # names that the program, click and Jinja use
        "arguments", "args", "asked", "blocks", "boats", "caller", "callback", "context", "crossings", "environment", "eval_ctx", "instance",
        "island", "islands", "kinds", "kwargs", "loop", "meta", "obj", "options", "param", "parameters", "params", "reference", "resolve", "result",
        "rules", "seconds", "session", "start", "status", "story", "super", "title", "values", "varargs",
    }
    if re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", word) and word not in RESERVED_WORDS["options"] | RESERVED_WORDS["expressions"]
)  # fmt: skip


def write_puzzle(folder: Path, *names: str, more: str = "") -> str:
    """Write a puzzle file with parameters of the given names and return its path.

    The third of its people is there only if every parameter is 3.
    """
    people = f"({' + '.join(names)}) // {len(names)}"
    story = "; ".join(f"{name} is {{{{ {name} }}}}" for name in names)
    parameters = "".join(PARAMETER.format(name=name) for name in names) + more
    path = folder / "named.toml"
    path.write_text(FILE.format(story=story, parameters=parameters, people=people))
    return str(path)


def split_names(names: Iterable[str]) -> list[list[str]]:
    """Return the names in groups whose sum is an expression of at most 200 characters, the limit in puzzle files."""
    groups: list[list[str]] = [[]]
    for name in names:
        if len(" + ".join([*groups[-1], name])) > 180:
            groups.append([])
        groups[-1].append(name)
    return groups


def test_parameter_names_reserved_in_expressions_are_rejected(tmp_path: Path) -> None:
    for name in sorted(RESERVED_WORDS["expressions"]):
        path = write_puzzle(tmp_path, "people", more=PARAMETER.format(name=name))
        line = Path(path).read_text().splitlines().index(f"[parameters.{name}]") + 1
        says = f"the name '{name}' has another meaning in expressions; choose another name"
        with pytest.raises(PuzzleError, match=rf"named\.toml:{line}:\d+: parameters\.{name}: {says}"):
            load(path)


@pytest.mark.usefixtures("reused_worker")
@pytest.mark.parametrize(
    "names", split_names(sorted(RESERVED_WORDS["options"] - RESERVED_WORDS["expressions"])), ids=min
)
def test_param_sets_parameters_with_names_of_options(
    names: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A parameter may have the name of an option: ``--param`` sets it in every verb.

    ``plan show`` names ``--param``.
    """
    path = write_puzzle(tmp_path, *names)
    settings = [part for name in names for part in ("--param", f"{name}=3")]
    for verb, *more in (["why"], ["graph", "--max-states", "100"], ["solve"], ["generate"], ["show"]):
        assert run_command_line([verb, path, *settings, *more]) == 0, capsys.readouterr().err
        shown = capsys.readouterr().out
        assert verb in ("why", "graph") or re.search(r"\bp3\b", shown.lower()), "every parameter is 3"
    assert [name for name in names if f"--param {name}=…" not in shown] == []
    settings = [f"--param={name.replace('_', '-')}=1" for name in names]
    assert run_command_line(["solve", path, *settings, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["parameters"] == dict.fromkeys(names, 1)


@pytest.mark.usefixtures("reused_worker")
def test_option_hiding_a_parameter_is_noted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_puzzle(tmp_path, "limit")
    assert run_command_line(["solve", path, "--limit", "1"]) == 0
    says = "plan: note: --limit is an option of `plan solve`; to set the parameter 'limit' of the puzzle, use `--param limit=…`"
    assert says in capsys.readouterr().err
    assert run_command_line(["solve", path, "--limit", "1", "--param", "limit=3", "--format", "json"]) == 0
    told = capsys.readouterr()
    assert (told.err, '"limit": 3' in told.out) == ("", True)
    assert run_command_line(["graph", path, "--limit", "3", "--format", "json"]) == 0, (
        "no option of this verb has the name"
    )
    assert run_command_line(["graph", path, "--help"]) == 0
    assert "--limit" in capsys.readouterr().out
    assert run_command_line(["solve", path, "--help"]) == 0
    assert "--param limit" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        (["--param", "people"], "--param: found 'people', expected NAME=VALUE"),
        (["--param", "peple=3"], "the puzzle 'named' has no parameter 'peple'; did you mean 'people'?"),
        (["--param", "people=7"], "--people: found 7, expected 1 to 3"),
    ],
)
def test_invalid_param_settings_are_rejected(
    setting: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command_line(["solve", write_puzzle(tmp_path, "people"), *setting]) == 30
    assert says in capsys.readouterr().err


@pytest.mark.usefixtures("reused_worker")
def test_parameters_named_like_internal_python_names_are_accepted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["ctx", "puzzle", "every", "form", "chosen_set"]
    settings = [f"--{name.replace('_', '-')}=3" for name in names]
    assert run_command_line(["solve", write_puzzle(tmp_path, *names), *settings, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["parameters"] == dict.fromkeys(names, 3)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (BOOLEAN.format(key="rain") + BOOLEAN.format(key="no_rain"), r"no_rain: .* the opposite of 'rain'"),
        (LIST.format(key="oars") + BOOLEAN.format(key="oars_count"), r"oars_count: .* the length of the list 'oars'"),
    ],
)
def test_parameter_name_derived_from_another_parameter_is_rejected(more: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=said):
        load(write_puzzle(tmp_path, "people", more=more))


@pytest.mark.parametrize("names", split_names(OTHERS), ids=min)
def test_unreserved_parameter_names_are_accepted_in_expressions_and_options(
    names: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_puzzle(tmp_path, *names)
    instance = instantiate(load(path), dict.fromkeys(names, 3))
    assert isinstance(instance, Instance)
    assert instance.story == "; ".join(f"{name} is 3" for name in names)
    assert [traveller.name for traveller in instance.travellers] == ["P1", "P2", "P3"]
    options = [part for name in names for part in (f"--{name.replace('_', '-')}", "3")]
    assert run_command_line(["generate", path, *options]) == 0, capsys.readouterr().err
    generated = capsys.readouterr().out
    assert [name for name in names if f'"{name}": 3' not in generated] == []


def test_unreserved_parameter_names_work_in_every_verb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["args", "caller", "class", "context", "kwargs", "options", "parameters", "reference", "session", "values"]
    path = write_puzzle(tmp_path, *names)
    settings = [part for name in names for part in (f"--{name}", "3")]
    for verb, *more in (
        ["solve", "--all", "--format", "json"],
        ["graph", "--format", "json"],
        ["why", "--format", "json"],
        ["show", "--format", "json"],
        ["generate"],
    ):
        assert run_command_line([verb, path, *settings, *more]) == 0, capsys.readouterr().err
        shown = capsys.readouterr().out
        unset = [name for name in names if not re.search(rf'"{name}": (3|{{[^}}]*"value": 3)', shown)]
        assert unset == [], verb
    several = [part.replace("3", "2,3") for part in settings[:2]] + settings[2:]
    assert run_command_line(["suite", path, *several, "-o", str(tmp_path / "suite")]) == 0, capsys.readouterr().err
    problems = json.loads((tmp_path / "suite" / "named-strips" / "metadata.json").read_text())["problems"]
    assert [one["parameters"] for one in problems] == [{**dict.fromkeys(names, 3), "args": args} for args in (2, 3)]


@pytest.mark.parametrize("arguments", [["--peop", "3"], ["--peopl=3"], ["-people", "3"]])
def test_abbreviated_options_are_rejected(arguments: list[str], plan: RunCommand, tmp_path: Path) -> None:
    assert_refused(
        plan("generate", write_puzzle(tmp_path, "people"), *arguments),
        f"`plan generate` has no option '{arguments[0].partition('=')[0]}'; did you mean '--people'?",
    )
