"""Where the ideas of the course come from: the sources, the chapters they belong to, and a line through time."""
from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from mctslib.course.pages import CELL, Page, scrollable
from mctslib.draw import svg
from mctslib.draw.show import Picture


class Source(NamedTuple):
    """One publication.

    idea      what it brought, in a few words
    chapters  the chapters it belongs to
    read      which part to read first
    turn      whether it stands on the line through time
    """

    year: int
    authors: str
    title: str
    place: str
    idea: str
    chapters: tuple[str, ...]
    read: str = ""
    turn: bool = False


SOURCES = (
    Source(1990, "B. Abramson", "Expected-outcome: a general model of static evaluation",
           "IEEE Transactions on Pattern Analysis and Machine Intelligence 12", "A position is as good as the "
           "average end of random games from it", ("01",), "the model, then the experiments", True),
    Source(1993, "B. Brügmann", "Monte Carlo Go", "technical report", "Random games choose moves in Go",
           ("01", "08"), "all of it, it is short", True),
    Source(2002, "P. Auer, N. Cesa-Bianchi, P. Fischer", "Finite-time analysis of the multiarmed bandit problem",
           "Machine Learning 47", "UCB1, with a bound on its regret at any time", ("02", "03", "07"),
           "figure 1 and theorem 1", True),
    Source(2006, "R. Coulom", "Efficient selectivity and backup operators in Monte-Carlo tree search",
           "Computers and Games", "Random games grow a tree; it gets its name, Monte Carlo tree search", ("00", "03"),
           "section 1", True),
    Source(2006, "L. Kocsis, C. Szepesvári", "Bandit based Monte-Carlo planning",
           "European Conference on Machine Learning", "UCT: UCB1 in every node, with a theorem of convergence",
           ("03", "04", "06", "07", "08"), "section 2; section 3.1 for the P-games", True),
    Source(2006, "S. Gelly, Y. Wang, R. Munos, O. Teytaud", "Modification of UCT with patterns in Monte-Carlo Go",
           "INRIA report 6062", "MoGo: UCT in a Go program, with playouts that answer locally", ("04", "10"), "", True),
    Source(2008, "G. Chaslot, M. Winands, H. van den Herik, J. Uiterwijk, B. Bouzy",
           "Progressive strategies for Monte-Carlo tree search", "New Mathematics and Natural Computation 4",
           "The four phases get names; robust child and max child", ("04", "07"), "section 2", True),
    Source(2011, "S. Gelly, D. Silver", "Monte-Carlo tree search and rapid action value estimation in computer Go",
           "Artificial Intelligence 175", "RAVE: what playouts know about a move wherever it is played", ("14",), "",
           True),
    Source(2012, "C. Browne and others", "A survey of Monte Carlo tree search methods",
           "IEEE Transactions on Computational Intelligence and AI in Games 4", "The survey of the first years",
           ("00", "01", "03", "04", "05", "06", "07", "10"), "section 3", True),
    Source(2016, "D. Silver and others", "Mastering the game of Go with deep neural networks and tree search",
           "Nature 529", "AlphaGo: neural networks propose moves and judge positions", ("00", "16"), "", True),
    Source(2017, "D. Silver and others", "Mastering the game of Go without human knowledge", "Nature 550",
           "AlphaGo Zero: learns from its own games alone, and searches without playouts", ("16",), "", True),
    Source(2018, "D. Silver and others", "A general reinforcement learning algorithm that masters chess, shogi, and "
           "Go through self-play", "Science 362", "AlphaZero: one method for three games", ("16",), "", True),
    Source(2020, "J. Schrittwieser and others", "Mastering Atari, Go, chess and shogi by planning with a learned model",
           "Nature 588", "MuZero: the rules are learnt too", ("16",), "", True),
    Source(2023, "M. Świechowski, K. Godlewski, B. Sawicki, J. Mańdziuk",
           "Monte Carlo tree search: a review of recent modifications and applications",
           "Artificial Intelligence Review 56", "The survey of the years since", ("10", "14", "15", "16"), "", True),
    # ------------------------------------------------------------------ not turning points of the search itself
    Source(1927, "E. Wilson", "Probable inference, the law of succession, and statistical inference",
           "Journal of the American Statistical Association 22", "The interval for a share", ("09",)),
    Source(1949, "N. Metropolis, S. Ulam", "The Monte Carlo method",
           "Journal of the American Statistical Association 44", "Averages of random trials, and the name", ("01",)),
    Source(1952, "H. Robbins", "Some aspects of the sequential design of experiments",
           "Bulletin of the American Mathematical Society 58", "The bandit problem", ("02",)),
    Source(1963, "W. Hoeffding", "Probability inequalities for sums of bounded random variables",
           "Journal of the American Statistical Association 58", "How far an average may be from the truth", ("02",)),
    Source(1985, "T. Lai, H. Robbins", "Asymptotically efficient adaptive allocation rules",
           "Advances in Applied Mathematics 6", "No rule has less than logarithmic regret", ("02",)),
    Source(1994, "S. Smith, D. Nau", "An analysis of forward pruning", "AAAI", "P-games as a test", ("08",)),
    Source(2007, "P.-A. Coquelin, R. Munos", "Bandit algorithms for tree search", "Uncertainty in Artificial "
           "Intelligence", "How slow UCT can be in the worst case", ("06", "08"), "what it says of UCT"),
    Source(2009, "D. Silver, G. Tesauro", "Monte-Carlo simulation balancing", "International Conference on Machine "
           "Learning", "Playouts should be balanced rather than strong", ("10",)),
    Source(2011, "C. Browne", "The dangers of random playouts", "ICGA Journal 34", "Small games in which they mislead",
           ("01",)),
    Source(2020, "D. Shah, Q. Xie, Z. Xu", "Non-asymptotic analysis of Monte Carlo tree search", "SIGMETRICS",
           "What the first proof left open, and a repair", ("08",)),
    Source(2009, "S. Bubeck, R. Munos, G. Stoltz", "Pure exploration in multi-armed bandits problems",
           "Algorithmic Learning Theory", "Simple regret: when only the last choice counts", ("02",)),
    Source(2020, "T. Lattimore, C. Szepesvári", "Bandit algorithms", "Cambridge University Press", "The textbook",
           ("02",)),
    Source(1978, "R. DeMillo, R. Lipton, F. Sayward", "Hints on test data selection", "Computer 11",
           "Change a line and see whether the tests notice", ("05",)),
    Source(1998, "R. Newcombe", "Interval estimation for the difference between independent proportions",
           "Statistics in Medicine 17", "Intervals for the difference of two shares", ("05",)),
    Source(2001, "L. Brown, T. Cai, A. DasGupta", "Interval estimation for a binomial proportion",
           "Statistical Science 16", "Why not the textbook's shortcut", ("09",)),
    Source(1952, "R. Bradley, M. Terry", "Rank analysis of incomplete block designs", "Biometrika 39",
           "Strengths from paired comparisons", ("09",)),
    Source(1978, "A. Elo", "The rating of chessplayers", "Arco", "Ratings", ("09",)),
    Source(1979, "B. Efron", "Bootstrap methods: another look at the jackknife", "Annals of Statistics 7",
           "Intervals by drawing again from the data", ("09",)),
    Source(1945, "A. Wald", "Sequential tests of statistical hypotheses", "Annals of Mathematical Statistics 16",
           "When one may stop early", ("09",)),
    Source(1982, "E. Berlekamp, J. Conway, R. Guy", "Winning ways for your mathematical plays", "Academic Press",
           "A theory of games, Domineering among them", ("11",)),
    Source(1974, "D. Gale", "A curious Nim-type game", "American Mathematical Monthly 81", "Chomp", ("11",)),
    Source(2005, "I-C. Wu, D.-Y. Huang", "A new family of k-in-a-row games", "Advances in Computer Games 11",
           "Two stones a turn", ("11",)),
    Source(1967, "G. Amdahl", "Validity of the single processor approach to achieving large scale computing "
           "capabilities", "AFIPS Spring Joint Computer Conference", "What is not made faster sets the limit", ("12",)),
    Source(1970, "A. Zobrist", "A new hashing method with application for game playing", "technical report, University "
           "of Wisconsin", "A number for a position, changed by one step a move", ("12",)),
    Source(1975, "D. Knuth, R. Moore", "An analysis of alpha-beta pruning", "Artificial Intelligence 6",
           "How much of minimax can be skipped", ("12",)),
    Source(1988, "V. Allis", "A knowledge-based approach of Connect-Four", "master's thesis, Vrije Universiteit "
           "Amsterdam", "Connect Four is solved: the first player wins", ("12",)),
    Source(2008, "B. Childs, J. Brodeur, L. Kocsis", "Transpositions and move groups in Monte Carlo tree search",
           "Computational Intelligence and Games", "Positions reached in several ways, searched once", ("12",)),
    Source(2015, "S. K. Lam, A. Pitrou, S. Seibert", "Numba: a LLVM-based Python JIT compiler", "Workshop on the LLVM "
           "Compiler Infrastructure in HPC", "Python functions on arrays, compiled when they are called", ("12",)),
)


