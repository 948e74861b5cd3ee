"""Packs Python modules as bytecode; runs in the Python that will run them.

Bytecode is specific to a version of Python, so ``pack.mjs`` runs this in the app's own Python.
"""

import ast
import marshal
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType
from typing import Final, TypeAlias
from zipfile import ZipFile, ZipInfo

from pwa import ready_made
from pwa.modules import Module, imported_at_once, needed

_NO_SOURCE_TO_COMPARE: Final = (0b01).to_bytes(4, "little") + bytes(8)
_CODE_UNITS_IN_ENTRY: Final = 8
_SAME_LINE: Final = 0b1_1101_000
"""An entry of a line table: its one to eight instructions belong to the line before."""
_BLOCKS: Final = ("body", "orelse", "finalbody", "handlers", "cases")
"""Where a node of a syntax tree holds statements, or parts that hold some."""

_Documented: TypeAlias = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.Module

Methods: TypeAlias = Mapping[bytes, CodeType]
"""The generated methods of dataclasses, by the keys of :mod:`pwa.ready_made`."""


class LeftOutButNeeded(Exception):
    """A module that is packed imports one that is left out as soon as it is imported."""


def pack(
    roots: Collection[str],
    folders: Sequence[Path],
    left_out: Collection[str],
    with_lines: Collection[str],
    methods: Methods,
    target: Path,
    gathering: Collection[str] = (),
) -> None:
    """Write an archive of all needed modules, uncompressed: the web server compresses it.

    Only the packages ``with_lines`` keep their line numbers, for error messages; the line tables of
    the others would be a third of the archive. ``methods`` are included. The packages ``gathering``
    offer only what is not left out. Raises :class:`LeftOutButNeeded`.
    """
    modules = needed(roots, folders, frozenset(left_out))
    for name in gathering:
        _offer_less(name, modules[name], frozenset(left_out))
    _check(modules, frozenset(left_out))
    with ZipFile(target, "w") as archive:
        for name, module in sorted(modules.items()):
            inside = name.replace(".", "/")
            if module.source.name == "__init__.py":
                inside += "/__init__"
            code = compiled(module.tree, f"{inside}.py")
            if name.split(".")[0] not in with_lines:
                code = without_lines(code)
            content = MAGIC_NUMBER + _NO_SOURCE_TO_COMPARE + marshal.dumps(code)
            archive.writestr(ZipInfo(f"{inside}.pyc"), content)
        archive.writestr(ZipInfo(f"pwa/{ready_made.FILE}"), marshal.dumps(dict(methods)))


def methods_in(modules: Iterable[str]) -> Methods:
    """Import modules, and what a start imports beyond; return the methods of their dataclasses."""
    made = ready_made.record()
    for module in modules:
        import_module(module)
    import_module("pwa.in_browser").import_the_rest()
    return {text: without_lines(code) for text, code in made.items()}


def _offer_less(name: str, package: Module, left_out: frozenset[str]) -> None:
    """Let a package import only those of its modules that are not left out."""
    body = package.tree.body
    body[:] = [
        statement
        for statement in body
        if not left_out & imported_at_once(ast.Module([statement], []), name, package.source)
    ]


def _check(modules: Mapping[str, Module], left_out: frozenset[str]) -> None:
    missing = {
        f"{name} imports {imported}"
        for name, module in modules.items()
        for imported in left_out & imported_at_once(module.tree, name, module.source)
    }
    if missing:
        raise LeftOutButNeeded(", ".join(sorted(missing)))


def compiled(tree: ast.Module, file: str) -> CodeType:
    """Return the code of a module, without assertions, docstrings and messages for debugging."""
    for node in _with_statements(tree):
        if isinstance(node, _Documented):
            _drop_docstring(node)
        _drop_debugging(node)
    return compile(tree, file, "exec", dont_inherit=True, optimize=1)


def _with_statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes that hold statements, each before those in it."""
    ahead: list[ast.AST] = [tree]
    while ahead:
        node = ahead.pop()
        yield node
        for block in _BLOCKS:
            ahead += getattr(node, block, ())


def _drop_debugging(node: ast.AST) -> None:
    """Leave out what is only logged for debugging: Flet has a message for each control it sees."""
    for block in _BLOCKS:
        statements = getattr(node, block, [])
        kept = [statement for statement in statements if not _is_debugging(statement)]
        if len(kept) < len(statements):
            setattr(node, block, kept or [ast.copy_location(ast.Pass(), statements[0])])


def _is_debugging(statement: ast.AST) -> bool:
    match statement:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(log), "debug"))):
            return log.endswith(("log", "logger"))
    return False


def _drop_docstring(node: _Documented) -> None:
    if ast.get_docstring(node, clean=False) is None:
        return
    text = node.body[0]
    if isinstance(node, ast.ClassDef):  # without one, a dataclass generates one, slowly
        brief = ast.Expr(ast.Constant("."))
        node.body[0] = ast.fix_missing_locations(ast.copy_location(brief, text))
    elif len(node.body) > 1 or isinstance(node, ast.Module):
        del node.body[0]
    else:
        node.body[0] = ast.copy_location(ast.Pass(), text)


def without_lines(code: CodeType) -> CodeType:
    """Return the code with every instruction on the first line of its function."""
    whole, rest = divmod(len(code.co_code) // 2, _CODE_UNITS_IN_ENTRY)
    lengths = [_CODE_UNITS_IN_ENTRY] * whole + [rest] * bool(rest)
    table = b"".join(bytes([_SAME_LINE | length - 1, 0]) for length in lengths)
    held = (without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=table, co_consts=tuple(held))
