"""From PDDL text to a told solution: engine -> plan -> crossings -> replay -> narration, and the command line.

`main`         the entry point of the command `plan`
`interrupts`   signals that end the program, held back where they would do harm
`streams`      standard output and standard error: what they carry, how they fail
`status`       how questions end, and the exit codes that tell it
`running`      errors into exit codes
`files`        the user's files, read and written
`replacing`    files that are there already
`json_text`    JSON objects as text
`limits`       on the time and memory of work, whatever it is
`cut_short`    as much of it as they allow
`stopping`     searches that are broken off, and what they found
`overview`     what there is: puzzles, engines, parameters
`tables`       tables for a pipe and for Markdown
`terminal`     tables and progress for a person who looks on
`answers`      what can be asked of a puzzle, whatever its family
`families`     the registry of what answers, by family
`errors`       errors of what is asked of puzzles
`result`       the answer to one question
`shown`        how results show themselves in Jupyter
`style`        how an answer is to be told
`listing`      which of all solutions are to be told, and how
`solving`      from a puzzle of any family to its result, and to all of its solutions
`formats`      in which formats a result is told
`plans`        plans as text, read in the forms in which planners write them, and written
`executing`    plans carried out on the PDDL that they are for
`judging`      plans from elsewhere, judged
`changes`      values of parameters that are near
`verbs`        the command line: its verbs, their options, their exit codes
`questions`    what can be asked of any family, over its state space
`engines`      from PDDL text to an engine's plan: the engines, the worker in which they run, what it is asked and what comes back
`crossing`     from a plan to a told solution: crossings replayed against the rules, verdicts, narration
`placing`      the same for puzzles in which things are placed: grids, sums, boards
`pictures`     results drawn: a strip, a timeline, a page that plays, what Jupyter shows
`graphs`       the states within reach, told and drawn, and stepped through
`benchmarking` engines side by side, and benchmark suites

Python users find what they need in the module `ferryplan`.
"""
