"""Build the book: every chapter a page, and in the pages the interactives move without a kernel.

    .venv/bin/pip install -r binder/book/requirements.txt && .venv/bin/python binder/book/build.py

writes build/book, a folder of files for any web server.  Nothing in it asks another one.

    --only 03 06        run only these chapters for their interactives; elsewhere the pictures stand still
    --single 03 FILE    no book, but this one chapter as one HTML file that needs no network

The pages are the committed notebooks.  Questions come to life from their texts; for the stepper, the film strips, the
paper sheet and the Atlas a chapter is run once more (`widgets/living`), and what it leaves is kept in build/book-live
until the notebook or the library changes.
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
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import nbformat
import yaml

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OUT, WORK, KEPT = (ROOT / "build" / name for name in ("book", "book-source", "book-live"))
NOTEBOOKS = ROOT / "notebooks"
sys.path.insert(0, str(NOTEBOOKS))

from build import COLAB, BuildError, execute  # noqa: E402  (notebooks/build.py)
from mctslib import TicTacToe  # noqa: E402
from mctslib.course import checkpoint, predict  # noqa: E402
from mctslib.draw import board_svg, look  # noqa: E402
from mctslib.widgets import living  # noqa: E402

CHAPTER = re.compile(r"^- (\w+) · \[([^]]+)\]\(notebooks/([^)]+)\.ipynb\)", re.MULTILINE)
MOVING = re.compile(r"\b(StepperView|Atlas|Paper|film_strip)\(")
QUESTION = re.compile(r"\b(checkpoint|predict)\(\"([\w-]+)\"\)")
PICTURE = re.compile(r'<img\b[^>]*src="data:image/svg\+xml;base64,([^"]+)"[^>]*>')
JOBS = 2
JUPYTER_BOOK = "from jupyter_book.cli.main import main; main()"  # it has no `python -m`


# ---------------------------------------------------------------- what stands in the book


def repository() -> str:
    """The public address of the project."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"][
        "Repository"
    ]


def toc(readme: str) -> dict[str, Any]:
    """The table of contents: the chapters that README lists, those with letters as appendices."""
    names = [(number, {"file": name}) for number, _, name in CHAPTER.findall(readme)]
    parts = {
        "Chapters": [f for n, f in names if n.isdigit()],
        "Appendices": [f for n, f in names if not n.isdigit()],
    }
    return {
        "format": "jb-book",
        "root": "index",
        "parts": [{"caption": caption, "chapters": files} for caption, files in parts.items()],
    }


def first_page(readme: str) -> str:
    """README as a page of the book: its links lead to pages, its pictures are the site's own; no badge is fetched."""
    text = re.sub(r"\[!\[([^]]*)\]\(https?:[^)]*\)\]\(([^)]*)\)", r"[\1](\2)", readme)
    text = re.sub(r"\]\(notebooks/(\w+\.ipynb)\)", r"](\1)", text)
    text = text.replace("| | |\n", "| how far | with what |\n")  # a table's columns have names
    text = re.sub(r"!\[([^]]+)\]\(([^)]+)\)", r'<picture><img src="\2" alt="\1"></picture>', text)
    text = re.sub(r'(src="|srcset=")notebooks/img/', r"\1_static/", text)
    text = re.sub(r"<picture>.*?</picture>", _for_both_themes, text, flags=re.DOTALL)
    return re.sub(
        r"\]\((?!_static/|\w+\.ipynb|https?:|#)([^)]+)\)", rf"]({repository()}/blob/HEAD/\1)", text
    )


def _for_both_themes(found: re.Match[str]) -> str:
    """A picture twice, for light pages and for dark ones; the theme shows one of them."""
    dark = found[0].replace(".svg", "_dark.svg").replace("<img", '<img class="only-dark"')
    return found[0].replace("<img", '<img class="only-light"') + dark


def write_pictures(folder: Path) -> None:
    """The pictures of the first page, each also as it is on a dark page, and the sign of the book."""
    ink = look.dark(look.INK)
    heading = f':root>.paper{{fill:none}}text[font-size="19"]{{fill:{ink}}}'  # all else stands in a node, or is grey
    for file in (NOTEBOOKS / "img").glob("*.svg"):
        drawing = Path(shutil.copy(file, folder)).read_text(encoding="utf-8")
        style = heading if file.stem.startswith("hero") else look.dark_pictures("svg")
        dark = drawing.replace(">", f"><style>{html.escape(style, quote=False)}</style>", 1)
        (folder / f"{file.stem}_dark.svg").write_text(dark, encoding="utf-8")
    (folder / "favicon.svg").write_text(
        board_svg(TicTacToe.from_text("X../.O./..X")), encoding="utf-8"
    )


def page(name: str, live: dict[str, list[str]]) -> Any:
    """The committed notebook of a chapter with its interactives alive, and pictures that follow the page's theme."""
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", 4)
    notebook.cells = [cell for cell in notebook.cells if cell.source != COLAB]
    for cell in notebook.cells:
        shown = [out for out in cell.get("outputs", ()) if "text/html" in out.get("data", {})]
        for out, text in zip(
            shown, live.get(cell.get("id"), _question(cell.source) if shown else [])
        ):
            out.data["text/html"] = text
        for out in shown:
            out.data["text/html"] = with_pictures_inside(out.data["text/html"])
    return notebook


def _question(source: str) -> list[str]:
    found = QUESTION.search(source)
    return (
        [living.page({"checkpoint": checkpoint, "predict": predict}[found[1]](found[2]))]
        if found
        else []
    )


