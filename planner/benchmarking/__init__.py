"""Engines side by side, and benchmark suites. Each module imports those above it only.

`comparing`        engines side by side
`comparison`       what became of it, as a table, CSV, JSON
`plot`             and as a picture
`comparison_files` what is written into which kind of file
`suites`           benchmark suites written
"""
