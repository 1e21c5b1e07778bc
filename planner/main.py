"""The entry point of the command `plan`.

For a command that needs an engine the worker is started before anything else is imported, so that both load side by side.
"""

from __future__ import annotations

import os
import sys

from planner.engines.session import Session

__all__ = ["main"]

WITHOUT_ENGINE = frozenset(
    {
        "generate", "graph", "explore", "suite", "compare", "list", "show", "schema", "engines", "validate", "narrate", "why",
        "completion",
        "--version", "--help", "-h",
    }
)  # fmt: skip
ALL_SOLUTIONS = frozenset({"--all", "--first", "--stream", "--up-to-symmetry", "--longer"})
"""with these, `solve` explores by the rules"""


def main() -> None:
    """Run the command line with the program's arguments and exit with its code."""
    arguments = sys.argv[1:]
    solves = not (
        {*arguments[:1]} & WITHOUT_ENGINE
        or {"--help", "-h"} & {*arguments}
        or ALL_SOLUTIONS & {argument.partition("=")[0] for argument in arguments}
        or "_PLAN_COMPLETE" in os.environ
    )
    session = None
    code = 130
    try:
        session = Session() if solves else None
        from planner.running import run

        code = run(arguments, session)
    except KeyboardInterrupt:
        print("plan: interrupted", file=sys.stderr)
    finally:
        if session is not None:
            session.close()
    sys.exit(code)


if __name__ == "__main__":
    main()
