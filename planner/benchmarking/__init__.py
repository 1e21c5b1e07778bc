"""Engines side by side, and benchmark suites. Each module imports those above it only.

In this order, each imports only what stands before it:

`runs`             engines side by side
`comparison`       what became of it, as a table, CSV, JSON
`comparison_files` a comparison as a picture
`contest`          engines that run on instances of one puzzle, and the comparison of their runs
`suite_optima`     what is known of the problems of a suite
`suites`           benchmark suites written
`suite_task`       a suite that is asked for, with processes that find its optima
`experiment`       experiments for Lab with a suite
"""
