"""Turn the handwritten sources in `notebooks/src/` into the notebooks for readers.

    python notebooks/build.py                   run every source and write notebooks/*.ipynb
    python notebooks/build.py --only 03         only the sources whose name contains 03
    python notebooks/build.py --check           run nothing; fail if a notebook is not up to date
    python notebooks/build.py --solutions DIR   run nothing; write the notebooks with solutions

A source is a Python file in jupytext's percent format.  A cell with the tag `exercise` contains the
full solution:

    # %% tags=["exercise"]
    # hint: The mean is W / N.
    def mean(node):
        # --- solution
        return node.value_sum / node.visits
        # --- end

The reader gets `raise NotImplementedError("your turn")` in place of the lines between the markers.
The hint and the solution are folded below the cell.  If a stub should not raise an error, write the
stub in comments:

    # --- solution
    answer = 4
    # --- stub
    # answer = None
    # --- end

If an exercise is graded as data (`mctslib/course/grading.py`), its reference is the solution.  Leave
out the lines between `# --- solution` and `# --- end`; the body of the reference takes their place.

The cells below the line `# %% [claims]` compare the numbers in the prose with the results of the
notebook (`claim` is in `tests/claims.py`).  These cells run after the reader's cells, in the same
kernel, and are then removed from the notebook.

A notebook is not written if a claim is false, if a cell ends in an error or writes to stderr, or if
a widget hides an error.  The notebook is also not written if it contains a widget without a static
picture, a picture without a text alternative, a path on this machine, or a word in bold that the
glossary does not explain.

A cell with the tag `outcome` shows its output only when the reader runs it.

Two builds produce the same bytes, except in cells with the tag `measured`, which print times.

A page of the book has no Python.  If the prose asks for something that only Python can do, such as
"Press **Race**", put the sentence between `<span class="with-python">` and `</span>`, within one
paragraph.  The book leaves the sentence out.  The edition without a server runs chapter 00 by
itself.  A sentence of this chapter that asks the reader to run a cell is therefore between `<span
class="with-python by-hand">` and `</span>`, and this edition leaves it out.  Below the picture, the
book has a link that opens the chapter with Python at the picture's cell.

Below the title of each notebook, a folded cell installs the library on Colab (`COLAB`).

Drawings are committed as `<img alt="..." src="data:...">`.  Until a cell has been run, JupyterLab
does not show an inline SVG, because it does not trust the notebook.  GitHub reportedly does not
show inline SVGs either.
"""

from __future__ import annotations

import argparse
import ast
import base64
import hashlib
import html
import inspect
import json
import os
import re
import sys
import tempfile
import textwrap
import time
import tomllib
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jupytext
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from mctslib.course.chapters import is_chapter
from mctslib.course.glossary import unexplained
from mctslib.course.grading import EXERCISES
from mctslib.files import write_safely

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent / "tests"
SRC = HERE / "src"
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
VIEW = "application/vnd.jupyter.widget-view+json"
SVG = "image/svg+xml"
PICTURES = (SVG, "text/html", "image/png")
MARKERS = re.compile(
    r"^(?P<indent>[ ]*)# --- solution\n(?P<solution>.*?)"
    r"(?:^[ ]*# --- stub\n(?P<stub>.*?))?^[ ]*# --- end[ ]*(?:\n|\Z)",
    re.M | re.S,
)
EMPTY = re.compile(  # an exercise whose solution is the reference of its checker
    r"^def (?P<name>\w+)\((?:(?!^def ).*\n)+?    # --- solution\n(?P<end>    # --- end)", re.M
)
CHECK = re.compile(r"\bcheck_\w+\(")
VERDICT = re.compile(r"\bscore_prediction\(")
HINT = re.compile(r"^# hint: ?(.*)\n", re.M)
TRIES = 3  # the largest number of attempts to start a kernel
ERROR = re.compile(r'Traceback \(most recent|"output_type": "error"|\b[A-Z]\w*(Error|Exception): ')
PROJECT = tomllib.loads((HERE.parent / "pyproject.toml").read_text("utf-8"))["project"]
REPOSITORY = PROJECT["urls"]["Repository"]
A_FEW = 8  # cells
COMPARED = "# Compare your prediction with the result:\n"  # the visible line of a folded verdict
BLANK = " \n"  # a first line without words; JupyterLab skips a line that is empty
# The metadata of a cell that is folded in JupyterLab and on Colab, and that the book leaves out.
FOLDED = {"cellView": "form", "jupyter": {"source_hidden": True}, "tags": ["remove-cell"]}
COLAB = f"""\
#@title Only on Colab: run this cell first, it installs the library
import sys
if "google.colab" in sys.modules:
    from google.colab import output
    get_ipython().run_line_magic("pip", "install -q git+{REPOSITORY}")
    output.enable_custom_widget_manager()"""
