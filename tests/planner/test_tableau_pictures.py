"""Drawings of planning tasks, read as XML: the objects at each place in each frame, and static pages."""

from __future__ import annotations

import itertools
import shutil
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from pathlib import Path

import pytest
from classical_models import MODELS, read_signs
from sample_results import solve_by_breadth_first_search

from ferryplan import PuzzleError, domains
from ferryplan.generator.families import instantiate
from ferryplan.generator.puzzle import load
from ferryplan.planner.result import Result

CELL = 44
Box = tuple[float, float]
Frame = dict[str, list[ElementTree.Element]]
"""the tokens at each place, the lowest first"""


def classes(element: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [one for one in element.iter() if one.get("class") == f"fp-{name}"]


def box(token: ElementTree.Element) -> Box:
    shape = token.find("{*}rect")
    if shape is not None:
        return float(shape.get("x", "")), float(shape.get("y", ""))
    circle = token.find("{*}circle")
    assert circle is not None
    radius = float(circle.get("r", ""))
    return float(circle.get("cx", "")) - radius, float(circle.get("cy", "")) - radius


def frames(result: Result) -> list[Frame]:
    picture = ElementTree.fromstring(result.render("svg"))
    return [
        {
            str(place.get("data-place")): sorted(classes(place, "token"), key=lambda token: -box(token)[1])
            for place in classes(frame, "place")
        }
        for frame in classes(picture, "frame")
    ]


def labels(tokens: Sequence[ElementTree.Element]) -> list[str]:
    return [str(token.findtext("{*}text")) for token in tokens]


def test_hanoi_frames_show_discs_on_their_pegs() -> None:
    instance = instantiate(load("hanoi"), {"discs": 3})
    model, state, seen = MODELS["hanoi"](discs=3, pegs=3), (0, 0, 0), [(0, 0, 0)]
    # The smallest disc moves every other time, first to the last peg and then always in the same direction.
    while not model.is_goal(state):
        turned = (state[0] - 1) % 3 if len(seen) % 2 else state[0]
        [state] = [after for after in model.successors(state) if after[0] == turned and after != state]
        seen.append(state)
    drawn = [
        tuple(next(peg for peg in range(3) if str(disc + 1) in labels(frame[f"peg-{peg + 1}"])) for disc in range(3))
        for frame in frames(solve_by_breadth_first_search(instance))
    ]
    assert drawn == seen


def test_larger_discs_are_below_and_wider() -> None:
    [tower] = [
        frame["peg-1"] for frame in frames(solve_by_breadth_first_search(instantiate(load("hanoi"), {"discs": 5})))[:1]
    ]
    assert labels(tower) == ["5", "4", "3", "2", "1"]
    widths = [float(shape.get("width", "")) for token in tower if (shape := token.find("{*}rect")) is not None]
    assert widths == sorted(widths, reverse=True)
    assert len({*widths}) == 5


def test_picture_stacks_blocks_in_towers() -> None:
    first, *_, last = frames(solve_by_breadth_first_search(instantiate(load("blocks"), {})))
    assert {tuple(labels(tower)) for tower in first.values() if tower} == {("a", "c"), ("b",)}
    assert {tuple(labels(tower)) for tower in last.values() if tower} == {("c", "b", "a")}


def test_jugs_frames_show_the_liters() -> None:
    """Each jug has its level as a number, and water as high as the level; larger jugs are higher."""
    parameters = {"capacities": (8, 5, 3), "tap": False, "start": (8, 0, 0), "goal": (4, 4, 0)}
    picture = solve_by_breadth_first_search(instantiate(load("jugs"), parameters)).render("svg")
    drawn, heights = [], set[float]()
    for frame in classes(ElementTree.fromstring(picture), "frame"):
        levels = []
        for place, capacity in zip(classes(frame, "place"), (8, 5, 3), strict=True):
            texts = [str(text.text) for text in place.iter("{http://www.w3.org/2000/svg}text")]
            [level] = [int(text.split()[0]) for text in texts if text.endswith(f" of {capacity}")]
            water = [float(token[-2].get("height", "")) for token in classes(place, "token")]
            heights |= {round(height / level, 2) for height in water}
            assert len(water) == (level > 0)
            levels.append(level)
        drawn.append(tuple(levels))
    assert len(heights) == 1
    model = MODELS["jugs"](**parameters, measure=4)
    assert drawn[0] == model.start
    assert model.is_goal(drawn[-1])
    assert len(drawn) == 8
    assert all(after in model.successors(before) for before, after in itertools.pairwise(drawn))


def test_checkers_are_drawn_in_a_row() -> None:
    first, *_ = frames(solve_by_breadth_first_search(instantiate(load("checkers"), {"men": 2})))
    boxes = [box(token) for tokens in first.values() for token in tokens]
    assert len({y for _, y in boxes}) == 1
    assert [label for tokens in first.values() for label in labels(tokens)] == ["R", "R", "B", "B"]
    assert [x for x, _ in boxes] == sorted(x for x, _ in boxes)


def test_car_is_drawn_without_a_gap_and_the_exit_beside_its_row() -> None:
    picture = solve_by_breadth_first_search(instantiate(load("rush-hour"), {"board": "..B./AAB./DD../...."})).render(
        "svg"
    )
    first = classes(ElementTree.fromstring(picture), "frame")[0]
    tokens = [token for place in classes(first, "place") for token in classes(place, "token")]
    red = [token for token in tokens if token.get("data-name") == "red car"]
    spans = sorted(
        (float(part.get("x", "")), float(part.get("x", "")) + float(part.get("width", "")))
        for token in red
        for part in token.findall("{*}rect")
    )
    assert all(start <= end for (_, end), (start, _) in itertools.pairwise(spans))
    [exit_sign] = [token for token in tokens if token.get("data-shape") == "exit"]
    assert box(exit_sign)[1] - box(red[0])[1] < CELL / 2


def test_sokoban_frame_matches_the_level() -> None:
    instance = instantiate(load("sokoban"), {})
    found = read_signs(dict(instance.parameters)["level"])
    first = frames(solve_by_breadth_first_search(instance))[0]
    corner = min(row for row, _ in (_cell(place) for place in first)), min(_cell(place)[1] for place in first)
    for place, tokens in first.items():
        row, column = _cell(place)
        shapes = {(str(token.find("{*}rect") is None), _filled(token)) for token in tokens}
        sign = found[row - 1, column - 1]
        goal, box_there, keeper = ("False", False), ("False", True), ("True", True)
        wanted = {"-": set(), ".": {goal}, "$": {box_there}, "*": {goal, box_there}, "@": {keeper}, "+": {goal, keeper}}
        assert shapes == wanted[sign]
        for token in tokens:
            x, y = box(token)
            assert (x // CELL, y // CELL) == (column - corner[1], row - corner[0])


def _cell(place: str) -> tuple[int, int]:
    row, column = place.removeprefix("r").split("c")
    return int(row), int(column)


def _filled(token: ElementTree.Element) -> bool:
    shape = next(part for part in token if part.tag.endswith(("rect", "circle")))
    return shape.get("fill") != "none"


def test_elevator_floors_are_stacked_vertically() -> None:
    picture = ElementTree.fromstring(solve_by_breadth_first_search(instantiate(load("elevator"), {})).render("svg"))
    heights = [
        float(ground.get("y", ""))
        for place in classes(classes(picture, "frame")[0], "place")
        if (ground := place.find("{*}rect")) is not None
    ]
    assert len(heights) == 5
    assert heights == sorted(heights, reverse=True)


@pytest.mark.parametrize("name", MODELS)
def test_tokens_are_drawn_within_their_place(name: str) -> None:
    quick = {"logistics": {"origins": (2, 4), "destinations": (3, 1)}, "rush-hour": {"board": "..B./AAB./DD../...."}}
    for frame in classes(
        ElementTree.fromstring(
            solve_by_breadth_first_search(instantiate(load(name), quick.get(name, {}))).render("svg")
        ),
        "frame",
    ):
        shown = 0
        for place in classes(frame, "place"):
            ground = place.find("{*}rect")
            assert ground is not None
            left, top, wide, high = (float(ground.get(key, "")) for key in ("x", "y", "width", "height"))
            for token in classes(place, "token"):
                x, y = box(token)
                assert left <= x < left + wide
                assert top <= y < top + high
                shown += 1
        assert shown or name in ("lights-out", "jugs")


def test_page_contains_the_start_and_the_moves_without_scripts() -> None:
    result = solve_by_breadth_first_search(instantiate(load("hanoi"), {"discs": 2}))
    page = result.render("html")
    start = ElementTree.fromstring(page.split("<noscript>")[2].split("</noscript>")[0])
    assert [labels(classes(place, "token")) for place in classes(start, "place")] == [["2", "1"], [], []]
    assert page.count("<li data-go>Disc") == 3


def puzzle_with(folder: Path, name: str, change: tuple[str, str]) -> str:
    shutil.copytree(domains.puzzle_files()[name].parent, folder / name)
    file = folder / name / "puzzle.toml"
    text = file.read_text()
    assert change[0] in text
    file.write_text(text.replace(*change))
    return str(folder / name)


def test_hostile_labels_are_escaped(tmp_path: Path) -> None:
    folder = puzzle_with(tmp_path, "gripper", ('says = "robot"', 'says = "<b>{{ room }}</b>"'))
    result = solve_by_breadth_first_search(instantiate(load(folder), {"balls": 1}))
    assert "<b>room a</b>" in labels(frames(result)[0]["room-a"])
    assert "<b>" not in result.render("html").split('<section class="player"')[1].split("</section>")[0]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            ('at = "room"\nname = "robot"', 'at = "hall"\nname = "robot"'),
            ".at: the facts of this entry have no variable '?hall'",
        ),
        (('times = "count"', 'times = "balls"'), ".times: the facts of this entry have no variable '?balls'"),
        (("colour = 2", 'colour = "red"'), ".colour: the facts of this entry have no variable '?red'"),
        (('kind = "places"', 'kind = "boxes"'), "pictures.kind: found"),
        (('inside = "robot"', 'inside = "truck"'), ".inside: no entry of 'shows' has the name 'truck'"),
        (
            ('kind = "places"', 'kind = "places"\nsteer = "van"'),
            "pictures.steer: no entry of 'shows' has the name 'van'",
        ),
        (('go = "robot -> to"', 'go = "robot to"'), "pictures.gestures.go"),
        (('"robot-in ?room"', '"(robot-in ?room)"'), "pictures.shows[0].facts[0]: found"),
    ],
)
def test_mistakes_in_pictures_table_are_reported(tmp_path: Path, change: tuple[str, str], says: str) -> None:
    folder = puzzle_with(tmp_path, "gripper", change)
    with pytest.raises(PuzzleError) as raised:
        load(folder)
    assert says in str(raised.value)
    assert "puzzle.toml:" in str(raised.value)


