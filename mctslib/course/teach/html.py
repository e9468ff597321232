"""Make HTML pages for printing on A4 paper.

Each page is a single file that contains its style sheet and needs no network.
"""

from collections.abc import Iterable
from html import escape
from pathlib import Path

from mctslib.files import write_safely

STYLE = Path(__file__).with_name("teach.css")
BLANK = '<span class="blank"></span>'
UCB1 = (
    '<math displaystyle="true"><mi>Q</mi><mo>+</mo><mi>c</mi><mo>·</mo><msqrt><mfrac>'
    "<mrow><mi>ln</mi><mi>N</mi></mrow><mi>n</mi></mfrac></msqrt></math>"
)


def page(title: str, body: str, script: str = "") -> str:
    """Return a complete HTML file.

    title   the title of the page, as plain text
    body    the content of the page, as HTML from the project itself
    script  JavaScript from the project itself, or ""
    """
    style = STYLE.read_text(encoding="utf-8")
    end = f"<script>{script}</script>" if script else ""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{style}</style></head>\n<body><main>{body}</main>{end}</body></html>\n"
    )


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return an HTML table whose first column names the rows; all arguments are HTML."""
    titles = [f'<th scope="col">{name}</th>' if name else "<td></td>" for name in head]
    names = "".join(titles)
    lines = ""
    for first, *rest in rows:
        cells = "".join(f"<td>{cell}</td>" for cell in rest)
        lines += f'<tr><th scope="row">{first}</th>{cells}</tr>'
    return f"<table><thead><tr>{names}</tr></thead><tbody>{lines}</tbody></table>"


def written(folder: Path, name: str, text: str) -> Path:
    """Write a text to the file `name` in `folder`, and return the path of this file.

    folder  the folder for the file; it is made if it does not exist

    An existing file is replaced.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    write_safely(file, text)
    return file
