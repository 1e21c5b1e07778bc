"""PDDL: written for instances, read, carried out.

In this order, each imports only what stands before it:

`syntax`      nested parentheses, each word with its line and column
`expressions` conditions, effects and numbers of the syntax tree
`tree`        domains, problems and actions of the syntax tree
`formulas`    from nested parentheses to conditions, effects and numbers
`reader`      from text to the syntax tree
`printer`     from the syntax tree to text
`identity`    what tells generated files apart: an instance's fingerprint, a problem's name
`normal_form` conditions in negation normal form, their variables
`states`      states, and what can be asked of them
`changes`     what effects bring about in a state
`derived`     what follows from the facts of a state
`fluents`     what may change in a task, and what only counts costs
`requirements` what a domain needs, as ``:requirements`` says it
`operators`   ground actions, found by what holds in a state
`grounding`   actions with objects for their parameters, as far as what never changes allows them
`breaches`    why an action cannot be carried out, in words
`task`        what a domain and a problem mean together: a state space
`execution`   plans without times carried out on a task
`completion`  plans that leave out auxiliary actions, completed
`interference` what may not happen at one moment
`timed_execution` plans with times carried out on a task
`generation`  from an instance to PDDL text
`header`      the comment lines at the top of a generated problem, and from them back to the instance
"""
