"""Change a program in one place, to imitate a small slip.

A checker must refuse each changed solution, unless the change makes no difference.
"""

import ast
import copy
from collections.abc import Iterator

COMPARED = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
COMPUTED = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Div,),
    ast.Pow: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
}
CALLED = {"max": "min", "min": "max", "sum": "max", "any": "all", "all": "any", "sqrt": "abs"}
READ = {"visits": "value_sum", "value_sum": "visits", "value": "visits"}


def changed(source: str) -> Iterator[str]:
    """Yield each program that differs from `source` by one of `changes`, without repeats."""
    tree = ast.parse(source)
    seen = {ast.unparse(tree)}
    for place, node in enumerate(ast.walk(tree)):
        for number in range(len(list(changes(node)))):
            other = copy.deepcopy(tree)
            node_there = list(ast.walk(other))[place]
            list(changes(node_there))[number]()
            text = ast.unparse(ast.fix_missing_locations(other))
            if text not in seen:
                seen.add(text)
                yield text


def changes(node: ast.AST) -> Iterator:
    """Yield functions, each of which changes this node in a different way."""
    if isinstance(node, ast.Compare):
        for new in COMPARED[type(node.ops[0])]:
            yield lambda new=new: node.ops.__setitem__(0, new())
    if isinstance(node, ast.BinOp | ast.AugAssign):
        for new in COMPUTED.get(type(node.op), ()):
            yield lambda new=new: setattr(node, "op", new())
    if isinstance(node, ast.BoolOp):
        new = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield lambda: setattr(node, "op", new())
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        for more in (1, -1):
            yield lambda more=more: setattr(node, "value", node.value + more)
    if isinstance(node, ast.Name) and node.id in CALLED:
        yield lambda: setattr(node, "id", CALLED[node.id])
    if isinstance(node, ast.Attribute) and node.attr in READ:
        yield lambda: setattr(node, "attr", READ[node.attr])
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        for value in (True, False):
            yield lambda value=value: setattr(node, "test", ast.Constant(value))
    if isinstance(node, ast.comprehension) and node.ifs:
        yield node.ifs.clear
    yield from statements_left_out(node)


def statements_left_out(node: ast.AST) -> Iterator:
    """Yield functions, each of which leaves out one statement of a block."""
    for block in (getattr(node, "body", None), getattr(node, "orelse", None)):
        if isinstance(block, list):
            for place, statement in enumerate(block):
                if isinstance(statement, ast.Assign | ast.AugAssign | ast.Return | ast.Raise):
                    yield lambda block=block, place=place: block.__setitem__(place, ast.Pass())
