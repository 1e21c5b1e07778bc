"""Where the state variables of a puzzle are found in a planning task that somebody else wrote.

Start reading at `finding.correspondences`, which yields interpretations, the likeliest first.

In this order, each imports only what stands before it:

`groups`      groups of facts that differ in one word
`holders`     where a thing is that somebody holds
`typed_names` the names of objects, with what their types add
`readings`    candidates: for each state variable the facts that may represent it, with scores
`evidence`    how well names say which state variable a fact represents
`observing`   which state of the puzzle can be seen in a state of the task
`outline`     the states and moves of the puzzle near its start
`finding`     combines candidates into interpretations by names, the likeliest first
`variables`   groups of facts of which exactly one holds at a time
`structure`   interpretations without names: which groups of facts behave as the state variables do
`counting`    the same for models that only count interchangeable things
`hidden`      facts that distinguish states that look the same
`alignment`   the same for planning tasks: where the puzzle's own facts and objects are in the task
"""
