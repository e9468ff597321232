def test_shots(open_code):
    nb = open_code(
        "from mctslib.course.ch08 import Race\nRace()",
        "from mctslib.course.ch09b import Tournament\nTournament()",
        "from mctslib.course.ch09 import Bell\nBell(13, 20)",
        "from mctslib.course.ch12b import SpeedPlay\nSpeedPlay(seconds=0.5)",
    ).run_all()
    nb.page.wait_for_timeout(6000)
    for k, one in enumerate(nb.page.locator(".mcts-panel").all()):
        one.scroll_into_view_if_needed()
        one.screenshot(path=f"/tmp/measure/w{k}.png")
