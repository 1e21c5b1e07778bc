"""Plans as text: read in the forms in which planners, validators and people write them, and written.

Nothing here knows of puzzles or of PDDL: a plan is a list of actions, perhaps with times, and what the file says of its cost.

`action`  an action of a plan
`plan`    a plan, and a file of plans: which is meant, what the file says of it
`text`    a file's lines, and the errors that name them
`blocks`  from lines in the order of the file to plans: stated costs, times, what stands behind
`comments` what planners say of a plan beside its actions
`ipc`     the form of the planning competitions, `(move a b)` or `0.0: (move a b) [1.0]`
`formats` the list of the forms
`reading` which form a file has, and what it says
`writing` a plan file written
"""
