"""The path from a puzzle to PDDL (puzzle -> instance -> text), and the rules of puzzles in Python.

Start reading at `family`, `space` and `generation`.

The modules in import order; each imports only modules above it:

`masks`             sets of small numbers as bit masks
`isomorphism`       a signature of puzzles that does not depend on names
`wording`           lists of names, numbers, plural forms and tables in text
`solution_answers`  the answers of solutions, and the number of solutions for each
`text_metrics`      the estimated width of text in pictures
`file_edits`        edits of files by line and column, as editors apply them
`base_error`        the base class of errors: attributes and message
`errors`            the errors that the library raises, and suggestions for misspelled names
`arguments`         checks of the arguments of public Python functions
`rendering`         results that can be rendered in several formats
`escaping`          escapes for untrusted text in Markdown, LaTeX and terminals
`layout`            tables and wrapped prose
`files`             safe reading of files that users name
`templates`         the Jinja environment
`expressions`       safe evaluation of the expressions in puzzle files
`dialects`          the names of PDDL dialects and encodings
`names`             PDDL symbols, problem names, and options for parameters
`name_lookup`       the lookup of names as people write them
`plain_text`        marked-up text as plain text
`text_lines`        the lines of a text: list items and rows of tables
`instance`          the base class of all instances
`notebook`          the display of puzzles and instances in Jupyter
`toml_positions`    the positions of keys and values in TOML files
`toml_strings`      strings of TOML as they are written
`toml_tables`       classes that describe the tables of puzzle files
`puzzle_text`       a puzzle as the TOML text of its file
`puzzle_file`       the base class of all puzzle files, with their parameters
`schema_validation` the validation of puzzle files
`toml_reading`      the reading of TOML files, with the position of each mistake
`parameters`        the values of parameters, and the evaluation of expressions with them
`seeded_random`     random choices that a seed determines
`themes`            themes: characters, nouns and sentences for stories
`space`             the state space of an instance, and its symmetries
`state_variables`   the state variables of a puzzle, for comparison with a model
`pddl`              the language PDDL: reading, grounding and execution
`search`            searches and analyses for any state space
`difficulty`        the difficulty of a puzzle for a person
`drawing`           the interface for drawings of solutions
`narrator`          the base class of narrators: moves and states in words and JSON
`page_table`        a state space as a table, for interactive pages
`notation`          moves as JSON data, parsed from data and from free text
`formulation`       a family's ways to write instances in PDDL and to decode plans
`family_types`      the return types of a family's methods
`family`            the base class of all families
`registry`          mappings from names to objects, extended by entry points
`families`          the registry of all families
`solution`          the replay of moves, which turns them into a solution
`play`              interactive play, move by move
`theming`           themes applied to puzzles: missing words, retold stories
`inventing`         new puzzles: random drafts, wishes, and tests for equal puzzles
`assignment`        the base of the assignment puzzles: items, spots and clues
`board`             boards: queens and sudoku
`grid`              logic grids: values of categories at positions in a row
`arithmetic`        cryptarithms: sums of words, with columns and carries
`crossing`          river crossings: rules, states and encodings
`tasks`             PDDL planning tasks as puzzles, from any author
`classical`         puzzles with PDDL or PDDL templates of their own, and parsers for their plans
`puzzle_warnings`   warnings about legal but unusual puzzle files
`puzzle`            the loading of puzzles from the catalog and from files
`puzzle_keys`       the keys at places of puzzle files, as the schema describes them
`puzzle_names`      the names that puzzle files declare, with their places
`puzzle_index`      an index of the catalog, for lists, help and completion
`sweeping`          sweeps over many instances of one puzzle, with their optima
`generation`        the generation of PDDL, fingerprints and problem names
`header`            the comment lines at the top of generated problems

Python users find what they need in `ferryplan` itself.
"""
