"""The unit of work: from a request as data to lines of JSON, the same in whatever process it is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from importlib.metadata import version
from typing import Any, cast

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.evaluation.posing.draft import Draft
from ferryplan.evaluation.posing.kinds import KINDS
from ferryplan.evaluation.posing.wording import question
from ferryplan.evaluation.scoring.judging import score
from ferryplan.evaluation.scoring.question import Ask, Question, id_of
from ferryplan.generator.difficulty import LEVELS
from ferryplan.generator.draws import Draw
from ferryplan.generator.errors import EncodingError, FerryplanError, PuzzleError
from ferryplan.generator.families import instantiate, instantiate_smallest
from ferryplan.generator.generation import generate
from ferryplan.generator.inventing.identity import signature_of
from ferryplan.generator.inventing.invention import Asked, Invention, invented, theme_of
from ferryplan.generator.inventing.wishes import Wishes
from ferryplan.generator.puzzle import load, read
from ferryplan.generator.puzzle_text import text_of
from ferryplan.generator.retelling import retell, theme
from ferryplan.planner.system.limits import TimeIsUpError, limited

Json = dict[str, Any]
DIGITS = 16
"""of the signature, that tell in which split a puzzle is"""


def posed(request: Mapping[str, Any]) -> Json:
    """Return what comes of a request: the ``lines``; the ``signature`` of what they are about; why what is ``left_out`` is; ``tried``, the drafts
    drawn; the certificate if there is one.

    A request has a ``puzzle`` or the text of its ``file``, and ``parameters``, or else a kind of puzzles to ``invent``, whether it is to be
    ``unsolvable``, of which ``level`` it is to be, ``after`` how many drafts. All have what to ``ask``, a ``seed`` and a ``number`` by which all is
    drawn, a ``theme``, the ``language``, whether to ``paraphrase`` and to add the ``pddl``, and how many seconds and MiB a question may take:
    ``timeout``, ``memory``. Where the level is to be ``exact``, puzzles are drawn until it is met.
    """
    found: Json = {"lines": [], "left_out": [], "signature": "", "tried": 0, "certificate": None}
    limits = request["timeout"], request.get("memory")

    def leave_out(what: object, error: Exception, *, is_question: bool = False) -> None:
        match error:
            case TimeIsUpError():
                why = format_message("posing.no-time", what=what, seconds=limits[0])
            case MemoryError():
                why = format_message("posing.no-memory", what=what)
            case FerryplanError() if is_question:
                why = f"{what}: {error.statement}"
            case _:
                why = f"{error}"
        found["left_out"].append(why)

    try:
        with limited(*limits):
            if request.get("invent"):
                draft, one = _invented(request)
                found |= {"tried": one.tried, "signature": one.identity}
            else:
                draft = _draft(request)
    except (FerryplanError, MemoryError) as error:
        leave_out(request.get("invent") or request["puzzle"], error)
        return found
    if not found["signature"] or request.get("unsolvable"):
        found["signature"] = signature_of(draft.instance)
    told = name_puzzle(draft.instance.puzzle, {} if request.get("invent") else request["parameters"])
    for ask in request["ask"]:
        try:
            with limited(*limits):
                found["lines"].append(_line(draft, ask, request))
        except (FerryplanError, MemoryError) as error:
            leave_out(format_message("posing.question-about", ask=ask, puzzle=told), error, is_question=True)
    if found["lines"] and "certificate" in draft.proof:
        found |= {"certificate": draft.certificate, "hash": draft.proof["certificate"]}
    return found


def name_puzzle(puzzle: str, parameters: Mapping[str, Any]) -> str:
    """Return the puzzle's name, with the values that its parameters are given."""
    values = ", ".join(f"{key} = {value}" for key, value in parameters.items())
    return f"{puzzle} with {values}" if values else puzzle


def is_for_training(signature: str, share: float) -> bool:
    """Return whether what has a signature is in the training split, which has about such a share of all: always the same for the same puzzle."""
    return bool(int(signature[:DIGITS], 16) < share * 16**DIGITS)


