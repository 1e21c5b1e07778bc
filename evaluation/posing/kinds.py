"""What can be asked of a draft: for each kind the answer, what is shown with the question, and what judging needs to know."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.posing.draft import GOAL_RULE, Draft
from ferryplan.evaluation.scoring.spelling import UNSOLVABLE, format_data
from ferryplan.generator.draws import Draw
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import answering_of, family_of, speller_of, state_space, strategy_of, teller_of
from ferryplan.generator.naming import SpellingError
from ferryplan.teaching.exercises.setting import Setting

MOST_RULES, MOST_TRIED = 26, 500
FAULTS = (0.3, 0.2)
"""how often a plan that is shown is right, and how often it merely ends too soon"""


class Asked(NamedTuple):
    """A question of a kind about a draft, without its words."""

    answer: str
    about: Mapping[str, Any] = {}
    says: Mapping[str, Any] = {}
    """what its words are filled in with"""


class Shown(NamedTuple):
    """A plan that is shown."""

    moves: Sequence[Any]
    broken: frozenset[str] = frozenset()
    """all that is broken where it first goes wrong; nothing if it works"""
    step: int | None = None
    """the number of the move that is not allowed, or of the last if the goal is not reached; None where moves may come in any order"""


def plan(draft: Draft, draw: Draw) -> Asked:
    """Return the question for any solution."""
    return Asked(UNSOLVABLE if draft.moves is None else format_data(speller_of(draft.instance).spelled(draft.moves)))


def optimal_plan(draft: Draft, draw: Draw) -> Asked:
    """Return the question for a best solution."""
    _check_in_turn(draft, "optimal-plan")
    return plan(draft, draw)


def length(draft: Draft, draw: Draw) -> Asked:
    """Return the question for the fewest moves, or the least cost."""
    _check_in_turn(draft, "length")
    return Asked(UNSOLVABLE if draft.optimum is None else f"{draft.optimum}")


def solvable(draft: Draft, draw: Draw) -> Asked:
    """Return the question whether there is a solution."""
    if draft.total is not None:
        return Asked(format_message("posing.solvable", total=teller_of(draft.instance).total(draft.total)))
    return Asked(format_message("posing.unsolvable"))


def count(draft: Draft, draw: Draw) -> Asked:
    """Return the question how many solutions there are. Raises EncodingError where they were not counted."""
    if draft.solutions is None:
        raise _make_refusal(draft, "count", "posing.no-count")
    return Asked(f"{draft.solutions}")


def next_move(draft: Draft, draw: Draw) -> Asked:
    """Return the question for a best next move, from a state on a best way. Raises EncodingError where not all of these are known."""
    _check_in_turn(draft, "next")
    if speller_of(draft.instance).any_order:
        raise _make_refusal(draft, "next", "posing.any-order")
    if not draft.moves:
        raise _make_refusal(draft, "next", "posing.no-next-move")
    if draft.solutions is None:
        raise _make_refusal(draft, "next", "posing.unknown-best-moves")
    made = draft.moves[: draw.below(len(draft.moves))]
    onward = strategy_of(draft.instance).solutions().onward(made)
    best = [speller_of(draft.instance).spelled((*made, move))[-1] for move in onward]
    moves, own = speller_of(draft.instance).spelled(made), speller_of(draft.instance).spelled(draft.moves)[len(made)]
    assert own in best, "a best solution goes on with a best move"
    return Asked(format_data(own), {"moves": moves, "best": best}, {"moves": format_data(moves)})


def valid(draft: Draft, draw: Draw) -> Asked:
    """Return the question whether a plan that is shown works, and if not where and why. Raises EncodingError where none can be shown."""
    shown = _draw_plan(draft, "valid", draw, draw.chance(FAULTS[0]))
    lettered = dict(zip(map(chr, range(65, 65 + MOST_RULES)), draft.rules, strict=False))
    right = [letter for letter, rule in lettered.items() if rule in shown.broken]
    if len(right) < len(shown.broken):
        raise _make_refusal(draft, "valid", "posing.too-many-rules", most=MOST_RULES)
    step = {"step": shown.step} if shown.step else {}
    verdict: dict[str, Any] = {"valid": not right, **step, **({"rule": right[0]} if right else {})}
    moves = speller_of(draft.instance).spelled(shown.moves)
    about = {"moves": moves, "valid": not right, **step, "rules": lettered, "right": right}
    return Asked(json.dumps(verdict), about, {"moves": format_data(moves), "rules": lettered})


def repair(draft: Draft, draw: Draw) -> Asked:
    """Return the question for a plan that works instead of one that does not. Raises as ``valid``."""
    moves = speller_of(draft.instance).spelled(_draw_plan(draft, "repair", draw, False).moves)
    return plan(draft, draw)._replace(about={"moves": moves}, says={"moves": format_data(moves)})


def formalise(draft: Draft, draw: Draw) -> Asked:
    """Return the question for the PDDL. Raises EncodingError where no model can be held against the puzzle."""
    setting = Setting(draft.puzzle, dict(draft.instance.parameters), {"dialect": None, "seed": draft.seed})
    if not setting.is_same:
        raise _make_refusal(draft, "formalise", "posing.model-differs")
    texts = [setting.pddl.domain.strip(), setting.pddl.problem.strip()]
    if draft.theme:  # told in a theme, the puzzle must not give itself away by its own name
        own, other = f"(domain {draft.instance.puzzle})", f"(domain {draft.theme}-{draft.instance.family})"
        texts = [text.replace(own, other).replace(f"(:{own[1:]}", f"(:{other[1:]}") for text in texts]
    return Asked("\n\n".join(f"```pddl\n{text}\n```" for text in texts))


def answer(draft: Draft, draw: Draw) -> Asked:
    """Return the puzzle's own questions. Raises EncodingError where it has none, or where solutions answer them differently."""
    answering = answering_of(draft.instance)
    if answering is None or not (asks := answering.questions):
        raise _make_refusal(draft, "answer", "posing.no-questions")
    if draft.moves is None:
        return Asked(UNSOLVABLE, {"answers": {}}, {"questions": asks})
    if draft.solutions != 1:
        tallies = answering.tally(strategy_of(draft.instance).solutions())
        if tallies is None or any(len(tally) > 1 for tally in tallies):
            raise _make_refusal(draft, "answer", "posing.several-answers")
    given = answering.name_answers(draft.moves)
    answers = {f"{number}": said for number, said in enumerate(given, 1)}
    return Asked(json.dumps(answers, ensure_ascii=False), {"answers": answers}, {"questions": asks})


