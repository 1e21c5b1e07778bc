"""Pictures of crossings: a strip of frames, a timeline, and an animated page.

The modules in import order; each imports only modules above it:

`scenes`   the positions of all travelers and boats at each moment of a solution
`frames`   the layout of one frame of a strip
`strip`    crossings as a strip of frames
`timeline` crossings as a timeline with a line for each traveler
`page`     the template values of the HTML page that animates the crossings
`drawing`  the class that draws solutions as strips, timelines and pages
"""
