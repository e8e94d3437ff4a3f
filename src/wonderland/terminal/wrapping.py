"""Breaking lines between words, so that none is wider than the screen."""

from __future__ import annotations

from rich.cells import cell_len


def wrap(text: str, width: int, hang: str = "") -> str:
    """Break a line between words; what follows the first line begins with ``hang``.

    A word that is wider than the screen stays whole, and so do words with a no-break space between them, as French
    has them inside its quotation marks.

    >>> print(wrap("  · takes B3 and B4: 7 points more", 20, hang="    "))
      · takes B3 and B4:
        7 points more
    """
    first, *words = text.split(" ")
    lines = [first]
    for word in words:
        longer = f"{lines[-1]} {word}"
        if cell_len(longer) <= width or not lines[-1].strip():
            lines[-1] = longer
        else:
            lines.append(hang + word)
    return "\n".join(lines)
