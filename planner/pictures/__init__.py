"""Results drawn: a strip, a timeline, a page that plays, what Jupyter shows.

In this order, each imports only what stands before it:

`scenes`    who is where and in which boat, scene by scene: what all pictures show
`lettering` how much room a text takes in a picture
`frames`    how one of a strip's pictures is laid out
`strip`     a result as a strip of pictures; what Jupyter shows
`timeline`  as a line for each traveller
`page`      as a page that plays the crossings
"""
