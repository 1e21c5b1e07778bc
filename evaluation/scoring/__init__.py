"""Questions that were put to somebody, and their answers, scored.

In this order, each imports only what stands before it:

`formats`      the formats of a report on scores
`rows`         questions restored from rows of tables
`question`     a task posed in words, with what is proven of it, as a line of JSON
`spelling`     moves as data in an answer, written
`data`         lists and objects found in a text
`moves`        the moves that a piece of text states
`passages`     the parts of a text that may state the final answer, the one that counts first in front
`sentences`    sentences, and the clauses that assert something
`claims`       whether a sentence says that there is a solution, or none
`numerals`     numbers in digits and in words
`numbers`      the number that a passage commits to, and what it counts
`verdicts`     whether a passage says yes or no, and where a plan fails
`reading`      the plan that an answer commits to
`score`        what an answer is worth, and why
`replay`       moves judged by replay in the state space
`replies`      answers that are no moves, judged by what is proven
`named_answers` answers to a puzzle's own questions, judged clause by clause
`judging`      an answer to any question judged
`answers`      files of questions and of answers, read
`summary`      what many answers are worth together, told
`answer_scoring` the answers to many questions, scored by several processes at a time
"""
