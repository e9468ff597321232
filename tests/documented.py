"""Find the commands that the Markdown pages, the workflows and the docstrings of scripts show.

A command is a line of a fenced block of shell code, or a piece of inline code that begins with a
word such as `python`.  Commands that are joined by `&&` or `;` count as separate commands.
`.venv/bin/` and its counterpart on Windows are left out, so that each command has a single
spelling.
"""

import ast
import re

import repository
import yaml

ROOT = repository.ROOT
SHELLS = r"^```(?:bash|sh|powershell)\n(.*?)^```"
BEGINNING = re.compile(
    r"(?:\.venv[/\\]|python3? |py -m|bash |uv |pip install|sudo |pre-commit |twine |pytest |"
    r"notebooks/build)"
)
COMMENT = re.compile(r"\s+#\s.*$|\s{3,}.*$")
EXAMPLES = ROOT / "tests" / "recipes"  # mctslib/README.md shows the same commands


def files(suffix):
    """Return the files of the repository with this suffix that may contain commands."""
    return [file for file in repository.files(suffix) if EXAMPLES not in file.parents]


def workflows():
    """Return a dict of the repository's workflows: file name → workflow."""
    found = {}
    for file in sorted((ROOT / ".github/workflows").glob("*.y*ml")):
        found[file.name] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return found


def steps(workflow):
    """Return the steps of all jobs of a workflow."""
    found = []
    for job in workflow["jobs"].values():
        found += job.get("steps", [])
    return found


def lines_of_page(text):
    """Return the commands of a Markdown page: lines of shell blocks, and pieces of inline code."""
    found = []
    for block in re.findall(SHELLS, text, re.M | re.S):
        found += [line.strip() for line in block.splitlines() if line.strip()]
    rest = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    found += lines_in_prose(rest)
    return found


def lines_in_prose(text):
    """Return the pieces of inline code that are commands; a command may extend over two lines."""
    pieces = [" ".join(piece.split()) for piece in re.findall(r"`([^`]+)`", text)]
    return [piece for piece in pieces if BEGINNING.match(piece)]


def lines_of_script(text):
    """Return the commands in the docstring of a Python file."""
    docstring = ast.get_docstring(ast.parse(text)) or ""
    found = lines_in_prose(docstring)
    for line in docstring.splitlines():
        if line.startswith("    ") and BEGINNING.match(line.strip()):
            found.append(line.strip())
    return found


def lines():
    """Return the lines that hold commands, each with the file that contains it."""
    found = []
    for file in files(".md"):
        text = file.read_text(encoding="utf-8")
        found += [(line, file) for line in lines_of_page(text)]
    for file in files(".py"):
        text = file.read_text(encoding="utf-8")
        found += [(line, file) for line in lines_of_script(text)]
    for name, workflow in workflows().items():
        for step in steps(workflow):
            for line in step.get("run", "").splitlines():
                found.append((line, ROOT / ".github/workflows" / name))
    return found


def simple(line):
    """Return a list of the commands in a line, each in the spelling that all systems share."""
    found = []
    for part in re.split(r"\s*(?:&&|;)\s*", COMMENT.sub("", line)):
        part = re.sub(r"^\.venv[/\\](?:bin|Scripts)[/\\]", "", part.strip())
        part = re.sub(r"^(?:python3|py)\b", "python", part)
        part = re.sub(r"^(?=notebooks/build)", "python ", part)
        part = re.sub(r"^(?=pytest\b)", "python -m ", part)
        if part:
            found.append(part.replace("\\", "/"))
    return found


def commands():
    """Return every command that is shown somewhere, with the files that show it."""
    found = {}
    for line, file in lines():
        for command in simple(line):
            found.setdefault(command, set()).add(file.relative_to(ROOT).as_posix())
    return found
