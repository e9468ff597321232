"""Build the browser-only edition: JupyterLab with a Python that runs in the page, the library and the notebooks.

    .venv/bin/python binder/lite/build.py

writes build/lite, a folder of files for any web server (`python -m http.server -d build/lite` will do).  A page asks
nobody but that server.  The builder works in an environment of its own, build/lite-env.  Pyodide comes from its public
address, or with `--pyodide` from a folder or another address; `pyodide.json` says which files, and their sha256.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import os
import re
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

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OUT = ROOT / "build" / "lite"
KEPT = ROOT / "build" / "lite-wheels"
ENVIRONMENT = ROOT / "build" / "lite-env"
PYODIDE = json.loads((HERE / "pyodide.json").read_text(encoding="utf-8"))
ADDRESS = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE['info']['version']}/full/"
PYTHON = PYODIDE["info"]["python"].rpartition(".")[0]
KERNEL = "jupyterlite-pyodide-kernel"
NOT_TO_BE_HAD = 3  # what the program returns then
EXTENSIONS = {
    "jupyterlab_widgets": "@jupyter-widgets/jupyterlab-manager",
    "anywidget": "anywidget",
    KERNEL: "@jupyterlite/pyodide-kernel-extension",
}
REPLACED = {"sqlite3", "prompt-toolkit", "wcwidth"}  # by a few names in in_page.py
LATER = (
    "numpy",
    "matplotlib",
    "scipy",
)  # with what only they need: fetched when they are first imported
USELESS = re.compile(
    r"(^|/)(tests?|lib2to3|idlelib|ensurepip|pydoc_data|turtledemo)/|[.]data/|[.]pyi$|"
    r"pygments/lexers/(?!__init__|_mapping|python|special)|"
    r"^(xmlrpc|wsgiref|mailbox|imaplib|nntplib|ftplib|smtplib|cgi|cgitb|telnetlib|poplib|msilib)\b"
)


def in_own_environment() -> None:
    """Go on there: a JupyterLab that finds the page's kernel among its extensions complains of it in every notebook."""
    if Path(sys.prefix).resolve() == ENVIRONMENT:
        return
    asked = (HERE / "requirements.txt").read_bytes()
    python, made = (
        ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin") / "python",
        ENVIRONMENT / "made",
    )
    if not made.is_file() or made.read_bytes() != asked:
        venv.create(ENVIRONMENT, clear=True, with_pip=True)
        quick = [
            sys.executable,
            "-m",
            "uv",
            "pip",
            "install",
            "--python",
            python,
        ]  # three seconds instead of thirty
        install = quick if find_spec("uv") else [python, "-m", "pip", "install"]
        if subprocess.run([*install, "-q", "-r", HERE / "requirements.txt"]).returncode:
            print(
                f"What {HERE / 'requirements.txt'} lists cannot be had: nothing is built.",
                file=sys.stderr,
            )
            raise SystemExit(NOT_TO_BE_HAD)
        made.write_bytes(asked)
    raise SystemExit(subprocess.run([python, __file__, *sys.argv[1:]]).returncode)


def fetch(name: str, sha256: str, source: str) -> bytes:
    """One of Pyodide's files, from a folder or an address."""
    if "://" in source:
        with urllib.request.urlopen(source.rstrip("/") + "/" + name, timeout=120) as answer:
            data = answer.read()
    else:
        data = (Path(source) / name).read_bytes()
    if hashlib.sha256(data).hexdigest() != sha256:
        raise SystemExit(
            f"{name} in {source} is not the file that {HERE / 'pyodide.json'} means: its sha256 differs."
        )
    return data


def pip(*options: str | Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", *options], check=True
    )


def pure_wheels() -> list[Path]:
    """The wheels of wheels.txt, downloaded once."""
    listed = (HERE / "wheels.txt").read_text(encoding="utf-8")
    pinned = re.findall(r"^(\S+)==(\S+)", listed, re.M)
    wanted = [f"{name.replace('-', '_')}-{version}-*.whl" for name, version in pinned]
    if not all(any(KEPT.glob(pattern)) for pattern in wanted):
        pip(
            "download",
            "-q",
            "--no-deps",
            "--only-binary=:all:",
            "--platform=any",
            "--abi=none",
            "--implementation=py",
            f"--python-version={PYTHON}",
            "-d",
            KEPT,
            "-r",
            HERE / "wheels.txt",
        )
    return [next(KEPT.glob(pattern)) for pattern in wanted]


