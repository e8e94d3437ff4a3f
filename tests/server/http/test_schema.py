"""Everything the API's description allows, and much that it does not, asked of a real server by somebody real.

Nothing makes it fail, and every answer is one that the description tells of.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from cases import cases
from server.hosting.running import Running, running

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]

Case = schemathesis.Case[Any]
Operation = APIOperation[Any, Any, Any, Any]

#: After these one is somebody else, or nobody.
LAST = {"deleteMe", "logoutEverywhere", "claim", "changePassword"}


class Somebody:
    """A guest who has a table."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.begin()

    def begin(self) -> None:
        with httpx.Client(base_url=self.address) as http:
            http.post("/api/guest", json={}).raise_for_status()
            self.cookies = dict(http.cookies)
            seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "dormouse"}]
            table = http.post("/api/tables", json={"game": "parade", "seats": seats}).raise_for_status().json()
        #: What stands in paths, so that something is found there.
        self.places = {"table_id": table["id"], "person_id": table["host"], "game": "parade", "seat": 1}

    def ask(self, case: Case) -> None:
        """Ask as it is, and once more where there is something."""
        self._call(case)
        if case.path_parameters:
            case.path_parameters.update(
                {key: self.places.get(key, value) for key, value in case.path_parameters.items()}
            )
            self._call(case)

    def _call(self, case: Case) -> None:
        response = case.call(cookies=self.cookies)
        case.validate_response(response, checks=CHECKS)
        if case.operation.definition.raw["operationId"] in LAST and response.status_code < 400:
            self.begin()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    words = ("--limit-factor", "10000", "--tables-per-person", "10000", "--durability", "normal")
    with running(tmp_path_factory.mktemp("data"), *words) as server:
        yield server
        assert server.stop() == 0


def operations(address: str) -> Iterator[Operation]:
    schema = schemathesis.openapi.from_url(address + "/api/schema/openapi.json")
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        yield found.ok()


@pytest.mark.parametrize(
    ("mode", "examples"),
    cases(
        [(GenerationMode.POSITIVE, 15), (GenerationMode.NEGATIVE, 10)],
        [(GenerationMode.POSITIVE, 200), (GenerationMode.NEGATIVE, 100)],
        "200 requests of every kind instead of 15",
    ),
)
def test_every_answer_is_as_described(server: Running, mode: GenerationMode, examples: int) -> None:
    somebody = Somebody(server.address)
    problems: list[BaseException] = []
    chosen = settings(
        max_examples=examples, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    for operation in operations(server.address):
        ask = chosen(given(operation.as_strategy(generation_mode=mode))(somebody.ask))
        try:
            ask()
        except Unsatisfiable:
            assert mode is GenerationMode.NEGATIVE  # what takes nothing cannot be asked wrongly
        except (Exception, BaseExceptionGroup) as problem:
            problems.append(problem)
    if problems:
        raise BaseExceptionGroup("the API is not as it is described", problems)
