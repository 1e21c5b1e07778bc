"""Crossings drawn: as a strip, as a line for each traveler, on a page that plays.

In this order, each imports only what stands before it:

`scenes`    who is where and in which boat, scene by scene
`frames`    how one picture of a strip is laid out
`strip`     crossings as a strip of pictures
`timeline`  crossings as a line for each traveler
`page`      what a page that plays lays out
`drawing`   what draws crossings
"""
