"""Boards and clue puzzles filled in on their pages: by mouse, touch and keyboard, with notes, conflicts and hints."""

from __future__ import annotations

import gzip
import json
import random
import tomllib
from typing import Any, cast

import board_puzzles
import invented_puzzles
import pytest
import word_sums
from board_pages import (
    BOARDS,
    BoardPage,
    EnteredBoard,
    draw_placement,
    format_state,
    make_board_instance,
    reload_page,
    render_board_page,
    solve_board,
)
from budget import scale
from page_checks import OpenPage, check_contrasts, find_accessibility_violations
from play_pages import read_status
from sample_results import solve_assignment
from support import pair_in_turn

from ferryplan import domains, load
from ferryplan.generator.assignment.instance import AssignmentInstance, Placement
from ferryplan.generator.families import instantiate
from ferryplan.generator.wording import capitalize

pytestmark = pytest.mark.browser

MAX_BYTES = 60_000
"""largest size of a page of a board, compressed as on the web"""


def open_board(show: OpenPage, case: str, width: int = 1280, **how: Any) -> BoardPage:
    """Return the page of a case of `BOARDS`, opened with the game."""
    instance = make_board_instance(case)
    return BoardPage(show(render_board_page(instance), width, 800, **how), instance)


def open_stored_board(show: OpenPage, case: str, kept: str) -> BoardPage:
    """Return the page of a case of `BOARDS` that finds a text in the browser's storage."""
    board = open_board(show, case, anew=True)
    name = f"ferryplan/{board.page.evaluate('puzzle.id')}"
    # Chromium may load a page again before it has passed on what was stored, so the new page stores the text itself.
    board.page.add_init_script(f"localStorage.setItem({json.dumps(name)}, {json.dumps(kept)})")
    board.page.reload()
    return board


# -- played to the end

WAYS = ("mouse", "touch", "keyboard")
SMALL_BOARDS = [case for case in BOARDS if case != "large sudoku"]
PLAYED = {
    *pair_in_turn([(case,) for case in SMALL_BOARDS], [(way,) for way in WAYS], min(scale(1), len(WAYS))),
    ("four-houses", "keyboard"),
    ("send-more-money", "touch"),
}
"""boards with a way to fill them in; each family has every way"""


@pytest.mark.parametrize(("case", "way"), sorted(PLAYED))
def test_board_is_filled_to_the_end(case: str, way: str, show: OpenPage) -> None:
    how: dict[str, Any] = {"has_touch": True, "is_mobile": True} if way == "touch" else {}
    board = open_board(show, case, 375 if way == "touch" else 1280, **how)
    placements = [one for one in solve_board(board.instance) if board.has_cell(one)]
    random.Random(case).shuffle(placements)
    for number, placement in enumerate(placements, 1):
        board.enter(placement, way)
        # The page does not tell how many kings fit, since this is the question.
        total = "placement" if case == "pieces" else f"of {len(placements)} "
        assert board.page.locator("#count").inner_text().startswith(f"{number} {total}")
        assert board.page.locator("body.solved").count() == (number == len(placements))
    assert read_status(board.page).startswith("Solved: ")
    assert board.page.evaluate("Object.keys(localStorage).some((key) => key.startsWith('ferryplan/solved/'))")
    assert board.read_state() == (format_state(placements), [])


def test_digits_beyond_nine_are_typed_as_letters(show: OpenPage) -> None:
    board = open_board(show, "large sudoku")
    board.page.keyboard.press("g")
    assert read_status(board.page) == "Row 1, column 1 is G."
    board.page.keyboard.press("Shift+A")
    assert read_status(board.page) == "Clear the cell first; then note digits."
    board.page.keyboard.press("Backspace")
    board.page.keyboard.press("Shift+A")
    board.page.keyboard.press("Shift+Digit9")
    assert board.read_state() == ([], format_state([(0, 8), (0, 9)]))


