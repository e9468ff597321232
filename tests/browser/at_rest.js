// Return a promise that resolves when no widget is working and the visible notebook has been at rest for a third of a
// second and three frames.  At rest means: its content has not changed, and each part has kept its place and size.
() => new Promise(resolve => {
    const panel = window.jupyterapp.shell.currentWidget.node;
    const sizes = () => [...panel.querySelectorAll('.mcts-panel, .mcts-panel *, .jp-Cell')].map(e => {
        const {x, y, width, height} = e.getBoundingClientRect(); return [x, y, width, height].join(); }).join(';');
    const works = () => [...panel.querySelectorAll('.mcts-panel button')].some(
        b => b.textContent.trim() === 'Stop' && !b.disabled);
    let since = performance.now(), frames = 0, before = sizes();
    const moved = () => { since = performance.now(); frames = 0; };
    const watch = new MutationObserver(moved);
    watch.observe(panel, {subtree: true, childList: true, attributes: true, characterData: true});
    const look = () => {
        const now = sizes();
        if (now !== before || works()) moved();
        before = now;
        if (++frames > 3 && performance.now() - since > 333) { watch.disconnect(); resolve(true); }
        else setTimeout(() => requestAnimationFrame(look), 60); // measuring all parts costs more than a frame
    };
    look();
})
