"""The states within reach, told and drawn, and stepped through.

`labels`    states and loads as short texts
`report`    the numbers of a graph of states
`formats`   such a graph as JSON, DOT, GraphML
`layered`   where its states stand in a picture
`drawing`   that picture: SVG, HTML
`plot`      and PNG
`grounding` generated PDDL, grounded
`reaching`  what PDDL reaches, as states of the rules
`stepping`  a puzzle played, crossing by crossing
"""
