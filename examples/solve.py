"""Solve a puzzle of the catalogue, and print, save and draw the solution."""

from pathlib import Path

from ferryplan import solve

result = solve("jealous-couples", couples=4)
print(result.render("terse"))
print(f"{len(result.solution.steps)} crossings ({result.status}), with the parameters {result.parameters}")
Path("couples.html").write_text(result.render("html"), encoding="utf-8")
Path("couples.timeline.svg").write_text(result.render("timeline"), encoding="utf-8")
print("written: couples.html, couples.timeline.svg")