CLAIMS = "# %% [claims]\n"  # the line above a source's claims
FOLD = "<details><summary><b>{}</b></summary>\n\n{}\n\n</details>"


class BuildError(Exception):
    """Raised for a notebook that must not reach readers; the message gives the reason."""


# ---------------------------------------------------------------- from a source to a notebook


def sources(only: str = "") -> list[Path]:
    """Return the sources whose names contain `only`, in the order of the chapters."""
    return [source for source in sorted(SRC.glob("*.py")) if only in source.stem]


def target(source: Path) -> Path:
    """Return the path of the committed notebook of a source."""
    return HERE / f"{source.stem}.ipynb"


def cells_of(source: Path) -> list[Any]:
    """Return the reader's cells of a source, as copies that may be changed."""
    cells, _, _ = source.read_text("utf-8").partition(CLAIMS)
    return [_filled(cell, source) for cell in deepcopy(_read(cells))]


def _filled(cell: Any, source: Path) -> Any:
    """Return the cell of an exercise with the body of its reference as the solution."""
    empty = EMPTY.search(cell.source)
    if not empty:
        return cell
    chapter = source.stem.partition("_")[0]
    import_module(f"mctslib.course.ch{chapter}.checkers")
    exercise = EXERCISES[f"{chapter} {empty['name']}"]
    at = empty.start("end")
    return _with_source(cell, cell.source[:at] + body_of(exercise.right) + cell.source[at:])


def body_of(function: Callable[..., Any]) -> str:
    """Return the lines of a function's source below its docstring."""
    text = textwrap.dedent(inspect.getsource(function))
    docstring = ast.parse(text).body[0].body[0]
    return "".join(text.splitlines(keepends=True)[docstring.end_lineno :])


def claims_of(source: Path) -> list[Any]:
    """Return the cells that check the numbers of a source's prose.

    The cells may import the same modules as the tests.
    """
    _, _, claims = source.read_text("utf-8").partition(CLAIMS)
    if not claims.strip():
        return []
    cells = deepcopy(_read(f"# %%\n{claims}"))
    find_claims = new_code_cell(f"import sys\nsys.path[:0] = [{str(HERE)!r}, {str(TESTS)!r}]")
    cells = [find_claims, *cells]
    for number, cell in enumerate(cells):
        cell.id = f"claims-{number}"
    return cells


@cache
def _read(text: str) -> list[Any]:
    return jupytext.reads(text, "py").cells


def reader_notebook(source: Path) -> Any:
    """Return the notebook that readers get, with stubs, hints and folded solutions."""
    return _notebook(source, _reader_cells)


def checked_notebook(source: Path) -> Any:
    """Return the reader's notebook of `source`, followed by the claims."""
    nb = reader_notebook(source)
    nb.cells += claims_of(source)
    return nb


def solution_notebook(source: Path) -> Any:
    """Return the notebook of a source with every exercise solved."""
    return _notebook(source, _solved_cells)


def _notebook(source: Path, exercise_cells: Callable[[Any], list[Any]]) -> Any:
    """Return the notebook of a source.

    exercise_cells  a function that takes the cell of an exercise and returns the corresponding
                    cells of the notebook
    """
    cells = []
    for cell in cells_of(source):
        if "exercise" not in cell.metadata.get("tags", []):
            above = COMPARED if is_verdict(cell) else ""
            cells.append(_with_source(cell, above + cell.source))
            continue
        try:
            cells += exercise_cells(cell)
        except BuildError as error:
            text = textwrap.indent(cell.source, "    ")
            raise BuildError(f"{source.name}: {error}\n{text}") from None
    if cells[0].cell_type == "markdown" and cells[0].source.startswith("# "):
        cells.insert(1, new_code_cell(COLAB))
    made = nbformat.v4.new_notebook(cells=cells)
    made.nbformat_minor = 5
    made.metadata.kernelspec = KERNEL
    made.metadata.language_info = {"name": "python"}
    for cell, name in zip(cells, _ids(cells), strict=True):
        cell.id = name
        cell.metadata = nbformat.NotebookNode(_metadata(cell))
    _fold_answers(cells)
    nbformat.validate(made)
    return made


