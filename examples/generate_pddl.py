"""Generate PDDL for one puzzle in every dialect, and count the actions of each domain."""

from pathlib import Path

from ferryplan import generate

for dialect in ("strips", "adl", "axioms", "numeric", "costs", "temporal"):
    pddl = generate("missionaries-cannibals", dialect=dialect, capacity=2)
    folder = Path(dialect)
    folder.mkdir(exist_ok=True)
    (folder / "domain.pddl").write_text(pddl.domain, encoding="utf-8")
    (folder / "p01.pddl").write_text(pddl.problem, encoding="utf-8")
    print(f"{dialect:<9} {pddl.domain.count('(:action') + pddl.domain.count('(:durative-action'):>3} actions")
