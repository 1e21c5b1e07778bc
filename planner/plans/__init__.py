"""Plans as text: parsed from many formats, formatted, and executed on PDDL.

Planners, validators and people write plans in different formats. Nothing here knows puzzles: a plan is a list of actions,
perhaps with times, and the costs that its file states.

The modules in import order; each imports only modules above it:

`plan`             a plan, its stated costs, a file of plans; the formatting of a plan file
`plan_text`        the text of a plan file: lines, errors, stated costs (`said.toml`), assembly into plans
`joined_actions`   the split of lines that join several actions
`planner_logs`     patterns of actions such as `move(a, b)`; planners' logs, which `logs.toml` describes
`planner_formats`  the competitions' format, `(move a b)` or `0.0: (move a b) [1.0]`; VAL's report; plasp's answer sets
`structured_plans` JSON, and lists as Python prints them
`action_lists`     lists with numbers or bullets, or with an action on each line
`unread_actions`   actions that a plan file mentions although no plan read from it has them
`plan_reading`     the table of formats: recognition and parsing
`plan_execution`   the execution of plans on their PDDL
"""