def is_verdict(cell: Any) -> bool:
    """Return whether a cell compares a prediction with the result."""
    return cell.cell_type == "code" and bool(VERDICT.search(cell.source))


def _ids(cells: list[Any]) -> list[str]:
    """Return an id for each cell; the ids depend only on the content, which keeps diffs small.

    If several cells have the same content, the id of the second cell ends in "-2", and so on.
    """
    ids = []
    seen: Counter[str] = Counter()
    for cell in cells:
        content = cell.cell_type + cell.source.replace(
            REPOSITORY, ""
        )  # ids do not depend on the owner
        digest = hashlib.sha1(content.encode()).hexdigest()[:8]
        seen[digest] += 1
        ids.append(digest if seen[digest] == 1 else f"{digest}-{seen[digest]}")
    return ids


def _metadata(cell: Any) -> dict[str, Any]:
    """Return the metadata that a cell keeps, which are its tags if it has any."""
    if cell.source == COLAB:
        return FOLDED
    tags = cell.metadata.get("tags")
    return {"tags": tags} if tags else {}


def _fold_answers(cells: list[Any]) -> None:
    """Fold what gives away the answer of a prediction.

    These are the stored outputs from the question to its verdict, or, if more than a few cells lie
    between, that of the verdict.  JupyterLab shows the output of a cell as soon as it has run.
    The code of a verdict is folded, too, because it often names the right answer.  The book and the
    edition without a server fold the same cells.
    An exercise, and what a checker says about it, stay open.  The stored output of a cell with the
    tag `outcome` is folded, too.
    """
    code = [cell for cell in cells if cell.cell_type == "code"]
    for cell in code:
        if "outcome" in cell.metadata.get("tags", []):
            cell.metadata["jupyter"] = {"outputs_hidden": True}
    asked: dict[str, int] = {}
    for number, cell in enumerate(code):
        for name in re.findall(r"score_prediction\(\s*(\w+)", cell.source):
            first = asked.get(name, number) + 1
            for answer in code[
                min(first, number) if number - first < A_FEW else number : number + 1
            ]:
                is_exercise = "exercise" in answer.metadata.get("tags", [])
                if not is_exercise and not CHECK.search(answer.source):
                    answer.metadata["jupyter"] = {"outputs_hidden": True}
                    if is_verdict(answer):
                        answer.metadata["jupyter"]["source_hidden"] = True
        asked.update(dict.fromkeys(re.findall(r"^(\w+) = predict\(", cell.source, re.M), number))


def _with_source(cell: Any, text: str) -> Any:
    """Return a copy of a cell with a different text."""
    return nbformat.NotebookNode(cell, source=text.strip("\n"))


def _solved_cells(cell: Any) -> list[Any]:
    """Return the cells of an exercise with its solution."""
    return [_with_source(cell, solution(cell.source))]


def _reader_cells(cell: Any) -> list[Any]:
    """Return the stub of an exercise, followed by the folded hint and solution."""
    hint = " ".join(HINT.findall(cell.source)).strip()
    if not hint:
        raise BuildError('an exercise needs a hint: begin its cell with "# hint: ..."')
    code = f"```python\n{solution(cell.source)}\n```"
    folds = [FOLD.format("Hint", hint), FOLD.format("Solution", code)]
    return [_with_source(cell, stub(cell.source)), new_markdown_cell("\n".join(folds))]


def stub(text: str) -> str:
    """Return the text of an exercise for readers, with a stub in place of each solution."""

    def blank(found: re.Match) -> str:
        if found["stub"] is not None:
            return re.sub(r"^( *)# ?", r"\1", found["stub"], flags=re.M)
        if not found["indent"]:
            raise BuildError("an exercise outside a function needs a stub of its own (# --- stub)")
        return f'{found["indent"]}raise NotImplementedError("your turn")\n'

    return _replace_marked(text, blank)


def solution(text: str) -> str:
    """Return the text of the solved exercise, without hints, markers and stubs."""
    return _replace_marked(text, lambda found: found["solution"])


def _replace_marked(text: str, replacement: Callable[[re.Match], str]) -> str:
    """Return an exercise without its hints, with `replacement` in place of each marked part."""
    made, count = MARKERS.subn(replacement, HINT.sub("", text) + "\n")
    if not count or re.search(r"^ *# --- ", made, re.M):
        raise BuildError('an exercise marks its solution with "# --- solution" and "# --- end"')
    return made.strip("\n")


