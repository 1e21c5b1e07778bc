"""What the operating system gives and takes: signals, time, memory, files, a terminal.

In this order, each imports only what stands before it:

`interrupts` signals that end the program, held back where they would do harm
`limits`     on the time and memory of work, whatever it is
`installation` the command that installs something where the program runs
`scratch`    folders for what a process needs while it runs
`files`      the user's files, read and written
`replacing`  files that are replaced where that does no harm
`stopping`   work that is broken off, and what it found until then
`terminal`   standard output and standard error; text and tables as wide as they are
`progress`   what is being done, for a person who looks on
`journal`    what calls have returned, kept in a file as it comes
`helper`     a process of its own that makes calls
`crew`       calls made by several processes at a time
`cluster`    calls made by the workers of a Dask cluster
`workers`    the processes that work is divided among: how many, where, with which journal
"""
