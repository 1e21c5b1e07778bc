"""Test people and language models: pose questions with proven answers, and score the replies.

In this order, each imports only what stands before it:

`scoring`   questions that somebody answered, and their answers, scored
`posing`    questions about puzzles, with answers and proofs
`gym`       questions as datasets of reasoning-gym
`api`       what Python users call
`verbs`     the verbs `pose` and `score` of the command line
"""
