"""The kinds of questions about an instance, with their right answers and the data for scoring."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.posing.proven_instance import GOAL_RULE, ProvenInstance
from ferryplan.evaluation.scoring.answer_format import UNSOLVABLE, format_answer_data
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import (
    family_of,
    narrator_of,
    notation_of,
    solution_answers_of,
    state_space_of,
    strategy_of,
)
from ferryplan.generator.name_lookup import NotationError
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.teaching.exercises.exercise_setting import ExercisePuzzle

MAX_RULES, MAX_CANDIDATES = 26, 500
"""The largest number of rules that get letters, and of candidate moves that are tried in a state to find a wrong one."""
SHOWN_PLAN_SHARES = (0.3, 0.2)
"""The probability that a shown plan is valid, and the probability that a wrong plan merely ends too soon."""


class QuestionContent(NamedTuple):
    """A question about an instance, with its right answer, but without its wording."""

    answer: str
    """A right answer, as text."""
    about: Mapping[str, Any] = {}
    """What scoring needs besides the instance, such as the moves of a shown plan; it becomes ``about`` of the question."""
    template_values: Mapping[str, Any] = {}
    """The values that fill the placeholders of the question's wording."""


class ShownPlan(NamedTuple):
    """A plan, valid or wrong, that a question shows for judgment or repair."""

    moves: Sequence[Any]
    """The moves of the plan."""
    broken_rules: frozenset[str] = frozenset()
    """The rules that the first wrong move breaks; empty for a valid plan."""
    step: int | None = None
    """The number of the illegal move, or of the last move if the plan misses the goal; None if moves have no order."""


def ask_for_plan(proven: ProvenInstance, draw: SeededRandom) -> QuestionContent:
    """Make the question that asks for any solution.

    Like all functions in `QUESTION_KINDS`, it gets a random generator, ``draw``, even if it makes no random choices.
    """
    return QuestionContent(
        UNSOLVABLE
        if proven.optimal_moves is None
        else format_answer_data(notation_of(proven.instance).format_moves(proven.optimal_moves))
    )


def ask_for_optimal_plan(proven: ProvenInstance, draw: SeededRandom) -> QuestionContent:
    """Make the question that asks for an optimal solution."""
    _check_move_order_matters(proven, "optimal-plan")
    return ask_for_plan(proven, draw)


def ask_for_length(proven: ProvenInstance, draw: SeededRandom) -> QuestionContent:
    """Make the question that asks for the fewest moves or, with costs, the least cost."""
    _check_move_order_matters(proven, "length")
    return QuestionContent(UNSOLVABLE if proven.optimum is None else f"{proven.optimum}")


def ask_whether_solvable(proven: ProvenInstance, draw: SeededRandom) -> QuestionContent:
    """Make the question that asks whether there is a solution."""
    if proven.optimal_total is not None:
        return QuestionContent(
            format_message(
                "posing.solvable", total=narrator_of(proven.instance).format_total_cost(proven.optimal_total)
            )
        )
    return QuestionContent(format_message("posing.unsolvable"))


def ask_for_count(proven: ProvenInstance, draw: SeededRandom) -> QuestionContent:
    """Make the question that asks for the number of solutions.

    Raises EncodingError if the number is unknown.
    """
    if proven.solution_count is None:
        raise _make_refused_kind_error(proven, "count", "posing.no-count")
    return QuestionContent(f"{proven.solution_count}")


def ask_for_next_move(proven: ProvenInstance, draw: SeededRandom) -> QuestionContent:
    """Make the question that asks for an optimal move in a state that an optimal solution passes.

    Raises EncodingError if not all optimal moves in this state are known.
    """
    _check_move_order_matters(proven, "next")
    if notation_of(proven.instance).accepts_any_order:
        raise _make_refused_kind_error(proven, "next", "posing.any-order")
    if not proven.optimal_moves:
        raise _make_refused_kind_error(proven, "next", "posing.no-next-move")
    if proven.solution_count is None:
        raise _make_refused_kind_error(proven, "next", "posing.unknown-best-moves")
    moves_made = proven.optimal_moves[: draw.randbelow(len(proven.optimal_moves))]
    best_next_moves = strategy_of(proven.instance).solutions().next_moves(moves_made)
    best = [notation_of(proven.instance).format_moves((*moves_made, move))[-1] for move in best_next_moves]
    moves, own = (
        notation_of(proven.instance).format_moves(moves_made),
        notation_of(proven.instance).format_moves(proven.optimal_moves)[len(moves_made)],
    )
    assert own in best, "a best solution goes on with a best move"
    return QuestionContent(
        format_answer_data(own), {"moves": moves, "best": best}, {"moves": format_answer_data(moves)}
    )


