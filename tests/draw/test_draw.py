"""Pictures have the right words, stay well-formed with any text, are small, and are drawn fast."""

import random
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from types import SimpleNamespace

import pytest
from img import make_hero

from mctslib import UCB1, Node, TicTacToe, record, search
from mctslib.draw import (
    board_svg,
    children_bars_svg,
    layout,
    look,
    show_board,
    show_children,
    show_tree,
    svg,
    tree_svg,
)
from mctslib.draw.look import EVEN, O_END, X_END, text_width, value_colour
from mctslib.draw.outline import visible
from mctslib.draw.show import film_strip, tree_dot, tree_text

TEXT = f"{{{svg.NAMESPACE}}}text"
POSITION = TicTacToe.from_text(".../O.X/.X.")
HOSTILE = [
    "<b>",
    "</svg>",
    "&",
    "&amp;",
    '"',
    "'",
    '">]; evil [',
    "\\N\\",
    "\\",
    "<script>alert(1)</script>",
    "-->",
    "]]>",
    "🦊👩‍👩‍👧",
    "é",
    "≠",
    "\x00\x0b",
    "\ud800",
    "line\nbreak",
    "",
    " ",
    "x" * 10_000,
    "<" * 10_000,
    "{}|",
    "%",
]


class Labels:
    """A game of one move whose actions have the given names."""

    num_players, current_player = 2, 0

    def __init__(self, labels, over=False):
        self.labels, self.over = labels, over

    def legal_actions(self):
        return () if self.over else tuple(self.labels)

    def apply(self, action):
        return Labels(self.labels, over=True)

    def is_terminal(self):
        return self.over

    def rewards(self):
        return (1.0, 0.0)

    def __str__(self):
        return "\n".join(self.labels)


def words_of(picture):
    return " ".join(" ".join(ET.fromstring(picture).itertext()).split())


def image_in(html):
    """Return the only `<img>` element of a piece of HTML."""
    (tag,) = re.findall(r"<img\b[^>]*>", html)
    return ET.fromstring(tag.replace(">", "/>"))


@pytest.fixture(scope="module")
def root():
    return search(POSITION, 200, seed=1).root


# ---------------------------------------------------------------------------- hostile labels


@pytest.mark.parametrize("label", HOSTILE, ids=lambda label: ascii(label)[:20])
def test_any_label_gives_well_formed_svg_of_bounded_size(label, capfd):
    root = search(Labels([label, "other"]), 20, seed=0).root
    for picture in (
        tree_svg(root, boards=0),
        tree_svg(root, phase="simulate", path=(label,), result=label),
        children_bars_svg(root),
        board_svg(root.state),
    ):
        ET.fromstring(picture)
        assert len(picture) < 120_000
    assert image_in(show_tree(root)._repr_html_()).get("alt")
    assert capfd.readouterr().err == ""


def test_a_label_is_shown_not_executed():
    picture = tree_svg(search(Labels(["<script>alert(1)</script>"]), 3, seed=0).root)
    assert "<script" not in picture and "<script>alert" in words_of(picture)


# ---------------------------------------------------------------------------- boards


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_every_position_of_a_random_game_has_a_picture(size):
    rng, state = random.Random(size), TicTacToe(size)
    while not state.is_terminal():
        picture = ET.fromstring(state._repr_svg_())
        paths = [e for e in picture.iter() if e.get("stroke") == look.MARK_COLOURS["X"]]
        circles = [e for e in picture.iter() if e.tag.endswith("circle")]
        assert (len(paths), len(circles)) == (state.cells().count("X"), state.cells().count("O"))
        state = state.apply(rng.choice(state.legal_actions()))


def test_the_winning_line_is_struck_through():
    won = TicTacToe.from_text("XXX/OO./...")
    assert won.winning_cells() == (0, 1, 2)
    assert "<line" in board_svg(won) and "<line" not in board_svg(won, line=False)
    assert "<line" not in board_svg(POSITION)


def test_shares_values_and_the_last_move_are_written_on_the_board():
    picture = board_svg(POSITION, last=7, shares={0: 0.25, 8: 0.75}, values={8: 0.625})
    assert words_of(picture) == "25% Q 0.63 75%" and 'class="last"' in picture


# ---------------------------------------------------------------------------- which nodes are shown


@pytest.mark.parametrize("max_nodes", [1, 2, 7, 15, 200])
def test_shown_and_hidden_nodes_add_up_to_the_tree(root, max_nodes):
    shown = list(visible(root, max_nodes).all())
    size = sum(1 for _ in root.descendants())
    assert len(shown) == min(max_nodes, size)
    assert len(shown) + sum(one.hidden_nodes for one in shown) == size
    for one in shown:
        assert one.hidden_visits + sum(c.node.visits for c in one.children) == sum(
            child.visits for child in one.node.children.values()
        )


