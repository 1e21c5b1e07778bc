"""Solution pages and drawings in Chromium: the visible positions match the replay."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from budget import draw_cases, pair_values
from page_checks import OpenPage, check_contrasts, check_scroll_hints
from sample_results import (
    ReplayedStep,
    find_places_at_start,
    list_replayed_steps,
    make_crowd_result,
    make_hostile_result,
    make_torch_result,
    make_two_torches_result,
    solve_crossing,
)
from support import make_instance

from ferryplan import load
from ferryplan.generator.families import instantiate_smallest
from ferryplan.planner.questions.variants import nearest_variants
from ferryplan.planner.result import Proof, Result

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

CASES: dict[str, Callable[[], Result]] = {
    "farmer": lambda: solve_crossing(make_instance("wolf-goat-cabbage")),
    "couples": lambda: solve_crossing(make_instance("jealous-couples", couples=3, capacity=2)),
    "island": lambda: solve_crossing(make_instance("jealous-couples", couples=3, capacity=2, islands=1, bypass=False)),
    "archipelago": lambda: solve_crossing(
        make_instance("jealous-couples", couples=1, capacity=2, islands=10, bypass=False)
    ),
    "family": lambda: solve_crossing(make_instance("family", capacity=2)),
    "torch": make_torch_result,
    "torches": make_two_torches_result,
    "crowd": make_crowd_result,
}
NAMED = [name for name in CASES if name != "crowd"]


@functools.cache
def result_of(case: str) -> Result:
    return CASES[case]()


SEEN = """() => {
  const within = (inner, outer) => {
    const mine = inner.getBoundingClientRect(), its = outer.getBoundingClientRect();
    return mine.width > 8 && mine.left >= its.left && mine.right <= its.right && mine.top >= its.top && mine.bottom <= its.bottom;
  };
  const stage = document.querySelector(".stage");
  const inside = (token, box) => within(token, box) && within(token, stage);
  const gap = (boat, place) => {
    const mine = boat.getBoundingClientRect(), its = place.getBoundingClientRect();
    return Math.max(0, its.left - mine.right, mine.left - its.right) + Math.max(0, its.top - mine.bottom, mine.top - its.bottom);
  };
  const touches = (one, other) => {
    const mine = one.getBoundingClientRect(), its = other.getBoundingClientRect();
    return its.left >= mine.right || mine.left >= its.right || its.top >= mine.bottom || mine.top >= its.bottom;
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const tokens = all(".stage .token");
  const names = (box) => tokens.filter((token) => inside(token, box)).map((token) => token.textContent);
  return {
    places: Object.fromEntries(all(".place").map((box) => [box.dataset.place, names(box)])),
    aboard: all(".boat").flatMap(names),
    moored: all(".boat").map((boat) => all(".place").sort((one, other) => gap(boat, one) - gap(boat, other))[0].dataset.place),
    tokens: tokens.length,
    lost: all(".place, .boat").filter((part) => !within(part, stage)).length,
    overlaps: all(".place").flatMap((one, number) => all(".place").slice(number + 1).filter((other) => gap(one, other) === 0
      && !touches(one, other)).map((other) => [one.dataset.place, other.dataset.place])),
    said: document.querySelector("[role=status]").textContent,
    rows: all("tr[aria-current=step]").map((row) => row.rowIndex),
    slider: document.querySelector("#step")?.value,
    disabled: all("button:disabled").map((button) => button.id),
    width: document.documentElement.scrollWidth,
  };
}"""
"""JavaScript that returns the tokens drawn within each place or boat, and the text that the page shows beside them"""


def seen(page: Page) -> dict[str, Any]:
    return page.evaluate(SEEN)


def check(page: Page, number: int, steps: list[ReplayedStep], result: Result) -> None:
    """Assert that the page shows the step: the positions, the sentence, the table row and the slider."""
    places = steps[number - 1].places if number else find_places_at_start(result.instance)
    shown = seen(page)
    assert shown["places"] == places
    everyone = {traveller.name for traveller in result.instance.travellers}
    assert sorted(shown["aboard"]) == sorted(everyone - {name for names in places.values() for name in names})
    assert shown["tokens"] == len(everyone)
    assert (shown["lost"], shown["overlaps"]) == (0, [])
    if result.dialect != "temporal":
        home = result.instance.places[0].symbol
        assert shown["moored"] == [steps[number - 1].destination if number else home]
    assert (steps[number - 1].text if number else "At the start.") in shown["said"]
    assert shown["rows"] == [number + 1]
    assert shown["slider"] == str(number)
    assert shown["disabled"] == ["back"] * (number == 0) + ["forward"] * (number == len(steps))
    assert shown["width"] <= page.viewport_size["width"]


@pytest.mark.parametrize("case", draw_cases(NAMED, 3))
def test_page_shows_each_step_as_replayed(case: str, show: OpenPage) -> None:
    result = result_of(case)
    steps = list_replayed_steps(result)
    page = show(result.render("html"))
    for number in range(len(steps) + 1):
        check(page, number, steps, result)
        page.keyboard.press("ArrowRight")
    page.set_viewport_size({"width": 360, "height": 640})
    for number in range(len(steps), -1, -1):
        check(page, number, steps, result)
        page.keyboard.press("ArrowLeft")


def test_page_shows_many_travelers_as_counts(show: OpenPage) -> None:
    result = result_of("crowd")
    kinds = {traveller.name: traveller.kind for traveller in result.instance.travellers}
    page = show(result.render("html"), 360, 640)
    for step in [None, *list_replayed_steps(result)]:
        places = step.places if step else find_places_at_start(result.instance)
        if step:
            page.keyboard.press("ArrowRight")
        for place, shown in seen(page)["places"].items():
            counts = [sum(kinds[name] == kind for name in places[place]) for kind in ("missionary", "cannibal")]
            words = [("missionary", "missionaries"), ("cannibal", "cannibals")]
            assert shown == [f"{count} {told[count != 1]}" for count, told in zip(counts, words, strict=True) if count]
        assert seen(page)["width"] <= 360


def test_buttons_step_forward_and_back(show: OpenPage) -> None:
    result = result_of("farmer")
    page = show(result.render("html"), 360, 640)
    for name, number in [("Forward", 1), ("Forward", 2), ("Back", 1)]:
        page.get_by_role("button", name=name).click()
        check(page, number, list_replayed_steps(result), result)
    assert page.get_by_role("status").get_attribute("aria-live") == "polite"


def test_keyboard_slider_and_table_rows_change_the_step(show: OpenPage) -> None:
    result = result_of("farmer")
    steps = list_replayed_steps(result)
    page = show(result.render("html"))
    keys = {"ArrowRight": [1, 2], "ArrowLeft": [1, 0, 0], "End": [7], "Home": [0]}
    for key, number in [(key, number) for key, numbers in keys.items() for number in numbers]:
        page.keyboard.press(key)
        check(page, number, steps, result)
    page.locator("#step").fill("4")
    check(page, 4, steps, result)
    page.locator("#step").focus()
    page.keyboard.press("ArrowRight")
    check(page, 5, steps, result)
    assert steps[4].text in str(page.locator("#step").get_attribute("aria-valuetext"))
    page.locator("tbody tr").nth(2).click()
    check(page, 2, steps, result)
    page.keyboard.press("Control+ArrowRight")
    check(page, 2, steps, result)


def test_table_rows_and_scrolling_work_by_keyboard(show: OpenPage) -> None:
    result = result_of("couples")
    steps = list_replayed_steps(result)
    page = show(result.render("html"))
    page.locator("#step").focus()
    page.keyboard.press("Tab")  # moves the focus to the table, which can scroll
    for _ in range(4):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    check(page, 3, steps, result)
    page.keyboard.press("Tab")
    page.keyboard.press(" ")
    check(page, 4, steps, result)
    check_scroll_hints(page, is_wide_on_phone=True)
    page.set_viewport_size({"width": 375, "height": 700})
    page.locator(".scroll.wide").focus()
    page.keyboard.press("ArrowRight")  # scrolls the table and does not step
    page.wait_for_function("() => document.querySelector('.scroll').scrollLeft > 0")
    assert seen(page)["slider"] == "4"


def test_play_button_and_space_start_and_pause_playback(show: OpenPage) -> None:
    result = result_of("farmer")
    steps = list_replayed_steps(result)
    page = show("<p>", anew=True)
    page.clock.install(time=0)
    Path(page.url.removeprefix("file://")).write_text(result.render("html"))
    play = page.locator("#play")
    for number, start_playing in enumerate(
        (play.click, lambda: play.press(" "), lambda: page.keyboard.press(" ")), start=1
    ):
        page.reload()
        page.clock.pause_at(number * 1_000_000)
        start_playing()
        check(page, 1, steps, result)
        assert play.inner_text() == "Pause"
    page.clock.run_for(2 * 2600 + 10)
    check(page, 3, steps, result)
    page.keyboard.press(" ")
    assert play.inner_text() == "Play"
    page.clock.run_for(60_000)
    check(page, 3, steps, result)
    play.click()
    page.clock.run_for(60_000)
    check(page, 7, steps, result)
    assert play.inner_text() == "Play"
    play.click()
    check(page, 0, steps, result)
    assert play.inner_text() == "Pause"


WATCH = """() => {
  window.sailed = [];
  const stage = document.querySelector(".stage"), boats = [...document.querySelectorAll(".boat")];
  const note = () => {
    const sailing = boats.filter((boat) => boat.getAnimations().length);
    const aboard = sailing.flatMap((boat) => [...boat.querySelectorAll(".token")]).map((token) => token.textContent);
    if (stage.dataset.moving === "sailing") window.sailed.push(aboard);
  };
  new MutationObserver(note).observe(stage, {attributes: true, attributeFilter: ["data-moving"]});
}"""
"""JavaScript that records the tokens in the moving boats whenever a boat starts to move"""


BRIDGE = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [bridge, torch, near, far] = [".bridge .lanes", ".torch", "[data-place=near-side]", "[data-place=far-side]"].map(box);
  const spans = innerWidth > 640 ? [bridge.left - near.right, bridge.right - far.left] : [bridge.top - near.bottom, bridge.bottom - far.top];
  const isOnIt = [".torch", ".boat .token"].filter((one) => document.querySelector(one)).map(box).every((one) =>
    one.left >= bridge.left && one.right <= bridge.right && one.top >= bridge.top && one.bottom <= bridge.bottom);
  return { gap: Math.max(...spans.map(Math.abs)), isOnIt, hulls: document.querySelectorAll(".hull").length };
}"""
"""how far the ends of the bridge are from the two sides, whether the torch and a walker are on it, and the number of hulls"""


@pytest.mark.parametrize("width", [375, 1280])
def test_walkers_cross_a_bridge_with_a_torch(width: int, show: OpenPage) -> None:
    page = show(result_of("torch").render("html"), width)
    for step in range(3):
        assert page.evaluate(BRIDGE) == {"gap": 0, "isOnIt": True, "hulls": 0}, step
        page.get_by_role("button", name="Forward").click()
    page.locator("#play-mode").click()
    for name in "AB":
        page.locator(".stage").get_by_role("button", name=name, exact=True).click()
    assert page.evaluate(BRIDGE) == {"gap": 0, "isOnIt": True, "hulls": 0}
    assert page.locator("#said").inner_text() == "On the bridge: A, B."
    check_contrasts(page)
    page = show(result_of("farmer").render("html"))
    assert page.locator(".hull").count() == 1
    assert page.locator(".bridge, .torch").count() == 0


@pytest.mark.parametrize("case", ["farmer", "torches"])
def test_boat_is_animated_with_its_load_both_ways(case: str, show: OpenPage) -> None:
    """With animation, the boat moves forward and backward.

    The passengers are in the boat while it sails, and the page matches the replay when it rests.
    """
    result = result_of(case)
    steps = list_replayed_steps(result)
    home = result.instance.places[0].symbol
    aboard = {*find_places_at_start(result.instance)[home]} - {*steps[0].places[home]}
    page = show(result.render("html"), 400, 500, motion="no-preference")
    page.context.new_cdp_session(page).send("Animation.setPlaybackRate", {"playbackRate": 5})
    page.evaluate(WATCH)
    for number, key in ((1, "ArrowRight"), (0, "ArrowLeft")):
        page.keyboard.press(key)
        assert (steps[0].text if number else "At the start.") in seen(page)["said"]
        page.locator(".stage:not([data-moving])").wait_for()
        check(page, number, steps, result)
    assert [sorted(load) for load in page.evaluate("() => window.sailed")] == [sorted(aboard)] * 2
    for _ in steps:  # presses keys faster than the animation
        page.keyboard.press("ArrowRight")
    page.locator(".stage:not([data-moving])").wait_for()
    check(page, len(steps), steps, result)


@pytest.mark.parametrize(("case", "form"), pair_values(["family", "torches"], ["html", "svg", "timeline"]))
def test_text_contrast_suffices_in_light_and_dark_mode(case: str, form: str, show: OpenPage) -> None:
    text = result_of(case).render(form)
    page = show(text if form == "html" else f"<!doctype html><body style='margin:0'>{text}", 1400, 6000)
    if form == "html":
        page.keyboard.press("ArrowRight")
    check_contrasts(page)


@pytest.mark.parametrize(
    ("form", "case"),
    [
        ("svg", "hostile"),
        ("timeline", "hostile"),
        ("svg", "island"),
        ("timeline", "family"),
        ("svg", "torches"),
        ("timeline", "couples"),
    ],
)
def test_texts_fit_inside_svg_drawings(case: str, form: str, show: OpenPage, tmp_path: Path) -> None:
    result = make_hostile_result(tmp_path) if case == "hostile" else result_of(case)
    page = show(f"<!doctype html><body style='margin:0'>{result.render(form)}", 4000, 4000)
    outside = page.evaluate(
        """() => {
          const sheet = document.querySelector("svg").getBoundingClientRect();
          const within = (inner, outer) => inner.left >= outer.left && inner.right <= outer.right
            && inner.top >= outer.top && inner.bottom <= outer.bottom;
          const texts = [...document.querySelectorAll("svg text")].filter((text) => text.textContent
            && !within(text.getBoundingClientRect(), sheet));
          const tokens = [...document.querySelectorAll(".fp-token")].filter((token) =>
            !within(token.querySelector("text").getBoundingClientRect(), token.querySelector("rect").getBoundingClientRect()));
          return [...texts, ...tokens].map((one) => one.textContent);
        }"""
    )
    assert outside == []


def test_page_shows_hostile_texts_verbatim(show: OpenPage, tmp_path: Path) -> None:
    result = make_hostile_result(tmp_path)
    steps = list_replayed_steps(result)
    page = show(result.render("html", explain=True), 360, 640)
    for number in range(len(steps) + 1):
        check(page, number, steps, result)
        page.keyboard.press("ArrowRight")
    assert page.title() == result.instance.title.strip()
    assert page.locator("h1").inner_text() == result.instance.title.strip()
    assert result.instance.story in page.locator("main > p").first.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("draw", [repr, lambda shown: shown._repr_html_()], ids=["svg", "notebook"])
def test_hostile_texts_insert_no_elements_into_drawings(
    draw: Callable[[Any], str], show: OpenPage, tmp_path: Path
) -> None:
    result = make_hostile_result(tmp_path)
    text = "".join(result.render(form) for form in ("svg", "timeline")) if draw is repr else draw(result)
    text += (
        "" if draw is repr else draw(result.solution) + draw(result.instance) + draw(load(result.instance.reference))
    )
    page = show(f"<!doctype html><body>{text}")
    assert page.locator("script, img, i, b, body > title").count() == 0


def test_table_is_visible_without_javascript(show: OpenPage) -> None:
    result = result_of("farmer")
    page = show(result.render("html"), java_script_enabled=False)
    assert page.locator("tbody tr").count() == 8
    assert page.locator("tbody").is_visible()
    assert not page.locator(".player").is_visible()


def test_unsolvable_page_shows_verdict_start_and_relaxations(show: OpenPage) -> None:
    instance = make_instance("jealous-couples", couples=4, capacity=2)
    result = Result(
        instance, "unsolvable", "pyperplan", "strips", "named", proof=Proof(44, True, 4),
        variants=tuple(nearest_variants(load("jealous-couples"), instance, dict(instance.parameters))),
    )  # fmt: skip
    page = show(result.render("html"), 360, 640)
    told = page.locator(".verdict").inner_text()
    assert "There is no solution." in told
    assert "Capacity of the boat: 3 (9 crossings)" in told  # OEIS A356480
    assert "Number of married couples: 3 (11 crossings)" in told
    assert "--" not in told
    assert seen(page)["places"] == find_places_at_start(instance)
    assert page.locator("table, .watched").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_explained_page_lists_reasons_of_each_step(show: OpenPage) -> None:
    result = result_of("farmer")
    page = show(result.render("html", explain=True))
    data = json.loads(result.render("json", explain=True))
    assert page.locator("ol li").count() == 7
    assert data["steps"][0]["safe"][0] in page.locator("ol li").first.inner_text()


@pytest.mark.parametrize(
    ("puzzle", "parameters", "legend", "rules"),
    [
        ("bridge-torch", {}, ["walkers minutes: A 1, B 2, C 5, D 10"], ["A 1, B 2, C 5, D 10", "The torch counts as the boat"]),
        ("bridge-torch", {"paces": (2, 2)}, ["walkers 2 minutes"], ["A 2, B 2"]),
        ("bridge-torch", {"paces": tuple(range(1, 14))}, ["walkers minutes: 1–13"], ["A 1, B 2", "M 13"]),
        ("paid-oars", {}, ["missionaries 1 coin", "cannibals 3 coins"], ["M1 1", "C3 3", "never outnumber"]),
        ("weights", {}, ["travelers weight: A 2, B 2, C 1, D 1"], ["a weight of at most 2", "A 2, B 2, C 1, D 1"]),
        ("perishables", {}, [], ["After more than 2 crossings, the ice", "more than 4 crossings, the fish", "at most 9 crossings"]),
        ("wolf-goat-cabbage", {}, [], ["goat is not with the wolf", "cabbage is not with the goat", "carries at most"]),
    ],
)  # fmt: skip
def test_page_lists_rules_weights_times_and_fees(
    puzzle: str, parameters: dict[str, Any], legend: list[str], rules: list[str], show: OpenPage
) -> None:
    """The page tells all that a player must know; the numbers are those of the puzzle file."""
    page = show(Result(instantiate_smallest(load(puzzle), parameters), "unknown", "", "", "").render("html"), 375)
    assert [" ".join(text.split()) for text in page.locator(".legend li").all_inner_texts()] == legend
    listed = " ".join(page.locator(".rules li").all_inner_texts())
    assert [rule for rule in rules if rule not in listed] == []