def ask_whether_valid(proven: ProvenInstance, draw: SeededRandom) -> QuestionContent:
    """Make the question that asks whether a shown plan is valid and, if not, where and why it fails.

    Raises EncodingError if there is no suitable plan to show.
    """
    shown = _draw_shown_plan(proven, "valid", draw, draw.chance(SHOWN_PLAN_SHARES[0]))
    rules_by_letter = dict(zip(map(chr, range(65, 65 + MAX_RULES)), proven.breakable_rules, strict=False))
    broken_letters = [letter for letter, rule in rules_by_letter.items() if rule in shown.broken_rules]
    if len(broken_letters) < len(shown.broken_rules):
        raise _make_refused_kind_error(proven, "valid", "posing.too-many-rules", most=MAX_RULES)
    step = {"step": shown.step} if shown.step else {}
    verdict: dict[str, Any] = {
        "valid": not broken_letters,
        **step,
        **({"rule": broken_letters[0]} if broken_letters else {}),
    }
    moves = notation_of(proven.instance).format_moves(shown.moves)
    about = {"moves": moves, "valid": not broken_letters, **step, "rules": rules_by_letter, "right": broken_letters}
    return QuestionContent(json.dumps(verdict), about, {"moves": format_answer_data(moves), "rules": rules_by_letter})


def ask_for_plan_repair(proven: ProvenInstance, draw: SeededRandom) -> QuestionContent:
    """Make the question that shows a wrong plan and asks for a valid one.

    Raises EncodingError if there is no suitable plan to show.
    """
    moves = notation_of(proven.instance).format_moves(_draw_shown_plan(proven, "repair", draw, False).moves)
    return ask_for_plan(proven, draw)._replace(
        about={"moves": moves}, template_values={"moves": format_answer_data(moves)}
    )


def ask_for_model(proven: ProvenInstance, draw: SeededRandom) -> QuestionContent:
    """Make the question that asks for a PDDL model of the puzzle.

    Raises EncodingError if models of the puzzle cannot be checked.
    """
    setting = ExercisePuzzle(proven.puzzle, dict(proven.instance.parameters), {"dialect": None, "seed": proven.seed})
    if not setting.is_model_correct:
        raise _make_refused_kind_error(proven, "formalise", "posing.model-differs")
    texts = [setting.pddl.domain.strip(), setting.pddl.problem.strip()]
    if proven.theme:  # with a theme, the puzzle's own name must not give the puzzle away
        own, other = f"(domain {proven.instance.puzzle})", f"(domain {proven.theme}-{proven.instance.family})"
        texts = [text.replace(own, other).replace(f"(:{own[1:]}", f"(:{other[1:]}") for text in texts]
    return QuestionContent("\n\n".join(f"```pddl\n{text}\n```" for text in texts))


def ask_puzzle_questions(proven: ProvenInstance, draw: SeededRandom) -> QuestionContent:
    """Make the question that asks what the puzzle itself asks, such as who keeps the fish.

    Raises EncodingError if the puzzle asks nothing, or if its answers are not unique.
    """
    answering = solution_answers_of(proven.instance)
    if answering is None or not (asks := answering.questions):
        raise _make_refused_kind_error(proven, "answer", "posing.no-questions")
    if proven.optimal_moves is None:
        return QuestionContent(UNSOLVABLE, {"answers": {}}, {"questions": asks})
    if proven.solution_count != 1:
        tallies = answering.tally_answers(strategy_of(proven.instance).solutions())
        if tallies is None or any(len(tally) > 1 for tally in tallies):
            raise _make_refused_kind_error(proven, "answer", "posing.several-answers")
    given = answering.find_answers(proven.optimal_moves)
    answers = {f"{number}": said for number, said in enumerate(given, 1)}
    return QuestionContent(json.dumps(answers, ensure_ascii=False), {"answers": answers}, {"questions": asks})