def test_the_most_visited_nodes_are_shown(root):
    shown = list(visible(root, 15).all())
    fewest = min(one.node.visits for one in shown)
    left_out = {id(n) for n in root.descendants()} - {id(one.node) for one in shown}
    assert all(n.visits <= fewest for n in root.descendants() if id(n) in left_out)


def test_a_picture_is_no_larger_than_asked_for(root):
    deepest = max((node.path() for node in root.descendants()), key=len)
    paths = [one.path for one in visible(root, 3, [deepest]).all()]
    assert paths == [(), deepest[:1], deepest[:2]]
    narrow = list(visible(root, 50, most_leaves=4).all())
    assert sum(not one.children for one in narrow) == 4 < len(narrow)
    assert max(len(one.path) for one in visible(root, 50, most_levels=2).all()) == 2


def test_wedges_say_how_many_are_hidden(root):
    hidden = sum(child.visits for child in root.children.values())
    size = sum(1 for _ in root.descendants()) - 1
    assert f">+{size}<" in tree_dot(root, max_nodes=1) and f">+{size}</tspan>" in tree_svg(
        root, max_nodes=1
    )
    assert (
        f"Not drawn: below root +{size} nodes, {hidden} visits." in show_tree(root, max_nodes=1).alt
    )
    assert f"… +{size} nodes, {hidden} visits" in tree_text(root, max_nodes=1)
    assert "+" not in tree_text(search(TicTacToe(), 5, seed=0).root, max_nodes=6)


def test_children_stand_in_the_order_of_the_actions():
    root = search(TicTacToe(), 7, seed=3).root  # has tried seven of nine moves, in random order
    numbers = re.findall(r"─ X (\d)", tree_text(root))
    assert numbers == sorted(numbers) and len(numbers) == 7


def test_a_tree_1_500_deep_is_drawn():
    class Corridor(Labels):
        def apply(self, action):
            return Corridor(self.labels)

    root = node = Node(Corridor(["on"]))
    for _ in range(1_500):
        node.visits = 1
        node.children["on"] = node = Node(node.state.apply("on"), node, "on")
    ET.fromstring(tree_svg(root, max_nodes=200, path=node.path(), phase="select"))
    assert "+1301 nodes" in tree_text(root, max_nodes=200).replace(",", "")


# ---------------------------------------------------------------- phases, without colours


def colourless(dot):
    return re.sub(r'#[0-9a-f]{6}"', '"', dot)


def test_each_phase_is_told_by_line_style_not_colour_alone(root):
    path = max(root.children.values(), key=lambda c: c.visits).path()
    pictures = {
        phase: re.sub(
            r"graph \[.*", "", colourless(tree_dot(root, path=path, new=path, phase=phase))
        )
        for phase in ("select", "expand", "simulate", "backpropagate")
    }
    assert "dir=back" in pictures["backpropagate"].replace('"', "")
    assert 'stroke-dasharray="2 4"' in tree_svg(
        root, path=path, new=path, phase="simulate", result="X wins"
    )
    for phase in ("select", "expand"):
        assert "dir=forward" in pictures[phase].replace('"', "")
    assert "dashed" in pictures["expand"]
    assert "dashed" not in colourless(tree_dot(root, path=path, phase="select"))


def test_a_difference_is_told_by_a_sign_and_a_double_border(root):
    action = next(iter(root.children))
    plain, marked = tree_dot(root), tree_dot(root, differs={(action,)})
    assert "&#8800;" not in plain and "peripheries" not in plain
    assert marked.count("&#8800;") == 1 and marked.count("peripheries") == 1
    assert "≠" in words_of(tree_svg(root, differs={(action,)}))


def test_a_path_that_leaves_the_tree_is_drawn_as_far_as_it_goes(root):
    ET.fromstring(tree_svg(root, path=(0, 99, 98), new=(77,), phase="expand", differs={(55, 4)}))


def test_about_a_half_a_small_difference_of_value_shows_and_either_side_has_its_hue():
    def channels(q):
        return bytes.fromhex(value_colour(q)[1:])

    assert [value_colour(q) for q in (-1, 0, 0.5, 1, 2)] == [O_END, O_END, EVEN, X_END, X_END]
    assert sum(abs(a - b) for a, b in zip(channels(0.47), channels(0.53))) > 20
    for q in (0.1, 0.3, 0.45):
        (red, _, blue), (other_red, _, other_blue) = channels(q), channels(1 - q)
        assert red > blue and other_red < other_blue  # orange below ½, blue above ½


