"""Makes the pages of docs/lab anew, and the opening table: ``python -m wonderland.lab --docs docs/lab``."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from wonderland.lab import luck_and_skill, what_alice_knows

PAGES = {module.PAGE.removesuffix(".md"): module for module in (what_alice_knows, luck_and_skill)}


def main() -> None:
    """Measure all pages and numbers of players or some, and write what follows from it.

    Parts that were measured by the same weights and settings before are left as they are: what was broken off goes on.
    """
    parser = ArgumentParser("python -m wonderland.lab", description="Parade measured: the pages of docs/lab.")
    parser.add_argument("--docs", type=Path, required=True, metavar="FOLDER", help="the folder of the pages")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="write everything there instead (--docs)")
    parser.add_argument("--page", nargs="*", choices=PAGES, default=list(PAGES), help="(all)")
    parser.add_argument("--players", type=int, nargs="*", choices=range(2, 7), default=range(2, 7), help="(all)")
    parser.add_argument("--games", type=int, default=20_000, help="games a study (20000, about a minute a number)")
    parser.add_argument("--opening-games", type=int, default=40_000, help="games of the opening table (40000)")
    parser.add_argument(
        "--bot-games",
        type=int,
        default=60,
        help="games of a bot that searches; three times as many of one that does not (60)",
    )
    parser.add_argument("--rollouts", type=int, default=200, help="rollouts a decision of a bot that searches (200)")
    parser.add_argument("--reviewed-games", type=int, default=40, help="games of a table that are reviewed (40)")
    parser.add_argument("--threads", type=int, default=1, help="threads and processes, a core each (1)")
    options = parser.parse_args()
    for name in options.page:
        if not (options.docs / f"{name}.md").is_file():
            parser.error(f"--docs {options.docs}: there is no {name}.md in it")
    options.out = options.out or options.docs
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.page:
        PAGES[name].make(options)


if __name__ == "__main__":
    main()
