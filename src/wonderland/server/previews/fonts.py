"""Text in pictures: the web app's typefaces, and for letters that they lack those of the machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path

from PIL import ImageDraw, ImageFont, features

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

#: Where systems keep fonts, and those of them that know many scripts, best first.
SYSTEM_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path("/Library/Fonts"))
WIDE_FONTS = (
    "NotoSerif-Bold.ttf",
    "DejaVuSerif-Bold.ttf",
    "DejaVuSans-Bold.ttf",
    "NotoSansCJK-Bold.ttc",
    "NotoSerifCJK-Bold.ttc",
    "NotoSansArabic-Bold.ttf",
    "NotoSansHebrew-Bold.ttf",
    "NotoSansDevanagari-Bold.ttf",
    "NotoEmoji-Bold.ttf",
    "NotoEmoji-Regular.ttf",
    "Symbola.ttf",
)
#: Figures as high as capitals, as in the web app; only with Raqm can a font be asked for them.
FIGURES = ["lnum"] if features.check("raqm") else None
#: What no font draws: every font shows it as it shows letters that it lacks.
UNASSIGNED = "\uffff"


class Typeface:
    """A typeface at any size; letters that it lacks come from the next font that has them."""

    def __init__(self, web: Path, *names: str, without: str = "") -> None:
        """``web``: the folder of the built web app; ``names``: what its files are called, best first; ``without``:
        letters that the first typeface draws in a way that is misread.
        """
        self._named = [sorted((web / "assets").glob(f"{name}-*.woff2")) for name in names]
        self._without = without

    def knows(self, text: str) -> bool:
        """Whether every letter can be drawn."""
        return "".join(part for part, _ in self.runs(text, 40)) == text

    def runs(self, text: str, size: int) -> list[tuple[str, Font]]:
        """The text in parts, each with its font. What no font knows is left out."""
        found: list[tuple[str, Font]] = []
        for letter in text:
            font = next((font for font in self._fonts(size, letter) if _knows(font, letter)), None)
            if font is None:
                continue
            if found and found[-1][1] is font:
                found[-1] = (found[-1][0] + letter, font)
            else:
                found.append((letter, font))
        return found

    def length(self, text: str, size: int) -> float:
        return sum(_length(font, part) for part, font in self.runs(text, size))

    def write(
        self, draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: int, colour: tuple[int, int, int]
    ) -> None:
        """``at`` is the beginning of the base line."""
        x, y = at
        for part, font in self.runs(text, size):
            shaped = isinstance(font, ImageFont.FreeTypeFont)
            features = FIGURES if shaped else None
            draw.text((x, y), part, fill=colour, font=font, anchor="ls" if shaped else None, features=features)
            x += _length(font, part)

    def shortened(self, text: str, size: int, width: float) -> str:
        """The text, cut where it does not fit."""
        if self.length(text, size) <= width:
            return text
        while text and self.length(text + "…", size) > width:
            text = text[:-1]
        return text.rstrip() + "…"

    def lines(self, text: str, size: int, width: float, most: int) -> list[str]:
        """The text broken between words into at most so many lines."""
        lines = [""]
        for word in text.split(" "):
            longer = f"{lines[-1]} {word}".strip()
            if not lines[-1] or self.length(longer, size) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        if len(lines) > most:
            lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
        return [self.shortened(line, size, width) for line in lines]

    def _fonts(self, size: int, letter: str) -> Iterator[Font]:
        named = self._named[1:] if letter in self._without else self._named
        for file in (*chain.from_iterable(named), *_system_fonts()):
            if font := _load(file, size):
                yield font
        yield _default(size)


@lru_cache(maxsize=1)
def _system_fonts() -> Sequence[Path]:
    files = {path.name: path for folder in SYSTEM_FOLDERS if folder.is_dir() for path in folder.rglob("*.tt[fc]")}
    return [files[name] for name in WIDE_FONTS if name in files]


@lru_cache(maxsize=256)
def _load(file: Path, size: int) -> Font | None:
    try:
        return ImageFont.truetype(file, size)
    except OSError:
        return None  # a file that cannot be read, or not by this FreeType


@lru_cache(maxsize=32)
def _default(size: int) -> Font:
    """The font that comes with Pillow."""
    return ImageFont.load_default(size)


def _length(font: Font, text: str) -> float:
    return font.getlength(text, features=FIGURES) if isinstance(font, ImageFont.FreeTypeFont) else font.getlength(text)


@lru_cache(maxsize=4096)
def _knows(font: Font, letter: str) -> bool:
    if letter.isspace():
        return True
    mask = bytes(font.getmask(letter))
    return bool(mask) and mask != bytes(font.getmask(UNASSIGNED))
