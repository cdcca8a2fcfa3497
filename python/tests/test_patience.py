"""Long work leaves other threads alone, and can be interrupted."""

import signal
import threading
import time
from collections.abc import Iterator

import pytest

import boxwright


@pytest.fixture(autouse=True)
def interrupts_are_heard() -> Iterator[None]:
    """What a shell starts in the background is told to ignore them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_ends_a_search(hard: boxwright.Level) -> None:
    threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        boxwright.solve(hard, strategy="bfs", time=60.0)
    assert time.monotonic() - begun < 20


def test_an_interrupt_ends_labels(hard: boxwright.Level) -> None:
    threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        list(boxwright.label([hard] * 5, time=60.0, threads=2))
    assert time.monotonic() - begun < 20


def test_other_threads_go_on(hard: boxwright.Level) -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.01)

    ticking = threading.Thread(target=tick)
    ticking.start()
    before = ticks
    boxwright.solve(hard, strategy="bfs", time=0.5)
    during = ticks - before
    done.set()
    ticking.join()
    # With the lock held all the time there would be one or two.
    assert during >= 5
