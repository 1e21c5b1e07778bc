"""Solve a puzzle of the catalogue and tell it in three ways."""

from pathlib import Path

from ferryplan import load, solve, tell

result = solve(load("jealous-couples"), {"couples": 4})
print(tell(result, "terse"))
print(f"{len(result.solution.steps)} crossings ({result.status}), with the parameters {result.parameters}")
Path("couples.html").write_text(tell(result, "html"), encoding="utf-8")
Path("couples.timeline.svg").write_text(tell(result, "timeline"), encoding="utf-8")
print("written: couples.html, couples.timeline.svg")
