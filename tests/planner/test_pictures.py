"""The drawings, read as XML: the positions in each frame, the lane of each line, and notebook output."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest
from sample_results import (
    find_places_at_start,
    list_replayed_steps,
    make_crowd_result,
    make_hostile_result,
    make_torch_result,
    make_two_torches_result,
    solve_crossing,
)
from support import make_instance

from ferryplan import instantiate, load
from ferryplan.generator.crossing.instance import Crossing
from ferryplan.generator.crossing.pictures.scenes import find_shores
from ferryplan.generator.drawing import PictureError
from ferryplan.generator.solution import replay_moves
from ferryplan.generator.text_metrics import shorten_middle, wrap_to_width
from ferryplan.planner.result import Proof, Result
from ferryplan.planner.result_formats import find_format

SVG = {"svg": "http://www.w3.org/2000/svg"}
CASES: dict[str, Callable[[], Result]] = {
    "farmer": lambda: solve_crossing(make_instance("wolf-goat-cabbage")),
    "couples": lambda: solve_crossing(make_instance("jealous-couples", couples=3, capacity=2)),
    "island": lambda: solve_crossing(make_instance("jealous-couples", couples=3, capacity=2, islands=1, bypass=False)),
    "archipelago": lambda: solve_crossing(
        make_instance("jealous-couples", couples=1, capacity=2, islands=10, bypass=False)
    ),
    "family": lambda: solve_crossing(make_instance("family", capacity=2)),
    "torch": make_torch_result,
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
def test_picture_frames_match_the_replayed_plan_steps(case: str) -> None:
    result = CASES[case]()
    steps, before = list_replayed_steps(result), find_places_at_start(result.instance)
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
def test_tokens_stay_on_their_place_without_overlap(case: str) -> None:
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


def test_walkers_cross_a_bridge_with_a_torch() -> None:
    """The bridge goes from land to land, and all who cross it are between its ropes, as is the torch, 30 pixels high."""
    for result in (CASES["torch"](), make_two_torches_result()):
        for frame in parts(drawn(result, "svg"), "frame"):
            shapes = [str(path.get("d")) for path in frame.findall("svg:path", SVG)]
            (ropes,) = [shape for shape in shapes if re.fullmatch(r"(M[\d.]+ [\d.]+H[\d.]+){2}", shape)]
            left, upper, right, _, lower, _ = map(float, re.findall(r"[\d.]+", ropes))
            near, far = [
                ground(rect) for rect in frame.findall("svg:rect", SVG) if rect.get("class") == "fp-f-land fp-s-edge"
            ]
            assert (left, right) == (near[2], far[0])
            for boat in parts(frame, "boat"):
                (torch,) = [one for one in boat.findall("svg:g", SVG) if not one.get("class")]
                x, y = map(float, re.findall(r"[\d.]+", str(torch.get("transform"))))
                for thing in [(x, y, x + 26, y + 30), *map(box, parts(boat, "token"))]:
                    assert within(thing, (left, upper, right, lower))
    assert "torch 2" in "".join(drawn(make_two_torches_result(), "timeline").itertext())
    assert parts(drawn(CASES["farmer"](), "svg"), "boat")[0].find("svg:g", SVG) is None, "an empty boat is only a hull"


def test_schedule_frames_show_events_with_times() -> None:
    result = make_two_torches_result()
    first, *frames = parts(drawn(result, "svg"), "frame")
    assert [boat.get("data-boat") for boat in parts(first, "boat")] == ["1", "2"]
    for event, frame in zip(list_replayed_steps(result), frames, strict=True):
        assert {place.get("data-place"): names(place) for place in parts(frame, "place")} == event.places
        assert event.text in " ".join(text.text or "" for text in frame.findall("svg:text", SVG))
        afloat = [name for boat in parts(frame, "boat") for name in names(boat)]
        assert sorted([*afloat, *event.places["near-side"], *event.places["far-side"]]) == ["A", "B", "C", "D", "E"]
    heads = [frame.find("svg:text", SVG).text for frame in frames]
    assert heads == ["0:00", "0:00", "0:02", "0:02", "0:03", "0:03", "0:09", "0:10"]


def height_at(path: str, x: float) -> float:
    """Return the height of a line at x, where the line is level."""
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
def test_timeline_lines_follow_travelers_positions_in_the_replay(case: str) -> None:
    result = CASES[case]()
    picture = drawn(result, "timeline")
    lanes = {str(lane.get("data-place")): ground(lane.find("svg:rect", SVG)) for lane in parts(picture, "lane")}
    dashed = [path.get("d") for path in picture.findall("svg:path", SVG) if path.get("stroke-dasharray")]
    ticks = [float(path[1:].split()[0]) for path in dashed]
    lines = {str(line.get("data-name")): str(line.find("svg:path", SVG).get("d")) for line in parts(picture, "line")}
    assert lines.keys() == {traveller.name for traveller in result.instance.travellers}
    situations = [find_places_at_start(result.instance), *(step.places for step in list_replayed_steps(result))]
    for x, places in zip(ticks, situations, strict=True):
        for place, company in places.items():
            heights = [height_at(lines[name], x) for name in company]
            assert all(lanes[place][1] < height < lanes[place][3] for height in heights)
            assert len({*heights}) == len(heights), "no line hides another"
    shores = find_shores(result.instance)
    tops = {place: lane[1] for place, lane in lanes.items()}
    assert max(tops, key=tops.get) == result.instance.places[shores.left].symbol
    assert min(tops, key=tops.get) == result.instance.places[shores.right].symbol


def test_timeline_lines_slope_from_departure_to_arrival() -> None:
    picture = drawn(make_two_torches_result(), "timeline")
    (slow,) = [line.find("svg:path", SVG).get("d") for line in parts(picture, "line") if line.get("data-name") == "D"]
    labels = {text.text: float(text.get("x")) for text in texts(picture) if text.get("x")}
    begin, end = re.search(r"L([\d.]+),[\d.]+ C.* ([\d.]+),[\d.]+ L", slow).groups()
    assert (float(begin), float(end)) == (labels["0:00"], labels["0:10"])


def test_drawings_show_the_accumulated_cost() -> None:
    result = CASES["torch"]()
    spent = [frame.findall("svg:text", SVG)[1].text for frame in parts(drawn(result, "svg"), "frame")]
    assert spent[-1] == "17 minutes"  # Rote 2002
    assert {"Minutes", "0", "17"} <= {text.text for text in texts(drawn(result, "timeline"))}


def test_pictures_show_many_travelers_as_counts() -> None:
    result = make_crowd_result()
    frames = parts(drawn(result, "svg"), "frame")
    assert [names(place) for place in parts(frames[0], "place")] == [["31 missionaries", "30 cannibals"], []]
    assert names(parts(frames[2], "boat")[0]) == ["1 missionary", "1 cannibal"]
    rows = {
        (row.get("data-place"), row.get("data-kind")): [text.text for text in texts(row)][1:]
        for row in parts(drawn(result, "timeline"), "row")
    }
    assert rows["left-bank", "missionary"] == ["31", "·", "1", "·"]
    assert rows["right-bank", "cannibal"] == ["·", "30", "29", "30"]


def test_pictures_show_hostile_names_as_plain_text(tmp_path: Path) -> None:
    result = make_hostile_result(tmp_path)
    everyone = {traveller.name for traveller in result.instance.travellers}
    for form, part in (("svg", "token"), ("timeline", "line")):
        picture = drawn(result, form)
        assert {element.get("data-name") for element in parts(picture, part)} >= everyone
        assert picture.find("svg:title", SVG).text == result.instance.title
        labels = [text.text for text in texts(picture)]
        assert {shorten_middle(name) for name in everyone} <= {*labels}
        assert len({shorten_middle(name) for name in everyone}) == len(everyone), "what tells them apart is left"


def test_picture_shows_the_verdict_if_there_is_no_plan() -> None:
    instance = make_instance("jealous-couples", couples=4, capacity=2)
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


def test_pictures_but_not_pages_reject_plans_of_over_500_crossings() -> None:
    instance = make_instance("bridge-torch", paces=(1,))
    ways = [Crossing(1, 0, 1), Crossing(1, 1, 0)]
    result = Result(instance, "valid", "", "costs", "named", replay_moves(instance, [ways[i % 2] for i in range(501)]))
    for form in ("svg", "timeline"):
        with pytest.raises(PictureError, match="a picture shows at most 500 crossings, and this solution has 501"):
            result.render(form)
    assert "501 crossings" in result.render("html")
    assert "501 crossings" in result._repr_html_()
    short = Result(instance, "valid", "", "costs", "named", replay_moves(instance, [ways[i % 2] for i in range(99)]))
    assert len(parts(drawn(short, "svg"), "frame")) == 101


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("a.svg", "svg"), ("a.timeline.svg", "timeline"), ("A.HTML", "html"), ("a.md", "markdown"), ("a.json", "json"),
        ("a.plan", "plan"), ("a.txt", "text"), ("a.terse.txt", "terse"), ("a.png", "png"), ("a.pdf", None), ("svg", None),
    ],
)  # fmt: skip
def test_file_suffix_determines_the_format(name: str, form: str | None) -> None:
    assert find_format(Path("folder.svg") / name) == form


def test_long_labels_are_shortened_and_wrapped() -> None:
    assert shorten_middle("daughter 12") == "daughter 12"
    assert shorten_middle("x" * 20 + " 1") == "xxxxxxxx…xxxxx 1"
    assert wrap_to_width("a b", 100, 12, 4) == ("a b",)
    assert wrap_to_width("", 100, 12, 4) == ()
    assert len(wrap_to_width("word " * 100, 100, 12, 4)) == 4
    assert wrap_to_width("word " * 100, 100, 12, 4)[-1].endswith("…")


@pytest.mark.notebooks
def test_notebooks_show_pictures_without_scripts() -> None:
    from IPython.core.formatters import DisplayFormatter

    result = CASES["farmer"]()
    for shown, words in (
        (result, "7 crossings"),
        (result.solution, "7 crossings"),
        (make_two_torches_result().solution, "10 minutes, 4 crossings"),
        (result.instance, "The boat carries at most 2"),
        (instantiate(load("jugs")), "can hold 3 and 5 liters"),
        (load("wolf-goat-cabbage"), "capacity of the boat, farmer included"),
    ):
        data, _ = DisplayFormatter().format(shown)
        assert words in data["text/html"]
        assert "<script" not in data["text/html"]
        ElementTree.fromstring(data["text/html"])
    assert "<svg" in result._repr_html_()


def test_long_frame_strip_continues_in_columns() -> None:
    """A strip is at most 4,000 pixels high and continues in the next column; no two frames overlap."""
    instance = make_instance("bridge-torch", paces=(1,))
    ways = [Crossing(1, 0, 1), Crossing(1, 1, 0)]
    result = Result(instance, "valid", "", "costs", "named", replay_moves(instance, [ways[i % 2] for i in range(199)]))
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
