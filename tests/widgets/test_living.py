"""Widgets on a page without a kernel carry the right data.

The widgets show a picture even without scripts.
"""

import base64
import gzip
import json
import re
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import ipywidgets as W
import pytest
from panels import all_parts
from small_games import MovesTwice

from mctslib import UCB1, TicTacToe, record, search
from mctslib.course import checkpoint, predict
from mctslib.course.ch00 import Trap
from mctslib.course.ch01 import BeatFlat
from mctslib.course.ch04 import LiveTree
from mctslib.course.ch06b import Meeting
from mctslib.course.ch13 import ProofExplorer
from mctslib.course.ch14 import BetaMap
from mctslib.course.ch15 import Workers
from mctslib.course.ch16 import Hunches
from mctslib.course.ch18 import PuttingLab
from mctslib.course.ch20 import SecretLines
from mctslib.course.small_games import TwoStones
from mctslib.draw import board_svg, film_strip
from mctslib.draw.dot import place
from mctslib.draw.look import HAND
from mctslib.draw.svg import dimensions
from mctslib.games import Nim
from mctslib.methods.rave import Rave
from mctslib.tree import walk
from mctslib.widgets import Atlas, Play, StepperView, TwoTrees, living
from mctslib.widgets.atlas.view import View
from mctslib.widgets.living import atlas as atlas_page
from mctslib.widgets.living import bundle, pages, sliders, stepper
from mctslib.widgets.stepping import parts

START, POLICY = TicTacToe.from_text("X../XOO/OX."), UCB1(2**0.5)
TRACE = record(START, 4, seed=12, tree_policy=POLICY)
MAKE = {
    "stepper": lambda: StepperView(TRACE, tree_policy=POLICY, at=4),
    "atlas": lambda: Atlas(search(START, 60, seed=0)),
    "film": lambda: film_strip([board_svg(START), board_svg(START.apply(2))], ["before", "after"]),
    "checkpoint": lambda: checkpoint("03-draw"),
    "prediction": lambda: predict("03-nodes"),
    "play": lambda: Play(human="X", iterations=30, moves=(4,), seed=1),
    "proofs": ProofExplorer,
    "trap": Trap,
    "twins": lambda: TwoTrees([(search(START, 30, seed=0), search(START, 90, seed=0))]),
    "beat": BeatFlat,
}


@pytest.fixture(scope="module")
def made():
    """Return the HTML of one widget of each kind."""
    return {name: living.page(make()) for name, make in MAKE.items()}


def unpacked(html):
    """Return the data of a living page in the form in which its script reads them."""
    packed = re.search(r'<script type="application/gzip">([^<]*)</script>', html)[1]
    return json.loads(gzip.decompress(base64.b64decode(packed)))


@pytest.mark.parametrize("name", MAKE)
def test_without_scripts_the_still_picture_is_left_with_its_words(made, name):
    left = re.sub(r"<script.*?</script>", "", made[name], flags=re.DOTALL)
    words = re.findall(r'alt="([^"]+)"', left) or re.findall(r"<p>(?:<b>[^<]*</b>)? *([^<]+)", left)
    assert words and len(words[0]) > 15 and "<script" not in left
    assert living.page(MAKE[name]()) == made[name], "the same widget must give the same page"


def test_a_stepper_carries_every_phase(made):
    view, data = MAKE["stepper"](), unpacked(made["stepper"])
    assert [frame["place"]["position"] for frame in data["frames"]] == list(
        range(4 * 4 + 1)
    ) and data["at"] == 13
    for position in (0, 7, 16):
        view.stepper.go(position)
        frame = data["frames"][position]
        for number, room in zip(frame["trees"], stepper.ROOMS, strict=True):
            tree = parts.tree_html(view.stepper, view.places_for(room, view.stepper), None)
            assert data["words"][number] == tree
        assert frame["headline"] and frame["next"]
        for path in ((), view.stepper.path):
            board, scores = frame["looks"][place(walk(view.stepper.root, path), len(path))]
            assert data["words"][board] == parts.board_html(view.stepper, path)
            assert data["words"][scores] == parts.scores_html(view.stepper, path)


