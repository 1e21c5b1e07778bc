"""The page and the drawings, looked at in Chromium: what is seen is what the replay says."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pages import Open, check_contrasts, check_hints
from pictured import Said, crossed, crowd, hostile, said, scheduled, start, torch
from playwright.sync_api import Page
from support import make, thinned

from ferryplan import load
from ferryplan.planner.questions.variants import nearest_variants
from ferryplan.planner.result import Proof, Result

CASES: dict[str, Callable[[], Result]] = {
    "farmer": lambda: crossed(make("wolf-goat-cabbage")),
    "couples": lambda: crossed(make("jealous-couples", couples=3, capacity=2)),
    "island": lambda: crossed(make("jealous-couples", couples=3, capacity=2, islands=1, bypass=False)),
    "archipelago": lambda: crossed(make("jealous-couples", couples=1, capacity=2, islands=10, bypass=False)),
    "family": lambda: crossed(make("family", capacity=2)),
    "torch": torch,
    "torches": scheduled,
    "crowd": crowd,
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
"""who is seen within the bounds of which place or boat, as drawn, and what the page says beside it"""


def seen(page: Page) -> dict[str, Any]:
    return page.evaluate(SEEN)


def check(page: Page, number: int, steps: list[Said], result: Result) -> None:
    """That the page shows the step: who is where, the sentence, the row of the table, the slider."""
    places = steps[number - 1].places if number else start(result.instance)
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


@pytest.mark.parametrize("case", thinned([(case,) for case in NAMED], 2))
def test_each_step_shows_what_the_replay_says(case: str, show: Open) -> None:
    result = result_of(case)
    steps = said(result)
    page = show(result.render("html"))
    for number in range(len(steps) + 1):
        check(page, number, steps, result)
        page.keyboard.press("ArrowRight")
    page.set_viewport_size({"width": 360, "height": 640})
    for number in range(len(steps), -1, -1):
        check(page, number, steps, result)
        page.keyboard.press("ArrowLeft")


def test_a_crowd_is_shown_as_numbers(show: Open) -> None:
    result = result_of("crowd")
    kinds = {traveller.name: traveller.kind for traveller in result.instance.travellers}
    page = show(result.render("html"), 360, 640)
    for step in [None, *said(result)]:
        places = step.places if step else start(result.instance)
        if step:
            page.keyboard.press("ArrowRight")
        for place, shown in seen(page)["places"].items():
            counts = [sum(kinds[name] == kind for name in places[place]) for kind in ("missionary", "cannibal")]
            words = [("missionary", "missionaries"), ("cannibal", "cannibals")]
            assert shown == [f"{count} {told[count != 1]}" for count, told in zip(counts, words, strict=True) if count]
        assert seen(page)["width"] <= 360


def test_buttons(show: Open) -> None:
    result = result_of("farmer")
    page = show(result.render("html"), 360, 640)
    for name, number in [("Forward", 1), ("Forward", 2), ("Back", 1)]:
        page.get_by_role("button", name=name).click()
        check(page, number, said(result), result)
    assert page.get_by_role("status").get_attribute("aria-live") == "polite"


def test_keyboard_slider_and_table(show: Open) -> None:
    result = result_of("farmer")
    steps = said(result)
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


def test_rows_by_keyboard_and_a_table_that_scrolls(show: Open) -> None:
    result = result_of("couples")
    steps = said(result)
    page = show(result.render("html"))
    page.locator("#step").focus()
    page.keyboard.press("Tab")  # the table, which can be scrolled
    for _ in range(4):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    check(page, 3, steps, result)
    page.keyboard.press("Tab")
    page.keyboard.press(" ")
    check(page, 4, steps, result)
    check_hints(page, narrow=True)
    page.set_viewport_size({"width": 375, "height": 700})
    page.locator(".scroll.wide").focus()
    page.keyboard.press("ArrowRight")  # scrolls, and does not step
    page.wait_for_function("() => document.querySelector('.scroll').scrollLeft > 0")
    assert seen(page)["slider"] == "4"


@pytest.mark.parametrize("start_with", ["space", "button", "focused button"])
def test_play(start_with: str, show: Open) -> None:
    result = result_of("farmer")
    steps = said(result)
    page = show("<p>")
    page.clock.install(time=0)
    page.goto(page.url)
    Path(page.url.removeprefix("file://")).write_text(result.render("html"))
    page.reload()
    page.clock.pause_at(1_000_000)
    play = page.locator("#play")
    if start_with == "button":
        play.click()
    else:
        if start_with == "focused button":
            play.focus()
        page.keyboard.press(" ")
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
"""notes who is in the boats that move, whenever one begins to"""


@pytest.mark.parametrize("case", thinned([("farmer",), ("torches",)], 2))
def test_the_boat_is_seen_to_cross(case: str, show: Open) -> None:
    """With motion: both ways; those aboard are in the boat while it sails, and all is as the replay says when it rests."""
    result = result_of(case)
    steps = said(result)
    home = result.instance.places[0].symbol
    aboard = {*start(result.instance)[home]} - {*steps[0].places[home]}
    page = show(result.render("html"), motion="no-preference")
    page.evaluate(WATCH)
    for number, key in ((1, "ArrowRight"), (0, "ArrowLeft")):
        page.keyboard.press(key)
        assert (steps[0].text if number else "At the start.") in seen(page)["said"]
        page.locator(".stage:not([data-moving])").wait_for()
        check(page, number, steps, result)
    assert [sorted(load) for load in page.evaluate("() => window.sailed")] == [sorted(aboard)] * 2
    for _ in steps:  # faster than anything moves
        page.keyboard.press("ArrowRight")
    page.locator(".stage:not([data-moving])").wait_for()
    check(page, len(steps), steps, result)


@pytest.mark.parametrize("form", ["html", "svg", "timeline"])
@pytest.mark.parametrize("case", ["family", "torches"])
def test_contrast_in_light_and_dark(case: str, form: str, show: Open) -> None:
    text = result_of(case).render(form)
    page = show(text if form == "html" else f"<!doctype html><body style='margin:0'>{text}", 1400, 6000)
    if form == "html":
        page.keyboard.press("ArrowRight")
    check_contrasts(page)


@pytest.mark.parametrize(
    ("form", "case"),
    thinned(
        [
            (form, case)
            for form in ("svg", "timeline")
            for case in ("hostile", "island", "family", "torches", "couples")
        ],
        2,
    ),
)
def test_texts_of_the_drawings_fit(case: str, form: str, show: Open, tmp_path: Path) -> None:
    result = hostile(tmp_path) if case == "hostile" else result_of(case)
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


def test_hostile_texts_are_shown_as_they_are(show: Open, tmp_path: Path) -> None:
    result = hostile(tmp_path)
    steps = said(result)
    page = show(result.render("html", explain=True), 360, 640)
    for number in range(len(steps) + 1):
        check(page, number, steps, result)
        page.keyboard.press("ArrowRight")
    assert page.title() == result.instance.title.strip()
    assert page.locator("h1").inner_text() == result.instance.title.strip()
    assert result.instance.story in page.locator("main > p").first.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("draw", [repr, lambda shown: shown._repr_html_()], ids=["svg", "notebook"])
def test_hostile_drawings(draw: Callable[[Any], str], show: Open, tmp_path: Path) -> None:
    result = hostile(tmp_path)
    text = "".join(result.render(form) for form in ("svg", "timeline")) if draw is repr else draw(result)
    text += (
        "" if draw is repr else draw(result.solution) + draw(result.instance) + draw(load(result.instance.reference))
    )
    page = show(f"<!doctype html><body>{text}")
    assert page.locator("script, img, i, b, body > title").count() == 0


def test_without_scripts_there_is_the_table(show: Open) -> None:
    result = result_of("farmer")
    page = show(result.render("html"), java_script_enabled=False)
    assert page.locator("tbody tr").count() == 8
    assert page.locator("tbody").is_visible()
    assert not page.locator(".player").is_visible()


def test_without_a_plan_there_is_the_start_the_verdict_and_what_to_change_in_words(show: Open) -> None:
    instance = make("jealous-couples", couples=4, capacity=2)
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
    assert seen(page)["places"] == start(instance)
    assert page.locator("table, .watched").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_reasons(show: Open) -> None:
    result = result_of("farmer")
    page = show(result.render("html", explain=True))
    data = json.loads(result.render("json", explain=True))
    assert page.locator("ol li").count() == 7
    assert data["steps"][0]["safe"][0] in page.locator("ol li").first.inner_text()
