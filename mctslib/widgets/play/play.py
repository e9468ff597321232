"""Let readers play against the search, or watch the search play itself, and see its findings.

By default the board shows only the marks of the game.  The reader may also choose to see the values
of the reader's own options, or the values that the engine saw.  Before the first move, the reader
chooses beside the board how long the engine may think.  Later the findings of the last search are
there: the visits of each move, the expected moves and, if the reader presses Tree, the tree.
"""

import random
from collections.abc import Iterator, Mapping
from html import escape
from time import monotonic
from typing import Any

import ipywidgets as W

from mctslib.arena.levels import iterations_of
from mctslib.arena.thinking import limit_for
from mctslib.chance import chance_to_move, hides, seats
from mctslib.door.guard import counted_actions
from mctslib.draw.facts import Teller
from mctslib.draw.show import board_svg, gallery
from mctslib.game import Action, State
from mctslib.games import TicTacToe
from mctslib.games.board import by_column, draws_for, is_grid
from mctslib.games.names import YOU, score, where
from mctslib.given import as_state
from mctslib.policies import UCB1, FinalMove, TreePolicy, most_visited
from mctslib.tree import Node
from mctslib.widgets.bar import Headline, room_for, two_widths
from mctslib.widgets.panel import in_background, safely, search_slices
from mctslib.widgets.play.analysis import (
    EXPECTED,
    LARGE,
    ROWS,
    Answer,
    expected_boards,
    gauge,
    most_on_a_phone,
    tile_of,
    visit_bars,
)
from mctslib.widgets.play.board import (
    BoardWidget,
    Overlay,
    TextBoard,
    Thought,
    board_height,
    thoughts,
)
from mctslib.widgets.play.game_panel import GamePanel
from mctslib.widgets.play.longest import (
    cells_told,
    first_choice,
    longest_headlines,
    longest_remarks,
)
from mctslib.widgets.play.opponent import Opponent
from mctslib.widgets.play.parts import (
    ENGINE_SAW,
    MARKS_ONLY,
    MY_OPTIONS,
    Controls,
    draw_tree,
    help_html,
    still,
)
from mctslib.widgets.play.veil import DealTable, hidden_slices, mixed, seen
from mctslib.widgets.setting_up import SetUp
from mctslib.widgets.walking import BOTH, WalkedTree, versions
from mctslib.widgets.work import SECOND_CLICK

TREE = 528  # the height of the space for the tree, in pixels: room for the highest tree
MOST_VISITS = 100_000  # the line below the tree has room for numbers of visits up to this one


