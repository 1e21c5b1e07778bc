"""New puzzles: files of a family that nobody has seen, judged over their state spaces.

In this order, each imports only what stands before it:

`isomorphism` what two puzzles have in common that differ in names alone
`facts`       what instances of each family are like without names
`identity`    which puzzles are the same, and which are the catalogue's
`wishes`      what is wished of a puzzle, and what keeps one from it
`crossings`   river crossings: kinds, rules that all matter
`crossing_twins` crossings that look like another
`overlaps`    which clues of logic grids say the same as their parts
`grids`       logic grids: clues that all matter
`sums`        sums of words that come out in one way
`boards`      sudokus, and queens with squares given or forbidden
`board_twins` sudokus and boards of queens that look like another
`invention`   puzzle after puzzle that meets the wishes, told in the words of a theme
"""
