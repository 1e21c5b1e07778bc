"""Comparisons of engines, and benchmark suites.

The modules in import order; each imports only modules above it:

`engine_runs`         runs of engines on the same instances
`engine_comparison`   a comparison of runs as a table, CSV or JSON
`comparison_pictures` pictures of a comparison
`contest`             the execution of a comparison: engines on instances of one puzzle
`suite_optima`        known optima of the problems of a suite
`suites`              writing of benchmark suites
`suite_task`          a requested suite, with processes that find its optima
`lab_experiment`      experiments for Lab with a suite
"""
