"""Invented puzzles: invention by several processes, confirmation by an engine, sheets and files.

The modules in import order; each imports only modules above it:

`size_bounds`     the smallest and the largest sizes of invented puzzles that a user may request
`invented_puzzle` an invented puzzle, with its proven facts
`puzzle_sheets`   confirmation of puzzles by an engine, sheets for paper, and files
`invention_calls` the invention of one puzzle as a call, with its result as data
`draft_tally`     the counts of drafts and of the wishes that they missed
`invention_run`   the invention of the requested number of puzzles by several processes
"""
