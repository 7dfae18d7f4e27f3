"""Which addresses are of the public internet, and which spellings are read (C30-C32)."""

from __future__ import annotations

import ipaddress
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.sources.addresses import LONGEST, AddressRefusedError, allowed_of, host_of, is_public, known_of, target_of

CLOSED = {
    "this network": "0.0.0.0",  # noqa: S104  # nothing is bound
    "private, 10": "10.255.255.255",
    "private, 172": "172.31.0.1",
    "private, 192": "192.168.1.1",
    "a carrier's": "100.64.0.1",
    "the end of a carrier's": "100.127.255.255",
    "loopback": "127.255.255.254",
    "metadata": "169.254.169.254",
    "protocol assignments": "192.0.0.170",
    "documentation 1": "192.0.2.1",
    "documentation 2": "198.51.100.1",
    "documentation 3": "203.0.113.1",
    "6to4 relay": "192.88.99.1",
    "benchmarks": "198.19.255.255",
    "multicast": "224.0.0.1",
    "multicast, the end": "239.255.255.255",
    "reserved": "240.0.0.1",
    "broadcast": "255.255.255.255",
    "unspecified": "::",
    "loopback of IPv6": "::1",
    "compatible": "::127.0.0.1",
    "mapped": "::ffff:127.0.0.1",
    "mapped, public": "::ffff:8.8.8.8",
    "translated": "::ffff:0:127.0.0.1",
    "NAT64 of loopback": "64:ff9b::7f00:1",
    "NAT64 of metadata": "64:ff9b::a9fe:a9fe",
    "NAT64 of a network's own": "64:ff9b:1::808:808",
    "discard": "100::1",
    "Teredo": "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "ORCHID": "2001:20::1",
    "documentation of IPv6": "2001:db8::1",
    "6to4 of loopback": "2002:7f00:1::",
    "6to4 of a public one": "2002:808:808::1",
    "documentation, new": "3fff::1",
    "segment routing": "5f00::1",
    "private of IPv6": "fd00::1",
    "link": "fe80::1",
    "link with a scope": "fe80::1%eth0",
    "public with a scope": "2606:4700::1%eth0",
    "site": "fec0::1",
    "multicast of IPv6": "ff02::1",
    "not given out": "4000::1",
    "no address": "feeds.example",
    "nothing": "",
    "another spelling": "0x7f.1",
    "octal": "010.8.8.8",
}
OPEN = [
    "8.8.8.8", "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1",
    "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
    "223.255.255.255", "140.82.121.6", "2606:4700::1111", "2a00:1450:4001::1", "2001:200::1", "2001:4860:4860::8888",
    "64:ff9b::8c52:7906",
]  # fmt: skip


@pytest.mark.parametrize("address", CLOSED.values(), ids=CLOSED.keys())
def test_an_address_inside_is_not_public(address: str) -> None:
    """Neither what is inside, nor what stands for it, nor what belongs to nobody (C31)."""
    assert not is_public(address)


@pytest.mark.parametrize("address", OPEN)
def test_an_address_outside_is_public(address: str) -> None:
    """The neighbours of what is closed stay open, and GitHub seen through NAT64 does."""
    assert is_public(address)


@given(st.ip_addresses(v=4))
@example(ipaddress.IPv4Address("100.64.0.0"))
@example(ipaddress.IPv4Address("224.0.0.0"))
def test_what_is_not_global_is_never_public(address: ipaddress.IPv4Address) -> None:
    """Python's own registry agrees wherever it closes an address, in itself and in every form of IPv6 that holds it."""
    number = int(address)
    inside = not address.is_global or address.is_multicast or address.is_reserved
    if inside:
        assert not is_public(str(address))
    nat64 = str(ipaddress.IPv6Address((0x64FF9B << 96) + number))
    assert is_public(nat64) is is_public(str(address))
    for prefix in (0, 0xFFFF << 32, 0xFFFF << 48):
        assert not is_public(str(ipaddress.IPv6Address(prefix + number)))
    assert not is_public(str(ipaddress.IPv6Address((0x2002 << 112) + (number << 80) + 1)))


@given(st.ip_addresses(v=6))
def test_what_is_not_global_is_never_public_in_ipv6(address: ipaddress.IPv6Address) -> None:
    """The same for IPv6."""
    if not address.is_global or address.is_multicast or address.is_link_local or address.is_site_local:
        assert not is_public(str(address))


def spellings(address: ipaddress.IPv4Address) -> list[str]:
    """Ways in which resolvers write an IPv4 address (C32), the usual one left out."""
    a, b, c, d = address.packed
    number = int(address)
    dotted = str(address)
    return [
        str(number), hex(number), f"0{number:o}", f"{a}.{number & 0xFFFFFF}", f"{a}.{b}.{c << 8 | d}",
        f"{a:#x}.{b:#x}.{c:#x}.{d:#x}", f"0{a:o}.0{b:o}.0{c:o}.0{d:o}", f"{a:03}.{b:03}.{c:03}.{d:04}",
        f"{a:#X}.{number & 0xFFFFFF}", f"{dotted}.0", f"0.{dotted}",
    ]  # fmt: skip


