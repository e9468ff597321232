"""Small runs of the methods give the numbers that are stored in `records.json`.

A run is short and determined by its seed, so its record is the same on every machine, except that
floats may differ by rounding.  If you change a method on purpose, look at the differences, and
write the records again:

    .venv/bin/python tests/core/test_records.py
"""

import json
import random
import re
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import isclose
from pathlib import Path
from types import FunctionType, MethodType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from small_games import ThreeWay, Urn

from mctslib import UCB1, ConnectFour, TicTacToe, search
from mctslib.games import Kuhn, Pig, Putting
from mctslib.methods import dice, muzero, parallel, poker
from mctslib.methods.alone import Alone, Ledger, MeanAndMax
from mctslib.methods.backward import Traced
from mctslib.methods.dreamer import Dreamer
from mctslib.methods.gumbel import Gumbel, GumbelLearner
from mctslib.methods.hidden import determinized, information_search, promised
from mctslib.methods.line_boards import GravityRules, LineRules, MisereRules
from mctslib.methods.network import Brain, Net
from mctslib.methods.puct import Puct, dirichlet
from mctslib.methods.rave import Rave
from mctslib.methods.selfplay import Learner
from mctslib.methods.side_by_side import Forest, Imagined, TrueRules
from mctslib.methods.solver import Solver
from mctslib.methods.widening import Widening
from mctslib.tree import Node

STORED = Path(__file__).resolve().parent / "records.json"
SMALL = {"games": 4, "iterations": 6, "steps": 3, "batch": 16}
LEFT_OUT = (random.Random, np.random.Generator, FunctionType, MethodType, type)
CLOSE = 1e-4  # the largest relative difference between two numbers that count as equal


# ---------------------------------------------------------------------------- what is recorded


def parts(thing: Any) -> dict[str, Any]:
    """Return the parts of an object that contains other objects: name → part."""
    if isinstance(thing, Mapping):
        return {repr(key): part for key, part in thing.items()}
    if isinstance(thing, (list, tuple)):
        names = getattr(thing, "_fields", range(len(thing)))
        return {str(name): part for name, part in zip(names, thing, strict=True)}
    slots = getattr(type(thing), "__slots__", None)
    return {name: getattr(thing, name) for name in slots} if slots else dict(vars(thing))


def written(thing: Any, name: str = "") -> dict[str, Any]:
    """Return the contents of an object as a flat dict: the path of a part → a number or a string.

    An array is described by its type, its shape, and the sum of its numbers, each multiplied by a
    weight that depends on its place.
    """
    if isinstance(thing, LEFT_OUT):
        return {}
    if thing is None or isinstance(thing, (bool, int, float, str)):
        return {name: thing}
    if isinstance(thing, np.generic):
        return {name: thing.item()}
    if isinstance(thing, np.ndarray):
        weights = 1 + np.cos(np.arange(thing.size))
        total = float(thing.ravel().astype(float) @ weights)
        return {f"{name} {thing.dtype} {thing.shape}": round(total, 6)}
    if isinstance(thing, Traced):
        return written(thing.data, name)
    if isinstance(thing, Node):
        visits = {action: child.visits for action, child in thing.children.items()}
        return {name: f"{thing.visits} visits, children {visits}"}
    if isinstance(thing, Fraction) or hasattr(thing, "legal_actions"):
        return {name: str(thing)}
    found = {}
    for key, part in parts(thing).items():
        if key != "opinions" and "judgements" not in key and "noisy" not in key:
            found |= written(part, f"{name}.{key}" if name else key)
    return found


# ---------------------------------------------------------------------------- the runs


def learning(make: Callable[..., Any], **options: Any) -> dict[str, Any]:
    """Return the contents of a learner at several moments of its first two generations."""
    learner = make(seed=1, **SMALL | options)
    found = written(learner, "new")
    for _ in range(4):
        learner.step()
    found |= written(learner, "in a game")
    while not learner.generation:
        learner.step()
    for _ in range(3):
        learner.step()
    found |= written(learner, "later")
    while learner.generation < 2:
        learner.step()
    return found | written(learner.losses, "losses of two generations")


