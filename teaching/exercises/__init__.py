"""Exercises about a puzzle: sheets, what is handed out with them, the key, the rubric.

In this order, each imports only what stands before it:

`setting` the puzzle and the model of which exercises are made, and what an exercise consists of
`models`  exercises about a model: it is completed, its mistake is found
`states`  exercises about what may happen: a plan is read, the states are drawn, heuristics are computed
`folder`  all kinds of exercises, as files
"""
