"""Build the edition in which Python runs in the page, so that the server needs no Python.

    .venv/bin/python binder/lite/build.py

writes build/lite, a folder of files for any web server, for example
`python -m http.server -d build/lite`.  A page fetches files only from its own server.

The edition consists of JupyterLab and the notebooks.  The builder works in an environment of its
own, build/lite-env.  It fetches Pyodide from Pyodide's public address, or with `--pyodide` from a
folder or another address.  `pyodide.json` lists Pyodide's files with their sha256.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import hashlib
import io
import json
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import venv
import zipfile
from collections.abc import Iterable
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OUT = ROOT / "build" / "lite"
KEPT = ROOT / "build" / "lite-wheels"
ENVIRONMENT = ROOT / "build" / "lite-env"
PYODIDE = json.loads((HERE / "pyodide.json").read_text(encoding="utf-8"))
ADDRESS = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE['info']['version']}/full/"
PYTHON = PYODIDE["info"]["python"].rpartition(".")[0]
# the path of the archive of Python's standard library in the page
ZIPPED_LIBRARY = f"/lib/python{PYTHON.replace('.', '')}.zip"
KERNEL = "jupyterlite-pyodide-kernel"
NOT_TO_BE_HAD = 3  # the exit code if the builder's packages cannot be installed
EXTENSIONS = {
    "jupyterlab_widgets": "@jupyter-widgets/jupyterlab-manager",
    "anywidget": "anywidget",
    KERNEL: "@jupyterlite/pyodide-kernel-extension",
}
REPLACED = {"sqlite3", "prompt-toolkit", "wcwidth"}  # in_page.py defines the names that are used
# Words in the still picture of the first chapter, whose cells this edition runs by itself.
BY_HAND_IN_PICTURE = "click on it and press Shift+Enter, and you can play."
INSTEAD = "Python is starting."
PICTURE = re.compile(r"(?<=data:image/svg[+]xml;base64,)[\w+/=]+")
BY_HAND = re.compile(r'<span\s+class="with-python by-hand">.*?</span>[ ]?', re.DOTALL)
# A page fetches these packages when they are first imported, together with the packages that only
# they need.
LATER = ("numpy", "matplotlib", "scipy")
# A page fetches a part of the library when one of its modules is first imported.  The parts are the
# trained networks, and the code that only single chapters need.  The first chapter needs the
# questions of all chapters from the beginning.  It needs the other parts only in its last cell,
# which lists all exercises.
PARTS = {
    "nets": re.compile(r"mctslib/methods/(nets/|network[.]py)"),
    "chapters": re.compile(r"mctslib/course/ch(?!00/)\w+/(?!__init__[.]py|.*[.]toml)"),
}
USELESS = re.compile(
    r"(^|/)(tests?|lib2to3|idlelib|ensurepip|pydoc_data|turtledemo)/|[.]data/|[.]pyi$|"
    r"pygments/lexers/(?!__init__|_mapping|python|special)|"
    r"^(xmlrpc|wsgiref|mailbox|imaplib|nntplib|ftplib|smtplib|cgi|cgitb|telnetlib|poplib|msilib)\b"
)


def own_python() -> Path:
    """Return the interpreter of the builder's own environment."""
    folder = "Scripts" if sys.platform == "win32" else "bin"
    return ENVIRONMENT / folder / "python"


def in_own_environment() -> None:
    """Run this program again in the builder's own environment, unless it already runs there.

    If the builder's packages were installed beside JupyterLab, JupyterLab would warn in every
    notebook that the page's kernel is among its extensions.
    """
    if Path(sys.prefix).resolve() == ENVIRONMENT:
        return
    python = own_python()
    requirements = HERE / "requirements.txt"
    made = ENVIRONMENT / "made"  # a copy of the requirements from which the environment was made
    if not made.is_file() or made.read_bytes() != requirements.read_bytes():
        venv.create(ENVIRONMENT, clear=True, with_pip=True)
        if find_spec("uv"):  # uv installs in three seconds instead of thirty
            install = [sys.executable, "-m", "uv", "pip", "install", "--python", python]
        else:
            install = [python, "-m", "pip", "install"]
        if subprocess.run([*install, "-q", "-r", requirements]).returncode:
            print(
                f"Nothing was built, because {requirements} cannot be installed.", file=sys.stderr
            )
            raise SystemExit(NOT_TO_BE_HAD)
        made.write_bytes(requirements.read_bytes())
    raise SystemExit(subprocess.run([python, __file__, *sys.argv[1:]]).returncode)


