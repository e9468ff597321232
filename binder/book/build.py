"""Build the book, in which each chapter is a page and the interactives work without a kernel.

    .venv/bin/pip install -r binder/book/requirements.txt && .venv/bin/python binder/book/build.py

writes build/book, a folder of files for any web server.  No page fetches anything from another
server.

    --only 03 06        run only these chapters; the others have still pictures
    --single 03 FILE    build no book, but write this chapter as one HTML file that needs no network

The pages are made from the committed notebooks.  For a question, the text alone is enough.  For the
other interactives that work on a page (`widgets/living`), the builder has to run the chapter.  The
outputs of this run are kept in build/book-live until the notebook or the library changes.  In place
of a part that needs Python, the page has a sentence and a link, which opens the chapter with Python
at the part's cell (`doors.py`).
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import html
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
import yaml

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OUT = ROOT / "build" / "book"
WORK = ROOT / "build" / "book-source"
KEPT = ROOT / "build" / "book-live"
NOTEBOOKS = ROOT / "notebooks"
sys.path[:0] = [str(NOTEBOOKS), str(HERE)]

import doors  # noqa: E402

from build import BLANK, COLAB, VIEW, BuildError, execute  # noqa: E402  (notebooks/build.py)
from mctslib import TicTacToe  # noqa: E402
from mctslib.course import checkpoint, predict  # noqa: E402
from mctslib.course.chapters import chapter_of  # noqa: E402
from mctslib.draw import board_svg, look  # noqa: E402
from mctslib.draw.layout import find_dot  # noqa: E402
from mctslib.draw.svg import dimensions  # noqa: E402
from mctslib.files import write_safely  # noqa: E402
from mctslib.widgets import living  # noqa: E402

PART = re.compile(r"^\| \*\*(.+?)\*\* \| (.+?) \|", re.MULTILINE)
CHAPTER = re.compile(r"\[(\w+) ([^]]+)\]\(notebooks/([^)]+)\.ipynb\)")
MOVING = re.compile(rf"\b({'|'.join(living.moving())})\(")
QUESTION = re.compile(r"\b(checkpoint|predict)\(\"([\w-]+)\"\)")
ASK = {"checkpoint": checkpoint, "predict": predict}
PICTURE = re.compile(r'<img\b[^>]*src="data:image/svg\+xml;base64,([^"]+)"[^>]*>')
RELATIVE = re.compile(r"\]\((?!_static/|\w+\.ipynb|https?:|#)([^)]+)\)")
LEAST_LETTERS = 9  # pixels: letters in the pictures of the first page do not shrink below this size
JOBS = 2
COMPARE = {
    "code_prompt_show": "Compare the result with your prediction",
    "code_prompt_hide": "Hide the comparison",
}
NO_GRAPHVIZ = (
    "The book needs a program that draws its trees: "
    "pip install -r binder/book/requirements.txt -r requirements.txt"
)
LONGEST = 900  # seconds: the time limit for one cell, long enough for a busy machine
JUPYTER_BOOK = "from jupyter_book.cli.main import main; main()"  # the package has no `python -m`


class Chapter(NamedTuple):
    """A chapter in the list of README.md."""

    number: str  # "03" or "A"
    title: str
    name: str  # the file name of the notebook, without ".ipynb"


# ---------------------------------------------------------------- the contents of the book


def repository() -> str:
    """Return the public address of the project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project["urls"]["Repository"]


def committed(name: str) -> Any:
    """Return a chapter's notebook, with the outputs that `notebooks/build.py` has written.

    Raises BuildError if somebody has run the notebook since, because its live boards would be
    empty places on a page.
    """
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", 4)
    for cell in notebook.cells:  # a page needs no blank line before a folded output
        if cell.get("outputs") and cell.outputs[0].get("data", {}).get("text/html") == BLANK:
            del cell.outputs[0]
    outputs = [out for cell in notebook.cells for out in cell.get("outputs", ())]
    if any(VIEW in out.get("data", {}) for out in outputs):
        raise BuildError(
            f"{name}.ipynb has been run since it was built: `git restore notebooks` brings the"
            f" committed notebooks back, and `python notebooks/build.py --only {chapter_of(name)}`"
            " builds this one again."
        )
    return notebook


def chapters(readme: str) -> list[Chapter]:
    """Return the chapters in the order in which README.md lists them."""
    return [Chapter(*found) for found in CHAPTER.findall(readme)]


