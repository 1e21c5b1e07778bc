"""The verb `score`: answers to questions, judged."""

from __future__ import annotations

from typing import Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.scoring.formats import FORMATS
from ferryplan.evaluation.verbs.pages import PAGES
from ferryplan.planner.cli.options import crew_options, workers
from ferryplan.planner.cli.output import outlet, output_options
from ferryplan.planner.cli.verbs import make_verb
from ferryplan.planner.system.progress import Work


@make_verb("score", PAGES["score"])
@click.argument("questions", type=click.Path())
@click.argument("answers", type=click.Path())
@click.option("--partial", is_flag=True)
@crew_options
@output_options(*FORMATS, too=True)
@click.pass_context
def score_command(ctx: click.Context, /, questions: str, answers: str, partial: bool, **values: Any) -> int:
    """Say what ANSWERS to QUESTIONS are worth: lines of JSON, also packed with gzip, or tables of Parquet.

    An answer is an object with the id of a question and the answer, a text or data: a list of moves in whatever form, a number, a word. The last
    that it states counts. Moves are judged by replay: any right solution scores 1. A question without an answer scores 0, of several answers to one
    the last counts, and answers to no question are left out; all these are told.
    """
    from ferryplan.evaluation.scoring.answer_scoring import score_all
    from ferryplan.evaluation.scoring.answers import answers_in, questions_in

    where = outlet(ctx, FORMATS, too=True)
    asked = questions_in(questions)
    given = answers_in(answers, asked)
    with Work("answers", len(asked)):
        report = score_all(asked, given, partial, workers(values))
    for note in report.notes:
        click.echo(f"plan: note: {answers}: {note}", err=True)
    where.give(
        lambda form, layout: [report.render(form, layout=layout)],
        format_message("commands.answers-scored", count=len(asked)),
    )
    return 0
