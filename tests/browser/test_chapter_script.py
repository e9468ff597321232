"""The script of an open chapter without a server asks which edition to use, here without JupyterLab.

A small object stands in for JupyterLab: one notebook, and a storage that may fail.
"""

import json

import pytest
from playwright.sync_api import expect
from repository import ROOT

NAME = "03_walk.ipynb"
APP = """
class Cell {
  constructor(id, source, shows = "text/plain") {
    this.model = {
      type: "code", id, sharedModel: { source },
      getMetadata: () => ({ outputs_hidden: true }),
      outputs: { length: 1, get: () => ({ data: { [shows]: "" } }) },
    };
    this.source = source;
    this.outputHidden = true;
    this.node = document.createElement("div");
    this.node.innerHTML = `<div class="jp-Placeholder-content">${id}</div>`;
  }
  static async execute(cell) {
    window.ran = (window.ran ?? 0) + 1;
    cell.outputHidden = false; // as in JupyterLab
    return { content: {} };
  }
}
const signal = { connect() {} };
const cells = [new Cell("same", "my answer"), new Cell("gone", "my other answer")];
if (ASKS) {
  cells.push(new Cell("question", 'predict("03-nodes")', "application/vnd.jupyter.widget-view+json"));
  cells.push(new Cell("verdict", "score_prediction(guess, 8)"));
}
window.folded = () => cells.filter((cell) => cell.outputHidden).map((cell) => cell.model.id);
const node = document.body.appendChild(document.createElement("div"));
node.append(...cells.map((cell) => cell.node));
const panel = {
  node,
  content: {
    node, widgets: cells,
    model: {
      getMetadata: () => ({ edition: "old" }), setMetadata() {},
      toJSON: () => ({ cells: cells.map((cell) => ({
        id: cell.model.id, cell_type: "code", source: cell.source, metadata: { tags: ["exercise"] },
      })) }),
    },
  },
  context: { path: "NAME", ready: Promise.resolve(), revert: async () => {}, save: async () => {} },
  sessionContext: { ready: Promise.resolve(), session: {
    kernel: { anyMessage: signal, requestIsComplete: async () => ({}) },
  } },
};
window.saved = {};
window.jupyterapp = {
  serviceManager: { contents: {
    get: async () => ({ content: [] }),
    save: async (name, file) => {
      if (FAILS) throw new Error("the disk is full");
      saved[name] = file.content;
    },
  } },
  commands: { execute: async () => {}, isToggled: () => false },
  restored: Promise.resolve(),
  shell: {
    currentWidget: panel, widgets: () => [panel], currentChanged: signal,
    isSideTabBarVisible: () => true, collapseLeft() {}, collapseRight() {},
  },
};
"""
NEW = [
    {"id": name, "cell_type": "code", "source": "...", "metadata": {"tags": ["exercise"]}}
    for name in ("same", "fresh")
]


@pytest.fixture
def opened(context):
    """Return a function that opens a chapter whose saved copy is older than the site's."""
    page = context.new_page()
    script = (ROOT / "binder/lite/chapter.js").read_text(encoding="utf-8")

    def go(fails, asks=False):
        app = APP.replace("NAME", NAME).replace("FAILS", json.dumps(fails))
        app = app.replace("ASKS", json.dumps(asks))
        answers = {
            "index.html": f"<!DOCTYPE html><script>addEventListener('DOMContentLoaded', () => {{"
            f"{app}}});</script><script src=chapter.js></script>",
            "chapter.js": script,
            "editions.json": json.dumps({NAME: "new"}),
            NAME: json.dumps({"cells": NEW}),
            NAME.replace(".ipynb", ".html"): "the book's page",
        }
        page.route(
            "http://lite.test/**",
            lambda route: route.fulfill(
                body=answers[route.request.url.partition("?")[0].rpartition("/")[2]],
                content_type="text/html" if "index" in route.request.url else "text/javascript",
            ),
        )
        page.goto("http://lite.test/lab/index.html?path=other.ipynb")
        return page

    yield go
    page.close()


def test_a_storage_that_fails_says_so_and_the_chapter_runs(opened):
    page = opened(fails=True)
    page.get_by_role("button", name="Take the new edition").click()
    expect(page.get_by_role("status")).to_contain_text("the disk is full")
    page.get_by_role("button", name="Run this chapter").click()
    page.wait_for_function("window.ran === 2")


def test_the_new_edition_says_which_answers_it_has(opened):
    page = opened(fails=False)
    page.get_by_role("button", name="Take the new edition").click()
    expect(page.get_by_role("status")).to_contain_text("with 1 answer that you gave")
    expect(page.get_by_role("status")).to_contain_text("1 exercise has changed")
    saved = page.evaluate(f"saved['{NAME}'].cells.map(cell => cell.source)")
    assert saved == ["my answer", "..."]


def test_the_answers_stay_folded_and_opening_a_verdict_compares_again(opened):
    page = opened(fails=False, asks=True)
    page.get_by_role("button", name="Keep my copy").click()
    page.get_by_role("button", name="Run this chapter").click()
    expect(page.get_by_role("status")).to_contain_text("Every cell has run.")
    assert page.evaluate("folded()") == ["same", "gone", "verdict"]  # a question stays open
    page.get_by_text("verdict").click()
    page.wait_for_function("window.ran === 5")
    assert page.evaluate("folded()") == ["same", "gone"]
    page.get_by_role("button", name="Run it again").click()
    page.wait_for_function("window.ran === 9")
    assert page.evaluate("folded()") == ["same", "gone"]  # what the reader has opened stays open