def toc(readme: str) -> dict[str, Any]:
    """Return the table of contents, with the parts and their chapters as in README.md."""
    parts = []
    for caption, links in PART.findall(readme):
        files = [{"file": chapter.name} for chapter in chapters(links)]
        parts.append({"caption": caption, "chapters": files})
    return {"format": "jb-book", "root": "index", "parts": parts}


def first_page(readme: str) -> str:
    """Return README.md as a page of the book.

    Links lead to pages of the book or to the repository, and pictures are files of the book.  A
    badge would be fetched from another server, so the page shows only the text of the badge.
    """
    text = re.sub(r"\[!\[([^]]*)\]\(https?:[^)]*\)\]\(([^)]*)\)", r"[\1](\2)", readme)
    text = re.sub(r"\]\(notebooks/(\w+\.ipynb)\)", r"](\1)", text)
    text = re.sub(r"!\[([^]]+)\]\(([^)]+)\)", r'<picture><img src="\2" alt="\1"></picture>', text)
    text = re.sub(r'(src="|srcset=")notebooks/img/', r"\1_static/", text)
    text = re.sub(r"<picture>.*?</picture>", _for_both_themes, text, flags=re.DOTALL)
    return RELATIVE.sub(rf"]({repository()}/blob/HEAD/\1)", text)


def _for_both_themes(found: re.Match[str]) -> str:
    """Return the HTML of a picture in a light and a dark version, one for each theme.

    A picture that is wider than the space available shrinks as long as its letters remain readable;
    in a narrower space the picture scrolls.  A phone shows the narrower picture, if there is one.
    """
    name = re.search(r'<img src="_static/(\w+)[.]svg"', found[0])[1]
    phone = re.search(r'srcset="_static/(\w+_phone)[.]svg"', found[0])
    on_a_phone = _narrowest(phone[1] if phone else name)
    style = f"--least:{_narrowest(name)}px;--least-on-a-phone:{on_a_phone}px"
    light = found[0].replace("<img", f'<img class="only-light" style="{style}"')
    dark = found[0].replace(".svg", "_dark.svg")
    dark = dark.replace("<img", f'<img class="only-dark" style="{style}"')
    return f'<div class="mcts-wide">{light}{dark}</div>'


def _narrowest(name: str) -> int:
    """Return the width, in pixels, at which the letters of a picture can just be read."""
    drawing = (NOTEBOOKS / "img" / f"{name}.svg").read_text(encoding="utf-8")
    return round(dimensions(drawing)[0] * LEAST_LETTERS / look.LEAST)


def write_pictures(folder: Path) -> None:
    """Write the pictures of the first page, each in a light and a dark version, and the icon."""
    ink = look.dark(look.INK)
    # All other words are grey or inside a node, so they are readable on both backgrounds.
    heading = f':root>.paper{{fill:none}}text[font-size="{look.HEADLINE}"]{{fill:{ink}}}'
    for file in (NOTEBOOKS / "img").glob("*.svg"):
        drawing = Path(shutil.copy(file, folder)).read_text(encoding="utf-8")
        style = heading if file.stem.startswith("hero") else look.dark_pictures("svg")
        dark = drawing.replace(">", f"><style>{html.escape(style, quote=False)}</style>", 1)
        (folder / f"{file.stem}_dark.svg").write_text(dark, encoding="utf-8")
    icon = board_svg(TicTacToe.from_text("X../.O./..X"))
    (folder / "favicon.svg").write_text(icon, encoding="utf-8")


def page(
    name: str, live: dict[str, list[str]], door: Callable[[str, str], str] = doors.lite
) -> Any:
    """Return a chapter's notebook with interactives that move and pictures that follow the theme.

    name  the file name of the notebook, without ".ipynb"
    live  id of a cell → the HTML outputs of the cell in a run for the book
    door  a function that returns the address at which a notebook opens with Python at a cell
    """
    notebook = committed(name)
    notebook.cells = [cell for cell in notebook.cells if cell.source != COLAB]
    for cell in notebook.cells:
        _fold_the_answer(cell, is_living=cell.get("id") in live)
    doors.drop_what_needs_python(notebook)
    for cell in notebook.cells:
        shown = [out for out in cell.get("outputs", ()) if "text/html" in out.get("data", {})]
        new = []
        if cell.get("id") in live:
            new = live[cell.id]
        elif shown:
            new = _question(cell.source)
        for out, text in zip(shown, new):
            out.data["text/html"] = text
        for out in shown:
            out.data["text/html"] = with_pictures_inside(out.data["text/html"])
    doors.open_doors(notebook, lambda cell: door(name, cell))
    return notebook


