"""Play pages of planning tasks without a picture: objects as cards with their facts, which narrow the moves down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from budget import draw_cases
from page_checks import OpenPage, check_contrasts, find_accessibility_violations
from play_pages import read_status
from sample_results import solve_by_breadth_first_search

from ferryplan import load
from ferryplan.generator import page_table
from ferryplan.generator.families import instantiate, narrator_of
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks import page_data
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.pddl_puzzles import make_model_instance

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

TASKS: dict[str, dict[str, Any]] = {
    "blocks": {}, "checkers": {"men": 2}, "elevator": {"origins": (2,), "destinations": (4,)}, "gripper": {"balls": 2}, "hanoi": {"discs": 2},
    "knights-swap": {}, "logistics": {"origins": (2, 4), "destinations": (3, 1)}, "sliding-tiles": {},
}  # fmt: skip


ISLANDS = """(define (domain isles) (:requirements :typing :fluents)
 (:types port boat crate)
 (:predicates (at ?b - boat ?p - port) (lies ?c - crate ?p - port) (aboard ?c - crate ?b - boat) (lane ?p ?q - port) (in-bay ?p ?q - port))
 (:functions (fuel ?b - boat))
 (:action sail :parameters (?b - boat ?p ?q - port)
  :precondition (and (at ?b ?p) (lane ?p ?q) (>= (fuel ?b) 1))
  :effect (and (not (at ?b ?p)) (at ?b ?q) (decrease (fuel ?b) 1)))
 (:action load :parameters (?c - crate ?b - boat ?p - port)
  :precondition (and (at ?b ?p) (lies ?c ?p)) :effect (and (not (lies ?c ?p)) (aboard ?c ?b)))
 (:action unload :parameters (?c - crate ?b - boat ?p - port)
  :precondition (and (at ?b ?p) (aboard ?c ?b)) :effect (and (not (aboard ?c ?b)) (lies ?c ?p))))"""
PORTS = """(define (problem ports) (:domain isles) (:objects north west south east far jetty - port ferry - boat cargo - crate)
 (:init (at ferry west) (lies cargo east) (= (fuel ferry) 3) (in-bay jetty far)
  (lane north west) (lane west north) (lane north east) (lane east north) (lane west south)
  (lane south west) (lane south east) (lane east south) (lane east far))
 (:goal (lies cargo far)))"""
"""a ring of four ports, and a lane that leads only away from it; boats burn fuel, so the page has a table of the states"""

CARDS_SCRIPT = """() => Object.fromEntries([...document.querySelectorAll("#network [data-card]")].map((card) => {
  const title = (one) => one.querySelector(":scope > .head > .name").textContent, outer = card.parentElement.closest("[data-card]");
  const texts = [...card.querySelectorAll(":scope > .head > .badge:not(.heard)")].map((badge) => badge.textContent);
  const badges = texts.map((text) => text.replace(/^(at|lies|aboard)$/, ""));
  return [title(card), [outer ? title(outer) : "", badges.filter((text) => text).join(", ")]];
}))"""
"""returns for each card the card around it, and its facts without those that say where the thing is"""

ROADS_SCRIPT = """() => {
  const cards = [...document.querySelectorAll(".map > [data-card]")];
  const boxes = cards.map((card) => [card.querySelector(".name").textContent, card.getBoundingClientRect()]);
  const sheet = document.querySelector(".map > svg"), frame = sheet.getBoundingClientRect();
  const isNear = (x, y, { left, right, top, bottom }) => x > left - 2 && x < right + 2 && y > top - 2 && y < bottom + 2;
  const near = (x, y) => boxes.filter(([, box]) => isNear(x, y, box)).map(([name]) => name);
  return [...sheet.querySelectorAll(".road")].map((road) => {
    const size = road.getTotalLength(), points = Array.from({ length: 101 }, (_, part) => road.getPointAtLength(size * part / 100));
    const met = points.map(({ x, y }) => near(x + frame.left, y + frame.top));
    return [met[0], met[100], [...new Set(met.flat())].sort(), sheet.querySelectorAll(".tip").length];
  });
}"""
"""returns for each line the cards at its two ends, all cards that it touches, and the number of tips of arrows"""


def make_islands() -> TaskInstance:
    """Return the task of the ports."""
    return make_model_instance(Source(ISLANDS, "domain.pddl"), Source(PORTS, "p01.pddl"))


def describe_islands(state: PddlState) -> dict[str, list[str]]:
    """Return for each object of the ports the object that holds it, and its fuel."""
    holders = {fact[1]: fact[2] for fact in state.facts} | {"jetty": "far"}
    fuel = {fact[1]: f"fuel: {value}" for fact, value in state.values}
    names = ("north", "west", "south", "east", "far", "jetty", "ferry", "cargo")
    return {name: [holders.get(name, ""), fuel.get(name, "")] for name in names}


def make_bare_task(name: str) -> TaskInstance:
    """Return the PDDL of a puzzle as a task of its own, without its sentences and pictures."""
    instance: Any = instantiate(load(name), TASKS[name])
    return make_model_instance(Source(instance.domain.text, "domain.pddl"), Source(instance.problem.text, "p01.pddl"))


def tap_objects(page: Page, words: str, arguments: tuple[str, ...]) -> None:
    """Tap the objects of an action until it is made, or until its button is one of those left."""
    for argument in dict.fromkeys(arguments):
        if read_status(page).startswith(f"{words}."):
            return
        page.locator("#network button", has_text=argument.replace("-", " ")).filter(visible=True).first.click()
    if not read_status(page).startswith(f"{words}."):
        page.locator("#choices").get_by_role("button", name=words, exact=True).click()


@pytest.mark.parametrize("name", draw_cases(TASKS, 4))
def test_task_is_played_by_tapping_objects(name: str, show: OpenPage) -> None:
    instance = make_bare_task(name)
    result = solve_by_breadth_first_search(instance)
    assert result.solution is not None
    narrator, page = narrator_of(instance), show(result.render("html"), 375, 1400)
    page.locator("#play-mode").click()
    for step in result.solution.steps:
        move: Any = step.move
        tap_objects(page, narrator.label_move(move), move.arguments)
        assert read_status(page).startswith(f"{narrator.label_move(move)}.")
    assert "You reached the goal after" in read_status(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


@pytest.mark.parametrize("name", draw_cases(TASKS, 3))
def test_cards_show_every_object_once_without_overlap(name: str, show: OpenPage) -> None:
    page = show(solve_by_breadth_first_search(make_bare_task(name)).render("html"), 375, 812)
    page.locator("#play-mode").click()
    instance: Any = instantiate(load(name), TASKS[name])
    domain, problem = instance.syntax_trees
    shown = page.locator("#network button").all_inner_texts()
    assert sorted(shown) == sorted(one.name.replace("-", " ") for one in (*domain.constants, *problem.objects))
    boxes = [box for one in page.locator("#network button").all() if (box := one.bounding_box())]
    assert len(boxes) == len(shown)
    assert min(min(box["width"], box["height"]) for box in boxes) >= 40
    for number, one in enumerate(boxes):
        for other in boxes[:number]:
            apart = (
                one["x"] >= other["x"] + other["width"]
                or other["x"] >= one["x"] + one["width"]
                or one["y"] >= other["y"] + other["height"]
                or other["y"] >= one["y"] + one["height"]
            )
            assert apart
    assert find_accessibility_violations(page) == []
    check_contrasts(page, 8)


def test_blocks_are_nested_and_new_facts_are_marked(show: OpenPage) -> None:
    """Block c is on block a at the start; afterwards, it stands on the table."""
    page = show(solve_by_breadth_first_search(make_bare_task("blocks")).render("html"))
    page.locator("#play-mode").click()
    inside = page.locator(".object .object")
    assert [one.split("\n")[0] for one in inside.all_inner_texts()] == ["block c"]
    assert page.locator(".badge.new").count() == 0
    page.get_by_role("button", name="Unstack block c from block a").click()
    assert inside.count() == 0
    assert sorted(page.locator(".badge.new").all_inner_texts()) == ["clear", "on table"]


def test_escape_shows_all_moves_again(show: OpenPage) -> None:
    page = show(solve_by_breadth_first_search(make_bare_task("hanoi")).render("html"))
    page.locator("#play-mode").click()
    every = page.locator("#choices button").filter(visible=True).count()
    page.locator("#network").get_by_role("button", name="disc 1").click()
    assert read_status(page) == "Disc 1: 2 moves."
    page.locator("#network").get_by_role("button", name="peg 1").click()
    assert read_status(page) == "Peg 1: no move is possible now."
    page.keyboard.press("Escape")
    assert page.locator("#choices button").filter(visible=True).count() == every == 2
    assert page.locator("#network [aria-pressed=true]").count() == 0


def test_watching_moves_the_cards_of_a_table_of_states(show: OpenPage) -> None:
    """The cargo lies two lanes from the start and a third lane from its goal, so that all fuel is burned in 5 actions."""
    result = solve_by_breadth_first_search(make_islands())
    assert result.solution is not None
    assert len(result.solution.steps) == 5
    page = show(result.render("html"))
    assert page.evaluate(CARDS_SCRIPT) == describe_islands(result.solution.initial)
    for step in result.solution.steps:
        page.locator("#forward").click()
        assert read_status(page) == f"{step.number}. {step}"
        assert page.evaluate(CARDS_SCRIPT) == describe_islands(step.state)
    assert page.locator("#network button").count() == 0
    assert describe_islands(result.solution.final)["ferry"] == ["far", "fuel: 0"]


def test_table_of_states_is_played_on_the_same_cards(show: OpenPage) -> None:
    result = solve_by_breadth_first_search(make_islands())
    assert result.solution is not None
    narrator, page = narrator_of(make_islands()), show(result.render("html"), 375, 812)
    page.locator("#play-mode").click()
    page.get_by_text("The state in words").click()
    assert (
        page.locator("#lines dt", has_text="Fuel ferry").or_(page.locator("#lines dt", has_text="fuel ferry")).count()
        == 1
    )
    for step in result.solution.steps:
        move: Any = step.move
        tap_objects(page, narrator.label_move(move), move.arguments)
        assert page.evaluate(CARDS_SCRIPT) == describe_islands(step.state)
    assert "You reached the goal after" in read_status(page)


def test_task_that_is_too_large_to_play_is_watched_on_cards(show: OpenPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_data, "MAX_ACTIONS", 0)
    monkeypatch.setattr(page_table, "MAX_STATES", 2)
    result = solve_by_breadth_first_search(make_islands())
    assert result.solution is not None
    page = show(result.render("html"))
    assert page.locator("#play-mode").count() == 0
    page.keyboard.press("End")
    assert page.evaluate(CARDS_SCRIPT) == describe_islands(result.solution.final)
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(CARDS_SCRIPT) == describe_islands(result.solution.steps[-1].before)


@pytest.mark.parametrize("width", [375, 1280])
def test_roads_join_their_places_and_touch_no_other(width: int, show: OpenPage) -> None:
    page = show(solve_by_breadth_first_search(make_islands()).render("html"), width, 812)
    lanes = page.evaluate(ROADS_SCRIPT)
    assert sorted(sorted(first + last) for first, last, _, _ in lanes) == [
        ["east", "far"], ["east", "north"], ["east", "south"], ["north", "west"], ["south", "west"],
    ]  # fmt: skip
    assert all(met == sorted(first + last) for first, last, met, _ in lanes)
    assert {tips for *_, tips in lanes} == {1}, "only the lane to the far port has a direction"
    assert page.locator(".key").inner_text().strip() == "lane"
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_places_named_by_squares_stand_on_them(show: OpenPage) -> None:
    domain = """(define (domain walk) (:predicates (at-robot ?x) (conn ?x ?y) (seen ?x)) (:action go :parameters (?x ?y)
      :precondition (and (at-robot ?x) (conn ?x ?y)) :effect (and (not (at-robot ?x)) (at-robot ?y) (seen ?y))))"""
    squares = [(x, y) for x in range(3) for y in range(2)]
    near = [
        (one, other) for one in squares for other in squares if abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
    ]
    facts = " ".join(f"(conn f{a}-{b} f{c}-{d})" for (a, b), (c, d) in near)
    names = " ".join(f"f{x}-{y}" for x, y in squares)
    problem = (
        f"(define (problem six) (:domain walk) (:objects {names}) (:init (at-robot f0-0) {facts}) (:goal (seen f2-1)))"
    )
    task = make_model_instance(Source(domain, "domain.pddl"), Source(problem, "p01.pddl"))
    page = show(solve_by_breadth_first_search(task).render("html"))
    boxes = {
        (x, y): page.locator(f".map > [data-card='{number}']").bounding_box() for number, (x, y) in enumerate(squares)
    }
    middles = {at: (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for at, box in boxes.items() if box}
    assert len(middles) == 6
    for (x, y), (left, top) in middles.items():
        for (other_x, other_y), (other_left, other_top) in middles.items():
            assert (x < other_x) == (left < other_left - 20)
            assert (y < other_y) == (top < other_top - 20)
    assert page.locator(".badge.here").all_inner_texts() == ["at robot"]


def test_watched_cards_are_accessible(show: OpenPage) -> None:
    page = show(solve_by_breadth_first_search(make_islands()).render("html"), 375, 812)
    page.locator("#forward").click()
    assert page.locator(".badge.new").count() >= 1
    assert find_accessibility_violations(page) == []
    check_contrasts(page, 8)
