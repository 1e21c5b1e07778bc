"""Planning tasks in PDDL as puzzles, from templates or from files of any author.

The modules in import order; each imports only modules above it:

`picture_tables`   the tables of a puzzle file that say how states are drawn, and how a player moves things
`bounds`           limits on the length of texts that templates make, checked before a text is built
`template_filling` the safe filling of the templates in a puzzle's folder
`puzzle_file`      the tables of puzzle files with PDDL, and of sentence files beside a domain
`instance`         the class of instances: a domain and a problem as texts, with their syntax trees
`task_sentences`   facts and actions in words, from the sentences of a file or from names
`space`            the state space of a task, with reasons in words for inapplicable actions
`state_summaries`  the facts by which the states in a graph differ
`narrator`         actions and states in words
`whereabouts`      the facts that say where things are, and the roads between places
`object_network`   the objects of a task and the facts about them, for a page without a picture
`page_data`        the data of an interactive page: ground actions whose facts are numbers
`state_cards`      the data of a page that shows a solution by cards of objects
`task_scenes`      the things that a picture of a state shows, and the place of each
`gestures`         what a player does on a page to make an action
`scene_data`       the data of a page that draws the scenes of a task
`scene_layout`     the boxes of places and things in a strip of pictures
`task_thumbnails`  small pictures of the states in a graph
`task_drawing`     the drawings of a task, as a strip of pictures or as a page
`formulations`     the formulations of a task as PDDL, one for each dialect
`instantiation`    from templates or files to an instance
`pddl_puzzles`     puzzles made from a domain file and a problem file of any author
"""
