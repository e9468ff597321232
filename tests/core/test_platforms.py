"""Code that behaves differently on another system, simulated by replacing `sys` or a function."""

import os
import sys

import pytest

from mctslib import machine
from mctslib.fast import warm


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
