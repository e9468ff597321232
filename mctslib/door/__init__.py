"""The door of the search: what stands between a reader's call and the loop of `search.py`.

`entrance.py` has the search that everybody calls, `limits.py` its limits and the stop button,
`contract.py` the check of the game, `guard.py` the guards around a reader's own functions, `luck.py`
the generator of random numbers, `result.py` what a search returns, and `saved.py` the form in which
a trace is saved.
"""
