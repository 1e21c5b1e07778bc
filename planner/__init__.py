"""From PDDL text to a told solution: engine -> plan -> moves -> replay -> narration, and the command line.

Start reading at `main`, then `cli.run`, `questions.solving` and `questions.attempt`.

In this order, each imports only what stands before it:

`telling`      how answers are told: tables, JSON, which of all solutions
`schemas`      JSON Schemas of what the command line prints
`catalogue`    the puzzles of the catalogue and of a folder, as a sequence
`ranges`       several values of a parameter at once
`status`       how a question ends, and the exit code of a command that ends so
`system`       what the operating system gives and takes: signals, time, memory, files, a terminal
`plans`        plans as text, read in the forms in which planners write them, and written; carried out on PDDL
`result`       the answer to one question
`engines`      from PDDL text to an engine's plan: the engines, the worker in which they run, what it is asked and what comes back
`questions`    what can be asked of any family, over its state space
`validation`   plans from elsewhere, judged
`valid_plan` the answer of `validate`: a plan from elsewhere that is valid
`linting`      what is wrong or odd in PDDL texts and plans for them, told
`lint_report`  reports of that, and of what is odd in puzzle files
`pddl_files`   engines run on anybody's PDDL
`graphs`       the states within reach, told and drawn, and stepped through
`inventing`    invented puzzles confirmed by an engine, as many as are asked for, as sheets and files
`pictures`     results drawn: scenes, boards, states, a timeline, a page that plays, what Jupyter shows
`formats`      in which formats a result is told
`benchmarking` engines side by side, and benchmark suites
`api`          what Python users call, a function for each verb
`cli`          the command line: its verbs, their options, their exit codes
`main`         the entry point of the command `plan`

Python users find what they need in `ferryplan` itself.
"""
