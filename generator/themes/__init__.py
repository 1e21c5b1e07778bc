"""Themes: the words in which stories of puzzles are told.

In this order, each imports only what stands before it:

`grammar` nouns in sentences: articles, plurals, pronouns, verbs that agree
`slots`   the names that each phrase of a theme may use
`theme`   the shape of the files of themes

The words of a family's puzzles stand in its own folder, in a module `words`; `ferryplan.generator.retelling` puts them together.
"""
