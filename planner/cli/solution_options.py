"""The options of `solve` for a search for all solutions, in a module that takes no time to import."""

ALL_SOLUTIONS_OPTIONS = {
    "--all": "every",
    "--limit": "limit",
    "--count": "count",
    "--stream": "stream",
    "--up-to-symmetry": "up_to_symmetry",
    "--slack": "slack",
}
"""the name in Python of each option with which `solve` searches by the rules, without an engine"""
