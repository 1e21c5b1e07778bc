"""Planning tasks, and any other small state space, tried on their page: by clicks and keys, and what the page's rules say in every state."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from classical_models import MODELS, explored
from pages import Open, check_contrasts, violations
from pictured import shortest
from playwright.sync_api import Page
from support import thinned
from trials import walked

from ferryplan import load
from ferryplan.generator.families import instantiate, state_space, teller_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.states import State
from ferryplan.generator.tasks.page_data import number_facts
from ferryplan.generator.tasks.pairs import pair
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.tasks.tableau import Stage
from ferryplan.planner.result import Result

CASES: dict[str, dict[str, Any]] = {
    "blocks": {}, "checkers": {"men": 2}, "elevator": {}, "ferry": {}, "gripper": {"balls": 3}, "hanoi": {"discs": 3}, "jugs": {}, "knights-swap": {},
    "lights-out": {"board": "*.*/.*./*.*"}, "pancakes": {"stack": (3, 1, 2)}, "peg-solitaire": {}, "sokoban": {},
    "deliveries": {"parcels": "depot farm"},
}  # fmt: skip
NUMERIC = """(define (domain tank) (:predicates (full)) (:functions (level))
 (:action fill :precondition (<= (level) 3) :effect (increase (level) 2))
 (:action spill :precondition (>= (level) 1) :effect (decrease (level) 1))
 (:action check :precondition (= (level) 3) :effect (full)))"""
TANK = "(define (problem tank1) (:domain tank) (:init (= (level) 0)) (:goal (full)))"


def explain_no_trial(puzzle: str, **parameters: Any) -> AnyInstance:
    return instantiate(load(puzzle), parameters)


def page_of(instance: AnyInstance) -> str:
    return Result(instance, "unknown", "", "", "").render("html")


SCENES = (
    "(states) => states.map((facts) => scene.scene(facts).map((tokens) => tokens.map((token) => tokenNames[token])))"
)
NAMES = """() => { window.tokenNames = [...document.querySelectorAll("template.token")].map(({ content }) =>
  [content.querySelector("text")?.textContent ?? "", content.querySelector("title")?.textContent ?? ""]); }"""


@pytest.mark.parametrize("case", thinned([(case,) for case in CASES], 4))
def test_the_rules_of_the_page_are_those_of_the_task(case: str, show: Open) -> None:
    """In every state the same actions, with what follows; what is said to be missing is what the state space says; the same things are seen at
    the same places; and the fewest moves are as many as in a model that knows no PDDL."""
    instance = explain_no_trial(case, **CASES[case])
    space, teller, numbers = TaskSpace(instance), teller_of(instance), {}
    page = show(page_of(instance))
    found = walked(page)
    numbers = {number: fact for fact, number in number_facts(space).items()}
    by_key, states = {one["state"]: one for one in found}, list[State]()
    for one in found:
        state = State(frozenset(numbers[number] for number in one["seen"]))
        states.append(state)
        expected = {(teller.label(move), after.facts) for move, after in space.moves(state)}
        after = {(move["label"], move["to"]) for move in one["moves"]}
        assert {(label, frozenset(numbers[number] for number in by_key[to]["seen"])) for label, to in after} == expected
        assert one["goal"] == space.is_goal(state)
    for one, state in [*zip(found, states, strict=True)][:40]:
        told = {(teller.label(move), space.breach(state, move)) for move in space.candidates(state)}
        for stop in one["stops"]:
            why = {breach.found for label, breach in told if label == stop["label"] and breach}
            assert stop["found"] in why or all(one.startswith("(forall") for one in why)
    assert states[0] == space.initial
    parameters = {name: value for name, value in instance.parameters if name in MODELS[case].__code__.co_varnames}
    best = found[0]["best"]
    assert (None if best is None else len(best)) == explored(MODELS[case](**parameters)).optimum
    page.evaluate(NAMES)
    stage = Stage(instance)
    seen = page.evaluate(SCENES, [one["seen"] for one in found])
    assert seen == [
        [[[token.label, token.name] for token in here] for here in stage.scene(state).values()] for state in states
    ]


def said(page: Page) -> str:
    return page.locator("#said").inner_text()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


BOXES = """(board) => [...document.querySelectorAll(board + " .fp-token")].map((token) => {
  const box = token.getBoundingClientRect(), sheet = token.ownerSVGElement.getBoundingClientRect();
  return [token.textContent.trim(), box.x - sheet.x, box.y - sheet.y, box.width, box.height].map((one) => one.toFixed?.(1) ?? one).join();
}).sort()"""


@pytest.mark.parametrize("puzzle", thinned([(name,) for name in ("sliding-tiles", "hanoi", "gripper", "sokoban")], 2))
def test_things_stand_where_they_are_watched(puzzle: str, show: Open) -> None:
    page = show(shortest(explain_no_trial(puzzle)).render("html"))
    watched = page.evaluate(BOXES, ".board.watched:not([hidden])")
    press(page, "Play it yourself")
    assert page.evaluate(BOXES, ".board.attempt") == watched
    assert watched
    page.locator("#shortest").click()
    for text in page.locator("#way li").all_inner_texts():
        page.get_by_role("button", name=text.removesuffix("."), exact=True).click()
    assert said(page).endswith("No solution is shorter.")
    tried = page.evaluate(BOXES, ".board.attempt")
    press(page, "Watch the solution")
    page.keyboard.press("End")
    assert page.evaluate(BOXES, ".board.watched:not([hidden])") == tried


@pytest.mark.parametrize("width", [1000, 375])
def test_hanoi_by_keys(width: int, show: Open) -> None:
    page = show(shortest(explain_no_trial("hanoi", discs=2)).render("html"), width, 700)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert said(page) == "At the start. Your turn."
    page.get_by_text("Moves that are not allowed here, and why").click()
    assert "Disc 2 moves from peg 1 onto peg 2: something is on disc 2." in page.locator("#stops li").all_inner_texts()
    page.locator("#choices button").first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert said(page) == "Disc 1 moves from disc 2 onto peg 3."
    assert page.evaluate("document.activeElement.parentElement.id") == "choices"
    page.get_by_text("The state in words").click()
    assert page.locator("#lines").inner_text() == "on\ndisc 1 is on peg 3, disc 2 is on peg 1"
    press(page, "Undo")
    press(page, "Hint")
    assert said(page) == "The best solution from here takes 3 actions. Next move: Disc 1 moves from disc 2 onto peg 2."
    for name in (
        "Disc 1 moves from disc 2 onto peg 2",
        "Disc 2 moves from peg 1 onto peg 3",
        "Disc 1 moves from peg 2 onto disc 2",
    ):
        press(page, name)
    assert said(page).endswith("You reached the goal after 3 actions. No solution is shorter.")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.slow
def test_a_hint_among_181440_states(show: Open) -> None:
    """8 6 7 / 2 5 4 / 3 _ 1 is one of the two positions that are 31 moves away (Reinefeld, IJCAI 1993)."""
    page = show(page_of(explain_no_trial("sliding-tiles", board="8 6 7/2 5 4/3 _ 1", goal="1 2 3/4 5 6/7 8 _")))
    assert page.locator("#count").inner_text() == "0 actions so far."
    press(page, "Hint")
    assert said(page).startswith("The best solution from here takes 31 actions.")


def test_numbers_are_told_as_lines(show: Open, tmp_path: Path) -> None:
    domain, problem = tmp_path / "domain.pddl", tmp_path / "p01.pddl"
    domain.write_text(NUMERIC)
    problem.write_text(TANK)
    page = show(page_of(instantiate(pair(str(problem), str(domain)), {})))
    press(page, "Fill")
    assert "level\n2" in page.locator("#lines").inner_text()


def test_a_family_that_only_has_states(show: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    instance = instantiate(load(str(Path(__file__).parent.parent / "jugs" / "jugs.toml")), {})
    page = show(page_of(instance))
    page.locator("#hint").click()
    assert "The best solution from here takes " in said(page)
    found = walked(page)
    space = state_space(instance)
    assert len(found[0]["moves"]) == len([*space.moves(space.initial)])
    assert {len(stop["found"]) > 0 for one in found for stop in one["stops"]} == {True}
    assert violations(page) == []


@pytest.mark.parametrize("puzzle", ["hanoi", "lights-out", "gripper"])
def test_axe_finds_nothing_while_it_is_tried(puzzle: str, show: Open) -> None:
    page = show(page_of(explain_no_trial(puzzle)))
    for part in page.locator(".attempt summary").all():
        part.click()
    page.locator("#choices button").first.click()
    assert violations(page) == []
    check_contrasts(page)
