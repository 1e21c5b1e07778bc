"""Questions about puzzles, in words, with answers and proofs.

The modules in import order; each imports only modules above it:

`proven_instance`   an instance with proven facts, such as its optimum
`question_kinds`    the kinds of questions, and their answers
`question_text`     the texts of questions
`request_handling`  the unit of work: from a request as data to questions as lines of JSON
`collection`        a set of questions without repeated puzzles, with splits
`question_requests` requests for questions as data, and their processing by workers
`question_files`    a question set as files: lines, a table, a folder with a data card
`question_set`      the public answer of `pose`: a sequence of questions
"""
