"""What the pages show runs as it stands."""

from __future__ import annotations

from docs.pages import blocks, run_doctests


def test_the_tour_runs() -> None:
    results = run_doctests("docs/tour.md")
    assert results.attempted > 15
    assert results.failed == 0


def test_the_example_of_the_readme_runs() -> None:
    (example,) = blocks("README.md", "python")
    exec(example, {})
