"""A second solver for questions: models for clingo, CP-SAT and Fast Downward, and a reader of puzzle files, that share no code with the program."""
