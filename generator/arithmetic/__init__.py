"""Cryptarithms: sums and products of words in which each letter stands for a digit.

In this order, each imports only what stands before it:

`sums`          sums of words, read from text
`puzzle_file`   the shape of their puzzle files
`columns`       the columns of a sum
`additions`     all columns of a sum: what may be carried from one to the next
`ordering`      in which order columns are added up and letters placed
`clues`         what must hold: each column adds up, letters differ, no word begins with 0
`instantiation` from a puzzle file and values for its parameters to an instance
`judging`       the first solutions of many sums
`formulations`  the dialects, and what their templates lay out
`teller`        the sum as a table, with the digits found so far; one letter's digit in words; the sum solved
`speller`       the digits of letters as data in an answer, or the sum written in them
`structure`     the facts that do not depend on names, by which a puzzle is recognized
`inventing`     new puzzles: drafts, and twins without a solution
`family`        the family's entry in the registry
"""
