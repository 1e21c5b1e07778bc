"""The tools of the web site in Chromium: the playground, the model check, the puzzle editor and new puzzles."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
import runtime
import site_build
from known_questions import BEST
from page_checks import check_contrasts, find_accessibility_violations
from site_server import open_site, serve_folder

from ferryplan import domains, generate, load, puzzles

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Frame, Page

pytestmark = pytest.mark.browser

FIND_WRAPPED_LINE = """(box) => {
  const lines = box.textContent.trimEnd().split("\\n"), range = document.createRange();
  const one = parseFloat(getComputedStyle(box).lineHeight);
  let offset = 0;
  for (const [number, line] of lines.entries()) {
    const node = box.firstChild;
    range.setStart(node, offset);
    range.setEnd(node, offset + line.length);
    if (number && range.getBoundingClientRect().height > 1.5 * one) return line;
    offset += line.length + 1;
  }
  return null;
}"""
"""returns the first line after the command that needs more than one line of its box, or null"""
ANSWER_TIMEOUT = 240_000
"""milliseconds: Python starts in a few seconds, and on a busy machine in many"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of the site: as `site/build.py` has built it, or built now."""
    with serve_folder(site_build.find_or_build(tmp_path_factory)) as found:
        yield found


@pytest.fixture
def playground(browser: Browser, address: str) -> Iterator[Page]:
    with open_site(browser, address, viewport={"width": 1280, "height": 900}) as page:
        page.goto(f"{address}playground.html")
        page.wait_for_selector("body[data-began]")
        yield page


def ask(page: Page, button: str) -> str:
    """Press a button and return the text of the answer."""
    page.evaluate("delete document.body.dataset.answered")
    page.locator(f"#{button}").click()
    page.wait_for_selector("body[data-answered]", timeout=ANSWER_TIMEOUT)
    return page.locator("#answer-text").inner_text()


def write(page: Page, part: str, text: str) -> None:
    """Replace the text of an editor as a person does."""
    page.locator(f"#{part}-tab").click()
    page.locator(f"#{part} .cm-content").fill(text)


def test_playground_shows_its_example_before_python_is_loaded(playground: Page) -> None:
    assert "(define (domain wolf-goat-cabbage" in playground.locator("#domain .cm-content").inner_text()
    assert playground.evaluate("document.body.dataset.python") is None, "Python starts on the first need"


def test_playground_solves_explains_draws_and_searches(playground: Page) -> None:
    """The farmer needs seven crossings; the STRIPS model of the example takes three actions for each."""
    pddl = generate("wolf-goat-cabbage", dialect="adl")
    write(playground, "domain", pddl.domain)
    write(playground, "problem", pddl.problem)
    assert "7 crossings" in ask(playground, "solve")
    frame = playground.frame_locator("#answer iframe")
    assert frame.locator("h1").count() == 1
    assert re.search(r"There is a solution \(7 (actions|crossings)\)", ask(playground, "why"))
    assert "graph.html" in ask(playground, "graph")
    assert frame.locator("#graph .state").count() == 10, "Pressman and Singmaster 1989: ten safe states"
    assert "7 actions" in ask(playground, "search")
    playground.locator("#plan-tab").click()
    assert playground.locator("#plan .cm-content").inner_text().count("(cross-") == 7, "the plan that was found"
    assert "valid: 7 crossings" in ask(playground, "validate")
    assert playground.evaluate("document.body.dataset.answered") == "0"
    assert ask(playground, "narrate").count("\n") > 7


def show_frame(page: Page) -> Frame:
    """Scroll to the frame of the answer, and return it when it is as high as its page.

    Chromium stops drawing a frame that is out of view; its scripts wait meanwhile.
    """
    shown = page.locator("#answer iframe")
    shown.scroll_into_view_if_needed()
    frame = shown.element_handle().content_frame()
    frame.wait_for_function("Math.abs(document.documentElement.getBoundingClientRect().height - innerHeight) <= 1")
    return frame


