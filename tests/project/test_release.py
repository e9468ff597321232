"""Build both archives of a release, check them, and use them in other folders.

The checks are the same as those of a package index.  Building the archives needs no network.
Installing the wheel into an empty environment needs a package index for the requirements.  If no
index can be reached, the tests that need one are skipped.
"""

import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile

import nbformat
import pytest
from nbclient import NotebookClient
from repository import ROOT
from test_pythons import python_of

from mctslib.course.__main__ import main

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PLAY = "from mctslib.widgets import Play\nPlay()"


def run(*words, cwd, typed="", **more):
    """Run a command in a folder outside the checkout; return its output.

    more  further variables of the environment
    """
    variables = {}
    for name, value in os.environ.items():
        if not name.startswith(("PYTHON", "PYTEST", "MCTSLIB")):
            variables[name] = value
    done = subprocess.run(
        list(map(str, words)),
        cwd=cwd,
        env=variables | more,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
    )
    printed = done.stdout + done.stderr
    if done.returncode and "error sending request" in printed:
        pytest.skip("NOT TRIED: no package index can be reached")
    assert done.returncode == 0, printed
    return printed


@pytest.fixture(scope="module")
def archives(tmp_path_factory):
    """Build the source archive, and the wheel from it; return their folder."""
    pytest.importorskip("hatchling", reason="hatchling is not installed")
    folder = tmp_path_factory.mktemp("dist")
    # This runs outside the checkout, because the checkout has a folder named `build`.
    run(sys.executable, "-m", "build", "--no-isolation", "-o", folder, ROOT, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def wheel(archives):
    (file,) = archives.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def sources(archives):
    """Unpack the source archive, and return its top folder."""
    (file,) = archives.glob("*.tar.gz")
    with tarfile.open(file) as archive:
        archive.extractall(archives / "unpacked", filter="data")
    (folder,) = (archives / "unpacked").iterdir()
    return folder


def committed():
    """Return the files of the next commit.

    These are the files that git tracks, and new files that git does not ignore.
    """
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    names = done.stdout.strip("\0").split("\0")
    return {name for name in names if (ROOT / name).is_file()}


@pytest.mark.slow
def test_both_archives_pass_the_check_of_an_index(archives):
    files = sorted(archives.glob("mctslib-*"))
    assert len(files) == 2
    run(sys.executable, "-m", "twine", "check", "--strict", *files, cwd=archives)


@pytest.mark.slow
def test_the_source_archive_holds_every_committed_file_and_nothing_else(sources):
    """The archive holds the committed files and PKG-INFO.

    The archive therefore contains all tests and all files that they read.
    """
    held = {file.relative_to(sources).as_posix() for file in sources.rglob("*") if file.is_file()}
    assert held == committed() | {"PKG-INFO"}


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_all_quick_tests_of_the_source_archive_pass(sources):
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=sources)
    assert done.returncode == 0


@pytest.mark.slow
def test_the_wheel_holds_the_library_and_the_notebooks(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    held = {name for name in names if ".dist-info/" not in name}
    library = {name for name in committed() if name.startswith("mctslib/")}
    assert held == library | {f"mctslib/notebooks/{file.name}" for file in NOTEBOOKS}
    assert "mctslib/py.typed" in held


@pytest.mark.slow
def test_the_description_leads_to_the_same_places_as_the_readme(wheel):
    """The relative links of the README are absolute addresses in the description.

    The addresses lead to the same files in the repository.
    """
    archive = zipfile.ZipFile(wheel)
    (metadata,) = [name for name in archive.namelist() if name.endswith("/METADATA")]
    text = archive.read(metadata).decode("utf-8").partition("\n\n")[2]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    address = re.search(
        r'^Repository = "(.+)"', (ROOT / "pyproject.toml").read_text("utf-8"), re.M
    )[1]
    raw = address.replace("https://github.com/", "https://raw.githubusercontent.com/") + "/HEAD"
    target = re.compile(
        r'(!?)\[(?:!\[[^]]*\]\([^)]*\)|[^]]*)\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"'
    )
    before, after = target.findall(readme), target.findall(text)
    assert len(before) == len(after) > 30
    for (picture, link, source), (_, new_link, new_source) in zip(before, after):
        old, new = link or source, new_link or new_source
        if not re.match(r"https:|#", old):
            assert (ROOT / old).exists()
            old = f"{raw}/{old}" if picture or source else f"{address}/blob/HEAD/{old}"
        assert new == old


# ---------------------------------------------------------------- in an empty environment


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory):
    """Return the interpreter of an environment with the wheel, its requirements and a kernel."""
    home = tmp_path_factory.mktemp("an empty place") / "environment"
    uv = [sys.executable, "-m", "uv"]
    run(*uv, "venv", "-q", "--python", sys.executable, home, cwd=home.parent)
    install = [*uv, "pip", "install", "-q", "--python", python_of(home)]
    run(*install, wheel, "ipykernel", cwd=home.parent)
    return python_of(home)


