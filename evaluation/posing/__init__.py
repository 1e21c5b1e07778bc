"""Questions about puzzles: posed in words, with answers and what is proven of them.

In this order, each imports only what stands before it:

`draft`   an instance of which questions are made, with what is proven of it
`kinds`   what can be asked of a draft, and the answers
`wording` questions in words
`tasks`   the unit of work: from a request as data to lines of JSON
`collection` questions gathered into a set: no two puzzles alike, each in one split
`requests` requests for questions as data, and all of them answered
`folder`  a set as files: lines, a table, a folder with a data card
`question_set` questions that were posed, as a sequence and as files
"""
