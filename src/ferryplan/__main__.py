"""The command line as ``python -m ferryplan``."""

from ferryplan.planner.main import main

if __name__ == "__main__":
    main()