@pytest.mark.parametrize("width", [375, 1280])
def test_answers_fit_their_box_and_frames_their_content(width: int, browser: Browser, address: str) -> None:
    """Commands get the width of the box, and a frame is as high as the page in it, so only the whole page scrolls."""
    with open_site(browser, address, viewport={"width": width, "height": 812}) as page:
        page.goto(f"{address}puzzle.html")
        page.wait_for_selector("body[data-began]")
        page.locator("#example").select_option("sudoku")
        page.locator("#undo").wait_for()
        said = ask(page, "play")
        assert "written." not in said
        assert "planner" not in said
        text = page.locator("#answer-text")
        assert text.evaluate(FIND_WRAPPED_LINE) is None
        assert text.evaluate("(box) => box.scrollWidth <= box.clientWidth")
        top = page.locator("#answer").bounding_box()["y"]
        assert -1 < top < 812, "the head of the answer is in view"
        frame = show_frame(page)
        assert frame.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if width == 375:
            assert frame.evaluate("innerWidth") == width


def test_frame_with_a_graph_does_not_grow_without_end(playground: Page) -> None:
    """The map of a graph has a share of the window as its height: of the window of the page, not of the frame."""
    ask(playground, "graph")
    frame = show_frame(playground)
    assert frame.evaluate("document.querySelector('.view').getBoundingClientRect().height") < 900


def test_plan_that_was_found_goes_when_there_is_none(playground: Page) -> None:
    """Nothing reaches c from a; a plan that a person has written stays."""
    domain = """(define (domain roads) (:predicates (at ?x) (road ?x ?y))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (and (at ?y) (not (at ?x)))))"""
    problem = "(define (problem way) (:domain roads) (:objects a b c) (:init (at a) (road a b)) (:goal (at b)))"
    write(playground, "domain", domain)
    write(playground, "problem", problem)
    said = ask(playground, "solve")
    assert "written." not in said
    playground.locator("#plan-tab").click()
    plan = playground.locator("#plan .cm-content")
    assert "(go a b)" in plan.inner_text()
    write(playground, "problem", problem.replace("(:goal (at b))", "(:goal (at c))"))
    said = ask(playground, "solve")
    assert "There is no solution" in said
    assert "written." not in said
    playground.locator("#plan-tab").click()
    assert plan.inner_text().strip() == ""
    write(playground, "plan", "(go b c)")
    ask(playground, "solve")
    assert "(go b c)" in plan.inner_text()


def test_solve_tells_mistakes_in_the_words_of_the_findings(playground: Page) -> None:
    write(playground, "problem", generate("hanoi", discs=2).problem)
    write(playground, "domain", generate("hanoi", discs=2).domain.rstrip().removesuffix(")"))
    finding = playground.locator("#findings .finding").first
    said = ask(playground, "solve")
    finding.wait_for(timeout=ANSWER_TIMEOUT)
    assert said.splitlines() == playground.locator("#findings li.error .finding").all_inner_texts()


def test_undo_brings_back_what_an_example_replaced(playground: Page, browser: Browser, address: str) -> None:
    write(playground, "domain", "(define (domain mine))")
    domain, undo = playground.locator("#domain .cm-content"), playground.get_by_role("button", name="Undo", exact=True)
    assert not undo.is_visible()
    playground.locator("#example").select_option("hanoi")
    undo.click()
    assert domain.inner_text().strip() == "(define (domain mine))"
    undo.click()
    assert "(define (domain hanoi)" in domain.inner_text(), "pressed again, it brings the example back"
    with open_site(browser, address) as page:
        page.goto(f"{address}puzzle.html")
        page.wait_for_selector("body[data-began]")
        page.locator("#puzzle .cm-content").fill("# mine")
        page.locator("#example").select_option("sudoku")
        page.get_by_role("button", name="Undo", exact=True).click()
        assert page.locator("#puzzle .cm-content").inner_text().strip() == "# mine"


def test_playground_marks_a_typo_and_mends_it(playground: Page) -> None:
    pddl = generate("hanoi", discs=3)
    write(playground, "problem", pddl.problem)
    write(playground, "domain", pddl.domain.replace("(clear ?disc) (on ?disc", "(claer ?disc) (on ?disc"))
    finding = playground.locator("#findings li", has_text="'claer' is not declared")
    finding.wait_for(timeout=ANSWER_TIMEOUT)
    assert playground.locator("#domain .cm-lintRange-error").count() >= 1
    finding.locator(".fix").click()
    playground.wait_for_selector("body[data-findings='0']", timeout=ANSWER_TIMEOUT)
    assert playground.locator("#checked").inner_text() == "No mistakes found."
    assert "claer" not in playground.locator("#domain .cm-content").inner_text()


