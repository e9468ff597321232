"""Make small changes to the functions of a module, one at a time.

An operator becomes a different operator, a number is increased by one, the letters of a text are
changed, an argument becomes None or is omitted, an assigned value becomes None, or the condition of
a conditional expression becomes True or False.  These are the changes that the program mutmut
makes.  Docstrings, type hints, decorators and the arguments of `len` and `isinstance` stay as they
are.
"""

import ast
import copy
import hashlib
from collections import Counter
from collections.abc import Iterator
from types import CodeType
from typing import Any, NamedTuple

OTHER = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.Div,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.UAdd: ast.USub,
    ast.USub: ast.UAdd,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
OTHER_METHOD = {
    "lower": "upper",
    "lstrip": "rstrip",
    "find": "rfind",
    "ljust": "rjust",
    "index": "rindex",
    "removeprefix": "removesuffix",
    "partition": "rpartition",
    "split": "rsplit",
}
OTHER_METHOD |= {new: old for old, new in OTHER_METHOD.items()}
LEFT_ALONE = {"len", "isinstance"}  # functions whose arguments are not changed
NOT_CHANGED = {"annotation", "returns", "decorator_list", "format_spec", "type_params"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Function(NamedTuple):
    """A function or method of a module.

    name     its name in the module, such as `tree_depth` or `Node.path`
    line     the number of its first line, which contains its first decorator if it has one
    version  a short hash of its source, without docstrings
    """

    name: str
    line: int
    version: str


class Change(NamedTuple):
    """A small change of a function, which lasts until the next change is requested.

    function   the function that is changed
    lines      the lines of the changed statement; a test that notices the change runs one of them
    name       the statement before and after the change, such as "if a < b: → if a <= b:", and a
               number if several changes have the same name
    module     the changed syntax tree of the module
    part       the part of the module that contains the function
    arguments  the changed arguments of the function; None if the arguments have not changed
    """

    function: Function
    lines: range
    name: str
    module: ast.Module
    part: ast.Module
    arguments: ast.arguments | None

    def code(self, file: str) -> CodeType:
        """Return the changed code of the function; raise SyntaxError if it is not valid Python.

        file  the path of the module, as tracebacks show it
        """
        for code in codes_in(compiled(self.part, file)):
            same_name = code.co_qualname == self.function.name
            if same_name and code.co_firstlineno == self.function.line:
                return code
        raise LookupError(self.function.name)


def compiled(tree: ast.Module, file: str) -> CodeType:
    """Compile a syntax tree; raise SyntaxError if it is not valid Python."""
    return compile(ast.fix_missing_locations(tree), file, "exec", dont_inherit=True)


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """Yield the code objects inside a code object, at all depths."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from codes_in(constant)


def changes(text: str) -> Iterator[Change]:
    """Yield every change of the functions and methods of a module.

    text  the source of the module
    """
    tree = ast.parse(text)
    future = [node for node in tree.body if getattr(node, "module", "") == "__future__"]
    for top in tree.body:
        part = ast.Module([*future, top], [])
        for name, function in functions_of(top):
            unchanged = described(function, name)
            for lines, title, arguments in changes_of(function):
                yield Change(unchanged, lines, title, tree, part, arguments)


def functions_of(top: ast.stmt) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the names and definitions of the functions that a statement of a module defines."""
    if isinstance(top, FUNCTIONS):
        yield top.name, top
    if isinstance(top, ast.ClassDef):
        for inner in top.body:
            for name, function in functions_of(inner):
                yield f"{top.name}.{name}", function


def described(node: ast.FunctionDef, name: str) -> Function:
    """Return the name, the line and the version of a function, which identify it."""
    line = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return Function(name, line, version(node))


def version(node: ast.FunctionDef) -> str:
    """Return a short hash of the source of a function, without docstrings."""
    node = copy.deepcopy(node)
    for inner in ast.walk(node):
        if isinstance(inner, FUNCTIONS) and is_text_alone(inner.body[0]):
            inner.body = inner.body[1:] or [ast.Pass()]
    return hashlib.sha256(ast.unparse(node).encode()).hexdigest()[:8]


def changes_of(node: ast.FunctionDef) -> Iterator[tuple[range, str, ast.arguments | None]]:
    """Yield the lines, the name and the changed arguments of each change of one function."""
    arguments = ast.dump(node.args)
    seen: Counter[str] = Counter()
    for place in places(node):
        before = place.text()
        lines = place.lines(node)
        for _ in place.changes():
            title = f"{before} → {place.text()}"
            seen[title] += 1
            if seen[title] > 1:
                title += f" ({seen[title]})"
            yield lines, title, node.args if ast.dump(node.args) != arguments else None


# ---------------------------------------------------------------------------- one statement


class Place(NamedTuple):
    """The place of a statement: a block of statements, and the statement's index in the block."""

    block: list[ast.stmt]
    number: int

    @property
    def statement(self) -> ast.stmt:
        """Return the statement that is currently at this place."""
        return self.block[self.number]

    def text(self) -> str:
        """Return the statement as one line; for a loop or a condition, return its first line."""
        alone = copy.copy(self.statement)
        if isinstance(alone, ast.Try):
            return "try:"
        for field in ("body", "orelse", "decorator_list"):
            if hasattr(alone, field):
                setattr(alone, field, [])
        return ast.unparse(alone).partition("\n")[0]

    def lines(self, function: ast.FunctionDef) -> range:
        """Return the lines that run when the statement runs.

        If the statement is the function itself, its arguments are changed.  This may affect every
        line of its body, so all these lines are returned.
        """
        node = self.statement
        if node is function:
            return range(node.body[0].lineno, node.end_lineno + 1)
        body = [] if isinstance(node, ast.Match) else getattr(node, "body", [])
        end = body[0].lineno if body else node.end_lineno + 1
        return range(node.lineno, max(end, node.lineno + 1))

    def changes(self) -> Iterator[None]:
        """Make each change of the statement in turn; restore the statement after each change."""
        for node in nodes_of(self.statement):
            for field, new in variants(node):
                old = getattr(node, field)
                setattr(node, field, new)
                yield
                setattr(node, field, old)
        statement = self.statement
        for new in other_statements(statement):
            self.block[self.number] = ast.copy_location(new, statement)
            yield
            self.block[self.number] = statement


def places(function: ast.FunctionDef) -> Iterator[Place]:
    """Yield the places of a function itself and of all statements in it, without docstrings."""
    yield Place([function], 0)
    for node in ast.walk(function):
        for _, value in ast.iter_fields(node):
            if not isinstance(value, list):
                continue
            for number, item in enumerate(value):
                if isinstance(item, ast.stmt) and not is_text_alone(item):
                    yield Place(value, number)


def is_text_alone(node: ast.AST) -> bool:
    """Return whether a statement consists only of a string, such as a docstring."""
    value = node.value if isinstance(node, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def other_statements(statement: ast.stmt) -> Iterator[ast.stmt]:
    """Yield the statements that may replace a statement."""
    if isinstance(statement, ast.AugAssign):
        yield ast.Assign([statement.target], statement.value)
    if isinstance(statement, ast.Continue):
        yield ast.Break()
    if isinstance(statement, ast.Break):
        yield ast.Return()


# ---------------------------------------------------------------------------- one node


def nodes_of(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the nodes of a statement that may be changed, without the nodes of inner statements."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        children = [child for child in children_of(node) if not isinstance(child, ast.stmt)]
        waiting += reversed(children)


def children_of(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the children of a node that may be changed."""
    if isinstance(node, ast.Call) and is_left_alone(node):
        return
    for field, value in ast.iter_fields(node):
        if field in NOT_CHANGED:
            continue
        for item in value if isinstance(value, list) else [value]:
            between = isinstance(node, ast.JoinedStr) and isinstance(item, ast.Constant)
            if isinstance(item, ast.AST) and not between:
                yield item


def is_left_alone(call: ast.Call) -> bool:
    """Return whether the arguments of a call must stay as they are."""
    return isinstance(call.func, ast.Name) and call.func.id in LEFT_ALONE


def variants(node: ast.AST) -> Iterator[tuple[str, Any]]:
    """Yield the ways to change one node, each as a field and its new value."""
    if isinstance(node, ast.Constant):
        for value in other_constants(node.value):
            yield "value", value
    elif isinstance(node, (ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.AugAssign)):
        if type(node.op) in OTHER:
            yield "op", OTHER[type(node.op)]()
        if isinstance(node.op, (ast.Not, ast.Invert)):
            yield "operand", ast.UnaryOp(node.op, node.operand)  # not not a, ~~a
    elif isinstance(node, ast.Compare):
        for number, operator in enumerate(node.ops):
            yield "ops", replaced(node.ops, number, OTHER[type(operator)]())
    elif isinstance(node, ast.Call) and not is_left_alone(node):
        yield from other_calls(node)
    elif isinstance(node, ast.Lambda):
        yield "body", ast.Constant(0 if is_none(node.body) else None)
    elif isinstance(node, ast.IfExp):
        yield "test", ast.Constant(False)
        yield "test", ast.Constant(True)
    elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value:
        yield "value", ast.Constant("" if is_none(node.value) else None)
    elif isinstance(node, ast.Match) and len(node.cases) > 1:
        for number in range(len(node.cases)):
            yield "cases", left_out(node.cases, number)


def is_none(node: ast.AST) -> bool:
    """Return whether a node is the constant None."""
    return isinstance(node, ast.Constant) and node.value is None


def other_constants(value: Any) -> list[Any]:
    """Return the values that replace a constant."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, (int, float)):
        return [value + 1]
    if isinstance(value, str):
        texts = dict.fromkeys(["XX" + value + "XX", value.lower(), value.upper()])
        return [text for text in texts if text != value]
    return []


def other_calls(node: ast.Call) -> Iterator[tuple[str, Any]]:
    """Yield changes of a call: an argument becomes None or is omitted, or the method changes."""
    several = len(node.args) + len(node.keywords) > 1
    for number, argument in enumerate(node.args):
        if not isinstance(argument, ast.Starred) and not is_none(argument):
            yield "args", replaced(node.args, number, ast.Constant(None))
        if several:
            yield "args", left_out(node.args, number)
    for number, keyword in enumerate(node.keywords):
        if keyword.arg and not is_none(keyword.value):
            none = ast.keyword(keyword.arg, ast.Constant(None))
            yield "keywords", replaced(node.keywords, number, none)
        if several:
            yield "keywords", left_out(node.keywords, number)
    if isinstance(node.func, ast.Attribute) and node.func.attr in OTHER_METHOD:
        other = OTHER_METHOD[node.func.attr]
        at_most = len(node.args) + len(node.keywords) == 2
        if "split" not in other or at_most:
            yield "func", ast.Attribute(node.func.value, other, ast.Load())


def replaced(items: list, number: int, new: Any) -> list:
    """Return a copy of a list with one item replaced."""
    return [*items[:number], new, *items[number + 1 :]]


def left_out(items: list, number: int) -> list:
    """Return a copy of a list without one item."""
    return [*items[:number], *items[number + 1 :]]
