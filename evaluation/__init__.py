"""Tests for people and language models: questions with proven answers, and scores for the replies.

The modules in import order; each imports only modules above it:

`scoring` scores for answers to questions
`posing`  questions about puzzles, with answers and proofs
`gym`     questions as reasoning-gym datasets
`api`     the public Python functions
`verbs`   the verbs `pose` and `score` of the command line
"""
