"""The family `classical`: planning tasks in PDDL, and the parsers for plans that people write.

A puzzle of this family has its own PDDL, as templates or as finished files.

The modules in import order; each imports only modules above it:

`theorem`          optimal plans known from a theorem
`strategy`         the search of a task, and the actions that a single unmet condition blocks
`task_variables`   the state variables of a task, which a check looks for in other people's models
`task_relaxations` relaxations: one more object, one goal fewer, one more fact
`shown_states`     parsers for plans that list states in place of actions
`mentions`         the objects, verbs and directions in a sentence
`action_parser`    the general parser for sentences about actions
`stacking_parsers` parsers for Hanoi and blocks
`pancakes_parser`  the parser for pancakes
`jugs_parser`      the parser for jugs
`board_parsers`    parsers for sliding tiles, sokoban, peg solitaire, lights out
`gripper_parser`   the parser for the gripper: a robot that carries balls
`known_parsers`    the table of the parsers for well-known puzzles
`step_reading`     the division of a text into the steps of a plan
`notation`         actions as JSON data in an answer
`family`           the family object, which connects all parts of the family
"""