def of_learner(start: Any, **options: Any) -> dict[str, Any]:
    """Return the record of a learner of `selfplay`."""
    return learning(lambda **own: Learner(start, **own), hidden=(8, 6), **options)


def of_gumbel_learner() -> dict[str, Any]:
    """Return the record of a learner that uses Gumbel AlphaZero."""
    return learning(lambda **own: GumbelLearner(TicTacToe(), **own), hidden=(8,), c_scale=2.0)


def of_search(state: Any, method: Any, iterations: int = 120) -> dict[str, Any]:
    """Return the action and the value of a search, and a short text about each iteration."""
    trace: list[Any] = []
    result = search(state, iterations, seed=5, trace=trace, **method.options())
    found = {"action": repr(result.action), "value": result.value}
    for number, one in enumerate(trace):
        short = f"{one.path} {one.expanded} {len(one.rollout)} {tuple(one.rewards)}"
        found[f"iteration {number}"] = short
    return found


def of_forest(kind: Any, rules: LineRules) -> dict[str, Any]:
    """Return the arrays of trees that grew from three boards, with noise at the roots."""
    boards = rules.start(3)
    boards, _, _ = rules.play(boards, np.array([4, 4, 8]))
    boards, _, _ = rules.play(boards, np.array([7, 1, 7]))
    world = kind(muzero.Model(seed=2), rules)
    noise = np.random.default_rng(4)
    return written(Forest(world, boards, 12, 1.5, noise).grow(12))


def of_poker() -> dict[str, Any]:
    """Return strategies of Kuhn poker, their winnings, and the best plans against them."""
    uneven = {view: Fraction(1 + number, 20) for number, view in enumerate(poker.VIEWS)}
    strategies = {
        "nash": poker.nash(),
        "uneven": uneven,
        "determinized": poker.determinized_strategy(),
        "by deals": poker.regret_matching(7),
        "CFR": poker.counterfactual_regret(6),
        "CFR together": poker.counterfactual_regret(6, alternating=False),
        "CFR+": poker.counterfactual_regret_plus(5),
    }
    found = {}
    for name, strategy in strategies.items():
        found |= written(strategy, name)
        found |= written(poker.mean_coins(strategy), f"{name} wins")
        found |= written(poker.coin_chances(strategy), f"{name} coins")
        found |= written(poker.best_plan(strategy, 0), f"{name} loses to 0")
        found |= written(poker.best_plan(strategy, 1), f"{name} loses to 1")
        found |= written(poker.nearest_bluff(strategy), f"{name} is near")
    return found


def of_information_search() -> dict[str, Any]:
    """Return the table of an information-set search."""
    return written(information_search(Kuhn((0, 2)), 60, random.Random(2), 0.6))


def of_workers() -> dict[str, Any]:
    """Return the trees that workers grew together, with a tree policy that explores little."""
    found = {}
    for scheme in parallel.SCHEMES:
        for start in (TicTacToe(), Pig(12)):
            root = parallel.parallel_search(
                start, 60, 3, seed=3, scheme=scheme, tree_policy=UCB1(0.2)
            )
            name = f"{scheme} {type(start).__name__}"
            found |= written(root, name)
            for node in root.descendants():
                found |= written(node, f"{name} {node.path()}")
    return found


def of_dreams() -> dict[str, Any]:
    """Return a shipped model, its judgements, and searches with it, with and without noise."""
    model = muzero.shipped_model("muzero-0")
    found = written(model, "model")
    dream = model.dream(TicTacToe().apply(0))
    found |= written({"dream": repr(dream), "next": repr(dream.apply(1))})
    found |= written(model.judge(dream.apply(1)), "judged")
    found |= written(dream.apply(1).latent, "latent")
    found |= written(of_search(dream, muzero.MuZero(model), 30), "from a dream")
    arrays = [p.data.astype(float) for p in muzero.Model(4, latent=6, hidden=5).parameters]
    found |= written(muzero.Model.of(arrays), "small model")
    for rules in (False, True):
        noise = dirichlet(random.Random(6), 0.5)
        method = muzero.MuZero(model, 2.0, noise, rules=rules)
        found |= written(of_search(TicTacToe().apply(4), method, 40), f"with noise {rules}")
        method = muzero.MuZero(model, 2.0, rules=rules)
        found |= written(of_search(TicTacToe(), method, 30), f"without noise {rules}")
    return found