def fetch(name: str, sha256: str, source: str) -> bytes:
    """Return the bytes of one of Pyodide's files.

    name    the name of the file
    sha256  the sha256 that the file must have, in hexadecimal
    source  a folder or an address

    Raises SystemExit if the file cannot be read, or if its sha256 is different.
    """
    try:
        if "://" in source:
            with urllib.request.urlopen(source.rstrip("/") + "/" + name, timeout=120) as answer:
                data = answer.read()
        else:
            data = (Path(source) / name).read_bytes()
    except OSError as error:
        reason = getattr(error, "reason", None) or error.strerror or error
        raise SystemExit(f"{name} cannot be read from {source}: {reason}.") from None
    if hashlib.sha256(data).hexdigest() != sha256:
        wanted = HERE / "pyodide.json"
        raise SystemExit(
            f"{name} in {source} is not the file that {wanted} names: its sha256 differs."
        )
    return data


def pip(*options: str | Path) -> None:
    """Run the pip of this environment."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *options]
    subprocess.run(command, check=True)


def pure_wheels() -> list[Path]:
    """Return the wheels listed in wheels.txt, which are downloaded only once."""
    listed = (HERE / "wheels.txt").read_text(encoding="utf-8")
    pinned = re.findall(r"^(\S+)==(\S+)", listed, re.M)
    wanted = [f"{name.replace('-', '_')}-{version}-*.whl" for name, version in pinned]
    if not all(any(KEPT.glob(pattern)) for pattern in wanted):
        pure = ["--only-binary=:all:", "--platform=any", "--abi=none", "--implementation=py"]
        where = ["-d", KEPT, "-r", HERE / "wheels.txt"]
        pip("download", "-q", "--no-deps", *pure, f"--python-version={PYTHON}", *where)
    return [next(KEPT.glob(pattern)) for pattern in wanted]


def own_wheel(work: Path) -> Path:
    """Build the library's wheel without the notebooks; no network is needed.

    work  a folder for the wheel, and for the copy from which the wheel is built
    """
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, work)
    compiled_files = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "mctslib", work / "mctslib", ignore=compiled_files)
    pip("wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index", "-w", work, work)
    return next(work.glob("*.whl"))


def extension(package: str) -> Path:
    """Return the folder with an installed package's JavaScript for JupyterLab.

    Raises FileNotFoundError if the package has no such JavaScript.
    """
    wanted = f"labextensions/{EXTENSIONS[package]}/package.json"
    installed = distribution(package)
    for file in installed.files or ():
        if str(file).endswith(wanted):
            return Path(installed.locate_file(file)).resolve().parent
    raise FileNotFoundError(f"The package {package} has no file {wanted}.")


def a_python() -> str | None:
    """Return the path of a Python interpreter of Pyodide's version, or None if there is none.

    An interpreter of this version can compile files for Pyodide.
    """
    of_the_tests = ROOT / "build" / "pythons" / PYTHON / "bin" / "python"
    of_uv = ["uv", "run", "--no-project", "-p", PYTHON, "python"]
    show = "import sys; print(sys.executable, '%d.%d' % sys.version_info[:2])"
    for command in ([sys.executable], [f"python{PYTHON}"], [of_the_tests], of_uv):
        try:
            done = subprocess.run(
                [*command, "-c", show], capture_output=True, text=True, check=True
            )
            path, version = done.stdout.split()
        except (OSError, ValueError, subprocess.CalledProcessError):
            continue
        if version == PYTHON:
            return path
    return None


def in_parts(wheel: bytes) -> dict[str, bytes]:
    """Return a dict that maps the name of each part of the library to its archive; "" is the rest.

    wheel  the library's wheel
    """
    made = {}
    with zipfile.ZipFile(io.BytesIO(wheel)) as whole:
        for name in ["", *PARTS]:
            data = io.BytesIO()
            with zipfile.ZipFile(data, "w") as archive:
                for file in whole.namelist():
                    if part_of(file) == name:
                        archive.writestr(zipfile.ZipInfo(file), whole.read(file))
            made[name] = data.getvalue()
    return made


def part_of(file: str) -> str:
    """Return the name of the part of the library to which a file belongs, or "" for the rest."""
    for name, pattern in PARTS.items():
        if pattern.match(file):
            return name
    return ""


def modules(archive: bytes) -> list[str]:
    """Return the names of the modules in an archive."""
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        names = [name for name in files.namelist() if name.endswith(".py")]
    return [name.removesuffix(".py").replace("/", ".") for name in names]


def kernel_wheels() -> list[Path]:
    """Return the wheels of the page's kernel, except the installer, which `in_page.py` replaces."""
    folder = extension(KERNEL) / "static" / "pypi"
    return [wheel for wheel in sorted(folder.glob("*.whl")) if not wheel.name.startswith("piplite")]


