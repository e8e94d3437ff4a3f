"""The web app's types of a Nimble report, and the report that its tests draw, are those of Python."""

from __future__ import annotations

import re

import msgspec
import pytest

from web.rhythm_report import FILE, FOLDER, written
from wonderland.review.nimble import report


def test_the_report_is_up_to_date() -> None:
    assert FILE.read_text("utf-8") == written(), "run: PYTHONPATH=src:tests python tests/web/rhythm_report.py"


STRUCTS = [one for one in vars(report).values() if isinstance(one, type) and issubclass(one, msgspec.Struct)]


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.__name__)
def test_an_interface_has_the_fields_of_its_struct(struct: type[msgspec.Struct]) -> None:
    source = (FOLDER / "report.ts").read_text("utf-8")
    found = re.search(rf"export interface {struct.__name__} {{(.*?)\n}}", source, re.DOTALL)
    assert found
    assert tuple(re.findall(r"^  (\w+):", found[1], re.MULTILINE)) == struct.__struct_fields__
