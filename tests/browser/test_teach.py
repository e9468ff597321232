"""Each sheet of the teacher's material prints on one page of A4, and the slides work offline."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from pages import eventually
from playwright.sync_api import expect

from mctslib.course.pages import checkers_of
from mctslib.course.questions import titles
from mctslib.course.teach import lesson as lessons
from mctslib.course.teach.lesson import lesson
from mctslib.course.teach.register import register
from mctslib.course.teach.sheets import chapters, sheets

HEIGHT = """() => ({
    title: document.querySelector(".slide:not(.away) h1").textContent,
    excess: Math.max(0, document.documentElement.scrollHeight - innerHeight),
})"""


@pytest.fixture
def page(context):
    page = context.new_page()
    page.asked = []
    page.on("request", lambda request: page.asked.append(request.url))
    yield page
    page.close()


def long_but(one, another, all_of_them):
    """Return the chapters; only two of them are tried without `-m long`."""
    marks = {one: [], another: []}
    return [pytest.param(name, marks=marks.get(name, [pytest.mark.long])) for name in all_of_them]


def wrong(page):
    """Return the faults that axe finds, each as a pair of the broken rule and the element."""
    found = Axe().run(page).response["violations"]
    return [(rule["id"], node["html"][:120]) for rule in found for node in rule["nodes"]]


@pytest.mark.parametrize("chapter", long_but("03", "13", chapters()))
def test_every_sheet_and_its_answers_fill_one_page_of_a4_each(page, chapter, tmp_path):
    page.goto(sheets(chapter, tmp_path, 8).as_uri())
    assert wrong(page) == []
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 16
    boxes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", printed)
    assert {(round(float(width)), round(float(height))) for width, height in boxes} == {(595, 842)}
    assert page.evaluate(
        "[...document.querySelectorAll('.sheet')].every(e => e.scrollWidth <= e.clientWidth + 1)"
    )


def test_the_table_of_a_class_fits_a_page_and_scrolls_in_a_narrow_window(page, tmp_path):
    """The table fits even if both students have passed each exercise and one has a long name."""
    handed_in = tmp_path / "handed_in"
    handed_in.mkdir()
    entries = {"chapters": {}, "exercises": {}}
    for chapter in titles():
        entries["chapters"][chapter] = True
        for name in checkers_of(chapter):
            entries["exercises"][f"{chapter} {name}"] = True
    text = json.dumps({"course": "mctslib", **entries})
    for name in ("anna", "maximiliane_von_und_zu_hohenstein_matriculation_1234567"):
        (handed_in / f"{name}.json").write_text(text, encoding="utf-8")
    (shown, _), trouble = register(handed_in, tmp_path / "table")
    assert trouble == []

    page.goto(shown.as_uri())
    assert wrong(page) == []
    for width in (390, 800, 1400):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 1031, "height": 700})  # 297 mm without the two margins
    assert page.evaluate("document.querySelector('.class table').scrollWidth <= 1031")
    page.emulate_media(media="screen")
    boxes = re.findall(
        rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", page.pdf(prefer_css_page_size=True)
    )
    assert {(round(float(width)), round(float(height))) for width, height in boxes} == {(842, 595)}


def test_the_slides_move_by_keys_and_their_pictures_by_clicks_without_a_network(page, tmp_path):
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(lesson(tmp_path).as_uri())
    slide, title = page.locator(".slide:not(.away)"), page.locator(".slide:not(.away) h1")
    page.keyboard.press("End")
    expect(title).to_have_text("Next time")
    page.keyboard.press("Home")
    for _ in range(12):
        page.keyboard.press("PageDown")
    expect(title).to_have_text("One iteration, four phases")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 40")
    slide.get_by_role("button", name="select").click()
    expect(slide.locator(".mcts-said")).to_contain_text("Selection")
    page.keyboard.press("ArrowRight")  # the stepper's own key
    expect(slide.locator(".mcts-said")).to_contain_text("Expansion")
    page.keyboard.press("PageDown")
    expect(title).to_have_text("What a node stores")
    assert complaints == [] and {url.split(":")[0] for url in page.asked} <= {
        "file",
        "data",
        "blob",
    }
    assert wrong(page) == []


@pytest.mark.parametrize("chapter", long_but("03", "18", lessons.chapters()))
def test_every_slide_fits_into_a_projector_s_picture(page, chapter, tmp_path):
    """Each slide is as high as the window, even after the window has been resized."""
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(lesson(tmp_path, chapter).as_uri())
    expect(page.locator(".mcts-living:not(.mcts-alive)")).to_have_count(0)
    for width, height in ((1280, 720), (1024, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("height => innerHeight === height", arg=height)
        page.keyboard.press("Home")
        for _ in range(page.locator(".slide").count()):
            eventually(lambda: page.evaluate(HEIGHT), lambda seen: seen["excess"] == 0)
            page.keyboard.press("PageDown")