def with_pictures_inside(text: str) -> str:
    """Our own drawings as elements of the page, where its dark colours reach them; in what is alive nothing changes."""

    def inside(found: re.Match[str]) -> str:
        drawing = base64.b64decode(found[1]).decode()
        return (
            f'<span class="mcts-panel">{drawing}</span>' if 'class="paper"' in drawing else found[0]
        )

    return text if 'class="mcts-living"' in text else PICTURE.sub(inside, text)


# ---------------------------------------------------------------- running a chapter for what moves in it


def live_outputs(name: str) -> dict[str, list[str]]:
    """The HTML that cells of a chapter leave for a page, by the cell's id: from a run, or kept from an earlier one."""
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", 4)
    file = KEPT / f"{name}-{_digest(notebook)}.json"
    if not file.exists():
        notebook.cells.insert(
            0, nbformat.v4.new_code_cell("from mctslib.widgets import living\nliving.show()")
        )
        execute(notebook)
        found = {
            cell.id: _html(cell)
            for cell in notebook.cells
            if 'class="mcts-living"' in "".join(_html(cell))
        }
        KEPT.mkdir(parents=True, exist_ok=True)
        for old in KEPT.glob(f"{name}-*.json"):
            old.unlink()
        file.write_text(json.dumps(found), encoding="utf-8")
    return json.loads(file.read_text(encoding="utf-8"))


def _html(cell: Any) -> list[str]:
    return [
        out.data["text/html"]
        for out in cell.get("outputs", ())
        if "text/html" in out.get("data", {})
    ]


def _digest(notebook: Any) -> str:
    """Of all that decides what a run leaves: the code of the notebook and the library."""
    code = "\0".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    library = (
        file.read_bytes()
        for kind in ("py", "toml")
        for file in sorted((ROOT / "mctslib").rglob(f"*.{kind}"))
    )
    return hashlib.sha256(code.encode() + b"\0".join(library)).hexdigest()[:16]


def moving(names: list[str], only: list[str] | None) -> list[str]:
    """The chapters that have to be run, or those of them that are wanted."""
    texts = {name: nbformat.read(NOTEBOOKS / f"{name}.ipynb", 4) for name in names}
    wanted = (name for name in names if only is None or name.partition("_")[0] in only)
    return [
        name
        for name in wanted
        if any(MOVING.search(c.source) for c in texts[name].cells if c.cell_type == "code")
    ]


def run(names: list[str]) -> dict[str, dict[str, list[str]]]:
    """The living outputs of these chapters, two at a time."""
    with ProcessPoolExecutor(JOBS) as pool:
        return dict(zip(names, pool.map(live_outputs, names)))


# ---------------------------------------------------------------- the book


def write_source(only: list[str] | None) -> None:
    """All that Sphinx reads, in build/book-source."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    contents, names = toc(readme), [name for *_, name in CHAPTER.findall(readme)]
    live = run(moving(names, only))
    shutil.rmtree(WORK, ignore_errors=True)
    (WORK / "_static").mkdir(parents=True)
    write_pictures(WORK / "_static")
    settings = yaml.safe_load((HERE / "_config.yml").read_text(encoding="utf-8"))
    settings["repository"] = {"url": repository(), "path_to_book": "notebooks", "branch": "HEAD"}
    for name, value in {"_config.yml": settings, "_toc.yml": contents}.items():
        (WORK / name).write_text(yaml.safe_dump(value, sort_keys=False), encoding="utf-8")
    shutil.copy(HERE / "extension.py", WORK)
    (WORK / "index.md").write_text(first_page(readme), encoding="utf-8")
    (WORK / "_static" / "living.js").write_text(living.script(), encoding="utf-8")
    styles = living.styles() + (HERE / "book.css").read_text(encoding="utf-8")
    (WORK / "_static" / "living.css").write_text(styles, encoding="utf-8")
    for name in names:
        nbformat.write(page(name, live.get(name, {})), WORK / f"{name}.ipynb")


def build(only: list[str] | None = None) -> None:
    """Write the source, have Sphinx make the pages, and put them into build/book."""
    write_source(only)
    made = WORK / "_build" / "html"
    options = ["build", "-W", "-n", "--keep-going", "--all", "-q", str(WORK)]
    subprocess.run([sys.executable, "-c", JUPYTER_BOOK, *options], check=True)
    shutil.rmtree(OUT, ignore_errors=True)
    shutil.copytree(made, OUT)
    for notebook in NOTEBOOKS.glob(
        "*.ipynb"
    ):  # who takes a chapter away gets the notebook, not the page
        shutil.copy(notebook, OUT / "_sources")
    size = sum(file.stat().st_size for file in OUT.rglob("*") if file.is_file())
    print(f"{OUT}: {len(list(OUT.glob('*.html')))} pages, {size / 1e6:.1f} MB")


def export(number: str, file: Path) -> None:
    """Write one chapter into one file."""
    from single import single_file

    chapters = CHAPTER.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    found = [(f"{number} · {title}", name) for this, title, name in chapters if this == number]
    if not found:
        raise BuildError(
            f"There is no chapter {number}; there are {', '.join(this for this, *_ in chapters)}."
        )
    title, name = found[0]
    live = run(moving([name], None)).get(name, {})
    text = single_file(page(name, live), title, f"{repository()}/blob/HEAD/notebooks")
    file.write_text(text, encoding="utf-8")
    print(f"{file}: {len(text) / 1e6:.1f} MB")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Build the book.")
    parser.add_argument(
        "--only", nargs="*", metavar="NN", help="chapters to run; all that have something to move"
    )
    parser.add_argument(
        "--single", nargs=2, metavar=("NN", "FILE"), help="one chapter as one HTML file"
    )
    args = parser.parse_args(argv)
    try:
        export(args.single[0], Path(args.single[1])) if args.single else build(args.only)
    except (BuildError, OSError, subprocess.CalledProcessError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
