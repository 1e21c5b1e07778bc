"""The search for a puzzle's state variables in a planning task that somebody else wrote.

Start reading at `name_search.find_interpretations`, which yields interpretations, the likeliest first.

The modules in import order; each imports only modules above it:

`fact_groups`      groups of facts that differ in one word
`derived_places`   derived predicates for the places of things that somebody holds
`typed_names`      names of objects that follow from their types
`readings`         candidate facts for each state variable, with scores
`name_evidence`    evidence from names for a reading of a state variable
`observer`         the puzzle state that a state of the task represents
`outline`          states and moves of the puzzle near its initial state
`name_search`      interpretations by names, the likeliest first
`model_variables`  groups of mutually exclusive facts
`structure_search` interpretations without names, from groups of facts that behave like state variables
`counting_search`  interpretations of models that only count interchangeable things
`hidden_facts`     facts that distinguish states that an interpretation treats as equal
`alignment`        interpretations for puzzles that are planning tasks, by matching predicates and objects
"""
