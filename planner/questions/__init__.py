"""What can be asked of a puzzle of any family, answered over its state space and told by its teller.

`solution`  moves replayed in the state space
`variants`  the nearest variants that have a plan
`smallest`  what is told of the search for the smallest boat
`proof`     what the rules alone say beside an engine
`solving`   from a puzzle to a result: the engine's verdict, replayed, or a proof that there is no plan
`narration` a result as text, Markdown, lines, JSON, plan file
`pictures`  a solution drawn: a strip, a page
`enumerating` all solutions, counted and listed
`listing`   all of them printed
`why`       why there is no plan: how far one gets, what stops one there, what to change
`certificate` a proof of it for others to check
`show`      what there is to know of a puzzle
`game`      a puzzle stepped through
"""
