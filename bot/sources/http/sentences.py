"""What people are told of a fetch that failed: one sentence, which names the host and nothing else of the address."""

from __future__ import annotations

import re
import ssl

from bot.domain.errors import SourceError
from bot.sources.addresses import AddressRefusedError
from bot.sources.http.body import BodyBrokenError, BodyTooLargeError
from bot.sources.http.fetching import FetchError, FetchFault

REFUSAL = "This address is not read: only http and https addresses of the public internet are, on ports 80 and 443."
"""Said for every address that is refused, whatever the reason: it tells nothing of the network inside (B129)."""
OUTSIDE_PROXY = "This address is not read: behind a proxy (HTTPS_PROXY) only the hosts of the bot's own list are."

_KIND = re.compile(r"[a-z0-9.+-]{1,40}/[a-z0-9.+-]{1,60}")
_MEGABYTE = 1024 * 1024


class WrongTypeError(Exception):
    """A response of another content type than was asked for."""

    def __init__(self, kind: str, accept: tuple[str, ...]) -> None:
        super().__init__()
        self.kind = kind
        self.accept = accept


def fetch_error(fault: Exception, host: str, deadline: float, most: int) -> SourceError | None:
    """The error that is told for a fault of a request to `host`; None for one that is a fault of ours."""
    import httpcore
    import httpx

    from bot.sources.http.transport import HostNotFoundError

    kind, sentence = FetchFault.UNREACHABLE, ""
    match fault:
        case SourceError():
            return fault
        case AddressRefusedError() | httpx.InvalidURL() | httpx.UnsupportedProtocol() | httpcore.UnsupportedProtocol():
            kind, sentence = FetchFault.REFUSED, REFUSAL
        case WrongTypeError():
            kind, sentence = FetchFault.WRONG_TYPE, f"{host} sent {_named(fault.kind)}, not {_listed(fault.accept)}."
        case BodyTooLargeError():
            kind, sentence = FetchFault.TOO_LARGE, f"{host} sent more than {_size(most)}, which is not read."
        case BodyBrokenError():
            sentence = f"{host} sent compressed data that is damaged or incomplete."
        case HostNotFoundError():
            sentence = f"{host} cannot be found: no such host, or the name service does not answer."
        case httpcore.ConnectTimeout():
            kind, sentence = FetchFault.TIMEOUT, f"{host} does not answer."
        case TimeoutError() | httpcore.TimeoutException():
            kind, sentence = FetchFault.TIMEOUT, f"{host} took longer than {deadline:g} seconds."
        case httpcore.ProxyError():
            sentence = f"The proxy (HTTPS_PROXY) does not lead to {host}."
        case httpcore.ConnectError() if _is_tls(fault):
            sentence = f"{host} has no certificate that can be trusted."
        case httpcore.ConnectError():
            sentence = f"{host} takes no connection."
        case httpcore.RemoteProtocolError() | httpcore.LocalProtocolError():
            sentence = f"{host} broke off, or did not answer in HTTP."
        case httpcore.NetworkError() | httpx.TransportError() | OSError():
            sentence = f"The connection to {host} broke off."
        case _:
            return None
    return FetchError(kind, sentence)


def _is_tls(fault: BaseException) -> bool:
    seen: BaseException | None = fault
    while seen is not None:
        if isinstance(seen, ssl.SSLError):
            return True
        seen = seen.__cause__ or seen.__context__
    return False


def _named(kind: str) -> str:
    """A content type as it can be shown; it is the host's word."""
    return kind if _KIND.fullmatch(kind) else "something without a type that is known"


def _listed(accept: tuple[str, ...]) -> str:
    return " or ".join(accept[:2]) if len(accept) < 3 else f"{accept[0]} or the like"


def _size(most: int) -> str:
    return f"{most // _MEGABYTE} MB" if most >= _MEGABYTE else f"{most:,} bytes"
