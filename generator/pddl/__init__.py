"""PDDL: written for instances, read, carried out.

In this order, each imports only what stands before it:

`syntax`      nested parentheses, each word with its line and column
`expressions` conditions, effects and numbers of the syntax tree
`tree`        domains, problems and actions of the syntax tree
`scope`       what names stand for at a place: from nested parentheses to conditions, effects and numbers
`reader`      from text to the syntax tree
`normal_form` conditions in negation normal form, their variables
`states`      states, what can be asked of them, and what follows from their facts
`effects`     what effects bring about in a state, and which interfere
`fluents`     what may change in a task, and what only counts costs
`grounding`   ground actions, as far as what never changes allows them
`applicable`  what is applicable in a state, by a tree of what must hold
`task`        what a domain and a problem mean together: a state space
`execution`   plans without times carried out on a task, and completed where they leave out auxiliary actions
`timed_execution` plans with times carried out on a task
`generation`  from an instance to PDDL text, and what tells generated files apart
`header`      the comment lines at the top of a generated problem, and from them back to the instance
"""