@pytest.mark.parametrize(("at", "first", "last"), [(0, 0, 2), (2, 1, 3), (4, 2, 4)])
def test_of_a_long_record_it_carries_what_lies_around_the_iteration_on_show(
    monkeypatch, at, first, last
):
    monkeypatch.setattr(stepper, "CARRIED", 2)
    data = stepper.data(StepperView(TRACE, tree_policy=POLICY, at=at))
    assert [data["frames"][k]["place"]["t"] for k in (0, -1)] == [first, last]
    assert data["first"] == 4 * first and len(data["frames"]) == 9


def test_its_questions_have_the_answers_that_the_widget_gives(monkeypatch):
    view = StepperView(TRACE, tree_policy=POLICY, at=3, predict=True)
    data = stepper.data(view)
    assert data["asks"]
    assert [bool(one) for one in data["questions"].values()] == [False, True, True, True]
    for t, questions in data["questions"].items():
        for one in questions:
            view.stepper.go(4 * (int(t) - 1))
            options = view.stepper.question().options
            right = [right for right, _ in one["verdicts"]].index(True)
            assert sum(right for right, _ in one["verdicts"]) == 1
            assert view.stepper.answer(options[right])[0]
    monkeypatch.setattr(stepper, "CARRIED", 1)
    assert stepper.data(StepperView(TRACE, tree_policy=POLICY))["questions"] == {}


class Many(NamedTuple):
    """A game of three moves, each with many choices."""

    actions: int
    moves: tuple = ()
    num_players = 2
    current_player = property(lambda self: len(self.moves) % 2)

    def is_terminal(self):
        return len(self.moves) == 3

    def legal_actions(self):
        return () if self.is_terminal() else tuple(range(self.actions))

    def apply(self, action):
        return self._replace(moves=(*self.moves, action))

    def rewards(self):
        return (1.0, 0.0) if sum(self.moves) % 2 else (0.0, 1.0)


@pytest.mark.parametrize("actions", [stepper.MOST_ACTIONS - 1, 300])
def test_of_a_game_with_many_actions_a_page_stays_small_and_asks_less(monkeypatch, actions):
    monkeypatch.setattr(stepper, "CARRIED", 2)
    view = StepperView(Many(actions), iterations=330, at=320, predict=True, **Rave().options())
    html = living.page(view)
    assert len(html) < 250_000
    given = unpacked(html)
    assert all(len(frame["looks"]) <= 1 + 3 for frame in given["frames"])  # the nodes of the path
    asked = [one for some in given["questions"].values() for one in some]
    assert bool(asked) == (actions <= stepper.MOST_ACTIONS)
    assert all(len(one["verdicts"]) <= stepper.MOST_ACTIONS for one in asked)


def test_a_film_strip_carries_its_frames_and_captions(made):
    data = unpacked(made["film"])
    assert data["captions"] == ["before", "after"]
    assert [dimensions(frame) for frame in data["frames"]] == [dimensions(board_svg(START))] * 2


def test_its_file_opens_again(made, tmp_path):
    file = unpacked(made["stepper"])["file"]
    (tmp_path / file["name"]).write_text(file["text"])
    assert type(TRACE).open(tmp_path / file["name"], START) == TRACE


@pytest.mark.parametrize(
    ("state", "iterations", "first"),
    [
        (START, 6, 0),
        (START.apply(2), 6, 1),
        (Nim(3, 2), 6, 0),
        (MovesTwice(), 6, None),
        (TwoStones(), 1, None),  # only the playout has two moves in a row
    ],
)
def test_it_can_draw_a_friends_search_where_two_players_take_turns(
    monkeypatch, state, iterations, first
):
    monkeypatch.setattr(stepper, "CARRIED", 0)
    opens = stepper.data(StepperView(record(state, iterations, seed=0)))["file"]["opens"]
    assert (opens and opens["first"]) == first


def test_an_atlas_carries_every_node(made):
    arrays = unpacked(made["atlas"])["tree"]["arrays"]
    assert sum(arrays["nodes"]) + sum(arrays["below"]) == search(START, 60, seed=0).root.size()
    assert set(arrays["nodes"]) == {1} and arrays["visits"][0] == 60


