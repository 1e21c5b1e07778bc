"""From a plan that places things to a told solution, for the families that do so: grids, sums, boards.

`solution`    placements replayed against the clues
`solving`     from a puzzle to a result
`enumerating` all solutions, from the clues alone
`judging`     plans from elsewhere, judged
`narration`   a result as text, Markdown, JSON, plan file
"""
