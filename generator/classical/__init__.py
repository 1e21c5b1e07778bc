"""The family `classical`: planning tasks that puzzles bring as PDDL or as templates of it, and how people write their plans.

In this order, each imports only what stands before it:

`theorem`       best plans that a theorem gives
`strategy`      what stops one: actions that lack one thing, and would lead further
`cast`          of what states consist, so that they can be found in models of it
`changes`       an object more, a goal less, a fact more
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
`family`        what the family consists of
"""