def test_an_atlas_has_the_boards_of_the_most_visited_nodes(monkeypatch):
    monkeypatch.setattr(atlas_page, "BOARDS", 9)
    root = search(START, 60, seed=0).root
    boards = atlas_page.data(Atlas(root))["tree"]["boards"]
    moves = View(root).numbers().actions  # the boards are named by numbers of moves
    shown = [walk(root, [moves[int(k)] for k in path.split(",") if path]) for path in boards]
    most = sorted((node.visits for node in root.descendants()), reverse=True)
    assert [node.visits for node in shown] == most[:9]


async def test_the_page_of_a_growing_atlas_has_the_whole_search(monkeypatch):
    """The data of a page are made after the search; before, every number was 0 or NaN."""
    monkeypatch.setenv("MCTSLIB_PATIENCE", "60")
    html = living.page(Atlas(START, iterations=80, engine="readable"))
    assert unpacked(html)["tree"]["arrays"]["visits"][0] == 80


def test_a_question_says_to_each_answer_what_the_widget_says(made):
    data, asked = unpacked(made["checkpoint"]), MAKE["checkpoint"]()
    for option, verdict in zip(asked.options, data["verdicts"], strict=True):
        asked.choose(option)
        assert verdict.items() <= asked.page.answer.items()
    assert data["view"] == asked.page.view and unpacked(made["prediction"])["whole"]


def test_each_kind_is_tried_here():
    kinds = {pages.kind_of(make()) for make in MAKE.values()} | {"sliders"}
    assert kinds == set(bundle.kinds()) == set(pages.kinds().values())


@pytest.mark.parametrize("kind", bundle.kinds())
def test_the_script_draws_with_the_widgets_own_page_scripts(kind):
    for name in bundle.kinds()[kind].PAGE:
        text = (bundle.LIBRARY / name).read_text()
        assert text.replace("export default ", "return ").strip() in living.script()


def test_each_class_that_lives_on_a_page_is_found_by_its_name():
    assert set(pages.kinds().values()) == set(bundle.kinds())
    for name, kind in pages.kinds().items():
        module, _, cls = name.rpartition(".")
        assert getattr(import_module(module), cls).lives_as == kind


def test_what_cannot_live_is_refused():
    with pytest.raises(TypeError, match=r"A page without a kernel cannot show a Play\."):
        living.page(Play(START, human=None))


def test_in_a_notebook_widgets_leave_living_pages(monkeypatch):
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell()
    monkeypatch.setattr("IPython.core.getipython.get_ipython", lambda: shell)
    living.show()
    data, _ = shell.display_formatter.format(MAKE["film"]())
    assert 'data-kind="film"' in data["text/html"]


@pytest.mark.parametrize(
    ("options", "lives"),
    [
        ({"human": "X"}, True),
        ({"human": 1, "iterations": (10, 20), "seed": 3, "moves": (4,)}, True),
        ({"human": "both"}, False),
        ({"human": None}, False),
        ({"size": 4}, False),
        ({"tree_policy": UCB1(2)}, False),
        ({"start": Nim(3, 2)}, False),
    ],
)
def test_a_board_lives_where_the_page_knows_game_and_engine(options, lives):
    play = Play(**options)
    assert living.can_live(play) == lives
    if not lives:
        return
    given = unpacked(living.page(play))
    human = 1 if options["human"] == 1 else 0
    assert given["human"] == human and given["board"] == "." * 9
    assert given["iterations"] == (10 if human else 1_000)
    assert given["moves"] == list(options.get("moves", ())) and given["seed"] == (3 * human)


TAG = re.compile(r"<[^>]*>")


def with_sliders():
    """Return the classes of widgets for which a page keeps a slider; they have `kept_slider`."""
    found = []
    for full_name, kind in pages.kinds().items():
        if kind == "sliders":
            module, _, name = full_name.rpartition(".")
            one = getattr(import_module(module), name)
            if hasattr(one, "kept_slider"):
                found.append(one)
    return found


