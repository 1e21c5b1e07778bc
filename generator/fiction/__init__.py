"""Fiction: what stories of puzzles are made of.

In this order, each imports only what stands before it:

`grammar` nouns in sentences: articles, plurals, pronouns, verbs that agree
`theme`   the shape of the files of themes

What is said of a family's puzzles stands in its own folder, in a module `words`; `ferryplan.generator.retelling` puts it together.
"""