def own_wheel(work: Path) -> Path:
    """Build the library's wheel without a network, and without the notebooks.

    work  a folder for the copy from which the wheel is built, and for the wheel
    """
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, work)
    shutil.copytree(
        ROOT / "mctslib", work / "mctslib", ignore=shutil.ignore_patterns("__pycache__")
    )
    pip("wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index", "-w", work, work)
    return next(work.glob("*.whl"))


def extension(package: str) -> Path:
    """The folder of JavaScript that an installed package brings for JupyterLab."""
    wanted = f"labextensions/{EXTENSIONS[package]}/package.json"
    found = distribution(package)
    return next(
        Path(found.locate_file(f)).resolve().parent
        for f in found.files or ()
        if str(f).endswith(wanted)
    )


def a_python() -> str | None:
    """A Python of Pyodide's version, to compile for it; None where there is none."""
    tested = (
        ROOT / "build" / "pythons" / PYTHON / "bin" / "python"
    )  # with which the tests run the notebooks
    managed = ["uv", "run", "--no-project", "-p", PYTHON, "python"]
    for command in ([sys.executable], [f"python{PYTHON}"], [tested], managed):
        try:
            ask = [
                *command,
                "-c",
                "import sys; print(sys.executable, '%d.%d' % sys.version_info[:2])",
            ]
            path, version = subprocess.run(
                ask, capture_output=True, text=True, check=True
            ).stdout.split()
        except (OSError, ValueError, subprocess.CalledProcessError):
            continue
        if version == PYTHON:
            return path
    return None


def kernel_wheels() -> list[Path]:
    """What the kernel is made of; its installer has a stand-in, `in_page.py`."""
    folder = extension(KERNEL) / "static" / "pypi"
    return [wheel for wheel in sorted(folder.glob("*.whl")) if not wheel.name.startswith("piplite")]


def zipped(file: Path) -> bytes:
    """An archive of one file."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as z:
        z.writestr(zipfile.ZipInfo(file.name), file.read_bytes())
    return data.getvalue()


def compiled(folder: Path, python: str | None, home: str) -> None:
    """Compile what will stand in `home`: a page would do it anew each time.  The library's own text stays beside it."""
    if python is None:
        return
    command = [
        python,
        "-m",
        "compileall",
        "-q",
        "-s",
        folder,
        "-p",
        home,
        "--invalidation-mode",
        "unchecked-hash",
    ]
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
    """Archives of Python code, unpacked over each other, compiled, and packed as one: the same bytes on every run."""
    sha256 = hashlib.sha256(repr((python, home, how, USELESS.pattern)).encode())
    for archive in archives:
        sha256.update(archive)
    kept = KEPT / f"{sha256.hexdigest()}.zip"
    if not kept.is_file():
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name).resolve()
            for archive in archives:
                with zipfile.ZipFile(io.BytesIO(archive)) as z:
                    z.extractall(folder, [n for n in z.namelist() if not USELESS.search(n)])
            compiled(folder, python, home)
            with zipfile.ZipFile(kept.with_suffix(".part"), "w") as z:
                for file in sorted(f for f in folder.rglob("*") if f.is_file()):
                    z.writestr(
                        zipfile.ZipInfo(file.relative_to(folder).as_posix()), file.read_bytes(), how
                    )
        kept.with_suffix(".part").replace(kept)
    return kept.read_bytes()


def needed(names: Iterable[str], but: Iterable[str] = ()) -> set[str]:
    """These packages of Pyodide's, and what they need, and so on."""
    found: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop().replace("_", "-")
        if name not in found and name not in but:
            found.add(name)
            todo += PYODIDE["packages"][name]["depends"]
    return found


