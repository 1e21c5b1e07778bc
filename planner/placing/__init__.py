"""What only puzzles have in which things are placed: grids, sums, boards.

`words`       the words of these families
`counting`    how many solutions there are, as far as that costs little
`answers`     what a solution answers, and whether all solutions do
`drawing`     the board as SVG and as a page
`timeline`    how the placements narrow what is left, as SVG
`stepping`    placements played, one by one
"""
