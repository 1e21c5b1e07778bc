"""Engines side by side, benchmark suites, the matrix of what each engine makes of each puzzle.

`comparing`  engines side by side
`comparison` what became of it, as a table, CSV, JSON
`plot`       and as a picture
`suites`     benchmark suites written
`matrix`     which engine does what with which puzzle in which dialect
"""