@pytest.mark.slow
def test_the_wheel_in_an_empty_place(python, tmp_path):
    """In an empty environment, the game can be played in the terminal.

    The game comes from the installed wheel.
    """
    printed = run(python, "-m", "mctslib", "--level", "1", cwd=tmp_path, typed="b2\nq\n")
    assert "X" in printed and "Traceback" not in printed
    where = run(python, "-c", "import mctslib; print(mctslib.__file__)", cwd=tmp_path)
    assert "site-packages" in where


AWAY = """
import socket
def refuse(*_): raise OSError("no network here")
socket.socket.connect = socket.getaddrinfo = refuse
import mctslib, sys
from pathlib import Path
assert " " in mctslib.__file__, mctslib.__file__
assert not (Path(mctslib.__file__).parents[1] / "tests").exists(), mctslib.__file__
from mctslib import TicTacToe, record, search
from mctslib.course import checkpoint, predict, progress, summary
from mctslib.course.ch13 import matches
from mctslib.course.__main__ import main
from mctslib.draw import show_tree
from mctslib.widgets import Play, StepperView
assert search(TicTacToe(), 1000, seed=1).action == 4
trace = record(TicTacToe.from_text("X../XOO/OX."), 12, seed=12)
asked = predict("03-nodes"), checkpoint("03-draw")
for shown in (StepperView(trace), Play(), *asked):
    assert len(shown.static_picture()) > 100
show_tree(trace.tree()), progress(), summary("03"), matches()
assert main(["sheets", "03", "my sheets", "--students", "1"]) == main(["slides", "my sheets"]) == 0
"""


@pytest.mark.slow
def test_the_wheel_works_without_a_home_or_a_network(python, tmp_path):
    (tmp_path / "home").touch()  # nothing can be created below a path that is a file
    printed = run(python, "-c", AWAY, cwd=tmp_path, HOME=str(tmp_path / "home"))
    complaints = [line for line in printed.splitlines() if "mctslib" in line]
    assert not complaints, printed


@pytest.mark.slow
def test_get_writes_the_notebooks(python, tmp_path):
    folder = tmp_path / "my course"
    run(python, "-m", "mctslib.course", "get", folder, cwd=tmp_path)
    for notebook in NOTEBOOKS:
        assert (folder / notebook.name).read_bytes() == notebook.read_bytes()
    assert len(list(folder.iterdir())) == len(NOTEBOOKS)


@pytest.mark.slow
def test_a_board_plays_in_a_notebook(python, tmp_path):
    """A board can be played in a notebook whose kernel runs in the empty environment.

    Only the driver of the test runs in the environment of pytest.
    """
    spec = tmp_path / "kernels" / "empty"
    spec.mkdir(parents=True)
    arguments = [str(python), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    content = {"argv": arguments, "display_name": "empty", "language": "python"}
    (spec / "kernel.json").write_text(json.dumps(content))
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(PLAY)])
    client = NotebookClient(notebook, kernel_name="empty", timeout=120)
    client.create_kernel_manager().kernel_spec_manager.kernel_dirs = [str(tmp_path / "kernels")]
    client.execute(cwd=str(tmp_path))
    (output,) = notebook.cells[0].outputs
    assert "application/vnd.jupyter.widget-view+json" in output.data
    assert "Board, row by row" in output.data["text/html"], "the picture beside the board has words"


# ---------------------------------------------------------------- `get`, in this environment


def test_get_keeps_what_a_reader_has_written(tmp_path, capsys):
    folder = tmp_path / "course"
    assert main(["get", str(folder)]) == 0
    assert f"{len(NOTEBOOKS)} notebooks are written" in capsys.readouterr().out
    own, gone = folder / NOTEBOOKS[3].name, folder / NOTEBOOKS[5].name
    own.write_text("my solutions")
    gone.unlink()
    assert main(["get", str(folder)]) == 0
    printed = capsys.readouterr().out
    assert own.read_text() == "my solutions" and f"{own.name} is kept" in printed
    assert gone.read_bytes() == NOTEBOOKS[5].read_bytes() and "1 notebook is written" in printed
    assert f"{len(NOTEBOOKS) - 2} notebooks are already there" in printed


def test_get_leaves_alone_what_is_no_file(tmp_path, capsys):
    (tmp_path / NOTEBOOKS[0].name).mkdir()
    assert main(["get", str(tmp_path)]) == 0
    assert f"{NOTEBOOKS[0].name} is kept" in capsys.readouterr().out
    (tmp_path / "a file").touch()
    assert main(["get", str(tmp_path / "a file" / "course")]) == 1
    assert capsys.readouterr().err
