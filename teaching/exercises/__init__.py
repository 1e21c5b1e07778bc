"""Exercises about a puzzle: exercise sheets, models to hand out, the answer key and the rubric.

The modules in import order; each imports only modules above it:

`exercise_setting` the class `Exercise`, and the puzzle and model that exercises are about
`model_exercises`  exercises about a model: complete it, or find its mistake
`state_exercises`  exercises about states: judge a plan, draw the state graph, compute heuristics
`exercise_files`   all kinds of exercises, as files
"""
