"""What Python users call: the functions for tests that `ferryplan` exports.

In this order, each imports only what stands before it:

`posing`    questions about puzzles, by puzzle, by set, or invented
"""
