"""One chapter as one HTML file: pictures, styles, scripts and MathJax are inside, so it needs no network."""

import re
from typing import Any

from extension import mathjax
from nbconvert import HTMLExporter

from mctslib.widgets import living

MATH = 'window.MathJax = {tex: {inlineMath: [["$", "$"], ["\\\\(", "\\\\)"]]}, options: {enableMenu: false}};'
FOREIGN = re.compile(  # what nbconvert would fetch
    r'<script[^>]*\bsrc=[^>]*>\s*</script>|<script type="(?:module|text/x-mathjax-config)">.*?</script>',
    re.DOTALL,
)


def single_file(notebook: Any, title: str, notebooks: str) -> str:
    """The notebook as HTML.  `notebooks` is the address of the other chapters, to which links among them lead."""
    notebook.metadata["title"] = title
    made, _ = HTMLExporter(template_name="lab", embed_images=True).from_notebook_node(notebook)
    made = re.sub(r'href="(\w+\.ipynb)', rf'href="{notebooks}/\1', FOREIGN.sub("", made))
    scripts = [living.script()]
    if any("$" in cell.source for cell in notebook.cells if cell.cell_type == "markdown"):
        scripts += [MATH, mathjax().read_text(encoding="utf-8")]
    inside = [script.replace("</script", "<\\/script") for script in scripts]
    body = "".join(f"<script>{script}</script>" for script in inside)
    styled = made.replace("</head>", f"<style>{living.styles()}</style></head>", 1)
    return styled.replace("</body>", f"{body}</body>", 1)
