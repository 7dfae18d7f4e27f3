"""Threads in Discord: the one that hangs on a message, and the posts of a forum channel.

What stands in them is posted like anything else (posting.py): a thread is a channel, and its number is that of its
first message.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.domain.delivery import Thread
from bot.domain.grapheme import shortened
from bot.platforms.discord.rest import NotTaken, Rest, Taken
from bot.renderers.components_v2_limits import FORUM_TAGS, THREAD_NAME

EXISTS = 160004
"""A thread hangs on the message already."""
TAKES_POSTS, WANTS_TAG = 40058, 40067
"""The channel is a forum, and takes posts with a name; it asks for one of its tags (B-19)."""


async def open_thread(rest: Rest, thread: Thread) -> Taken | NotTaken:
    """Makes the thread on the message `thread.first`; one that is there already is as good."""
    channel, _, message = thread.first.partition("/")
    path = f"/channels/{channel}/messages/{message}/threads"
    answer = await rest.request("POST", path, {"name": _name(thread)})
    if isinstance(answer, NotTaken) and answer.code == EXISTS:
        return Taken({})
    return answer


async def open_post(rest: Rest, forum: str, thread: Thread, message: Mapping[str, Any]) -> Taken | NotTaken:
    """Makes a forum's post, with those of the forum's own tags that the thread's marks name. Discord knows no nonce for
    posts: a lost answer stays unknown."""
    about = await rest.request("GET", f"/channels/{forum}")
    if isinstance(about, NotTaken):
        return about
    body: dict[str, Any] = {"name": _name(thread), "message": message}
    if tags := _tags(about.body, thread.marks):
        body["applied_tags"] = tags
    return await rest.request("POST", f"/channels/{forum}/threads", body)


def _name(thread: Thread) -> str:
    return shortened(thread.name, THREAD_NAME)


def _tags(forum: Mapping[str, Any], marks: Sequence[str]) -> list[str]:
    known = forum.get("available_tags")
    tags = known if isinstance(known, list) else []
    wanted = {mark.casefold() for mark in marks}
    return [str(tag["id"]) for tag in tags if str(tag.get("name", "")).casefold() in wanted][:FORUM_TAGS]
