"""What the site does beyond MkDocs (mkdocs.yml): pages from elsewhere in the tree, and checks that fail a strict build.

Links in our pages are those of the tree, so that they work in an editor and in a repository's browser. On the site, a
file outside docs/ that a page links to is published under ``source/``, and links are rewritten to match.
"""

from __future__ import annotations

import logging
import posixpath
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from griffe import Alias, Kind, Object, load
from mkdocs.structure.files import File, Files, InclusionLevel

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
    outside = {ROOT / path.removeprefix("source/") for path in _nav_paths(config["nav"]) if path.startswith("source/")}
    unread = [*DOCS.rglob("*.md"), *outside]
    while unread:
        page = unread.pop()
        for match in LINK.finditer(page.read_text("utf-8")) if page.suffix == ".md" else ():
            target = (page.parent / match["path"]).resolve()
            if target.is_file() and not target.is_relative_to(DOCS) and target not in outside:
                outside.add(target)
                unread.append(target)
    for path in sorted(outside):
        uri = f"source/{path.relative_to(ROOT).as_posix()}"
        files.append(File.generated(config, uri, abs_src_path=str(path), inclusion=InclusionLevel.NOT_IN_NAV))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Turn links of the tree into links of the site."""
    source = page.file.src_uri
    here = _path_in_tree(source)

    def rewritten(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(here), match["path"]))
        uri = _uri_on_site(target)
        return f"]({posixpath.relpath(uri, posixpath.dirname(source) or '.')}{match['rest'] or ''})"

    return LINK.sub(rewritten, markdown)


def on_env(env: Any, config: Any, files: Files) -> None:
    """Warn of public names that the reference lists and that have no docstring."""
    package = load("wonderland", search_paths=[ROOT / "src"], allow_inspection=False)
    pages = {page.name: page.read_text("utf-8") for page in sorted((DOCS / "reference").glob("*.md"))}
    listed = {match["name"] for text in pages.values() for match in DIRECTIVE.finditer(text)}
    for page, text in pages.items():
        for match in DIRECTIVE.finditer(text):
            for name in undocumented(_member(package, match["name"])):
                log.warning("%s: %s is public and has no docstring", page, name)
        for title in re.findall(r"^# (wonderland[\w.]+)$", text, re.MULTILINE):
            for name in unlisted(_member(package, title), listed):
                log.warning("%s: %s is in __all__ and not in the reference", page, name)


def on_post_page(output: str, page: Any, config: Any) -> None:
    """Warn of what a browser would fetch from elsewhere."""
    for element in REMOTE.findall(output):
        log.warning("%s fetches from another host: %s", page.file.src_uri, element)


def undocumented(found: Object) -> Iterator[str]:
    """The public names of a module, class or function, its own among them, that have no docstring."""
    if not found.has_docstring and not _says_enough(found):
        yield found.path
    if found.is_module or found.is_class:
        for member in found.members.values():
            # What a module imports is documented where it is defined.
            if member.is_alias or member.name.startswith("_") or member.is_module:
                continue
            yield from undocumented(member)  # type: ignore[arg-type] # an alias was skipped


def unlisted(package: Object, listed: Collection[str]) -> Iterator[str]:
    """The names in a package's ``__all__`` of which the reference shows neither the definition nor a part around it."""
    for name in package.exports or ():
        member = package.members.get(str(name))
        path = member.target_path if isinstance(member, Alias) else f"{package.path}.{name}"
        parts = path.split(".")
        if not any(".".join(parts[:length]) in listed for length in range(1, len(parts) + 1)):
            yield f"{package.path}.{name}"


def _member(package: Object, path: str) -> Object:
    found: Object = package[path.removeprefix("wonderland.")]
    return found


def _says_enough(found: Object) -> bool:
    """A plain attribute is told by its name and type; a property is not."""
    return found.kind is Kind.ATTRIBUTE and "property" not in found.labels


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
