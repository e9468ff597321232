"""Write a chapter as one HTML file that needs no network.

The file contains the pictures, the styles, the scripts and MathJax.
"""

import re
from typing import Any

from extension import mathjax
from nbconvert import HTMLExporter

from mctslib.widgets import living

MATH = (
    'window.MathJax = {tex: {inlineMath: [["$", "$"], ["\\\\(", "\\\\)"]]}, '
    "options: {enableMenu: false}};"
)
FOREIGN = re.compile(  # scripts that the page would fetch from other servers
    r"<script[^>]*\bsrc=[^>]*>\s*</script>|"
    r'<script type="(?:module|text/x-mathjax-config)">.*?</script>',
    re.DOTALL,
)


def single_file(notebook: Any, title: str, notebooks: str) -> str:
    """Return a notebook as the text of one HTML file.

    title      the title of the page
    notebooks  the address of the folder with the other chapters, for links to them
    """
    notebook.metadata["title"] = title
    exporter = HTMLExporter(template_name="lab", embed_images=True)
    made, _ = exporter.from_notebook_node(notebook)
    made = FOREIGN.sub("", made)
    made = re.sub(r'href="(\w+\.ipynb)', rf'href="{notebooks}/\1', made)
    scripts = [living.script()]
    if has_formulas(notebook):
        scripts += [MATH, mathjax().read_text(encoding="utf-8")]
    body = ""
    for script in scripts:
        inside = script.replace("</script", "<\\/script")
        body += f"<script>{inside}</script>"
    made = made.replace("</head>", f"<style>{living.styles()}</style></head>", 1)
    return made.replace("</body>", f"{body}</body>", 1)


def has_formulas(notebook: Any) -> bool:
    """Return whether the prose of a notebook contains a formula."""
    prose = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    return any("$" in text for text in prose)
