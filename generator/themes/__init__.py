"""Themes: the words of puzzles' stories.

The modules in import order; each imports only modules above it:

`grammar` nouns in sentences: articles, plurals, pronouns, agreeing verbs
`slots`   the names that may stand in the slots ``{...}`` of each phrase of a theme
`theme`   the tables of theme files

Each family has a module `words` with the words of its puzzles; `ferryplan.generator.theming` combines them with a theme.
"""
