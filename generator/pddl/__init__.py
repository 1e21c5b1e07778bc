"""PDDL: read, carried out.

In this order, each imports only what stands before it:

`syntax`      nested parentheses, each word with its line and column
`expressions` conditions, effects and numbers of the syntax tree
`tree`        domains, problems and actions of the syntax tree
`languages`   requirements, and keywords of planning languages that are not read here
`scope`       what names stand for at a place: from nested parentheses to conditions, effects and numbers
`normal_form` conditions in negation normal form, their variables
`circles`     what may not go in circles: types above themselves, derived predicates that depend on their own opposites
`reader`      from text to the syntax tree
`states`      states, what can be asked of them, and what follows from their facts
`effects`     what effects bring about in a state, and which interfere
`fluents`     what may change in a task, and what only counts costs
`undefined`   numbers that are asked for and have no value at the start
`grounding`   ground actions, as far as what never changes allows them
`plan_action` an action of a plan
`interchange` which objects of a problem differ in nothing but their names
`canonical_form` one state of each orbit: states under all exchanges of objects within classes
`renaming`    whether a task is another one under other names
`symmetry`    the exchanges of objects that change nothing in a task but names
`reachability` ground actions, as far as the initial state allows them
`applicable`  what is applicable in a state, by a tree of what must hold
`mutexes`     facts of which at most one holds
`variants`    facts as the values of variables, and ground actions as what they ask of these and change
`codes`       states as integers, and what is applicable in them by tables
`task`        what a domain and a problem mean together: a state space
`sequence`    tasks in time as state spaces: durative actions one after the other
`formulas`    formulas over numbered facts, and the cases into which they fall apart
`strips`      tasks brought down to plain STRIPS
`greedy_search` some plan of a task in plain STRIPS, found with relaxed plans
`execution`   plans without times carried out on a task, and completed where they leave out auxiliary actions
`timed_execution` plans with times carried out on a task
`places`      where a text may be changed, and a change
`additions`   what might be missing at such a place
`edits`       small changes of texts
`new_actions` actions that might be missing in a domain
`slips`       slips with one sensible fix, fixed in memory so that what follows them can be read
`linting`     all that is wrong or odd in texts, each where it was most likely made
"""
