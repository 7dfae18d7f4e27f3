"""The stand-in's answers as GitHub words them: REST objects, GraphQL nodes and Atom feeds.

tests/peers/peer_github.py holds them against GitHub's own description.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from html import escape
from typing import Any

from tests.standins.github_world import Commit, Pull, Release, Repository, TagRef

Json = dict[str, Any]


def stamp(instant: datetime | None) -> str | None:
    """An instant as GitHub writes it."""
    return instant.strftime("%Y-%m-%dT%H:%M:%SZ") if instant else None


def user(login: str, url: str) -> Json:
    """A person or an organisation."""
    at = f"{url}/users/{login}"
    return {
        "login": login,
        "id": 1,
        "node_id": "U_1",
        "avatar_url": f"{url}/avatar",
        "gravatar_id": "",
        "url": at,
        "html_url": at,
        "followers_url": at,
        "following_url": at,
        "gists_url": at,
        "starred_url": at,
        "subscriptions_url": at,
        "organizations_url": at,
        "repos_url": at,
        "events_url": at,
        "received_events_url": at,
        "type": "User",
        "site_admin": False,
    }


def repository(repo: Repository, url: str) -> Json:
    """A repository, in its short form."""
    owner, _, name = repo.name.partition("/")
    return {
        "id": repo.id,
        "node_id": f"R_{repo.id}",
        "name": name,
        "full_name": repo.name,
        "owner": user(owner, url),
        "private": repo.private,
        "html_url": f"{url}/{repo.name}",
        "description": None,
        "fork": False,
        "url": f"{url}/repos/{repo.name}",
        "default_branch": repo.branch,
        "visibility": "private" if repo.private else "public",
        "archived": False,
        "disabled": False,
    }


def commit(made: Commit, repo: Repository, url: str) -> Json:
    """A commit as in lists and comparisons."""
    at = f"{url}/repos/{repo.name}/commits/{made.sha}"
    person = {"name": "Ada", "email": "ada@example.org"}
    return {
        "url": at,
        "sha": made.sha,
        "node_id": f"C_{made.order}",
        "html_url": f"{url}/{repo.name}/commit/{made.sha}",
        "comments_url": f"{at}/comments",
        "commit": {
            "url": at,
            "author": {**person, "date": stamp(made.authored)},
            "committer": {**person, "date": stamp(made.committed)},
            "message": made.message,
            "comment_count": 0,
            "tree": {"sha": made.sha, "url": at},
        },
        "author": user("ada", url),
        "committer": None,
        "parents": [{"sha": sha, "url": at, "html_url": at} for sha in made.parents],
    }


def comparison(repo: Repository, base: str, head: str, shown: Iterable[Commit], url: str) -> Json:
    """How two commits stand to each other, with one page of commits."""
    ours, theirs = repo.reach(head), repo.reach(base)
    common = repo.ordered(ours & theirs)
    ahead, behind = len(ours - theirs), len(theirs - ours)
    status = {(False, False): "identical", (True, False): "ahead", (False, True): "behind"}
    at = f"{url}/repos/{repo.name}/compare/{base}...{head}"
    return {
        "url": at,
        "html_url": at,
        "permalink_url": at,
        "diff_url": at,
        "patch_url": at,
        "base_commit": commit(repo.commits[base], repo, url),
        "merge_base_commit": commit(common[-1], repo, url),
        "status": status.get((bool(ahead), bool(behind)), "diverged"),
        "ahead_by": ahead,
        "behind_by": behind,
        "total_commits": ahead,
        "commits": [commit(one, repo, url) for one in shown],
        "files": [],
    }


def release(made: Release, repo: Repository, url: str) -> Json:
    """A release."""
    at = f"{url}/repos/{repo.name}/releases/{made.id}"
    return {
        "url": at,
        "html_url": f"{url}/{repo.name}/releases/tag/{made.tag}",
        "assets_url": f"{at}/assets",
        "upload_url": f"{at}/assets{{?name,label}}",
        "tarball_url": None,
        "zipball_url": None,
        "id": made.id,
        "node_id": f"RE_{made.id}",
        "tag_name": made.tag,
        "target_commitish": repo.branch,
        "name": made.name,
        "body": made.body,
        "draft": made.draft,
        "prerelease": made.prerelease,
        "created_at": stamp(made.created),
        "published_at": stamp(made.published),
        "author": user("ada", url),
        "assets": [],
    }


def reference(name: str, tag: TagRef, repo: Repository, url: str) -> Json:
    """A reference to a tag."""
    kind, sha = ("tag", tag.object) if tag.object else ("commit", tag.commit)
    at = f"{url}/repos/{repo.name}/git"
    return {
        "ref": f"refs/tags/{name}",
        "node_id": f"REF_{name}",
        "url": f"{at}/refs/tags/{name}",
        "object": {"type": kind, "sha": sha, "url": f"{at}/{kind}s/{sha}"},
    }


def pull_node(pull: Pull, repo: Repository) -> Json:
    """A pull request in GraphQL."""
    merged = pull.state == "MERGED"
    return {
        "number": pull.number,
        "title": pull.title,
        "body": pull.body,
        "state": pull.state,
        "merged": merged,
        "mergedAt": stamp(pull.at) if merged else None,
        "createdAt": stamp(pull.at),
        "baseRefName": pull.base,
        "additions": pull.additions,
        "deletions": pull.deletions,
        "repository": {"nameWithOwner": pull.repository or repo.name},
        "mergeCommit": {"oid": pull.merge_commit} if pull.merge_commit else None,
        "labels": {"nodes": [{"name": name} for name in pull.labels]},
        "files": {"nodes": [{"path": path} for path in pull.paths[:100]]},
    }


def commit_node(made: Commit, repo: Repository) -> Json:
    """A commit in GraphQL."""
    pull = repo.pulls.get(made.pull or 0)
    return {
        "oid": made.sha,
        "message": made.message,
        "authoredDate": stamp(made.authored),
        "committedDate": stamp(made.committed),
        "additions": 5,
        "deletions": 1,
        "parents": {"totalCount": len(made.parents)},
        "associatedPullRequests": {"nodes": [pull_node(pull, repo)] if pull else []},
    }


def tag_node(tag: TagRef, repo: Repository) -> Json:
    """A tag in GraphQL."""
    made = repo.commits.get(tag.commit)
    at = {"oid": tag.commit, **({"committedDate": stamp(made.committed)} if made else {})}
    if not tag.object:
        return {"target": at}
    return {"target": {"oid": tag.object, "tagger": {"date": stamp(tag.date)}, "target": at}}


def feed(title: str, entries: Iterable[str]) -> str:
    """An Atom feed."""
    parts = "".join(entries)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="en-US">'
        f"<id>tag:github.com,2008:{escape(title)}</id><title>{escape(title)}</title>{parts}</feed>"
    )


def entry(identity: str, link: str, title: str, updated: datetime, content: str) -> str:
    """An entry of an Atom feed; `content` is HTML."""
    return (
        f"<entry><id>{escape(identity)}</id><updated>{stamp(updated)}</updated>"
        f'<link rel="alternate" type="text/html" href="{escape(link)}"/><title>{escape(title)}</title>'
        f'<content type="html">{escape(content)}</content><author><name>ada</name></author></entry>'
    )
