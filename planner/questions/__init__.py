"""The answers to questions about a puzzle: plans, all solutions, reasons why there is none.

The functions work for every family, on the state space of an instance; the instance's narrator puts the answers into words.

The modules in import order; each imports only modules above it:

`alternative_formulations` other dialects and encodings for an instance that the chosen one cannot express
`variants`                 the nearest variants of an instance that have a solution
`proof`                    facts that the rules alone prove, without an engine
`smallest_value`           notes on the search for the smallest boat
`plan_replay`              the replay of a plan: actions become moves, and the rules judge the moves
`attempt`                  one attempt: formulation, engine, plan, replay, result; or a search by the rules
`solving`                  from a puzzle to a result: attempts with each candidate value of a free parameter
`narration`                a result as text, Markdown, lines, JSON or a plan file
`solution_enumeration`     all solutions of a puzzle, counted and enumerated
`solution_pages`           the page of all solutions, whose boards are drawn from data
`solution_listing`         the printing of all solutions, as the search finds them
`solution_rendering`       the formatting of all solutions as one text
`why`                      the reasons why a puzzle has no solution, helpful changes, and a certificate
`puzzle_overview`          the description of a puzzle
"""
