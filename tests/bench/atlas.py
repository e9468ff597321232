"""Measure how long the atlas takes to make, send and draw a picture, and to zoom.

    python -m tests.bench.atlas      prints the shortest CPU times and wall-clock times

The pictures of a growing tree are also counted.  The page runs in a headless Chromium.
"""

import asyncio
import base64
import json
import shutil
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from mctslib import ConnectFour, fast, search
from mctslib.tree import Node
from mctslib.widgets import Atlas

SIZES = {
    "readable, 100,000 nodes": (search, 100_000),
    "compiled, 100,000 nodes": (fast.search, 100_000),
    "compiled, 1,000,000 nodes": (fast.search, 1_000_000),
}
SECONDS = 4.0  # the seconds during which the pictures of a growing tree are counted
PIXELS = 1000
PAGE = """<html><style>{css}</style><body><div id="root" style="width:1080px"></div>
<script type="module">{js}
window.load = (head, data) => {{
  const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0)), listeners = {{}};
  const now = {{ head, data: new DataView(bytes.buffer), place: {{}} }};
  const model = {{
    get: (name) => now[name],
    on: (name, f) => (listeners[name] = f),
    off() {{}},
    send() {{}},
  }};
  const begun = performance.now(), root = document.getElementById("root");
  root.replaceChildren();
  window.widget.render({{ model, el: root }});
  // Wait until the picture is really drawn.
  root.querySelector(".base").getContext("2d").getImageData(60, 30, 1, 1);
  return performance.now() - begun;
}};
window.zoom = () => {{
  const canvas = document.querySelector(".base"), begun = performance.now();
  for (const key of ["ArrowDown", "ArrowDown", "Enter"])
    canvas.dispatchEvent(new KeyboardEvent("keydown", {{ key }}));
  canvas.getContext("2d").getImageData(60, 30, 1, 1);
  return performance.now() - begun;
}};</script></body></html>"""


def best(work: Callable[[], Any], times: int = 5) -> str:
    """Return the shortest CPU time and wall-clock time of several runs as a string."""
    cpu, wall = [], []
    for _ in range(times):
        starts = time.process_time(), time.perf_counter()
        work()
        cpu.append(time.process_time() - starts[0])
        wall.append(time.perf_counter() - starts[1])
    return f"{1000 * min(cpu):6.0f} ms CPU {1000 * min(wall):6.0f} ms"


def frames(root: Node) -> str:
    """Return, as a string, how many pictures of a growing tree are made per second.

    The string gives two rates: per second of CPU time, and per second of wall-clock time.  Like a
    page, the function requests the next picture as soon as one arrives.
    """
    atlas = Atlas(ConnectFour(), iterations=1, engine="readable")
    atlas.view.use(root)
    atlas.iterations = 10**9
    canvas = atlas.canvas

    async def grow() -> str:
        atlas.search_on()
        begun, cpu, first = time.monotonic(), time.process_time(), canvas.frame
        while time.monotonic() < begun + SECONDS:
            canvas.drawn = canvas.frame
            await asyncio.sleep(0.001)
        atlas.close()
        made = canvas.frame - first
        return f"{made / (time.process_time() - cpu):.1f}, {made / (time.monotonic() - begun):.1f}"

    return asyncio.run(grow())


def in_a_page(pictures: dict[str, tuple[dict[str, Any], bytes]]) -> None:
    """Print how long a page takes to draw each picture, and to zoom in on it."""
    from playwright.sync_api import sync_playwright

    kind = Atlas(search(ConnectFour(), 2)).canvas
    page_text = PAGE.format(
        css=kind._css, js=str(kind._esm).replace("export default", "window.widget =")
    )
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page()
        page.set_content(page_text)
        page.wait_for_function("() => window.load")
        for name, (head, data) in pictures.items():
            given = f"({json.dumps(head)}, {json.dumps(base64.b64encode(data).decode())})"
            drawn, zoomed = [], []
            for _ in range(5):
                drawn.append(page.evaluate(f"window.load{given}"))
                zoomed.append(page.evaluate("window.zoom()"))
            times = f"{min(drawn):6.0f} ms   zoomed at once {min(zoomed):6.0f} ms"
            print(f"{name:26} drawn in the page {times}")
        browser.close()


def main() -> None:
    pictures = {}
    for name, (engine, iterations) in SIZES.items():
        root = engine(ConnectFour(), iterations, seed=0).root
        atlas = Atlas(root)
        view, canvas = atlas.view, atlas.canvas
        view.pixels = PIXELS
        first, later = best(partial(Atlas, root), 2), best(atlas.redraw)
        size = f"{len(canvas.data):,} bytes"
        print(f"{name:26} first picture   {first}   next {later}   {size}")
        pictures[name] = dict(canvas.head), canvas.data
        view.path = (3, 3)
        zoomed, shown = best(atlas.redraw), frames(root)
        growing = f"growing: {shown} pictures per second (CPU, wall clock)"
        print(f"{'':26} a zoom, refined {zoomed}   {growing}")
    in_a_page(pictures)


if __name__ == "__main__":
    main()