SLIDERS = {kind.__name__: kind for kind in with_sliders()}
SLIDERS["LiveTree"] = lambda: LiveTree(START, iterations=30, seed=12)
MOMENTS = {
    "BetaMap": lambda: BetaMap(playouts=50, beta=0.3),
    "Hunches": Hunches,
    "Meeting": Meeting,
    "ProofExplorer": ProofExplorer,
    "PuttingLab": lambda: PuttingLab(iterations=200),
    "SecretLines": SecretLines,
    "Workers": lambda: Workers(workers=4),
}


class Kept(NamedTuple):
    """A widget whose page keeps several pictures.

    widget    the widget
    before    its picture before the data of the page were made
    given     the data of the page
    pictures  the pictures, assembled in the same way as on the page
    """

    widget: Any
    before: str
    given: dict
    pictures: list


@cache
def kept(name):
    """Make a widget and the data of its page."""
    widget = (SLIDERS | MOMENTS)[name]()
    before = widget.static_picture()
    given = sliders.data(widget)
    pictures = ["".join(given["pieces"][k] for k in frame) for frame in given["frames"]]
    return Kept(widget, before, given, pictures)


@pytest.mark.parametrize("name", SLIDERS | MOMENTS)
def test_the_widget_shows_afterwards_what_it_showed_before(name):
    widget, before, given, pictures = kept(name)
    assert sliders.can_live(widget) and widget.static_picture() == before
    assert 1 < len(pictures) == len(given["labels"]) == len(given["told"])
    assert given["labels"][given["at"]]


@pytest.mark.parametrize("name", SLIDERS)
def test_a_page_keeps_the_picture_at_each_place_of_a_slider(name):
    widget, _, given, pictures = kept(name)
    slider = getattr(widget, widget.kept_slider)
    assert given["name"] == (slider.description or slider.tooltips[0]) != ""
    assert len(set(given["labels"])) == len(given["labels"]) <= sliders.MOST + 1
    for one, other in zip(pictures, pictures[1:]):
        assert one != other
    for picture in pictures:
        assert "<svg" in picture and "<img" not in picture


@pytest.mark.parametrize("name", ["BetaMap", "PuttingLab", "Workers"])
def test_a_page_keeps_the_moments_that_a_widget_offers(name):
    widget, before, given, pictures = kept(name)
    moments = widget.page_moments()
    assert given["name"] == moments.name and set(given["labels"]) <= set(moments.labels)
    assert given["labels"][given["at"]] == moments.labels[moments.at]
    assert len(pictures) == len(set(pictures))
    if hasattr(widget, "page_picture"):  # a page has another picture than a saved notebook
        before = widget.page_picture()
    words = set(re.findall('aria-label="([^"]+)"', before))
    assert words and words <= set(re.findall('aria-label="([^"]+)"', pictures[given["at"]]))


def test_a_page_has_a_picture_for_a_phone():
    for picture in kept("Workers").pictures:
        narrow = picture[picture.index("mcts-for-narrow") :]
        assert dimensions(narrow[narrow.index("<svg") :])[0] <= HAND


@pytest.mark.parametrize("name", SLIDERS | MOMENTS)
def test_the_nodes_that_answer_in_a_notebook_answer_on_a_page(name):
    """If the nodes of a widget's tree answer, the nodes of the tree on its page answer too."""
    parts = [getattr(part, "value", "") for part in all_parts(kept(name).widget)]
    if any("data-told" in text for text in parts if isinstance(text, str)):
        assert any("data-told" in picture for picture in kept(name).pictures)


@pytest.mark.parametrize("name", SLIDERS | MOMENTS)
def test_a_page_names_no_button_that_it_does_not_have(name):
    widget, _, given, pictures = kept(name)
    words = [*given["told"], *(TAG.sub(" ", picture) for picture in pictures)]
    named = {part.description for part in all_parts(widget) if isinstance(part, W.Button)}
    assert {name for name in named if any(name in text for text in words)} <= {"", "Back"}
    assert not [text for text in words if re.search(r"\b([Pp]ress|[Cc]lick)\b", text)]