@given(st.ip_addresses(v=4))
@example(ipaddress.IPv4Address("127.0.0.1"))
def test_a_number_has_one_spelling(address: ipaddress.IPv4Address) -> None:
    """Four decimal parts are read; any other spelling of a number is refused, whatever it stands for."""
    assert host_of(str(address)) == str(address)
    for text in spellings(address):
        with pytest.raises(AddressRefusedError):
            host_of(text)


WIDE = {"full width": 0xFF10, "mathematical": 0x1D7D8, "monospace": 0x1D7F6}


@pytest.mark.parametrize("first", WIDE.values(), ids=WIDE.keys())
@pytest.mark.parametrize("dot", [".", "\u3002", "\uff0e", "\uff61"])
@given(address=st.ip_addresses(v=4, network="127.0.0.0/8"))
def test_digits_of_other_scripts_are_digits(first: int, dot: str, address: ipaddress.IPv4Address) -> None:
    """An address in wide digits and East Asian full stops is judged as the one that it is."""
    written = "".join(chr(first + int(sign)) if sign.isdigit() else dot for sign in str(address))
    assert host_of(written) == str(address)
    with pytest.raises(AddressRefusedError):
        target_of(f"http://{written}/")


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("Feeds.EXAMPLE", "feeds.example"),
        ("feeds.example.", "feeds.example"),
        ("例え。テスト。", "xn--r8jz45g.xn--zckzah"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("straße.example", "xn--strae-oqa.example"),
        ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
        ("my_site.example", "my_site.example"),
        ("[2606:4700:0:0::1]", "2606:4700::1"),
        ("a" * 63 + ".example", "a" * 63 + ".example"),
    ],
)
def test_a_host_has_one_spelling(text: str, host: str) -> None:
    """Upper case, a last dot, other scripts and long forms of IPv6 end in one."""
    assert host_of(text) == host
    assert host_of(f"[{host}]" if ":" in host else host) == host


@pytest.mark.parametrize(
    "text",
    ["", ".", "..", "a..b", ".a", "-a.example", "a-.example", "a b", "a/b", "a@b", "a:b", "a%b", "a" * 64 + ".example",
     "a." * 127 + "ab", "::1", "[::1", "[feeds.example]", "[::1%eth0]", "[v1.x]", "℀.example", "\u202eexample",
     "xn--\u0301.example", "*.example", "a\x00b", "example.0x1", "1.2.3.4.5"],
)  # fmt: skip
def test_what_is_no_host_is_refused(text: str) -> None:
    """What two programs might read differently is read by none of ours."""
    with pytest.raises(AddressRefusedError):
        host_of(text)


def test_an_address_is_taken_apart() -> None:
    """Host, port, path and user; the fragment is for readers."""
    target = target_of("HTTPS://bot:hunter%402@Feeds.example:443/a/../b?c=d#e")
    assert (target.scheme, target.host, target.port, target.path) == ("https", "feeds.example", 443, "/a/../b?c=d")
    assert target.user == ("bot", "hunter@2")
    assert (target.netloc, target.named, target.url) == (
        "feeds.example",
        "feeds.example:443",
        "https://feeds.example/a/../b?c=d",
    )
    assert target_of("http://feeds.example:443").url == "http://feeds.example:443/"
    assert target_of("http://[2606:4700::1]/").named == "[2606:4700::1]:80"


@pytest.mark.parametrize(("length", "fine"), [(LONGEST - 1, True), (LONGEST, True), (LONGEST + 1, False)])
def test_an_address_has_a_length(length: int, fine: bool) -> None:
    """At the limit, one under and one over."""
    url = "http://feeds.example/".ljust(length, "x")
    if fine:
        assert target_of(url).url == url
    else:
        with pytest.raises(AddressRefusedError):
            target_of(url)


def test_the_operator_may_name_what_is_closed() -> None:
    """A pair opens its host on its port, however either is spelled, and nothing beside it."""
    allowed = allowed_of(["LocalHost:8080", "[0:0::1]:9000", "10.0.0.7:80", "no port", "x:y", ":1", ""])
    assert allowed == {"localhost:8080", "[::1]:9000", "10.0.0.7:80"}
    for url in ("http://localhost:8080/", "https://[::0:1]:9000/", "http://10.0.0.7/"):
        assert target_of(url, allowed)
    for url in ("http://localhost:8081/", "http://[::1]/", "https://10.0.0.7/", "ftp://localhost:8080/"):
        with pytest.raises(AddressRefusedError):
            target_of(url, allowed)


def test_known_hosts_have_one_spelling() -> None:
    """However they were written down; what is no host is left out."""
    assert known_of(["Feeds.Example.", "2606:4700:0::1", "[::1]", "no host", ""]) == {
        "feeds.example",
        "2606:4700::1",
        "::1",
    }


@given(
    text=st.text(alphabet=st.characters(codec="utf-8"), max_size=40),
    before=st.sampled_from(["http://", "https://", "http://a@", "http://[", "http://a.example/", "//", ""]),
)
def test_any_text_is_an_address_or_refused(text: str, before: str) -> None:
    """Nothing else comes out; and what is read is read the same when it is read again."""
    with suppress(AddressRefusedError):
        target = target_of(before + text)
        assert target.url.isascii()
        again = target_of(target.url)
        assert (again.url, again.host, again.user) == (target.url, target.host, None)
