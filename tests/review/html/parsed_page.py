"""A page as a reader of HTML sees it."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"meta", "input", "br", "col"}


class ParsedPage(HTMLParser):
    """Elements with their attributes, in order; fails where an element is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append((self._open[-1] if self._open else "", data.strip()))

    def found(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def headings(self) -> list[int]:
        return [int(name[1]) for name, _ in self.elements if name in ("h1", "h2", "h3", "h4")]
