"""From a plan that places things to a told solution, for the families that do so: grids, sums, boards.

`words`       the instances and the words of these families
`solution`    placements replayed against the clues
`solving`     from a puzzle to a result
`counting`    how many solutions there are, as far as that costs little
`answers`     what a solution answers, and whether all solutions do
`enumerating` all solutions, from the clues alone
`judging`     plans from elsewhere, judged
`all_told`    and told as they are found
`show`        what `plan show` tells of such a puzzle
`drawing`     the board as SVG and as a page
`timeline`    how the placements narrow what is left, as SVG
`stepping`    placements played, one by one
`listing`     all solutions, printed
`asked`       what can be asked of these families: their entry
`explaining`  what rules out the other spots of each placement
`narration`   a result as text, Markdown, JSON, plan file
"""
