"""A cluster and a journal together: whatever is killed when, what comes out is what comes out where nothing is."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from own_cluster import Own, below
from processes import PATIENCE, wait_until

CALLS = 400
SCRIPT = f"""
import functools, sys, labours
from pathlib import Path
from ferryplan.planner.system import crew
from ferryplan.planner.system.cluster import Cluster
from ferryplan.planner.system.crew import Crew
from ferryplan.planner.system.journal import Journal
crew.ATTEMPTS = {CALLS}  # by chance the same call may be killed three times, which would be an answer of its own
folder, *file = sys.argv[1:]
place = functools.partial(Cluster, file[0], 3) if file else None
with Journal(Path(folder, "journal"), dict()) as journal, Crew(2, labours.stormy, place=place, journal=journal) as calls:
    for number in range({CALLS}):
        calls.ask(folder, number, name=str(number))
    print(*calls.answers(), sep=chr(10))
"""


KINDS = ("asker", "nanny", "spawn_main", "helper")
"""what is killed: the last two, a worker and a process that makes calls, by what their commands have in them"""


class Asker:
    """Whoever asks: started again, with the same journal, when it was killed."""

    def __init__(self, folder: Path, *file: str) -> None:
        self._folder, self._command = folder, [sys.executable, "-c", SCRIPT, str(folder), *file]
        self._environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        self.start()

    def start(self) -> None:
        with (self._folder / "output").open("w") as output, (self._folder / "errors").open("w") as errors:
            self.process = subprocess.Popen(self._command, env=self._environment, stdout=output, stderr=errors)

    def ended(self) -> str:
        """What it has printed in the end."""
        assert self.process.wait(PATIENCE) == 0, self.errors()
        return (self._folder / "output").read_text()

    def errors(self) -> str:
        """What it has written to standard error."""
        return (self._folder / "errors").read_text()


def kept(folder: Path) -> dict[str, str]:
    """What the journal has, a line that is not whole left out."""
    with contextlib.suppress(FileNotFoundError):
        whole, _, _ = (folder / "journal").read_text().rpartition("\n")
        return dict(json.loads(line)[:2] for line in whole.splitlines()[1:])
    return {}


def begun(folder: Path) -> int:
    """How often a call was begun."""
    return sum(len(path.read_text().split()) for path in folder.iterdir() if path.name.isdigit())


@pytest.mark.slow
@pytest.mark.parametrize("kills", [4, 50])
def test_whatever_is_killed_it_comes_to_the_same(kills: int, tmp_path: Path) -> None:
    """By turns whoever asks, a nanny with its worker, a worker, and a process that makes a call: each time when more calls have begun since."""
    calm, storm = tmp_path / "calm", tmp_path / "storm"
    for folder in (calm, storm):
        folder.mkdir()
    undisturbed = Asker(calm).ended()
    (storm / "storm").touch()
    drawn = random.Random(kills)
    with Own(tmp_path, 3) as own:
        asker = Asker(storm, own.file)
        for kind in [kind for _ in range(0, kills, len(KINDS)) for kind in drawn.sample(KINDS, len(KINDS))][:kills]:
            so_far = begun(storm)
            wait_until(lambda so_far=so_far: begun(storm) > so_far or asker.process.poll() is not None)
            assert asker.process.poll() is None, asker.errors()
            time.sleep(drawn.random() * 0.4)
            known = kept(storm)
            if kind == "asker":
                asker.process.kill()
                asker.process.wait(PATIENCE)
                asker.start()
            elif kind == "nanny":
                own.nannies.pop(drawn.randrange(3)).kill()
                own.add()
            else:
                wait_until(lambda kind=kind: others(own, kind))
                with contextlib.suppress(ProcessLookupError):
                    os.kill(drawn.choice(others(own, kind)), signal.SIGKILL)
            assert kept(storm).items() >= known.items()
        assert len(kept(storm)) < CALLS
        (storm / "storm").unlink()
        assert asker.ended() == undisturbed
    lines = [sorted((folder / "journal").read_text().splitlines()) for folder in (calm, storm)]
    assert lines[0] == lines[1]
    assert len(lines[0]) == CALLS + 1
    assert begun(storm) <= CALLS + 5 * kills, "only what was under way is begun again"


def others(own: Own, kind: str) -> list[int]:
    """The processes of a kind that nannies have, or their workers."""
    return [pid for nanny in own.nannies for pid in below(nanny.pid, kind)]
