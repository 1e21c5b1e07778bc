"""Results drawn: pictures, pages that play, what Jupyter shows.

In this order, each imports only what stands before it:

`trial`     what an interactive page needs of an instance
`pages`     what every page says of a result, and the picture of one without a solution
`states`    any solution as its states, one after the other, and as a page
`drawing`   results in each form, drawn by what their family draws with
"""
