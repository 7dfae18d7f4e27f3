"""Sentences by a model for an issue: asked for ahead of time and kept in the store; an issue reads only what is kept.

So no edition ever waits for a model: what is not there when it is put into words has its sentence by rule.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from bot.domain.digest import Digest
from bot.domain.language import Language
from bot.domain.passage import Part, Passage, Rejection, Wordings, items_of
from bot.domain.update import Update
from bot.log import Logger
from bot.summarizers.base import Budget, Run, Summarizer
from handlers.deps import Deps
from storage.wordings import Wording

CALLS_AN_ISSUE = 60
"""The most calls of a model for one issue, in one language."""
TOKENS_AN_ISSUE = 120_000
"""The most tokens for one issue, in one language; LLM_BUDGET is that of a day."""
KEPT = timedelta(days=90)
"""So long sentences are kept; an issue that is shown later has the sentences by rule."""

log = Logger(__name__)


def passages_of(digest: Digest, deps: Deps) -> tuple[Passage, ...]:
    """What of an issue may be put into words by a model, the most important first: lead, highlights, items."""
    highlights = [
        Passage(f"highlight/{number}", Part.HIGHLIGHT, tuple(story.lead for story in one.stories))
        for number, one in enumerate(digest.highlights, start=1)
    ]
    told = tuple(update for one in highlights for update in one.updates)
    lead = [Passage("lead", Part.LEAD, told)] if told else []
    passages = (*lead, *highlights, *items_of((*digest.top, *digest.stories)))
    return tuple(one for one in passages if not any(_is_private(update, deps) for update in one.updates))


def kept(digest: Digest, deps: Deps, language: Language, audience: str = "") -> Mapping[str, str]:
    """The sentences for an issue that are in the store, by passage key; none where no model is set. Asks nobody; reads
    the store: call it in a thread."""
    model = deps.summarizer
    if model is None:
        return {}
    keys = _keys(passages_of(digest, deps), model, language, audience)
    found = deps.store.wordings.of_keys(keys.values())
    return {name: found[key].text for name, key in keys.items() if key in found and found[key].text}


async def word(digest: Digest, deps: Deps, language: Language, audience: str = "") -> Wordings:
    """Asks the model for what is not in the store yet, keeps what passed the check, and says how that went. Takes no
    longer than the summarizer's deadline, and no more of the day's budget than there is."""
    model = deps.summarizer
    if model is None:
        return Wordings()
    passages = passages_of(digest, deps)
    keys = _keys(passages, model, language, audience)
    known = await asyncio.to_thread(deps.store.wordings.of_keys, keys.values())
    missing = [one for one in passages if keys[one.key] not in known]
    budget = await asyncio.to_thread(_budget, deps)
    run = await model.word(missing, language, budget) if missing and budget.tokens > 0 else Run()
    made = _made(run, keys, deps)
    await asyncio.to_thread(deps.store.wordings.save, made)
    result = _counted(passages, keys, {**known, **{one.key: one for one in made}})
    if missing:
        rate = round(result.rejection_rate, 3)
        log.info(
            "issue worded", edition=digest.edition, number=digest.number, failed=result.failed, rejection_rate=rate
        )
    return result


def forget_old(deps: Deps) -> int:
    """Lets go of sentences that no issue will need; gives how many."""
    return deps.store.wordings.forget_before(deps.now() - KEPT)


def _is_private(update: Update, deps: Deps) -> bool:
    """Whether an update is of a project that not everybody may read: no word of it goes to a model."""
    project = deps.projects.by_key.get(update.project)
    return project is not None and bool(project.audience)


def _budget(deps: Deps) -> Budget:
    """What one run may cost: the issue's share of what is left of the day (UTC)."""
    day = deps.now().replace(hour=0, minute=0, second=0, microsecond=0)
    left = deps.tokens_a_day - deps.store.wordings.tokens_since(day)
    return Budget(CALLS_AN_ISSUE, min(TOKENS_AN_ISSUE, max(0, left)))


def _keys(passages: Iterable[Passage], model: Summarizer, language: Language, audience: str) -> dict[str, str]:
    """The store's keys of the passages, by passage key: a digest of all that the words are made of."""
    return {one.key: _key(one, model.name, language, audience) for one in passages}


def _key(passage: Passage, model: str, language: Language, audience: str) -> str:
    content = [(one.key, one.title, one.body) for one in passage.updates]
    made_of = [model, language.value, audience, passage.part.value, content]
    return hashlib.sha256(json.dumps(made_of, ensure_ascii=True).encode()).hexdigest()


def _made(run: Run, keys: Mapping[str, str], deps: Deps) -> list[Wording]:
    """The rows of a run; what it cost stands evenly on them, and on one of its own where nothing came back."""
    count, now = len(run.worded), deps.now()
    share, rest = divmod(run.tokens, count) if count else (0, run.tokens)
    rows = [
        Wording(keys[name], one.text, one.rejection.value if one.rejection else "", now, share)
        for name, one in run.worded.items()
    ]
    return [*rows, Wording(f"cost/{now.isoformat()}", "", "cost", now, rest)] if rest else rows


def _counted(passages: Sequence[Passage], keys: Mapping[str, str], found: Mapping[str, Wording]) -> Wordings:
    rows = {one.key: found[keys[one.key]] for one in passages if keys[one.key] in found}
    return Wordings(
        sentences={name: row.text for name, row in rows.items() if row.text},
        asked=len(passages),
        rejected=Counter(Rejection(row.rejection) for row in rows.values() if row.rejection),
        failed=len(passages) - len(rows),
    )