def test_two_typed_digits_are_a_number_of_a_large_base(show: OpenPage) -> None:
    board = open_board(show, "base 16")
    name = board.instance.items[0].name
    board.page.keyboard.press(name)
    for key, said in (("1", "1"), ("2", "12"), ("9", "9")):
        board.page.keyboard.press(key)
        assert read_status(board.page) == f"{name} is {said}."


# -- what is shown is what was entered


@pytest.mark.parametrize("case", BOARDS)
def test_random_keys_and_clicks_change_exactly_what_they_say(case: str, show: OpenPage) -> None:
    """After each click or key, the page shows what a second account has, and after a reload it still does."""
    rng = random.Random(case)
    board = open_board(show, case, rng.choice((375, 1280)))
    told = EnteredBoard(board.is_written)
    page, has_cell = board.page, board.has_cell
    for _ in range(60):
        placement = draw_placement(board.instance, rng, has_cell)
        pair, name = tuple(placement), board.instance.spots[placement.spot].name
        match rng.choice(["enter", "enter", "note", "note", "clear", "undo", "redo", "restart", "look", "reload"]):
            case "enter":
                board.enter(placement, "mouse")
                told.enter(pair)
            case "note" if board.is_written and len(name) == 1 and rng.random() < 0.5:
                board.cell(placement).click()
                page.keyboard.press(f"Shift+{'Digit' if name.isdigit() else ''}{name}")
                told.note(pair)
            case "note" if not board.is_written and rng.random() < 0.5:
                board.cell(placement).focus()
                page.keyboard.press(rng.choice("xX"))
                told.note(pair)
            case "note":
                page.locator("#notes").click()
                board.enter(placement, "mouse")
                page.locator("#notes").click()
                told.note(pair)
            case "clear":
                board.cell(placement).focus()
                page.keyboard.press(rng.choice(["Backspace", "Delete"]))
                told.clear(pair)
            case "undo":
                page.keyboard.press(rng.choice(["Control+z", "Meta+z"]))
                told.undo()
            case "redo":
                page.keyboard.press(rng.choice(["Control+y", "Control+Shift+Z"]))
                told.redo()
            case "restart" if rng.random() < 0.2:
                board.press("Start again")
                told.restart()
            case "look":
                page.keyboard.press(
                    rng.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Tab", "Escape", "?"])
                )
                page.locator("#conflicts").click()
            case "reload" if rng.random() < 0.3:
                reload_page(page)
                told.forget_undone()
        assert board.read_state() == (format_state(told.entered), format_state(told.visible_notes))
    reload_page(page)
    assert board.read_state() == (format_state(told.entered), format_state(told.visible_notes))


GUARDED = """
family = "board"
name = "guarded"
title = "Guarded"
story = "Queens."
source = "none"
[board]
kind = KIND
size = 5
given = ["r1c1"]
forbidden = ["r2c4", "r3c5"]
"""


@pytest.mark.parametrize("kind", ["queens", "pieces"])
def test_given_and_forbidden_squares_cannot_be_changed(kind: str, show: OpenPage) -> None:
    """The page says why, and shows and keeps no entry; a piece that is given counts as placed from the start."""
    text = GUARDED.replace("KIND", f'"{kind}"')
    if kind == "pieces":
        text = text.replace("size = 5", 'piece = "knights"\nrows = 5\ncolumns = 5\nnumber = "most"')
    board = BoardPage(
        show(render_board_page(instantiate(board_puzzles.read_board(text), {}))), make_board_instance("queens")
    )
    piece = "queen" if kind == "queens" else "knight"
    squares = {
        "Row 1, column 1": f"This {piece} is given.",
        "Row 2, column 4": "This square must stay empty.",
        "Row 3, column 5": "This square must stay empty.",
    }
    if kind == "pieces":
        squares["Row 2, column 3"] = "A given knight attacks this square."
    for name, said in squares.items():
        cell = board.page.locator(f"[data-called='{name}']")
        for act in (cell.click, lambda cell=cell: cell.press("x"), lambda cell=cell: cell.press("Delete")):
            act()
            assert read_status(board.page) == said
            assert board.read_state() == ([], [])
    counted = {"queens": "1 of 5 placements.", "pieces": "1 placement so far."}
    assert board.page.locator("#count").inner_text() == counted[kind]
    assert board.page.get_by_role("gridcell", name=f"Row 1, column 1: {piece}, given").count() == 1
    assert board.page.get_by_role("gridcell", name="must stay empty").count() == 2


