"""What Slack's errors mean for a delivery (A34, A37 to A39)."""

from __future__ import annotations

from typing import Final

from bot.domain.delivery import Later, Outcome, Refused, Unknown

WORKSPACE_GONE: Final = frozenset(
    {"account_inactive", "token_revoked", "invalid_auth", "not_authed", "token_expired", "app_uninstalled"}
)
"""The installation is dead; nothing can be sent there until it is installed again (A38)."""

DESTINATION_GONE: Final = frozenset(
    {
        "is_archived",
        "channel_not_found",
        "not_in_channel",
        "app_access_restricted",
        "restricted_action",
        "restricted_action_read_only_channel",
        "restricted_action_thread_only_channel",
        "restricted_action_non_threadable_channel",
        "restricted_action_thread_locked",
        "messages_tab_disabled",
        "ekm_access_denied",
        "missing_scope",
        "cannot_reply_to_message",
        "user_disabled",
        "user_not_found",
        "user_not_visible",
        "invalid_user_combination",
        "cannot_dm_bot",
    }
)
"""This place takes nothing from us; it is paused and its owner told, the subscription stays (A37, B086)."""

LATER: Final = frozenset(
    {
        "ratelimited",
        "rate_limited",
        "message_limit_exceeded",
        "service_unavailable",
        "request_timeout",
        "team_added_to_org",
        "org_login_required",
    }
)
"""Nothing was done; try again after a while (A39)."""

LIMITS: Final = frozenset({"ratelimited", "rate_limited", "message_limit_exceeded"})
"""Those of them that ask for patience."""

MAY_HAVE_SUCCEEDED: Final = frozenset({"fatal_error", "internal_error"})
"""Some aspect may have succeeded: the outcome is unknown, not failed (A34)."""

CONTENT: Final = frozenset({"invalid_blocks", "msg_blocks_too_long", "msg_too_long", "invalid_arguments"})
"""Our own fault: the text is sent once without blocks, then the delivery is parked (A39)."""

PAUSE: Final = 60.0
"""Seconds until another try where Slack names none."""

PARENT_GONE: Final = "cannot_reply_to_message"
"""The message that was to be replied to is gone: the reply stands in the channel, once (A37)."""

SENTENCES: Final = {
    "is_archived": "The channel is archived.",
    "channel_not_found": "The channel does not exist, or the bot cannot see it.",
    "not_in_channel": "The bot is not in the channel: /invite it there.",
    "missing_scope": "The app lacks a scope: install it again with the manifest.",
    "messages_tab_disabled": "This person takes no messages from apps.",
    "user_disabled": "This person's account is deactivated.",
    "token_revoked": "The app was removed from the workspace.",
    "account_inactive": "The app was removed from the workspace.",
    "invalid_auth": "Slack does not accept the token.",
}


def outcome_of(error: str, retry_after: float | None = None) -> Outcome:
    """What became of a message that Slack answered with this error. An error that no table knows is not tried again,
    since it may be any of them."""
    if error in LATER:
        return Later(retry_after if retry_after is not None else PAUSE, error, limited=error in LIMITS)
    if error in MAY_HAVE_SUCCEEDED:
        return Unknown(error)
    return Refused(reason_of(error), uninstalled=error in WORKSPACE_GONE)


def reason_of(error: str) -> str:
    """The error as a person understands it, with Slack's word for it."""
    sentence = SENTENCES.get(error)
    return f"{sentence} ({error})" if sentence else error