QUESTION_KINDS: Mapping[str, Callable[[ProvenInstance, SeededRandom], QuestionContent]] = {
    "plan": ask_for_plan,
    "optimal-plan": ask_for_optimal_plan,
    "length": ask_for_length,
    "solvable": ask_whether_solvable,
    "count": ask_for_count,
    "next": ask_for_next_move,
    "valid": ask_whether_valid,
    "repair": ask_for_plan_repair,
    "formalise": ask_for_model,
    "answer": ask_puzzle_questions,
}
"""The function that makes a question of each kind; it raises EncodingError if the instance does not allow the kind."""


def _make_refused_kind_error(
    proven: ProvenInstance, question_kind: str, message: str, **slots: object
) -> EncodingError:
    """Return the error that an instance does not allow a kind of question, with the reason.

    ``message`` is the key of the reason's message, and ``slots`` fill the placeholders of this message.
    """
    return EncodingError(format_message(message, **slots), where=proven.instance.puzzle, key=question_kind)


def _check_move_order_matters(proven: ProvenInstance, kind: str) -> None:
    """Raise EncodingError for a puzzle in which the order of moves does not matter.

    The solutions of such a puzzle are sets of moves of the same size, so questions about length or next move are
    useless.
    """
    if family_of(proven.instance).has_fixed_length:
        raise _make_refused_kind_error(proven, kind, "posing.no-order", family=proven.instance.family)


def _draw_shown_plan(proven: ProvenInstance, kind: str, draw: SeededRandom, is_valid: bool) -> ShownPlan:
    """Return an optimal solution if ``is_valid`` is true, otherwise a copy of it with one mistake.

    Raises EncodingError for an instance without solutions, or if no mistake is possible.
    """
    moves, answering, space = (
        proven.optimal_moves,
        solution_answers_of(proven.instance),
        state_space_of(proven.instance),
    )
    has_fixed_length = answering is not None
    if not moves:
        raise _make_refused_kind_error(proven, kind, "posing.nothing-to-show")
    if is_valid:
        return ShownPlan(moves)
    any_order = notation_of(proven.instance).accepts_any_order  # then the only mistake with a step is to end too soon
    if not has_fixed_length and len(moves) > 1 and (any_order or draw.chance(SHOWN_PLAN_SHARES[1])):
        kept = 1 + draw.randbelow(len(moves) - 1)
        return ShownPlan(moves[:kept], frozenset({GOAL_RULE}), kept)
    if any_order:
        raise _make_refused_kind_error(proven, kind, "posing.no-mistake")
    states = [*itertools.accumulate(moves, space.apply_move, initial=space.initial)]
    for place in draw.shuffle(range(len(moves))):
        if answering:
            before, tried = (
                answering.undo_move(states[-1], moves[place]),
                answering.list_alternative_moves(moves[place]),
            )
        else:
            before, tried = (
                states[place],
                (*itertools.islice(space.candidate_moves(states[place]), MAX_CANDIDATES), *moves),
            )
        broken = [(move, frozenset(one.rule for one in space.find_violations(before, move))) for move in tried]
        wrong = [(move, rules) for move, rules in broken if rules and rules <= {*proven.breakable_rules}]
        for move, rules in draw.shuffle(wrong):
            if has_fixed_length or _move_survives_formatting_and_parsing(proven, moves[:place], move):
                return ShownPlan(
                    (*moves[:place], move, *moves[place + 1 :]), rules, None if has_fixed_length else place + 1
                )
    raise _make_refused_kind_error(proven, kind, "posing.no-mistake")


def _move_survives_formatting_and_parsing(proven: ProvenInstance, moves_made: Sequence[Any], move: Any) -> bool:
    """Return whether a wrong move stays the same if it is formatted as text and parsed again.

    ``moves_made`` are the moves of the plan before the wrong move.
    """
    try:
        read: Any = [
            *notation_of(proven.instance).parse_moves(notation_of(proven.instance).format_moves((*moves_made, move)))
        ][-1]
    except NotationError:
        return False
    return bool(read == move)
