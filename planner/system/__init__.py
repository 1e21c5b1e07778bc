"""The operating system: signals, limits on time and memory, files, the terminal, processes.

The modules in import order; each imports only modules above it:

`interrupts`       signals that end the program, and blocks that they must not interrupt
`garbage`          pauses of the search for cyclic garbage
`capabilities`     what the platform offers: processes and threads, and switches in the environment
`alarm`            the alarm signal, from the operating system or from Pyodide's interpreter
`limits`           limits on the time and memory of a block
`installation`     the command that installs a package where the program runs
`scratch`          temporary folders, and the removal of abandoned ones
`user_files`       reading and writing of the user's files
`file_replacement` rules about which existing files may be replaced
`stoppable`        searches that can be interrupted and keep their results so far
`terminal`         safe standard output and standard error; layout of text and tables
`progress`         a progress display on standard error
`journal`          results of calls, kept in a file, to resume an interrupted run
`pool_worker`      a child process that makes calls
`worker_pool`      calls that several processes make in parallel
`cluster`          calls that the workers of a Dask cluster make
`worker_options`   the number of processes, their cluster and their journal
"""