def test_playground_link_carries_the_texts(playground: Page, browser: Browser, address: str) -> None:
    pddl = generate("hanoi", discs=2)
    write(playground, "domain", pddl.domain)
    write(playground, "problem", pddl.problem)
    playground.locator("#share").click()
    playground.wait_for_url(re.compile("#.{100}"))
    with open_site(browser, address) as page:
        page.goto(playground.url)
        page.wait_for_selector("body[data-began]")
        assert "(define (domain hanoi)" in page.locator("#domain .cm-content").inner_text()
    with open_site(browser, address) as page:
        page.goto(f"{address}playground.html#damaged")
        page.wait_for_selector("body[data-began]")
        assert "The link is damaged" in page.locator("#answer-text").inner_text()


def test_stop_and_time_limit_end_a_search(playground: Page) -> None:
    """The goal of 40 switches that cannot be reached needs 2^40 states."""
    domain = """(define (domain d) (:requirements :strips :typing :negative-preconditions) (:types switch)
      (:predicates (lit ?x - switch) (never)) (:action on :parameters (?x - switch) :precondition (not (lit ?x)) :effect (lit ?x))
      (:action off :parameters (?x - switch) :precondition (lit ?x) :effect (not (lit ?x)))
      (:action end :parameters (?x - switch) :precondition (and (lit ?x) (not (lit ?x))) :effect (never)))"""
    problem = f"(define (problem p) (:domain d) (:objects {' '.join(f's{n}' for n in range(40))} - switch) (:init) (:goal (never)))"
    write(playground, "domain", domain)
    write(playground, "problem", problem)
    playground.locator("#search").click()
    playground.wait_for_selector("body[data-python=running]", timeout=ANSWER_TIMEOUT)
    playground.locator("#stop").click()
    playground.wait_for_selector("body[data-answered=stopped]")
    assert "stopped" in playground.locator("#answer-text").inner_text()
    assert "wolf" not in ask(playground, "why"), "Python starts anew"


def test_model_check_shows_what_a_wrong_model_allows(browser: Browser, address: str) -> None:
    """Without the rule about the goat and the cabbage, the farmer may leave them alone."""
    pddl = generate("wolf-goat-cabbage", dialect="adl")
    with open_site(browser, address, viewport={"width": 1280, "height": 900}) as page:
        page.goto(f"{address}model.html")
        page.wait_for_selector("body[data-began]")
        assert "cabbage" in page.locator("#story").inner_text()
        write(page, "domain", pddl.domain)
        write(page, "problem", pddl.problem)
        assert "equivalent" in ask(page, "check")
        page.reload()
        page.wait_for_selector("body[data-began]")
        assert "The wolf, the goat" in page.locator("#domain .cm-content").inner_text(), "the texts are still there"
        page.locator("#puzzle").select_option("fox-goose-beans")
        page.locator("#story", has_text="a fox").wait_for()


def test_puzzle_editor_reports_mistakes_and_shows_pddl(browser: Browser, address: str) -> None:
    text = load("wolf-goat-cabbage").to_toml()
    with open_site(browser, address, viewport={"width": 1280, "height": 900}) as page:
        page.goto(f"{address}puzzle.html")
        page.wait_for_selector("body[data-began]")
        page.locator("#puzzle .cm-content").fill(text.replace("[boat]", "[baot]"))
        page.locator("#findings li", has_text="baot").first.wait_for(timeout=ANSWER_TIMEOUT)
        page.locator("#puzzle .cm-content").fill(text)
        assert "(define (domain" in ask(page, "pddl")
        assert "7 crossings" in ask(page, "play")
        assert page.frame_locator("#answer iframe").get_by_role("button", name="Play it yourself").count() == 1