KINDS: Mapping[str, Callable[[Draft, Draw], Asked]] = {
    "plan": plan, "optimal-plan": optimal_plan, "length": length, "solvable": solvable, "count": count, "next": next_move,
    "valid": valid, "repair": repair, "formalise": formalise, "answer": answer,
}  # fmt: skip
"""what makes a question of each kind; raises EncodingError for a draft of which it cannot be asked"""


def _make_refusal(draft: Draft, kind: str, message: str, **slots: object) -> EncodingError:
    return EncodingError(format_message(message, **slots), where=draft.instance.puzzle, key=kind)


def _check_in_turn(draft: Draft, kind: str) -> None:
    """Raise EncodingError for a puzzle whose solutions all have as many moves, in any order."""
    if family_of(draft.instance).alike:
        raise _make_refusal(draft, kind, "posing.no-order", family=draft.instance.family)


def _draw_plan(draft: Draft, kind: str, draw: Draw, right: bool) -> Shown:
    """Return a plan that is a best solution, or goes wrong somewhere. Raises EncodingError for an instance without solutions or mistakes."""
    moves, answering, space = draft.moves, answering_of(draft.instance), state_space(draft.instance)
    alike = answering is not None
    if not moves:
        raise _make_refusal(draft, kind, "posing.nothing-to-show")
    if right:
        return Shown(moves)
    any_order = speller_of(
        draft.instance
    ).any_order  # then a best solution less some moves is the one fault that has a step
    if not alike and len(moves) > 1 and (any_order or draw.chance(FAULTS[1])):
        kept = 1 + draw.below(len(moves) - 1)
        return Shown(moves[:kept], frozenset({GOAL_RULE}), kept)
    if any_order:
        raise _make_refusal(draft, kind, "posing.no-mistake")
    states = [*itertools.accumulate(moves, space.after, initial=space.initial)]
    for place in draw.shuffled(range(len(moves))):
        if answering:
            before, tried = answering.take_back(states[-1], moves[place]), answering.list_alternatives(moves[place])
        else:
            before, tried = states[place], (*itertools.islice(space.candidates(states[place]), MOST_TRIED), *moves)
        broken = [(move, frozenset(one.rule for one in space.breaches(before, move))) for move in tried]
        wrong = [(move, rules) for move, rules in broken if rules and rules <= {*draft.rules}]
        for move, rules in draw.shuffled(wrong):
            if alike or _can_be_seen(draft, moves[:place], move):
                return Shown((*moves[:place], move, *moves[place + 1 :]), rules, None if alike else place + 1)
    raise _make_refusal(draft, kind, "posing.no-mistake")


def _can_be_seen(draft: Draft, made: Sequence[Any], move: Any) -> bool:
    """Return whether the written form of a wrong move after others says all that is wrong with it: it reads back as the same move."""
    try:
        read: Any = [*speller_of(draft.instance).moves(speller_of(draft.instance).spelled((*made, move)))][-1]
    except SpellingError:
        return False
    return bool(read == move)
