"""Answers of the Python functions: they match the command line, compare, hash, pickle and render."""

from __future__ import annotations

import dataclasses
import functools
import json
import pickle
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ferryplan
from ferryplan.planner.cli.command_line import run_command_line

COUPLES = ("jealous-couples", "--couples", "2")
CALLS: dict[str, tuple[Callable[[], Any], tuple[str, ...]]] = {
    "solve": (lambda: ferryplan.solve("jealous-couples", couples=2), ("solve", *COUPLES)),
    "solve-unsolvable": (
        lambda: ferryplan.solve("jealous-couples", couples=4, capacity=2),
        ("solve", "jealous-couples", "--couples", "4", "--capacity", "2"),
    ),
    "solve-backward": (
        lambda: ferryplan.solve("jealous-couples", couples=2, backward=True),
        ("solve", *COUPLES, "--backward"),
    ),
    "all": (lambda: ferryplan.all_solutions("jealous-couples", couples=2), ("solve", *COUPLES, "--all", "--count")),
    "all-classes": (
        lambda: ferryplan.all_solutions("jealous-couples", couples=2, up_to_symmetry=True),
        ("solve", *COUPLES, "--all", "--count", "--up-to-symmetry"),
    ),
    "all-zebra": (lambda: ferryplan.all_solutions("zebra"), ("solve", "zebra", "--all", "--count")),
    "why": (
        lambda: ferryplan.why("jealous-couples", couples=4, capacity=2),
        ("why", "jealous-couples", "--couples", "4", "--capacity", "2"),
    ),
    "graph": (lambda: ferryplan.graph("wolf-goat-cabbage"), ("graph", "wolf-goat-cabbage")),
    "graph-classes": (
        lambda: ferryplan.graph("jealous-couples", couples=3, up_to_symmetry=True),
        ("graph", "jealous-couples", "--couples", "3", "--up-to-symmetry"),
    ),
    "search": (
        lambda: ferryplan.search("wolf-goat-cabbage", algorithm="gbfs", heuristic="hff"),
        ("search", "wolf-goat-cabbage", "--algorithm", "gbfs", "--heuristic", "hff"),
    ),
    "searches": (
        lambda: ferryplan.compare_searches(
            "wolf-goat-cabbage", algorithms=["bfs", "astar"], heuristics=["blind", "hff"]
        ),
        ("search", "wolf-goat-cabbage", "--compare", "--algorithm", "bfs,astar", "--heuristic", "blind,hff"),
    ),
    "search-traced": (
        lambda: ferryplan.search("wolf-goat-cabbage", algorithm="wastar", heuristic="hadd", trace=True),
        ("search", "wolf-goat-cabbage", "--algorithm", "wastar", "--heuristic", "hadd", "--trace"),
    ),
    "landscape": (
        lambda: ferryplan.landscape("hanoi", discs=3, heuristic="hadd"),
        ("search", "hanoi", "--discs", "3", "--landscape", "--heuristic", "hadd"),
    ),
    "search-weight": (
        lambda: ferryplan.search("hanoi", discs=2, algorithm="wastar", weight=2),
        ("search", "hanoi", "--discs", "2", "--algorithm", "wastar", "--weight", "2"),
    ),
    "landscape-default": (
        lambda: ferryplan.landscape("wolf-goat-cabbage"),
        ("search", "wolf-goat-cabbage", "--landscape"),
    ),
    "solve-pddl": (
        lambda: ferryplan.solve("other.pddl", advise=True, engine="rules"),
        ("solve", "other.pddl", "--engine", "rules"),
    ),
    "why-pddl": (lambda: ferryplan.why("other.pddl"), ("why", "other.pddl")),
    "validate-pddl": (lambda: ferryplan.validate("other.pddl", "a.plan"), ("validate", "other.pddl", "a.plan")),
    "validate-slip": (lambda: ferryplan.validate("comma.pddl", "a.plan"), ("validate", "comma.pddl", "a.plan")),
    "validate-folder": (lambda: ferryplan.validate("both", "a.plan"), ("validate", "both", "a.plan")),
    "narrate-pddl": (lambda: ferryplan.narrate("other.pddl", "a.plan"), ("narrate", "other.pddl", "a.plan")),
    "narrate-slip": (lambda: ferryplan.narrate("comma.pddl", "a.plan"), ("narrate", "comma.pddl", "a.plan")),
    "show": (lambda: ferryplan.show("queens", difficulty=True), ("show", "queens", "--difficulty")),
    "validate": (lambda: ferryplan.validate("p01.pddl", "a.plan"), ("validate", "p01.pddl", "a.plan")),
    "narrate": (lambda: ferryplan.narrate("p01.pddl", "a.plan"), ("narrate", "p01.pddl", "a.plan")),
    "check": (
        lambda: ferryplan.check("wolf-goat-cabbage", "p01.pddl"),
        ("check", "wolf-goat-cabbage", "--problem", "p01.pddl"),
    ),
    "lint": (lambda: ferryplan.lint("slip.pddl", "p01.pddl"), ("lint", "slip.pddl", "p01.pddl")),
    "invent": (lambda: ferryplan.invent("queens", seed=7), ("invent", "queens", "--seed", "7")),
    "invent-none": (
        lambda: ferryplan.invent("queens", seed=7, engine=None),
        ("invent", "queens", "--seed", "7", "--engine", "none"),
    ),
    "engines": (ferryplan.engines, ("engines",)),
    "puzzles": (lambda: ferryplan.puzzles("grid"), ("list", "--family", "grid")),
}
"""for each type of answer, a call that returns it and the command with the same arguments"""
SEQUENCES = (
    "all",
    "all-classes",
    "all-zebra",
    "graph",
    "graph-classes",
    "searches",
    "landscape",
    "landscape-default",
    "lint",
    "invent",
    "engines",
    "puzzles",
)
TIMES = re.compile(
    r'"(?:generate|read|solve|total|seconds|ground|search|peak_mebibytes)": [\d.e+-]+|^(?:Seconds|Peak mebibytes) .*$| +0\.\d+$',
    re.M,
)


