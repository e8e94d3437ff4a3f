"""Links that others can follow."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from xml.etree import ElementTree

import pytest

from wonderland.core.errors import NotAllowed
from wonderland.server.hosting import addresses
from wonderland.server.settings import Settings


def test_loopback_only_by_default() -> None:
    settings = Settings(port=8080)
    assert addresses.listen_host(settings) == "127.0.0.1"
    assert addresses.link_to(settings, "/t/1") == "http://127.0.0.1:8080/t/1"


def test_lan_listens_everywhere_and_invites_by_an_address_of_this_machine() -> None:
    settings = Settings(port=8080, lan=True)
    assert addresses.listen_host(settings) == "0.0.0.0"
    assert addresses.local_url(settings) == "http://127.0.0.1:8080"
    host = addresses.link_to(settings, "t/1").removeprefix("http://").removesuffix(":8080/t/1")
    assert not ip_address(host).is_unspecified
    with socket.socket() as ours:  # only an address of this machine can be bound
        ours.bind((host, 0))


@pytest.mark.parametrize("lan", [False, True])
def test_the_public_address_wins(lan: bool) -> None:
    settings = Settings(public_url="https://cards.example/wonderland/", lan=lan)
    assert addresses.link_to(settings, "/t/1") == "https://cards.example/wonderland/t/1"


def test_it_is_known_which_links_only_this_computer_can_open() -> None:
    local = [Settings(port=8080), Settings(host="::1"), Settings(public_url="http://localhost:8080")]
    others = [Settings(host="192.0.2.7"), Settings(public_url="https://cards.example")]
    assert [addresses.is_local(addresses.link_to(one, "/t/1")) for one in local] == [True] * 3
    assert [addresses.is_local(addresses.link_to(one, "/t/1")) for one in others] == [False] * 2


def test_a_named_host_is_where_others_find_it() -> None:
    assert addresses.public_url(Settings(host="192.0.2.7", port=80)) == "http://192.0.2.7"
    assert addresses.public_url(Settings(host="::1", port=81)) == "http://[::1]:81"


def test_a_qr_code_is_a_picture_without_scripts_or_links() -> None:
    picture = ElementTree.fromstring(addresses.qr_svg("https://cards.example/t/1"))
    assert {element.tag.rpartition("}")[2] for element in picture.iter()} <= {"svg", "path", "g"}
    assert len(addresses.qr_text("https://cards.example/t/1").splitlines()) > 10


def test_a_taken_port_and_a_foreign_address_are_refused() -> None:
    with addresses.bind(Settings(port=0)) as door, pytest.raises(NotAllowed, match="is taken by another program"):
        addresses.bind(Settings(port=door.getsockname()[1]))
    with pytest.raises(NotAllowed, match=r"no address 198\.51\.100\.1"):
        addresses.bind(Settings(host="198.51.100.1", port=0))
