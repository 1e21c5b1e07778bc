"""The states within reach, told and drawn, and stepped through.

`report`    the numbers of a graph of states
`formats`   such a graph as JSON, DOT, GraphML
`written`   how these are written, whatever the states are
`layered`   where its states stand in a picture
`shapes`    what is drawn: boxes and curves
`drawing`   the states as such a picture
`plot`      such a picture in pixels
`picture_files` and as SVG, a page of HTML, PNG
`reaching`  what PDDL reaches, as states of the rules
`game`      a puzzle played line by line, whatever its moves are
"""
