"""From a plan to a told solution: crossings replayed against the rules, verdicts, narration.

`checking`       what is checked of every crossing
`decoding`       from the actions of a plan to crossings
`solution`       crossings replayed against the rules
`schedule`       from a plan in time to a schedule, replayed likewise
`separation`     a plan in time, written with gaps between what interferes
`judging`        a plan from elsewhere, judged
`proof`          what the rules say where there is no plan
`smallest_told`  what is told of the search for the smallest boat
`solving`        from a puzzle to a result
`enumerating`    all solutions, from the rules alone
`sentences`      crossings, situations and totals in words
`narration`      a result as text, Markdown, JSON, plan file
`solutions_told` all solutions, as text and JSON
`show`           what `plan show` tells of a puzzle
`listing`        all solutions, printed
`asked`          what can be asked of river crossings: the family's entry
"""
