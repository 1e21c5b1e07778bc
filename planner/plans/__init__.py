"""Plans as text: read in the forms in which planners, validators and people write them, and written.

Nothing here knows of puzzles: a plan is a list of actions, perhaps with times, and what the file says of its cost.

`action`     an action of a plan
`plan`       a plan, and a file of plans: which is meant, what the file says of it
`text`       a file's lines, and the errors that name them
`blocks`     from lines in the order of the file to plans: stated costs, times, what stands behind
`comments`   what planners say of a plan beside its actions
`notations`  how one action is written
`ipc`        the form of the planning competitions, `(move a b)` or `0.0: (move a b) [1.0]`
`logs`       what planners print
`answers`    plasp's answer sets
`validator`  VAL's report
`printed`    unified-planning's plans as Python prints them
`structured` JSON
`lists`      numbered, with bullets, an action on each line
`fenced`     Markdown
`formats`    the list of the forms
`verdicts`   what planners say where they have no plan
`reading`    which form a file has, and what it says
`writing`    a plan file written
`execution`  plans carried out on the PDDL that they are for
"""
