"""Check the site as far as possible without building it."""

import base64
import io
import json
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


@pytest.fixture(scope="module")
def chapters(lite, tmp_path_factory):
    """Return the notebooks of the edition, by the names of their files."""
    folder = tmp_path_factory.mktemp("chapters")
    lite.write_chapters(folder)
    return {file.name: json.loads(file.read_text("utf-8")) for file in folder.iterdir()}


def test_a_chapter_asks_for_nothing_that_the_page_does_by_itself(chapters):
    """The sentence may stand in a picture, which is stored in base64."""
    for name, notebook in chapters.items():
        first = name.startswith("00")
        for cell in notebook["cells"]:
            assert "Only on Colab" not in "".join(cell["source"]), name
            shown = json.dumps(cell.get("outputs", []))
            for picture in re.findall(r"svg[+]xml;base64,([\w+/=]+)", shown):
                shown += base64.b64decode(picture).decode()
            assert not (first and "Shift+Enter" in shown)


def test_what_a_chapter_prints_is_one_text(chapters):
    """JupyterLite joins a list of lines with commas."""
    printed = [
        out["text"]
        for notebook in chapters.values()
        for cell in notebook["cells"]
        for out in cell.get("outputs", [])
        if out["output_type"] == "stream"
    ]
    assert printed and all(isinstance(text, str) for text in printed)


def test_the_code_of_a_verdict_is_folded(chapters):
    """The code often names the right answer, right below the question."""
    found = 0
    for notebook in chapters.values():
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code" and "score_prediction(" in "".join(cell["source"]):
                assert cell["metadata"]["jupyter"] == {
                    "outputs_hidden": True,
                    "source_hidden": True,
                }
                found += 1
    assert found > 20


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