class Play(GamePanel):
    """A game on a board: you against the engine, two engines, or two people.

    start       the first position; by default an empty board of Tic-Tac-Toe with `size` cells per
                side.  The game may have any number of players.  Moves of chance are made
                automatically.  In a game with hidden cards (`determinizations`), each side sees
                only its own cards, and no findings are shown
    human       the side that you play: 0 or "X", 1 or "O", "both", or None to watch
    iterations  the engine's strength in iterations for each move: one number, or one number for
                each player.  The engine of each side keeps the part of its tree that is still
                valid, and reports the size of this part; a hint begins with an empty tree
    level       the strength as a level from 1 to 10, instead of `iterations`; the strengths of the
                levels have been measured (`levels.strengths()`)
    moves       actions that are played before you begin
    seed        the seed of the engine; the same seed and the same moves give the same replies
    thoughts    whether the engine's findings are at first shown beside the board
    tree        whether the engine's tree is at first drawn beside the board
    options     further arguments for `search`: tree_policy, rollout_policy, phases

    `play.game` is the game so far, with its `state`, its `actions`, and `root`, the root of the
    tree that was grown last.  `play.distribution()` and `play.probabilities` are the shares of
    visits that the actions got in the last search.
    """

    lives_as = "play"
    finds_visits = True  # whether a hint finds the visits of each action

    controls: Controls

    def __init__(
        self,
        start: State | None = None,
        *,
        size: int = 3,
        human: int | str | None = 0,
        iterations: int | tuple[int, ...] = 1_000,
        level: int | None = None,
        moves: tuple[Action, ...] = (),
        seed: int | None = None,
        thoughts: bool = True,
        tree: bool = False,
        final_move: FinalMove = most_visited,
        **options: Any,
    ) -> None:
        start = TicTacToe(size) if start is None else as_state(start)
        rng = random.Random(seed)
        if hides(start):
            if options:
                names = ", ".join(options)
                raise ValueError(
                    f"In a game with hidden cards the engine does not accept {names}: remove it."
                )
            if final_move is most_visited:
                final_move = mixed(rng)
        super().__init__(start, moves, rng, final_move)
        self.options = options
        if "phases" in options:
            self.unit = "iteration"  # with other phases, an iteration need not play a game
        self.tables: dict[int, DealTable] = {}  # iterations → counts, for hidden cards
        strength = iterations if level is None else iterations_of(level)
        # With these arguments, a page without a kernel starts the same game.
        self.given = {
            "human": human,
            "iterations": strength,
            "moves": moves,
            "seed": seed,
            "thoughts": thoughts,
        }
        self.finished: list[State] = []  # the final positions of the games before this one
        self.changed_seats = False  # whether the engine begins this game in the reader's place
        self.renewed = -SECOND_CLICK  # the time of the last new game
        again = bool(self.first_moves)
        self.controls = Controls(self.work, self.game, human, strength, thoughts, tree, again)
        self._lay_out()
        self._listen()
        self._proceed()

    def _lay_out(self) -> None:
        self.board = self._make_board(Overlay(watched=self.controls.engines_alone()))
        # A screen reader reads the board's text, which is the same as the headline.
        longest = longest_headlines(self.start, self._you_are(), self.finds_visits)
        self.headline = Headline(spoken=False, longest=longest)
        if isinstance(self.board, TextBoard):
            self.board.line.add_class("mcts-spoken")
        self.told = W.HTML()
        self.told.add_class("mcts-told")
        self.opponent = Opponent(self._strength(), self.unit, self._strengthen)
        self.longest_remarks = longest_remarks(self.start, self.finds_visits)
        # The positions of a game usually have no more actions than the first one.
        self.most_bars = min(max(len(counted_actions(first_choice(self.start))), 1), ROWS)
        self.gauge = W.HTML()
        self.bars = W.HTML()
        self.line = W.HTML()
        self.tree = WalkedTree(TREE)
        self.found = W.HBox(
            [
                _labelled("The engine's visits", self.bars),
                _labelled("The moves it expects", self.line),
            ]
        )
        self.found.add_class("mcts-found")
        self.tree.add_class("mcts-tree-beside")
        self.tree.layout.display = "none"  # `_draw` shows the tree if the reader wants to see it
        beside = W.VBox([self.told, self.opponent, self.found])
        beside.add_class("mcts-beside")
        figure = W.HBox([W.HBox([self.board, self.gauge]), beside, self.tree])
        figure.add_class("mcts-figure")
        self.add_class("mcts-framed")
        self.add_class("mcts-play")
        self.add_class("mcts-told-beside")
        if not hides(self.start):
            again = self.controls.buttons["position again"]
            self.controls.fold(self, again, self.controls.on_board, self.controls.tree)
        self.figure = figure
        self.children = [self.headline, figure, self.status, self.controls]

    def _make_board(self, shown: Overlay) -> BoardWidget | TextBoard:
        board = BoardWidget if is_grid(self.start) else TextBoard
        return board(self.shown_state(), self._heard, shown)

    def _strength(self) -> int:
        """Return the strength of the first engine or, if only people play, of their hints."""
        sides = self.controls.sides
        engines = [side for player, side in enumerate(sides) if self.controls.is_engine(player)]
        return [*engines, *sides][0].strength.value

    @safely
    def _strengthen(self, iterations: int) -> None:
        for player, side in enumerate(self.controls.sides):
            if self.controls.is_engine(player):
                side.strength.value = iterations

    @safely
    def set_up(self) -> None:
        """Show a board on which the reader sets up a position."""
        self.work.cancel()
        state: Any = self.game.state
        board = SetUp(self.start, state.cells(), self._go_on_from, self._end_set_up)
        self.headline.say("Set up a position.", "Then press Done.")
        self.children = [self.headline, board, self.status, self.controls]

    @safely
    def _go_on_from(self, moves: tuple[Action, ...]) -> None:
        """Leave the set-up board, and go on after the moves; an engine to move waits for a click."""
        self._reset()
        self.first_moves = moves
        self.controls.show_again(bool(moves))
        self._play_first_moves()
        self.held = self._engine_to_move()
        self._end_set_up()

    @safely
    def _end_set_up(self) -> None:
        self.children = [self.headline, self.figure, self.status, self.controls]
        self._proceed()

    def _listen(self) -> None:
        super()._listen()
        self.commands["pause"] = self.pause
        self.commands["let it begin"] = self.let_it_begin
        controls = self.controls
        for side in controls.sides:
            side.who.observe(self._side_changed, "value")
            side.strength.observe(self._strength_changed, "value")
        for box in (controls.thoughts, controls.tree, controls.on_board):
            box.observe(self._looks_changed, "value")
        controls.size.observe(self._size_changed, "value")
        controls.set_up.on_click(lambda _: self.set_up())

    @safely
    def pause(self) -> None:
        """Pause the engines that play each other, or let them continue."""
        if not self.controls.engines_alone() or self.game.state.is_terminal():
            return self.refresh("Pause works only while two engines play each other.")
        self.work.cancel()
        self.held = not self.held
        self._proceed()

    @safely
    def _looks_changed(self, change: Any) -> None:
        is_board = change["owner"] is self.controls.on_board
        self.refresh(self._about_the_cells() if is_board else "")
        self._draw()

    @safely
    def _size_changed(self, change: Any) -> None:
        self.start = TicTacToe(change["new"])
        self.children = [self.headline, self.figure, self.status, self.controls]
        self.finished = []
        self.first_moves = ()
        self.controls.show_again(False)
        super().new_game()

    @safely
    def _side_changed(self, change: Any) -> None:
        self.finished = []  # the score belongs to one pair of opponents
        self.changed_seats = False  # the reader has chosen these seats
        super()._side_changed(change)

    @safely
    def _strength_changed(self, change: Any) -> None:
        if self._asks_for_opponent():
            self.opponent.show(self._strength())

    @safely
    def let_it_begin(self) -> None:
        """Give the engine the first move of this game: it changes seats with the reader."""
        self._change_seats()
        self._proceed()

    def _change_seats(self) -> None:
        self.changed_seats = not self.changed_seats
        self.finished = []  # the score counts the points of X and of O
        sides = self.controls.sides
        for side in sides:  # the game goes on when both have changed
            side.who.unobserve(self._side_changed, "value")
        self.controls.change_seats()
        for side in sides:
            side.who.observe(self._side_changed, "value")

    @safely
    def new_game(self) -> None:
        """Go back to the start, and keep the last game's final position for the score."""
        self._keep_the_score()
        self.renewed = monotonic()
        super().new_game()

    @safely
    def position_again(self) -> None:
        """Go back to the position in which the reader began, and keep the score."""
        self._keep_the_score()
        super().position_again()

    def _keep_the_score(self) -> None:
        if self.changed_seats:
            self._change_seats()
        elif self.game.state.is_terminal():
            self.finished.append(self.game.state)
        self.children = [self.headline, self.figure, self.status, self.controls]

    def _delay(self) -> float:
        """Return the delay before an engine's move, in seconds, so that the reader can follow."""
        return (
            self.controls.pause.value if self.controls.engines_alone() and self.game.actions else 0
        )

    def _search(self) -> Iterator[float]:
        iterations = self.controls.sides[self.game.state.current_player].strength.value
        if hides(self.start):
            return hidden_slices(self.game.root, self._table(iterations), iterations, self.rng)
        limit = limit_for(self.game.state, iterations)
        return search_slices(self.game.root, limit, self.rng, use=self._grown, **self.options)

    def _table(self, iterations: int) -> DealTable:
        """Return the table of counts for an engine of this strength, in a game with hidden cards.

        If the game begins before the deal, the widget keeps one table for all games.  If the game
        begins after the deal, each move gets a new table.
        """
        if not chance_to_move(self.start):
            return DealTable(self.game.root.state)
        return self.tables.setdefault(iterations, DealTable(self.start))

    def distribution(self) -> dict[Action, float]:
        """Return each legal action's share of the last search's visits; the shares add up to 1.

        The result is empty before the first search.
        """
        return {action: thought.share for action, thought in self.known.items()}

    @property
    def probabilities(self) -> Any:
        """The shares of `distribution()` as a numpy array.

        The shares are in the order of the legal actions of the searched position.
        """
        import numpy as np

        return np.array(list(self.distribution().values()))

    def refresh(self, words: str = "") -> None:
        game, controls = self.game, self.controls
        known, best, searched = self._on_the_board()
        playable = not self._engine_to_move()
        said = self._said(words)
        watched = controls.engines_alone()
        walks = game.state.is_terminal() and not hides(self.start)
        if walks and self.viewed is not None:
            last = game.actions[self.viewed - 1] if self.viewed else None
            before = game.states[max(self.viewed - 1, 0)]
            shown = Overlay(last, before, playable=False, say=said, watched=watched, walks=True)
            self.board.show(game.states[self.viewed], shown)
        else:
            shown = Overlay(
                game.last, game.before(), known, best, searched, playable, said, watched, walks
            )
            self.board.show(self.shown_state(), shown)
        self.headline.say(f"{self._told_above()} {self.turn()}".strip(), self._more())
        if self.seen.root is not None:
            controls.show_views()
        if not self._awaits_first_move():
            controls.show_acts()
        rest = self.remark.removeprefix(self._told_above()).strip()
        told = words or rest or self._promise()
        self.told.value = room_for(escape(told), map(escape, self.longest_remarks))
        self._show_opponent(told)
        self._show_analysis()
        controls.show_pause(self.held)
        controls.show_useful(self._can_take_back(), not game.state.is_terminal())
        controls.show_first(self._waits(), game.state.is_terminal(), self._may_change_seats())
        controls.show_walk(walks)
        is_known = self.finds_visits and not hides(self.start)
        controls.help.value = help_html(self.start, controls.engines_alone(), is_known)

    def _told_above(self) -> str:
        """Return the sentence about the engine's move, if the headline asks for the reply to it."""
        return "" if self._engine_to_move() or self.game.state.is_terminal() else self.moved

    def turn(self) -> str:
        """Ask for the first move of the only person in the game, or say whose turn it is."""
        people = [player for player in seats(self.start) if not self.controls.is_engine(player)]
        state = self.game.state
        in_cells = is_grid(state) and not hasattr(state, "action_name")
        begins = self._is_fresh() and people == [state.current_player] and in_cells
        name = self.names()[people[0]] if begins else YOU
        return super().turn() if name == YOU else f"You are {name}. {self.first_act()}"

    def first_act(self) -> str:
        """Return the sentence that asks for the first move."""
        if by_column(self.start):
            return "Choose a column."
        if self.start == TicTacToe():
            return "Choose a cell: three in a row wins."
        return where(self.game.state) or "Choose a cell."

    def _is_fresh(self) -> bool:
        """Return whether no move has been made since the game began."""
        return tuple(self.game.actions) in ((), self.first_moves)

    def _awaits_first_move(self) -> bool:
        """Return whether a person begins a game against an engine."""
        is_engine = self.controls.is_engine
        idle = self._is_fresh() and not self.work.running and not self.game.state.is_terminal()
        return idle and not self._engine_to_move() and any(map(is_engine, seats(self.start)))

    def _show_opponent(self, told: str) -> None:
        """Let the reader choose the opponent before the first move, in place of empty findings."""
        asks = self._asks_for_opponent()
        self.opponent.layout.display = "" if asks else "none"
        self.told.layout.display = "" if told or not asks else "none"
        if asks:
            self.opponent.show(self._strength())

    def _asks_for_opponent(self) -> bool:
        """Return whether the reader may choose the opponent now."""
        return self._awaits_first_move() and self.seen.root is None

    def _may_change_seats(self) -> bool:
        """Return whether the engine may begin in the reader's place."""
        return self._asks_for_opponent() and len(self.controls.sides) == 2

    def _more(self) -> str:
        """Return the small text beside the headline: the reader's mark, and the score."""
        state = self.game.state
        finished = [*self.finished, state] if state.is_terminal() else self.finished
        return f"{self._you_are()} {score(self.start, self.names(), finished)}".strip()

    def _you_are(self) -> str:
        """Return a sentence with the reader's mark, or "" if the reader needs no number.

        Boards do not show the numbers of the players, and a picture of the game may show "you".
        """
        names = self.names()
        is_shown = is_grid(self.start) or draws_for(self.start) is not None
        if YOU not in names or len(names) == 1 or is_shown:
            return ""
        return f"You are {self.game.mark(names.index(YOU))}."

    def _promise(self) -> str:
        """Return a sentence that announces the findings, or "" if none will be shown."""
        wanted = self.controls.thoughts.value and not hides(self.start)
        if not wanted or self.seen.root is not None or self.game.state.is_terminal():
            return ""
        if any(map(self.controls.is_engine, seats(self.start))):
            return ""  # its findings come with its move
        return "Hint shows how often the engine tries each move, and the moves it expects."

    def _about_the_cells(self) -> str:
        """Return what the cells show, or why they show only marks; "" if the reader wants these."""
        chosen = self.controls.on_board.value
        known, _, searched = self._on_the_board()
        if chosen == MARKS_ONLY:
            return ""
        if known and searched is not None and is_grid(self.start):
            who = self.names()[searched.current_player]
            return cells_told(sum(one.visits for one in known.values()), self.unit, who)
        if self.game.state.is_terminal():
            return "After the end of a game, the board shows only the marks."
        if chosen == MY_OPTIONS:
            return "The values of your options will be shown after the engine's move or a hint."
        return "What the engine saw will be shown after its move or a hint."

    def _can_take_back(self) -> bool:
        """Return whether there is a move that may be taken back."""
        if hides(self.start) and self.game.state.is_terminal():
            return False
        return self.game.can_undo(self._whose_moves())

    def _waits(self) -> bool:
        """Return whether an engine that plays against a person waits for a click on its button."""
        return self.held and self._engine_to_move() and not self.controls.engines_alone()

    def _commanded(self, command: str, button: object) -> None:
        if command == "new game" and self._waits():
            command = "engine moves"
        elif command == "new game" and self._may_change_seats():
            if monotonic() - self.renewed < SECOND_CLICK:
                return  # the second click of a double click on "New game"
            command = "let it begin"
        super()._commanded(command, button)

    def _on_the_board(self) -> tuple[Mapping[Action, Thought], Action, State | None]:
        """Return the findings, the best action and the searched position, for the cells."""
        nothing: tuple[Mapping[Action, Thought], Action, State | None] = ({}, None, None)
        chosen = self.controls.on_board.value
        if hides(self.start) or self.game.state.is_terminal():
            return nothing
        if chosen == MARKS_ONLY and self.searched == self.game.state:  # the search was for a hint
            return {} if is_grid(self.start) else self.known, self.best, self.searched
        if chosen == ENGINE_SAW:
            return self.known, self.best, self.searched
        if chosen == MY_OPTIONS:
            node = self._node_now()
            if node is not None and node.children:
                return thoughts(node), most_visited(node), node.state
        return nothing

    def _node_now(self) -> Node | None:
        """Return the current position's node in the last tree, or None if there is no such node."""
        root = self.seen.root
        if root is None or self._engine_to_move():
            return None
        if root.state == self.game.state:
            return root
        node = root.children.get(self.game.last)
        if node is not None and node.state == self.game.state:
            return node
        return None

    def _answer(self) -> Answer | None:
        """Return the result of the last search, or None if there is no result that may be shown."""
        root, known, best = self.seen
        if root is None or hides(self.start):
            return None
        return Answer(root, known, best)

    def _show_analysis(self) -> None:
        """Show the bars, the expected line and the gauge if the reader wants them."""
        wanted = self.controls.thoughts.value and not hides(self.start)
        # whether only a sentence is beside the board
        is_alone = not wanted and not self.controls.tree.value
        (self.add_class if is_alone else self.remove_class)("mcts-slim")
        for part in (self.found, self.gauge):
            part.layout.display = "" if wanted else "none"
        if not is_grid(self.start):
            self.gauge.layout.display = "none"
        if not wanted:
            return
        answer = self._answer()
        # Before the first move, and after a person's last one, no empty frames announce findings.
        is_fresh = self._is_fresh()
        is_empty = answer is None and (is_fresh or self.game.state.is_terminal())
        for part in (self.found, self.gauge):
            part.layout.visibility = "hidden" if is_empty else "visible"
        if answer is None and is_fresh:
            self.found.layout.display = "none"
        self.bars.value = visit_bars(answer, self.most_bars)
        tile = tile_of(self.start)
        (self.add_class if tile is LARGE else self.remove_class)("mcts-large-tiles")
        numbers = (EXPECTED, most_on_a_phone(tile))
        self.line.value = two_widths(
            *(expected_boards(answer, self.names(), most, tile) for most in numbers)
        )
        if is_grid(self.start):
            self.gauge.value = gauge(answer, board_height(self.start), self.names())

    def shown_state(self) -> Any:
        """Return the position as the reader may see it."""
        return seen(self.game, self.controls.is_engine, self.names())

    def _go_on(self) -> str:
        return "Go on" if self.controls.engines_alone() else super()._go_on()

    def _draw(self) -> None:
        """If the reader wants to see the tree, draw the tree on another thread.

        No tree is drawn before a search, and none that would reveal a hidden card.
        """
        if hides(self.start):
            return
        root, _, best = self.seen
        if root is None or not self.controls.tree.value:
            self.tree.layout.display = "none"
            self.remove_class("mcts-with-tree")
            self.tree.value = ""
            return
        self.tree.layout.display = ""
        self.add_class("mcts-with-tree")
        teller = Teller(self._scored_by())
        longest = teller.longest(root, MOST_VISITS)
        if not self.tree.value:
            self.tree.reserve(longest)

        def draw(root: Node, **options: Any) -> dict[str, str]:
            return versions(root, BOTH, teller=teller, **options)

        def make() -> dict[str, str] | None:
            return draw_tree(root, best, self.lock, lambda: self._on_show(root), draw)

        def show(pictures: dict[str, str] | None) -> None:
            if pictures and self._on_show(root) and self.controls.tree.value:
                self.tree.show(pictures, longest)

        in_background(make, show, self)

    def _scored_by(self) -> TreePolicy | None:
        """Return the policy whose scores the tree's nodes tell, or None.

        A search with its own phases may use UCB1 in another way than the words would say.
        """
        policy: TreePolicy = self.options.get("tree_policy", UCB1())
        return None if "phases" in self.options and isinstance(policy, UCB1) else policy

    def _on_show(self, root: Node) -> bool:
        """Return whether this is the tree of the last findings, and the game still keeps it."""
        return root is self.seen.root and self.game.holds(root)

    def static_headline(self) -> tuple[str, str]:
        return super().turn(), self._more()  # nobody can choose a cell of a still picture

    def static_picture(self) -> str:
        """Return the board with the findings of the last search, and the tree.

        If the engine's reply is nearly finished, the method waits for the reply.
        """
        self.work.catch_up(0.25)
        if self.work.running and self.game.root.children:
            self._see(None)  # the next search has begun
        if hides(self.start):
            return gallery(
                [board_svg(self.shown_state())],
                [self.remark],
                spoken=True,
            ).svg
        root, _, best = self.seen
        tree = ""
        if self.controls.tree.value and root and self._on_show(root):
            tree = draw_tree(root, best, self.lock) or ""
        answer = self._answer() if self.controls.thoughts.value else None
        return still(self.game, self.shown_state(), answer, self.remark, tree, self.names())

    def static_text(self) -> str:
        return f"{self.shown_state()}\n{self.remark} {super().turn()}"


def _labelled(words: str, picture: W.HTML) -> W.VBox:
    """Return a picture below a small heading."""
    return W.VBox([W.HTML(f"<p class='mcts-label'>{words}</p>"), picture])
