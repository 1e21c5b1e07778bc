"""Tasks for people and language models: invented puzzles, and posed questions."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ferryplan.generator.arguments import ArgumentValueError, check_choice, check_number, check_type
from ferryplan.generator.draws import Draw
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import family_of
from ferryplan.generator.instance import Value
from ferryplan.generator.inventing.invention import INVENTORS, Asked, invented
from ferryplan.generator.inventing.wishes import Wishes
from ferryplan.generator.parameters import check_parameters
from ferryplan.generator.retelling import theme as find_theme
from ferryplan.planner import inventing
from ferryplan.planner.api.sources import PuzzleSource, load_request
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.engines.session import Session
from ferryplan.planner.inventing import LAYOUTS, Posed
from ferryplan.planner.posing.collection import Collection, inventions
from ferryplan.planner.posing.kinds import KINDS
from ferryplan.planner.posing.tasks import posed
from ferryplan.planner.posing.wording import languages
from ferryplan.planner.rendering import RenderableSequence
from ferryplan.planner.scoring.question import Question, question_in
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, TimeIsUpError, limited
from ferryplan.planner.telling import Layout

DRAFTS = 5_000


@dataclass(frozen=True, slots=True, repr=False)
class InventedPuzzles(RenderableSequence[Posed]):
    """Invented puzzles: a sequence, each with its puzzle file, its solution, and what is proven of it."""

    formats = ("text", "markdown", "html", "latex", "json")
    renderer = "ferryplan.planner.api.tasks:render_invented"

    kind: str
    """crossing, grid, arithmetic, sudoku or queens"""
    seed: int
    """the seed that makes the same puzzles again"""
    puzzles: tuple[Posed, ...] = field(hash=False)
    """the puzzles, each followed by its twin without a solution if one was asked for"""

    @property
    def items(self) -> tuple[Posed, ...]:
        """The puzzles, twins included."""
        return self.puzzles

    def __repr__(self) -> str:
        """Return the kind and the number of puzzles."""
        return f"InventedPuzzles({self.kind!r}, seed={self.seed}, puzzles={len(self)})"


def render_invented(found: InventedPuzzles, form: str, *, solutions: bool = False, layout: Layout | None = None) -> str:
    """Return a sheet of puzzles in a format, with their solutions at the end if they are wanted."""
    return inventing.sheet(found.puzzles, form, solutions, layout if form == "text" else LAYOUTS.get(form))


def invent(
    kind: str,
    *,
    number: int = 1,
    seed: int = 1,
    difficulty: int | None = None,
    theme: str = "any",
    sizes: Mapping[str, int | range] | None = None,
    parts: Sequence[str] = (),
    minimal: bool = True,
    unsolvable: bool = False,
    engine: str | None = None,
    max_drafts: int = DRAFTS,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
) -> InventedPuzzles:
    """Invent puzzles: new ones, each with a proven solution, graded, and told as a story.

    ``kind`` is crossing, grid, arithmetic, sudoku or queens. The same ``seed`` gives the same puzzles. ``difficulty`` is a level from 1 to 5,
    ``theme`` the words of the story, ``sizes`` how large they are (``{"travellers": 5}`` or ``{"positions": range(4, 6)}``), ``parts`` the
    kinds of rules or clues. With ``minimal`` every rule or clue matters. With ``unsolvable`` each comes with a twin that has no solution. An
    ``engine`` confirms each solution. ``max_drafts`` bounds the drafts drawn for one puzzle, ``timeout`` (seconds) and ``memory`` (MiB) the whole.
    Raises EncodingError if no draft meets the wishes, TimeIsUpError, PuzzleError for a theme that there is not, and ArgumentError.

    >>> from ferryplan import invent
    >>> [one.result.status for one in invent("queens", seed=7)]
    ['solved']
    """
    check_choice("kind", kind, INVENTORS)
    inventor = INVENTORS[kind]
    for name, count, unit in (
        ("number", number, "puzzles"),
        ("max_drafts", max_drafts, "drafts"),
        ("memory", memory, "MiB"),
    ):
        check_number(name, count, unit, whole=True)
    check_type("seed", seed, int, "a whole number")
    check_number("timeout", timeout, "seconds")
    for name, flag in (("minimal", minimal), ("unsolvable", unsolvable)):
        check_type(name, flag, bool, "true or false")
    if difficulty is not None and (isinstance(difficulty, bool) or difficulty not in range(1, 6)):
        raise ArgumentValueError("difficulty", f"{difficulty!r}", "a level from 1 to 5, or None")
    check_type("theme", theme, str, "a theme's name")
    check_type("parts", parts, (list, tuple), f"a list of kinds of {inventor.parts}")
    for part in parts:
        check_choice("parts", part, inventor.kinds)
    if engine is not None:
        check_choice("engine", engine, ENGINES)
    wishes = Wishes(difficulty, _as_ranges(sizes, inventor.sizes), tuple(parts), minimal)
    if impossible := inventor.impossible(wishes.sizes):
        raise EncodingError(f"sizes: {impossible}")
    find_theme(theme, Draw(""))
    asked, command = Asked(kind, f"{seed}", theme, wishes, unsolvable), f"ferryplan.invent({kind!r}, seed={seed})"
    made, seen, until = list[Posed](), set[str](), time.time() + timeout
    with limited(timeout, memory):
        session = Session(engine) if engine else None
        try:
            for each in range(1, number + 1):
                made += _invent_one(asked, each, seen, until, max_drafts, command, engine, session, timeout, memory)
        finally:
            if session is not None:
                session.close()
    return InventedPuzzles(kind, seed, tuple(made))


def _invent_one(
    asked: Asked,
    number: int,
    seen: set[str],
    until: float,
    max_drafts: int,
    command: str,
    engine: str | None,
    session: Session | None,
    timeout: float,
    memory: int,
) -> list[Posed]:
    """Return a new puzzle, with its twin if one is wished, that differs from those that were seen."""
    tried = 0
    while tried < max_drafts:
        one = invented(asked, number, tried, until, max_drafts - tried)
        tried = one.tried
        if one.puzzle is None:
            break
        if one.identity not in seen:
            seen.add(one.identity)
            if found := inventing.posed(one, f"{asked.kind}-{number:03}", command, engine, session, timeout, memory):
                return found
    if time.time() > until:
        raise TimeIsUpError(f"found no end within {timeout:g} s, expected one; a longer timeout gives more time")
    raise EncodingError(
        f"{asked.kind}: none of {max_drafts:,} drafts meets the wishes; expected others, or more drafts"
    )


def _as_ranges(sizes: Mapping[str, int | range] | None, known: Sequence[str]) -> dict[str, range]:
    """Return sizes as ranges. Raises ArgumentError for one that a kind does not have."""
    check_type("sizes", sizes, (Mapping, type(None)), "sizes by their names")
    found = dict[str, range]()
    for key, size in (sizes or {}).items():
        check_choice("sizes", key, known)
        check_type("sizes", size, (int, range), "whole numbers or ranges")
        found[key] = range(size, size + 1) if isinstance(size, int) else size
    return found


def pose(
    puzzle: PuzzleSource | None = None,
    parameters: Mapping[str, Value] | None = None,
    *,
    ask: str | Sequence[str] = "plan",
    kinds: Sequence[str] = (),
    number: int = 1,
    unsolvable: float = 0.0,
    seed: int = 1,
    theme: str | None = None,
    paraphrase: bool = False,
    language: str = "en",
    pddl: bool = False,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: Value,
) -> tuple[Question, ...]:
    """Pose questions about a puzzle, or about invented ones: each with an answer that is right, and what is proven of it.

    ``puzzle`` and its parameters are as for `solve`; without a puzzle, puzzles of ``kinds`` are invented (crossing, grid, arithmetic, sudoku,
    queens), of which the share ``unsolvable`` has no solution. ``ask`` says what is asked: plan, optimal-plan, length, solvable, count, next,
    valid, repair, formalise, answer. The same ``seed`` poses the same questions; ``number`` is how often each is drawn. ``theme`` and
    ``paraphrase`` tell the story in other words, ``language`` in another language, ``pddl`` adds the PDDL. Each question may take ``timeout``
    seconds and ``memory`` MiB to prove.
    Raises EncodingError where nothing can be asked, PuzzleError and ParameterError for bad input, and ArgumentError. `score` judges answers.

    >>> from ferryplan import pose, score
    >>> [question] = pose("wolf-goat-cabbage", ask="length")
    >>> question.answer, score(question, "seven crossings").score
    ('7', 1.0)
    """
    asks = (ask,) if isinstance(ask, str) else ask
    check_type("ask", asks, (list, tuple), "a kind of question, or a list of them")
    for one in asks:
        check_choice("ask", one, KINDS)
    check_type("kinds", kinds, (list, tuple), "a list of kinds of puzzles")
    for one in kinds:
        check_choice("kinds", one, INVENTORS)
    for name, count, unit in (("number", number, "questions"), ("memory", memory, "MiB")):
        check_number(name, count, unit, whole=True)
    check_number("timeout", timeout, "seconds")
    check_type("seed", seed, int, "a whole number")
    check_type("unsolvable", unsolvable, (int, float), "a share from 0 to 1")
    if not 0 <= unsolvable <= 1:
        raise ArgumentValueError("unsolvable", f"{unsolvable}", "a share from 0 to 1")
    check_type("theme", theme, (str, type(None)), "a theme's name or None")
    for name, flag in (("paraphrase", paraphrase), ("pddl", pddl)):
        check_type(name, flag, bool, "true or false")
    check_choice("language", language, languages())
    if (puzzle is None) != bool(kinds):
        raise ArgumentValueError(
            "puzzle", "neither a puzzle nor kinds" if puzzle is None else "both a puzzle and kinds", "one of them"
        )
    common = {
        "ask": list(asks), "paraphrase": paraphrase, "language": language, "pddl": pddl, "timeout": timeout, "memory": memory,
        "theme": theme, "seed": f"{seed}",
    }  # fmt: skip
    if puzzle is None:
        requests = [{**one, **common} for one in inventions(kinds, number, unsolvable)]
    else:
        found, given = load_request(puzzle, parameters, keywords, pose)
        check_parameters(found, given)
        told = {key: list(one) if isinstance(one, tuple) else one for key, one in given.items()}
        own = {} if found.reference == found.name else {"file": found.to_toml()}
        if own and not family_of(found).in_one_file:
            raise EncodingError(f"{found.reference}: found a planning task of your own, expected a puzzle in one file")
        requests = [
            {"puzzle": found.name, "parameters": told, "number": each, **own, **common} for each in range(1, number + 1)
        ]
    collection = Collection()
    for request in requests:
        while collection.add(request, answer := posed(request)) is None:
            request = {**request, "after": answer["tried"]}
    if not collection.lines:
        raise EncodingError(next(iter(collection.left_out), "found nothing to ask"))
    return tuple(question_in(line, "question") for line in collection.lines)
