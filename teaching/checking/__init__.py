"""The comparison of students' models with a puzzle.

Start reading at `examination.examine_problem`, which checks one problem of a model, and at
`verdict_search.check_against_puzzle`, which compares it.

The modules in import order; each imports only modules above it:

`interpretation_map` the interpretation of a model as a TOML file that users can edit
`parameter_fitting`  choice of the puzzle instance that a problem describes
`model_verdict`      differences between a model and the puzzle under one interpretation
`own_pddl`           test whether a model is ferryplan's own PDDL under other names
`credibility`        evidence for and against an interpretation and its verdict
`verdict_search`     search for the interpretation that gives the most credible verdict
`discrepancies`      all discrepancies of a model, state by state, to compare two versions of it
`blame`              the action that causes a difference
`edit_ranking`       edits of the PDDL text, the most promising first
`repairs`            search for the smallest edits that correct a model
`hints`              hints for students: the wrong part, and how to change it
`unneeded_parts`     actions and predicates that a model does not need
`check_report`       report on the verdict about one problem
`examination`        check of a model problem by problem
`submissions`        reader of submissions in folders and archives, within size limits
`rubric`             points and deductions for a model
`course_rendering`   results of all submissions as tables and files
`model_check`        the public result for one model
`course_report`      checks of all submissions in separate processes, and the report on them
"""