# ---------------------------------------------------------------- running a notebook


def execute(nb: Any, timeout: int = 120, folder: Path = HERE) -> Any:
    """Run a notebook in place in a fresh kernel, and return the notebook.

    timeout  the time limit for one cell, in seconds
    folder   the working folder of the kernel

    Raises `BuildError` if a cell fails or takes too long.
    """
    for attempt in range(1, TRIES + 1):
        try:
            _execute(nb, timeout, folder)
            break
        except (CellExecutionError, CellTimeoutError) as error:
            without_colours = re.sub(r"\x1b\[[\d;]*m", "", str(error))
            raise BuildError(without_colours) from None
        except RuntimeError as error:
            # If two kernels start at the same time, both may pick the same port, and one of them
            # dies.
            if "Kernel died before replying" not in str(error) or attempt == TRIES:
                raise
    return nb


def _execute(nb: Any, timeout: int, folder: Path) -> None:
    client = NotebookClient(
        nb,
        timeout=timeout,
        kernel_name="python3",
        record_timing=False,
        coalesce_streams=True,
        store_widget_state=True,
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str(folder)}},
    )
    # Text printed into an Output widget goes to the output of the cell instead.  If the client sent
    # the text to the widget, the client would sometimes receive nothing more until the time-out,
    # and an error inside the widget would be hidden.
    client.widget_registry = {}
    with tempfile.TemporaryDirectory() as empty:
        settings = {
            "IPYTHONDIR": empty,  # an empty folder, without start-up files
            "MCTSLIB_PROGRESS": "off",  # because no reader is watching
            # With the next setting, a picture shows the complete search even on a slow machine.
            "MCTSLIB_PATIENCE": str(timeout),
            "PYTHONHASHSEED": "0",
            "SOURCE_DATE_EPOCH": "0",  # because matplotlib writes a date into its SVG files
        }
        client.execute(env={**os.environ, **settings})


def problems(nb: Any) -> list[str]:
    """Return a sentence for each problem in an executed notebook, or [] without problems."""
    found = []
    code_cells = [cell for cell in nb.cells if cell.cell_type == "code"]
    for number, cell in enumerate(code_cells, start=1):
        first_line = cell.source.strip().partition("\n")[0]
        for out in cell.outputs:
            for trouble in _output_problems(out):
                found.append(f"code cell {number} ({first_line}) {trouble}")
    return found + hidden_errors(nb)


def _output_problems(out: Any) -> list[str]:
    """Return the problems of one output, as clauses without a subject."""
    found = []
    if out.output_type == "error":
        found.append(f"ends in {out.ename}: {out.evalue}")
    if out.get("name") == "stderr":
        found.append(f"writes to stderr: {out.text.strip()}")
    if VIEW in out.get("data", {}) and not (_picture(out) or _is_progress(out)):
        found.append("leaves a widget without a static picture")
    found += _picture_problems(out.get("data", {}))
    text = json.dumps(out)
    if any(str(folder) + os.sep in text for folder in (HERE.parent, Path.home())):
        found.append("shows a path on this machine")
    return found


def hidden_errors(nb: Any) -> list[str]:
    """Return a sentence for each error that is hidden in the state of a widget."""
    store = nb.metadata.get("widgets", {}).get("application/vnd.jupyter.widget-state+json", {})
    found = []
    for model in store.get("state", {}).values():
        for name, value in model.get("state", {}).items():
            if name.startswith("_"):  # because an anywidget's JavaScript may match
                continue
            text = value if isinstance(value, str) else json.dumps(value)
            if ERROR.search(text):
                found.append(f"a widget hides an error in its {name}: {text[-400:]}")
    return found


def _picture(out: Any) -> str | None:
    return next((kind for kind in PICTURES if kind in out.data), None)


def _picture_problems(data: dict[str, Any]) -> list[str]:
    """Return the problems of pictures that would be invisible or would not be read aloud."""
    page = data.get("text/html", "")
    whole = page + data.get(SVG, "")
    found = []
    if "image/png" in data and "text/html" not in data:
        found.append("leaves a bitmap without a text alternative")
    for tag in re.findall(r"<img\b[^>]*>", page):
        if not re.search(r'\balt="[^"]+"', tag):
            found.append(f"leaves an <img> without a text alternative: {tag[:80]}")
    for start, end in _svg_spans(whole):
        try:
            if not _words(whole[start:end]):
                found.append("leaves a drawing without a text alternative (aria-label)")
        except ElementTree.ParseError as error:
            found.append(f"leaves a drawing that is not well-formed XML: {error}")
    return found


