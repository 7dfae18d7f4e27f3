"""One word of a stack as a pin: a requirement, a wheel, a repository's address, a container image.

Which project the names mean is for bot/domain/stack_reading.py to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from urllib.parse import SplitResult, unquote, urlsplit

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import InvalidWheelFilename, parse_wheel_filename

_ADDRESS = re.compile(
    r"(?:(?P<name>[A-Za-z0-9][\w.-]*)(?:\[[^\[\]]*\])?@)?(?:git\+)?(?P<url>(?:https?|ssh|git|file)://\S+)", re.ASCII
)
_RANGE = re.compile(r"[<>=!~].*")
_SINGLE = re.compile(r"(?<![=~!<>])=(?!=)")
_NAME = r"(?:[\w.-]+::)?(?P<name>@?[A-Za-z0-9_][\w./-]*)(?:\[[^\[\]]*\])?"
_EXACT = re.compile(rf"{_NAME}={{1,3}}v?(?P<version>[\w.+!-]+)(?:=[\w.]+)?", re.ASCII)
_AT = re.compile(rf"{_NAME}@(?P<version>latest|v?\d[\w.+-]*)", re.ASCII)
_LOOSE = re.compile(rf"{_NAME}(?P<range>(?:={{1,2}}|@)[\^~*]\S*)", re.ASCII)
_IMAGE = re.compile(
    r"(?P<path>(?:[\w.-]+(?::\d+)?/)*[\w.-]+/[\w.-]+)(?::(?P<tag>[\w][\w.-]*))?(?:@sha256:[0-9a-f]{64})?", re.ASCII
)
_BARE_IMAGE = re.compile(r"(?P<path>[A-Za-z0-9][\w.-]*):(?P<tag>v?\d[\w.-]*)", re.ASCII)
_ARCHIVE = re.compile(r"/(?:archive(?:/refs/tags)?|releases/(?:download|tag)|tree)/([^/]+?)(?:\.tar\.gz|\.zip)?(?:/|$)")


class Said(Enum):
    """What stands where a version would: one version, a range, a commit or branch, an image's tag, nothing."""

    VERSION = auto()
    RANGE = auto()
    REFERENCE = auto()
    TAG = auto()
    NOTHING = auto()


@dataclass(frozen=True, slots=True)
class WrittenPin:
    """`names` may be the project's, the best first (packages, and owner/name of a repository); `text` is what stands
    for a version, "" for nothing, and `said` what that is."""

    names: tuple[str, ...]
    text: str
    said: Said


def read_pin(word: str) -> WrittenPin | None:
    """The pin that a word is; None for what has the form of none."""
    plain = word.partition(";")[0]
    if wheel := _wheel(plain.partition("#")[0]):
        return wheel
    if address := _ADDRESS.fullmatch(word):
        return _of_address(address["name"] or "", address["url"])
    if exact := _EXACT.fullmatch(plain):
        return WrittenPin((exact["name"],), exact["version"], Said.VERSION)
    if loose := _LOOSE.fullmatch(plain):
        return WrittenPin((loose["name"],), loose["range"].lstrip("=@"), Said.RANGE)
    if image := _IMAGE.fullmatch(word) or _BARE_IMAGE.fullmatch(word):
        return _of_image(image["path"], image["tag"] or "")
    if named := _AT.fullmatch(word):
        return WrittenPin((named["name"],), named["version"], Said.VERSION)
    return _of_requirement(_SINGLE.sub("==", plain))


def _of_requirement(text: str) -> WrittenPin | None:
    try:
        requirement = Requirement(text)
    except InvalidRequirement:
        return None
    exact = [one.version for one in requirement.specifier if one.operator in ("==", "===") and "*" not in one.version]
    if exact:
        return WrittenPin((requirement.name,), exact[0], Said.VERSION)
    if requirement.url:
        return WrittenPin((requirement.name,), "", Said.REFERENCE)
    if requirement.specifier and (found := _RANGE.search(text)):
        return WrittenPin((requirement.name,), found[0], Said.RANGE)
    return WrittenPin((requirement.name,), "", Said.NOTHING)


def _wheel(address: str) -> WrittenPin | None:
    try:
        name, version, *_ = parse_wheel_filename(unquote(address.rpartition("/")[2]))
    except InvalidWheelFilename:
        return None
    return WrittenPin((name,), str(version), Said.VERSION)


def _of_address(name: str, url: str) -> WrittenPin | None:
    """The name before the address, its egg's, and the repository; the reference behind its @ or of its archive."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    path, _, reference = parts.path.partition("@")
    if archive := _ARCHIVE.search(path):
        reference, path = archive[1], path[: archive.start()]
    owned = path.strip("/").removesuffix(".git").split("/")
    repository = owned[:2] if parts.hostname == "github.com" else owned[-2:]
    names = (name, _egg(parts), "/".join(repository), repository[-1])
    return WrittenPin(tuple(filter(None, names)), unquote(reference), Said.REFERENCE)


def _egg(parts: SplitResult) -> str:
    found = re.match(r"(?:.*&)?egg=([\w.-]+)", parts.fragment)
    return found[1] if found else ""


def _of_image(path: str, tag: str) -> WrittenPin:
    """An image is called after its project by its name, by its owner (lmcache/vllm-openai) or by its name's beginning
    (vllm-openai)."""
    *owners, name = path.split("/")
    return WrittenPin((name, *owners[-1:], name.partition("-")[0]), tag, Said.TAG)
