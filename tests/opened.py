"""Drive a notebook that is open in JupyterLab or in the browser-only edition."""

import os
import re
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SHOTS = Path(os.environ.get("SCREENSHOTS", ROOT / "build" / "screenshots"))
# On CI, only failed tests leave pictures.
LOOKED_AT = not os.environ.get("CI")
CONTEXT = "window.jupyterapp.shell.currentWidget.sessionContext"
WINDOW = {"width": 1280, "height": 1600}
AT_REST = (ROOT / "tests" / "browser" / "at_rest.js").read_text(encoding="utf-8")


class Notebook:
    """A notebook open in JupyterLab.

    page      the page, an object of playwright
    problems  the page's errors so far, each with the name of its test and its stack trace
    """

    def __init__(self, context, lab, name: str, page=None) -> None:
        """Open the notebook in a new page, or in `page`, which already shows JupyterLab."""
        self.name = name
        self.problems: list[str] = []
        self.ran_all = False
        self.page = page or context.new_page()
        self.page.on("pageerror", self._failed)
        self.page.on("console", self._heard)
        if page:
            page.bring_to_front()
            page.set_viewport_size(WINDOW)  # an earlier test may have left another one
            page.evaluate(
                "path => void window.jupyterapp.commands.execute('docmanager:open', { path })", name
            )
        else:
            self.page.goto(lab.address(name))
        self.page.wait_for_selector(
            ".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook", state="visible"
        )
        self.wait_idle()

    def _failed(self, error) -> None:
        self._note(f"page error: {error}\n{error.stack}")

    def _heard(self, message) -> None:
        if message.type == "error":
            at = message.location
            place = f"{at.get('url', '')}:{at.get('lineNumber')}:{at.get('columnNumber')}"
            self._note(f"console: {message.text} ({place})")

    def _note(self, problem: str) -> None:
        self.problems.append(f"{os.environ.get('PYTEST_CURRENT_TEST', 'no test')}: {problem}")

    # ---- running

    def wait_idle(self, timeout: int = 60_000) -> None:
        """Wait until the kernel has replied and is idle, and no cell shows [*]."""
        self.page.wait_for_function(
            """async () => {
                const panel = window.jupyterapp?.shell?.currentWidget;
                const session = panel?.sessionContext;
                if (!session) return false;
                await session.ready;
                const kernel = session.session?.kernel;
                if (!kernel) return false;
                await kernel.info;
                const prompts = [...panel.node.querySelectorAll('.jp-InputPrompt')];
                return kernel.connectionStatus === 'connected' && kernel.status === 'idle'
                    && !prompts.some(p => p.textContent.includes('*'));
            }""",
            timeout=timeout,
        )

    def run_all(self, timeout: int = 180_000) -> "Notebook":
        """Run all cells, and wait until the last cell is done or a cell fails."""
        self.ran_all = True
        self.page.evaluate(
            """() => { window.ranAll = false;
                       window.jupyterapp.commands.execute('notebook:run-all-cells')
                           .finally(() => { window.ranAll = true; }); }"""
        )
        self.page.wait_for_function("() => window.ranAll", timeout=timeout)
        self.wait_idle(timeout)
        return self

    def begin_again(self) -> None:
        """Forget the problems, and run the cells again, for a second run of a test that failed.

        The first run has left its presses behind, so that the same presses would do something else.
        """
        self.problems.clear()
        if self.ran_all:
            has_settings = self.page.locator(".mcts-gear.mod-active").count()
            self.run_all()
            self.at_rest()
            for gear in self.page.locator(".mcts-gear").all() if has_settings else []:
                gear.click()
            self.at_rest()

    def clear(self) -> None:
        """Clear all outputs, so that the outputs seen later come from this run."""
        self.page.evaluate("() => window.jupyterapp.commands.execute('editmenu:clear-all')")

    def interrupt(self) -> None:
        """Interrupt the kernel, as JupyterLab's stop button does."""
        self.page.evaluate(f"() => {CONTEXT}.session.kernel.interrupt()")

    def theme(self, name: str) -> None:
        """Change to the theme `name`, "Light" or "Dark", unless the page has this theme already.

        JupyterLab covers the page during the change and removes the cover a fifth of a second later
        (`splash` in @jupyterlab/apputils-extension).  If the theme changes again within that time,
        JupyterLab removes the same cover twice, and the second removal throws "Failed to execute
        'removeChild' on 'Node'".  The waits before and after the change prevent this error.
        """
        if self.page.locator(f"body[data-jp-theme-name='JupyterLab {name}']").count():
            return
        self.page.wait_for_selector("#jupyterlab-splash", state="detached")
        self.page.evaluate(
            "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})",
            f"JupyterLab {name}",
        )
        self.page.wait_for_selector(
            f"body[data-jp-theme-name='JupyterLab {name}']", state="attached"
        )
        self.page.wait_for_selector("#jupyterlab-splash", state="detached")

    def at_rest(self) -> "Notebook":
        """Bring the page to the front, and wait until no widget is working and nothing moves.

        Without this wait, a measurement may be out of date, because a busy widget replaces its
        pictures many times per second.
        """
        self.page.bring_to_front()
        self.page.wait_for_function(AT_REST)
        return self

    @contextmanager
    def seen(self, theme: str = "Light", width: int = WINDOW["width"]):
        """Bring the page to the front in this theme and at this width; restore both afterwards."""
        self.page.bring_to_front()
        self.theme(theme)
        self.page.set_viewport_size({**WINDOW, "width": width})
        self.at_rest()
        try:
            yield
        finally:
            self.page.set_viewport_size(WINDOW)
            self.theme("Light")

    # ---- looking

    def cell(self, text: str):
        """Return the code cell whose source contains `text` (a playwright locator)."""
        source = self.page.locator(".jp-InputArea", has_text=text)
        return self.page.locator(".jp-CodeCell").filter(has=source).first

    def output(self, text: str):
        """Return a locator of the output area of the code cell whose source contains `text`."""
        return self.cell(text).locator(".jp-Cell-outputArea")

    def errors(self) -> list[str]:
        """Return the texts of error and stderr outputs, and of widgets that could not be shown."""
        kinds = ("error", "stderr")
        where = ", ".join(f"[data-mime-type='application/vnd.jupyter.{kind}']" for kind in kinds)
        shown = self.page.locator(where).all_inner_texts()
        sign = re.compile(
            r"Error (displaying|creating) widget|Loading widget\.\.\.|Traceback \(most recent"
        )
        broken = self.page.locator(".jp-OutputArea-output").filter(has_text=sign)
        return shown + broken.all_inner_texts()

    def complaints(self) -> list[str]:
        """Return all failures: error outputs, errors of the page, and red status lines."""
        return (
            self.errors()
            + self.problems
            + self.page.locator(".mcts-panel [role=alert]").all_inner_texts()
        )

    def violations(self, context: str = ".mcts-panel") -> list[tuple[str, str]]:
        """Return the faults that axe finds in the elements that match the selector `context`.

        Each fault is a pair: the rule that is broken, and the beginning of the element's HTML.
        """
        from axe_playwright_python.sync_playwright import Axe

        self.at_rest()
        found = Axe().run(self.page, context=context).response
        assert found["passes"], "axe found no element to check"
        return [
            (rule["id"], node["html"][:160])
            for rule in found["violations"]
            for node in rule["nodes"]
        ]

    def screenshot(self, name: str, locator=None, failed: bool = False) -> None:
        """Save a picture of the visible page, or of one `locator`, in build/screenshots/."""
        if LOOKED_AT or failed:
            SHOTS.mkdir(parents=True, exist_ok=True)
            (locator or self.page).screenshot(
                path=SHOTS / (re.sub(r"[^\w.=-]", "_", name) + ".png")
            )

    def long_screenshot(self, name: str) -> None:
        """Save a picture of the whole notebook, from its first cell to its last."""
        if not LOOKED_AT:
            return
        before = self.page.viewport_size
        height = self.page.evaluate(
            """() => { const n = window.jupyterapp.shell.currentWidget.content;
                       const inner = n.node.querySelector('.jp-WindowedPanel-inner') ?? n.node;
                       return Math.ceil(inner.scrollHeight) + 250; }"""
        )
        self.page.set_viewport_size({"width": before["width"], "height": min(height, 16_000)})
        self.page.evaluate(
            """() => { const node = window.jupyterapp.shell.currentWidget.content.node;
                       for (const e of [node, ...node.querySelectorAll('.jp-WindowedPanel-outer')])
                       e.scrollTop = 0;
                     }"""
        )
        self.at_rest()
        try:
            self.screenshot(name)
        finally:
            self.page.set_viewport_size(before)
            self.at_rest()

    def leave(self):
        """Shut down the kernel and close the notebook, but keep the page for the next notebook."""
        self.page.evaluate(f"""async () => {{
            await {CONTEXT}.shutdown();
            const panel = window.jupyterapp.shell.currentWidget;
            panel.context.model.dirty = false;  // no dialog asks whether to save it
            panel.close();
            delete window.ranAll;
        }}""")
        self.page.wait_for_selector(".jp-NotebookPanel", state="detached")
        self.page.remove_listener("pageerror", self._failed)
        self.page.remove_listener("console", self._heard)
        return self.page

    def close(self) -> None:
        """Shut down the kernel and close the page."""
        self.page.evaluate(f"() => {CONTEXT}.shutdown()")
        self.page.close()
