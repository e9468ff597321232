"""Extend Sphinx for the book: add buttons that run a chapter, and include MathJax."""

import shutil
from importlib.util import find_spec
from pathlib import Path

MATHJAX = "tex-svg.js"  # the MathJax file that includes the fonts


def mathjax() -> Path:
    """Return the path of MathJax's single file inside its package.

    Raises OSError if the package is not installed.
    """
    found = find_spec("sphinx-mathjax-offline")
    if not found:
        raise OSError("MathJax is missing: pip install -r binder/book/requirements.txt")
    return Path(found.origin).parent / "static" / "mathjax" / MATHJAX


def launch_links(repository: str, name: str) -> list[tuple[str, str, str]]:
    """Return the text, icon and address of a button for each site that can run a notebook.

    repository  the public address of the project
    name        the file name of the notebook
    """
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
    """Put buttons that run the chapter at the top of its page."""
    if not app.env.doc2path(pagename).endswith(".ipynb"):
        return
    links = launch_links(app.config.html_theme_options["repository_url"], f"{pagename}.ipynb")
    buttons = []
    for text, icon, url in links:
        tooltip = f"Run this chapter: {text}"
        button = {"type": "link", "text": text, "tooltip": tooltip, "icon": icon, "url": url}
        buttons.append(button)
    group = {
        "type": "group",
        "tooltip": "Run this chapter",
        "icon": "fas fa-rocket",
        "label": "launch-buttons",
    }
    context["header_buttons"][:0] = [buttons[0], {**group, "buttons": buttons}]


def drop_thebe(app, pagename, templatename, context, doctree) -> None:
    """Remove the scripts of Jupyter Book's own run button, which needs another server."""
    scripts = context["script_files"]
    context["script_files"] = [file for file in scripts if "thebe" not in str(file).lower()]


def copy_mathjax(app, problem) -> None:
    """Copy MathJax into the book after the build."""
    if problem is None:
        shutil.copy(mathjax(), Path(app.outdir) / "_static" / MATHJAX)


def setup(app) -> dict[str, bool]:
    """Connect the functions above to Sphinx, which calls this function."""
    app.config.mathjax_path = MATHJAX
    # The theme makes its list of buttons at priority 500, so at 600 these buttons are added later.
    app.connect("html-page-context", add_buttons, priority=600)
    app.connect("html-page-context", drop_thebe, priority=600)
    app.connect("build-finished", copy_mathjax)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
