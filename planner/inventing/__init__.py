"""Invented puzzles: invention by several processes, confirmation by an engine, sheets and files.

A draft is a random puzzle that is not yet accepted; a wish is a property that the user requests of accepted puzzles.

The modules in import order; each imports only modules above it:

`size_bounds`     the smallest and the largest sizes of invented puzzles that a user may request
`invented_puzzle` an invented puzzle, with its proven facts
`puzzle_sheets`   confirmation of puzzles by an engine, sheets for paper, and files
`puzzle_pages`    pages of puzzles in a folder, with links to each other and an index
`invention_calls` the invention of one puzzle as a call of a worker pool, which returns JSON data
`draft_tally`     the number of drafts, and of drafts that missed each wish
`invention_run`   the invention of the requested number of puzzles by several processes
"""