def _fold_the_answer(cell: Any, *, is_living: bool) -> None:
    """Fold a cell in a page as it is folded in JupyterLab.

    A question, and an interactive that moves, stay open.  A verdict shows no code, and its bar says
    what it compares.
    """
    folded = cell.metadata.get("jupyter", {})
    is_open = is_living or QUESTION.search(cell.source) or not cell.get("outputs")
    if folded.get("outputs_hidden") and not is_open:
        tags = ["hide-output"]
        if folded.get("source_hidden"):
            tags = ["hide-cell", "remove-input"]
            cell.metadata["mystnb"] = COMPARE
        cell.metadata["tags"] = [*cell.metadata.get("tags", []), *tags]


def _question(source: str) -> list[str]:
    """Return a list with the HTML of the question in a cell, or [] without a question."""
    found = QUESTION.search(source)
    if not found:
        return []
    kind, key = found.groups()
    return [living.page(ASK[kind](key))]


def with_pictures_inside(text: str) -> str:
    """Return the HTML of an output, with the library's drawings as elements of the page.

    A page's dark colours have no effect inside an <img>.  The HTML of living widgets is returned
    unchanged.
    """
    if 'class="mcts-living"' in text:
        return text
    return PICTURE.sub(_inside, text)


def _inside(found: re.Match[str]) -> str:
    drawing = base64.b64decode(found[1]).decode()
    if 'class="paper"' not in drawing:
        return found[0]
    words = re.search(r'\balt="([^"]*)"', found[0])
    if words:  # they may say more than the drawing's own label, such as the shares on a board
        drawing = re.sub(
            r'aria-label="[^"]*"', lambda _: f'aria-label="{words[1]}"', drawing, count=1
        )
    return f'<span class="mcts-panel">{drawing}</span>'


# ---------------------------------------------------------------- running a chapter


def live_outputs(name: str) -> dict[str, list[str]]:
    """Return a dict that maps the id of each cell to the cell's living HTML outputs.

    The chapter is run to get the outputs, unless the outputs of an earlier run of the same code are
    kept.
    """
    notebook = committed(name)
    file = KEPT / f"{name}-{_digest(notebook)}.json"
    if not file.exists():
        show = "from mctslib.widgets import living\nliving.show()"
        notebook.cells.insert(0, nbformat.v4.new_code_cell(show))
        execute(notebook, timeout=LONGEST)
        KEPT.mkdir(parents=True, exist_ok=True)
        for old in KEPT.glob(f"{name}-*.json"):
            old.unlink()
        write_safely(file, json.dumps(_living_cells(notebook)))
    return json.loads(file.read_text(encoding="utf-8"))


def _living_cells(notebook: Any) -> dict[str, list[str]]:
    """Map the id of each cell with a moving interactive to the cell's HTML outputs."""
    found = {}
    for cell in notebook.cells:
        outputs = html_outputs(cell)
        if 'class="mcts-living"' in "".join(outputs):
            found[cell.id] = outputs
    return found


def html_outputs(cell: Any) -> list[str]:
    """Return the HTML outputs of a cell."""
    outputs = cell.get("outputs", ())
    return [out.data["text/html"] for out in outputs if "text/html" in out.get("data", {})]


def _digest(notebook: Any) -> str:
    """Return a digest of the inputs of a run: the notebook's code and the library."""
    code = "\0".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    library = []
    for kind in ("py", "toml"):
        for file in sorted((ROOT / "mctslib").rglob(f"*.{kind}")):
            library.append(file.read_bytes())
    return hashlib.sha256(code.encode() + b"\0".join(library)).hexdigest()[:16]


def moving(names: list[str], only: list[str] | None) -> list[str]:
    """Return the chapters that must be run because they contain interactives that move.

    names  the file names of notebooks, without ".ipynb"
    only   the numbers of the requested chapters; None means all chapters
    """
    found = []
    for name in names:
        wanted = only is None or chapter_of(name) in only
        if wanted and _moves(committed(name)):
            found.append(name)
    return found


