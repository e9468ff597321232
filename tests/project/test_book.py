"""The files given to Sphinx have the right table of contents, first page and chapters."""

import re
from xml.etree.ElementTree import parse

import nbformat
import pytest
from repository import ROOT, module_at

import build
from mctslib.course.chapters import chapter_of

README = (ROOT / "README.md").read_text(encoding="utf-8")
FILES = sorted(file.stem for file in (ROOT / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def book():
    return module_at("binder/book/build.py")


def test_its_contents_are_the_chapters_that_readme_lists(book):
    parts = book.toc(README)["parts"]
    files = [one["file"] for part in parts for one in part["chapters"]]
    assert files == FILES
    assert len(parts) > 3 and all(part["caption"] and part["chapters"] for part in parts)
    assert len(book.chapters(README)) == len(FILES)


def test_the_first_page_links_to_pages_and_fetches_nothing(book, tmp_path):
    page = book.first_page(README)
    pictures = re.findall(r'!\[[^]]*\]\(([^)]*)\)|(?:src|srcset)="([^"]*)"', page)
    names = [
        f"_static/{name}{dark}.svg"
        for name in [file.stem for file in (ROOT / "notebooks/img").glob("*.svg")]
        for dark in ("", "_dark")
    ]
    assert sorted(one or other for one, other in pictures) == sorted(names)
    (tmp_path / "_static").mkdir()
    book.write_pictures(tmp_path / "_static")
    assert all(parse(tmp_path / name).getroot().get("aria-label") for name in names)
    links = {re.sub("#.*", "", link) for link in re.findall(r"\]\(([^)]+)\)", page)}
    own = {link for link in links if not link.startswith(("https:", "_static/"))}
    assert own - {f"{name}.ipynb" for name in FILES} <= {""}
    assert f"({book.repository()}/blob/HEAD/LICENSE)" in page


def test_a_chapter_keeps_its_words_and_its_questions_come_to_life(book):
    name = "03_walk_one_iteration_by_hand"
    before = book.nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", 4)
    after = book.page(name, {})
    words = [[cell.source for cell in nb.cells] for nb in (before, after)]
    # The cell that installs the library on Colab is left out.
    assert words[0].pop(1) == book.COLAB and words[0] == words[1]
    html = [
        "".join(text for cell in nb.cells for text in book.html_outputs(cell))
        for nb in (before, after)
    ]
    asked = re.findall("<b>(?:Checkpoint|Your prediction)[.]", html[0])
    assert html[1].count('data-kind="question"') == 5 == len(asked)
    words = [set(re.findall(r'(?:alt|aria-label)="([^"]+)"', text)) for text in html]
    # Only where scripts are refused does a question show its figure as an image.
    outputs = [text for cell in after.cells for text in book.html_outputs(cell)]
    still = "".join(text for text in outputs if 'class="mcts-living"' not in text)
    assert (
        words[0] <= words[1]
        and 'src="data:image/svg' in html[0]
        and 'src="data:image/svg' not in still
    )


def committed_cells(name):
    """Return the cells of a committed notebook by their ids."""
    cells = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", 4).cells
    return {cell.id: cell for cell in cells}


def test_the_answers_of_a_prediction_are_folded_and_its_question_is_not(book):
    """The code of a verdict is folded with its output, because it may name the right answer."""
    for name in FILES:
        for cell in book.page(name, {}).cells:
            tags = set(cell.metadata.get("tags", []))
            if "score_prediction(" in cell.source and cell.cell_type == "code":
                assert {"hide-cell", "remove-input"} <= tags, (name, cell.source)
                if "You made no prediction" in str(committed_cells(name)[cell.id].outputs):
                    assert "data-predicted=" in str(cell.outputs), (name, cell.source)
            if "= predict(" in cell.source:
                assert not tags & {"hide-cell", "hide-output"}, (name, cell.source)


def test_the_chapters_with_something_to_move_are_found(book):
    found = {chapter_of(name) for name in book.moving(FILES, None)}
    assert {"00", "01", "03", "06", "11"} <= found < {chapter_of(name) for name in FILES}
    assert [chapter_of(name) for name in book.moving(FILES, ["03", "05"])] == ["03"]


def test_a_living_output_takes_the_place_of_the_picture(book):
    name = "01_ask_random_games_for_advice"
    cells = book.page(name, {}).cells
    cell = next(cell for cell in cells if book.html_outputs(cell))
    page = book.page(name, {cell.id: ['<div class="mcts-living">moves</div>']})
    assert [book.html_outputs(one) for one in page.cells if one.id == cell.id] == [
        ['<div class="mcts-living">moves</div>']
    ]


def test_what_needs_python_says_so_and_opens_the_chapter_at_its_cell(book):
    for name in FILES:
        before = book.nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", 4)
        ids = {cell.id for cell in before.cells}
        wanted = book.doors.interactives(before)
        page = book.page(name, {})
        for cell in page.cells:
            shown = "".join(book.html_outputs(cell)) + str(cell.get("outputs", ""))
            assert "Nothing here yet" not in shown and "You made no prediction" not in shown
            leads_to = re.findall(
                r'href="lite/lab/index.html\?path=([^"#]+)#cell-id=([^"]+)"', shown
            )
            if cell.id in wanted or "not written yet" in shown:
                assert leads_to
            for notebook, target in leads_to:
                assert notebook == f"{name}.ipynb" and target in ids
        if name[0].isdigit():
            assert wanted


def test_a_chapter_can_be_run_in_the_browser_first_then_elsewhere(book):
    extension = module_at("binder/book/extension.py")
    urls = [url for *_, url in extension.launch_links(book.repository(), "00_x.ipynb")]
    slug = book.repository().removeprefix("https://github.com/")
    assert urls == [
        "lite/lab/index.html?path=00_x.ipynb",
        f"https://mybinder.org/v2/gh/{slug}/HEAD?urlpath=lab/tree/notebooks/00_x.ipynb",
        f"https://colab.research.google.com/github/{slug}/blob/HEAD/notebooks/00_x.ipynb",
    ]


def test_one_chapter_is_one_file_that_fetches_nothing(book, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "binder/book")
    from single import single_file

    # This chapter has no formula, so its page does not load MathJax.
    notebook = book.page("00_play_before_you_know", {})
    made = single_file(notebook, "00 · Play before you know", "https://example.org")
    assert "<title>00 · Play before you know</title>" in made and book.living.styles() in made
    assert made.count("<script>") == 1 and "new DecompressionStream" in made
    assert not re.search(r'<(?:script|link|img)[^>]*(?:src|href)="https?:', made)
    assert 'href="https://example.org/' in made and not re.search(r'href="\w+\.ipynb', made)


def test_a_chapter_that_does_not_exist_is_refused_before_the_work(book, monkeypatch, capsys):
    monkeypatch.setattr(book, "run", lambda names: pytest.fail("the notebook was run"))
    for options in (["--only", "03", "77"], ["--single", "77", "x.html"]):
        assert book.main(options) == 1
        assert "There is no chapter 77. The chapters are 00, 01" in capsys.readouterr().err


def test_a_notebook_that_somebody_has_run_is_refused(book, tmp_path, monkeypatch):
    """Jupyter saves a live board as the number of a widget, which is nothing on a page."""
    name = "00_play_before_you_know"
    notebook = book.committed(name)
    cell = next(cell for cell in notebook.cells if cell.cell_type == "code")
    board = nbformat.v4.new_output("display_data", {build.VIEW: {"model_id": "1"}})
    cell.outputs.append(board)
    nbformat.write(notebook, tmp_path / f"{name}.ipynb")
    monkeypatch.setattr(book, "NOTEBOOKS", tmp_path)
    with pytest.raises(build.BuildError, match="has been run"):
        book.committed(name)
