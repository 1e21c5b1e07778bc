"""River crossings: instances, rules, the state space, PDDL, narration and the reading of answers.

Start with `family`, then `instance`, `space`, `narrator` and `formulations`.

The modules in import order; each imports only modules above it:

`constraints`          constraints on companies: guard, balance and quorum
`rules`                rules about who may be together, and their words
`rule_tables`          the rule tables of puzzle files
`rule_making`          from rule tables to rules
`puzzle_file`          the schema of puzzle files
`tariff`               costs of crossings, deadlines and limits
`vessel`               boats with their capacity, weight limit and rowers
`instance`             instances and their states
`instantiation`        from a puzzle file and parameters to instances
`violations`           reasons why a crossing is not allowed
`symmetry`             the symmetry group of interchangeable travelers
`integer_encoding`     states as integers, with tables of legal moves
`space`                the state space
`quotient`             classes of interchangeable travelers, parts of units and loads
`counted_states`       states and crossings without names
`heuristic`            interchangeable places and a lower bound
`quotient_space`       the state space without names
`strategy`             searches in the quotient
`encodings`            data for the PDDL templates of each dialect and encoding
`decoding`             from the actions of a plan to crossings
`formulations`         combinations of dialects and encodings, with their limits
`relaxations`          changes that make an instance easier
`reversal`             the same puzzle from the goal to the start
`move_parsing`         crossings that a player types
`instance_description` sentences about boats, rowers, weights and paces
`instance_summary`     facts and numbers about an instance
`narrator`             crossings and states in words
`page_rules`           the rules as data for an interactive page
`page_data`            all data of an interactive page
`schedule`             crossings in time
`timed_replay`         replay of a temporal plan against the rules
`pictures`             drawings of crossings
`crossing_names`       names of travelers, places and boats
`place_claims`         check of an answer's claims about places
`lexicon`              words of sentences about crossings
`sentence_parts`       parts of such a sentence
`sentence_parser`      parser of one sentence
`line_reader`          reader of one line of a text
`state_sequences`      crossings derived from the states between them
`legend`               expansion of the abbreviations that a text defines
`answer_text`          parser of a whole text
`notation`             crossings as JSON data in an answer
`state_decoding`       from PDDL states to states of the rules
`boat_as_place`        the state space with the boat as a place
`difficulty`           difficulty for people
`nouns`                nouns and rule sentences of a story
`state_variables`      state variables with named travelers
`counted_variables`    state variables that count travelers
`amounts`              weights, paces and fees in a story
`words`                texts that a file leaves out, and themes
`crossing_warnings`    warnings about a puzzle file
`structure`            facts that do not depend on names, to recognize a puzzle
`inventing`            new puzzles: drafts, and twins without a solution
`family`               the family's entry in the registry
"""
