"""Who may read what (E11): private projects are read by the places that the catalogue names, a tracked repository by
the workspaces that track it, all else by everybody.

Which projects are tracked where is asked of the store by the handlers; what is hidden is taken out of every answer by
the store itself (Store.without).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.project import Project

_PLACE = re.compile(r"[a-z]{2,20}:[A-Za-z0-9_-]{1,40}(?:/[A-Za-z0-9_-]{1,40})?")

Workspace = tuple[str, str]
"""Platform and workspace."""


def is_place(text: str) -> bool:
    """Whether a text names a workspace ("slack:T0123") or a channel of one ("slack:T0123/C0001")."""
    return _PLACE.fullmatch(text) is not None


def names_of(recipient: Recipient) -> frozenset[str]:
    """The names under which a place may stand in an audience: its workspace, and its channel if it is one. Somebody's
    own messages are in the workspace and in no channel, whichever channels that person reads."""
    workspace = f"{recipient.platform}:{recipient.workspace}"
    if recipient.kind is RecipientKind.USER:
        return frozenset({workspace})
    return frozenset({workspace, f"{workspace}/{recipient.id.partition('/')[0]}"})


def may_read(project: Project, recipient: Recipient) -> bool:
    """Whether what comes from a project may be shown at a place."""
    return not project.audience or not names_of(recipient).isdisjoint(project.audience)


def hidden_from(
    recipient: Recipient, projects: Iterable[Project], tracked: Mapping[str, Collection[Workspace]]
) -> frozenset[str]:
    """The keys of the projects that a place may not see. `tracked` says which workspaces track each project that is not
    in the catalogue; one that nobody tracks any more is there with none."""
    own = (recipient.platform, recipient.workspace)
    private = {project.key for project in projects if not may_read(project, recipient)}
    return frozenset(private | {key for key, workspaces in tracked.items() if own not in workspaces})
