"""Planning tasks: a puzzle that brings its own PDDL, or the templates of it, and the sentences in which it is told.

In this order, each imports only what stands before it:

`pictures`      how states are drawn: what is shown of their facts, and where
`filling`       the templates of a puzzle's folder filled in
`puzzle_file`   the shape of the puzzle files, and of the sentences beside PDDL of others
`instance`      a puzzle with every parameter fixed: two texts of PDDL, and what they mean together
`sentences`     facts and actions in words: by the sentences of a file, or made of their names
`space`         what may happen: the task, with what forbids an action told in words
`theorem`       best plans that a theorem gives
`strategy`      what stops one: actions that lack one thing, and would lead further
`cast`          of what states consist, so that they can be found in models of it
`changes`       an object more, a goal less, a fact more
`teller`        actions and states in words, and what there is to know of a task
`shown_states`  plans that are shown by their states
`mentions`      what a sentence names
`notation`      how people name the actions of a task
`stacking`      towers of Hanoi, blocks
`flipping`      pancakes
`pouring`       jugs
`cells`         sliding tiles, sokoban, peg solitaire, lights out
`carrying`      balls that a robot carries
`known_puzzles` the notations that people use for well-known puzzles
`told`          a text as a list of steps
`speller`       actions as data in an answer
`formulations`  the task as the PDDL that it is: which dialect it is in
`instantiation` from templates, or files as they are, to an instance
`pairs`         PDDL of others as a puzzle
`family`        what the family consists of
"""
