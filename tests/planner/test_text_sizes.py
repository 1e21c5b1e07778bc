"""Texts of pages and pictures in a narrow window, where they scroll sideways instead of shrinking."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import RunCommand
from page_checks import OpenPage

pytestmark = pytest.mark.browser

SMALLEST = 11
"""the smallest size of a text in pixels that people can read on a phone"""
SIZES = """() => {
  const sizes = [], walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.data.trim() || parent.closest("script, style, title, desc, template, noscript")) continue;
    const { width } = parent.getBoundingClientRect(), { a, b } = parent.getScreenCTM?.() ?? { a: 1, b: 0 };
    if (width) sizes.push([parseFloat(getComputedStyle(parent).fontSize) * Math.hypot(a, b), node.data]);
  }
  return sizes;
}"""
DOMAIN = """(define (domain lamps) (:predicates (lit ?lamp) (dark ?lamp))
 (:action switch-the-lamp-on :parameters (?lamp) :precondition (dark ?lamp) :effect (and (lit ?lamp) (not (dark ?lamp)))))"""
PROBLEM = """(define (problem three) (:domain lamps) (:objects lamp-in-the-hall lamp-in-the-kitchen lamp-on-the-stairs)
 (:init (dark lamp-in-the-hall) (dark lamp-in-the-kitchen) (dark lamp-on-the-stairs))
 (:goal (and (lit lamp-in-the-hall) (lit lamp-in-the-kitchen) (lit lamp-on-the-stairs))))"""


@pytest.mark.parametrize(
    "asked",
    [
        ("search", "gripper", "--balls", "2", "--compare", "--format", "svg"),
        ("search", "gripper", "--balls", "2", "--landscape", "--format", "svg"),
        ("search", "gripper", "--balls", "2", "--format", "html"),
        ("graph", "gripper", "--balls", "2", "--format", "html"),
        ("solve", "wolf-goat-cabbage", "--format", "svg"),
        ("solve", "wolf-goat-cabbage", "--format", "timeline"),
        ("solve", "--couples", "4", "--capacity", "2", "--format", "svg"),
        ("solve", "gripper", "--format", "svg"),
        ("solve", "zebra", "--format", "svg"),
        ("solve", "zebra", "--format", "html"),
        ("solve", "queens", "--format", "svg"),
        ("solve", "p01.pddl", "--format", "html"),
        ("graph", "p01.pddl", "--format", "html"),
    ],
    ids=" ".join,
)
def test_texts_can_be_read_on_a_phone(asked: tuple[str, ...], plan: RunCommand, show: OpenPage, tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "p01.pddl").write_text(PROBLEM)
    run = plan(*asked)
    assert run.stdout, run.stderr
    text = run.stdout if "html" in asked else f"<!doctype html><body style='margin:0'>{run.stdout}"
    page = show(text, 375, 812)
    sizes = page.evaluate(SIZES)
    assert len(sizes) > 5
    assert [(size, text) for size, text in sizes if size < SMALLEST - 0.05] == []
    if "html" in asked:
        assert page.evaluate("document.documentElement.scrollWidth") <= 375