def test_unknown_end_of_a_gesture_is_reported(tmp_path: Path) -> None:
    folder = puzzle_with(tmp_path, "gripper", ('go = "robot -> to"', 'go = "robot -> hall"'))
    with pytest.raises(PuzzleError) as raised:
        instantiate(load(folder), {"balls": 1})
    assert "pictures.gestures.go: 'hall' is no parameter of the action" in str(raised.value)
    assert "puzzle.toml:" in str(raised.value)


def test_states_are_drawn_without_a_pictures_table(tmp_path: Path) -> None:
    text = domains.puzzle_files()["gripper"].read_text()
    pictures = text[text.index("[pictures]") : text.index("[[optima]]")]
    folder = puzzle_with(tmp_path, "gripper", (pictures, ""))
    result = solve_by_breadth_first_search(instantiate(load(folder), {"balls": 1}))
    assert not classes(ElementTree.fromstring(result.render("svg")), "frame")
    assert "The robot" in result.render("html")


def test_unsolvable_task_page_shows_only_the_start() -> None:
    instance = instantiate(load("hanoi"), {"discs": 2, "pegs": 2})
    page = Result(instance, "unsolvable", "", "strips", "named", None).render("html")
    start = ElementTree.fromstring(page.split("<noscript>")[2].split("</noscript>")[0])
    assert [labels(classes(place, "token")) for place in classes(start, "place")] == [["2", "1"], []]
    assert "<li data-go>" not in page
