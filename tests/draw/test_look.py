"""All colours are in one file, and letters have room in any font.

On a dark page, each colour has its own replacement.
"""

import ast
import re
from pathlib import Path

import matplotlib
import pytest
from matplotlib.ft2font import FT2Font

from mctslib.draw import look

LIBRARY = Path(look.__file__).parents[1]
FILES = [path for path in sorted(LIBRARY.rglob("*")) if path.suffix in (".py", ".css", ".js")]
COLOUR = re.compile(r"(?<!&)#(?:[0-9a-fA-F]{3}){1,2}\b(?!;)|\brgba?\(")


def test_colours_are_named_in_one_file_only():
    named = {
        path.name: found
        for path in FILES
        if (found := COLOUR.findall(path.read_text(encoding="utf-8")))
    }
    assert list(named) == ["look.py"]


@pytest.mark.parametrize("bold", [False, True])
def test_words_have_room_in_the_widest_usual_font(bold):
    path = Path(matplotlib.get_data_path()) / "fonts/ttf" / f"DejaVuSans{'-Bold' * bold}.ttf"
    font = FT2Font(str(path))
    font.set_size(100, 72)
    for letter in [*map(chr, range(32, 127)), *"½≠√·…★✓✗∞→−▶◀ε±×Σ’“”—–"]:
        assert (
            look.text_width(letter, 100, bold)
            >= font.load_char(ord(letter)).linearHoriAdvance / 65536
        ), letter


def test_lines_are_broken_where_the_room_ends():
    lines = look.wrapped("one two three four extraordinarily five", 60, 12)
    assert (
        " ".join(lines) == "one two three four extraordinarily five" and "extraordinarily" in lines
    )
    assert all(look.text_width(line, 12) <= 60 for line in lines if " " in line)


def contrast(one, other):
    """Return the contrast ratio of two colours, from 1 to 21, as WCAG 2.2 defines it."""

    def light(colour):
        shares = [channel / 255 for channel in bytes.fromhex(colour[1:])]
        return sum(
            weight * (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)
            for weight, share in zip((0.2126, 0.7152, 0.0722), shares)
        )

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


WRITTEN = ("INK", "SOFT", "X", "O", "ACT", "RIGHT", "WRONG")
GROUNDS = ("PAPER", "SURFACE", "EVEN")


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("colour", WRITTEN)
def test_whatever_is_written_is_read_on_light_and_on_dark_grounds(colour, ground):
    ink, paper = getattr(look, colour), getattr(look, ground)
    assert contrast(ink, paper) >= 4.5
    assert contrast(look.dark(ink), look.dark(paper)) >= 4.5


@pytest.mark.parametrize("colour", [*look.SERIES, look.X, look.O])
def test_every_mark_is_seen_on_paper(colour):
    assert contrast(colour, look.PAPER) >= 3
    assert contrast(look.dark(colour), look.DARK_PAPER) >= 3


@pytest.mark.parametrize("scale", [look.VALUES, look.AMOUNTS], ids=["values", "amounts"])
def test_ink_is_read_on_every_step_of_a_scale(scale):
    assert min(contrast(look.INK, colour) for colour in scale) >= 4.5
    assert min(contrast(look.dark(look.INK), look.dark(colour)) for colour in scale) >= 4.5


def test_every_colour_has_its_own_on_a_dark_page():
    """A dark page replaces each colour of a picture, and no two colours share a replacement."""
    palette = [value for name, value in vars(look).items() if is_colour(name, value)]
    known = {*palette, *look.VALUES, *look.AMOUNTS}
    assert known <= {*look.ON_DARK_PAGES}
    assert len({*look.VALUES, *look.AMOUNTS}) == 2 * (look.STEPS + 1)


def is_colour(name, value):
    light = not name.startswith("DARK")
    return light and isinstance(value, str) and COLOUR.fullmatch(value) is not None


def test_a_value_has_one_direction_whoever_moved():
    assert look.value_colour(1, 0) == look.value_colour(0, 1) == look.X_END
    assert look.value_colour(0, 0) == look.value_colour(1, 1) == look.O_END
    assert look.value_colour(0.5, 0) == look.value_colour(0.5, 1) == look.EVEN


def test_values_of_one_player_or_of_three_are_ink():
    for players, player in ((1, 0), (3, 2)):
        shades = [look.value_colour(q / 10, player, players) for q in range(11)]
        assert {*shades} <= {*look.AMOUNTS} and len({*shades}) > 5


def test_no_letters_are_smaller_than_the_least():
    sizes = (look.HUGE, look.HEADLINE, look.TOLD, look.TITLE, look.WORDS, look.NOTE, look.FIGURE)
    assert min(sizes) >= look.LEAST >= 12


# ---------------------------------------------------------------------------- roles

