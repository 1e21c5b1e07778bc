"""What the operating system gives and takes: signals, time, memory, files, a terminal.

`interrupts` signals that end the program, held back where they would do harm
`limits`     on the time and memory of work, whatever it is, and as much of it as they allow
`files`      the user's files, read and written, and replaced where that does no harm
`stopping`   searches that are broken off, and what they found
`terminal`   standard output and standard error; tables and progress for a person who looks on
"""
