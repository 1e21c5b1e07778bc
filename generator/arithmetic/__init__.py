"""Cryptarithms: sums and products of words in which each letter stands for a digit.

The items to place are the letters, the spots are the digits.

The modules in import order; each imports only modules above it:

`sums`            sums of words, read from text
`puzzle_file`     the format of the puzzle files
`columns`         the columns of a sum
`additions`       all columns of a sum together, and the carries between them
`addition_script` the order in which columns are added up and letters are placed
`clues`           the rules: each column adds up, and letters have allowed digits
`instantiation`   the instance, from a puzzle file
`sum_solver`      the first solutions of many sums
`formulations`    template variables of both dialects
`narrator`        the sum as a table, a letter's digit in words, and the solved sum
`notation`        digits of letters as data in an answer, or the sum in digits
`structure`       facts without names, to recognize equal puzzles
`inventing`       new puzzles: drafts, and twins without a solution
`family`          the family's entry in the registry
"""
