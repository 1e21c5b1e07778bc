"""Pages on which a puzzle is tried: what their rules say in every state, as Chromium has it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from playwright.sync_api import Page

Node = TypeVar("Node", bound=Hashable)

WALK = """() => {
  const world = worldOf(puzzle.rules), states = [world.start], known = new Set(states);
  for (const state of states) for (const { to } of world.moves(state)) if (!known.has(to)) { known.add(to); states.push(to); }
  return states.map((state) => ({
    state, seen: world.seen(state), goal: world.isGoal(state), moves: world.moves(state), stops: world.stops(state),
    best: shortest(world, state)?.map(({ cost }) => cost),
  }));
}"""
"""every state that the page's rules reach: what is seen, what may be done, what not, what each move of a best way costs"""


def walked(page: Page) -> list[dict[str, Any]]:
    """Every state that the rules of a page reach, the start first."""
    found: list[dict[str, Any]] = page.evaluate(WALK)
    return found


def distances(
    start: Node, moves: Callable[[Node], Iterable[tuple[int, Node]]], done: Callable[[Node], bool]
) -> dict[Node, tuple[int, int]]:
    """Of every state that can be reached from which the goal can, what the way costs at least, in how many moves;
    by relaxing until nothing changes."""
    following = {start: [*moves(start)]}
    queue = deque([start])
    while queue:
        for _, after in following[queue.popleft()]:
            if after not in following:
                following[after] = [*moves(after)]
                queue.append(after)
    best = {state: (0, 0) for state in following if done(state)}
    changed = True
    while changed:
        changed = False
        for state, links in following.items():
            for cost, after in links:
                if after in best and not done(state):
                    through = best[after][0] + cost, best[after][1] + 1
                    if state not in best or through < best[state]:
                        best[state], changed = through, True
    return {state: best.get(state, (-1, -1)) for state in following}
