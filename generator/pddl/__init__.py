"""PDDL: written for instances, read, carried out.

In this order, each imports only what stands before it:

`syntax`      nested parentheses, each word with its line and column
`expressions` conditions, effects and numbers of the syntax tree
`tree`        domains, problems and actions of the syntax tree
`formulas`    from nested parentheses to conditions, effects and numbers
`reader`      from text to the syntax tree
`identity`    what tells generated files apart: an instance's fingerprint, a problem's name
`normal_form` conditions in negation normal form, their variables
`states`      states, and what can be asked of them
`derived`     what follows from the facts of a state
`task`        what a domain and a problem mean together: states, applicable actions, successors
`execution`   plans without times carried out on a task
`completion`  plans that leave out auxiliary actions, completed
`interference` what may not happen at one moment
`timed_execution` plans with times carried out on a task
`generation`  from an instance to PDDL text
`header`      the comment lines at the top of a generated problem, and from them back to the instance
"""