PLAYERS = {"X", "O", "X_END", "O_END", "MARK_COLOURS"}
SIGNS = {"RIGHT": "✓✔", "WRONG": "✗✘✖≠"}  # a colour → the signs that must stand beside it
ASKING = [path for path in FILES if path.suffix == ".py" and path != Path(look.__file__)]
STYLES = [path for path in FILES if path.suffix == ".css"]
WIDGET_STYLES = [path for path in STYLES if path.parent.name != "teach"]  # for pages with widgets
RULE_OF_CSS = re.compile(r"([^{}]*)\{([^{}]*)\}")


def colours_asked_for(path):
    """Return the names that a file imports from `look` or uses as attributes of `look`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "mctslib.draw.look":
            names |= {alias.name for alias in node.names}
        is_attribute = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if is_attribute and node.value.id == "look":
            names.add(node.attr)
    return names


def test_a_players_colour_is_asked_for_by_the_player():
    """A colour that depends on the player comes from a function of `look`.

    These functions are `player_colour`, `mark_colour`, `end_colour` and `value_colour`.
    """
    assert [path.name for path in ASKING if colours_asked_for(path) & PLAYERS] == []
    askers = [path for path in ASKING if colours_asked_for(path) & {"mark_colour", "player_colour"}]
    assert len(askers) >= 3


def test_players_and_ends_have_their_colours():
    assert [look.player_colour(player) for player in (0, 1, 2)] == [look.X, look.O, look.INK]
    assert [look.mark_colour(mark) for mark in "XO."] == [look.X, look.O, look.INK]
    assert [look.end_colour(player) for player in (0, 1)] == [look.X_END, look.O_END]


@pytest.mark.parametrize("player", "xo")
def test_styles_give_a_players_colour_to_this_player_only(player):
    """The selector of a rule with a player's colour must contain the player's mark.

    For example, the selector contains `.mark-X`.
    """
    users, strangers = 0, []
    for path in STYLES:
        for selector, rule in RULE_OF_CSS.findall(path.read_text(encoding="utf-8")):
            if f"var(--mcts-{player})" in rule:
                users += 1
                named = selector.rstrip().splitlines()[-1]
                if player.upper() not in named:
                    strangers.append((path.name, named))
    assert users and strangers == []


def test_styles_take_the_sizes_of_letters_from_their_names():
    """A widget's style sheet refers to font sizes by name, such as `var(--mcts-words)`."""
    in_pixels = re.compile(r"font(?:-size)?:\s*[\d.]+px[^;]*;(?! /\* in units)")
    numbers = {
        path.name: in_pixels.findall(path.read_text(encoding="utf-8")) for path in WIDGET_STYLES
    }
    assert {name: found for name, found in numbers.items() if found} == {}


def test_styles_take_the_heights_of_controls_and_round_corners_from_their_names():
    sizes = rf"{look.CONTROL}|{look.TOUCHED}"
    corners = rf"{look.ROUND}|{look.FRAME_ROUND}"
    in_pixels = re.compile(rf"height: (?:{sizes})px|border-radius: (?:{corners})px")
    found = [path.name for path in WIDGET_STYLES if in_pixels.search(path.read_text("utf-8"))]
    assert found == []
    assert in_pixels.search(f"min-height: {look.TOUCHED}px")


def test_styles_take_the_distances_between_parts_from_their_names():
    """Distances of a pixel or two are lines and nudges; negative margins let parts overlap."""
    distance = re.compile(
        r"(?<![\w-])(?:row-gap|column-gap|gap|padding|margin)[a-z-]*:([^;}]*)[;}]"
    )
    number = re.compile(r"(?<![\w.-])([\d.]+)px")
    found = {}
    for path in WIDGET_STYLES:
        for values in distance.findall(path.read_text(encoding="utf-8")):
            if any(float(size) >= look.SPACES[0] for size in number.findall(values)):
                found.setdefault(path.name, []).append(values.strip())
    assert found == {}
    assert number.findall(distance.findall("a { margin-top: 12px; }")[0]) == ["12"]


