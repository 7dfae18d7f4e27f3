"""HTML made plain text with its lines, in time that grows with its length only, whatever it holds.

It is read for words, not shown as a page: what has no words (scripts, styles, comments) is left out, and the result
is cleaned by who keeps it (bot/sources/content).
"""

from __future__ import annotations

import re
from html import unescape

HTML_READ = 256 * 1024
"""So many characters are read; the text of a post is shorter."""

_TOKEN = re.compile(r"<!--|-->|</?[A-Za-z][^<>]*>|<![^<>]*>")
_NAME = re.compile(r"</?([A-Za-z][A-Za-z0-9]*)")
_ADDRESS = re.compile(r"""\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_SILENT = frozenset({"script", "style", "template", "noscript", "svg", "math", "head"})
_PARAGRAPHS = frozenset(
    {"p", "div", "ul", "ol", "table", "pre", "blockquote", "section", "article", "h1", "h2", "h3", "h4", "h5", "h6"}
)
_LINES = frozenset({"br", "li", "tr", "hr", "dt", "dd", "figcaption"})
_SPACES = re.compile(r"[ \t\r\f]+")
_NUMBERED = re.compile(r"[\[【［]\^?\s*\d{1,4}\s*[\]】］]")


def text_of(html: str, *, addresses: bool = False) -> str:
    """The words of an HTML text, a line for each block, `- ` before what is listed. With `addresses` a link is followed
    by its address, `[3](https://...)` where its words are a number, as digest articles are written."""
    reader = _Reader(addresses)
    at = 0
    html = html[:HTML_READ]
    for token in _TOKEN.finditer(html):
        reader.words(html[at : token.start()])
        reader.mark(token[0])
        at = token.end()
    reader.words(html[at:])
    return reader.text()


class _Reader:
    def __init__(self, addresses: bool) -> None:
        self._addresses = addresses
        self._parts: list[str] = []
        self._silent = ""
        self._comment = False
        self._pre = 0
        self._link: tuple[int, str] | None = None

    def words(self, text: str) -> None:
        if text and not self._silent and not self._comment:
            plain = unescape(text)
            self._parts.append(plain if self._pre else _SPACES.sub(" ", plain.replace("\n", " ")))

    def mark(self, token: str) -> None:
        if self._comment or token == "<!--":  # noqa: S105 - the beginning of a comment
            self._comment = token != "-->"  # noqa: S105 - and its end
            return
        found = _NAME.match(token)
        if found is None:
            return
        name, closes = found[1].casefold(), token[1] == "/"
        if self._silent or (name in _SILENT and not token.endswith("/>")):
            self._hide(name, closes)
            return
        if name == "a" and self._addresses:
            self._anchor(token, closes)
        if name == "pre":
            self._pre = max(0, self._pre + (-1 if closes else 1))
        if name in _PARAGRAPHS:
            self._parts.append("\n\n")
        elif name in _LINES and not (closes and name != "tr"):
            self._parts.append("\n- " if name == "li" else "\n")
        elif name in ("td", "th") and closes:
            self._parts.append(" ")

    def _hide(self, name: str, closes: bool) -> None:
        if not self._silent:
            self._silent = "" if closes else name
        elif closes and name == self._silent:
            self._silent = ""

    def _anchor(self, token: str, closes: bool) -> None:
        if not closes:
            found = _ADDRESS.search(token)
            address = unescape(found[1] or found[2] or found[3] or "").strip() if found else ""
            self._link = (len(self._parts), address) if address.startswith(("http://", "https://")) else None
        elif self._link is not None:
            start, address = self._link
            said = "".join(self._parts[start:]).strip()
            if _NUMBERED.fullmatch(said):
                self._parts.append(f"({address})")
            elif address not in said:
                self._parts.append(f" {address} ")
            self._link = None

    def text(self) -> str:
        lines = (_SPACES.sub(" ", line).strip() for line in "".join(self._parts).split("\n"))
        kept = re.sub(r"\n{3,}", "\n\n", "\n".join(line for line in lines if line != "-"))
        return kept.strip("\n")
