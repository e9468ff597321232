// Pyodide as the kernel's worker loads it: in one piece with all that the kernel and the library need before numpy.
import { loadPyodide as load } from "./pyodide.mjs";

export async function loadPyodide({ packages, ...options }) {
    // `packages` lists what is in start.zip, so that the kernel does not look for it; Pyodide itself would.
    const rest = fetch(new URL("start.zip", import.meta.url)).then((answer) => answer.arrayBuffer());
    const pyodide = await load({ ...options, packages: ["sqlite3"] });
    pyodide.unpackArchive(await rest, "zip", { extractDir: pyodide.runPython("import site; site.getsitepackages()[0]") });
    pyodide.runPython("import in_page");
    return pyodide;
}