MISTAKES = {
    "no value": ('capacity = "capacity"', "capacity = "),
    "no quotation mark": ('plural = "wolves"', 'plural = "wolves'),
    "no puzzle file": (r"(?s).*", "hello"),
    "no keys": (r"(?s).*", "# nothing yet"),
    "unknown key": ("\\[boat\\]", "[baot]"),
    "unknown family": ('family = "crossing"', 'family = "crosing"'),
    "unknown name": ('"cabbage"\\]', '"cabage"]'),
    "wrong type": ('capacity = "capacity"', 'capacity = "two"'),
    "impossible number": ('capacity = "capacity"', "capacity = 0"),
    "negative count": ('name = "goat"', 'name = "goat"\ncount = -3'),
    "default out of range": ("default = 2", "default = 9"),
    "name twice": ('name = "cabbage"', 'name = "goat"'),
}
"""by kind of mistake: a pattern in the file of the wolf-goat-cabbage puzzle, and the text that replaces its first match"""
OF_COMMAND_LINE = re.compile(r"^(plan|puzzle\.toml):|(^| )--[a-z]|`plan ", re.MULTILINE)
"""words of the command line, which mean nothing on a page"""


def test_puzzle_editor_has_no_words_of_the_command_line(browser: Browser, address: str) -> None:
    """An answer to a file with mistakes is what the list below the editor says, and such a list is never empty."""
    text = domains.puzzle_files()["wolf-goat-cabbage"].read_text(encoding="utf-8")
    with open_site(browser, address, viewport={"width": 1280, "height": 900}) as page:
        page.goto(f"{address}puzzle.html")
        page.wait_for_selector("body[data-began]")
        editor = page.locator("#puzzle .cm-content")
        for kind, (pattern, instead) in MISTAKES.items():
            editor.fill(re.sub(pattern, instead, text, count=1))
            said = ask(page, "play")
            listed = page.locator("#findings li.error .finding").all_inner_texts()
            assert said.splitlines() == listed, kind
            assert listed, kind
            assert not OF_COMMAND_LINE.search(said), kind
            assert all(re.match(r"line \d+: ", one) for one in listed), kind
        editor.fill("")
        assert ask(page, "why").startswith("The file is empty.")
        page.locator("#checked", has_text="The file is empty.").wait_for(timeout=ANSWER_TIMEOUT)
        assert page.locator("#findings li").count() == 0
        editor.fill(text.replace("default = 2", "default = 1"))
        said = ask(page, "play").partition("\n")[2]
        assert "There is no solution." in said
        assert not OF_COMMAND_LINE.search(said)
        editor.fill(
            text.replace('name = "goat"\n', 'name = "goat"\ncount = 40\n', 1).replace("default = 2", "default = 3")
        )
        ask(page, "graph")
        assert page.frame_locator("#answer iframe").locator("#graph .state").count() == 500, "the first states"


def test_new_puzzle_is_the_same_after_a_reload(browser: Browser, address: str) -> None:
    with open_site(browser, address, viewport={"width": 375, "height": 812}) as page:
        page.goto(f"{address}invent.html?kind=crossing&difficulty=&seed=3")
        page.wait_for_selector("body[data-invented='3']", timeout=ANSWER_TIMEOUT)
        frame = page.frame_locator("#puzzle-page")
        title = frame.locator("h1").inner_text()
        frame.get_by_role("button", name="Undo").wait_for()
        page.reload()
        page.wait_for_selector("body[data-invented='3']", timeout=ANSWER_TIMEOUT)
        assert frame.locator("h1").inner_text() == title


def test_site_opens_offline_after_the_first_visit(browser: Browser, address: str) -> None:
    with open_site(browser, address) as page:
        page.goto(address)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        page.context.set_offline(True)
        page.goto(f"{address}play/hanoi.html")
        assert page.locator("h1").inner_text() == "The towers of Hanoi"
        page.goto(f"{address}playground.html")
        page.wait_for_selector("body[data-began]")
        page.context.set_offline(False)


def test_catalog_filters_and_marks_solved_puzzles(browser: Browser, address: str) -> None:
    with open_site(browser, address) as page:
        page.goto(address)
        shown = page.locator(".levels li:not([hidden])")
        everything = shown.count()
        pages = page.locator(".levels a").evaluate_all("(links) => links.map((link) => link.getAttribute('href'))")
        levels = {re.sub(r"^play/(.*?)(-\d+)?\.html$", r"\1", address) for address in pages}
        assert levels == {entry.name for entry in puzzles()}
        page.locator("#kind").select_option("grid")
        assert {*page.locator(".card:visible h3").all_inner_texts()} == {
            "Einstein's puzzle",
            "Four houses",
            "The zebra puzzle",
        }
        page.locator("#kind").select_option("")
        page.locator("#words").fill("goat")
        assert page.locator(".card:visible h3").all_inner_texts() == ["The wolf, the goat and the cabbage"]
        page.locator("#words").fill("")
        page.locator("#moves").select_option("10")
        assert 0 < shown.count() < everything
        page.locator("#moves").select_option("")
        page.goto(f"{address}play/wolf-goat-cabbage.html")
        for riders in BEST:
            for rider in riders:
                page.locator(".stage button", has_text=rider).click()
            assert not page.locator(".onward").is_visible()
            page.locator("#choices button").click()
        assert page.locator(".onward a").inner_text() == "Next puzzle: The blocks →"
        page.get_by_role("link", name="All puzzles").click()
        assert page.locator("a.solved").count() == 1
        assert f"you have solved 1 of {everything}" in page.locator("#found").inner_text()
        page.locator("#solved").select_option("no")
        assert shown.count() == everything - 1


