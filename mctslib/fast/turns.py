"""Define a lock that threads take in turn: one thread grows a tree, and other threads read it."""

import threading
from collections import deque


class Turns:
    """A lock that is given to waiting threads in the order of their requests.

    Python's own lock goes to the quickest thread, which is usually the thread that has just
    released the lock.  A thread that holds this lock must not request it again.

    door  a lock that lets only one thread at a time change `line`
    line  one lock for each thread that holds `Turns` or waits for it.  The first thread holds
          `Turns`; the lock of each other thread is released when that thread's turn comes
    """

    def __init__(self) -> None:
        self.door = threading.Lock()
        self.line: deque[threading.Lock] = deque()

    def __enter__(self) -> None:
        ticket = threading.Lock()
        ticket.acquire()
        try:
            with self.door:
                self.line.append(ticket)
                is_first = self.line[0] is ticket
            if not is_first:
                ticket.acquire()  # waits until the thread in front releases the ticket
        except BaseException:  # such as an interrupt
            self._leave(ticket)
            raise

    def __exit__(self, *error: object) -> None:
        with self.door:
            self.line.popleft()
            if self.line:
                self.line[0].release()

    def _leave(self, ticket: threading.Lock) -> None:
        with self.door:
            if ticket not in self.line:
                return
            held = self.line[0] is ticket
            self.line.remove(ticket)
            if held and self.line:
                self.line[0].release()
