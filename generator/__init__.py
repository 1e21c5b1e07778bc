"""From a puzzle to PDDL: puzzle -> instance -> text, and what the rules mean in Python.

Start reading at `family`, `space` and `generation`.

In this order, each imports only what stands before it:

`masks`       sets of small numbers as masks
`isomorphism` what two structures have in common that differ in names alone
`wording`     names, numbers, first letters, lines and tables, as texts have them
`answers`   what solutions answer, and how many give each answer
`lettering` how much room a text takes in a picture
`failure`     what every error holds as data, and the message composed from it
`errors`      what goes wrong, in words
`arguments`   what Python callers hand in, checked
`rendering`   answers that can be rendered in several formats
`escaping`    texts made harmless for Markdown and for terminals
`layout`    tables and prose laid out for people
`files`       files that somebody names, read within bounds
`templates`   templates filled in, by the one Jinja environment
`expressions` the expressions of puzzle files, computed within bounds
`dialects`    the dialects of PDDL, and the encodings
`names`       names for PDDL
`naming`      names as people write them
`plain_text`  marked-up text as plain text
`lines`       the lines of a text: lists, rows of tables
`instance`    what the instances of all families have in common
`notebook`    what Jupyter shows of puzzles and instances
`positions`   where the keys and values of a file stand
`tables`      how the tables of puzzle files are described as classes
`puzzle_text` a puzzle as the text of its file
`puzzle_file` what puzzle files have in common, parameters included
`mistakes`    what is wrong with the shape of a puzzle file, in words
`reading`     files of tables read, with the positions of all that is wrong in them
`parameters`  the values of parameters, checked, and what the expressions of a file come to with them
`draws`       choices that a seed decides
`themes`      nouns in sentences, and the themes in whose words puzzles are told
`space`       what may happen in an instance, whatever its family
`cast`        what the situations of a puzzle consist of, so that they can be found in a model of it
`pddl`      the language PDDL: read, and carried out
`search`      what can be asked of any state space
`difficulty`  how hard a puzzle is for a person
`drawing`   what draws the solutions of an instance
`teller`      what says a family's moves and states
`page_table` a state space as a table, for a page that knows no rules
`speller`     how a family's moves are written as data in an answer, and read back
`formulation` the ways in which a family puts its instances into PDDL
`family_types` what the methods of a family return: trials, views, changes, conflicts
`family`      what a family of puzzles consists of
`registry`    things by name, to which other distributions add
`families`    the one registry of the families of puzzles
`solution`  moves replayed in the state space: a solution, move by move
`play`      a puzzle played by a person, move by move
`retelling`   words that a puzzle file leaves out, and a puzzle in the words of a theme
`inventing`   new puzzles: drafts, what is wished of them, what tells them apart
`placing`     puzzles in which things are placed: items, spots, clues
`board`       boards: queens and sudoku
`grid`        logic grids: values of categories at positions in a row
`arithmetic`  cryptarithms: sums of words, their columns and carries, the script by which letters are placed
`crossing`    river crossings: the model of a puzzle, what its rules mean, what follows from them
`tasks`       planning tasks in PDDL as puzzles, whoever wrote them
`classical`   the family whose puzzles bring PDDL, or templates of it, and how people write their plans
`oddities`    what is legal in a puzzle file, but odd
`puzzle`      puzzle files read: the catalogue, a user's own, errors; names that a parameter cannot have
`catalogue`   what lists, help and completion need of puzzles, from an index where it holds
`sweeping`    many instances of one puzzle, and what is known of them
`generation`  from an instance to PDDL text, and what tells generated files apart
`header`      the comment lines at the top of a generated problem, and from them back to the instance

Python users find what they need in `ferryplan` itself.
"""
