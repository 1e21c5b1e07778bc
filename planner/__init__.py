"""Engines, plans, answers and the command line: the way from PDDL text to a narrated solution.

The data goes from an engine to a plan, its moves, their replay by the rules, and a narration. Start reading at `main`, then
`cli.command_line`, `questions.solving` and `questions.attempt`.

The modules in import order; each imports only modules above it:

`answer_formatting` the formatting of answers as JSON or CSV, and the options of a list of solutions
`output_schemas`    JSON Schemas of the JSON that the command line prints
`puzzle_catalog`    the puzzles of the catalog and of a folder, as a sequence
`parameter_ranges`  several values of a parameter, parsed from a text such as ``2..4``
`status`            the status of an answer, and the exit code of a command
`system`            the operating system: signals, time and memory limits, files, the terminal
`plans`             plans as text, parsed from many formats and formatted, and their execution on PDDL
`result`            the answers of `solve` and `validate`: status, plan or solution, proof
`engines`           engines, and the worker process in which they turn PDDL into a plan
`questions`         answers to questions about a puzzle of any family
`plan_validation`   the validation of plans from other programs or people
`valid_plan`        the answer of `validate`: a valid plan
`pddl_lint`         findings in PDDL and in plans, and their formats
`lint_report`       reports of findings in PDDL and in puzzle files
`formatted_files`   files of PDDL in ferryplan's layout
`pddl_files`        the solving of PDDL from any source with an engine
`graphs`            graphs of reachable states: reports, pictures, exploration
`inventing`         invented puzzles that an engine confirms, as sheets and files
`pictures`          pictures of results: scenes, boards, states, timelines, interactive pages, Jupyter
`result_formats`    the output formats of a result, and the function that writes each
`website`           the web site: a catalog of puzzles to play in a browser
`benchmarking`      comparisons of engines, and benchmark suites
`api`               the Python API, a function for each verb
`cli`               the command line: verbs, options, exit codes
`command`           command lines that run in this process, with their output as text
`main`              the entry point of the command `plan`

Python users find everything they need in `ferryplan` itself.
"""
