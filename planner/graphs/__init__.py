"""Graphs of reachable states: exploration, statistics, file formats and pictures.

The modules in import order; each imports only modules above it:

`graph_report`      the statistics of a state graph, as data and as text
`layered_layout`    the positions of states in a picture
`shapes`            the shapes in a picture of a graph: boxes and curves
`picture_rendering` pictures of graphs as SVG and HTML, and any picture as PNG
`graph_formats`     graphs as JSON, DOT and GraphML
`graph_picture`     a state graph as a picture: the texts, small pictures and moves of its states
`pddl_moves`        the moves that generated PDDL allows, between the puzzle's own states
`graph_exploration` all states of a puzzle, by its rules or by its PDDL
"""