def refused(action: Callable[[], Any]) -> str:
    """Return the error message with which a call is refused."""
    with pytest.raises((ValueError, TypeError)) as caught:
        action()
    return f"{caught.type.__name__}: {caught.value}"


def of_refusals() -> dict[str, str]:
    """Return the messages with which each method refuses games and numbers that it cannot use."""
    rng = random.Random(0)
    open_game, undealt, three = TicTacToe(), Kuhn(), ThreeWay()
    found = {}
    hidden = {
        "information sets": lambda state: information_search(state, 3, rng),
        "promises": promised,
        "determinization": lambda state: determinized(state, 3, rng),
    }
    for name, call in hidden.items():
        for state in (open_game, undealt):
            words = f"{name} in {type(state).__name__}"
            if (name, state) != ("information sets", undealt):
                found[words] = refused(lambda call=call, state=state: call(state))
    for method in (Rave(), Puct(), Gumbel(), Solver(), MeanAndMax(), Alone(), Widening()):
        for state in (Pig(20), Kuhn((0, 2)), three):
            name = f"{type(method).__name__} in {type(state).__name__}"
            try:
                search(state, 5, seed=0, **method.options())
                found[name] = "searched"
            except ValueError as error:
                found[name] = str(error)
    for count in (poker.regret_matching, poker.counterfactual_regret):
        found[count.__name__] = refused(lambda count=count: count(0))
    found["CFR+"] = refused(lambda: poker.counterfactual_regret_plus(0))
    found["no child"] = refused(lambda: MeanAndMax()(Node(open_game)))
    found["no model"] = refused(lambda: muzero.shipped_model("x"))
    found["another size"] = refused(lambda: Brain(Net(6, 4), open_game))
    for wrong in ({"noise": 1.5}, {"alpha": 0}, {"alpha": float("inf")}, {"noise": -0.1}):
        found[f"noise {wrong}"] = refused(lambda wrong=wrong: Learner(open_game, **wrong))
    return found


RUNS: dict[str, Callable[[], dict[str, Any]]] = {
    "learner": lambda: of_learner(TicTacToe()),
    "learner without mirror images": lambda: of_learner(TicTacToe(), mirrored=False, memory=20),
    "learner without noise": lambda: of_learner(TicTacToe(), noise=0, warm=1),
    "learner with much noise": lambda: of_learner(TicTacToe(), noise=0.9, alpha=0.2, c=0.4),
    "learner of another game": lambda: of_learner(ConnectFour(4, 4), warm=3, rate=0.01),
    "Gumbel's learner": of_gumbel_learner,
    "dreamer": lambda: learning(Dreamer),
    "dreamer of another game": lambda: learning(lambda **own: Dreamer(GravityRules(), **own)),
    "dreamer with rules": lambda: learning(Dreamer, known_rules=True, mirrored=False, memory=5),
    "dreamer of misère": lambda: learning(lambda **own: Dreamer(MisereRules(), **own), warm=1),
    "network": lambda: written(Net(6, 4, (5, 3), seed=7)),
    "default network": lambda: written(Net(6, 4)),
    "model": lambda: written(muzero.Model()),
    "forest of dreams": lambda: of_forest(Imagined, LineRules()),
    "forest of boards": lambda: of_forest(TrueRules, LineRules()),
    "widening": lambda: of_search(Pig(20), Widening(0.5, 2.0, c=0.7)),
    "widening of chance": lambda: of_search(
        Putting(24, 2, noise=3), Widening(0.4, chance_exponent=0.5)
    ),
    "widening by count": lambda: of_search(
        Putting(24, 2, noise=3), Widening(0.3, chance_exponent=0.4, replay="by count")
    ),
    "widening of dice": lambda: of_search(
        Pig(20), Widening(1.0, 5.0, chance_exponent=0.6, chance_factor=1.5)
    ),
    "RAVE": lambda: of_search(TicTacToe(), Rave()),
    "letters": lambda: {"solver": Solver(c=1.23456).letters(Node(TicTacToe()))[1]},
    "solver": lambda: of_search(TicTacToe(), Solver()),
    "mean and maximum": lambda: of_search(Putting(24, 2), MeanAndMax(0.5)),
    "workers": of_workers,
    "model and rules": of_dreams,
    "poker": of_poker,
    "information sets": of_information_search,
    "refusals": of_refusals,
    "widening of an urn": lambda: of_search(Urn(), Widening(0.5, chance_exponent=0.9), 200),
    "widening of an urn by count": lambda: of_search(
        Urn(), Widening(0.5, chance_exponent=0.7, replay="by count"), 200
    ),
    "dice": lambda: written(dice.solve_pig(8)),
}


