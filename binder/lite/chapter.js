// Add to an open chapter: a bar that runs the chapter; a jump to the cell that a link names; a
// message if the reader's saved copy is older than the site; and, on a phone, a layout in which the
// chapter fills the window.  Chapter 00 runs automatically.
(() => {
    const FIRST = "00_play_before_you_know.ipynb";
    const AGAIN = "↻ Run it again"; // the only first button that is not filled
    const NARROW = matchMedia("(max-width: 700px)");
    const ROOT = new URL("../", document.currentScript.src);
    const address = new URL(location.href); // read before JupyterLite removes the name and the cell
    const wanted = address.searchParams.get("path");
    const door = new URLSearchParams(address.hash.slice(1)).get("cell-id");

    // JupyterLab adds the address without the name to the history, so Back would need two presses.
    history.pushState = history.replaceState.bind(history);

    const until = async (found) => {
        for (;;) {
            const it = found();
            if (it) return it;
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
    };

    // ---------------------------------------------------------------- running cells

    // JupyterLab requests the list of widgets from a new kernel.  A widget that is made meanwhile
    // appears twice, and one of the two views does not react.  Therefore no cell is run before the
    // kernel has been idle once.
    const asked = new WeakMap();
    const quiet = (kernel) => {
        if (!asked.has(kernel)) {
            let still = 0;
            kernel.anyMessage.connect(() => { still = 0; });
            asked.set(kernel, until(() => ++still > 20));
        }
        return asked.get(kernel);
    };
    const hasRun = new WeakSet();
    const patient = (cells) => {
        const execute = cells.execute;
        cells.execute = async (cell, session, ...more) => {
            await session.ready;
            await quiet(session.session.kernel);
            hasRun.add(cell);
            return execute.call(cells, cell, session, ...more);
        };
    };

    const isCode = (cell) => cell.model?.type === "code";
    const codeCells = (panel) => panel.content.widgets.filter(isCode);
    const cellOf = (panel, id) => panel.content.widgets.find((cell) => cell.model.id === id);

    // ---------------------------------------------------------------- the answers of predictions

    // The notebook folds the outputs that give away the answer of a prediction, and the builder folds
    // the code of the verdict.  JupyterLab opens an output when its cell runs.  When the bar runs the
    // cells, the answers are folded again, because the reader has not seen the question yet.
    const WIDGET = "application/vnd.jupyter.widget-view+json";
    const isVerdict = (cell) => isCode(cell) && /\bscore_prediction\(/.test(cell.model.sharedModel.source);

    function showsWidget(cell) {
        const { outputs } = cell.model;
        return Array.from({ length: outputs.length }, (_, k) => outputs.get(k)).some((out) => WIDGET in out.data);
    }

    function foldAgain(cell) {
        if (cell.model.outputs.length && !showsWidget(cell)) cell.outputHidden = true;
    }

    // Say in place of a folded answer what is folded, and compare the prediction again when the
    // reader opens the verdict: the verdict has run before the reader predicted.
    function tendAnswers(panel) {
        for (const cell of codeCells(panel)) {
            const { outputs_hidden: folded } = cell.model.getMetadata("jupyter") ?? {};
            cell.node.classList.toggle("mcts-answer", Boolean(folded));
            cell.node.classList.toggle("mcts-verdict", Boolean(folded) && isVerdict(cell));
        }
        panel.content.node.addEventListener("click", (event) => {
            const folded = event.target.closest(".mcts-answer .jp-Placeholder-content");
            const cell = folded && codeCells(panel).find((one) => one.node.contains(folded));
            if (!cell || !isVerdict(cell)) return;
            event.stopPropagation();
            cell.outputHidden = false;
            if (hasRun.has(cell)) cell.constructor.execute(cell, panel.sessionContext);
        }, { capture: true });
    }

    // ---------------------------------------------------------------- the bar

    class Bar {
        // A bar above the first cell, with the next button to press and a sentence about the progress.
        constructor(panel) {
            this.panel = panel;
            this.running = false;
            this.stopped = false;
            this.node = document.createElement("div");
            this.node.className = "mcts-chapter-bar";
            this.node.setAttribute("role", "group");
            this.node.setAttribute("aria-label", "This chapter");
            this.said = document.createElement("span");
            this.said.setAttribute("role", "status");
            this.pages = []; // the link to the book's page, whose panels have a button Copy link
            this.ready();
            this.findPage();
            const scroller = panel.content.node.querySelector(".jp-WindowedPanel-outer");
            (scroller ?? panel.content.node).prepend(this.node);
        }

        show(words, ...buttons) {
            this.said.textContent = words;
            this.node.classList.toggle("mcts-running", this.running);
            const chapters = this.button("☰ Chapters", toggleFiles);
            chapters.className = "mcts-chapters";
            this.node.replaceChildren(
                ...buttons.map(([name, press], k) => this.button(name, press, k)), chapters, ...this.pages, this.said,
            );
        }

        async findPage() {
            const page = new URL(`../${this.panel.context.path.replace(/\.ipynb$/, ".html")}`, ROOT);
            const answer = await fetch(page, { method: "HEAD" }).catch(() => null);
            if (!answer?.ok) return; // this edition is served without the book, or there is no connection
            const link = document.createElement("a");
            link.href = page;
            link.target = "_blank";
            link.textContent = "Page without Python ↗";
            this.pages.push(link);
            this.node.insertBefore(link, this.said);
        }

        button(name, press, place) {
            const button = document.createElement("button");
            button.type = "button";
            button.textContent = name;
            if (place === 0 && name !== AGAIN) button.className = "mcts-first";
            // Ignore the second click of a double click, because it would press the button that has
            // just replaced the first button.
            button.addEventListener("click", (event) => { if (event.detail < 2) press(); });
            return button;
        }

        ready(words = `Python runs in this page. To run a single cell, press ${NARROW.matches ? "" : "Shift+Enter, or "}▶ in the row above.`, name = "▶ Run this chapter") {
            this.show(words, [name, () => this.run()]);
        }

        // Run the code cells one after another, up to the cell with the id `last`, if there is one.
        // The page does not scroll.
        async run(last = null) {
            if (this.running) return;
            this.running = true;
            this.stopped = false;
            const all = codeCells(this.panel);
            const end = all.findIndex((cell) => cell.model.id === last);
            const chosen = end < 0 ? all : all.slice(0, end + 1);
            const session = this.panel.sessionContext;
            // A cell that begins to run loses its picture, so no cell begins before Python is there.
            this.show("Python is starting …", ["■ Stop", () => { this.stopped = true; }]);
            await session.ready;
            await quiet(session.session.kernel);
            await session.session.kernel.requestIsComplete({ code: "None" }); // answered by Python
            if (this.stopped) {
                this.running = false;
                this.ready("Stopped before the first cell.");
                return;
            }
            let done = 0;
            let failed = false;
            for (const cell of chosen) {
                this.show(`Cell ${done + 1} of ${chosen.length} …`, ["■ Stop", () => { this.stopped = true; }]);
                const wasFolded = cell.outputHidden;
                const reply = await cell.constructor.execute(cell, session);
                failed = reply?.content?.status === "error";
                if (wasFolded && !failed) foldAgain(cell);
                if (this.stopped || failed) break;
                done += 1;
            }
            this.running = false;
            if (failed) this.ready(`Cell ${done + 1} of ${chosen.length} failed. The error message is below the cell.`);
            else if (done < chosen.length) this.ready(`Stopped after ${done + 1} of ${chosen.length} cells.`);
            else if (end < 0) this.ready("Every cell has run.", AGAIN);
            else this.ready("The cells above have run. This is your cell.");
        }
    }

    // ---------------------------------------------------------------- a link to a cell

    // Run all cells down to the linked cell, and show this cell unless the reader has gone
    // elsewhere meanwhile.
    async function goTo(panel, bar, id) {
        const cell = cellOf(panel, id);
        if (!cell) {
            bar.ready("This link names a cell that this copy of the chapter does not have. Run the chapter from its top.");
            return;
        }
        let moved = false;
        const note = () => { moved = true; };
        for (const kind of ["wheel", "touchmove", "keydown", "mousedown"]) {
            panel.node.addEventListener(kind, note, { once: true });
        }
        const look = () => { if (!moved) cell.node.scrollIntoView({ block: "start" }); };
        panel.content.activeCellIndex = panel.content.widgets.indexOf(cell);
        look();
        const follow = setInterval(look, 300); // the cells that run above change their heights
        await bar.run(id).finally(() => clearInterval(follow));
        look();
        document.body.dataset.at = id;
    }

    // ---------------------------------------------------------------- saving

    // A saved widget would be an error message at the next visit, because its Python has ended.  What
    // is saved is the still picture that each panel has beside it.
    function withoutWidgets(cell) {
        const outputs = cell.outputs?.map((out) => {
            const { [WIDGET]: widget, ...data } = out.data ?? {};
            return widget ? { ...out, data } : out;
        });
        return outputs ? { ...cell, outputs } : cell;
    }

    function saveStills({ contents }) {
        const { save } = contents;
        contents.save = (path, options = {}) => {
            const { content } = options;
            const cells = options.type === "notebook" && content?.cells?.map(withoutWidgets);
            return save.call(contents, path, cells ? { ...options, content: { ...content, cells } } : options);
        };
    }

    // ---------------------------------------------------------------- a newer edition

    const plain = (cell) => (Array.isArray(cell.source) ? cell.source.join("") : cell.source);
    const isExercise = (cell) => cell.cell_type === "code" && (cell.metadata?.tags ?? []).includes("exercise");

    // Return the site's own copy of a chapter, or null if there is no copy or no connection.
    async function published(name) {
        try {
            const answer = await fetch(new URL(`files/${encodeURIComponent(name)}`, ROOT), { cache: "no-cache" });
            return answer.ok ? await answer.json() : null;
        } catch {
            return null;
        }
    }

    async function publishedEdition(name) {
        try {
            const answer = await fetch(new URL("lab/editions.json", ROOT), { cache: "no-cache" });
            return (await answer.json())[name] ?? "";
        } catch {
            return "";
        }
    }

    // Copy the reader's answers to exercises into a newer copy.  An exercise is found by its id,
    // which depends on the exercise's text.  Return the number of answers that were copied, and the
    // number of exercises that the newer copy does not have.
    function carryAnswers(from, to) {
        const written = new Map(from.cells.filter(isExercise).map((cell) => [cell.id, plain(cell)]));
        let carried = 0;
        for (const cell of to.cells.filter(isExercise)) {
            const answer = written.get(cell.id);
            if (answer === undefined || answer === plain(cell)) continue;
            cell.source = answer;
            cell.outputs = [];
            carried += 1;
        }
        const ids = new Set(to.cells.map((cell) => cell.id));
        const left = [...written.keys()].filter((id) => !ids.has(id)).length;
        return { carried, left };
    }

    // Return an unused file name for the older copy.
    async function freeName(contents, name) {
        const taken = new Set((await contents.get("", { content: true })).content.map((file) => file.name));
        const stem = name.replace(/\.ipynb$/, "");
        for (let k = 1; ; k += 1) {
            const free = `${stem} (older copy${k > 1 ? ` ${k}` : ""}).ipynb`;
            if (!taken.has(free)) return free;
        }
    }

    const asFile = (content) => ({ type: "notebook", format: "json", content });

    async function takeNew(panel, name) {
        const { contents } = window.jupyterapp.serviceManager;
        const newer = await published(name);
        if (!newer) return "The newer edition cannot be fetched now. Your copy stays as it is.";
        const mine = panel.content.model.toJSON();
        const older = await freeName(contents, name);
        await contents.save(older, asFile(mine));
        const { carried, left } = carryAnswers(mine, newer);
        await contents.save(name, asFile(newer));
        await panel.context.revert();
        const answers = ["", ", with 1 answer that you gave"][carried] ?? `, with ${carried} answers that you gave`;
        const changed = left === 1
            ? " 1 exercise has changed: what you wrote there is only in the older copy."
            : ` ${left} exercises have changed: what you wrote there is only in the older copy.`;
        return `This is the new edition${answers}. Your older copy is the file “${older}”.${left ? changed : ""}`;
    }

    async function keep(panel, edition) {
        const noted = panel.content.model.getMetadata("mctslib") ?? {};
        panel.content.model.setMetadata("mctslib", { ...noted, kept: edition });
        await panel.context.save();
    }

    // If the reader's saved copy is older than the site, ask which of the two editions to use, and
    // return after the choice.
    async function settleEdition(panel, bar) {
        const name = panel.context.path;
        const newest = await publishedEdition(name);
        if (panel.isDisposed) return;
        const noted = panel.content.model.getMetadata("mctslib") ?? {};
        if (!newest || noted.edition === newest || noted.kept === newest) return;
        await new Promise((settled) => {
            const choose = (work) => async () => {
                bar.show("One moment …");
                try {
                    bar.ready(await work());
                } catch (error) {
                    bar.ready(`The browser could not save this (${error.message}). You can still run your copy.`);
                }
                settled();
            };
            bar.show(
                "This chapter has a newer edition than the copy that you saved here. Both editions keep your answers.",
                ["Take the new edition", choose(() => takeNew(panel, name))],
                ["Keep my copy", choose(() => keep(panel, newest))],
            );
        });
    }

    // ---------------------------------------------------------------- a narrow window

    // On a phone, open the list of chapters on request, and close it when a chapter is chosen.
    let wantsFiles = false;
    function toggleFiles() {
        wantsFiles = true;
        const { shell, commands } = window.jupyterapp;
        if (shell.leftCollapsed) commands.execute("filebrowser:activate");
        else shell.collapseLeft();
    }

    // Give the chapter the whole window: no side bars, no status line, one document at a time.
    async function makeRoom(app) {
        const narrow = NARROW.matches;
        const run = (command, options) => app.commands.execute(command, options).catch(() => {});
        await app.restored;
        // On a phone a panel needs the height of the row with the name of the file.
        const HEADER = "application:toggle-header"; // works only with one document at a time
        if (!narrow && !app.commands.isToggled(HEADER)) await run(HEADER);
        await run("application:set-mode", { mode: narrow ? "single-document" : "multiple-document" });
        if (narrow && app.commands.isToggled(HEADER)) await run(HEADER);
        for (const side of ["left", "right"]) {
            const isShown = app.shell.isSideTabBarVisible(side);
            if (isShown === narrow) await run("application:toggle-side-tabbar", { side });
        }
        if (app.commands.isToggled("statusbar:toggle") === narrow) await run("statusbar:toggle");
        // On the first visit JupyterLab opens its list of files some time after the page has
        // loaded.
        for (let look = 0; narrow && !wantsFiles && look < 20; look += 1) {
            app.shell.collapseLeft();
            app.shell.collapseRight();
            await new Promise((resolve) => setTimeout(resolve, 100));
        }
    }

    // JupyterLab measures the row of buttons at a wrong moment, and then hides ▶ although there is room
    // for it.  Let it measure again whenever ▶ has gone.
    function keepRunButton({ toolbar }) {
        if (!toolbar?.onResize) return;
        let waiting;
        const measure = () => {
            if (toolbar.node.querySelector("[data-jp-item-name=run]")) return;
            const { width, height } = toolbar.node.getBoundingClientRect();
            toolbar.onResize({ width, height });
        };
        const soon = () => { clearTimeout(waiting); waiting = setTimeout(measure, 300); };
        new MutationObserver(soon).observe(toolbar.node, { childList: true });
        soon();
    }

    // ---------------------------------------------------------------- every open notebook

    const tended = new WeakSet();

    async function tend(panel) {
        if (!panel?.content?.widgets || !panel.sessionContext || tended.has(panel)) return;
        tended.add(panel);
        await panel.context.ready;
        const bar = new Bar(panel);
        tendAnswers(panel);
        keepRunButton(panel);
        const first = panel.context.path === wanted;
        await settleEdition(panel, bar);
        if (first && door) {
            await panel.sessionContext.ready;
            await goTo(panel, bar, door);
        } else if (first && wanted === FIRST) {
            await panel.sessionContext.ready;
            await bar.run();
            document.body.dataset.ran = FIRST;
        }
    }

    addEventListener("load", async () => {
        const app = await until(() => window.jupyterapp);
        const code = (panel) => panel?.content?.widgets?.find(isCode);
        // In a tab that was opened in the background, JupyterLab has no current widget before a
        // click.
        const open = () => app.shell?.currentWidget ?? [...app.shell?.widgets("main") ?? []].find(code);
        const panel = await until(() => code(open()) && open());
        patient(code(panel).constructor);
        saveStills(app.serviceManager);
        makeRoom(app);
        NARROW.addEventListener("change", () => makeRoom(app));
        const changed = () => {
            const path = open()?.context?.path;
            history.replaceState(null, "", path ? `?path=${encodeURIComponent(path)}` : location.pathname);
            if (NARROW.matches) app.shell.collapseLeft();
            tend(open());
        };
        app.shell.currentChanged.connect(changed);
        changed();
        document.addEventListener("visibilitychange", () => {
            const { context } = open() ?? {};
            if (document.hidden && context?.model.dirty) context.save();
        });
    });
})();
