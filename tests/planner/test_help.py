"""Help pages: they fit the terminal, and the options on them work for the puzzle."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest
from budget import scale
from conftest import RunCommand
from support import pair_in_turn

from ferryplan import domains
from ferryplan.generator.puzzle import load
from ferryplan.planner.cli.verb_registry import HELP
from ferryplan.planner.cli.verbs import load_verbs

NARROW = {"COLUMNS": "80"}
PUZZLES = ("wolf-goat-cabbage", "queens", "zebra", "cryptarithm")
"""One puzzle of each family."""
ABOUT_PUZZLES = ("solve", "graph", "generate", "why", "show", "explore", "suite", "compare")
VALUES = {
    "--theme": "opera",
    "--seed": "2",
    "--engine": "pyperplan", "--engines": "pyperplan", "--limit": "1", "--slack": "0", "--timeout": "1m", "--memory": "2G", "--format": "text",
    "--max-states": "50", "--max-nodes": "50",
    "--jobs": "2", "--layout": "barycentre", "--cluster": "local", "--journal": "kept.journal", "--lab": "lab",
    "--color": "never", "--capacity": "2", "--queens": "4", "--sum": "A+A=B", "--base": "10", "--leading-zeros": "no",
    "--style": "textbook", "--engine-command": "true {domain} {problem}",
}  # fmt: skip
"""A value for each option with a value of its own kind."""


def page(plan: RunCommand, *arguments: str) -> str:
    run = plan(*arguments, environment=NARROW)
    assert run.returncode == 0, run.stderr
    return run.stdout


def rows(text: str) -> dict[str, str]:
    """Return the options of a page, each with its description on one line."""
    found = re.findall(r"^  (?:-\w, )?(--[\w-]+)(?: \S+)? +\n? *(.*\n(?: {4,}.*\n)*)", text, re.MULTILINE)
    return {option: " ".join(told.split()) for option, told in found}


def test_help_overview_fits_and_lists_every_verb(plan: RunCommand) -> None:
    text = page(plan, "--help")
    assert text == page(plan, "help") == page(plan, "-h")
    assert max(map(len, text.splitlines())) <= 80
    assert not re.search(r"(\.\.\.|…)$", text, re.MULTILINE), "a line is cut"
    told = [line.split()[0] for line in text.splitlines() if re.match(r"  [a-z]+ {2,}\S", line)]
    assert sorted(told) == sorted([*load_verbs(), "help"])
    assert len(re.findall(r"^  plan ", text, re.MULTILINE)) == 4
    assert text.count("\n") <= 60, "two screens at the most"


def test_options_in_the_overview_exist_in_solve(plan: RunCommand) -> None:
    assert {*rows(page(plan, "--help"))} - {"--version"} <= {*rows(page(plan, "solve", "--help"))}


def test_every_help_page_fits_80_columns(plan: RunCommand) -> None:
    for verb in load_verbs():
        text = page(plan, verb, "--help")
        assert text == page(plan, "help", verb), verb
        assert "Examples:\n  plan " in text, verb
        body = text.partition("Examples:")[0]
        assert [line for line in body.splitlines() if len(line) > 80 or "x<=" in line] == [], verb


def test_defaults_shown_in_help_have_no_effect_when_passed_explicitly(plan: RunCommand) -> None:
    """Defaults on a help page can be typed, and typing them makes no difference."""
    for puzzle in domains.puzzle_files():
        text = page(plan, puzzle, "--help")
        assert load(puzzle).title in text
        assert max(map(len, text.splitlines())) <= 80, puzzle
        told = rows(text)
        options = [f"--{key.replace('_', '-')}" for key in load(puzzle).parameters]
        assert [option for option in told if option in options] == options
        said = {option: re.search(r"; default: (.*)\]$", told[option]) for option in options}
        typed = [
            f"{option}={found[1]}" for option, found in said.items() if found and found[1] != "the smallest that works"
        ]
        assert len(typed) >= len(options) - 1, puzzle
        plain, given = (plan("generate", puzzle, *more) for more in ([], typed))
        assert (plain.returncode, plain.stdout) == (0, given.stdout), puzzle


@pytest.mark.parametrize(
    ("verb", "puzzle"),
    pair_in_turn([(verb,) for verb in ABOUT_PUZZLES], [(puzzle,) for puzzle in PUZZLES], min(len(PUZZLES), scale(1))),
)
def test_options_in_help_are_accepted(verb: str, puzzle: str, plan: RunCommand) -> None:
    """Options on a help page are accepted, together with the options that the page says they need."""
    small = {"queens": ["--queens", "4"], "cryptarithm": ["--sum", "A+A=B"]}.get(puzzle, [])
    output = ["-o", f"{verb}-there" if verb in ("suite", "generate") else "there.json"]
    besides = {"--force": output, "--layout": ["--format", "svg"], "--seed": ["--theme", "opera"]}
    for option, told in rows(page(plan, verb, puzzle, "--help")).items():
        if option == "--certificate" or (option, verb) == ("--force", "why"):
            continue  # only for a puzzle without a solution
        if option == "--cluster":
            continue  # test_same_bytes.py starts one
        listed = re.search(r"\[([\w-]+)[, ]", told)
        given = [option]
        if option == "--output":
            given = output
        elif listed and option.startswith(("--dialect", "--encoding")):
            given = [option, listed[1]]
        elif option in VALUES:
            given = [option, VALUES[option]]
        needs = re.match(r"with (--[a-z-]+):", told)
        more = [*([needs[1]] if needs else []), *besides.get(option, [])]
        if verb == "compare" and option != "--engines":
            more += ["--engines", "rules"]
        if verb == "suite" and option not in ("--force", "--output", "--lab"):
            more += [*output, "--force"]
        run = plan(verb, puzzle, *(small if option not in small else []), *given, *more, text="")
        # the stand-in for an engine finds nothing
        assert run.returncode == (12 if option == "--engine-command" else 0), (given, more, run.stderr)


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("--engine", "auto, pyperplan, pyperplan-opt"),
        ("--dialect", "strips, adl, axioms, numeric, costs or temporal"),
        ("--encoding", "named or counted"),
        ("--limit", "1 or more"),
        ("--slack", "0 to 1000000"),
        ("--color", "auto, always or never"),
    ],
)
def test_help_lists_the_values_that_an_option_accepts(option: str, values: str, plan: RunCommand) -> None:
    description = rows(page(plan, "solve", "--help"))[option]
    assert f"[{values}" in description
    refused = plan("solve", "wolf-goat-cabbage", option, "no-such-value")
    assert refused.returncode == 30


@pytest.mark.parametrize("option", ["--backward", "--slack", "--up-to-symmetry"])
def test_help_of_a_puzzle_omits_options_its_family_rejects(option: str, plan: RunCommand) -> None:
    value = ["1"] if option == "--slack" else []
    assert option in rows(page(plan, "wolf-goat-cabbage", "--help"))
    assert option not in rows(page(plan, "queens", "--help"))
    assert plan("queens", option, *value).returncode == 30


MINE = """
family = "arithmetic"
name = "mine"
title = "My sum"
story = "One of us writes {{ letters }} letters. It is a sum. Which?"
source = "Me."
sum.text = "A + A = B"
[parameters.letters]
type = "integer"
default = 2
maximum = 3
help = "how many"
"""


def test_list_includes_puzzles_of_the_working_folder(plan: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(MINE)
    (tmp_path / "broken.toml").write_text(MINE.replace("letters }}", "leters }}"))
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    run = plan("list", "--format", "json")
    assert run.stderr == "plan: broken.toml has mistakes; `plan lint broken.toml` shows them\n"
    listed = {row["name"]: row for row in json.loads(run.stdout)["puzzles"]}
    assert [*listed] == [*domains.puzzle_files(), "mine.toml"]
    assert listed["mine.toml"] == {
        "name": "mine.toml",
        "family": "arithmetic",
        "title": "My sum",
        "summary": "One of us writes 2 letters. It is a sum. Which?",
        "parameters": ["letters"],
    }
    assert all(row["summary"].endswith(("?", ".")) for row in listed.values())


@pytest.mark.parametrize(
    "change",
    [
        ("{{ letters }}", "{{ 1 // 0 }}"),
        ("{{ letters }}", "{{ letters // (letters - 2) }}"),
        ("[parameters.letters]", '[[optima]]\nparameters = { letters = "x" }\n[parameters.letters]'),
    ],
)
def test_list_skips_puzzle_files_with_late_mistakes(change: tuple[str, str], plan: RunCommand, tmp_path: Path) -> None:
    """`plan list` skips puzzle files with mistakes that appear late.

    The mistakes are a story that divides by 0, always or with the defaults, and an optimum for values that no
    parameter takes.
    """
    (tmp_path / "broken.toml").write_text(MINE.replace(*change))
    (tmp_path / "mine.toml").write_text(MINE)
    run = plan("list", "--format", "json")
    assert run.stderr == "plan: broken.toml has mistakes; `plan lint broken.toml` shows them\n"
    assert [row["name"] for row in json.loads(run.stdout)["puzzles"]] == [*domains.puzzle_files(), "mine.toml"]
    assert plan("lint", "broken.toml").returncode != 0


def test_list_filters_by_family(plan: RunCommand) -> None:
    listed = json.loads(plan("list", "--family", "GRID", "--format", "json").stdout)
    assert [row["name"] for row in listed["puzzles"]] == ["einstein", "four-houses", "zebra"]


def test_every_help_text_belongs_to_an_option() -> None:
    """Every text for an option in `help.toml` belongs to an option of some verb.

    A text for one verb belongs to an option of this verb.
    """
    options = {
        verb: {max(param.opts, key=len)[2:] for param in command.params if isinstance(param, click.Option)}
        for verb, command in load_verbs().items()
    }
    own = {verb: {*words.get("options", {})} for group in HELP["verbs"].values() for verb, words in group.items()}
    for verb, words in own.items():
        assert words <= options.get(verb, set()), verb
    for option in HELP["options"]:
        assert any(option in options[verb] - own[verb] for verb in options), option
