"""From PDDL text to a told solution: engine -> plan -> crossings -> replay -> narration, and the command line.

`main`         the entry point of the command `plan`
`system`       what the operating system gives and takes: signals, time, memory, files, a terminal
`families`     what families have of their own: pictures, a way of being played
`result`       the answer to one question, its status, its exit code
`telling`      how answers are told: tables, JSON, which of all solutions
`plans`        plans as text, read in the forms in which planners write them, and written; carried out on PDDL
`engines`      from PDDL text to an engine's plan: the engines, the worker in which they run, what it is asked and what comes back
`formats`      in which formats a result is told
`validation`   plans from elsewhere, judged
`questions`    what can be asked of any family, over its state space
`crossing`     what only river crossings have: plans in time
`placing`      what only puzzles have in which things are placed: answers, boards drawn and played
`pictures`     results drawn: a strip, a timeline, a page that plays, what Jupyter shows
`graphs`       the states within reach, told and drawn, and stepped through
`benchmarking` engines side by side, and benchmark suites
`cli`          the command line: its verbs, their options, their exit codes

Python users find what they need in the module `ferryplan`.
"""
