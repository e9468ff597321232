"""Play against the search, or watch it play itself, and see what it thinks.

The numbers in the cells and the bars below them are what the last search found out about each move:
its visits N, their share, and its mean reward Q for the player who would make it.
"""
from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import ipywidgets as W

from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.games.tictactoe import SIZES
from mctslib.policies import FinalMove, most_visited
from mctslib.search import Node, reuse
from mctslib.widgets.board import BoardWidget, TextBoard, Thought, is_grid, name, thoughts
from mctslib.widgets.common import Panel, in_background, safely, search_slices

LEVELS = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000)
GLANCE = 0.2  # seconds between two looks at the engine's thoughts while it thinks
PAUSE = 0.6  # seconds between two moves of engines that play each other
HUMAN, ENGINE = "you", "engine"
KEYS = (
    "<b>In a cell:</b> its visits N, a bar for their share, its value Q for the player to move (1 win, ½ draw, "
    "0 loss); ★ best, dashed frame: played last.<br><b>Keys on the board:</b> arrows move, Enter plays, "
    "U takes back, H hints, M lets the engine move, N new game, Esc stops."
)


class Side(W.HBox):
    """Who plays one side, and how many iterations its engine (or its hint) may think."""

    def __init__(self, mark: str, human: bool, iterations: int) -> None:
        self.who = W.Dropdown(
            options=[HUMAN, ENGINE], value=HUMAN if human else ENGINE, description=f"{mark} is",
            style={"description_width": "32px"}, layout=W.Layout(width="130px"),
        )
        self.strength = W.Dropdown(
            options=levels(iterations), value=iterations, description=f"{mark} iterations",
            style={"description_width": "84px"}, layout=W.Layout(width="190px"),
        )
        super().__init__([self.who, self.strength])

    @property
    def is_engine(self) -> bool:
        return self.who.value == ENGINE


def levels(iterations: int) -> list[tuple[str, int]]:
    """The strengths to choose from, `iterations` among them.  Raises ValueError if that is less than 1."""
    if isinstance(iterations, bool) or not isinstance(iterations, int) or iterations < 1:
        raise ValueError(f"iterations must be a whole number ≥ 1, not {iterations!r}.")
    return [(f"{number:,}", number) for number in sorted({*LEVELS, iterations})]


