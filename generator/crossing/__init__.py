"""River crossings: instances, rules, the state space, PDDL, narration, and parsers of answers.

Start with `family`, then `instance`, `space`, `narrator` and `formulations`.

The modules in import order; each imports only modules above it:

`constraints`          constraints on companies (sets of travelers): guard, balance and quorum
`rules`                rules about who may be together, and sentences about them
`rule_tables`          the rule tables of puzzle files
`rule_making`          conversion of rule tables to rules
`puzzle_file`          the schema of puzzle files
`tariff`               costs of crossings, deadlines and limits
`vessel`               boats with their capacity, weight limit and rowers
`instance`             instances and their states
`instantiation`        conversion of a puzzle file and parameter values to an instance
`violations`           reasons why a crossing is not allowed
`symmetry`             the symmetry group of interchangeable travelers
`integer_encoding`     states as integers, with tables of legal moves
`space`                the state space
`quotient`             classes of interchangeable travelers, and loads that count them
`counted_states`       states and crossings that count interchangeable travelers
`heuristic`            interchangeable places and a lower bound
`quotient_space`       the state space whose states count interchangeable travelers
`strategy`             searches in that state space
`encodings`            data for the PDDL templates of each dialect and encoding
`decoding`             conversion of the actions of a plan to crossings
`formulations`         combinations of dialects and encodings, with their limits
`relaxations`          changes that make an instance easier
`reversal`             the same puzzle from the goal to the start
`move_parsing`         crossings that a player types
`instance_description` sentences about boats, rowers, weights and paces
`instance_summary`     facts about an instance: rules, legal loads, numbers of states
`narrator`             crossings and states in words
`page_rules`           the rules as JSON data for an interactive page
`page_data`            all JSON data of an interactive page
`schedule`             crossings in time
`timed_replay`         replay of a temporal plan against the rules
`pictures`             drawings of crossings
`crossing_names`       names of travelers, places and boats in answers
`place_claims`         check of an answer's claims about who is where
`lexicon`              words of sentences about crossings, and the tokenizer
`sentence_parts`       groups of names and clauses of such a sentence
`sentence_parser`      parser of one sentence about crossings
`line_reader`          reader of one line of an answer
`state_sequences`      crossings derived from the states between them
`legend`               expansion of the abbreviations that a text defines
`answer_text`          parser of a whole answer in free text
`notation`             crossings as JSON data in an answer
`state_decoding`       conversion of PDDL states to states of the state space
`boat_as_place`        the state space with the boat as a place
`difficulty`           difficulty of a river crossing for people
`nouns`                nouns and rule sentences of a story
`state_variables`      state variables with named travelers
`counted_variables`    state variables that count travelers
`amounts`              weights, paces and fees in a story
`words`                default texts of a puzzle file, and the words of themes
`crossing_warnings`    warnings about a puzzle file
`structure`            facts about an instance without names, to recognize a puzzle
`inventing`            new puzzles: drafts, and twins without a solution
`family`               the family's entry in the registry
"""
