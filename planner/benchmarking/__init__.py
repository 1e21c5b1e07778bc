"""Engines side by side, and benchmark suites. Each module imports those above it only.

In this order, each imports only what stands before it:

`runs`             engines side by side
`comparison`       what became of it, as a table, CSV, JSON
`comparison_files` a comparison as a picture
`suite_optima`     what is known of the problems of a suite
`suites`           benchmark suites written
`experiment`       experiments for Lab with a suite
"""
