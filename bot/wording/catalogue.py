"""The one door through which words of our own go to a reader, so that editions in other languages can translate them.

A message is an English sentence with named places. Foreign text never is a message: it is put into a place, where it
stands as it is.
"""

from __future__ import annotations


def say(message: str, **places: object) -> str:
    """The message with its places filled."""
    return message.format(**places) if places else message


def say_count(one: str, many: str, count: int, **places: object) -> str:
    """`one` or `many` by the count, which stands at {count} with its thousands parted."""
    return say(one if count == 1 else many, count=number(count), **places)


def number(count: int) -> str:
    """A count as it is written: 1,122."""
    return f"{count:,}"


def listed(words: list[str], last: str = "and") -> str:
    """Words as a sentence lists them: "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {say(last)} {words[-1]}"
