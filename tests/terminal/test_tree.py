"""A tree in a file is drawn as text, as a picture and as a page, and nothing in it is trusted."""

import json
import subprocess
import sys

import pytest

from mctslib.terminal import tree

SMALL = {
    "visits": 20,
    "value": 0.6,
    "children": {
        "left": {"visits": 14, "value": 0.7, "children": {"stay": {"visits": 9, "value": 0.25}}}
    },
}


def terminal(*arguments):
    command = [sys.executable, "-m", "mctslib", "tree", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, encoding="utf-8")


def test_the_terminal_draws_a_file_as_text_picture_and_page(tmp_path):
    file = tmp_path / "tree.json"
    file.write_text(json.dumps(SMALL))
    assert "stay" in terminal(file).stdout
    for out in ("tree.svg", "tree.html"):
        done = terminal(file, tmp_path / out, "--nodes", "2")
        assert done.returncode == 0, done
        picture = (tmp_path / out).read_text(encoding="utf-8").partition("<details")[0]
        assert "left" in picture and "stay" not in picture


def test_nothing_of_a_file_reaches_a_page_as_markup(tmp_path):
    file, page = tmp_path / "<i>tree.json", tmp_path / "tree.html"
    bad = "<script>alert(1)</script>"
    below = {
        bad: {"visits": 2, "value": 0.1, "text": bad, "children": {bad: {"visits": 1, "value": 0}}}
    }
    file.write_text(json.dumps({"visits": 3, "value": 0.5, "children": below}))
    assert terminal(file, page).returncode == 0
    text = page.read_text(encoding="utf-8")
    assert "<script" not in text and "<i>" not in text and "alert" in text


@pytest.mark.parametrize(
    "content", ["", "[1", "[]", "7", '{"visits": 1}', "\0\1\xff", "[" * 100_000]
)
def test_a_bad_file_gets_a_sentence(tmp_path, capsys, content):
    file = tmp_path / "bad.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        tree.main([str(file)])
    assert ended.value.code == 2 and "bad.json: " in capsys.readouterr().err