def _svg_spans(page: str) -> list[tuple[int, int]]:
    """Return the start and the end of each outermost <svg> element of a page."""
    spans = []
    depth = 0
    start = 0
    for tag in re.finditer(r"<svg\b[^>]*?(?P<empty>/?)>|</svg>", page):
        if depth == 0:
            start = tag.start()
        if tag[0] == "</svg>":
            depth -= 1
        elif not tag["empty"]:
            depth += 1
        if depth == 0:
            spans.append((start, tag.end()))
    return spans


def _words(drawing: str) -> str:
    """Return the text alternative of an SVG: its aria-label, or else its title."""
    root = ElementTree.fromstring(_with_namespace(drawing))
    return root.get("aria-label") or root.findtext("{http://www.w3.org/2000/svg}title") or ""


def _with_namespace(drawing: str) -> str:
    """Return a drawing with its XML namespaces, which a file needs but HTML does not."""
    head = drawing[: drawing.index(">")]
    for name, url in (("xmlns", "2000/svg"), ("xmlns:xlink", "1999/xlink")):
        if f"{name}=" not in head and (name == "xmlns" or "xlink:" in drawing):
            drawing = drawing.replace("<svg", f'<svg {name}="http://www.w3.org/{url}"', 1)
    return drawing


def _as_img(drawing: str) -> str:
    """Return an SVG as an <img>, which all viewers show and sanitizers leave unchanged."""
    data = base64.b64encode(_with_namespace(drawing).encode()).decode()
    return f'<img alt="{html.escape(_words(drawing))}" src="data:image/svg+xml;base64,{data}">'


def _is_progress(out: Any) -> bool:
    """Return whether an output is a progress bar of tqdm, which has no static picture."""
    return bool(re.match(r"[^\n]*\d+%\||[^\n]*\d+it \[", out.data.get("text/plain", "")))


def clean(nb: Any) -> Any:
    """Remove in place the data that differ between runs, and the widgets with a static picture."""
    nb.metadata.pop("widgets", None)
    nb.metadata.language_info = nbformat.NotebookNode(name="python")
    for cell in nb.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = [_clean_output(out) for out in cell.outputs if not _only_progress(out)]
            if cell.metadata.get("jupyter", {}).get("outputs_hidden"):
                _hide_first_line(cell.outputs)
    return nb


def _hide_first_line(outputs: list[Any]) -> None:
    """Let outputs begin with a blank line, because JupyterLab shows the first line even if folded.

    Otherwise the answer of a prediction, or the source of a picture, stands below the question.
    """
    if not outputs:
        return
    first = outputs[0].get("data", {}).get("text/html")
    if first is None:
        outputs.insert(0, new_output("display_data", {"text/html": BLANK, "text/plain": ""}))
    elif not first.startswith(BLANK):
        outputs[0].data["text/html"] = BLANK + first


def _only_progress(out: Any) -> bool:
    """Return whether an output is just a progress bar or the message about compiling the engine.

    The message appears only once on each machine.
    """
    if out.output_type == "stream":
        out.text = re.sub(r"^(Compiling the fast engine.*|… done\.)\n", "", out.text, flags=re.M)
        return not out.text
    return VIEW in out.get("data", {}) and not _picture(out)


def _clean_output(out: Any) -> Any:
    """Return an output in the form in which it is committed."""
    if out.output_type == "stream":
        out.text = _without_addresses(out.text)
    if "data" in out:
        live = out.data.pop(VIEW, None)
        if SVG in out.data:
            out.data.setdefault("text/html", out.data[SVG])
            del out.data[SVG]
        if "text/html" in out.data:
            page = out.data["text/html"]
            for start, end in reversed(_svg_spans(page)):
                page = page[:start] + _as_img(page[start:end]) + page[end:]
            out.data["text/html"] = _without_addresses(page)
            words = re.findall(r'<img\b[^>]*?\balt="([^"]+)"', page)
            only_a_name = re.fullmatch(r"\w*", out.data.get("text/plain", ""))
            if words or (live and only_a_name):
                # A picture's text alternative is more informative than the name of its class.
                in_words = html.unescape("\n".join(words))
                out.data["text/plain"] = in_words or "(run this cell to use it)"
        out.data["text/plain"] = _without_addresses(out.data.get("text/plain", ""))
        about_images = {}
        for kind, value in out.metadata.items():
            if kind.startswith("image/"):
                about_images[kind] = value
        out.metadata = nbformat.NotebookNode(about_images)
    return out


