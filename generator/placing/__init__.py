"""Puzzles in which things are placed, one after the other: what logic grids, sums of words and boards have in common.

`instance` a puzzle with every parameter fixed: items, spots, clues
`search`   every way to place the items, found by the clues alone
"""