# ---------------------------------------------------------------- Graphviz, and without it


@pytest.fixture
def no_graphviz(monkeypatch):
    monkeypatch.setattr(layout, "find_dot", lambda: None)
    layout.render.cache_clear()
    yield
    layout.render.cache_clear()


def test_without_graphviz_there_is_a_text_tree_and_one_line_that_says_what_to_install(
    no_graphviz, root, capfd
):
    words = words_of(tree_svg(root))
    assert words.count("pip install") == 1
    assert f"root N {root.visits}" in words and "└─" in words
    assert capfd.readouterr() == ("", "")


@pytest.fixture(params=["linux", "win32"])
def machine(request, monkeypatch, tmp_path):
    """Return a function that simulates programs in Python's own folder and on the PATH."""
    suffix = ".exe" if request.param == "win32" else ""
    own = SimpleNamespace(platform=request.param, executable=str(tmp_path / "python"))

    def place(beside=(), on_path=()):
        for name in beside:
            (tmp_path / f"{name}{suffix}").touch()
        monkeypatch.setattr(layout.sysconfig, "get_path", lambda *names: str(tmp_path))
        monkeypatch.setattr(layout, "sys", own)
        monkeypatch.setattr(layout.shutil, "which", {name: f"/p/{name}" for name in on_path}.get)

    return place


@pytest.mark.parametrize(
    "beside, on_path, found",
    [
        (["graphviz-pure"], ["dot"], "/p/dot"),  # an installed Graphviz takes precedence
        (["graphviz-pure"], ["dot", "graphviz-pure"], "/p/dot"),
        (["dot", "graphviz-pure"], ["dot"], "beside/dot"),  # as in a conda environment
        (["graphviz-pure"], [], "beside/graphviz-pure"),
        (["graphviz-pure"], ["graphviz-pure"], "beside/graphviz-pure"),
        ([], ["graphviz-pure"], "/p/graphviz-pure"),
        ([], [], None),
    ],
)
def test_an_installed_graphviz_is_preferred(machine, tmp_path, beside, on_path, found):
    machine(beside, on_path)
    program = layout.find_dot()
    if found is not None and found.startswith("beside/"):
        assert program.parent == tmp_path and program.stem == found.removeprefix("beside/")
    else:
        assert program == (None if found is None else layout.Path(found))


def test_the_same_tree_gives_the_same_picture():
    def picture():
        layout.render.cache_clear()
        return tree_svg(record(POSITION, 40, seed=5).tree())

    assert picture() == picture()


def test_pictures_can_share_a_page_no_ids_and_no_scripts(root):
    for picture in (tree_svg(root), board_svg(POSITION), children_bars_svg(root)):
        assert not re.search(r'\sid="', picture) and "<script" not in picture


# ---------------------------------------------------------------------------- alternative texts


def test_every_picture_has_words_for_those_who_do_not_see_it(root):
    for picture in (
        tree_svg(root),
        board_svg(POSITION),
        children_bars_svg(root),
        film_strip([], []).svg,
    ):
        top = ET.fromstring(picture)
        assert top.get("role") == "img" and len(top.get("aria-label")) > 10
    assert "X . O" in ET.fromstring(board_svg(TicTacToe.from_text("X.O/.../..."))).get("aria-label")


def test_a_picture_in_a_notebook_is_an_image_with_alt_text(root):
    strip = film_strip([board_svg(POSITION)], ["a"])
    for picture in (show_board(POSITION), show_tree(root), show_children(root), strip):
        bundle = picture._repr_mimebundle_()
        assert bundle["text/plain"] == picture.alt
        image = image_in(bundle["text/html"])
        assert image.tag == "img" and image.get("alt") == picture.alt


def test_the_alt_text_of_a_tree_names_its_size_and_its_favourites(root):
    best = max(root.children.values(), key=lambda child: child.visits)
    alt = show_tree(root, phase="select", path=(best.action,)).alt
    assert f"{root.visits} visits" in alt
    assert f"{best.action}: N {best.visits}  Q {best.value:.2f}" in alt
    assert "Phase select" in alt


# ---------------------------------------------------------------------------- bars


def node_with_children(visits, *counts):
    """Return a node with two children that have these visits and sums of values."""
    root = Node(TicTacToe.from_text("XO./OXX/OX.", to_move="O"))
    root.visits = visits
    for action, (visits, value_sum) in zip(root.state.legal_actions(), counts, strict=True):
        child = root.children[action] = Node(root.state.apply(action), root, action)
        child.visits, child.value_sum = visits, value_sum
    return root


