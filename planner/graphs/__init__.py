"""The states within reach, told and drawn.

In this order, each imports only what stands before it:

`report`    the numbers of a graph of states
`layered`   where its states stand in a picture
`shapes`    what is drawn: boxes and curves
`rendering` such a picture as SVG, a page of HTML; any picture as PNG
`formats`   the graph as JSON, DOT, GraphML, and as such a picture
`pddl_moves` what PDDL reaches, as states of the rules
`exploration` all states of a puzzle, by its rules or as its PDDL says
"""