def pyodide(to: Path, source: str) -> None:
    """Pyodide: in `library` and `start`, packed tightly, what is needed before numpy; the rest, and its list."""
    python = a_python()
    if python is None:
        print(f"No Python {PYTHON} here: nothing is compiled, and the page starts more slowly.")
    site, packages = f"/lib/python{PYTHON}/site-packages", PYODIDE["packages"]
    core = {name: fetch(name, sha256, source) for name, sha256 in PYODIDE["core"].items()}
    first, later = needed(["ipython"], but=REPLACED), needed(LATER)
    got = {
        p: fetch(packages[p]["file_name"], packages[p]["sha256"], source)
        for p in sorted(first | later)
    }
    library = [core.pop("python_stdlib.zip"), *(got[name] for name in sorted(first))]
    with tempfile.TemporaryDirectory() as work:
        wheels = [*pure_wheels(), *kernel_wheels(), own_wheel(Path(work))]
        start = [zipped(HERE / "in_page.py"), *(wheel.read_bytes() for wheel in wheels)]
    for name, archives, home in (
        ("library", library, "/lib/python312.zip"),
        ("start", start, site),
    ):
        core[f"{name}.packed"] = gzip.compress(
            packed(archives, python, home, zipfile.ZIP_STORED), 9, mtime=0
        )
    lock = {}
    for name in sorted(later - first):
        entry = lock[name] = dict(packages[name])
        file, data = entry["file_name"], got[name]
        core[file] = data = packed([data], python, site) if file.endswith(".whl") else data
        entry["sha256"] = hashlib.sha256(data).hexdigest()
        entry["depends"] = [d for d in entry["depends"] if d.replace("_", "-") not in first]
    core["pyodide-lock.json"] = json.dumps({"info": PYODIDE["info"], "packages": lock}).encode()
    core["start.mjs"] = (HERE / "start.mjs").read_bytes()
    worker = next((extension(KERNEL) / "static").glob("comlink.*.js")).name
    worker = f"../../extensions/{EXTENSIONS[KERNEL]}/static/{worker}"
    core["kernel.mjs"] = (
        f'import {{ loadPyodide }} from "./start.mjs";\nimport "{worker}";\nloadPyodide();\n'.encode()
    )
    for name, data in core.items():
        (to / name).write_bytes(data)


PAGE = {
    "<title>JupyterLite</title>": """<title>Monte Carlo tree search, by hand</title>
    <link rel="icon" href="favicon.ico">
    <script src="page.js" data-version="{version}"></script>""",
    # What circles meanwhile takes time that the start needs, where there is no graphics card.
    "  </head>": """    <style>[id*="moon"] { animation: none !important; }</style>
  </head>""",
    "Loading JupyterLite...": "Loading JupyterLab and Python. The first time takes longest.",
    "await import(": "if (window.WebAssembly) await import(",
}
CONFIG = {
    "appName": "Monte Carlo tree search, by hand",
    "exposeAppInBrowser": True,
    "enableMemoryStorage": True,  # where a browser keeps nothing, it can still be played
    # Who asks for a chapter sees that one: not what was open the last time, and a Python for each.
    "workspacesStorageDrivers": '["memoryStorageDriver"]',
    "settingsOverrides": {
        "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}
    },  # widgets stay
    "litePluginSettings": {
        "@jupyterlite/pyodide-kernel-extension:kernel": {
            "pyodideUrl": "./static/pyodide/start.mjs",
            "disablePyPIFallback": True,
            # What the kernel would install if it were not there already.
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
    """JupyterLab itself, with the notebooks and the JavaScript of the widgets."""
    content = work / "content"
    content.mkdir()
    for kind in ("*.ipynb", "img/*.svg"):
        for file in (ROOT / "notebooks").glob(kind):
            (content / file.parent.relative_to(ROOT / "notebooks")).mkdir(exist_ok=True)
            shutil.copy(file, content / file.relative_to(ROOT / "notebooks"))
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
        made = subprocess.run(
            [sys.executable, "-m", "jupyterlite_core", "build"], cwd=work, stdout=log, stderr=log
        )
    if made.returncode:
        raise SystemExit((work / "log").read_text()[-4000:])
    file = out / "jupyter-lite.json"
    whole = json.loads(file.read_text())
    whole["jupyter-config-data"].update(CONFIG)
    file.write_text(json.dumps(whole))
    shutil.copy(HERE / "page.js", out / "lab")
    page = (out / "lab" / "index.html").read_text(encoding="utf-8")
    for old, new in PAGE.items():
        if page.count(old) != 1:
            raise SystemExit(
                f"JupyterLite's page has changed: {old!r} is there {page.count(old)} times."
            )
        page = page.replace(
            old, new.replace("{version}", whole["jupyter-config-data"]["appVersion"])
        )
    (out / "lab" / "index.html").write_text(page, encoding="utf-8")


def main() -> None:
    """Build the site, and say what it weighs."""
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