def test_board_that_is_full_from_the_start_is_solved(show: OpenPage) -> None:
    instance = instantiate(load("sudoku"), {"givens": board_puzzles.SUDOKUS["little, full"].givens})
    page = show(render_board_page(cast(AssignmentInstance, instance)))
    assert read_status(page).startswith("Solved: ")
    for key in ("1", "Delete", "ArrowDown", "Shift+Digit2", "Control+z"):
        page.keyboard.press(key)
    assert page.locator(".entry, .note").count() == 0


@pytest.mark.parametrize("kept", ['["+0,0"', "7", '["+99,0", "-1,x", "~0,77", 3, null, "+0,1", "clear;", "#99"]'])
def test_nonsense_in_the_browser_storage_is_left_out(kept: str, show: OpenPage) -> None:
    board = open_stored_board(show, "sudoku", kept)
    assert board.read_state() == (["0,1"] if "+99" in kept else [], [])
    assert read_status(board.page).endswith("Your turn.")


def test_ticked_clues_stay_ticked_after_a_reload(show: OpenPage) -> None:
    board = open_board(show, "four-houses")
    boxes = board.page.get_by_role("checkbox")
    count = boxes.count()
    assert count == len([clue for clue in board.instance.clues if clue.kind != "all-different"])
    for number in (1, 3, 1, 4):
        boxes.nth(number).click()
    reload_page(board.page)
    assert [number for number in range(count) if boxes.nth(number).is_checked()] == [3, 4]


# -- conflicts


@pytest.mark.parametrize("case", BOARDS)
def test_conflicts_are_the_broken_clues(case: str, show: OpenPage) -> None:
    """For random boards, the page lists the clues that do not allow them, in the words of the rules.

    A rule that follows from the others, that every digit has a cell, is not listed. The entries that take part in all
    violations are enough to break each clue.
    """
    board, rng = open_board(show, case), random.Random(case)
    clues = [clue for clue in board.instance.clues if clue.kind != "every-digit"]
    solution, states = dict(solve_board(board.instance)), list[dict[int, int]]()
    for number in range(40):
        wrong = number / 40
        states.append(
            {
                item: rng.choice(one.spots) if rng.random() < wrong else solution[item]
                for item, one in enumerate(board.instance.items)
                if rng.random() < 0.8 or number % 2
            }
        )
    if "pieces" in case:
        states = [{item: at for item, at in state.items() if board.has_cell(Placement(item, at))} for state in states]
    lists = [[[state[item]] if item in state else [] for item in range(len(board.instance.items))] for state in states]
    found = board.page.evaluate("(lists) => lists.map((entered) => worldOf(puzzle.rules).violations(entered))", lists)
    broken = 0
    for state, violations in zip(states, found, strict=True):
        expected = {
            clue.says for clue in clues if not clue.allows({key: at for key, at in state.items() if key in clue.scope})
        }
        # Spots that only a deduction rules out count once everything is placed.
        assert {one["rule"] for one in violations} - {"What is given must not be changed."} == expected
        broken += bool(expected)
        for one in violations:
            entries = dict(one["entries"])
            assert entries.items() <= state.items()
            assert one["clue"] < 0 or not board.instance.clues[one["clue"]].allows(entries)
    assert broken >= 10