def _without_addresses(text: str) -> str:
    return re.sub(r" at 0x[0-9A-Fa-f]{6,}", "", text)


# ---------------------------------------------------------------- the committed notebooks


def build(source: Path) -> Any:
    """Run and clean the reader's notebook of a source, and return the notebook.

    Raises `BuildError` if a reader must not see the notebook.
    """
    nb = execute(checked_notebook(source))
    found = problems(nb)
    if found:
        raise BuildError("\n".join(found))
    nb.cells = [cell for cell in nb.cells if not is_claim(cell)]
    return clean(nb)


def is_claim(cell: Any) -> bool:
    """Return whether a cell was made by `claims_of`."""
    return cell.id.startswith("claims-")


def words_without_entry(source: Path) -> list[str]:
    """Return a sentence for each bold word of a chapter that the glossary does not explain.

    Appendices may set anything in bold.
    """
    cells = cells_of(source) if is_chapter(source) else []
    prose = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    return [
        f"**{word}** has no entry in mctslib/course/glossary.toml"
        for word in sorted(unexplained(prose))
    ]


def stale(source: Path) -> bool:
    """Return whether the committed notebook, apart from its outputs, is out of date."""
    if not target(source).exists():
        return True
    committed = nbformat.read(target(source), 4)
    return _without_outputs(committed) != _without_outputs(reader_notebook(source))


def _without_outputs(nb: Any) -> list[tuple]:
    return [(cell.cell_type, cell.id, cell.source, cell.metadata) for cell in nb.cells]


def orphans() -> list[Path]:
    """Return the committed notebooks that have no source."""
    return [n for n in sorted(HERE.glob("*.ipynb")) if not (SRC / f"{n.stem}.py").exists()]


def write_notebook(nb: Any, file: Path) -> None:
    """Write a notebook to a file, replacing an existing file."""
    write_safely(file, nbformat.writes(nb) + "\n")


def main(argv: list[str] | None = None) -> int:
    """Run the command.  Return 0, or 1 if there were problems, each of which is printed."""
    args = arguments(argv)
    failed = 0
    if args.only and not sources(args.only):
        print(f"No source in {SRC} has {args.only!r} in its name.", file=sys.stderr)
        return 1
    for source in sources(args.only):
        try:
            make(source, args)
        except BuildError as error:
            failed += 1
            print(f"{source.name}: {error}", file=sys.stderr, flush=True)
    for notebook in [] if args.only else orphans():
        failed += 1
        print(f"{notebook.name}: no source in notebooks/src/ makes it", file=sys.stderr)
    return int(bool(failed))


def make(source: Path, args: argparse.Namespace) -> None:
    """Build or check one source, or write its solutions, as the options in `args` require.

    Raises `BuildError` if this fails, for example if `--check` finds a stale notebook.
    """
    found = words_without_entry(source)
    if found:
        raise BuildError("\n".join(found))
    if args.check:
        if stale(source):
            raise BuildError(f"stale: run python notebooks/build.py --only {source.stem}")
    elif args.solutions:
        args.solutions.mkdir(parents=True, exist_ok=True)
        write_notebook(solution_notebook(source), args.solutions / target(source).name)
    else:
        start = time.monotonic()
        write_notebook(build(source), target(source))
        seconds = time.monotonic() - start
        size = target(source).stat().st_size // 1024
        print(f"{target(source).name}: {seconds:.1f} s, {size} KiB", flush=True)


def arguments(argv: list[str] | None) -> argparse.Namespace:
    """Parse the command line and return its options."""
    parser = argparse.ArgumentParser(description="Build the notebooks from notebooks/src/.")
    parser.add_argument(
        "--only", default="", metavar="NAME", help="only the sources with NAME in their name"
    )
    parser.add_argument(
        "--check", action="store_true", help="run nothing; fail if a notebook is stale"
    )
    parser.add_argument(
        "--solutions", type=Path, metavar="DIR", help="write solved notebooks; run nothing"
    )
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
