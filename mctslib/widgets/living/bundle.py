"""Make the script and the styles that pages with living widgets need.

A page needs the script and the styles only once, inside the page or in files beside it.

For each kind x of widget, a file `x.py` in this folder makes the data.  If the page script sends
messages, a file `x.js` uses the data to answer them.  `x.py` also names the page scripts of the
widget (`PAGE`, in their order; the last script exports its function) and its styles (`STYLES`, if
it has any).
"""

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

from mctslib.draw.look import stylesheet

ROOM = Path(__file__).parent
LIBRARY = ROOM.parents[1]


def kinds() -> dict[str, ModuleType]:
    """Return a dict that maps each kind of living widget to the module that makes the data."""
    names = sorted(file.stem for file in ROOM.glob("[!_]*.py"))
    modules = {name: import_module(f"{__package__}.{name}") for name in names}
    return {name: module for name, module in modules.items() if hasattr(module, "PAGE")}


def script() -> str:
    """Return one classic script for all kinds of living widgets.

    The script consists of the page scripts, of the scripts that answer in place of Python, and of
    `living.js`, which connects them.
    """
    pages = []
    answers = []
    for kind, file in kinds().items():
        pages.append(f"{kind}: {_module(*file.PAGE)}")
        if (ROOM / f"{kind}.js").exists():
            answers.append(f"{kind}: {_module(f'widgets/living/{kind}.js')}")
    tables = [
        f"const PAGES = {{ {_joined(pages)} }};",
        f"const ANSWERS = {{ {_joined(answers)} }};",
        f"const SEARCH = {_module('widgets/living/search.js')};",
    ]
    shared = ("wide.js", "walk.js", "living/link.js", "living/living.js")
    own = "".join(_read(f"widgets/{name}") for name in shared)
    return "(() => {\n" + "\n".join(tables) + f"\n{own}}})();\n"


def styles() -> str:
    """Return the styles of all kinds of living widgets, and the colours of all pictures."""
    files = ["widgets/versions.css", "widgets/own_keys.css", "widgets/walk.css"]
    for file in kinds().values():
        files += getattr(file, "STYLES", ())
    files.append("widgets/living/living.css")
    return "\n".join([stylesheet(), *map(_read, files)])


def _joined(entries: list[str]) -> str:
    return ",\n".join(entries)


def _module(*files: str) -> str:
    """Return a JavaScript expression for a module's export; the module's other names are hidden."""
    text = "\n".join(_read(file) for file in files)
    text, exported = re.subn(r"^export default ", "return ", text, flags=re.MULTILINE)
    if exported != 1:
        raise ValueError(f"{', '.join(files)}: a page script needs one `export default`.")
    return f"(() => {{\n{text}}})()"


def _read(name: str) -> str:
    return (LIBRARY / name).read_text(encoding="utf-8")