def zipped(name: str, content: bytes) -> bytes:
    """Return a zip archive with one file."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr(zipfile.ZipInfo(name), content)
    return data.getvalue()


def compiled(folder: Path, python: str | None, home: str) -> None:
    """Compile the Python files of a folder, so that pages do not have to compile them.

    folder  the folder, whose source files are deleted, except the library's source files, which
            readers may look at
    python  the path of a Python interpreter of Pyodide's version; with None, nothing is compiled
    home    the folder that will hold the files in the page
    """
    if python is None:
        return
    places = ["-s", folder, "-p", home]
    command = [python, "-m", "compileall", "-q", *places, "--invalidation-mode", "unchecked-hash"]
    mctslib = folder / "mctslib"
    if mctslib.is_dir():
        subprocess.run([*command, mctslib], check=True)
    subprocess.run([*command, "-b", "-x", re.escape(f"{mctslib}/"), folder], check=True)
    for file in folder.rglob("*.pyc"):
        if file.parent.name != "__pycache__":
            file.with_suffix(".py").unlink()


def packed(
    archives: Iterable[bytes], python: str | None, home: str, how: int = zipfile.ZIP_DEFLATED
) -> bytes:
    """Unpack archives of Python code into a folder, compile the code, and pack it again.

    archives  the bytes of the archives; a file in a later archive replaces a file of the same name
    python    the path of a Python interpreter of Pyodide's version; with None, nothing is compiled
    home      the folder that will hold the files in the page
    how       the method of compression of the archive

    Returns the bytes of the archive, which are the same on every run.
    """
    sha256 = hashlib.sha256(repr((python, home, how, USELESS.pattern)).encode())
    for archive in archives:
        sha256.update(archive)
    kept = KEPT / f"{sha256.hexdigest()}.zip"
    if not kept.is_file():
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary).resolve()
            for archive in archives:
                with zipfile.ZipFile(io.BytesIO(archive)) as old:
                    useful = [name for name in old.namelist() if not USELESS.search(name)]
                    old.extractall(folder, useful)
            compiled(folder, python, home)
            with zipfile.ZipFile(kept.with_suffix(".part"), "w") as new:
                for file in sorted(file for file in folder.rglob("*") if file.is_file()):
                    entry = zipfile.ZipInfo(file.relative_to(folder).as_posix())
                    new.writestr(entry, file.read_bytes(), how)
        kept.with_suffix(".part").replace(kept)
    return kept.read_bytes()


def needed(names: Iterable[str], but: Iterable[str] = ()) -> set[str]:
    """Return the names of some of Pyodide's packages, and of all packages that these need.

    names  the packages
    but    packages to leave out, together with packages that only they need
    """
    found: set[str] = set()
    todo = list(names)
    while todo:
        name = hyphened(todo.pop())
        if name not in found and name not in but:
            found.add(name)
            todo += PYODIDE["packages"][name]["depends"]
    return found


def pyodide(to: Path, source: str) -> None:
    """Write the files from which a page starts Python.

    to      the folder for the files
    source  a folder or an address with Pyodide's files

    `library.packed` and `start.packed` contain everything that a page needs until it needs numpy.
    Beside them are the files that are fetched later: the parts of the library, other packages, and
    `pyodide-lock.json`, which lists these packages.
    """
    python = a_python()
    if python is None:
        slower = "nothing is compiled, and the page will start more slowly."
        print(f"There is no Python {PYTHON} here, so {slower}")
    site = f"/lib/python{PYTHON}/site-packages"
    packages = PYODIDE["packages"]
    files = {name: fetch(name, sha256, source) for name, sha256 in PYODIDE["core"].items()}
    first = needed(["ipython"], but=REPLACED)
    later = needed(LATER)
    fetched = {}
    for name in sorted(first | later):
        fetched[name] = fetch(packages[name]["file_name"], packages[name]["sha256"], source)

    library = [files.pop("python_stdlib.zip"), *(fetched[name] for name in sorted(first))]
    with tempfile.TemporaryDirectory() as work:
        parts = in_parts(own_wheel(Path(work)).read_bytes())
    start = [wheel.read_bytes() for wheel in [*pure_wheels(), *kernel_wheels()]]
    start.append(parts.pop(""))
    homes = {}  # for each module that is fetched later, the file that contains it
    for name, part in parts.items():
        data = tightly(packed([part], python, site, zipfile.ZIP_STORED))
        # The name contains a digest, so a page that is still open does not fetch a newer edition's
        # part.
        file = f"{name}-{hashlib.sha256(data).hexdigest()[:16]}.packed"
        files[file] = data
        homes.update(dict.fromkeys(modules(part), file))
    start.append(zipped("in_page.py", (HERE / "in_page.py").read_bytes()))
    start.append(zipped("in_page_parts.json", json.dumps(homes).encode()))
    files["library.packed"] = tightly(packed(library, python, ZIPPED_LIBRARY, zipfile.ZIP_STORED))
    files["start.packed"] = tightly(packed(start, python, site, zipfile.ZIP_STORED))

    lock = {}
    for name in sorted(later - first):
        entry = dict(packages[name])
        data = fetched[name]
        if entry["file_name"].endswith(".whl"):
            data = packed([data], python, site)
        files[entry["file_name"]] = data
        entry["sha256"] = hashlib.sha256(data).hexdigest()
        entry["depends"] = [other for other in entry["depends"] if hyphened(other) not in first]
        lock[name] = entry
    files["pyodide-lock.json"] = json.dumps({"info": PYODIDE["info"], "packages": lock}).encode()

    files["start.mjs"] = (HERE / "start.mjs").read_bytes()
    worker = next((extension(KERNEL) / "static").glob("comlink.*.js")).name
    worker = f"../../extensions/{EXTENSIONS[KERNEL]}/static/{worker}"
    kernel = f'import {{ loadPyodide }} from "./start.mjs";\nimport "{worker}";\nloadPyodide();\n'
    files["kernel.mjs"] = kernel.encode()
    for name, data in files.items():
        (to / name).write_bytes(data)


def tightly(data: bytes) -> bytes:
    """Compress data without a timestamp, so that every run gives the same bytes."""
    return gzip.compress(data, 9, mtime=0)


def hyphened(name: str) -> str:
    """Return the name of a package in Pyodide's spelling, with hyphens."""
    return name.replace("_", "-")