MADE = re.compile(r"# Made by ferryplan [^\\]*")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the farmer's PDDL, a plan, and a domain with a slip."""
    folder = tmp_path_factory.mktemp("files")
    pddl = ferryplan.generate("wolf-goat-cabbage")
    others = "".join(line for line in pddl.problem.splitlines(keepends=True) if not line.startswith(";"))
    texts = {
        "domain.pddl": pddl.domain,
        "p01.pddl": pddl.problem,
        "slip.pddl": pddl.domain.replace("(at ", "(att ", 1),
        "other.pddl": others,
        "comma.pddl": others.replace("(:goal (and", "(:goal (and,"),
        "a.plan": ferryplan.solve("wolf-goat-cabbage").render("plan"),
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    pddl.save(folder / "both")
    return folder


@pytest.fixture(autouse=True)
def folder(files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with the files."""
    shutil.copytree(files, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)


@functools.cache
def answer_of(name: str) -> Any:
    """Return the answer of a call; it is computed once for all tests."""
    return CALLS[name][0]()


def without_times(text: str) -> str:
    """Return a text without times and without the line of a puzzle file that names its command or call."""
    return MADE.sub("", TIMES.sub("", text))


@pytest.mark.parametrize("name", CALLS)
def test_answer_text_and_json_match_the_command_line(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    answer, arguments = answer_of(name), CALLS[name][1]
    run_command_line([*arguments])
    assert without_times(f"{answer}\n") == without_times(capsys.readouterr().out)
    run_command_line([*arguments, "--format", "json"])
    printed = capsys.readouterr().out
    assert without_times(answer.to_json()) == without_times(printed)
    assert answer.to_dict().keys() == json.loads(printed).keys()


@pytest.mark.parametrize("name", CALLS)
def test_answers_are_immutable_comparable_and_picklable(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Equal calls return equal answers with equal hashes, and so does a pickled copy; no call prints anything."""
    answer, other = answer_of(name), answer_of("show" if name != "show" else "validate")
    capfd.readouterr()
    again = CALLS[name][0]()
    assert capfd.readouterr() == ("", "")
    copy = pickle.loads(pickle.dumps(answer))
    assert answer == again == copy
    assert hash(answer) == hash(again) == hash(copy)
    assert answer != other
    assert without_times(str(copy)) == without_times(str(answer))
    for one in dataclasses.fields(answer):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(answer, one.name, None)


@pytest.mark.parametrize("name", CALLS)
def test_answers_render_in_all_their_formats(name: str) -> None:
    answer = answer_of(name)
    assert {"text", "json"} <= {*answer.formats}
    for form in {*answer.formats} - {"png"}:
        rendered = answer.render(form)
        assert isinstance(rendered, str)
        assert rendered
    with pytest.raises(ferryplan.ArgumentValueError, match="form: found 'pdf'"):
        answer.render("pdf")
    assert re.match(r"<(div|pre|svg|table)\b", answer._repr_html_())


@pytest.mark.browser
def test_answers_render_as_png() -> None:
    names = [name for name in CALLS if "png" in answer_of(name).formats]
    assert {"solve", "graph", "graph-classes"} <= {*names}
    for name in names:
        assert answer_of(name).render("png").startswith(b"\x89PNG"), name


@pytest.mark.parametrize("name", SEQUENCES)
def test_answers_with_several_items_are_sequences(name: str) -> None:
    answer = answer_of(name)
    listed = list(answer)
    assert len(answer) == len(listed) > 0
    assert (answer[0], answer[-1]) == (listed[0], listed[-1])
    assert list(answer[1:3]) == listed[1:3]
    assert list(answer[::-1]) == listed[::-1]
    assert listed[0] in answer
    with pytest.raises(IndexError):
        answer[len(listed)]
    for item in listed[:3]:
        assert pickle.loads(pickle.dumps(item)) == item


@pytest.mark.parametrize("puzzle", ["hanoi", "jealous-couples", "queens", "zebra", "send-more-money", "sudoku"])
def test_answers_of_every_family_can_be_pickled(puzzle: str) -> None:
    for answer in (
        ferryplan.solve(puzzle),
        ferryplan.all_solutions(puzzle),
        ferryplan.show(puzzle),
        ferryplan.space(puzzle),
    ):
        assert pickle.loads(pickle.dumps(answer)) == answer
