"""Planning tasks in PDDL as puzzles, from templates or from files of any author.

The modules in import order; each imports only modules above it:

`picture_tables`   the tables of a puzzle file that say how states are drawn
`bounds`           limits on the output of templates, checked before the output is built
`template_filling` the safe filling of the templates in a puzzle's folder
`puzzle_file`      the shape of puzzle files with PDDL, and of sentence files beside a domain
`instance`         an instance: a domain and a problem as texts, with their syntax trees
`task_sentences`   facts and actions in words, from the sentences of a file or from names
`space`            the state space of a task, with reasons in words for inapplicable actions
`narrator`         actions and states in words
`page_data`        the data of an interactive page: ground actions over numbered facts
`task_drawing`     the scenes of a task, drawn according to the puzzle file
`formulations`     the dialect of a task's PDDL
`instantiation`    from templates or files to an instance
`pddl_puzzles`     a domain and a problem of any author as a puzzle
"""