def signatures(tree):
    """Yield the name of each function in a module and the position of its parameter `size`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = [argument.arg for argument in node.args.args]
            if "size" in names:
                yield node.name, names.index("size")


def literal_sizes(tree, takers):
    """Return the calls in a module that set a font size to a number.

    The number is written in the call, or the module defines a name for the number.

    takers  the name of each function that takes a font size → the position of the argument
    """
    own = set()
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            own |= {ast.unparse(target) for target in node.targets if is_number(node.value)}
    found = []
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = ast.unparse(call.func).rpartition(".")[2]
        named = ("font_size", "fontsize", "labelsize", *(["size"] if name in takers else []))
        place = takers.get(name, len(call.args))
        sizes = call.args[place : place + 1]
        sizes += [keyword.value for keyword in call.keywords if keyword.arg in named]
        if any(is_number(size) or ast.unparse(size) in own for size in sizes):
            found.append(ast.unparse(call))
    return found


def is_number(node):
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def modules():
    """Return a dictionary of all Python files except `look.py`: path → syntax tree."""
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in ASKING}


def test_pictures_take_the_sizes_of_letters_from_their_names():
    """A picture refers to font sizes by name, such as `WORDS`.

    The functions that take a font size are defined in `draw`: `text` and the functions that measure
    a text.
    """
    takers = {}
    for path in (Path(look.__file__), LIBRARY / "draw" / "svg.py"):
        takers |= dict(signatures(ast.parse(path.read_text(encoding="utf-8"))))
    assert {"text", "text_width", "widest", "wrapped"} <= {*takers}
    found = {}
    for path, tree in modules().items():
        own = {name: place for name, place in signatures(tree) if name in takers}
        if calls := literal_sizes(tree, takers | own):
            found[path.name] = calls
    assert found == {}


def test_a_size_given_as_a_number_is_found():
    planted = "BIG = 18\ntext(w, x, y, 13)\ntext(w, x, y, BIG)\ntext(w, x, y, WORDS)\nf(size=3)"
    planted += "\nelement('text', font_size=9)\nsvg.text_width(w, size=12)"
    takers = {"text": 3, "text_width": 1}
    assert len(literal_sizes(ast.parse(planted), takers)) == 4


def test_what_is_touched_is_violet():
    """The focus ring and the mark of a chosen option are violet or ink-coloured."""
    touched = re.compile(r"(?:accent-color|outline|outline-color):[^;]*var\(--mcts-([a-z-]+)\)")
    used = set()
    for path in STYLES:
        used |= set(touched.findall(path.read_text(encoding="utf-8")))
    assert used <= {"act", "ink"} and "act" in used


def test_no_two_style_sheets_style_the_same_class_everywhere():
    """A class whose rule applies to the whole page belongs to one style sheet.

    A page may show widgets of several kinds, and the rules of each kind apply to all of them.
    """
    owners = {}
    for path in WIDGET_STYLES:
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for selectors, _ in RULE_OF_CSS.findall(text):
            for selector in selectors.split(","):
                if alone := re.fullmatch(r"\s*\.([\w-]+)(?:[:\[].*)?\s*", selector):
                    owners.setdefault(alone[1], set()).add(path.name)
    assert len(owners) > 30
    assert {name: files for name, files in owners.items() if len(files) > 1} == {}


BEGINS_AGAIN = r"(?:Other|New) [a-z]+"  # the words of a button, such as "Other seed"
SIGN_OF_BEGINNING = re.compile(rf">\s*(\W+?)\s*{BEGINS_AGAIN}<|\"{BEGINS_AGAIN}\", \"([a-z-]*)\"")


def test_the_buttons_that_begin_again_have_the_same_sign():
    signs = [
        found
        for path in FILES
        for found in SIGN_OF_BEGINNING.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(signs) > 8 and {drawn or named for drawn, named in signs} == {"↻", "refresh"}


def test_page_scripts_do_not_ask_for_a_players_colour():
    scripts = [path for path in FILES if path.suffix == ".js"]
    asking = re.compile(r"--mcts-[xo]\b")
    assert [path.name for path in scripts if asking.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("colour", SIGNS)
def test_right_and_wrong_stand_beside_their_signs(colour):
    """A Python file that uses the colour for right or wrong also contains the sign for it.

    If a style sheet uses the colour, a file in its folder contains the sign.
    """
    users, bare = 0, []
    for path in ASKING:
        if colour in colours_asked_for(path):
            users += 1
            if not set(SIGNS[colour]) & set(path.read_text(encoding="utf-8")):
                bare.append(path.name)
    for path in STYLES:
        if f"var(--mcts-{colour.lower()})" in path.read_text(encoding="utf-8"):
            users += 1
            room = [one.read_text(encoding="utf-8") for one in FILES if one.parent == path.parent]
            if not set(SIGNS[colour]) & set("".join(room)):
                bare.append(path.name)
    assert users >= 5 and bare == []


def test_every_role_of_the_palette_is_used():
    """Each colour of the palette is used in at least one file."""
    asked = set().union(*map(colours_asked_for, ASKING))
    texts = "".join(path.read_text(encoding="utf-8") for path in STYLES)
    by_style = {value for name, value in look.NAMES.items() if f"--mcts-{name})" in texts}
    roles = {"INK", "SOFT", "SHADE", "RULE", "SURFACE", "PAPER", "ACT", "ACT_PAPER", "RIGHT"}
    unused = {name for name in roles if name not in asked and getattr(look, name) not in by_style}
    assert unused == set()
