"""The verb `score`: answers to questions, judged."""

from __future__ import annotations

import itertools
from typing import Any

import click

from ferryplan.generator.wording import few
from ferryplan.planner.cli.options import crew, crew_options
from ferryplan.planner.cli.output import outlet, output_options
from ferryplan.planner.cli.verbs import plan
from ferryplan.planner.scoring.summary import FORMATS
from ferryplan.planner.system.progress import Work


@plan.command("score")
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
    from ferryplan.generator.names import digest
    from ferryplan.planner.scoring.answers import BATCH, answers_in, questions_in, score_batch
    from ferryplan.planner.scoring.score import Score
    from ferryplan.planner.scoring.summary import Summary

    where = outlet(ctx, FORMATS, too=True)
    asked = questions_in(questions)
    given = answers_in(answers, asked)
    pairs = [(question.line(), given.given.get(known)) for known, question in asked.items()]
    found = list[Score]()
    with Work("answers", len(asked)) as work, crew(values, score_batch, {"verb": "score"}) as calls:
        for batch in (pairs[first : first + BATCH] for first in range(0, len(pairs), BATCH)):
            calls.ask(batch, name=digest(repr(batch), 64))
        for one in itertools.chain.from_iterable(calls.answers()):
            found.append(Score(*one))
            work.advanced()
    for ids, says in (
        (given.missing, "questions without an answer, which score 0"),
        (given.double, "questions with several answers, of which the last counts"),
        (given.foreign, "answers to none of the questions, left out"),
    ):
        if ids:
            click.echo(f"plan: note: {answers}: {len(ids)} {says}: {', '.join(few(ids))}", err=True)
    summary = Summary(asked, dict(zip(asked, found, strict=True)), given, partial)
    where.give(lambda form, layout: [summary.told(form, layout)], f"{len(asked)} answers scored.")
    return 0
