"""Right and wrong answers that test the checkers of chapter 20."""

from functools import partial, reduce
from itertools import accumulate

import numpy as np

from mctslib.course.ch20.checkers import check_dream, check_read_lines, check_result_there

CHECKS = {
    "20": {
        "dream": check_dream,
        "result_there": check_result_there,
        "read_lines": check_read_lines,
    }
}

# ---------------------------------------------------------- right answers in other styles


def by_accumulate(represent, imagine, board, moves):
    return list(accumulate(moves, imagine, initial=represent(board)))


def by_recursion(represent, imagine, board, moves):
    def go_on(latent, rest):
        return (latent,) + (go_on(imagine(latent, rest[0]), rest[1:]) if rest else ())

    return go_on(represent(board), tuple(moves))


def by_flips(first, turn, k):
    value = first
    for _ in range(turn + k):
        value = 1 - value
    return value


def by_numpy(first, turn, k):
    return np.array([first, 1 - first], np.float32)[(turn + k) & 1]


def by_pairs(values, count):
    pairs = sorted((value, triple) for triple, value in values.items())
    return [triple for _, triple in pairs[:count]]


def by_argsort(values, count):
    triples = np.array(list(values))
    return triples[np.argsort(list(values.values()))[:count]]


RIGHT = [
    ("dream", by_accumulate),
    ("dream", by_recursion),
    ("result_there", by_flips),
    ("result_there", by_numpy),
    ("read_lines", by_pairs),
    ("read_lines", by_argsort),
    ("read_lines", lambda values, count: sorted(values, key=lambda t: values[t])[0:count]),
]

# ---------------------------------------------------------- wrong answers


def looks_again(represent, imagine, board, moves):
    latents = [represent(board)]
    for move in moves:
        latents.append(imagine(represent(board), move))
    return latents


def from_the_start(represent, imagine, board, moves):
    first = represent(board)
    return [first] + [imagine(first, move) for move in moves]


def without_the_first(represent, imagine, board, moves):
    return by_accumulate(represent, imagine, board, moves)[1:]


def last_alone(represent, imagine, board, moves):
    return [reduce(imagine, moves, represent(board))]


def without_the_last(represent, imagine, board, moves):
    return by_accumulate(represent, imagine, board, moves)[:-1]


def moves_backward(represent, imagine, board, moves):
    return by_accumulate(represent, imagine, board, moves[::-1])


def states_backward(represent, imagine, board, moves):
    return by_accumulate(represent, imagine, board, moves)[::-1]


def imagines_the_board(represent, imagine, board, moves):
    return list(accumulate(moves, imagine, initial=board))


def pops(represent, imagine, board, moves):
    latents = [represent(board)]
    while moves:
        latents.append(imagine(latents[-1], moves.pop(0)))
    return latents


def needs_a_move(represent, imagine, board, moves):
    latents = [represent(board), imagine(represent(board), moves[0])]
    return latents + [imagine(latents[-1], move) for move in moves[1:]]


def a_generator(represent, imagine, board, moves):
    yield represent(board)


WRONG = [
    ("dream", looks_again, "called `represent` 5 times"),
    ("dream", from_the_start, "imagines each move from the real board"),
    ("dream", without_the_first, "first latent state is missing"),
    ("dream", last_alone, "You return only the last state"),
    ("dream", without_the_last, "The state after the last move is missing"),
    ("dream", moves_backward, "wrong order: begin with the first"),
    ("dream", states_backward, "the state of the real board comes first"),
    ("dream", imagines_the_board, "Begin with `represent(board)`"),
    ("dream", pops, "changed its argument"),
    ("dream", needs_a_move, "called `represent` 2 times"),
    ("dream", a_generator, "makes a generator"),
    ("dream", lambda *anything: None, "returned None"),
    ("result_there", lambda first, turn, k: first, "You always return the first player's result"),
    (
        "result_there",
        lambda first, turn, k: by_flips(first, turn, 0),
        "change the player to move, too",
    ),
    ("result_there", lambda first, turn, k: by_flips(first, 0, k), "depends on `turn`"),
    ("result_there", lambda first, turn, k: 1 - by_flips(first, turn, k), "has just moved"),
    (
        "result_there",
        lambda first, turn, k: first if (turn + k) % 2 == 0 else -first,
        "from −1 to 1",
    ),
    (
        "result_there",
        lambda first, turn, k: first if turn % 2 == 0 and k % 2 == 0 else 1 - first,
        "the total number of moves is even",
    ),
    ("result_there", lambda first, turn, k: 0.5, "if the first player is to move after"),
    ("result_there", lambda first, turn, k: None, "returned None"),
    ("result_there", lambda first, turn, k: first == 1, "should be a number"),
    (
        "read_lines",
        lambda v, n: sorted(v, key=v.get, reverse=True)[:n],
        "have the *highest* values",
    ),
    ("read_lines", lambda v, n: list(v)[:n], "first triples of the dictionary"),
    ("read_lines", lambda v, n: sorted(v)[:n], "sorted by their cells"),
    ("read_lines", lambda v, n: sorted(v, key=v.get), "all triples"),
    ("read_lines", lambda v, n: sorted(v.values())[:n], "You return the values"),
    ("read_lines", lambda v, n: by_pairs(v, n)[::-1], "wrong order"),
    ("read_lines", lambda v, n: [t for t in v if v[t] < 0.5][:n], "below ½"),
    ("read_lines", lambda v, n: by_pairs(v, n + 1), "return the first `count`"),
    ("read_lines", lambda v, n: [("a", "b", "c")] * n, "should be a triple"),
    ("read_lines", lambda v, n: set(by_pairs(v, n)), "should be a list"),
    ("read_lines", partial(lambda v, n, extra: None, extra=1), "returned None"),
]
