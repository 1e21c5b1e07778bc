"""A second solver for questions, which shares no code with ferryplan.

It has models for clingo, CP-SAT and Fast Downward, and a reader of puzzle files.
"""
