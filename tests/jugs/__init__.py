"""A family for the tests only, written against the public interfaces: the jugs puzzle.

Jugs are filled, emptied and poured.
"""
