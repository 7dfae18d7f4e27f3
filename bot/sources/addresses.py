"""Which addresses may be fetched: the host as it is spelled, the port, and the IP address that it leads to (C30-C32).

Pure: it resolves nothing and connects to nothing. A host may look harmless and lead inside; so what counts in the end
is the address that is connected to, `is_public`. The spelling is checked as well, because a resolver understands many
that no web page uses.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import unquote, urlsplit

import idna

LONGEST = 2000
"""An address of more characters is refused."""
PORTS = {"http": 80, "https": 443}

_SEEN = re.compile(r"[^\x00-\x20\x7f-\xa0\u2028\u2029\\]+")
_NAME = re.compile(r"(?=.{1,253}\Z)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_NUMBER = re.compile(r"\d+|0x[0-9a-f]*")

# What the public internet does not hold, by the registries of special-purpose addresses (RFC 6890 and its followers).
_CLOSED_4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network, unspecified
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # carriers' own (RFC 6598)
            "127.0.0.0/8",  # loopback
            "169.254.0.0/16",  # link-local; clouds answer with credentials here
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocol assignments
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # AMT
            "192.88.99.0/24",  # 6to4 relays
            "192.168.0.0/16",  # private
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, broadcast
        ),
    )
)
_OPEN_6 = IPv6Network("2000::/3")
"""All that is given out for the public internet; loopback, mapped, link-local, private and multicast lie outside."""
_CLOSED_6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # Teredo, ORCHID, benchmarks and other protocol assignments
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4, which holds an IPv4 address
            "2620:4f:8000::/48",  # AS112
            "3ffe::/16",  # the former 6bone
            "3fff::/20",  # documentation (RFC 9637)
        ),
    )
)
_NAT64 = IPv6Network("64:ff9b::/96")


class AddressRefusedError(ValueError):
    """An address that is not fetched. It has no reason: who asks learns nothing about the network inside."""


@dataclass(frozen=True, slots=True)
class Target:
    """An address taken apart: what is connected to, and what is asked for there.

    `host` is lower case, in ASCII (IDNA), an IPv6 address without brackets. `path` begins with "/" and holds the query.
    `user` is None or (user, password) as they stood before the host.
    """

    scheme: str
    host: str
    port: int
    path: str
    user: tuple[str, str] | None = None

    @property
    def netloc(self) -> str:
        """Host and, where it is not the scheme's own, port: what the Host header says."""
        host = bracketed(self.host)
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def named(self) -> str:
        """host:port, as ALLOWED_HOSTS has it."""
        return f"{bracketed(self.host)}:{self.port}"

    @property
    def url(self) -> str:
        """The address without user, password and fragment."""
        return f"{self.scheme}://{self.netloc}{self.path}"


def bracketed(host: str) -> str:
    """A host as it stands in an address."""
    return f"[{host}]" if ":" in host else host


def is_public(address: str) -> bool:
    """Whether an IP address, in its usual spelling, belongs to the public internet.

    An IPv6 address that stands for an IPv4 one is refused, but for that of a NAT64 gateway (RFC 6052), through which a
    machine without IPv4 reaches the rest of the world: it is judged by the IPv4 address in it.
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, IPv6Address):
        if ip in _NAT64:
            return _is_open_4(IPv4Address(int(ip) & 0xFFFFFFFF))
        # A scoped address (%eth0) is one of a link.
        return ip.scope_id is None and ip in _OPEN_6 and not any(ip in network for network in _CLOSED_6)
    return _is_open_4(ip)


def _is_open_4(ip: IPv4Address) -> bool:
    return not any(ip in network for network in _CLOSED_4)


def host_of(text: str) -> str:
    """A host in the one spelling that is used from here on. AddressRefusedError for a number in any spelling but four
    decimal parts (0x7f.1, 2130706433, 0177.0.0.1, 127.1), and for what is no host."""
    if text.startswith("[") and text.endswith("]"):
        try:
            return str(IPv6Address(text[1:-1].replace("%", "no scope")))
        except ValueError:
            raise AddressRefusedError from None
    host = unicodedata.normalize("NFKC", text).lower()
    if not host.isascii():
        try:
            host = idna.encode(host, uts46=True).decode("ascii").lower()
        except (idna.IDNAError, UnicodeError):
            raise AddressRefusedError from None
    host = host.removesuffix(".")
    if _NUMBER.fullmatch(host.rpartition(".")[2]):
        try:
            return str(IPv4Address(host))
        except ValueError:
            raise AddressRefusedError from None
    if not _NAME.fullmatch(host):
        raise AddressRefusedError
    return host


def target_of(url: str, allowed: frozenset[str] = frozenset()) -> Target:
    """An address taken apart. AddressRefusedError where it is not http or https, has another port than 80 and 443,
    leads to an IP address that is not public, or is written in a way that two programs may read differently; `allowed`
    are host:port pairs (as `allowed_of` gives them) for which port and IP address are not judged."""
    if len(url) > LONGEST or not _SEEN.fullmatch(url):
        raise AddressRefusedError
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise AddressRefusedError from None
    if parts.scheme not in PORTS or port == 0:
        raise AddressRefusedError
    before, at, place = parts.netloc.rpartition("@")
    host = host_of(place if place.endswith("]") else place.rpartition(":")[0] if ":" in place else place)
    user, _, password = before.partition(":")
    path = _ascii(parts.path or "/") + (f"?{_ascii(parts.query)}" if parts.query else "")
    given = (unquote(user), unquote(password)) if at else None
    target = Target(parts.scheme, host, port or PORTS[parts.scheme], path, given)
    if target.named in allowed:
        return target
    if target.port not in PORTS.values() or (is_number(host) and not is_public(host)):
        raise AddressRefusedError
    return target


def allowed_of(hosts: Iterable[str]) -> frozenset[str]:
    """host:port pairs in the spelling of `Target.named`; what is no such pair is left out."""
    found = set()
    for text in hosts:
        place, _, port = text.strip().rpartition(":")
        try:
            found.add(f"{bracketed(host_of(place))}:{int(port)}")
        except ValueError:
            continue
    return frozenset(found)


def is_number(host: str) -> bool:
    """Whether a host, as `host_of` gives it, is an IP address and not a name."""
    return ":" in host or host.replace(".", "").isdigit()


def _ascii(text: str) -> str:
    """Letters beyond ASCII percent-encoded; what is encoded already stays as it is."""
    return "".join(
        sign if sign.isascii() else "".join(f"%{byte:02X}" for byte in sign.encode("utf-8", "replace")) for sign in text
    )


def known_of(hosts: Iterable[str]) -> frozenset[str]:
    """Hosts in the spelling of `Target.host`; what is no host is left out."""
    found = set()
    for text in hosts:
        try:
            found.add(host_of(text if text.startswith("[") else bracketed(text)))
        except AddressRefusedError:
            continue
    return frozenset(found)