def year_of(source: Source) -> int:
    """Its year: the order of everything here; within a year the order of `SOURCES`."""
    return source.year


def sources_table(chapter: str = "", sources: Iterable[Source] = SOURCES) -> Page:
    """The sources of one chapter (all if empty), the oldest first, as a table."""
    chosen = sorted((s for s in sources if not chapter or chapter in s.chapters), key=year_of)
    head = "".join(f'<th scope="col" {CELL}>{name}</th>' for name in ("year", "source", "idea", "read", "chapters"))
    text = "\n".join(f"{s.year} · {s.authors}, {s.title} · {s.idea}" for s in chosen)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(map(_row, chosen))}</tbody></table>"
    return Page(scrollable(table, f"Sources of chapter {chapter}" if chapter else "All sources"), text)


def _row(source: Source) -> str:
    what = f"{escape(source.authors)}, <i>{escape(source.title)}</i>. {escape(source.place)}"
    cells = (what, escape(source.idea), escape(source.read), ", ".join(source.chapters))
    return f'<tr><th scope="row" {CELL}>{source.year}</th>' + "".join(f"<td {CELL}>{c}</td>" for c in cells) + "</tr>"


ROW, TOP, YEAR = 40, 24, 21  # pixels: a label, the margin, a year


def timeline(sources: Iterable[Source] = SOURCES) -> Picture:
    """The turning points on a line from top to bottom, true to scale; each label is joined to its year."""
    turns = sorted((source for source in sources if source.turn), key=year_of)
    first, last = turns[0].year, turns[-1].year
    length = max(YEAR * (last - first), ROW * (len(turns) - 1))
    marks = [TOP + (turn.year - first) / max(1, last - first) * length for turn in turns]
    content = svg.element("line", x1=60, y1=TOP, x2=60, y2=TOP + length, stroke=svg.INK, stroke_width=2)
    content += "".join(
        _turn(turn, mark, TOP + k * length / max(1, len(turns) - 1)) for k, (turn, mark) in enumerate(zip(turns, marks))
    )
    alt = "A line through time: " + "; ".join(f"{t.year} {short_names(t)}, {t.idea}" for t in turns) + "."
    return Picture(svg.document(content, 780, 2 * TOP + length, alt), alt)


def _turn(turn: Source, mark: float, label: float) -> str:
    """A dot at the year, a line to the label, the label in two lines."""
    dot = svg.element("circle", cx=60, cy=mark, r=4, fill=svg.INK)
    line = svg.element("line", x1=66, y1=mark, x2=118, y2=label, stroke=svg.FAINT)
    year = svg.text(turn.year, 126, label + 1, 13, font_weight="bold")
    words = svg.text(short_names(turn), 166, label + 1, 13) + svg.text(turn.idea, 166, label + 16, 12)
    return dot + line + year + words


def short_names(source: Source) -> str:
    """The authors without initials; of more than three only the first."""
    names = [name.split(". ", 1)[-1].split(".")[-1].strip() for name in source.authors.split(", ")]
    if len(names) > 3:
        return f"{names[0]} and others"
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
