"""Play pages of planning tasks without a picture: objects as cards with their facts, which narrow the moves down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from budget import draw_cases
from page_checks import OpenPage, check_contrasts, find_accessibility_violations
from play_pages import read_status
from sample_results import solve_by_breadth_first_search

from ferryplan import load
from ferryplan.generator.families import instantiate, narrator_of
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.pddl_puzzles import make_model_instance

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

TASKS: dict[str, dict[str, Any]] = {
    "blocks": {}, "checkers": {"men": 2}, "elevator": {"origins": (2,), "destinations": (4,)}, "gripper": {"balls": 2}, "hanoi": {"discs": 2},
    "knights-swap": {}, "logistics": {"origins": (2, 4), "destinations": (3, 1)}, "sliding-tiles": {},
}  # fmt: skip


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
