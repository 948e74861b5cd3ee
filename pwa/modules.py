"""Finds the Python modules that an app needs: its imports, and their imports."""

import ast
import importlib.util
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard


@dataclass(frozen=True, slots=True)
class Module:
    """A module: its source file, and the parsed source.

    ``lazily`` has the names that it imports only when they are used, as Flet does, each with its
    origin. Such a package declares these imports for type checkers only.
    """

    source: Path
    tree: ast.Module
    lazily: Mapping[str, str]

    @property
    def is_package(self) -> bool:
        """Whether it can contain modules."""
        return self.source.name == "__init__.py"


def needed(
    roots: Iterable[str], folders: Sequence[Path], left_out: Iterable[str] = ()
) -> dict[str, Module]:
    """Return the roots and all modules they import, directly or indirectly, by name.

    Sources are searched in the folders. Imports inside functions count. Modules that are
    ``left_out``, and their submodules, are skipped.
    """
    found: dict[str, Module] = {}
    seen, shut = {""}, set(left_out)
    ahead = list(roots)
    while ahead:
        name = ahead.pop()
        package, _, own_name = name.rpartition(".")
        if package not in seen:
            ahead += [name, package]
        elif package in shut or name in shut:
            seen.add(name)
            shut.add(name)
        elif name not in seen:
            seen.add(name)
            is_attribute = package in found and not found[package].is_package
            if not is_attribute and (source := source_of(name, folders)):
                found[name] = read(name, source)
                ahead += imports(found[name].tree, name, source)
            elif package in found and own_name in found[package].lazily:
                ahead.append(found[package].lazily[own_name])
    return found


def source_of(name: str, folders: Sequence[Path]) -> Path | None:
    """Return a module's source file, or None if it has none, such as built-in modules."""
    for folder in folders:
        place = folder.joinpath(*name.split("."))
        for source in (place / "__init__.py", place.with_name(f"{place.name}.py")):
            if source.is_file():
                return source
    return None


def read(name: str, source: Path) -> Module:
    """Read a module's source."""
    tree = ast.parse(source.read_bytes())
    told = [held for node in tree.body if _is_for_type_checkers(node) for held in node.body]
    lazily = {
        alias.asname or alias.name: f"{_origin(node, name, source)}.{alias.name}"
        for node in told
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    return Module(source, tree, lazily)


def imports(tree: ast.AST, name: str, source: Path) -> set[str]:
    """Return the names that a module may import; some may be attributes of a module."""
    return set(_imports(list(_run(tree)), name, source))


def _imports(nodes: Sequence[ast.AST], name: str, source: Path) -> Iterator[str]:
    known_as: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
            known_as |= {alias.asname or alias.name: alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            origin = _origin(node, name, source)
            yield origin
            yield from (f"{origin}.{alias.name}" for alias in node.names)
    for node in nodes:
        match node:
            case ast.Attribute(ast.Name(alias), attribute) if alias in known_as:
                yield f"{known_as[alias]}.{attribute}"


def _origin(node: ast.ImportFrom, name: str, source: Path) -> str:
    if not node.level:
        return node.module or ""
    package = name if source.name == "__init__.py" else name.rpartition(".")[0]
    return importlib.util.resolve_name("." * node.level + (node.module or ""), package)


def _run(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes that may run; skip those for type checkers only."""
    ahead: list[ast.AST] = [tree]
    while ahead:
        node = ahead.pop()
        if _is_for_type_checkers(node):
            ahead += node.orelse
            continue
        yield node
        for name in node._fields:  # iter_child_nodes makes two generators for each node
            part = getattr(node, name, None)
            if isinstance(part, list):
                ahead += [each for each in part if isinstance(each, ast.AST)]
            elif isinstance(part, ast.AST) and part._fields:
                ahead.append(part)


def _is_for_type_checkers(node: ast.AST) -> TypeGuard[ast.If]:
    match node:
        case ast.If(ast.Name("TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
            return True
    return False


def imported_at_once(tree: ast.Module, name: str, source: Path) -> set[str]:
    """Return what a module imports unconditionally, as soon as it is imported itself."""
    plain = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    return set(_imports(plain, name, source))
