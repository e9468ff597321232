"""Check, without Docker, which build pack repo2docker picks and which files the build uses."""

import os
import re
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


def test_the_python_version_is_one_repo2docker_supports_and_we_do(pack):
    from repo2docker.buildpacks.conda.supported_python_version import SUPPORTED_PYTHON_VERSION

    assert pack.python_version == (ROOT / "binder/runtime.txt").read_text().strip().removeprefix(
        "python-"
    )
    assert pack.python_version in map(str, SUPPORTED_PYTHON_VERSION)
    assert tuple(map(int, pack.python_version.split("."))) >= (3, 11)


def test_the_dockerfile_copies_the_checkout_before_pip_reads_it(pack):
    text = pack.render({"NB_UID": "1000", "NB_USER": "jovyan"})
    install = 'pip install --no-cache-dir -r "binder/requirements.txt"'
    assert install in text
    # The lines `-e .` and `-r ../` need the whole checkout in the image.
    assert text.index("COPY --chown=1000:1000 src/ ${REPO_DIR}/") < text.index(install)


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


def test_nothing_in_the_binder_folder_overrules_the_requirements():
    # repo2docker uses the four files and ignores the folders `book` and `lite`.
    allowed = {
        "requirements.txt",
        "runtime.txt",
        "postBuild",
        "start",
        "book",
        "lite",
    }
    assert {f.name for f in (ROOT / "binder").iterdir()} <= allowed
    scripts = [ROOT / "binder" / name for name in ("postBuild", "start")]
    assert all(script.stat().st_mode & 0o111 for script in scripts), "the files must be executable"


def test_the_badge_opens_a_notebook_that_exists():
    targets = re.findall(r"urlpath=lab/tree/([^\s)\"'&]+)", README.read_text(encoding="utf-8"))
    assert targets, "README.md has no Binder badge that opens a notebook"
    missing = [t for t in targets if not (ROOT / t).is_file()]
    if missing and not any((ROOT / "notebooks").glob("*.ipynb")):
        pytest.skip("no notebook has been built yet")
    assert not missing, f"the badge opens {missing}, which do not exist"


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