def _moves(notebook: Any) -> bool:
    sources = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    return any(MOVING.search(source) for source in sources)


def run(names: list[str]) -> dict[str, dict[str, list[str]]]:
    """Run chapters, `JOBS` at a time; return a dict that maps each name to its outputs."""
    with ProcessPoolExecutor(JOBS) as pool:
        return dict(zip(names, pool.map(live_outputs, names)))


# ---------------------------------------------------------------- the book


def write_source(only: list[str] | None) -> None:
    """Write all source files for Sphinx to build/book-source.

    Raises BuildError if `only` names a chapter that does not exist.
    """
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    names = [chapter.name for chapter in chapters(readme)]
    for number in only or ():
        check_number(number, [chapter.number for chapter in chapters(readme)])
    live = run(moving(names, only))
    shutil.rmtree(WORK, ignore_errors=True)
    static = WORK / "_static"
    static.mkdir(parents=True)
    write_pictures(static)
    (static / "living.js").write_text(living.script(), encoding="utf-8")
    styles = living.styles() + (HERE / "book.css").read_text(encoding="utf-8")
    (static / "living.css").write_text(styles, encoding="utf-8")
    settings = yaml.safe_load((HERE / "_config.yml").read_text(encoding="utf-8"))
    settings["repository"] = {"url": repository(), "path_to_book": "notebooks", "branch": "HEAD"}
    for name, value in {"_config.yml": settings, "_toc.yml": toc(readme)}.items():
        (WORK / name).write_text(yaml.safe_dump(value, sort_keys=False), encoding="utf-8")
    shutil.copy(HERE / "extension.py", WORK)
    (WORK / "index.md").write_text(first_page(readme), encoding="utf-8")
    for name in names:
        nbformat.write(page(name, live.get(name, {})), WORK / f"{name}.ipynb")


def build(only: list[str] | None = None) -> None:
    """Write the source files, build the pages with Sphinx, and copy the pages to build/book."""
    write_source(only)
    made = WORK / "_build" / "html"
    options = ["build", "-W", "-n", "--keep-going", "--all", "-q", str(WORK)]
    subprocess.run([sys.executable, "-c", JUPYTER_BOOK, *options], check=True)
    shutil.rmtree(OUT, ignore_errors=True)
    shutil.copytree(made, OUT)
    # The book's download button gives the reader the notebook itself, not the page made from the
    # notebook.
    for notebook in NOTEBOOKS.glob("*.ipynb"):
        shutil.copy(notebook, OUT / "_sources")
    size = sum(file.stat().st_size for file in OUT.rglob("*") if file.is_file())
    print(f"{OUT}: {len(list(OUT.glob('*.html')))} pages, {size / 1e6:.1f} MB")


def check_number(number: str, known: Iterable[str]) -> None:
    """Raise BuildError if there is no chapter with this number."""
    if number not in known:
        raise BuildError(f"There is no chapter {number}. The chapters are {', '.join(known)}.")


def export(number: str, file: Path) -> None:
    """Write one chapter as one HTML file.

    Raises BuildError if there is no chapter with this number.
    """
    from single import single_file

    known = {}
    for chapter in chapters((ROOT / "README.md").read_text(encoding="utf-8")):
        known[chapter.number] = chapter
    check_number(number, known)
    name = known[number].name
    live = run(moving([name], None)).get(name, {})
    title = f"{number} · {known[number].title}"
    made = page(name, live, doors.binder(repository()))
    text = single_file(made, title, f"{repository()}/blob/HEAD/notebooks")
    write_safely(file, text)
    print(f"{file}: {len(text) / 1e6:.1f} MB")


def main(argv: list[str] | None = None) -> int:
    """Run the command; return 0 if the book or the file was written, and 1 after an error."""
    parser = argparse.ArgumentParser(description="Build the book.")
    only_help = "chapters to run; by default all chapters with moving interactives"
    parser.add_argument("--only", nargs="*", metavar="NN", help=only_help)
    single_help = "write one chapter as one HTML file"
    parser.add_argument("--single", nargs=2, metavar=("NN", "FILE"), help=single_help)
    args = parser.parse_args(argv)
    try:
        if find_dot() is None:
            raise BuildError(NO_GRAPHVIZ)
        if args.single:
            number, file = args.single
            export(number, Path(file))
        else:
            build(args.only)
    except (BuildError, OSError, subprocess.CalledProcessError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
