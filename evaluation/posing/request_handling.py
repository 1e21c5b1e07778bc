"""The handling of one request for questions: from a JSON object to questions, in any process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from importlib.metadata import version
from typing import Any, cast

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.evaluation.posing.proven_instance import Json, ProvenInstance
from ferryplan.evaluation.posing.question_kinds import QUESTION_KINDS
from ferryplan.evaluation.posing.question_text import compose_question
from ferryplan.evaluation.scoring.question import Ask, Question, make_question_id
from ferryplan.evaluation.scoring.question_scoring import score
from ferryplan.generator.difficulty import LEVEL_NAMES
from ferryplan.generator.errors import EncodingError, FerryplanError, PuzzleError
from ferryplan.generator.families import instantiate, instantiate_smallest
from ferryplan.generator.generation import generate
from ferryplan.generator.inventing.identity import structure_signature
from ferryplan.generator.inventing.invention import Invention, InventionRequest, choose_theme, make_invention
from ferryplan.generator.inventing.wishes import PuzzleWishes
from ferryplan.generator.puzzle import load, parse_puzzle_text
from ferryplan.generator.puzzle_text import format_puzzle
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.theming import load_theme, retell_puzzle
from ferryplan.planner.system.limits import TimeIsUpError, enforce_limits

SPLIT_DIGITS = 16
"""The number of hexadecimal digits of a signature that decide the split of a puzzle."""


def pose_request(request: Mapping[str, Any]) -> Json:
    """Pose the questions of a request, and return them as a JSON object.

    The result has the questions as ``lines`` of JSON, the ``signature`` of the puzzle, the reasons in ``left_out`` for missing questions,
    the number ``tried`` of drafts, and the ``certificate`` of unsolvability (None if there is none) with its ``hash``.

    A request names either a ``puzzle`` (or the text of its ``file``) with ``parameters``, or a kind of puzzle to
    ``invent``. The keys for an invented puzzle are ``unsolvable`` (yes or no), ``level``, ``exact`` (drafts are made
    until one has this level) and ``after`` (the number of drafts to skip, because they were tried before). All requests
    have the kinds to ``ask``, a ``seed`` and a ``number`` for random choices, a ``theme``, the ``language``, the flags
    ``paraphrase`` and ``pddl``, and the limits of a question: ``timeout`` in seconds and ``memory`` in MiB.
    """
    result: Json = {"lines": [], "left_out": [], "signature": "", "tried": 0, "certificate": None}
    limits = request["timeout"], request.get("memory")

    def record_left_out(subject: object, error: Exception, *, is_question: bool = False) -> None:
        match error:
            case TimeIsUpError():
                why = format_message("posing.no-time", what=subject, seconds=limits[0])
            case MemoryError():
                why = format_message("posing.no-memory", what=subject)
            case FerryplanError() if is_question:
                why = f"{subject}: {error.statement}"
            case _:
                why = f"{error}"
        result["left_out"].append(why)

    try:
        with enforce_limits(*limits):
            if request.get("invent"):
                proven, one = _invent_puzzle(request)
                result |= {"tried": one.drafts_tried, "signature": one.identity}
            else:
                proven = _load_instance(request)
    except (FerryplanError, MemoryError) as error:
        record_left_out(request.get("invent") or request["puzzle"], error)
        return result
    if not result["signature"] or request.get("unsolvable"):
        result["signature"] = structure_signature(proven.instance)
    puzzle_name = format_puzzle_name(proven.instance.puzzle, {} if request.get("invent") else request["parameters"])
    for ask in request["ask"]:
        try:
            with enforce_limits(*limits):
                result["lines"].append(_make_question_line(proven, ask, request))
        except (FerryplanError, MemoryError) as error:
            record_left_out(
                format_message("posing.question-about", ask=ask, puzzle=puzzle_name), error, is_question=True
            )
    if result["lines"] and "certificate" in proven.proof:
        result |= {"certificate": proven.certificate, "hash": proven.proof["certificate"]}
    return result


def format_puzzle_name(puzzle: str, parameters: Mapping[str, Any]) -> str:
    """Return the name of a puzzle with parameter values, such as "couples with couples = 3"."""
    values = ", ".join(f"{key} = {value}" for key, value in parameters.items())
    return f"{puzzle} with {values}" if values else puzzle


def is_for_training(signature: str, share: float) -> bool:
    """Return whether the puzzle with a signature belongs to the training split.

    The training split has about the share ``share`` of all puzzles. The same puzzle is always in the same split.
    """
    return bool(int(signature[:SPLIT_DIGITS], 16) < share * 16**SPLIT_DIGITS)


def _load_instance(request: Mapping[str, Any]) -> ProvenInstance:
    """Return the instance of the existing puzzle in a request, with another theme if requested.

    Raises FerryplanError for an invalid puzzle, or if the requested theme does not fit it.
    """
    text = request.get("file")
    puzzle = load(request["puzzle"]) if text is None else parse_puzzle_text(text, request["puzzle"])
    values = {key: tuple(one) if isinstance(one, list) else one for key, one in request["parameters"].items()}
    instance, theme_name = instantiate_smallest(puzzle, values), request["theme"]
    seed = f"{request['seed']} {request['number']}"
    draw = SeededRandom(f"{instance!r} {seed} theme")
    name: str | None = theme_name
    if name is None and request["paraphrase"]:
        name = draw.choose([None, *domains.theme_files()])
    if name is None:
        return ProvenInstance(instance, text, None, request["seed"])
    drawn_theme = load_theme(name, draw)
    try:
        text = format_puzzle(retell_puzzle(puzzle, dict(instance.parameters), drawn_theme, seed))
    except PuzzleError:
        if theme_name is not None:
            raise
        return ProvenInstance(instance, text, None, request["seed"])  # the theme does not fit the puzzle
    return ProvenInstance(
        instantiate(parse_puzzle_text(text, puzzle.name), {}), text, drawn_theme.name, request["seed"]
    )


def _invent_puzzle(request: Mapping[str, Any]) -> tuple[ProvenInstance, Invention]:
    """Return the instance of a newly invented puzzle, and the invention that produced it.

    Raises FerryplanError for a theme that cannot be used.
    """
    kind, level, number, tried = request["invent"], request["level"], request["number"], request["after"]
    stratum = level or 1 + SeededRandom(f"{kind} {request['seed']} {number}").randbelow(len(LEVEL_NAMES))
    level_settings = domains.words("levels")[kind][stratum - 1]
    allows_several_solutions = level_settings.get("loose", False)
    sizes = {what: range(least, most + 1) for what, (least, most) in level_settings.get("sizes", {}).items()}
    wishes = PuzzleWishes(
        level,
        sizes,
        minimal=not allows_several_solutions,
        solutions=level_settings.get("several", 1) if allows_several_solutions else 1,
    )
    invention_request = InventionRequest(
        kind, request["seed"], request["theme"] or "any", wishes, request["unsolvable"]
    )
    max_drafts = None if request.get("exact") else 0 if tried else level_settings["drafts"]
    """No further drafts to meet the wishes after a repeated puzzle, because there may be few puzzles of this size."""
    invention = make_invention(invention_request, number, tried, max_drafts=max_drafts)
    if invention.puzzle is None:
        invention_request = replace(invention_request, wishes=PuzzleWishes())
        invention = make_invention(invention_request, number, invention.drafts_tried)
    assert invention.draft is not None
    assert invention.puzzle is not None
    text = format_puzzle(invention.twin.puzzle if invention.twin else invention.puzzle)
    puzzle = parse_puzzle_text(text, f"{kind}-{number}")
    known = None if invention.twin else invention.draft.difficulty
    return ProvenInstance(
        instantiate(puzzle, {}), text, choose_theme(invention_request, number).name, request["seed"], known
    ), invention


def _make_question_line(proven: ProvenInstance, ask: str, request: Mapping[str, Any]) -> str:
    """Return a question of the kind ``ask`` as a line of JSON.

    Raises EncodingError if the instance does not allow this kind.
    """
    instance, drawn = proven.instance, f"{request['seed']} {request['number']} {ask} {proven.instance!r}"
    draw = SeededRandom(drawn)
    if proven.optimal_moves == ():
        raise EncodingError(format_message("posing.nothing-to-do"), where=repr(proven.instance))
    content = QUESTION_KINDS[ask](proven, draw)
    words = compose_question(proven, ask, content, request["language"], draw if request["paraphrase"] else None)
    pddl = {"pddl": asdict(generate(instance, None))} if request["pddl"] else {}
    new_question = Question(
        id=make_question_id(words), family=instance.family, puzzle=instance.puzzle, parameters=dict(instance.parameters), ask=cast(Ask, ask),
        question=words, answer=content.answer, verdict="unsolvable" if proven.optimal_moves is None else "solvable",
        optimum=proven.optimum, optimum_proven=True, solutions=proven.solution_count,
        unique=None if proven.solution_count is None else proven.solution_count == 1, difficulty=proven.difficulty,
        proof=proven.proof, theme=proven.theme, seed=proven.seed, version=version("ferryplan"), file=proven.file,
        about=dict(content.about), **pddl,
    )  # fmt: skip
    if score(new_question, content.answer).score != 1:  # a wrong answer costs only this question, not the whole set
        says = format_message("posing.rejected-answer", answer=content.answer[:80], seed=request["seed"])
        raise EncodingError(says, where=instance.puzzle, key=ask)
    return new_question.line()
