"""Invented puzzles: confirmed by an engine, as sheets and files, and as many as are asked for.

In this order, each imports only what stands before it:

`sizes`  how large invented puzzles may be asked to be
`posed`  an invented puzzle, with what is proven of it
`sheets` puzzles confirmed by an engine, as sheets for paper and as files
`calls`  what a call that invents one puzzle returns, as data
`tally`  the drafts that were drawn, and the wishes that they missed
`run`    as many new puzzles as are asked for, by several processes
"""
