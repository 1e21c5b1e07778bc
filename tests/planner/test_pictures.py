"""The drawings, read as XML: who stands where in which frame, which line runs in which lane; and what a notebook shows."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest
from IPython.core.formatters import DisplayFormatter
from pictured import crossed, crowd, hostile, said, scheduled, start, torch
from support import make

from ferryplan import instantiate, load
from ferryplan.generator.crossing.instance import Crossing
from ferryplan.generator.crossing.pictures.scenes import shores_of
from ferryplan.generator.drawing import PictureError
from ferryplan.generator.lettering import shortened, wrapped
from ferryplan.generator.solution import replay
from ferryplan.planner.formats import format_of
from ferryplan.planner.result import Proof, Result

SVG = {"svg": "http://www.w3.org/2000/svg"}
CASES: dict[str, Callable[[], Result]] = {
    "farmer": lambda: crossed(make("wolf-goat-cabbage")),
    "couples": lambda: crossed(make("jealous-couples", couples=3, capacity=2)),
    "island": lambda: crossed(make("jealous-couples", couples=3, capacity=2, islands=1, bypass=False)),
    "archipelago": lambda: crossed(make("jealous-couples", couples=1, capacity=2, islands=10, bypass=False)),
    "family": lambda: crossed(make("family", capacity=2)),
    "torch": torch,
}
Box = tuple[float, float, float, float]
"""left, top, right, bottom"""


def drawn(result: Result, form: str) -> ElementTree.Element:
    return ElementTree.fromstring(result.render(form))


def parts(element: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [part for part in element.iter() if part.get("class") == f"fp-{kind}"]


def texts(element: ElementTree.Element) -> list[ElementTree.Element]:
    return list(element.iter(f"{{{SVG['svg']}}}text"))


def names(element: ElementTree.Element) -> list[str]:
    return [str(token.get("data-name")) for token in parts(element, "token")]


def box(token: ElementTree.Element) -> Box:
    x, y = map(float, re.findall(r"[\d.-]+", str(token.get("transform"))))
    rect = token.find("svg:rect", SVG)
    return x, y, x + float(rect.get("width")), y + float(rect.get("height"))


def ground(rect: ElementTree.Element) -> Box:
    x, y = float(rect.get("x", 0)), float(rect.get("y", 0))
    return x, y, x + float(rect.get("width")), y + float(rect.get("height"))


def within(inner: Box, outer: Box) -> bool:
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("case", CASES)
def test_frames_show_what_the_replay_says(case: str) -> None:
    result = CASES[case]()
    steps, before = said(result), start(result.instance)
    picture = drawn(result, "svg")
    first, *frames, last = parts(picture, "frame")
    assert len(frames) == len(steps)
    assert {place.get("data-place"): names(place) for place in parts(first, "place")} == before
    for step, frame in zip(steps, frames, strict=True):
        ashore = {str(place.get("data-place")): names(place) for place in parts(frame, "place")}
        (boat,) = parts(frame, "boat")
        assert (boat.get("data-from"), boat.get("data-to"), names(boat)) == (step.origin, step.destination, step.aboard)
        for place, company in ashore.items():
            assert {*company} == {*before[place]} - {*step.aboard} == {*step.places[place]} - {*step.aboard}
        words = " ".join(text.text or "" for text in frame.findall("svg:text", SVG))
        assert step.text in words
        assert words.startswith(f"{steps.index(step) + 1} ") or case == "archipelago"
        before = step.places
    assert {place.get("data-place"): names(place) for place in parts(last, "place")} == before


@pytest.mark.parametrize("case", CASES)
def test_tokens_stand_on_their_ground(case: str) -> None:
    result = CASES[case]()
    capitals = {place.name[0].upper() + place.name[1:]: place.symbol for place in result.instance.places}
    for frame in parts(drawn(result, "svg"), "frame"):
        children = list(frame)
        lands = {
            capitals[str(after.text)]: ground(rect)
            for rect, after in itertools.pairwise(children)
            if after.text in capitals
        }
        tokens = []
        for place in parts(frame, "place"):
            for token in parts(place, "token"):
                assert within(box(token), lands[str(place.get("data-place"))])
                tokens.append(box(token))
        (boat,) = parts(frame, "boat")
        for token in parts(boat, "token"):
            assert all(apart(box(token), land) for land in lands.values())
            tokens.append(box(token))
        assert all(apart(one, other) for index, one in enumerate(tokens) for other in tokens[:index])


def test_frames_of_a_schedule_show_its_events() -> None:
    result = scheduled()
    first, *frames = parts(drawn(result, "svg"), "frame")
    assert [boat.get("data-boat") for boat in parts(first, "boat")] == ["1", "2"]
    for event, frame in zip(said(result), frames, strict=True):
        assert {place.get("data-place"): names(place) for place in parts(frame, "place")} == event.places
        assert event.text in " ".join(text.text or "" for text in frame.findall("svg:text", SVG))
        afloat = [name for boat in parts(frame, "boat") for name in names(boat)]
        assert sorted([*afloat, *event.places["near-side"], *event.places["far-side"]]) == ["A", "B", "C", "D", "E"]
    heads = [frame.find("svg:text", SVG).text for frame in frames]
    assert heads == ["0:00", "0:00", "0:02", "0:02", "0:03", "0:03", "0:09", "0:10"]


def height_at(path: str, x: float) -> float:
    """Where a line is that is level at x."""
    points = [tuple(map(float, pair.split(","))) for pair in re.findall(r"[\d.-]+,[\d.-]+", path)]
    kinds = re.findall(r"[MLC]", path)
    level, here = [], points[0]
    taken = 1
    for kind in kinds[1:]:
        taken += 3 if kind == "C" else 1
        there = points[taken - 1]
        if kind == "L" and here[0] <= x <= there[0]:
            assert here[1] == there[1]
            level.append(here[1])
        here = there
    (found,) = level
    return found


@pytest.mark.parametrize("case", CASES)
def test_lines_run_in_the_lanes_of_the_replay(case: str) -> None:
    result = CASES[case]()
    picture = drawn(result, "timeline")
    lanes = {str(lane.get("data-place")): ground(lane.find("svg:rect", SVG)) for lane in parts(picture, "lane")}
    dashed = [path.get("d") for path in picture.findall("svg:path", SVG) if path.get("stroke-dasharray")]
    ticks = [float(path[1:].split()[0]) for path in dashed]
    lines = {str(line.get("data-name")): str(line.find("svg:path", SVG).get("d")) for line in parts(picture, "line")}
    assert lines.keys() == {traveller.name for traveller in result.instance.travellers}
    situations = [start(result.instance), *(step.places for step in said(result))]
    for x, places in zip(ticks, situations, strict=True):
        for place, company in places.items():
            heights = [height_at(lines[name], x) for name in company]
            assert all(lanes[place][1] < height < lanes[place][3] for height in heights)
            assert len({*heights}) == len(heights), "no line hides another"
    shores = shores_of(result.instance)
    tops = {place: lane[1] for place, lane in lanes.items()}
    assert max(tops, key=tops.get) == result.instance.places[shores.left].symbol
    assert min(tops, key=tops.get) == result.instance.places[shores.right].symbol


def test_lines_of_a_schedule_slope_while_their_travellers_are_on_the_water() -> None:
    picture = drawn(scheduled(), "timeline")
    (slow,) = [line.find("svg:path", SVG).get("d") for line in parts(picture, "line") if line.get("data-name") == "D"]
    labels = {text.text: float(text.get("x")) for text in texts(picture) if text.get("x")}
    begin, end = re.search(r"L([\d.]+),[\d.]+ C.* ([\d.]+),[\d.]+ L", slow).groups()
    assert (float(begin), float(end)) == (labels["0:00"], labels["0:10"])


def test_costs_are_told() -> None:
    result = CASES["torch"]()
    spent = [frame.findall("svg:text", SVG)[1].text for frame in parts(drawn(result, "svg"), "frame")]
    assert spent[-1] == "17 minutes"  # Rote 2002
    assert {"Minutes", "0", "17"} <= {text.text for text in texts(drawn(result, "timeline"))}


def test_a_crowd_is_drawn_as_numbers() -> None:
    result = crowd()
    frames = parts(drawn(result, "svg"), "frame")
    assert [names(place) for place in parts(frames[0], "place")] == [["31 missionaries", "30 cannibals"], []]
    assert names(parts(frames[2], "boat")[0]) == ["1 missionary", "1 cannibal"]
    rows = {
        (row.get("data-place"), row.get("data-kind")): [text.text for text in texts(row)][1:]
        for row in parts(drawn(result, "timeline"), "row")
    }
    assert rows["left-bank", "missionary"] == ["31", "·", "1", "·"]
    assert rows["right-bank", "cannibal"] == ["·", "30", "29", "30"]


def test_hostile_texts_are_text(tmp_path: Path) -> None:
    result = hostile(tmp_path)
    everyone = {traveller.name for traveller in result.instance.travellers}
    for form, part in (("svg", "token"), ("timeline", "line")):
        picture = drawn(result, form)
        assert {element.get("data-name") for element in parts(picture, part)} >= everyone
        assert picture.find("svg:title", SVG).text == result.instance.title
        labels = [text.text for text in texts(picture)]
        assert {shortened(name) for name in everyone} <= {*labels}
        assert len({shortened(name) for name in everyone}) == len(everyone), "what tells them apart is left"


def test_without_a_plan_the_verdict_is_drawn() -> None:
    instance = make("jealous-couples", couples=4, capacity=2)
    for status, words in (("unsolvable", "There is no solution."), ("timeout", "Stopped at the time limit")):
        result = Result(
            instance,
            status,
            "pyperplan",
            "strips",
            "named",
            proof=Proof(44, True, 4) if status == "unsolvable" else None,
        )
        for form in ("svg", "timeline"):
            assert words in "".join(drawn(result, form).itertext())
        assert words in result.render("html")
        assert words in result._repr_html_()


def test_too_many_crossings_are_refused_but_not_by_the_page() -> None:
    instance = make("bridge-torch", paces=(1,))
    ways = [Crossing(1, 0, 1), Crossing(1, 1, 0)]
    result = Result(instance, "valid", "", "costs", "named", replay(instance, [ways[i % 2] for i in range(501)]))
    for form in ("svg", "timeline"):
        with pytest.raises(PictureError, match="a picture shows at most 500 crossings, and this solution has 501"):
            result.render(form)
    assert "501 crossings" in result.render("html")
    assert "501 crossings" in result._repr_html_()
    short = Result(instance, "valid", "", "costs", "named", replay(instance, [ways[i % 2] for i in range(99)]))
    assert len(parts(drawn(short, "svg"), "frame")) == 101


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("a.svg", "svg"), ("a.timeline.svg", "timeline"), ("A.HTML", "html"), ("a.md", "markdown"), ("a.json", "json"),
        ("a.plan", "plan"), ("a.txt", "text"), ("a.terse.txt", "terse"), ("a.png", "png"), ("a.pdf", None), ("svg", None),
    ],
)  # fmt: skip
def test_formats_of_files(name: str, form: str | None) -> None:
    assert format_of(Path("folder.svg") / name) == form


def test_lettering() -> None:
    assert shortened("daughter 12") == "daughter 12"
    assert shortened("x" * 20 + " 1") == "xxxxxxxx…xxxxx 1"
    assert wrapped("a b", 100, 12, 4) == ("a b",)
    assert wrapped("", 100, 12, 4) == ()
    assert len(wrapped("word " * 100, 100, 12, 4)) == 4
    assert wrapped("word " * 100, 100, 12, 4)[-1].endswith("…")


def test_notebooks_show_pictures_without_scripts() -> None:
    result = CASES["farmer"]()
    for shown, words in (
        (result, "7 crossings"),
        (result.solution, "7 crossings"),
        (scheduled().solution, "10 minutes, 4 crossings"),
        (result.instance, "The boat carries at most 2"),
        (instantiate(load("jugs")), "can hold 3 and 5 liters"),
        (load("wolf-goat-cabbage"), "capacity of the boat, farmer included"),
    ):
        data, _ = DisplayFormatter().format(shown)
        assert words in data["text/html"]
        assert "<script" not in data["text/html"]
        ElementTree.fromstring(data["text/html"])
    assert "<svg" in result._repr_html_()


def test_a_high_strip_goes_on_in_columns() -> None:
    """At most 4,000 pixels of frames one below the other; read down each column, no frame on another."""
    instance = make("bridge-torch", paces=(1,))
    ways = [Crossing(1, 0, 1), Crossing(1, 1, 0)]
    result = Result(instance, "valid", "", "costs", "named", replay(instance, [ways[i % 2] for i in range(199)]))
    picture = drawn(result, "svg")
    assert float(picture.get("height")) <= 4000 + 120
    frames = parts(picture, "frame")
    corners = [tuple(map(float, re.findall(r"[\d.-]+", str(frame.get("transform"))))) for frame in frames]
    assert len({*corners}) == len(frames) == 201
    (rule,) = [
        float(path.get("d")[1:].split()[0]) for path in picture.findall("svg:path", SVG) if path.get("stroke") != "none"
    ][:1]
    left = [corner for corner in corners if corner[0] < rule]
    right = corners[len(left) :]
    assert corners[: len(left)] == left
    assert len(right) > 1
    for column in (left, right):
        assert sorted(column, key=lambda corner: (corner[1], corner[0])) == column