def find_sudoku_conflicts(digits: dict[tuple[int, int], str]) -> set[tuple[int, int]]:
    """Return the cells of a sudoku of 9 by 9 cells that share a row, column or box with an equal digit."""
    return {
        (row, column)
        for (row, column), digit in digits.items()
        for (other, across), same in digits.items()
        if digit == same
        and (row, column) != (other, across)
        and (row == other or column == across or (row // 3, column // 3) == (other // 3, across // 3))
    }


def test_wrong_digits_are_accepted_and_marked_only_on_request(show: OpenPage) -> None:
    """Every entry that repeats a digit is marked while conflicts are shown, and no other; the sentences name the rules."""
    board, rng = open_board(show, "sudoku"), random.Random(5)
    digits = {divmod(cell, 9): mark for cell, mark in enumerate(board_puzzles.EASY_GIVENS) if mark != "."}
    cells = [divmod(cell, 9) for cell, mark in enumerate(board_puzzles.EASY_GIVENS) if mark == "."]
    for number, item in enumerate(rng.sample(range(len(cells)), 30)):
        spot = rng.randrange(9)
        board.enter(Placement(item, spot), "mouse")
        digits[cells[item]] = str(spot + 1)
        assert read_status(board.page) == f"Row {cells[item][0] + 1}, column {cells[item][1] + 1} is {spot + 1}."
        assert board.page.locator(".broken").count() == 0
        if number % 5 == 4:
            board.press("Show conflicts")
            marked = {
                (int(one.get_attribute("data-row") or 0) - 1, int(one.get_attribute("data-column") or 0) - 1)
                for one in board.page.locator(".entry.broken").all()
            }
            assert marked == find_sudoku_conflicts(digits) & {*cells}
            assert board.page.locator(".ring").count() == len(marked)
            assert bool(marked) == (board.page.locator("#broken li").count() > 0)
            board.press("Show conflicts")
    assert board.page.locator("#broken li").count() == 0


def test_conflicts_are_still_shown_after_a_reload(show: OpenPage) -> None:
    board = open_board(show, "sudoku")
    shown = board.page.locator("#conflicts")
    for pressed in ("true", "false"):
        board.press("Show conflicts")
        reload_page(board.page)
        assert shown.get_attribute("aria-pressed") == pressed


def test_several_pieces_of_a_row_or_group_are_conflicts(show: OpenPage) -> None:
    """Two queens in a row, and two kings in a block of four squares, attack each other, though they are one item."""
    for case, pairs in (("queens", [(0, 0), (0, 4)]), ("pieces", [(0, 0), (0, 5)])):
        board = open_board(show, case)
        for pair in pairs:
            board.enter(Placement(*pair), "mouse")
        assert board.read_state()[0] == format_state(pairs)
        said = board.press("Show conflicts")
        assert said == (
            "Two queens stand in the same row, in row 1, column 1 and in row 1, column 5. "
            'This breaks the rule "No two queens stand in the same row."'
            if case == "queens"
            else "The king in row 1, column 1 attacks the king in row 2, column 2. "
            'This breaks the rule "No king attacks another."'
        )
        assert board.page.locator(".piece.broken").count() == 2


def test_full_wrong_board_says_how_many_entries_break_a_rule(show: OpenPage) -> None:
    """With two digits of a row exchanged, each of the two repeats in its column: in all, as many cells as have the digits."""
    solution = dict(solve_board(make_board_instance("sudoku")))
    first, second = 0, 1
    entries = {**solution, first: solution[second], second: solution[first]}
    texts = [f"+{item},{spot}" for item, spot in entries.items()]
    board = open_stored_board(show, "sudoku", json.dumps(texts))
    cells = [divmod(cell, 9) for cell, mark in enumerate(board_puzzles.EASY_GIVENS) if mark == "."]
    digits = {divmod(cell, 9): mark for cell, mark in enumerate(board_puzzles.EASY_GIVENS) if mark != "."}
    digits |= {cells[item]: str(spot + 1) for item, spot in entries.items()}
    wrong = len(find_sudoku_conflicts(digits) & {*cells})
    assert wrong >= 2
    assert (
        read_status(board.page) == f"The board is full, but {wrong} entries break a rule. “Show conflicts” marks them."
    )
    assert board.page.locator("body.solved").count() == 0


# -- hints


def find_known_solution(case: str, instance: AssignmentInstance) -> dict[int, int]:
    """Return the only solution of a puzzle, found by a brute force that shares no code with ferryplan."""
    if case == "sudoku":
        [grid] = board_puzzles.find_filled_grids(board_puzzles.EASY_GIVENS)
        empty = [cell for cell, mark in enumerate(board_puzzles.EASY_GIVENS) if mark == "."]
        return {item: int(grid[cell]) - 1 for item, cell in enumerate(empty)}
    if case == "send-more-money":
        [digits] = word_sums.solve_word_sum("SEND + MORE = MONEY")
        known = dict(zip("SENDMORY", digits, strict=True))
        return {item: known[one.name] for item, one in enumerate(instance.items)}
    plain = tomllib.loads((domains.FOLDER / "grid" / f"{case}.toml").read_text())
    names = [one.name for one in instance.items]
    [places] = invented_puzzles.find_arrangements(plain)
    return {item: places[name] - 1 for item, name in enumerate(names)}


@pytest.mark.parametrize("case", ["sudoku", "four-houses", "zebra", "send-more-money"])
def test_hints_lead_to_the_only_solution_with_the_reasons_of_explain(case: str, show: OpenPage) -> None:
    """Each hint is the next step of the explanation; entering what it places solves the puzzle."""
    board = open_board(show, case)
    solution, reasons = find_known_solution(case, board.instance), list[tuple[str, list[str]]]()
    result = solve_assignment(board.instance)
    explained = json.loads(result.render("json", explain=True))
    if "explanation" in explained:
        reasons = [(one["text"], one["lines"]) for one in explained["explanation"]]
    else:
        reasons = [(one["text"], one["ruled_out"]) for one in explained["steps"]]
    told = list[tuple[str, list[str]]]()
    placed = dict[int, int]()
    steps = board.page.evaluate("hintSteps")
    while len(told) < len(steps) and len(placed) < len(solution):
        said = board.press("Hint")
        told.append((said, board.page.locator("#way li").all_inner_texts()))
        for item, spot in steps[len(told) - 1]["placed"]:
            placed[item] = spot
            board.enter(Placement(item, spot), "mouse")
    assert placed == solution
    assert told == reasons[: len(told)]
    assert read_status(board.page).startswith("Solved: ")
    assert board.press("Hint") == "The board is solved."


@pytest.mark.parametrize("case", ["sudoku", "four-houses", "send-more-money"])
def test_hint_names_an_entry_that_the_solution_contradicts(case: str, show: OpenPage) -> None:
    board, item = open_board(show, case), 3
    solution = find_known_solution(case, board.instance)
    spot = next(one for one in board.instance.items[item].spots if one != solution[item])
    board.enter(Placement(item, spot), "mouse")
    statement = capitalize(board.instance.describe_placement(item, spot))
    assert read_status(board.page) == f"{statement}."
    written = f"{statement.replace(' is ', ' is not ')}."
    assert board.press("Hint") == (written if board.is_written else f"This is wrong: {statement}.")


def test_hint_names_a_wrongly_crossed_out_place(show: OpenPage) -> None:
    board = open_board(show, "four-houses")
    item, spot = next(iter(find_known_solution("four-houses", board.instance).items()))
    board.cell(Placement(item, spot)).click(button="right")
    text = board.instance.describe_placement(item, spot)
    assert board.press("Hint") == f"This is wrongly crossed out: {capitalize(text)}."


def test_hints_of_puzzles_with_several_solutions_complete_what_is_entered(show: OpenPage) -> None:
    """Six queens have four solutions. A queen in row 1, column 1 has none, and in column 2 one."""
    board = open_board(show, "queens")
    solutions = [columns for columns in board_puzzles.list_queen_placements(6) if columns[0] == 1]
    assert len(solutions) == 1
    board.enter(Placement(0, 0), "mouse")
    assert board.press("Hint") == "No solution has all these entries. Undo some of them."
    board.enter(Placement(0, 0), "mouse")
    board.enter(Placement(0, 1), "mouse")
    for left in range(5, 0, -1):
        said = board.press("Hint")
        assert said.startswith(f"{left} placement{'s' * (left > 1)} left. Next move: The queen of row ")
        row, column = (int(word.strip(".,")) for word in said.split("row ")[1].replace("stands in column", "").split())
        assert solutions[0][row - 1] == column - 1
        board.enter(Placement(row - 1, column - 1), "mouse")
    assert read_status(board.page).startswith("Solved: ")


# -- how pages look and what they hide


@pytest.mark.parametrize("case", ["sudoku", "queens", "four-houses", "send-more-money"])
def test_solution_is_shown_only_on_request(case: str, show: OpenPage) -> None:
    """Lists of placements, answers and reasons are folded while watching, and absent while playing."""
    instance = make_board_instance(case)
    page = show(solve_assignment(instance).render("html", explain=True))
    for details in page.locator("details").all():
        assert details.get_attribute("open") is None
    page.get_by_role("button", name="Play it yourself").click()
    assert page.locator("details:visible").count() == 0
    assert page.locator("#way li, #broken li, .entry, .piece").count() == 0
    board = BoardPage(page, instance)
    board.press("Show a solution")
    listed = page.locator("#way li").all_inner_texts()
    assert len(listed) == len(instance.items)
    for text in listed:
        assert text[1:-1] in {instance.describe_placement(*one)[1:] for one in enumerate_placements(instance)}


def enumerate_placements(instance: AssignmentInstance) -> list[tuple[int, int]]:
    """Return all placements of an instance."""
    return [(item, spot) for item in range(len(instance.items)) for spot in range(len(instance.spots))]


SIZES_SCRIPT = """() => [...document.querySelectorAll(".cells button, .blocks button, #keypad button, .controls button, .clues label")]
  .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"""
TEXT_SIZES_SCRIPT = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), sizes = [];
  while (walker.nextNode()) {
    const one = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !one.checkVisibility() || one.closest("script, style, title, desc")) continue;
    sizes.push(parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM?.().a ?? 1));
  }
  return sizes;
}"""


@pytest.mark.parametrize("case", BOARDS)
def test_cells_and_texts_are_large_enough_for_fingers_and_eyes(case: str, show: OpenPage) -> None:
    """On a phone, every cell and button has at least 40 pixels, every text at least 11, and nothing widens the page."""
    rng, board = random.Random(case), open_board(show, case, 375)
    for number in range(8):
        placement = draw_placement(board.instance, rng, board.has_cell)
        if number % 2:
            board.page.locator("#notes").click()
        board.enter(placement, "mouse")
        if number % 2:
            board.page.locator("#notes").click()
    board.press("Show conflicts")
    board.press("Hint")
    sizes, texts = board.page.evaluate(SIZES_SCRIPT), board.page.evaluate(TEXT_SIZES_SCRIPT)
    assert len(sizes) > 12
    assert min(sizes) >= 40
    assert min(texts) >= 11
    assert board.page.evaluate("document.documentElement.scrollWidth") <= 375


@pytest.mark.parametrize("case", BOARDS)
def test_axe_finds_no_violations_on_filled_boards(case: str, show: OpenPage) -> None:
    rng, board = random.Random(case), open_board(show, case)
    for _ in range(6):
        board.enter(draw_placement(board.instance, rng, board.has_cell), "mouse")
    board.press("Show conflicts")
    assert find_accessibility_violations(board.page) == []
    check_contrasts(board.page, min_texts=8)


def list_catalog_boards() -> list[str]:
    """Return the names of the catalog's puzzles in which things are placed."""
    folders = [domains.FOLDER / family for family in ("arithmetic", "board", "grid")]
    return sorted(path.stem for folder in folders for path in folder.glob("*.toml"))


@pytest.mark.parametrize("case", [*list_catalog_boards(), "large sudoku"])
def test_page_of_a_solved_board_is_small(case: str) -> None:
    """Every page of the catalog, and that of a sudoku of 16 by 16 cells, has at most 60 kilobytes, compressed."""
    made = make_board_instance(case) if case in BOARDS else instantiate(load(case), {})
    page = solve_assignment(cast(AssignmentInstance, made)).render("html", explain=True)
    assert len(gzip.compress(page.encode())) <= MAX_BYTES
    assert "Play it yourself" in page
