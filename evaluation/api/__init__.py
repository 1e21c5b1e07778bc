"""The functions for tests that `ferryplan` exports to Python users.

The modules in import order; each imports only modules above it:

`posing` questions about given puzzles, published sets and invented puzzles
"""
