"""River crossings: the model of a puzzle, what its rules mean, what follows from them.

Start reading at `family`, then `instance`, `space`, `teller` and `formulations`.

In this order, each imports only what stands before it:

`constraints`   what rules ask of a company, in the three forms that encodings say
`rules`         what a rule means: which companies may be together, and why
`rule_tables`   the rule tables of puzzle files
`rule_making`   the rules that they stand for
`puzzle_file`   the shape of the puzzle files
`tariff`        rules with time, and what crossings cost
`vessel`        a boat that differs from the others
`instance`      a puzzle with every parameter fixed: rules with time and costs included; and its states
`instantiation` from a puzzle and values for its parameters to an instance, or to one for each boat that is tried
`breaches`      why a crossing is not allowed
`symmetry`      what is the same but for names
`codes`         states as integers, and tables of what may follow them
`space`         the state space: legal loads, what follows a state
`quotient`      travellers who are alike, counted: classes, what goes together, loads
`counts`        states and crossings without names, and how they get names
`outlook`       how far the goal is, and which places are alike
`quotient_space` the state space without names
`strategy`      how a river is searched: without names
`encodings`     instances in PDDL: for each dialect and encoding what its templates lay out
`decoding`      from the actions of a plan to crossings
`formulations`  dialects and encodings, and what each can say
`repairs`       what could be changed in an instance
`reversal`      the same puzzle from the goal to the start
`parsing`       a crossing as a person names it
`conditions`    what a player has to know: rules, boats, weights
`facts`         what there is to know of an instance
`teller`        what says crossings and situations
`page_rules` the rules as data, for an interactive page
`page_data` what an interactive page needs: who is where, and which loads there are
`schedule`  crossings in time: who is on the water when
`timed_replay` from a plan in time to a schedule, replayed by the rules
`pictures`  crossings drawn
`naming`        what travellers, places and boats are called
`claims`        what an answer claims of places, checked
`lexicon`       the words of a sentence about crossings
`trips`         the parts of such a sentence
`sentence`      one sentence about crossings, read token by token
`prose`         lines of a text about crossings
`shown_states`  crossings that are shown by the states between them
`legend`        names in place of the signs that a text explains
`told`          a text as a list of crossings
`speller`       crossings as data in an answer
`read_back` states of the PDDL as states of the rules
`boat_as_place` the state space with the boat as a place of its own, and its words
`difficulty`    how hard it is for a person
`nouns`         what a puzzle is about, as nouns; its rules as sentences
`cast`          who is where, as a model may show it
`counted_casts` how many are where, as a model may count them
`amounts`       the weights, paces and fees of travelers, as a story says them
`words`         the words that a file leaves out, and other names for who crosses
`oddities`      what is odd in a file, and what alone makes it impossible
`structure`     the facts that do not depend on names, by which a puzzle is recognized
`inventing`     new puzzles: drafts, and twins without a solution
`family`        the family's entry in the registry
"""
