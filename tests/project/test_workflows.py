"""The workflows and .ci/run are right, as far as they can be checked without GitHub.

The test finds all workflows.  Their commands also appear on the pages, and `test_commands.py` names
the test that runs each command.
"""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from documented import ROOT, files, lines_of_page, simple, steps, triggers, workflows
from test_pythons import BINDER, VERSIONS

WORKFLOWS = workflows()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SYSTEMS = {"ubuntu-latest", "macos-latest", "windows-latest"}
RUN = []  # the name of a workflow, and a line that it runs
for workflow_name, workflow in WORKFLOWS.items():
    for step in steps(workflow):
        RUN += [(workflow_name, line) for line in step.get("run", "").splitlines()]


def test_there_are_workflows_for_the_tests_and_for_the_site():
    assert {"tests.yml", "site.yml"} <= set(WORKFLOWS)


@pytest.mark.parametrize("name", WORKFLOWS)
def test_github_can_read_it(name):
    """Each workflow agrees with GitHub's schema.

    The schema is part of the package check-jsonschema, so nothing is downloaded.
    """
    pytest.importorskip("check_jsonschema", reason="check-jsonschema is not installed")
    file = ROOT / ".github/workflows" / name
    schema = ["--builtin-schema", "vendor.github-workflows"]
    command = [sys.executable, "-m", "check_jsonschema", *schema, file]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_reference_manager_can_read_the_citation():
    pytest.importorskip("check_jsonschema", reason="check-jsonschema is not installed")
    schema = ["--builtin-schema", "vendor.citation-file-format"]
    command = [sys.executable, "-m", "check_jsonschema", *schema, ROOT / ".github/CITATION.cff"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", WORKFLOWS)
def test_every_file_and_every_workflow_that_it_names_exists(name):
    workflow = WORKFLOWS[name]
    for job in workflow["jobs"].values():
        called = job.get("uses", "")
        assert not called.startswith("./") or (ROOT / called).is_file(), called
    for step in steps(workflow):
        for path in re.findall(r"[\w./-]+/[\w.-]+\.(?:py|txt|ipynb)|\.ci/run", step.get("run", "")):
            assert (ROOT / path).is_file(), path


@pytest.mark.parametrize("name", WORKFLOWS)
def test_every_action_is_github_s_own_and_its_version_is_stated(name):
    used = [step["uses"] for step in steps(WORKFLOWS[name]) if "uses" in step]
    assert all(re.fullmatch(r"actions/[\w-]+@v\d+", action) for action in used)


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_job_that_is_needed_and_a_step_that_is_read_exist(name):
    jobs = WORKFLOWS[name]["jobs"]
    for job in jobs.values():
        needed = job.get("needs", [])
        needed = [needed] if isinstance(needed, str) else needed
        assert set(needed) <= set(jobs)
        own_steps = {step.get("id") for step in job.get("steps", [])}
        assert set(re.findall(r"steps\.(\w+)\.", str(job))) <= own_steps
        matrix = job.get("strategy", {}).get("matrix", {})
        assert set(re.findall(r"matrix\.(\w+)", str(job))) <= set(matrix)


@pytest.mark.parametrize(("name", "line"), RUN)
def test_its_commands_are_those_that_the_pages_show(name, line):
    shown = set()
    for file in files(".md"):
        for documented in lines_of_page(file.read_text(encoding="utf-8")):
            shown |= set(simple(documented))
    own = {"mv build/lite build/book/lite"}  # moves one part of the site into the other
    assert set(simple(line)) <= shown | own


def test_the_quick_tests_run_on_every_system_with_every_python_by_readme_s_command():
    job = WORKFLOWS["tests.yml"]["jobs"]["quick"]
    matrix = job["strategy"]["matrix"]
    assert set(matrix["system"]) == SYSTEMS and job["runs-on"] == "${{ matrix.system }}"
    assert matrix["python"] == VERSIONS
    assert set(re.findall(r"Python :: (3\.\d+)", str(PROJECT["classifiers"]))) <= set(VERSIONS)
    assert PROJECT["requires-python"] == f">={VERSIONS[0]}"
    commands = {step["if"]: step["run"] for step in job["steps"] if "pytest" in step.get("run", "")}
    unix = re.search(r"^python3 -m venv .* -m pytest -n auto$", README, re.M)[0]
    windows = re.search(r"^py -m venv .* -m pytest -n auto$", README, re.M)[0]
    assert commands == {
        "runner.os != 'Windows'": unix,
        "runner.os == 'Windows'": re.sub("^py ", "python ", windows),
    }


def test_style_and_types_are_checked_on_every_system():
    checks = []
    for step in WORKFLOWS["tests.yml"]["jobs"]["quick"]["steps"]:
        if "mypy" in step.get("run", ""):
            lines = step["run"].splitlines()
            assert "!cancelled()" in step["if"]
            # The command begins with a path, which Windows spells differently.
            checks.append([" ".join(line.split()[1:]) for line in lines])
    wanted = ["-m ruff check .", "-m ruff format --check .", "-m mypy"]
    assert checks == [wanted, wanted]


def test_the_slow_and_browser_tests_run_on_ubuntu_with_binder_s_python_at_hand():
    job = WORKFLOWS["tests.yml"]["jobs"]["slow"]
    assert job["runs-on"] == "ubuntu-latest"
    assert "bash .ci/run" in [step.get("run") for step in job["steps"]]
    pythons = next(s["with"]["python-version"].split() for s in job["steps"] if "with" in s)
    assert BINDER in pythons and pythons[-1] == VERSIONS[0], "the last value is used"


def test_the_tests_run_on_every_push_and_every_pull_request():
    started_by = triggers(WORKFLOWS["tests.yml"])
    assert {"push", "pull_request"} <= set(started_by)
    assert not started_by["push"] and not started_by["pull_request"], "without a filter"


def test_the_site_is_published_only_after_every_other_job():
    assert list(triggers(WORKFLOWS["site.yml"])) == ["workflow_call"]
    callers = []
    for name, workflow in WORKFLOWS.items():
        for job in workflow["jobs"].values():
            if job.get("uses") == "./.github/workflows/site.yml":
                callers.append((name, job))
    ((name, job),) = callers
    assert name == "tests.yml" and job["if"] == "github.ref == 'refs/heads/main'"
    assert len(job["needs"]) == len(WORKFLOWS[name]["jobs"]) - 1
    assert job["permissions"] == WORKFLOWS["site.yml"]["permissions"]
    assert WORKFLOWS["tests.yml"]["permissions"] == {"contents": "read"}


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


def test_the_hooks_call_the_ruff_that_the_tests_use():
    import yaml

    hooks = yaml.safe_load(text_of(".pre-commit-config.yaml"))["repos"][0]["hooks"]
    assert [shlex.split(hook["entry"])[:2] for hook in hooks] == [
        ["ruff", "check"],
        ["ruff", "format"],
    ]
    assert {hook["language"] for hook in hooks} == {"system"}
    pinned = re.search(r"^ruff==(\S+)", text_of("tests/requirements.txt"), re.M)[1]
    command = [sys.executable, "-m", "ruff", "--version"]
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", errors="replace", check=True
    )
    assert done.stdout.split() == ["ruff", pinned]


# ---------------------------------------------------------------- what other systems can install


@pytest.mark.slow
@pytest.mark.parametrize(
    "platform", ["x86_64-unknown-linux-gnu", "aarch64-apple-darwin", "windows"]
)
@pytest.mark.parametrize("python", VERSIONS)
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
