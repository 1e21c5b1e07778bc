"""Random puzzle files of every family, with their content in plain values.

The files have all features of their schemas.

`campaigns`  the number of random files
`files`      a puzzle file's text, the given parameters, and its content with all expressions evaluated
`texts`      unusual names and stories
`wording`    numbers as expressions over parameters
`crossing`   river crossings
`assignment` logic grids, sums of words, boards
`tasks`      PDDL
`classical`  planning tasks whose PDDL is made by templates
"""