def _draft(request: Mapping[str, Any]) -> Draft:
    """Return the draft of a puzzle that there is. Raises FerryplanError for one that makes no sense, or has no words of themes."""
    text = request.get("file")
    puzzle = load(request["puzzle"]) if text is None else read(text, request["puzzle"])
    values = {key: tuple(one) if isinstance(one, list) else one for key, one in request["parameters"].items()}
    instance, wanted = instantiate_smallest(puzzle, values), request["theme"]
    seed = f"{request['seed']} {request['number']}"
    draw = Draw(f"{instance!r} {seed} theme")
    name: str | None = wanted
    if name is None and request["paraphrase"]:
        name = draw.one([None, *domains.theme_files()])
    if name is None:
        return Draft(instance, text, None, request["seed"])
    told_as = theme(name, draw)
    try:
        text = text_of(retell(puzzle, dict(instance.parameters), told_as, seed))
    except PuzzleError:
        if wanted is not None:
            raise
        return Draft(instance, text, None, request["seed"])  # no theme has words for it
    return Draft(instantiate(read(text, puzzle.name), {}), text, told_as.name, request["seed"])


def _invented(request: Mapping[str, Any]) -> tuple[Draft, Invention]:
    """Return a draft that is invented, and what it was made of. Raises FerryplanError for a theme that cannot be used."""
    kind, level, number, tried = request["invent"], request["level"], request["number"], request["after"]
    stratum = level or 1 + Draw(f"{kind} {request['seed']} {number}").below(len(LEVELS))
    how = domains.words("levels")[kind][stratum - 1]
    loose = how.get("loose", False)
    sizes = {what: range(least, most + 1) for what, (least, most) in how.get("sizes", {}).items()}
    wishes = Wishes(level, sizes, minimal=not loose, solutions=how.get("several", 1) if loose else 1)
    asked = Asked(kind, request["seed"], request["theme"] or "any", wishes, request["unsolvable"])
    most = None if request.get("exact") else 0 if tried else how["drafts"]
    """none of a puzzle that was there already: there may be few of that size"""
    one = invented(asked, number, tried, most=most)
    if one.puzzle is None:
        asked = replace(asked, wishes=Wishes())
        one = invented(asked, number, one.tried)
    assert one.draft is not None
    assert one.puzzle is not None
    text = text_of(one.twin.puzzle if one.twin else one.puzzle)
    puzzle = read(text, f"{kind}-{number}")
    known = None if one.twin else one.draft.difficulty
    return Draft(instantiate(puzzle, {}), text, theme_of(asked, number).name, request["seed"], known), one


def _line(draft: Draft, ask: str, request: Mapping[str, Any]) -> str:
    """Return the question of a kind as a line of JSON. Raises EncodingError where it cannot be asked."""
    instance, drawn = draft.instance, f"{request['seed']} {request['number']} {ask} {draft.instance!r}"
    draw = Draw(drawn)
    if draft.moves == ():
        raise EncodingError(format_message("posing.nothing-to-do"), where=repr(draft.instance))
    asked = KINDS[ask](draft, draw)
    words = question(draft, ask, asked, request["language"], draw if request["paraphrase"] else None)
    pddl = {"pddl": asdict(generate(instance, None))} if request["pddl"] else {}
    made = Question(
        id=id_of(words), family=instance.family, puzzle=instance.puzzle, parameters=dict(instance.parameters), ask=cast(Ask, ask),
        question=words, answer=asked.answer, verdict="unsolvable" if draft.moves is None else "solvable",
        optimum=draft.optimum, optimum_proven=True, solutions=draft.solutions,
        unique=None if draft.solutions is None else draft.solutions == 1, difficulty=draft.difficulty,
        proof=draft.proof, theme=draft.theme, seed=draft.seed, version=version("ferryplan"), file=draft.file,
        about=dict(asked.about), **pddl,
    )  # fmt: skip
    if score(made, asked.answer).score != 1:  # whoever poses a set keeps the rest of it
        says = format_message("posing.rejected-answer", answer=asked.answer[:80], seed=request["seed"])
        raise EncodingError(says, where=instance.puzzle, key=ask)
    return made.line()
