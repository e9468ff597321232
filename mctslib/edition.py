"""A notebook from another edition: what it imports from the library and is not there is told in one sentence."""
import sys
from importlib.abc import MetaPathFinder
from typing import Any


class OtherEdition(MetaPathFinder):
    """The last that is asked for a module: nobody else has found it.

    Python asks for a module, too, where somebody imports a name that its package does not have.
    """

    def find_spec(self, fullname: str, *_: Any) -> None:
        """Raise ModuleNotFoundError for a name of ours: there is no such module, or there is none any more."""
        if fullname.startswith("mctslib."):
            version = vars(sys.modules["mctslib"]).get("__version__", "")
            raise ModuleNotFoundError(  # without a `name`: Python hides the words of one that has it
                f"mctslib {version} has no {fullname.removeprefix('mctslib.')!r}: if the name is right, this notebook "
                "is from another edition; take notebooks and library from the same place (your progress.json stays)."
            )


sys.meta_path.append(OtherEdition())
