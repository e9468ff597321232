// Start Pyodide when the page opens, while JupyterLab is still loading, with everything that the kernel and the library
// need before numpy.  The kernel's worker calls `loadPyodide`, and gets this Pyodide with the packages that the worker would import.
import { loadPyodide as load } from "./pyodide.mjs";

const WANTED = "pyodide_kernel, mctslib.course, mctslib.widgets.play.play, mctslib.draw.show";
let begun;

async function unpacked(name) {
    const packed = await fetch(new URL(name, import.meta.url));
    return new Response(packed.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function begin() {
    const rest = unpacked("start.packed");
    const library = new Blob([await unpacked("library.packed")]);
    const pyodide = await load({ indexURL: new URL(".", import.meta.url).href, stdLibURL: URL.createObjectURL(library) });
    pyodide.unpackArchive(await rest, "zip", { extractDir: pyodide.runPython("import site; site.getsitepackages()[0]") });
    pyodide.runPython(`import in_page, ${WANTED}`);
    return pyodide;
}

// The packages named in the options are in start.packed, so neither the kernel nor Pyodide has to
// look for them.
export const loadPyodide = () => (begun ??= begin());
