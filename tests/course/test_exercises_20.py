"""Right answers in other styles, and wrong ones that are not one edit away, for chapter 20."""

from itertools import accumulate

import numpy as np


def by_accumulate(represent, imagine, board, moves):
    return list(accumulate(moves, imagine, initial=represent(board)))


def by_recursion(represent, imagine, board, moves):
    def go_on(latent, rest):
        return (latent,) + (go_on(imagine(latent, rest[0]), rest[1:]) if rest else ())

    return go_on(represent(board), tuple(moves))


def by_ways(tape):
    """Ask each name how the last result depends on it, forwards and recursively."""
    last = tape[-1][0]

    def gradient(name):
        own = 1 if name == last else 0
        return own + sum(
            slope * gradient(result)
            for result, parents, slopes in tape
            for parent, slope in zip(parents, slopes)
            if parent == name
        )

    names = {last} | {parent for _, parents, _ in tape for parent in parents}
    return {name: gradient(name) for name in names}


def by_argsort(values, count):
    triples = np.array(list(values))
    return triples[np.argsort(list(values.values()))[:count]]


RIGHT = [
    ("dream", by_accumulate),
    ("dream", by_recursion),
    ("gradients", by_ways),
    ("read_lines", by_argsort),
    (
        "read_lines",
        lambda values, count: sorted(values, key=lambda t: (values[t], t[::-1]))[:count],
    ),
]


def looks_again(represent, imagine, board, moves):
    latents = [represent(board)]
    for move in moves:
        latents.append(imagine(represent(board), move))
    return latents


def pops(represent, imagine, board, moves):
    latents = [represent(board)]
    while moves:
        latents.append(imagine(latents[-1], moves.pop(0)))
    return latents


WRONG = [
    ("dream", looks_again, "called `represent` 5 times"),
    ("dream", pops, "changed its argument"),
]
