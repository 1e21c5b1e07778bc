"""Pictures of results, interactive pages, and the display in Jupyter.

The modules in import order; each imports only modules above it:

`play_data`      the JSON data with which a page lets a person play an instance
`result_pages`   the common parts of all pages about a result, and the picture of a result without a solution
`state_pictures` a picture and a page of any solution, as the sequence of its states
`result_drawing` results in each picture format, drawn by the drawing of their family
"""
