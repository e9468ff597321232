"""The words of the course: what each means, its symbol, its name in the library, and what others call it."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from importlib import import_module
from typing import Any

from mctslib.course.pages import CELL, Page, scrollable


@dataclass(frozen=True)
class Term:
    """One entry of the glossary.

    first    the chapter where the word first matters, as "03"
    symbol   the letter of the formulas, if there is one
    where    the library's own name for it, to be found by `found`: "Node.visits"
    others   what other texts and programs say
    """

    word: str
    meaning: str
    first: str
    symbol: str = ""
    where: str = ""
    others: str = ""

    def found(self) -> Any:
        """What `where` names in `mctslib`; AttributeError or ImportError if there is no such thing."""
        place, _, rest = self.where.rpartition(":")
        here: Any = import_module(f"mctslib.{place}" if place else "mctslib")
        for name in rest.split("."):
            fields = getattr(here, "__dataclass_fields__", {})
            here = fields[name] if name in fields else getattr(here, name)
        return here


TERMS = (
    # ------------------------------------------------------------------ the game
    Term("state", "One position of a game, with whose turn it is. It never changes: a move makes a new state.",
         "00", "s", "State", "position, board"),
    Term("move", "What the player to move may do, here mostly a cell to take. In the library it is an action.",
         "00", "a", "State.legal_actions", "action"),
    Term("reward", "What the game gives a player at its end: 1 for a win, ½ for a draw, 0 for a loss.",
         "00", "r", "State.rewards", "outcome, payoff, return"),
    Term("seed", "The number that random choices start from. The same seed gives the same search.", "00"),
    Term("value", "How good a position is for somebody: the reward to expect there, from 0 to 1.",
         "00", "Q", "Node.value", "mean reward, win rate, utility"),
    Term("share", "The part of all visits that a move got, as the search's answer shows it.", "00", "",
         "SearchResult.distribution", "visit distribution, policy target"),
    # ------------------------------------------------------------------ random games
    Term("playout", "A random game from a position to its end.", "01", "", "Playout",
         "random game, rollout, simulation"),
    Term("estimate", "A mean over some random games, which stands for the mean over all.", "01"),
    Term("standard deviation", "How far a random number typically lies from its mean.", "01", "σ"),
    Term("perfect play", "Both sides always choose what is best for them.", "01", "", "oracle:optimal_actions",
         "optimal play"),
    Term("flat Monte Carlo", "The same number of random games after every move, then the move with the best "
         "average. No tree.", "01", "", "arena.players:FlatMonteCarlo", "pure Monte Carlo search"),
    Term("exact value", "The average over all random games, each counted with its probability: computed, not "
         "sampled. Endless playouts would come to it.", "01", "", "oracle:expected_value", "expected outcome"),
    Term("blunder", "A move that gives away value against a perfect opponent.", "01", "", "oracle:optimal_actions"),
    # ------------------------------------------------------------------ slot machines
    Term("bandit", "A choice among slot machines whose pay is unknown, made again and again.", "02", "",
         "course.ch02.bandit:Machine", "multi-armed bandit"),
    Term("arm", "One of the slot machines. In a tree: one child of a node.", "02"),
    Term("regret", "What the choices cost: the best true mean minus that of the arm pulled, added up over all pulls.",
         "02"),
    Term("true mean", "What an arm pays on average, were it pulled for ever.", "02", "μ", "", "expected reward"),
    Term("gap", "The best true mean minus that of an arm.", "02", "Δ"),
    Term("policy", "A rule that says which arm to pull, or which move to take.", "02", "", "", "strategy"),
    Term("ε-greedy", "Greedy, but for a random arm with probability ε.", "02", "", "course.ch02.bandit:EpsilonGreedy"),
    Term("greedy", "Always taking what looks best so far. It may stay with the wrong arm for ever.", "02"),
    Term("exploitation", "Choosing what has done well: the first part of the score.", "02", "Q", "UCB1.terms"),
    Term("exploration", "Choosing what is little known: the second part of the score.", "02", "c √(ln N / n)",
         "UCB1.terms", "bonus"),
    Term("UCB1", "The rule that takes the arm with the highest sum of mean and bonus.", "02", "", "UCB1",
         "upper confidence bound"),
    Term("c", "The weight of exploration in the score. For rewards from 0 to 1 theory says √2.", "02", "c", "UCB1.c",
         "exploration constant, C_p, c_puct; not all on the same scale"),
    # ------------------------------------------------------------------ the tree
    Term("tree", "The positions that the search remembers, each below the one it comes from.", "03", "", "tree:Node",
         "search tree; the game tree is the tree of all positions"),
    Term("node", "One remembered position, with its two numbers N and W.", "03", "", "Node", "vertex, state node"),
    Term("root", "The node where the search starts: the position in which a move is wanted.", "03", "",
         "SearchResult.root"),
    Term("child", "A node one move below another, its parent.", "03", "", "Node.children", "successor"),
    Term("parent", "The node one move above.", "03", "", "Node.parent"),
    Term("path", "The moves from the root down to a node.", "03", "", "Node.path", "line, trajectory"),
    Term("visits", "How many iterations passed through a node.", "03", "N (of a child or an arm: n)", "Node.visits",
         "visit count"),
    Term("value sum", "The rewards collected in a node, for the player who moved into it.", "03", "W",
         "Node.value_sum", "total reward, wins"),
    Term("iteration", "One pass through the four phases.", "03", "t", "Iteration", "simulation (in many papers)"),
    Term("select", "Phase 1: walk down the tree, each time to the child with the highest score.", "03", "",
         "select", "tree descent"),
    Term("expand", "Phase 2: add one new node below the end of the path.", "03", "", "expand"),
    Term("simulate", "Phase 3: play at random from the new node to the end of the game.", "03", "", "simulate",
         "rollout, playout, evaluation"),
    Term("rollout", "In this course the playout of phase 3, the moves of which stay outside the tree.", "03", "",
         "Iteration.rollout", "playout, simulation"),
    Term("backpropagate", "Phase 4: walk back to the root; every node gets a visit and its player's reward.", "03", "",
         "backpropagate", "backup, update. Not the method of neural networks of that name"),
    Term("MCTS", "Monte Carlo tree search: the four phases, again and again. UCT is its usual form.", "07", "",
         "search"),
    Term("UCT", "Tree search that selects by UCB1 in every node.", "03", "", "UCB1",
         "often a synonym for Monte Carlo tree search"),
    Term("record", "What one iteration did: path, expansion, rollout, rewards. The tree follows from the records.",
         "03", "", "record", "trace, log"),
    # ------------------------------------------------------------------ your own search
    Term("tree policy", "The function that picks the child in phase 1.", "03", "", "policies:TreePolicy",
         "selection policy, in-tree policy"),
    Term("rollout policy", "The function that picks the moves of a rollout.", "04", "", "policies:RolloutPolicy",
         "default policy, simulation policy"),
    Term("mutant", "A program with one line changed, made to see which test notices.", "05"),
    Term("invariant", "What must be true in every tree, such as that a node has at least its children's visits.",
         "05", "", "checks.check:check_tree"),
    Term("instrument", "A way to examine an engine: a look, a test or a measurement.", "05", "",
         "course.ch05.instruments:INSTRUMENTS"),
    Term("exam", "An instrument without statistics: it complains, which is proof, or it finds nothing.", "05"),
    Term("control", "A second healthy program, examined like the mutants: it should not be convicted.", "05"),
    Term("perft", "The number of move sequences of a given length, to compare two programs' rules.", "05", "",
         "checks.check:perft"),
    Term("litmus position", "A position whose right move is known for certain.", "05"),
    Term("asymmetry", "The shape of a tree grown by UCT: deep where moves are good, shallow elsewhere.", "06"),
    Term("budget", "How much a search may use: iterations, seconds or nodes.", "07", "", "Limit",
         "limit, time control"),
    Term("most visited", "The usual rule for the final move: the child with the most visits.", "07", "",
         "most_visited", "robust child"),
    Term("best value", "The other rule for the final move: the child with the highest mean.", "07", "", "best_value",
         "max child"),
    Term("secure child", "A rule for the final move: the child whose mean minus its bonus is highest.", "07", "", "",
         "lower confidence bound"),
    Term("failure rate", "The share of games in which a method's first move is wrong.", "08"),
    Term("plateau", "A stretch of the curve where more playouts do not help.", "08"),
    Term("minimax", "The value of a position if both sides play perfectly.", "08", "", "oracle:value",
         "game-theoretic value"),
    Term("P-game", "A made-up game tree with random numbers on its moves, used to test searches.", "08", "",
         "course.ch08.pgame:PGame"),
    Term("interval", "A range around what was measured, made so that it nearly always contains the truth.",
         "09", "", "arena.intervals:wilson", "confidence interval; Wilson's interval is one"),
    Term("score", "What a player got in a match: its mean reward, a draw being ½.", "09", "s",
         "arena.matches:MatchResult.score"),
    Term("standard error", "How far a measured share typically lies from the true one.", "09", "√(p (1 − p) / n)"),
    Term("edge", "The share of a player minus ½.", "09", "s − ½"),
    Term("power", "The chance that a match notices a difference that is there.", "09"),
    Term("bootstrap", "Made-up tournaments, drawn from the games of the real one, to see how ratings vary.", "09", "",
         "arena.ratings:ladder", "resampling"),
    Term("pair", "Two games with the same opening and seed, sides swapped.", "09"),
    Term("paired", "Said of matches in which both players get each side equally often.", "09", "",
         "arena.matches:match"),
    Term("rating", "A number for a player, such that differences foretell the score of a match.", "09", "",
         "arena.ratings:Rating", "Elo; the model is that of Bradley and Terry"),
    # ------------------------------------------------------------------ larger games, and speed
    Term("branching factor", "How many moves a position has, on average.", "10", "b", "State.legal_actions"),
    Term("heavy playout", "A playout that does not move at random alone: it wins at once, or blocks.", "10", "",
         "policies:blocking", "informed playout"),
    Term("mode 1", "Sudo tic-tac-toe that is won by the first small board won.", "10", "", "SudoTicTacToe.mode"),
    Term("mode 2", "Sudo tic-tac-toe that is won by three small boards in a row.", "10", "", "SudoTicTacToe.mode",
         "ultimate tic-tac-toe"),
    Term("profiler", "A program that says how often each function was called and what time it took.", "12"),
    Term("Amdahl's law", "Making a part faster saves at most the time of that part.", "12"),
    Term("object", "A value of Python with its type and a count of its users: flexible, and slow to handle.", "12"),
    Term("array", "Numbers of one size side by side in memory.", "12"),
    Term("bitboard", "A board as one integer: a bit for each place.", "12", "", "ConnectFour.x"),
    Term("CPU time", "The time for which the processor really worked for a program.", "12"),
    Term("compiler", "What turns a program into machine code before it runs.", "12"),
    Term("numba", "The compiler of Python functions that the fast engine is made with.", "12", "", "fast:search"),
    Term("tree reuse", "To begin a search with what is known below the moves that were played.", "12", "", "reuse"),
    Term("alpha-beta", "Minimax that leaves a position once the opponent would not let it come up.", "12", "",
         "course.ch12.alphabeta:AlphaBetaPlayer"),
    Term("iterative deepening", "To search one move deep, then two, then three, as long as there is time.", "12"),
    Term("transposition table", "A table of positions met before, by whatever order of moves.", "12"),
)

WIDE = CELL.replace('"', '"min-width:9em;', 1)  # the meaning keeps its room in a narrow window
HEAD = ("word", "symbol", "in the library", "meaning", "elsewhere", "chapter")


def glossary(search: str = "", terms: Iterable[Term] = TERMS) -> Page:
    """The terms in which `search` occurs (in any column; all if empty), in alphabetical order, as a table."""
    wanted = search.lower()
    chosen = [term for term in terms if any(wanted in cell.lower() for cell in cells(term))]
    chosen.sort(key=lambda term: term.word.lower())
    head = "".join(f'<th scope="col" {CELL}>{name}</th>' for name in HEAD)
    body = "".join(_row(term) for term in chosen)
    text = "\n".join(" · ".join(cell for cell in cells(term) if cell) for term in chosen)
    none = "" if chosen else f"<p>No entry has {escape(search)!r} in it.</p>"
    name = f"Glossary: {search}" if search else "Glossary"
    table = scrollable(f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>", name)
    return Page(table + none, text or "No entry.")


def cells(term: Term) -> tuple[str, ...]:
    """The columns of a term, in the order of `HEAD`."""
    return (term.word, term.symbol, term.where.replace(":", "."), term.meaning, term.others, term.first)


def _row(term: Term) -> str:
    word, symbol, where, *rest = map(escape, cells(term))
    parts = where.replace(".", ".<wbr/>").replace("_", "_<wbr/>")  # where a long name may break
    code = f'<code style="white-space:normal">{parts}</code>' if where else ""
    columns = [symbol and f"<i>{symbol}</i>", code, *rest]
    data = "".join(f"<td {WIDE if k == 2 else CELL}>{column}</td>" for k, column in enumerate(columns))
    return f'<tr><th scope="row" {CELL}>{word}</th>{data}</tr>'
