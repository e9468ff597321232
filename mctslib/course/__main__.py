"""Get the notebooks, or make what a lesson needs.  Everything is written into FOLDER.

    python -m mctslib.course get FOLDER                       the notebooks, as the installed package has them
    python -m mctslib.course sheets 03 FOLDER --students 30   paper sheets of 02, 03 or 13, answers on the back
    python -m mctslib.course slides FOLDER                    a lesson of 90 minutes, from chapters 00 and 03
    python -m mctslib.course answers FOLDER                   all exercises with hint, solution, usual mistakes
    python -m mctslib.course class HANDED_IN FOLDER           a table of the progress files that students handed in
    python -m mctslib.course 03 [FOLDER]                      the second reading of chapter 03, beside the notebooks

`get` never changes a file that is in FOLDER already.  The second reading looks for its chapter in FOLDER,
or else in the current folder and in its folder `notebooks`.
"""

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path


def main(arguments: list[str]) -> int:
    if arguments[:1] and arguments[0] not in COMMANDS and not arguments[0].startswith("-"):
        arguments = ["reading", *arguments]
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    given = _parser().parse_args(arguments)
    try:
        return COMMANDS[given.command](given)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1


def _parser() -> ArgumentParser:
    words = {"description": __doc__, "formatter_class": RawDescriptionHelpFormatter}
    parser = ArgumentParser("python -m mctslib.course", **words)  # type: ignore[arg-type]
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    get = commands.add_parser("get", help="the notebooks of the course")
    get.add_argument("folder", type=Path)
    sheets = commands.add_parser("sheets", help="paper sheets to be printed, all different")
    sheets.add_argument("chapter")
    sheets.add_argument("folder", type=Path)
    sheets.add_argument("--students", type=int, default=30, help="how many sheets (default: 30)")
    sheets.add_argument(
        "--seed", type=int, default=0, help="other sheets for another class (default: 0)"
    )
    slides = commands.add_parser("slides", help="slides of a lesson")
    slides.add_argument("folder", type=Path)
    answers = commands.add_parser("answers", help="the book of answers")
    answers.add_argument("folder", type=Path)
    answers.add_argument(
        "--notebooks",
        type=Path,
        help="their folder (default: those that came with the library)",
    )
    register = commands.add_parser("class", help="a table of what a class has done")
    register.add_argument(
        "handed_in", type=Path, help="a folder with anna.json, or anna/progress.json, …"
    )
    register.add_argument("folder", type=Path)
    reading = commands.add_parser("reading", help="the second reading of a chapter")
    reading.add_argument("chapter")
    reading.add_argument("folder", type=Path, nargs="?")
    return parser


def _get(given: Namespace) -> int:
    from mctslib.course.notebooks import get, report

    print(report(given.folder, get(given.folder)))
    return 0


def _sheets(given: Namespace) -> int:
    from mctslib.course.teach.sheets import sheets

    print(sheets(given.chapter, given.folder, given.students, given.seed))
    return 0


def _slides(given: Namespace) -> int:
    from mctslib.course.teach.lesson import lesson

    print(lesson(given.folder))
    return 0


def _answers(given: Namespace) -> int:
    from mctslib.course.notebooks import notebooks_folder
    from mctslib.course.teach.answers import answers

    print(answers(given.notebooks or notebooks_folder(), given.folder))
    return 0


def _class(given: Namespace) -> int:
    from mctslib.course.teach.register import register

    files, trouble = register(given.handed_in, given.folder)
    print(*files, sep="\n")
    print(*trouble, sep="\n", end="\n" * bool(trouble), file=sys.stderr)
    return 0


def _reading(given: Namespace) -> int:
    from mctslib.course.rereading import write

    print(write(given.chapter, *([given.folder] if given.folder else [Path(), Path("notebooks")])))
    return 0


COMMANDS = {
    "get": _get,
    "sheets": _sheets,
    "slides": _slides,
    "answers": _answers,
    "class": _class,
    "reading": _reading,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
