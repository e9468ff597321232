"""The search that a page runs (here in node) grows the same tree as the library."""

import json
import shutil
import subprocess

import pytest
import uct_cases

NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="NOT TRIED: node is not installed")
@pytest.mark.parametrize("c", [2**0.5, 0.0])
def test_node_makes_the_same_iterations_as_the_library(c):
    cases = json.dumps(uct_cases.asked(iterations=100, c=c))
    script = f"console.log(JSON.stringify(({uct_cases.RUN})({cases})))"
    done = subprocess.run([NODE, "-e", script], capture_output=True, text=True, check=True)
    assert uct_cases.compare(json.loads(done.stdout), iterations=100, c=c) == 35
