"""Drive Firefox without a window, through WebDriver BiDi (W3C).

Playwright would instead start a special build of Firefox, which readers do not use.
"""

import json
import re
import subprocess
import time
from base64 import b64decode
from pathlib import Path

from opened import SHOTS
from websocket import create_connection


class Firefox:
    """A running Firefox, started from `program`, with one page and a fresh profile in `folder`.

    Close the browser after use.

    heard   the error messages in the page's console, and the uncaught errors
    """

    def __init__(self, program: str, folder: Path, width: int = 1280, height: int = 1000) -> None:
        self.heard: list[str] = []
        self._said = 0
        log = folder / "firefox.log"
        command = [
            program,
            "--headless",
            "--no-remote",
            "--remote-debugging-port",
            "0",
            "--profile",
            folder,
        ]
        with log.open("wb") as out:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=out
            )
        give_up = time.monotonic() + 90
        while not (
            found := re.search(r"BiDi listening on (ws://\S+)", log.read_text(errors="replace"))
        ):
            if self._process.poll() is not None or time.monotonic() > give_up:
                self._process.kill()
                raise RuntimeError(
                    "Firefox did not start:\n" + log.read_text(errors="replace")[-2000:]
                )
            time.sleep(0.1)
        try:
            self._socket = create_connection(
                found[1] + "/session", timeout=180, suppress_origin=True
            )
        except OSError:
            self._process.kill()
            raise
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._page = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        self._viewport = {"width": width, "height": height}

    def _ask(self, method: str, **params):
        """Send a message and return the result; keep page errors that arrive before the result."""
        self._said += 1
        self._socket.send(json.dumps({"id": self._said, "method": method, "params": params}))
        while (message := json.loads(self._socket.recv())).get("id") != self._said:
            entry = message.get("params", {})
            if message["type"] == "event" and entry.get("level") == "error":
                self.heard.append(entry["text"])
        assert message["type"] == "success", message
        return message["result"]

    def go(self, url: str) -> None:
        """Open the address in a new tab, and close the old tab.

        JupyterLab would ask whether to leave an unsaved notebook; closing the tab does not ask.
        """
        old = self._page
        self._page = self._ask("browsingContext.create", type="tab")["context"]
        self._ask("browsingContext.close", context=old, promptUnload=False)
        self._ask("browsingContext.setViewport", context=self._page, viewport=self._viewport)
        self._ask("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def evaluate(self, expression: str):
        """Return the value of an expression in the page: a string, a number, a bool, or None."""
        answer = self._ask(
            "script.evaluate",
            expression=expression,
            awaitPromise=True,
            target={"context": self._page},
        )
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    def until(self, expression: str, seconds: float = 120):
        """Wait until the expression is true in the page, and return its value."""
        give_up = time.monotonic() + seconds
        while not (found := self.evaluate(expression)):
            if time.monotonic() > give_up:
                self.screenshot(SHOTS / "firefox, waiting.png")
                raise AssertionError(f"it did not become true: {expression}\nheard: {self.heard}")
            time.sleep(0.1)
        return found

    def click(self, selector: str) -> None:
        """Click the middle of the first element that matches the selector."""
        where = self.evaluate(f"""(e => {{
            e.scrollIntoView({{ block: "center" }});
            const b = e.getBoundingClientRect();
            return `${{Math.round(b.x + b.width / 2)}} ${{Math.round(b.y + b.height / 2)}}`;
        }})(document.querySelector({json.dumps(selector)}))""")
        x, y = map(int, where.split())
        mouse = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._ask(
            "input.performActions",
            context=self._page,
            actions=[{"type": "pointer", "id": "mouse", "actions": mouse}],
        )

    def screenshot(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(
            b64decode(self._ask("browsingContext.captureScreenshot", context=self._page)["data"])
        )

    def close(self) -> None:
        self._socket.close()
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
