"""Results drawn: scenes, boards, states, a page that plays, what Jupyter shows.

In this order, each imports only what stands before it:

`lettering` how much room a text takes in a picture
`trial`     what an interactive page needs of an instance
`scenes`    crossings: who is where and in which boat, scene by scene
`pages`     what every page says of a result, and the picture of one without a solution
`frames`    how one of a strip's pictures is laid out
`strip`     crossings as a strip of pictures
`timeline`  crossings as a line for each traveler
`page`      crossings as a page that plays
`board`     placements as a board, as a page, and along a line: how they narrow what is left
`states`    any solution as its states, one after the other, and as a page
`tableau`   facts of a planning task as things in squares, in stacks, at places: as a strip, and as a page that plays
`drawing`   which of these draws what
"""
