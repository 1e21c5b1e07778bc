"""The web site: its levels, its pages and links, and the files for use without a network."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from conftest import RunCommand, assert_refused

from ferryplan import load, solve
from ferryplan.planner.website.levels import PuzzleLevel, list_levels
from ferryplan.planner.website.offline import MANIFEST_NAME, WORKER_NAME, make_offline_files
from ferryplan.planner.website.site_pages import render_catalog_page, render_level_pages
from ferryplan.planner.website.site_writing import check_site_folder, write_site

FEW = ("wolf-goat-cabbage", "hanoi", "jealous-couples", "zebra")


@pytest.fixture(scope="module")
def levels() -> list[PuzzleLevel]:
    return [*list_levels(FEW)]


def test_levels_have_the_published_numbers_of_moves(levels: list[PuzzleLevel]) -> None:
    """Lucas 1883 for Hanoi; Alcuin's farmer; Pressman and Singmaster 1989 for the couples."""
    moves = {level.title: level.move_count for level in levels}
    assert moves["The towers of Hanoi"] == 15
    assert moves["The towers of Hanoi: 3 discs"] == 7
    assert moves["The towers of Hanoi: 5 discs, 4 pegs"] == 13
    assert moves["The wolf, the goat and the cabbage"] == 7
    assert moves["The jealous couples: 4 couples, capacity 3"] == 9
    assert moves["The zebra puzzle"] is None
    assert not any("4 couples, capacity 2" in title and "island" not in title for title in moves), "it has no solution"


def test_levels_have_names_without_lists_of_numbers() -> None:
    """A list has a number for each car, passenger, pancake, walker or jug; boards have too many signs for a name."""
    levels = [*list_levels(["ferry", "elevator", "pancakes", "bridge-torch", "jugs", "sliding-tiles"])]
    names = {(level.puzzle.name, level.variant) for level in levels}
    assert len(names) == len(levels)
    assert names >= {
        ("ferry", "4 cars, level 2"),  # the default has four cars, too
        ("elevator", "2 floors, 1 passenger"),
        ("elevator", "3 floors, 2 passengers"),
        ("pancakes", "2 pancakes"),
        ("bridge-torch", "4 walkers, level 2"),
        ("jugs", "3 jugs, no tap"),
        ("jugs", "3 jugs, no tap, level 3"),
        ("sliding-tiles", "level 2"),
    }
    assert [variant for _, variant in names if len(variant) > 40 or re.search(r"\d, \d", variant)] == []


def test_site_has_puzzles_from_files(plan: RunCommand, tmp_path: Path) -> None:
    text = load("wolf-goat-cabbage").to_toml()
    (tmp_path / "mine.toml").write_text(text.replace('"wolf-goat-cabbage"', '"mine"'))
    run = plan("site", "mine.toml", "hanoi", "-o", "site")
    assert run.returncode == 0, run.stderr
    pages = {path.name for path in (tmp_path / "site" / "play").iterdir()}
    assert {"mine.html", "hanoi.html"} <= pages
    assert not any(name.startswith("zebra") for name in pages)
    assert_refused(plan("site", "mine.toml", "mine.toml", "-o", "other"), "two puzzles have the name 'mine'")
    assert_refused(plan("site", "nosuch", "-o", "other"), "nosuch")
    assert not (tmp_path / "other").exists(), "nothing is written half"


def test_pages_link_to_their_neighbors_and_back(levels: list[PuzzleLevel]) -> None:
    pages = render_level_pages(levels)
    names = [f"{level.slug}.html" for level in levels]
    assert [*pages] == names
    for number, name in enumerate(names):
        links = re.findall(r'<a href="([^"]+)"', pages[name])
        before, after = names[max(0, number - 1) : number], names[number + 1 : number + 2]
        assert links == [*before, "../index.html", *after, *(after or ["../index.html"])], "the last link follows a win"
    catalog = render_catalog_page(levels)
    assert re.findall(r'href="play/([^"]+)"', catalog) == names


def test_pages_show_no_solution(levels: list[PuzzleLevel]) -> None:
    pages = render_level_pages(levels)
    for puzzle in ("wolf-goat-cabbage", "hanoi"):
        text = re.sub(r"<script.*?</script>", "", pages[f"{puzzle}.html"], flags=re.DOTALL)
        for _, sentence in solve(puzzle).solution.numbered_sentences():
            assert sentence not in text


def test_service_worker_keeps_all_files_under_a_name_that_depends_on_them() -> None:
    files = {"index.html": b"one", "play/hanoi.html": b"two"}
    made = make_offline_files(files)
    assert json.loads(re.search(r"FILES = (.*);", made[WORKER_NAME])[1]) == sorted(files)
    store = re.compile(r'STORE = "(.*)"')
    assert store.search(made[WORKER_NAME])[1] == store.search(make_offline_files(files)[WORKER_NAME])[1]
    for changed in ({**files, "index.html": b"other"}, {"index.html": b"one"}):
        assert store.search(made[WORKER_NAME])[1] != store.search(make_offline_files(changed)[WORKER_NAME])[1]
    assert json.loads(made[MANIFEST_NAME])["start_url"] == "index.html"


def test_site_replaces_an_earlier_site_only(tmp_path: Path) -> None:
    from ferryplan import OutputError

    folder = tmp_path / "site"
    write_site(folder, {"index.html": "old", MANIFEST_NAME: "{}", "play/gone.html": "old", "play/hanoi.html": "old"})
    check_site_folder(folder, False)
    write_site(folder, {"index.html": "new", MANIFEST_NAME: "{}", "play/hanoi.html": "new"})
    assert sorted(path.name for path in folder.rglob("*.html")) == ["hanoi.html", "index.html"]
    assert (folder / "play" / "hanoi.html").read_text() == "new"
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(OutputError, match="not empty"):
        check_site_folder(tmp_path, False)
    check_site_folder(tmp_path, True)


def test_site_needs_a_folder(plan: RunCommand, tmp_path: Path) -> None:
    assert_refused(plan("site"), "give a folder", "-o DIR")
    assert_refused(plan("site", "-o", "-"), "several files")
    (tmp_path / "thesis.txt").write_text("mine")
    assert_refused(plan("site", "-o", str(tmp_path)), "not empty", "--force")
