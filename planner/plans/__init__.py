"""Plans as text: read in the forms in which planners, validators and people write them, and written; carried out on PDDL.

Nothing here knows of puzzles: a plan is a list of actions, perhaps with times, and what the file says of its cost.

In this order, each imports only what stands before it:

`plan`       a plan, and a file of plans: which is meant, what the file says of its cost; a plan file written
`text`       its lines, the errors that name them, what planners say in them of a plan (`said.toml`), and from what stands there to plans
`joining`    lines that join several actions, as several lines
`lines`      an action on each line: how it is written; planners' logs, as `logs.toml` describes them
`ipc`        the form of the planning competitions, `(move a b)` or `0.0: (move a b) [1.0]`; VAL's report; plasp's answer sets
`structured` JSON; lists as Python prints them
`lists`      numbered, with bullets, an action on each line
`unread`     the actions of a task that stand in a file and are not read
`reading`    the table of the forms: which one a file has, and what it says
`execution`  plans carried out on the PDDL that they are for
"""
