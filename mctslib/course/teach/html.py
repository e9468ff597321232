"""Pages that stand alone: one file with its style inside, nothing from the net, fit to be printed on A4."""

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
    """A whole HTML file; `body` and `script` are the project's own, `title` any words."""
    style = STYLE.read_text(encoding="utf-8")
    end = f"<script>{script}</script>" if script else ""
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{style}</style></head>\n<body><main>{body}</main>{end}</body></html>\n"
    )


def table(head: Iterable[str], rows: Iterable[Iterable[str]], caption: str = "") -> str:
    """A table of HTML pieces whose first column names the rows."""
    top = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    lines = (
        [f'<th scope="row">{first}</th>', *(f"<td>{cell}</td>" for cell in rest)]
        for first, *rest in rows
    )
    body = "".join(f"<tr>{''.join(line)}</tr>" for line in lines)
    said = f"<caption>{caption}</caption>" if caption else ""
    return f"<table>{said}<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def written(folder: Path, name: str, text: str) -> Path:
    """The file `name` in `folder`, which is made if it is not there; what stood in the file is replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    write_safely(folder / name, text)
    return folder / name