PAGE = {
    "<title>JupyterLite</title>": """<title>Monte Carlo tree search, by hand</title>
    <link rel="icon" href="favicon.ico">
    <link rel="stylesheet" href="chapter.css">
    <script src="page.js" data-version="{version}"></script>
    <script src="chapter.js"></script>""",
    # The loading page's animation is switched off, because without a graphics card it slows down
    # the start.
    "  </head>": """    <style>[id*="moon"] { animation: none !important; }</style>
  </head>""",
    "Loading JupyterLite...": "Loading JupyterLab and Python. The first visit takes longest.",
    "await import(": "if (window.WebAssembly) await import(",
}
CONFIG = {
    "appName": "Monte Carlo tree search, by hand",
    "exposeAppInBrowser": True,
    # Without this setting, a browser that stores nothing could not run the chapters.
    "enableMemoryStorage": True,
    # A link to a chapter opens only that chapter.  If the chapters of the last visit were opened
    # again, each chapter would start its own Python.
    "workspacesStorageDrivers": '["memoryStorageDriver"]',
    # Cells that are scrolled out of sight stay in the page, together with their widgets.
    "settingsOverrides": {
        "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
        # On a phone the row of buttons has room for three, and one of them must be ▶.
        "@jupyterlab/notebook-extension:panel": {
            "toolbar": [
                {"name": name, "disabled": True}
                for name in ("cut", "copy", "paste", "restart-and-run")
            ]
        },
        # A reader's answer must survive a phone that closes the tab; JupyterLab waits two minutes.
        "@jupyterlab/docmanager-extension:plugin": {"autosaveInterval": 4},
        # On a phone one tap opens a chapter, and nobody thinks of a second one.
        "@jupyterlab/filebrowser-extension:browser": {"singleClickNavigation": True},
        "@jupyterlab/apputils-extension:themes": {
            "adaptive-theme": True
        },  # dark or light, like the reader's system
    },
    "litePluginSettings": {
        "@jupyterlite/pyodide-kernel-extension:kernel": {
            "pyodideUrl": "./static/pyodide/start.mjs",
            "disablePyPIFallback": True,
            # The kernel would install these packages if the page did not already have them.
            "loadPyodideOptions": {
                "packages": [
                    "micropip",
                    "piplite",
                    "ipykernel",
                    "comm",
                    "pyodide-kernel",
                    "jedi",
                    "ipython",
                ]
            },
        }
    },
}


