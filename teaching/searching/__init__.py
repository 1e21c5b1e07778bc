"""Runs of textbook searches and heuristics on a puzzle or on PDDL, and reports on them.

The modules in import order; each imports only modules above it:

`report_formatting` formatting of numbers, tables and pages for the reports
`searched_task`     the state space of a search: a puzzle's PDDL or its rules
`search_run`        one search, with its counts and its plan
`search_trace`      the steps of a search as table, as JSON and on an interactive page
`search_report`     report on one search
`search_comparison` several searches of one task side by side
`search_requests`   requests for searches of a puzzle, with limits
`landscape_report`  report on a heuristic compared with goal distances
"""
