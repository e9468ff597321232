"""What Sphinx is told of this book: where its chapters can be run, where MathJax lies, and that nothing is fetched."""

import shutil
from importlib.util import find_spec
from pathlib import Path

MATHJAX = "tex-svg.js"  # letters and all in one file


def mathjax() -> Path:
    """MathJax in one file, from the package that carries it."""
    if not (found := find_spec("sphinx-mathjax-offline")):
        raise OSError("MathJax is missing: pip install -r binder/book/requirements.txt")
    return Path(found.origin).parent / "static" / "mathjax" / MATHJAX


def launch_links(repository: str, name: str) -> list[tuple[str, str, str]]:
    """Where a notebook can be run: what the button says, its icon and its address."""
    slug = repository.removeprefix("https://github.com/")
    return [
        ("Play it in your browser", "fas fa-play", f"lite/lab/index.html?path={name}"),
        (
            "Binder",
            "fas fa-cloud",
            f"https://mybinder.org/v2/gh/{slug}/HEAD?urlpath=lab/tree/notebooks/{name}",
        ),
        (
            "Colab",
            "fas fa-cloud",
            f"https://colab.research.google.com/github/{slug}/blob/HEAD/notebooks/{name}",
        ),
    ]


def add_buttons(app, pagename, templatename, context, doctree) -> None:
    if not app.env.doc2path(pagename).endswith(".ipynb"):
        return
    links = launch_links(app.config.html_theme_options["repository_url"], f"{pagename}.ipynb")
    buttons = [
        {
            "type": "link",
            "text": text,
            "tooltip": f"Run this chapter: {text}",
            "icon": icon,
            "url": url,
        }
        for text, icon, url in links
    ]
    group = {
        "type": "group",
        "tooltip": "Run this chapter",
        "icon": "fas fa-rocket",
        "label": "launch-buttons",
    }
    context["header_buttons"][:0] = [buttons[0], {**group, "buttons": buttons}]


def drop_thebe(app, pagename, templatename, context, doctree) -> None:
    """Jupyter Book's own way to run cells would fetch its script from another server."""
    context["script_files"] = [
        file for file in context["script_files"] if "thebe" not in str(file).lower()
    ]


def copy_mathjax(app, problem) -> None:
    if problem is None:
        shutil.copy(mathjax(), Path(app.outdir) / "_static" / MATHJAX)


def setup(app) -> dict[str, bool]:
    app.config.mathjax_path = MATHJAX
    app.connect(
        "html-page-context", add_buttons, priority=600
    )  # after the theme has made its list of buttons
    app.connect("html-page-context", drop_thebe, priority=600)
    app.connect("build-finished", copy_mathjax)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
