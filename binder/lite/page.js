// What the page does beside JupyterLab: it starts Python at once, runs the first chapter, and says in one sentence
// what this browser cannot do.
(() => {
    const ROOT = new URL("../", document.currentScript.src);
    const VERSION = document.currentScript.dataset.version;  // of JupyterLite
    const FIRST = "00_play_before_you_know.ipynb";

    if (!window.WebAssembly) {
        document.addEventListener("DOMContentLoaded", () => {
            document.body.innerHTML = `<p role="alert" style="margin: 3em; font: 1.2em sans-serif">This browser cannot run
                Python: it has no WebAssembly. Please take another one, or a newer version of it.</p>`;
        });
        return;
    }

    // The kernel's worker is the one that has begun already.  It must be the service worker's, or it sees no files.
    const Plain = window.Worker;
    let early;
    window.Worker = class extends Plain {
        constructor(url, options) {
            if (early && /comlink.worker/.test(url)) {
                const begun = early;
                early = undefined;
                return begun;
            }
            super(url, options);
        }
    };
    const controlled = new Promise((resolve) => {
        const workers = navigator.serviceWorker;
        if (workers?.controller) return resolve();
        const url = new URL("service-worker.js?enableCache=false", ROOT);
        localStorage.setItem(`${url}-version`, VERSION);  // or JupyterLite takes it for an old one, and begins afresh
        workers?.addEventListener("controllerchange", resolve, { once: true });
        workers?.register(url).catch(() => {});
    }).catch(() => new Promise(() => {}));  // where nothing may be stored, JupyterLite starts the worker
    controlled.then(() => {
        early = new Plain(new URL("static/pyodide/kernel.mjs", ROOT), { type: "module" });
    });

    const keeps = async () => {
        try {
            const asked = indexedDB.open("mctslib");
            await new Promise((resolve, reject) => Object.assign(asked, { onsuccess: resolve, onerror: reject }));
            return Boolean(localStorage && navigator.serviceWorker);
        } catch {
            return false;
        }
    };

    const until = async (found) => {
        for (let it; ;) {
            if ((it = found())) return it;
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
    };

    addEventListener("DOMContentLoaded", async () => {
        if (await keeps()) return;
        const line = document.body.appendChild(document.createElement("p"));
        line.setAttribute("role", "alert");
        line.style = "position: fixed; z-index: 10000; bottom: 0; width: 100%; margin: 0; padding: .6em; "
            + "font: 1em sans-serif; background: #fff3cd; color: #000; box-sizing: border-box";
        line.textContent = "This browser stores nothing for this page: it may not start, and what you write is lost. "
            + "Allow it to store data, or open the page in an ordinary window, not a private one.";
    });

    // JupyterLab asks a new kernel for its widgets: who makes some meanwhile gets them twice, and one of the two is dead.
    const quiet = async (kernel) => {
        let still = 0;
        kernel.anyMessage.connect(() => { still = 0; });
        await until(() => ++still > 20);
    };

    addEventListener("load", async () => {
        if (new URLSearchParams(location.search).get("path") !== FIRST) return;
        const app = await until(() => window.jupyterapp);
        const panel = await until(() => app.shell?.currentWidget?.context?.path === FIRST && app.shell.currentWidget);
        await panel.context.ready;
        await panel.sessionContext.ready;
        await quiet(panel.sessionContext.session.kernel);
        // Each cell in its turn, as "Run All Cells" does, but the reader stays at the top of the page.
        for (const cell of panel.content.widgets) {
            if (cell.model.type === "code") await cell.constructor.execute(cell, panel.sessionContext);
        }
        document.body.dataset.ran = FIRST;
    });
})();
