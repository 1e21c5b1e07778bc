"""The web site: a catalog of puzzles to play in a browser, as files that any web server can serve.

The modules in import order; each imports only modules above it:

`levels`       the levels: instances from the catalog that a person can play on a page
`site_pages`   the catalog page and the page of each level
`offline`      the manifest and the service worker, with which a browser installs the site and opens it offline
`site_writing` the site as files in a folder
"""
