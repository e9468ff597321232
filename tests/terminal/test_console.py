"""Sentences fit the window, and the line of the progress leaves nothing behind."""

import os
from io import BytesIO, TextIOWrapper

import pytest

from mctslib.terminal import console

WORDS = "The engine plays against itself until somebody has three in a row, or the board is full."


@pytest.mark.parametrize("columns, widest", [(0, 88), (40, 40), (5, console.NARROWEST)])
def test_sentences_are_broken_between_words_to_fit_the_window(columns, widest, monkeypatch, capsys):
    monkeypatch.setattr(console, "window_width", lambda: columns)
    console.say(WORDS, hang="  ")
    first, *others = capsys.readouterr().out.splitlines()
    assert " ".join([first, *(line.removeprefix("  ") for line in others)]) == WORDS
    assert all(line.startswith("  ") for line in others)
    assert widest - 8 <= max(map(len, [first, *others])) <= widest


@pytest.mark.parametrize("columns, width", [(100, 100), (0, console.USUAL)])
def test_a_window_that_does_not_know_its_width_has_the_usual_one(columns, width, monkeypatch):
    monkeypatch.setattr(
        console.os, "get_terminal_size", lambda number: os.terminal_size((columns, 9))
    )
    monkeypatch.setattr(console.sys.stdout, "isatty", lambda: False)
    assert console.window_width() == 0  # the output goes to no window
    monkeypatch.setattr(console.sys.stdout, "isatty", lambda: True)
    assert console.window_width() == width


def test_the_progress_is_written_over_and_erased(monkeypatch, capsys):
    monkeypatch.setattr(console, "window_width", lambda: 80)
    for fraction in (0.5, 1.0, None):
        console.show_progress(fraction)
    half, whole, nothing = capsys.readouterr().out.strip("\r").split("\r\r")
    assert "50%" in half and "100%" in whole
    assert nothing == " " * len(whole) and len(half) == len(whole)


def test_letters_that_a_stream_does_not_know_are_replaced(monkeypatch):
    monkeypatch.setattr(console.sys, "stdin", TextIOWrapper(BytesIO(b"\xffb2"), "utf-8"))
    monkeypatch.setattr(console.sys, "stdout", TextIOWrapper(BytesIO(), "ascii"))
    console.prepare()
    assert console.sys.stdin.read() == "\ufffdb2"
    print("½", flush=True)
    assert console.sys.stdout.buffer.getvalue() == b"?\n"
