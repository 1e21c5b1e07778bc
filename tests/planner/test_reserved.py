"""Parameter names: names with another meaning in expressions are refused, others work in every verb.

The refusal happens when the file is read.
"""

from __future__ import annotations

import builtins
import keyword
import re
from pathlib import Path

import jinja2.defaults
import pytest
from conftest import RunCommand, assert_refused

from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.families import instantiate
from ferryplan.generator.names import RESERVED_WORDS
from ferryplan.generator.puzzle import load
from ferryplan.planner.cli.command_line import run_command_line

FILE = """
family = "crossing"
name = "named"
title = "Named"
story = "{{{{ {key} }}}} of them come to a river, {{{{ 1 + {key} }}}} with the river."
source = "The tests."
places = [{{ name = "left bank" }}, {{ name = "right bank" }}]
start = {{ boat = "left bank", everyone = "left bank" }}
goal = {{ everyone = "right bank" }}
[parameters.{key}]
type = "integer"
default = 2
minimum = 1
maximum = 3
help = "how many"
{more}
[[kinds]]
name = "person"
plural = "people"
count = "{key}"
names = "P{{{{ index + {key} }}}}"
[boat]
capacity = "1 + {key}"
"""
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


def written(folder: Path, key: str, more: str = "") -> str:
    """Write a puzzle file with a parameter of the given name and return its path."""
    path = folder / "named.toml"
    path.write_text(FILE.format(key=key, more=more))
    return str(path)


@pytest.mark.parametrize("name", sorted(RESERVED_WORDS["expressions"]))
def test_parameter_names_reserved_in_expressions_are_rejected(name: str, tmp_path: Path) -> None:
    says = f"the name '{name}' has another meaning in expressions; choose another name"
    with pytest.raises(ValueError, match=rf"named\.toml:\d+:\d+: parameters\.{name}: {says}"):
        load(written(tmp_path, name))


@pytest.mark.parametrize("name", sorted(RESERVED_WORDS["options"] - RESERVED_WORDS["expressions"]))
def test_param_sets_parameter_with_name_of_an_option(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A parameter may have the name of an option: ``--param`` sets it in every verb.

    ``plan show`` names ``--param``.
    """
    path = written(tmp_path, name)
    for verb, *more in (["why"], ["graph", "--max-states", "100"], ["solve"], ["generate"], ["show"]):
        assert run_command_line([verb, path, "--param", f"{name}=3", *more]) == 0, capsys.readouterr().err
        told = capsys.readouterr()
        assert verb in ("why", "graph") or "p5" in told.out.lower(), "the third person is there"
    assert f"--param {name}=…" in told.out
    assert run_command_line(["solve", path, f"--param={name.replace('_', '-')}=1", "--format", "json"]) == 0
    assert f'"{name}": 1' in capsys.readouterr().out


def test_option_hiding_a_parameter_is_noted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, "limit")
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
    assert run_command_line(["solve", written(tmp_path, "people"), *setting]) == 30
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("name", ["ctx", "puzzle", "every", "form", "chosen_set"])
def test_parameter_named_like_an_internal_python_name_is_accepted(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        run_command_line(["solve", written(tmp_path, name), f"--{name.replace('_', '-')}", "3", "--format", "json"])
        == 0
    )
    assert f'"{name}": 3' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (BOOLEAN.format(key="rain") + BOOLEAN.format(key="no_rain"), r"no_rain: .* the opposite of 'rain'"),
        (LIST.format(key="oars") + BOOLEAN.format(key="oars_count"), r"oars_count: .* the length of the list 'oars'"),
    ],
)
def test_parameter_name_derived_from_another_parameter_is_rejected(more: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=said):
        load(written(tmp_path, "people", more))


@pytest.mark.parametrize("name", OTHERS)
def test_unreserved_parameter_names_are_accepted_in_expressions_and_options(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, name)
    instance = instantiate(load(path), {name: 3})
    assert isinstance(instance, Instance)
    assert instance.story == "3 of them come to a river, 4 with the river."
    assert [traveller.name for traveller in instance.travellers] == ["P3", "P4", "P5"]
    option = f"--{name.replace('_', '-')}"
    assert run_command_line(["generate", path, option, "3"]) == 0, capsys.readouterr().err
    assert f'"{name}": 3' in capsys.readouterr().out


@pytest.mark.parametrize(
    "name", ["args", "caller", "class", "context", "kwargs", "options", "parameters", "reference", "session", "values"]
)
def test_unreserved_parameter_names_work_in_every_verb(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, name)
    for verb, *more in (
        ["solve", "--all", "--format", "json"],
        ["graph", "--format", "json"],
        ["why", "--format", "json"],
        ["show", "--format", "json"],
        ["generate"],
    ):
        assert run_command_line([verb, path, f"--{name}", "3", *more]) == 0, capsys.readouterr().err
        assert re.search(rf'"{name}": (3|{{[^}}]*"value": 3)', capsys.readouterr().out), verb
    assert run_command_line(["suite", path, f"--{name}", "1,3", "-o", str(tmp_path / "suite")]) == 0, (
        capsys.readouterr().err
    )
    assert f'"{name}": 3' in (tmp_path / "suite" / "named-strips" / "metadata.json").read_text()


@pytest.mark.parametrize("arguments", [["--peop", "3"], ["--peopl=3"], ["-people", "3"]])
def test_abbreviated_options_are_rejected(arguments: list[str], plan: RunCommand, tmp_path: Path) -> None:
    assert_refused(
        plan("generate", written(tmp_path, "people"), *arguments),
        f"`plan generate` has no option '{arguments[0].partition('=')[0]}'; did you mean '--people'?",
    )
