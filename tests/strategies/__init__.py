"""Random puzzle files: whole files of every family, with all that their schemas admit, and what each says in plain values.

`campaigns` how many are drawn
`files`    a puzzle file's text, the parameters given, and what it says once every expression is worked out
`texts`    names and stories that nobody would choose
`wording`  numbers as expressions over parameters
`crossing` river crossings
`placing`  logic grids, sums of words, boards
`tasks`    PDDL
`classical` planning tasks whose PDDL is made by templates
"""
