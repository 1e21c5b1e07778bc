"""From PDDL text to a told solution: engine -> plan -> crossings -> replay -> narration, and the command line.

`main`        the entry point of the command `plan`
`running`     errors into exit codes
`cli`         its verbs
`compare_command` the verb `compare`
`commands`    the kinds of commands; a puzzle's parameters as options
`suite_command`, `engines_command` the verbs `suite` and `engines`
`ranges`      several values of a parameter at once
`files`       the user's files, read and written
`graph_command`, `explore_command` the verbs `graph` and `explore`
`engines`     the engines known by name, and which dialects they take
`worker`      the child process that imports unified-planning and runs engines; a program of its own
`reading`     PDDL text to unified-planning's problem, fast; for the worker
`deriving`    derived predicates, given to the engines that take them; for the worker
`hastening`   pyperplan's grounding and successors, fast; for the worker
`suiting`     a problem, made to suit an engine; for the worker
`engine_logs` what engines tell of their work in their logs; for the worker
`solutions_command` all solutions: the options of `solve` for them
`enumerating` all solutions, from the rules alone
`solutions_told` and told
`limits`      on the time and memory of work done here
`session`     the parent's side of the worker
`asking`      one request to the worker, its verdict, its failures
`solving`     from a puzzle to a result
`exit_codes`  of the command
`failures`    engines that fail, told; what refutes one, kept
`comparing`   engines side by side
`comparison`  what became of it, as a table, CSV, JSON
`plot`        and as a picture
`ranges`      several values of a parameter at once
`variants`    the nearest variants that have a plan
`pddl_files`  any PDDL, ours or not, through the same worker
`suites`      benchmark suites written
`matrix`      which engine does what with which puzzle in which dialect
`why`         why there is no plan: how far one gets, what to change
`why_told`    and that as text and JSON
`why_command` the verb `why`
`certificate` a proof that there is no plan, for others to check
`plans`       plan files
`judging`     plans from elsewhere, judged
`checking`    what is checked of every crossing
`decoding`    from the actions of a plan to crossings
`execution`   a plan carried out as its PDDL says
`solution`    crossings replayed against the rules
`schedule`    from a plan in time to a schedule, replayed likewise
`sentences`   crossings, situations and totals in words
`formats`     in which formats a result is told
`telling`     the options that say in which, and into which files
`narration`   a result as text, Markdown, JSON, plan file
`scenes`      who is where and in which boat, scene by scene: what all pictures show
`lettering`   how much room a text takes in a picture
`frames`      how one of a strip's pictures is laid out
`strip`       a result as a strip of pictures
`timeline`    as a line for each traveller
`page`        as a page that plays the crossings
`notebook`    what Jupyter shows of it
`tables`      tables for a pipe and for Markdown
`terminal`    tables and progress for a person who looks on
`labels`      states and loads as short texts
`graph_report` the numbers of a graph of states
`graph_formats` such a graph as JSON, DOT, GraphML
`layered`     where its states stand in a picture
`drawing`     that picture: SVG, HTML
`graph_plot`  and PNG
`grounding`   generated PDDL, grounded
`reaching`    what PDDL reaches, as states of the rules
`stepping`    a puzzle played, crossing by crossing
`show`        what `plan show` tells of a puzzle

Python users need `solve`, `enumerate_solutions`, `judge` and `tell`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from planner.enumerating import enumerate_solutions
    from planner.formats import tell
    from planner.judging import judge
    from planner.solving import solve

__all__ = ["enumerate_solutions", "judge", "solve", "tell"]

_HOMES = {"enumerate_solutions": "enumerating", "judge": "judging", "solve": "solving", "tell": "formats"}


def __getattr__(name: str) -> Any:
    """Import what is asked for only then: the worker's parent must start fast."""
    if name not in _HOMES:
        raise AttributeError(f"module 'planner' has no attribute '{name}'")
    return getattr(importlib.import_module(f"planner.{_HOMES[name]}"), name)
