"""What the site does beyond MkDocs (mkdocs.yml): pages from elsewhere in the tree, and checks that fail a strict build.

Links in our pages are those of the tree, so that they work in an editor and in a repository's browser. On the site, a file
outside docs/ that a page links to is published under ``source/``, and links are rewritten to match.
"""

from __future__ import annotations

import logging
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from griffe import Kind, Object, load
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"

#: A link or a picture of a page to another file: its text, the path, and what follows (``#anchor``).
LINK = re.compile(r"(?P<text>\]\()(?P<path>[^)#:\s]+)(?P<rest>#[^)]*)?\)")
#: ``::: wonderland.core.game`` in a page of the reference.
DIRECTIVE = re.compile(r"^::: (?P<name>[\w.]+)$", re.MULTILINE)
#: An element that a browser would fetch from another host.
REMOTE = re.compile(r"<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)=\"?(?:https?:)?//[^>]*>")

#: A warning makes a strict build fail.
log = logging.getLogger("mkdocs.hooks.wonderland")


def on_files(files: Files, config: Any) -> Files:
    """Publish what lies outside docs/: what the navigation names there, and what pages link to."""
    wanted = {Path(path) for path in _nav_paths(config["nav"]) if path.startswith("source/")}
    outside = {path.relative_to("source") for path in wanted}
    for page in DOCS.rglob("*.md"):
        for match in LINK.finditer(page.read_text("utf-8")):
            target = (page.parent / match["path"]).resolve()
            if target.is_file() and not target.is_relative_to(DOCS):
                outside.add(target.relative_to(ROOT))
    for path in sorted(outside):
        files.append(File.generated(config, f"source/{path.as_posix()}", abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Turn links of the tree into links of the site."""
    source = page.file.src_uri
    here = _path_in_tree(source)

    def rewritten(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(here), match["path"]))
        uri = _uri_on_site(target)
        if files.get_file_from_path(uri) is None:
            # A file or folder of the tree that is not published is named, not linked.
            return match[0] if not (ROOT / target).exists() else "](#)"
        return f"]({posixpath.relpath(uri, posixpath.dirname(source))}{match['rest'] or ''})"

    return LINK.sub(rewritten, markdown)


def on_env(env: Any, config: Any, files: Files) -> None:
    """Warn of public names that the reference lists and that have no docstring."""
    for page in sorted((DOCS / "reference").glob("*.md")):
        for match in DIRECTIVE.finditer(page.read_text("utf-8")):
            for name in undocumented(match["name"]):
                log.warning("%s: %s is public and has no docstring", page.name, name)


def on_post_page(output: str, page: Any, config: Any) -> None:
    """Warn of what a browser would fetch from elsewhere."""
    for element in REMOTE.findall(output):
        log.warning("%s fetches from another host: %s", page.file.src_uri, element)


def undocumented(name: str, search_path: Path = ROOT / "src") -> Iterator[str]:
    """The public names of a module, class or function, its own among them, that have no docstring."""
    found = load(name, search_paths=[search_path], allow_inspection=False)
    if isinstance(found, Object):
        yield from _undocumented(found)


def _undocumented(found: Object) -> Iterator[str]:
    if not found.has_docstring and not _says_enough(found):
        yield found.path
    if found.is_module or found.is_class:
        for member in found.members.values():
            # What a module imports is documented where it is defined.
            if member.is_alias or member.name.startswith("_") or member.is_module:
                continue
            yield from _undocumented(member)  # type: ignore[arg-type] # an alias was skipped


def _says_enough(found: Object) -> bool:
    """Attributes are told by their names and types, or by the class; methods of a protocol, by the protocol."""
    return found.kind is Kind.ATTRIBUTE or (found.is_function and bool(found.parent) and found.name.startswith("__"))


def _nav_paths(nav: Any) -> Iterator[str]:
    for entry in nav:
        for value in entry.values() if isinstance(entry, dict) else [entry]:
            if isinstance(value, str):
                yield value
            else:
                yield from _nav_paths(value)


def _path_in_tree(uri: str) -> str:
    return uri.removeprefix("source/") if uri.startswith("source/") else f"docs/{uri}"


def _uri_on_site(path: str) -> str:
    return path.removeprefix("docs/") if path.startswith("docs/") else f"source/{path}"
