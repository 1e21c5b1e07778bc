"""Models that others made of a puzzle, held against it.

In this order, each imports only what stands before it:

`mapping` which facts of a model tell what, as a file
`fitting` of which instance a problem is
`comparing` in what a model differs, as far as it is seen in one way
`own_pddl` whether a model is the puzzle's own PDDL under other names
`credibility` whether a verdict can be believed
`verdict` in what a model differs from a puzzle, each way by the shortest scenario
`discrepancies` what is wrong with a model in each state of the puzzle
`blames`  which action is to blame for a difference
`suspects` which changes of a text are worth trying first
`repairs` the smallest changes that mend a model
`hints`   where to look in a model, and what to change, in words
`surplus` what a model has that it does not need
`report`  that, told
`judging` what is said of a model, problem by problem
`submissions` what was handed in: folders and archives, read within bounds
`rubric`  points for a model
`course`  what came of all submissions, told and as files
`model_check` the answer about one model
`course_check` submissions compared in processes of their own, and the report of all of them
"""
