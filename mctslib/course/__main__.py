"""Write the files of the course for readers and teachers into FOLDER.

    python -m mctslib.course get FOLDER                       the notebooks of the course
    python -m mctslib.course sheets 03 FOLDER --students 30   paper sheets, answers on the back
    python -m mctslib.course slides FOLDER                    a lesson of 90 minutes
    python -m mctslib.course slides FOLDER 18                 the slides of chapter 18
    python -m mctslib.course answers FOLDER                   all exercises, with their solutions
    python -m mctslib.course class HANDED_IN FOLDER           a table of the progress of a class

`get` never changes a file that already exists in FOLDER.  Chapters 02, 03, 13, 18, 19, 20 and 21
have sheets.  The lesson is made from chapters 00 and 03.  Chapters 18, 19, 20 and 21
also have slides.
"""

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path


def main(arguments: list[str]) -> int:
    """Run one command, and return the exit code, which is 1 or 2 after an error and otherwise 0."""
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    given = parser().parse_args(arguments)
    try:
        COMMANDS[given.command](given)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 1
    return 0


def parser() -> ArgumentParser:
    """Return the parser of the command line."""
    whole = ArgumentParser(
        "python -m mctslib.course",
        description=__doc__,
        formatter_class=RawDescriptionHelpFormatter,
    )
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")

    get = commands.add_parser("get", help="the notebooks of the course")
    get.add_argument("folder", type=Path)

    sheets = commands.add_parser("sheets", help="paper sheets to print, all different")
    sheets.add_argument("chapter")
    sheets.add_argument("folder", type=Path)
    sheets.add_argument("--students", type=int, default=30, help="number of sheets (default: 30)")
    other = "the seed; another seed gives different sheets (default: 0)"
    sheets.add_argument("--seed", type=int, default=0, help=other)

    slides = commands.add_parser("slides", help="slides of a lesson")
    slides.add_argument("folder", type=Path)
    which = "chapters such as 18 19 (default: the chapters of the lesson)"
    slides.add_argument("chapters", nargs="*", help=which)

    answers = commands.add_parser("answers", help="the book of answers")
    answers.add_argument("folder", type=Path)
    where = "the folder of the notebooks (default: the notebooks of this installation)"
    answers.add_argument("--notebooks", type=Path, help=where)

    register = commands.add_parser("class", help="a table of the progress of a class")
    files = "a folder with anna.json, or anna/progress.json, …"
    register.add_argument("handed_in", type=Path, help=files)
    register.add_argument("folder", type=Path)
    return whole


def write_notebooks(given: Namespace) -> None:
    """Copy the notebooks of the course, and print which files were written and which were kept."""
    from mctslib.course.notebooks import get, report

    print(report(given.folder, get(given.folder)))


def write_sheets(given: Namespace) -> None:
    """Write paper sheets, and print the path of the file."""
    from mctslib.course.teach.sheets import sheets

    print(sheets(given.chapter, given.folder, given.students, given.seed))


def write_slides(given: Namespace) -> None:
    """Write the slides, and print the path of the file."""
    from mctslib.course.teach.lesson import lesson

    print(lesson(given.folder, *given.chapters))


def write_answers(given: Namespace) -> None:
    """Write the book of answers, and print the path of the file."""
    from mctslib.course.notebooks import notebooks_folder
    from mctslib.course.teach.answers import answers

    print(answers(given.notebooks or notebooks_folder(), given.folder))


def write_class(given: Namespace) -> None:
    """Write the table of a class, and print the paths of the files with the table.

    Also print a message about each student's file that cannot be counted.
    """
    from mctslib.course.teach.register import register

    files, trouble = register(given.handed_in, given.folder)
    for file in files:
        print(file)
    for sentence in trouble:
        print(sentence, file=sys.stderr)


COMMANDS = {
    "get": write_notebooks,
    "sheets": write_sheets,
    "slides": write_slides,
    "answers": write_answers,
    "class": write_class,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