def jupyterlite(work: Path, out: Path) -> None:
    """Build a JupyterLab site with the notebooks and the JavaScript of the widgets.

    work  a folder for temporary files
    out   the folder of the site

    Raises SystemExit if JupyterLite fails, or if JupyterLite's page differs from the expected page.
    """
    notebooks = ROOT / "notebooks"
    content = work / "content"
    (content / "img").mkdir(parents=True)
    for file in notebooks.glob("img/*.svg"):
        shutil.copy(file, content / "img")
    editions = write_chapters(content)
    settings = {
        "LiteBuildConfig": {
            "apps": ["lab"],
            "contents": [str(content)],
            "output_dir": str(out),
            "no_sourcemaps": True,
            "no_unused_shared_packages": True,
            "ignore_sys_prefix": ["federated_extensions"],
            "federated_extensions": [str(extension(package)) for package in EXTENSIONS],
        }
    }
    (work / "jupyter_lite_config.json").write_text(json.dumps(settings))
    with (work / "log").open("wb") as log:
        command = [sys.executable, "-m", "jupyterlite_core", "build"]
        made = subprocess.run(command, cwd=work, stdout=log, stderr=log)
    if made.returncode:
        raise SystemExit((work / "log").read_text()[-4000:])
    file = out / "jupyter-lite.json"
    whole = json.loads(file.read_text())
    whole["jupyter-config-data"].update(CONFIG)
    file.write_text(json.dumps(whole))
    for name in ("page.js", "chapter.js"):
        shutil.copy(HERE / name, out / "lab")
    styles = names_of_colours() + (HERE / "chapter.css").read_text(encoding="utf-8")
    (out / "lab" / "chapter.css").write_text(styles, encoding="utf-8")
    (out / "lab" / "editions.json").write_text(json.dumps(editions))
    version = whole["jupyter-config-data"]["appVersion"]
    index = out / "lab" / "index.html"
    index.write_text(our_page(index.read_text(encoding="utf-8"), version), encoding="utf-8")


