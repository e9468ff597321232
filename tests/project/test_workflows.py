"""The workflows and .ci/run are right, as far as they can be checked without GitHub.

`test_commands.py` looks at their commands.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from documented import ROOT, steps, workflows
from test_pythons import VERSIONS

WORKFLOWS = workflows()
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_github_can_read_them():
    """Each workflow agrees with GitHub's schema.

    The schema is part of the package check-jsonschema, so nothing is downloaded.
    """
    pytest.importorskip("check_jsonschema", reason="check-jsonschema is not installed")
    files = [ROOT / ".github/workflows" / name for name in WORKFLOWS]
    schema = ["--builtin-schema", "vendor.github-workflows"]
    command = [sys.executable, "-m", "check_jsonschema", *schema, *files]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_is_published_is_what_the_builders_write():
    """The published folders are the folders into which the builders write.

    They contain the book and the browser-only edition.
    """
    site = WORKFLOWS["site.yml"]
    book = re.search(r'^OUT = ROOT / "(.+)" / "(.+)"$', text_of("binder/book/build.py"), re.M)
    lite = re.search(r'^OUT\b.*"(lite)"', text_of("binder/lite/build.py"), re.M)
    book = "/".join(book.groups())
    assert f"mv build/{lite[1]} {book}/lite" in [step.get("run") for step in steps(site)]
    assert {"path": book} in [step.get("with") for step in steps(site)]


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


# ---------------------------------------------------------------- .ci/run and the hooks


def test_the_script_of_ci_is_sound_and_runs_every_kind_of_test_but_the_long_ones():
    if sys.platform == "win32":
        pytest.skip("the script is for Linux")
    script = ROOT / ".ci/run"
    subprocess.run(["bash", "-n", script], check=True)
    text = script.read_text(encoding="utf-8")
    for file in re.findall(r"[\w/-]+\.(?:txt|md|py)\b", text):
        assert (ROOT / file).is_file(), file
    assert "-m 'slow and not browser'" in text and "-m 'browser and not long'" in text
    chosen = re.search(r"grep -x '(.+)' README\.md", text)[1]
    assert len(re.findall(rf"^{chosen}$", README, re.M)) == 1


# ---------------------------------------------------------------- what other systems can install


@pytest.mark.long
@pytest.mark.parametrize(
    "platform", ["x86_64-unknown-linux-gnu", "aarch64-apple-darwin", "windows"]
)
@pytest.mark.parametrize("python", [VERSIONS[0], VERSIONS[-1]])
def test_every_package_has_a_wheel(python, platform):
    """The requirements of README's two commands can be installed without a compiler."""
    choose = ["--python-version", python, "--python-platform", platform]
    what = ["pyproject.toml", "--extra", "all", "tests/requirements.txt"]
    command = [sys.executable, "-m", "uv", "pip", "compile", "-q", "--only-binary", ":all:"]
    done = subprocess.run(
        [*command, *choose, *what],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode and "error sending request" in done.stderr:
        pytest.skip("NOT TRIED: no package index can be reached")
    assert done.returncode == 0, done.stderr
    assert "numba==" in done.stdout and Path("tests/requirements.txt").name in done.stdout
