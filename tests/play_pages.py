"""Interactive pages: the states and moves that their rules give, as run by Chromium."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from playwright.sync_api import Page

Node = TypeVar("Node", bound=Hashable)

WALK_SCRIPT = """() => {
  const world = worldOf(puzzle.rules), states = [world.start], known = new Set(states);
  for (const state of states) for (const { to } of world.moves(state)) if (!known.has(to)) { known.add(to); states.push(to); }
  return states.map((state) => ({
    state, seen: world.seen(state), goal: world.isGoal(state), moves: world.moves(state), stops: world.stops(state),
    best: shortest(world, state)?.map(({ cost }) => cost),
  }));
}"""
"""collects every state that the page's rules reach: the visible facts, legal moves, illegal moves, and move costs of best paths"""


def read_status(page: Page) -> str:
    """Return the sentence with which a page answers, once no search runs."""
    page.wait_for_function("() => document.body.dataset.searching === undefined")
    return page.locator("#said").inner_text()


def walk_states(page: Page) -> list[dict[str, Any]]:
    """Return every state that the rules of a page reach, the start first."""
    found: list[dict[str, Any]] = page.evaluate(WALK_SCRIPT)
    return found


def compute_distances(
    start: Node, moves: Callable[[Node], Iterable[tuple[int, Node]]], is_goal: Callable[[Node], bool]
) -> dict[Node, tuple[int, int]]:
    """Return the least cost to the goal from each state, with the fewest moves at that cost.

    States that cannot be reached, or from which the goal cannot be reached, are left out.

    The method relaxes all edges until nothing changes.
    """
    following = {start: [*moves(start)]}
    queue = deque([start])
    while queue:
        for _, after in following[queue.popleft()]:
            if after not in following:
                following[after] = [*moves(after)]
                queue.append(after)
    best = {state: (0, 0) for state in following if is_goal(state)}
    changed = True
    while changed:
        changed = False
        for state, links in following.items():
            for cost, after in links:
                if after in best and not is_goal(state):
                    through = best[after][0] + cost, best[after][1] + 1
                    if state not in best or through < best[state]:
                        best[state], changed = through, True
    return {state: best.get(state, (-1, -1)) for state in following}
