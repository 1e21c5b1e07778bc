"""Students' models, compared with the puzzle.

Start reading at `judging.examine`, which checks a model problem by problem, and at `verdict.check`, which compares one problem.

In this order, each imports only what stands before it:

`mapping`       which facts of a model represent which state variables, as a file
`fitting`       which instance of the puzzle a problem is about
`comparing`     how a model differs from the puzzle under one interpretation
`own_pddl`      whether a model is the puzzle's own PDDL under other names
`credibility`   whether a verdict can be believed
`verdict`       tries interpretations and returns the best comparison, each difference with a shortest scenario
`discrepancies` what is wrong with a model in each state of the puzzle
`blames`        which action causes a difference
`suspects`      which changes of the text are worth trying first
`repairs`       the smallest changes that mend a model
`hints`         hints for students: where to look, and what to change
`surplus`       actions and predicates that a model does not need
`report`        a verdict as a report
`judging`       the outcome for a model, problem by problem
`submissions`   submissions read from folders and archives, within limits
`rubric`        points for a model
`course`        the results of all submissions, as tables and files
`model_check`   the answer about one model
`course_check`  submissions compared in processes of their own, and the report on all of them
"""
