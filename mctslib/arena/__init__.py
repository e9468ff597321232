"""Provide players, matches, tournaments and levels, with intervals and ratings for the results."""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__,
    players="FlatMonteCarlo MCTSPlayer PerfectPlayer Player RandomPlayer flat_search player_named",
    matches="GameRecord MatchResult Tally match match_steps play_game",
    tournament="paired_match random_opening round_robin",
    levels="ITERATIONS level strengths",
    intervals="Z95 first_look games_needed mean_interval reward_interval wilson",
    ratings="differences expected_score ladder moving_first",
)
