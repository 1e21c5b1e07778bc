"""What the graph of moves that can all be undone tells: turned round it is the same, but for the last states, of which no moves are known."""

from __future__ import annotations

from collections.abc import Sequence

NEVER = -1
"""the distance to a goal that cannot be reached"""


def distances(offsets: Sequence[int], targets: Sequence[int], goals: Sequence[int], states: int) -> Sequence[int]:
    """Return for each state the fewest moves to a goal, or NEVER."""
    known = len(offsets) - 1
    found = [NEVER] * known + [0] * (states - known)  # so that nobody comes to the latter
    late = {goal for goal in goals if goal >= known}
    queue = [*goals[: len(goals) - len(late)]]
    for goal in queue:
        found[goal] = 0
    for state in range(known) if late else ():
        if found[state] and not late.isdisjoint(targets[offsets[state] : offsets[state + 1]]):
            found[state] = 1
            queue.append(state)
    for state in queue:
        farther = found[state] + 1
        for near in targets[offsets[state] : offsets[state + 1]]:
            if found[near] < 0:
                found[near] = farther
                queue.append(near)
    found[known:] = [NEVER] * (states - known)
    for goal in late:
        found[goal] = 0
    return found


def count_from(number: int, numbers: Sequence[int]) -> int:
    """Return how many of some numbers are not less than another one."""
    return len([one for one in numbers if one >= number])
