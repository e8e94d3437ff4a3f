"""HTML elements. Text that is not ``Html`` is escaped, so that a player's name cannot become a part of the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

#: Elements that have no end tag.
VOID_ELEMENTS = frozenset({"br", "col", "input", "meta"})


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def element(tag: str, /, *children: str | None, **attributes: str | float | bool | None) -> Html:
    """An element. ``class_`` is ``class``, ``aria_label`` is ``aria-label``; an attribute that is true has no value.

    >>> element("p", "1 < 2, ", element("b", "so"), None, class_="note", hidden=True, id=None)
    '<p class="note" hidden>1 &lt; 2, <b>so</b></p>'
    """
    parts = [f"<{tag}"]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        shown = "" if value is True else f'="{escape(str(value))}"'
        parts.append(f" {key.rstrip('_').replace('_', '-')}{shown}")
    parts.append(">")
    if tag not in VOID_ELEMENTS:
        parts.append(join(children))
        parts.append(f"</{tag}>")
    return Html("".join(parts))


def join(parts: Iterable[str | None], between: str = "") -> Html:
    """Several parts as one; those that are not ``Html`` are escaped.

    >>> join(["<i>", element("i")], ", ")
    '&lt;i&gt;, <i></i>'
    """
    shown = (part if isinstance(part, Html) else escape(part) for part in parts if part is not None)
    return Html(escape(between).join(shown))


def table(
    caption: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    class_: str = "figures",
    hide_caption: bool = False,
) -> Html:
    """A table whose first column names its rows. It scrolls by itself where it is too wide."""
    # A cell above the names of the rows may be empty; it is no heading then.
    head = element("tr", *(element("th", text, scope="col") if text else element("td") for text in heads))
    body = [
        element("tr", element("th", row[0], scope="row"), *(element("td", cell) for cell in row[1:])) for row in rows
    ]
    title = element("caption", caption, class_="unseen" if hide_caption else None)
    whole = element("table", title, element("thead", head), element("tbody", *body), class_=class_)
    # What scrolls can be reached by keyboard, and then needs a name.
    return element("div", whole, class_="scrolls", tabindex="0", role="group", aria_label=caption)


def folded(title: str, *content: str, **attributes: str | float | bool | None) -> Html:
    """Something that is shown when its title is pressed."""
    return element("details", element("summary", title), *content, **attributes)


def unseen(text: str) -> Html:
    """Text for screen readers only."""
    return element("span", text, class_="unseen")
