"""The verb `score`, which scores answers to questions."""

from __future__ import annotations

from typing import Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.scoring.score_formats import SCORE_FORMATS
from ferryplan.evaluation.verbs.pages import PAGES
from ferryplan.planner.cli.options import read_worker_options, worker_options
from ferryplan.planner.cli.output import add_output_options, make_output_target
from ferryplan.planner.cli.verbs import make_verb
from ferryplan.planner.system.progress import WorkProgress


@make_verb("score", PAGES["score"])
@click.argument("questions", type=click.Path())
@click.argument("answers", type=click.Path())
@click.option("--partial", is_flag=True)
@worker_options
@add_output_options(*SCORE_FORMATS, also_print=True)
@click.pass_context
def score_command(ctx: click.Context, /, questions: str, answers: str, partial: bool, **values: Any) -> int:
    """Score ANSWERS to QUESTIONS; both are lines of JSON, also compressed with gzip, or Parquet tables.

    An answer is an object with the id of a question, and the answer as text or data: a list of moves in any form, a number, or a word. The
    last statement in the text counts. Moves are judged by replay, so any right solution scores 1. A question without an answer scores 0. Of
    several answers to a question the last one counts, and answers to unknown questions are ignored; notes report these cases.
    """
    from ferryplan.evaluation.scoring.answer_files import read_answers, read_questions
    from ferryplan.evaluation.scoring.answer_scoring import score_all_answers

    where = make_output_target(ctx, SCORE_FORMATS, also_print=True)
    asked = read_questions(questions)
    given = read_answers(answers, asked)
    with WorkProgress("answers", len(asked)):
        report = score_all_answers(asked, given, partial, read_worker_options(values))
    for note in report.notes:
        click.echo(f"plan: note: {answers}: {note}", err=True)
    where.write_answer(
        lambda form, layout: [report.render(form, layout=layout)],
        format_message("commands.answers-scored", count=len(asked)),
    )
    return 0
