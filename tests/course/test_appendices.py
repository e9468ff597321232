"""The appendices list the glossary's words, the library's names and the sources correctly."""

import re
from functools import cache
from xml.etree import ElementTree

from repository import ROOT

import build
from mctslib import Node
from mctslib.course import glossary as words
from mctslib.course import history
from mctslib.course.chapters import chapter_of, is_chapter
from mctslib.course.glossary import TERMS, glossary
from mctslib.course.history import SOURCES, sources_table, timeline

SRC = ROOT / "notebooks" / "src"
CHAPTERS = [chapter_of(path) for path in build.sources() if is_chapter(path)]


@cache
def text_of(chapter):
    """Return the prose of a chapter and of its questions, if any, in lower case."""
    texts = []
    for source in build.sources():
        if chapter_of(source) == chapter:
            cells = build.cells_of(source)
            texts += [cell.source for cell in cells if cell.cell_type == "markdown"]
    questions = ROOT / "mctslib" / "course" / f"ch{chapter}" / "questions.toml"
    if questions.exists():
        texts.append(questions.read_text(encoding="utf-8"))
    return " ".join(texts).lower()


def occurs(word, chapter):
    """Return whether the word, or a word that begins with it, occurs in the chapter."""
    return bool(re.search(rf"(?<!\w){re.escape(word.lower())}", text_of(chapter)))


def test_each_word_that_a_chapter_sets_in_bold_is_in_the_glossary():
    for source in build.sources():
        assert build.words_without_entry(source) == [], source


def test_no_notebook_is_built_or_passed_whose_word_has_no_entry(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(build, "SRC", tmp_path)
    (tmp_path / "00_x.py").write_text(
        "# %% [markdown]\n# A **transmogrifier**.\n", encoding="utf-8"
    )
    for arguments in (["--only", "00_x"], ["--only", "00_x", "--check"]):
        assert build.main(arguments) == 1
        assert (
            "**transmogrifier** has no entry in mctslib/course/glossary.toml"
            in capsys.readouterr().err
        )


def test_each_word_occurs_in_the_chapter_that_is_named_as_its_first():
    for term in TERMS:
        assert occurs(term.word, term.first), term


def test_a_short_bold_word_needs_an_entry_and_a_heading_in_bold_does_not():
    text = "**new word**, **a)**, **On paper.** **the arm and much more** **arms**"
    assert words.unexplained(text) == {"new word"}


def test_each_name_is_the_library_s():
    for term in [term for term in TERMS if term.where]:
        assert term.found() is not None, term


def test_every_word_is_explained_once_in_one_or_two_sentences():
    assert len({term.word for term in TERMS}) == len(TERMS)
    for term in TERMS:
        assert (
            term.meaning.endswith(".") and 1 <= len(re.findall(r"[.:?](?:\s|$)", term.meaning)) <= 3
        ), term


def test_every_attribute_of_a_node_is_in_the_glossary():
    named = " ".join(term.where + " " + term.meaning for term in TERMS)
    for attribute in ("visits", "value_sum", "value", "children", "parent", "path"):
        assert hasattr(Node, attribute) and f"Node.{attribute}" in named


def test_the_search_looks_into_all_columns_and_says_when_it_finds_nothing():
    found = repr(glossary("playout"))
    assert "rollout ·" in found and "iteration ·" not in found
    assert (
        "No entry" in repr(glossary("zzz")) and "<script>" not in glossary("<script>")._repr_html_()
    )
    assert repr(glossary()).count("\n") == len(TERMS) - 1


def test_the_tables_are_well_formed():
    for page in (glossary(), sources_table()):
        table = ElementTree.fromstring(page._repr_html_())
        assert len({len(row) for row in table.iter("tr")}) == 1
    assert len(words.cells(TERMS[0])) == len(words.COLUMNS)


def cited(chapter):
    """Return the titles that a chapter gives under "Further reading"."""
    found = re.search(
        r"## further reading(.*?)(?:\*\*next|\*\*still to come|$)", text_of(chapter), re.S
    )
    titles = re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", found[1] if found else "")
    return [re.sub(r"\s+", " ", title) for title in titles if " " in title]


def test_each_source_that_a_chapter_recommends_is_in_the_table_of_that_chapter():
    for chapter in CHAPTERS:
        assert set(cited(chapter)) <= {
            source.title.lower() for source in SOURCES if chapter in source.chapters
        }


def test_each_work_that_the_story_names_is_in_the_table():
    story = text_of("C")
    named = set(re.findall(r"([\w-]+)(?: and others)?(?:,)? \((\d{4})\)", story))
    named |= set(re.findall(r"([\w-]+)(?: and others)?, (\d{4})\)", story))
    known = {
        (name.lower(), str(s.year)) for s in SOURCES for name in re.findall(r"[\w-]+", s.authors)
    }
    programs = {("zero", "2017"), ("alphazero", "2018")}
    assert len(named) > 12 and named - programs <= known
    assert {("silver", year) for _, year in programs} <= known


def test_the_line_through_time_is_true_to_scale_and_shows_every_turn():
    svg = ElementTree.fromstring(timeline().svg)
    marks = [float(e.get("cy")) for e in svg.iter() if e.tag.endswith("circle")]
    turns = sorted((source for source in SOURCES if source.turn), key=history.year_of)
    assert len(marks) == len(turns) == 14
    scale = (marks[-1] - marks[0]) / (turns[-1].year - turns[0].year)
    for mark, turn in zip(marks, turns):
        assert abs(mark - marks[0] - scale * (turn.year - turns[0].year)) < 0.1
    assert all(str(turn.year) in timeline().alt for turn in turns)
