"""Check the site as far as possible without building it."""

import io
import re
import zipfile

import documented
import pytest
import repository
from repository import ROOT


@pytest.fixture(scope="module")
def lite():
    """Return the module of the builder of the browser-only edition."""
    return repository.module_at("binder/lite/build.py")


def test_the_workflow_and_the_builder_mean_the_same_python(lite):
    steps = documented.steps(documented.workflows()["site.yml"])
    assert {"python-version": lite.PYTHON} in [step.get("with") for step in steps]


def test_what_a_package_needs_is_pinned_too(lite):
    packages = lite.PYODIDE["packages"]
    assert lite.needed(packages, but={"sqlite3"}) == set(packages)
    assert {"numpy", "kiwisolver", "pillow"} < lite.needed(["matplotlib"])


def test_a_file_of_another_version_is_refused_in_one_sentence(lite, tmp_path):
    name, sha256 = next(iter(lite.PYODIDE["core"].items()))
    (tmp_path / name).write_text("something else")
    for source in (str(tmp_path), tmp_path.as_uri()):
        with pytest.raises(SystemExit, match=f"{name} in .* its sha256 differs"):
            lite.fetch(name, sha256, source)


def test_a_source_without_the_files_is_refused_in_one_sentence(lite, tmp_path):
    nobody = "http://127.0.0.1:1"  # no server listens there
    for source in (str(tmp_path / "nowhere"), nobody):
        with pytest.raises(SystemExit, match=re.escape(f"cannot be read from {source}: ")):
            lite.fetch("pyodide.mjs", "", source)


def test_packing_twice_gives_the_same_bytes_without_what_no_reader_needs(
    lite, tmp_path, monkeypatch
):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as z:
        for name in ("a/__init__.py", "a/tests/test_a.py", "a/b.pyi", "a/data.json"):
            z.writestr(name, "1")
    made = []
    for run in "12":
        monkeypatch.setattr(lite, "KEPT", tmp_path / run)
        lite.KEPT.mkdir()
        made.append(lite.packed([archive.getvalue()], None, "/lib"))
    assert made[0] == made[1]
    assert zipfile.ZipFile(io.BytesIO(made[0])).namelist() == ["a/__init__.py", "a/data.json"]


def test_measurements_and_networks_are_not_in_the_first_load(lite):
    """Only chapter 00 keeps its data there, because it is the chapter that opens first."""
    large = []
    for kind in ("json", "npz"):
        for file in (ROOT / "mctslib").rglob(f"*.{kind}"):
            name = file.relative_to(ROOT).as_posix()
            of_the_first_chapter = name.startswith("mctslib/course/ch00/")
            if file.stat().st_size > 5_000 and not (lite.part_of(name) or of_the_first_chapter):
                large.append(name)
    assert large == []


def test_the_library_is_divided_and_nothing_is_lost(lite):
    files = ["__init__.py", "course/ch02/__init__.py", "course/ch02/questions.toml"]
    later = ["course/ch02/widget.py", "methods/network.py", "methods/nets/a.npz"]
    wheel = io.BytesIO()
    with zipfile.ZipFile(wheel, "w") as archive:
        for file in files + later:
            archive.writestr(f"mctslib/{file}", file)
    parts = lite.in_parts(wheel.getvalue())
    names = {part: zipfile.ZipFile(io.BytesIO(data)).namelist() for part, data in parts.items()}
    assert names[""] == [f"mctslib/{file}" for file in files]
    assert names["chapters"] + names["nets"] == [f"mctslib/{file}" for file in later]
    assert lite.modules(parts["nets"]) == ["mctslib.methods.network"]
