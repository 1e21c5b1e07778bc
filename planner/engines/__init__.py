"""The engines: from PDDL text to the plan or proof that an engine returns.

The engines run in a child process, the worker, or, where there are no processes, in the process itself. The modules of
the worker come first.

The modules in import order; each imports only modules above it:

`patches`               faster replacements for functions of pyperplan and unified-planning, for the worker
`worker_process`        the process of the worker: its limits, its input and its child processes
`engine_logs`           statistics and error messages from the logs of engines, for the worker
`pyperplan_search`      pyperplan's searches on a grounded task, for the worker
`fast_downward`         Fast Downward and SymK, run by their own driver on the original PDDL, for the worker
`command_engine`        a planner that a command of the user runs, for the worker
`expression_conversion` PDDL conditions and numbers as unified-planning expressions, for the worker
`problem_conversion`    PDDL syntax trees as unified-planning problems, for the worker
`features`              names of unified-planning's problem features in the words of PDDL, for the worker
`problem_adaptation`    adaptation of a problem to the features that an engine supports, for the worker
`worker`                the program of the worker, which imports unified-planning and runs engines
`java`                  the search for a Java runtime
`registry`              the known engines and the dialects that they take
`in_process`            answers of engines that run in this process, without a worker
`session`               sessions with a worker, or without one: starting, requests, ending
`engine_runner`         requests to the worker, verdicts, errors and the evidence against a refuted engine
`strips_compilation`    compilation to plain STRIPS for engines that take nothing else
`task_search`           ferryplan's own search of a planning task, without a planner
`external_task`         PDDL files of the user: reading, solving, and the reasons why an engine cannot take them
`portfolio`             the order and time shares in which `auto` tries engines on PDDL files of the user
"""
