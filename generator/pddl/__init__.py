"""PDDL: reading, state spaces, execution of plans, edits and checks.

The modules in import order; each imports only modules above it:

`syntax`                  nested lists of words, each with its line and column
`source_forms`            the words, comments and line breaks of a text as written
`formatting`              the layout of PDDL texts
`expressions`             conditions, effects and numeric expressions of the syntax tree
`syntax_tree`             domains, problems and actions of the syntax tree
`languages`               requirements, and keywords of planning languages that are not read here
`scope`                   the declared names at a place, and the reader of conditions, effects and numbers
`normal_form`             negation normal form and free variables of conditions
`stratification`          checks for cycles of types and of derived predicates
`reader`                  the reader from text to the syntax tree
`states`                  states, queries in them, and derived predicates
`effects`                 changes by effects, and interference between them
`fluents`                 the predicates and functions that change, and the functions that only count costs
`undefined_functions`     functions that are needed but have no initial value
`grounding`               ground actions, as far as the static facts allow them
`plan_action`             the actions of a plan
`interchangeable_objects` the objects of a problem that differ only in their names
`canonical_form`          canonical forms of states under permutations of objects
`task_isomorphism`        the isomorphism test for tasks
`object_symmetry`         the symmetry group of a task
`relaxed_reachability`    ground actions that are reachable if nothing is ever deleted
`successor_generator`     a decision tree that finds the applicable operators of a state
`mutexes`                 mutex groups: at most one fact of a group holds in each reachable state
`task_encoding`           states as integers to which each ground action adds a constant
`encoded_task`            states as integers, with tables of the applicable actions
`task`                    a domain and a problem as a state space
`sequential_task`         temporal tasks as state spaces, with durative actions one after the other
`formulas`                propositional formulas over numbered facts, and their split into cases
`strips`                  the translation of tasks to plain STRIPS
`greedy_search`           a greedy search for a plan of a STRIPS task
`execution`               execution of plans without times, and completion by auxiliary actions
`timed_execution`         execution of temporal plans
`editable_parts`          edits of PDDL texts, and the parts of a text that they may change
`candidate_literals`      literals that may be missing in a part of a text
`edits`                   small edits of a text: removed, negated, changed and added literals
`new_actions`             actions that may be missing in a domain
`slips`                   slips with one sensible fix, fixed in memory so that the rest can be read
`linting`                 the checks of `plan lint`, which report each mistake at its most likely cause
`symbols`                 the names in texts that may be unfinished, and the words that may stand at a place
"""
