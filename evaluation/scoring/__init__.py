"""Scores for the answers of people or language models to questions.

The modules in import order; each imports only modules above it:

`score_formats`      formats of a score report
`table_rows`         questions from rows of tables
`question`           a question with its answer and proof, as a line of JSON
`answer_format`      format of moves in answers
`embedded_data`      lists and objects in a text
`plan_parsing`       moves that a piece of text states
`passages`           passages of a text that may state the final answer, by priority
`answer_sentences`   sentences and asserted clauses of a text
`solvability_claims` claims that a solution exists, or that none does
`numerals`           numbers in digits and in words
`trip_sums`          sums of trips, such as round trips and a last crossing
`stated_numbers`     the number that a passage commits to
`stated_verdicts`    verdicts on solvability and on plans in a passage
`final_plan`         the plan that an answer commits to
`answer_score`       the score of an answer, with the reason
`plan_scoring`       scores for moves, by replay in the state space
`reply_scoring`      scores for numbers, verdicts and models
`puzzle_answers`     scores for answers to a puzzle's own questions
`question_scoring`   the public function `score`, for any kind of question
`answer_files`       readers of question files and answer files
`score_report`       report on the scores of many answers
`answer_scoring`     the public function `score_answers`, which uses several processes
"""