class Play(Panel):
    """A game on a board: you against the engine, the engine against itself, or two people.

    start       the position to begin from; an empty board of `size` cells a side, if not given
    human       whom you play: 0 or "X", 1 or "O", "both", or None to watch
    iterations  the engine's strength: iterations a move, one number or one for each player
    moves       actions that are played at once, before you begin
    seed        the same seed and the same moves give the same replies
    thoughts    whether to show what the engine thinks; tree: whether to draw its tree
    options     more arguments for `search`: tree_policy, rollout_policy, phases

    `play.state` is the position, `play.actions` the moves so far, `play.root` the tree last grown.
    """

    def __init__(
        self,
        start: State | None = None,
        *,
        size: int = 3,
        human: int | str | None = 0,
        iterations: int | tuple[int, ...] = 1_000,
        moves: tuple[Action, ...] = (),
        seed: int | None = None,
        thoughts: bool = True,
        tree: bool = True,
        final_move: FinalMove = most_visited,
        **options: Any,
    ) -> None:
        super().__init__()
        self.start = TicTacToe(size) if start is None else start
        self.rng, self.options, self.final_move = random.Random(seed), options, final_move
        self.sides = self._sides(human, iterations)
        self.show_thoughts = W.Checkbox(value=thoughts, description="Show thoughts", indent=False)
        self.show_tree = W.Checkbox(value=tree, description="Show the tree", indent=False)
        self.tree = W.HTML(layout=W.Layout(flex="1 1 380px", min_width="300px", overflow="auto"))
        self._reset()
        for action in moves:
            self._apply(action)
        self.board = self._new_board()
        self._lay_out()
        self._proceed()

    # ------------------------------------------------------------------ the parts

    def _sides(self, human: int | str | None, iterations: int | tuple[int, ...]) -> list[Side]:
        players = range(self.start.num_players)
        people = {"both": set(players), None: set(), "X": {0}, "O": {1}}.get(human, {human})  # type: ignore[arg-type]
        if not people <= set(players):
            raise ValueError(f"human must be a player's number, 'X', 'O', 'both' or None, not {human!r}.")
        strengths = iterations if isinstance(iterations, tuple) else (iterations,) * len(players)
        return [Side(self.mark(p), p in people, n) for p, n in zip(players, strengths, strict=True)]

    def _new_board(self) -> BoardWidget | TextBoard:
        kind = BoardWidget if is_grid(self.start) else TextBoard
        return kind(self.start, self._heard)

    def _button(self, words: str, icon: str, act: Any, tooltip: str) -> W.Button:
        button = W.Button(description=words, icon=icon, tooltip=tooltip, layout=W.Layout(width="auto"))
        button.on_click(lambda _: act())
        return button

    def _lay_out(self) -> None:
        row = W.Layout(flex_flow="row wrap")
        buttons = [
            self._button("New game", "refresh", self.new_game, "Start again (N)"),
            self._button("Take back", "undo", self.take_back, "Take back your last move (U)"),
            self._button("Hint", "lightbulb-o", self.hint, "What would the engine play here? (H)"),
            self._button("Engine moves", "play", self.engine_moves, "Let the engine move, or go on (M)"),
        ]
        self.size = W.Dropdown(
            options=[(f"{n} × {n}", n) for n in SIZES], value=getattr(self.start, "size", 3), description="Board",
            style={"description_width": "42px"}, layout=W.Layout(width="130px"),
        ) if isinstance(self.start, TicTacToe) else None
        looks = W.HBox([*([self.size] if self.size else []), self.show_thoughts, self.show_tree], layout=row)
        left = [self.board, self.status, self.work, W.HBox(buttons, layout=row), *self.sides, looks, W.HTML(KEYS)]
        column = W.VBox(left, layout=W.Layout(flex="0 0 auto", width="430px", max_width="100%"))
        self.children = [W.HBox([column, self.tree], layout=W.Layout(flex_flow="row wrap", align_items="flex-start"))]
        self._listen()

    def _listen(self) -> None:
        for side in self.sides:
            side.who.observe(self._side_changed, "value")
        for box in (self.show_thoughts, self.show_tree):
            box.observe(self._looks_changed, "value")
        if self.size:
            self.size.observe(self._size_changed, "value")

    # ------------------------------------------------------------------ the game so far

    def _reset(self) -> None:
        self.states, self.actions = [self.start], []
        self.root, self.at = Node(self.start), ()  # a tree, and the moves that lead to its root
        self._forget()
        self.held = False  # whether engines that play each other wait for "Engine moves"

    @property
    def state(self) -> State:
        """The position on the board."""
        return self.states[-1]

    def mark(self, player: int) -> str:
        """What a player is called: X, O, or a number."""
        return "XO"[player] if is_grid(self.start) and player < 2 else f"player {player + 1}"

    def _apply(self, action: Action) -> None:
        state = self.state.apply(action)  # raises before anything changes
        self.states.append(state)
        self.actions.append(action)

    def _forget(self) -> None:
        self.known: dict[Action, Thought] = {}
        self.best: Action = None
        self.remark = ""

    def _engine_to_move(self) -> bool:
        return not self.state.is_terminal() and self.sides[self.state.current_player].is_engine

    # ------------------------------------------------------------------ what the reader can do

    def _heard(self, command: str, action: Action) -> None:
        acts = {"take back": self.take_back, "hint": self.hint, "new game": self.new_game,
                "engine moves": self.engine_moves, "stop": self.work.stop}  # fmt: skip
        if command == "play":
            self.play(action)
        elif command in acts:
            acts[command]()

    @safely
    def play(self, action: Action) -> None:
        """Play `action` for the side to move, as a click on the board does."""
        if self.work.running and self._engine_to_move():
            return self._show("The engine is thinking; Stop makes it move with what it knows.")
        if not self.state.is_terminal() and action not in self.state.legal_actions() and action in range(36):
            return self._show(f"{name(self.state, action).capitalize()} is taken; choose an empty cell.")
        self.work.cancel()
        self._apply(action)
        self._forget()
        self._proceed()

    @safely
    def take_back(self) -> None:
        """Undo moves until it is a person's turn again; with two engines, one move."""
        self.work.cancel()
        if not self.actions:
            return self._show("There is nothing to take back.")
        self._undo()
        people = any(not side.is_engine for side in self.sides)
        while people and self.actions and self._engine_to_move():
            self._undo()
        self.held = self._engine_to_move()
        self._forget()
        self._show("Taken back.")

    def _undo(self) -> None:
        self.actions.pop()
        self.states.pop()

    @safely
    def new_game(self) -> None:
        """Back to the starting position."""
        self.work.cancel()
        self._reset()
        self._proceed()

    @safely
    def hint(self) -> None:
        """Search for the side to move and show what was found, without playing."""
        if not self.state.is_terminal() and not self.work.running:
            self._think(self._hinted)

    @safely
    def engine_moves(self) -> None:
        """Let the engine move for the side to move; engines that were stopped go on."""
        self.held = False
        if not self.state.is_terminal() and not self.work.running:
            self._think(self._replied)

    def _side_changed(self, change: Any) -> None:
        self._again()

    @safely
    def _again(self) -> None:
        self.held = False
        self.work.cancel()
        self._proceed()

    @safely
    def _looks_changed(self, change: Any) -> None:
        self._show()
        self._draw()

    @safely
    def _size_changed(self, change: Any) -> None:
        self.start = TicTacToe(change["new"])
        self.new_game()

    # ------------------------------------------------------------------ the engine

    def _proceed(self) -> None:
        """Show the position, and let the engine think if it is its turn."""
        self._show()
        if self._engine_to_move() and not self.held:
            alone = all(side.is_engine for side in self.sides)
            self._think(self._replied, PAUSE if alone and self.actions else 0)
        elif not self.known:
            self._draw()

    def _think(self, finish: Any, delay: float = 0) -> None:
        self.root, self.at = self._tree(), tuple(self.actions)
        self._forget()
        self.work.start(self._slices(), finish, delay)
        if self.work.running:
            self._show()

    def _tree(self) -> Node:
        """The tree to go on from: what is known below the position, if the last tree led here."""
        played = tuple(self.actions)
        if played[: len(self.at)] != self.at:
            return Node(self.state)
        return reuse(self.root, *played[len(self.at) :])

    def _slices(self) -> Iterator[float]:
        iterations = self.sides[self.state.current_player].strength.value
        glance = time.monotonic()
        for fraction in search_slices(self.root, iterations, self.rng, **self.options):
            if time.monotonic() - glance > GLANCE:
                glance, self.known = time.monotonic(), thoughts(self.root)
                self._show()
            yield fraction

    def _replied(self, outcome: str) -> None:
        """The engine has thought: play its move."""
        if self._concluded(outcome):
            who = self.mark(self.state.current_player)
            self._apply(self.best)
            self.held = outcome == "stop" and all(side.is_engine for side in self.sides)
            self.remark = f"The engine, {who}, played {self._described()} for {who}."
            self._draw()
            self._proceed()

    def _hinted(self, outcome: str) -> None:
        if self._concluded(outcome):
            self.remark = f"Hint: {self._described()} for {self.mark(self.state.current_player)}."
            self._draw()
            self._show()

    def _concluded(self, outcome: str) -> bool:
        """Read off what the search found; False if that is nothing."""
        if outcome == "error" or not self.root.children:
            self.held = True
            self._show()
            return False
        self.known, self.best = thoughts(self.root), self.final_move(self.root)
        return True

    def _described(self) -> str:
        return f"{name(self.root.state, self.best)}: {self.known[self.best]}"

    # ------------------------------------------------------------------ what is shown

    def _show(self, words: str = "") -> None:
        self.board.show(
            self.state,
            last=self.actions[-1] if self.actions else None,
            known=self.known if self.show_thoughts.value else {},
            best=self.best if self.show_thoughts.value else None,
            playable=not self._engine_to_move(),
            say=" ".join(filter(None, [self.remark, words, self.turn()])),
        )

    def turn(self) -> str:
        """Whose turn it is, or how the game ended, in words."""
        if self.state.is_terminal():
            return self._result()
        mark = self.mark(self.state.current_player)
        if not self._engine_to_move():
            return f"Your turn: {mark} to move."
        waits = "press “Engine moves” to go on." if self.held else "is thinking …"
        return f"The engine, {mark}, {waits}"

    def _result(self) -> str:
        rewards = self.state.rewards()
        winners = [player for player, reward in enumerate(rewards) if reward == 1]
        if not winners:
            return f"The game is over: {'a draw' if len(set(rewards)) == 1 else rewards}."
        mine = "" if self.sides[winners[0]].is_engine else " – that is you"
        return f"The game is over: {self.mark(winners[0])} wins{mine}."

    def _draw(self) -> None:
        """Draw the tree, on another thread; nothing where nothing was searched."""
        if not (self.show_tree.value and self.root.children):
            self.tree.value = ""
            return
        from mctslib.draw import render, tree_dot, tree_svg

        root, best = self.root, self.best
        options = {"max_nodes": 12, "path": () if best is None else (best,), "boards": 2}

        def make() -> str:
            with self.lock:
                dot = tree_dot(root, **options)
            try:
                render(dot)  # the slow part, without the lock; it is remembered for the next line
            except OSError:
                pass  # no Graphviz: tree_svg draws in letters
            with self.lock:
                return tree_svg(root, **options) if root is self.root else ""

        in_background(make, lambda picture: self._drawn(root, picture), self)

    def _drawn(self, root: Node, picture: str) -> None:
        if root is self.root:
            self.tree.value = picture

    def static_picture(self) -> str:
        from mctslib.draw import board_svg, film_strip, tree_svg

        shares = {action: thought.share for action, thought in self.known.items()}
        values = {action: thought.value for action, thought in self.known.items() if thought.visits}
        last = self.actions[-1] if self.actions else None
        pictures = [board_svg(self.state, last=last, shares=shares, values=values, width=300)]
        captions = [" ".join(filter(None, [self.remark, self.turn()]))]
        if self.show_tree.value and self.root.children:
            pictures.append(tree_svg(self.root, max_nodes=8, boards=1))
            captions.append("The tree of that search")
        return film_strip(pictures, captions).svg

    def static_text(self) -> str:
        return f"{self.state}\n{self.remark} {self.turn()}"
