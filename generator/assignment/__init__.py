"""Assignment puzzles, whose moves place items at spots: the common code of three families.

The families are `grid`, `arithmetic` and `board`. A puzzle file becomes an `AssignmentInstance`. It is a constraint
satisfaction problem: the items are the variables, the spots are the values, and the clues are the constraints.

The modules in import order; each imports only modules above it:

`instance`             a puzzle with every parameter fixed: items, spots, clues
`constraint_network`   unary and binary constraints of the clues, as masks; the first violated clue
`propagation`          narrowing of the domains of the items
`search`               the backtracking search, which finds, lists and counts solutions
`uniqueness`           the proof that an invented puzzle has exactly one solution
`space`                the state space: items placed one after the other
`assignment_variables` the state variables, for the comparison with other models
`strategy`             the search strategy: how many items can be placed, and all solutions
`certificate`          certificates of unsolvability
`combined_reasons`     consequences of a few clues together
`reason_links`         the choice of reasons to combine
`deductions`           deduction steps, and the facts that they depend on
`explanation`          a solution as a person finds it, step by step
`stepwise_narrator`    these steps in words
`difficulty`           the difficulty of an instance for people
`contradiction`        contradictory clues; further clues that leave one solution
`words`                default stories, and stories in the words of a theme
`narrator`             placements and boards in words
`hints`                the hints of an interactive page: the steps to the only solution
`page_data`            data of an interactive page: forbidden placements, cells of the board
`pictures`             pictures of the board, and a timeline of the placements
`answering`            the answers that solutions give, and the number of solutions for each
`play`                 interactive play in the terminal
`placement_text`       a reader of placements in text
`notation`             placements as data in an answer
`family`               the base class of the three families
"""
