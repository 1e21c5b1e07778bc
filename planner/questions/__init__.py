"""What can be asked of a puzzle of any family, answered over its state space and told by its teller.

In this order, each imports only what stands before it:

`holding`      which dialects can hold an instance that another cannot
`variants`     the nearest variants of an instance that have a plan
`proof`        what the rules alone say beside an engine
`smallest`     what is told of the search for the smallest boat
`replaying`    a plan replayed: what its actions stand for, judged by the rules
`attempt`      one instance put to an engine: formulation, engine, plan, replay, result; or searched by the rules
`solving`      from a puzzle to a result: the candidates of a free parameter, the engine, the result of an attempt
`narration`    a result as text, Markdown, lines, JSON, plan file
`enumerating`  all solutions, counted and listed
`listing`      all of them printed
`rendered_solutions` all solutions in one text
`why`          why there is no plan: how far one gets, what stops one there, what to change; a proof for others to check
`show`         what there is to know of a puzzle
"""
