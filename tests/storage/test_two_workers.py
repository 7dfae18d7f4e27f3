"""Several processes on one store: what is due is given to one of them, whichever database it is."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from storage.store import Store
from tests.factories import NOW, a_delivery, a_recipient

ROOT = Path(__file__).parents[2]
DUE = 100
WORK = """
import sys
from datetime import timedelta
from storage.store import Store
from tests.factories import NOW
LEASE = timedelta(minutes=2)
with Store.open(sys.argv[1]) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    taken = store.deliveries.claim(NOW, LEASE, 3)
    print("took", flush=True)
    sys.stdin.readline()
    while taken:
        for one in taken:
            assert store.deliveries.begin_part(one.key, one.token, NOW, LEASE)
            print(one.key, flush=True)
            assert store.deliveries.record_part(one.key, one.token, "sent", NOW + LEASE)
            assert store.deliveries.finish(one.key, one.token, NOW)
        taken = store.deliveries.claim(NOW, LEASE, 3)
"""
ENQUEUE = """
import sys
from datetime import timedelta
from storage.store import Store
from tests.factories import NOW, a_delivery, a_recipient
with Store.open(sys.argv[1]) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(100):
        due = NOW + timedelta(minutes=number)
        delivery = a_delivery(key=f"period-{number}", recipient=a_recipient(id=f"C{number}"), due=due)
        print(*store.deliveries.enqueue([delivery]), flush=True)
"""


def together(script: str, url: str, steps: Sequence[str] = ("ready",), number: int = 2) -> list[list[str]]:
    """What processes print that run a script on one store, all of them let go at once; each waits for the others after
    each of the `steps` that it prints."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", script, url],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(number)
    ]
    results = []
    for step in steps:
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == f"{step}\n"
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
    for process in processes:
        out, err = process.communicate(timeout=120)
        assert (process.returncode, err) == (0, "")
        results.append(out.splitlines())
    return results


def test_each_delivery_has_one_worker(url: str) -> None:
    """Of two workers that take 100 deliveries at once, each delivery is sent by one, once (B008, B009)."""
    with Store.open(url) as store:
        store.deliveries.enqueue(
            [a_delivery(key=f"d{number}", recipient=a_recipient(id=f"C{number}"), due=NOW) for number in range(DUE)]
        )
    sent = together(WORK, url, ("ready", "took"))
    assert sorted(key for keys in sent for key in keys) == sorted(f"d{number}" for number in range(DUE))
    assert all(sent), "both worked"


def test_each_period_is_owed_once(url: str) -> None:
    """Of two schedulers that find the same 100 instants due, each instant is enqueued by one (B010)."""
    Store.open(url).close()
    new = together(ENQUEUE, url)
    assert sorted(line for lines in new for line in lines if line) == sorted(
        f"period-{number}" for number in range(DUE)
    )
    with Store.open(url) as store:
        owed = store.deliveries.all()
    assert [one.due for one in owed] == [NOW + timedelta(minutes=number) for number in range(DUE)]