@pytest.mark.parametrize("name", RUNS)
def test_a_run_gives_the_numbers_that_are_stored(name):
    stored = json.loads(STORED.read_text(encoding="utf-8"))[name]
    found = json.loads(json.dumps(RUNS[name]()))
    assert found.keys() == stored.keys()
    for place, value in stored.items():
        assert agrees(found[place], value), (place, found[place], value)


DECIMAL = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")


def agrees(found: Any, stored: Any) -> bool:
    """Return whether two numbers or strings are equal; their decimals may differ by rounding.

    The last digits of a network's numbers differ between processors, and some of these numbers
    occur in strings.
    """
    if isinstance(stored, float):
        return isclose(found, stored, rel_tol=CLOSE, abs_tol=CLOSE)
    if not isinstance(stored, str):
        return bool(found == stored)
    numbers, expected = DECIMAL.findall(found), DECIMAL.findall(stored)
    same_words = DECIMAL.sub("§", found) == DECIMAL.sub("§", stored)
    return same_words and all(map(agrees, map(float, numbers), map(float, expected)))


def test_decimals_inside_a_text_may_differ_by_rounding():
    assert agrees("(4, 7) 0 (0.50738862, 1)", "(4, 7) 0 (0.50738868, 1)")
    assert not agrees("(4, 7) 0 (0.507, 1)", "(4, 7) 0 (0.508, 1)")
    assert not agrees("(4, 8) 0 (0.507, 1)", "(4, 7) 0 (0.507, 1)")
    assert not agrees("0.5", "0.5 0.5")
    assert not agrees(3, 4)


def test_a_ledger_gives_the_reason_why_it_stops():
    ledger = Ledger(3)
    assert not ledger.is_set() and ledger.reason == "steps"
    ledger.used = 3
    assert ledger.is_set() and ledger.reason == "steps"
    ledger.lines.append(SimpleNamespace(reward=1))
    assert ledger.is_set() and ledger.reason == "solved"


def first_learner(**options: Any) -> Learner:
    """Return a learner of `selfplay` at the beginning of its first games."""
    return Learner(TicTacToe(), seed=1, hidden=(8,), **SMALL | options)


@pytest.mark.parametrize("step", [0, 3, 9])
def test_an_interrupt_within_a_search_or_a_step_of_learning_changes_no_result(step, monkeypatch):
    """The learner returns to its state before the step.

    The learner then continues as if nothing had happened.
    """
    undisturbed, learner = first_learner(), first_learner()
    while not undisturbed.generation:
        undisturbed.step()

    def interrupted(owner: Any, name: str) -> None:
        real = getattr(owner, name)

        def half_done(*arguments: Any, **options: Any) -> Any:
            real(*arguments, **options)
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(owner, name, half_done)
            with pytest.raises(KeyboardInterrupt):
                learner.step()

    for _ in range(step):
        learner.step()
    interrupted(learner.brain, "look")
    assert learner.thought == 0
    while learner.live:
        learner.step()
    interrupted(learner.net, "learn")
    assert learner.studied == 0 and learner.losses == [] and learner.lessons is None
    while not learner.generation:
        learner.step()
    assert written(learner.net) == written(undisturbed.net)
    assert learner.losses == undisturbed.losses


def test_every_record_has_a_run():
    assert json.loads(STORED.read_text(encoding="utf-8")).keys() == RUNS.keys()


if __name__ == "__main__":
    sys.path.insert(0, str(STORED.parents[1]))
    records = {name: run() for name, run in RUNS.items()}
    STORED.write_text(json.dumps(records, indent=0) + "\n", encoding="utf-8")