def test_catalog_disables_choices_that_no_puzzle_fits(browser: Browser, address: str) -> None:
    """Whatever is left to choose after a first choice shows a puzzle."""
    with open_site(browser, address) as page:
        page.goto(address)
        shown, left = (
            page.locator(".levels li:not([hidden])"),
            "(list) => [...list.options].filter((one) => !one.disabled).map((one) => one.value)",
        )
        disabled = 0
        for kind in page.locator("#kind").evaluate(left):
            page.locator("#kind").select_option(kind)
            grades = page.locator("#grade").evaluate(left)
            disabled += page.locator("#grade option").count() - len(grades)
            for grade in grades:
                page.locator("#grade").select_option(grade)
                assert shown.count() > 0, (kind, grade)
            page.locator("#grade").select_option("")
        assert disabled > 0, "not every kind has puzzles of every difficulty"


def test_catalog_keeps_its_choices_for_the_way_back(browser: Browser, address: str) -> None:
    with open_site(browser, address) as page:
        page.goto(address)
        page.locator("#kind").select_option("crossing")
        page.locator("#words").fill("goat")
        for go_back in (page.go_back, page.get_by_role("link", name="All puzzles").click):
            page.locator(".card:visible a").first.click()
            page.wait_for_url("**/play/*")
            go_back()
            page.wait_for_url(lambda url: "/play/" not in url)
            assert (page.locator("#kind").input_value(), page.locator("#words").input_value()) == ("crossing", "goat")
            assert page.locator(".card:visible h3").all_inner_texts() == ["The wolf, the goat and the cabbage"]


def test_pages_of_the_site_have_an_icon_and_lead_back(browser: Browser, address: str) -> None:
    with open_site(browser, address) as page:
        for name in ("index", "playground", "licenses"):
            page.goto(f"{address}{name}.html")
            icon = page.locator("link[rel=icon]").evaluate("(link) => link.href")
            assert page.request.get(icon).ok
        page.get_by_role("link", name="All puzzles").click()
        assert page.locator("h1").inner_text() == "Puzzles to play"


def test_licenses_name_every_pinned_package(browser: Browser, address: str) -> None:
    """The catalog links to the list; `wheels.txt` and `package.json` pin what it must contain."""
    pinned = {wheel.name: wheel.version for wheel in runtime.read_pinned_wheels()}
    pinned |= json.loads((runtime.SITE / "package.json").read_text(encoding="utf-8"))["dependencies"]
    with open_site(browser, address) as page:
        page.goto(address)
        target = page.get_by_role("link", name="Licenses").get_attribute("href")
        listed = page.request.get(f"{address}{target}").text().lower().replace("_", "-")
    assert [name for name, version in pinned.items() if f"\n- {name} {version}: " not in listed] == []
    assert f"pyodide {pinned['pyodide']}: mpl-2.0" in listed
    assert "mozilla public license version 2.0" in listed


@pytest.mark.parametrize("name", ["index", "playground", "model", "puzzle", "invent", "licenses"])
def test_axe_finds_no_violations_on_the_site(name: str, browser: Browser, address: str) -> None:
    with open_site(browser, address, bypass_csp=True) as page:
        page.goto(f"{address}{name}.html")
        if name not in ("index", "invent", "licenses"):
            page.wait_for_selector("body[data-began]")
        assert find_accessibility_violations(page) == []
        check_contrasts(page, 7 if name == "licenses" else 8)
        for width in (375, 1280):
            page.set_viewport_size({"width": width, "height": 812})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