def names_of_colours() -> str:
    """Return the widgets' CSS with the names of colours and sizes, for light and dark pages.

    The file is run by its path, because this environment does not contain the library.
    """
    look = runpy.run_path(str(ROOT / "mctslib" / "draw" / "look.py"))
    return str(look["stylesheet"]())


def for_the_page(notebook: dict[str, Any]) -> None:
    """Change a notebook for this edition.

    It loses the sentences that ask for something that the page does by itself, and the cell that
    installs the library on Colab.
    """
    notebook["cells"] = [cell for cell in notebook["cells"] if "cellView" not in cell["metadata"]]
    for cell in notebook["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            cell["source"] = BY_HAND.sub("", text).splitlines(keepends=True)
        for out in cell.get("outputs", []):
            if "text" in out:  # JupyterLite would put a comma before each line of a list
                out["text"] = "".join(out["text"])


def _said_anew(found: re.Match[str]) -> str:
    """Return a picture in base64 whose words are true for this edition."""
    picture = base64.b64decode(found.group()).decode()
    return base64.b64encode(picture.replace(BY_HAND_IN_PICTURE, INSTEAD).encode()).decode()


def write_chapters(folder: Path) -> dict[str, str]:
    """Write the notebooks to a folder, each with its edition in the metadata.

    A reader's saved copy keeps its edition, so the page can detect that the copy is older than the
    site.  Returns a dict that maps each notebook's file name to its edition.
    """
    editions = {}
    for file in sorted((ROOT / "notebooks").glob("*.ipynb")):
        text = file.read_text(encoding="utf-8")
        if BY_HAND_IN_PICTURE in text:
            text = PICTURE.sub(_said_anew, text.replace(BY_HAND_IN_PICTURE, INSTEAD))
        notebook = json.loads(text)
        for_the_page(notebook)
        editions[file.name] = edition_of(notebook)
        notebook["metadata"]["mctslib"] = {"edition": editions[file.name]}
        text = json.dumps(notebook, ensure_ascii=False, indent=1)
        (folder / file.name).write_text(text, encoding="utf-8")
    return editions


def edition_of(notebook: dict[str, Any]) -> str:
    """Return a digest of the content of a notebook without its outputs."""
    written = [(cell["cell_type"], cell["source"]) for cell in notebook["cells"]]
    return hashlib.sha256(json.dumps(written).encode()).hexdigest()[:16]


def our_page(page: str, version: str) -> str:
    """Return JupyterLite's page with this edition's title, icon, scripts and words.

    version  the version of JupyterLite, which `page.js` stores, so that JupyterLite does not take
             the page's service worker for an old one

    Raises SystemExit unless each text to replace occurs exactly once in the page.
    """
    for old, new in PAGE.items():
        count = page.count(old)
        if count != 1:
            found = f"it contains {old!r} {count} times instead of once."
            raise SystemExit(f"JupyterLite's page has changed: {found}")
        page = page.replace(old, new.replace("{version}", version))
    return page


def main() -> None:
    """Build the site."""
    parser = argparse.ArgumentParser(description="Build the browser-only edition.")
    parser.add_argument(
        "--pyodide", default=ADDRESS, help="a folder or an address with Pyodide's files"
    )
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args()
    in_own_environment()
    out = options.out.resolve()
    shutil.rmtree(out, ignore_errors=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        jupyterlite(Path(work), out)
    (out / "static" / "pyodide").mkdir(parents=True)
    pyodide(out / "static" / "pyodide", options.pyodide)


if __name__ == "__main__":
    main()
