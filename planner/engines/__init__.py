"""From PDDL text to an engine's plan: the engines, the worker in which they run, what it is asked and what comes back.

The worker's own modules come first. In this order, each imports only what stands before it:

`patches`       what is exchanged, for speed, inside pyperplan and unified-planning, and the switch; for the worker
`process`       the worker's own process: limits, input, what it starts; for the worker
`logs`          what engines tell of their work in their logs; for the worker
`pyperplan`     pyperplan, given a task's operators, by its own searches; for the worker
`fast_downward` Fast Downward and SymK, given the PDDL as it came, by their own driver; for the worker
`command`       a planner that is run by a command of the user's own; for the worker
`expressions`   conditions and numbers as unified-planning's expressions; for the worker
`conversion`    from the syntax tree of PDDL to unified-planning's problem; for the worker
`features`      what unified-planning calls the features of a problem, in words; for the worker
`problem_kind`  a problem, made one of a kind that an engine supports; for the worker
`worker`        the child process that imports unified-planning and runs engines; a program of its own
`session`       the parent's side of the worker, and the Java that it is given
`registry`      the engines known by name, and which dialects they take
`runner`        engines run: one request to the worker, its verdict, its failures; what refutes an engine, kept
`compiled`      engines that take plain STRIPS only, asked about tasks that make use of more
`exploration`   the search of a task's own state space, where no planner takes it or proves its plan to be best
`foreign`       PDDL of others: read here first, then put to an engine; what keeps unified-planning from it
`portfolio`     which engines are asked about PDDL of others, in which order and for how long
"""
