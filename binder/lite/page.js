// This script runs before JupyterLab is loaded.  The script starts Python immediately, and reports
// any feature that this browser lacks.  The additions to an open chapter are in chapter.js.
(() => {
    const ROOT = new URL("../", document.currentScript.src);
    const VERSION = document.currentScript.dataset.version;  // of JupyterLite

    // A link to what a panel shows opens the book's page of the chapter, which needs no Python.
    const { hash, searchParams } = new URL(location.href);
    const chapter = /^\w+(?=\.ipynb$)/.exec(searchParams.get("path"));
    if (hash.startsWith("#panel=") && chapter) {
        location.replace(new URL(`../${chapter}.html${hash}`, ROOT));
        return;
    }

    if (!window.WebAssembly) {
        document.addEventListener("DOMContentLoaded", () => {
            document.body.innerHTML = `<p role="alert" style="margin: 3em; font: 1.2em sans-serif">This browser cannot run
                Python: it has no WebAssembly. Please use another browser, or a newer version of this one.</p>`;
        });
        return;
    }

    const done = (request) => new Promise((resolve, reject) => {
        Object.assign(request, { onsuccess: resolve, onerror: reject });
    });

    // The kernel uses the worker that has already started.  The service worker must control that
    // worker; otherwise the worker sees no files.
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
        localStorage.setItem(`${url}-version`, VERSION);  // otherwise JupyterLite takes it for an old service worker, and starts again
        workers?.addEventListener("controllerchange", resolve, { once: true });
        workers?.register(url).catch(() => {});
    }).catch(() => new Promise(() => {}));  // if nothing may be stored, JupyterLite starts the worker
    controlled.then(() => {
        early = new Plain(new URL("static/pyodide/kernel.mjs", ROOT), { type: "module" });
    });

    // If the browser stores nothing, JupyterLite keeps its data in memory while the page is open.
    const passing = () => {
        const kept = new Map();
        return {
            get length() { return kept.size; },
            key: (k) => [...kept.keys()][k] ?? null,
            getItem: (name) => kept.get(name) ?? null,
            setItem: (name, text) => { kept.set(name, String(text)); },
            removeItem: (name) => { kept.delete(name); },
            clear: () => { kept.clear(); },
        };
    };
    let refused = false;
    for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
        try {
            if (window[name]) continue;
        } catch { /* below */ }
        refused = true;
        Object.defineProperty(window, name, { value: name === "indexedDB" ? undefined : passing() });
    }

    const keeps = async () => {
        if (refused) return false;
        try {
            await done(indexedDB.open("mctslib"));
            return Boolean(localStorage && navigator.serviceWorker);
        } catch {
            return false;
        }
    };

    addEventListener("DOMContentLoaded", async () => {
        if (await keeps()) return;
        const line = document.body.appendChild(document.createElement("p"));
        line.setAttribute("role", "alert");
        line.style = "position: fixed; z-index: 10000; bottom: 0; width: 100%; margin: 0; padding: .6em; "
            + "font: 1em sans-serif; background: #fff3cd; color: #000; box-sizing: border-box";
        line.textContent = "This browser stores nothing for this page: you can play, but your work is lost. "
            + "Allow the browser to store data, or open the page in an ordinary window, not a private one.";
    });
})();
