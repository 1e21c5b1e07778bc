"""Pictures of crossings: a strip of frames, a timeline, and a page that plays the crossings.

The modules in import order; each imports only modules above it:

`scenes`   the positions of all travelers and boats, scene by scene
`frames`   the layout of one frame of a strip
`strip`    crossings as a strip of frames
`timeline` crossings as a timeline with a line for each traveler
`page`     the values of the page that plays the crossings
`drawing`  the class that draws crossings in all these forms
"""
