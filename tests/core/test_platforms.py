"""Code that behaves differently on another system, simulated by replacing `sys` or a function."""

import os
import sys
from types import SimpleNamespace

import pytest
from bench import __main__ as bench
from repository import module_at

from mctslib import machine
from mctslib.fast import warm


@pytest.mark.parametrize(
    "platform, place", [("win32", "Scripts/python.exe"), ("linux", "bin/python")]
)
def test_the_python_of_a_bench_s_environment(platform, place, tmp_path, monkeypatch):
    own = SimpleNamespace(platform=platform, executable=sys.executable)
    monkeypatch.setattr(bench, "sys", own)
    monkeypatch.setattr(bench, "BUILD", tmp_path)
    interpreter = tmp_path / "peers" / place
    interpreter.parent.mkdir(parents=True)
    assert str(bench.python("peers")) == sys.executable
    interpreter.touch()
    assert bench.python("peers") == interpreter


@pytest.mark.parametrize("platform, folder", [("win32", "Scripts"), ("darwin", "bin")])
def test_the_python_of_the_builder_s_environment(platform, folder, monkeypatch):
    lite = module_at("binder/lite/build.py")
    monkeypatch.setattr(lite, "sys", SimpleNamespace(platform=platform))
    assert lite.own_python() == lite.ENVIRONMENT / folder / "python"


@pytest.mark.parametrize("has_nice", [True, False])
def test_a_system_without_nice_compiles_all_the_same(has_nice, monkeypatch):
    asked = []
    monkeypatch.delattr(os, "nice", raising=False)
    if has_nice:
        monkeypatch.setattr(os, "nice", asked.append, raising=False)
    exec(warm.POLITE)
    assert asked == ([5] if has_nice else [])


def test_python_runs_in_a_browser_if_it_was_built_with_emscripten(monkeypatch):
    for platform in ("emscripten", "linux", "wasi"):
        monkeypatch.setattr(sys, "platform", platform)
        assert machine.in_browser() == (platform == "emscripten")
