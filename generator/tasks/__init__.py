"""Planning tasks in PDDL as puzzles, whoever wrote them.

In this order, each imports only what stands before it:

`pictures`      how states are drawn: which facts are shown, and where
`bounds`        limits on what templates make, checked before it is made
`filling`       templates of a puzzle's folder, filled in
`puzzle_file`   the shape of puzzle files with PDDL, and of the sentences beside a domain
`instance`      two texts of PDDL, and what they mean together
`sentences`     facts and actions in words: from the sentences of a file, or made of their names
`space`         the state space of a task, with reasons in words why an action is not applicable
`teller`        actions and states in words
`page_data` what an interactive page needs: ground actions over numbered facts
`tableau`   states drawn as scenes, as a puzzle's file says what is shown where
`formulations`  the dialect that a task is in
`instantiation` from templates or files to an instance
`pairs`         a domain and a problem that somebody wrote, as a puzzle
"""
