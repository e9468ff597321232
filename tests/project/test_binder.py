"""Check, without Docker, which build pack repo2docker picks and which files the build uses."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from repository import ROOT

README = ROOT / "README.md"


@pytest.fixture
def pack(monkeypatch):
    """Return the build pack that repo2docker picks: the first that fits, in repo2docker's order."""
    app_module = pytest.importorskip(
        "repo2docker.app", reason="jupyter-repo2docker is not installed"
    )
    monkeypatch.chdir(ROOT)
    app = app_module.Repo2Docker()
    packs = (cls(base_image=app.base_image) for cls in [*app.buildpacks, app.default_buildpack])
    picked = next(p for p in packs if p.detect())
    picked.platform = "linux/amd64"
    return picked


def test_the_python_build_pack_reads_the_binder_folder(pack):
    assert type(pack).__name__ == "PythonBuildPack" and pack.binder_dir == "binder"


def test_every_file_that_the_build_names_exists():
    """The files and folders that the requirements name exist.

    A path after `-r` is relative to the file that names it.  A path after `-e` is relative to the
    top folder of the repository, where pip runs.
    """
    todo, editable = [ROOT / "binder/requirements.txt"], []
    for file in todo:
        for line in file.read_text().splitlines():
            if line.startswith("-r "):
                todo.append((file.parent / line[3:].strip()).resolve())
            elif line.startswith("-e "):
                editable.append((ROOT / line[3:].partition("[")[0].strip()).resolve())
    assert ROOT / "requirements.txt" in todo
    assert editable == [ROOT] and (ROOT / "pyproject.toml").is_file()


def test_what_is_compiled_while_building_is_compiled_for_any_processor():
    """`postBuild` and `start` set the same processor name, because numba's cache depends on it."""
    build, start = ((ROOT / "binder" / name).read_text() for name in ("postBuild", "start"))
    setting = "NUMBA_CPU_NAME=generic"
    assert (
        setting in build and f"export {setting}" in start and start.rstrip().endswith('exec "$@"')
    )


@pytest.mark.slow
def test_the_cache_made_by_the_build_is_used_at_start(tmp_path):
    pytest.importorskip("numba", reason="the compiled engine needs numba")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PATH": path}
    subprocess.run([ROOT / "binder/postBuild"], cwd=ROOT, env=environment, check=True)
    made = set(tmp_path.rglob("*.nb*"))
    use = "from mctslib import fast, TicTacToe; fast.search(TicTacToe(), 100)"
    start = [ROOT / "binder/start", "python", "-c", use]
    said = subprocess.run(
        start, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE
    ).stdout
    assert made and set(tmp_path.rglob("*.nb*")) == made and not said
