"""A lock that is had in turn: who grows a tree and who reads it may both ask for it all the time."""

import threading
from collections import deque


class Turns:
    """A lock, given to those who wait in the order in which they came.

    Python's own goes to whoever is quickest, and that is mostly the one who has just let go of it.  Whoever holds
    it must not ask for it again.
    """

    def __init__(self) -> None:
        self.door = threading.Lock()  # one at a time changes the line
        self.line: deque[threading.Lock] = (
            deque()
        )  # the first has the lock; the others wait, each at one of its own

    def __enter__(self) -> None:
        mine = threading.Lock()
        mine.acquire()
        try:
            with self.door:
                self.line.append(mine)
                if self.line[0] is mine:
                    mine.release()
            mine.acquire()
        except BaseException:  # an interrupt
            self._leave(mine)
            raise

    def __exit__(self, *error: object) -> None:
        self._leave(self.line[0])

    def _leave(self, mine: threading.Lock) -> None:
        with self.door:
            if mine not in self.line:
                return
            held = self.line[0] is mine
            self.line.remove(mine)
            if held and self.line:
                self.line[0].release()