def test_the_bars_show_the_two_terms_of_ucb1_by_hand():
    # For N = 3, W = 2, N = 10 at the parent and c = √2, the score is
    # 2/3 + √2·√(ln 10 / 3) = 0.667 + 1.239 = 1.906.
    root = node_with_children(10, (3, 2.0), (7, 1.0))
    words = words_of(children_bars_svg(root, UCB1(2**0.5)))
    # The bars show N, W, Q and both terms in the notation of chapters 02 and 03.
    assert "▶ O 2 3 2 0.667 1.239 1.906" in words and "1.414 · √(ln 10 / n)" in words
    assert "Selection goes to O 2" in words and words.count("▶") == 1


def test_the_winner_of_the_bars_is_the_child_selection_takes(root):
    for c in (0.0, 0.3, 1.4, 3.0):
        assert f"Selection goes to O {UCB1(c)(root).action}," in words_of(
            children_bars_svg(root, UCB1(c))
        )


def test_long_names_of_the_terms_have_room_for_their_sample_bars():
    class Wordy(UCB1):
        names = ("mean of the rewards of all playouts", "a bonus for seldom visited moves")

    root = node_with_children(10, (3, 2.0), (7, 1.0))
    drawn = ET.fromstring(children_bars_svg(root, Wordy(1.0)))
    found = {part.text: part for part in drawn.iter(TEXT)}
    first, second = (found[name] for name in Wordy.names)
    end = float(first.get("x")) + text_width(first.text, look.WORDS)
    assert end + 40 <= float(second.get("x"))  # 22 for the second bar, and a gap


# ---------------------------------------------------------------------------- film strip, hero


def test_a_film_strip_holds_every_picture_and_caption_inside_its_frame():
    boards = [board_svg(TicTacToe(size), width=60 * size) for size in (3, 4, 5)]
    for columns in (1, 2, 3):
        strip = ET.fromstring(
            film_strip(boards, ["one", "two words", "a & b"], columns=columns).svg
        )
        frames = [child for child in strip if child.tag.endswith("svg")]
        width, height = map(float, strip.get("viewBox").split()[2:])
        assert len(frames) == 3
        assert all(float(f.get("x")) + float(f.get("width")) <= width for f in frames)
        assert all(float(f.get("y")) + float(f.get("height")) <= height for f in frames)
    assert "a & b" in words_of(film_strip(boards, ["one", "two words", "a & b"]).svg)


@pytest.fixture
def drawn_by_graphviz_pure(monkeypatch):
    """Draw with graphviz-pure, with which the committed pictures were drawn.

    Another version of Graphviz may place the nodes slightly differently.
    """
    program = layout.find_program("graphviz-pure")
    if program is None:
        pytest.skip("graphviz-pure is not installed")
    monkeypatch.setattr(layout, "find_dot", lambda: program)
    layout.render.cache_clear()
    yield
    layout.render.cache_clear()


@pytest.mark.parametrize("file", make_hero.PICTURES)
def test_the_pictures_of_the_readme_are_what_the_code_draws(file, drawn_by_graphviz_pure):
    folder = Path(make_hero.__file__).parent
    committed = (folder / file).read_text(encoding="utf-8")
    assert committed == make_hero.PICTURES[file]() and len(committed) < 300_000
    assert f"notebooks/img/{file}" in (folder.parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_hero_moves_only_where_motion_is_wanted_and_rests_as_the_still_one():
    """Without its invisible parts, the moving picture has the same words as the still one.

    The picture moves only for readers whose system does not request reduced motion.
    """
    moving, still = (
        ET.fromstring(make_hero.PICTURES[file]()) for file in ("hero.svg", "hero_still.svg")
    )
    style = moving.find(".//{*}style").text
    assert (
        style.startswith("@media (prefers-reduced-motion:no-preference){")
        and still.find(".//{*}style") is None
    )
    seen = [group for group in moving.findall("{*}g") if group.get("opacity") != "0"]
    written = [word.text for group in seen for word in group.iter(TEXT)]
    clock = [str(moment) for moment in make_hero.MOMENTS]
    assert [word for word in written if word not in clock] == [
        word.text for word in still.iter(TEXT)
    ]


def test_a_film_strip_breaks_into_rows_that_fit_a_page(root):
    strip = ET.fromstring(
        film_strip([tree_svg(root, max_nodes=5, boards=1)] * 4, ["caption"] * 4).svg
    )
    rows = {frame.get("y") for frame in strip if frame.tag.endswith("svg")}
    assert 1 < len(rows) < 4 and float(strip.get("width")) < 820
