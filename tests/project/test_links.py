"""Every relative link leads to a file or a heading.

All links to the project use the same address.  The tests do not use the network.
"""

import json
import re
import tomllib
from urllib.parse import unquote

from repository import ROOT, files

PAGES = files(".md", ".ipynb")
LINK = re.compile(r"(?<!\\)\]\(\s*<?([^)\s>]+)>?(?:\s+[\"'][^)]*)?\)|(?:src|href)=[\"']([^\"']+)")
CODE = re.compile(r"^(```|~~~).*?^\1\s*$|`[^`\n]*`", re.S | re.M)


def prose(page):
    """Return the Markdown of a page without its code."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        text = "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    return CODE.sub("", text)


def anchors(page):
    """Return all ids, and the anchors of all headings.

    Each anchor is returned in GitHub's spelling (a-b) and in Jupyter's spelling (A-b).
    """
    text = prose(page)
    found = set(re.findall(r"<\w+[^>]*\s(?:id|name)=[\"']([^\"']+)", text))
    for heading in re.findall(r"^#+\s+(.+?)\s*#*$", text, re.M):
        plain = re.sub(r"[*_`]|\[([^]]*)\]\([^)]*\)", r"\1", heading)
        found |= {re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-"), plain.replace(" ", "-")}
    return found


def dead_links(page):
    for match in LINK.finditer(prose(page)):
        link = unquote(match[1] or match[2])
        if re.match(r"[a-z][a-z0-9+.-]*:", link, re.I):
            continue  # tests without a network skip https:, mailto: and data:
        path, _, anchor = link.partition("#")
        target = page.parent / path.split("?")[0] if path else page
        if not target.exists():
            yield f"{link}: no such file"
        elif anchor and target.suffix in (".md", ".ipynb") and anchor not in anchors(target):
            yield f"{link}: no such heading"


def test_every_relative_link_leads_somewhere():
    for page in PAGES:
        assert list(dead_links(page)) == [], page


def address():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project["urls"]["Repository"]


def site():
    """Return the address at which GitHub publishes the pages of a repository."""
    owner, name = address().split("/")[-2:]
    return f"https://{owner}.github.io/{name}/"


def wrong_addresses(text):
    """Yield links to the public pages of this project that name another repository."""
    slug = address().removeprefix("https://github.com/")
    name = slug.split("/")[1]
    hosts = (
        r"github\.com|colab\.research\.google\.com|mybinder\.org|nbviewer\.org|"
        r"raw\.githubusercontent\.com|[\w-]+\.github\.io"
    )
    for link in re.findall(rf"https?://(?:{hosts})/[^\s)\"'<>\\]+", text):
        right = rf"/{re.escape(slug)}(?:/|$|\.git\b)|^{re.escape(site())}"
        if re.search(rf"\b{name}\b", link) and not re.search(right, link):
            yield link


def test_every_link_to_the_project_goes_to_its_one_address():
    for page in PAGES:
        assert list(wrong_addresses(page.read_text(encoding="utf-8"))) == [], page
