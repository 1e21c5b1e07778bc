"""Where the situations of a puzzle are found in a planning task that somebody else made of it.

In this order, each imports only what stands before it:

`groups`   facts that differ in one word
`holders`  where a thing is that somebody has
`typed_names` what objects are called by their types
`readings` what in a task may tell the value of a role
`evidence` whether names say of which role it tells
`observing` which situation can be seen in a state, by what tells the values
`outline`  what the puzzle does near its start
`finding`  which of that tells it, by names
`variables` facts of which one holds at a time
`structure` which of that tells it, by what holds together
`counting`  which of that counts, by what holds together
`hidden`    facts that tell apart what is seen as the same
`alignment` where a puzzle's own facts are found, and its objects
"""
