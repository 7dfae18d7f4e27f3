"""One item is one line: label, sentence, figure, state, date, link (WORDING.md 0 and 1).

An item says only what its reader does not know yet; `Known` is what the place where it stands has said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from bot.domain.answer import Story
from bot.domain.builds import last_build
from bot.domain.document import Inline, Link, Strong, Text
from bot.domain.label import Label
from bot.domain.language import is_chinese
from bot.domain.sentence import sentence
from bot.domain.spelling import name_key
from bot.domain.state import Stage
from bot.domain.tag import Facet, FoundTag, Role, Tag
from bot.domain.tagging.measuring import is_read_whole
from bot.domain.update import BodyState, Kind, Update
from bot.domain.vocabulary import Vocabulary
from bot.wording.catalogue import number, say
from bot.wording.dates import published
from bot.wording.facts import Facts
from bot.wording.figures import figure_text, is_told_whole, unread
from bot.wording.joining import beside, commas, dotted, gap
from bot.wording.links import link_of
from bot.wording.states import reverting, state_text
from bot.wording.words import CUT, NO_FIGURES, NO_TITLE, TITLE_ONLY, label_word

TAGS_SHOWN = 2
"""Tags that a line may print (WORDING.md 0, rule 2)."""

LINKS_SHOWN = 3
"""Updates of one story that a line links to."""

_PRINTED = (Facet.HARDWARE, Facet.FORMAT, Facet.MODEL)
_VERSIONED = frozenset({Label.RELEASE, Label.PRE_RELEASE, Label.WITHDRAWN})


@dataclass(frozen=True, slots=True)
class Known:
    """What a reader knows where the item stands, and what the line therefore leaves out.

    `tags` were asked for; `label` is the heading's; `project` when the project stands above; `date` in a daily;
    `state` when the heading gives it; `stages` that a footer speaks of; `title_only` when a footer says that there are
    only titles; `latest` holds what is said once behind "unreleased", by project key; `remarks` hold what the place
    adds to a line, by the key of its update.
    """

    tags: frozenset[Tag] = frozenset()
    label: Label | None = None
    project: bool = False
    date: bool = False
    state: bool = False
    stages: frozenset[Stage] = frozenset()
    title_only: bool = False
    look_out: bool = False
    latest: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    remarks: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def item_line(story: Story, facts: Facts, known: Known) -> tuple[Inline, ...]:
    """The line of a story."""
    update = story.lead
    out: list[Inline] = []
    if story.label is not known.label:
        out += [Strong(label_word(story.label)), Text(" ")]
    text = facts.sentences.get(update.key) or story_text(
        story, facts.vocabulary, labelled=story.label is not known.label
    )
    if not known.project:
        text = with_project(text, facts.projects.name(update.project))
    parts = [beside(text, _honesty(story, known))]
    tags = commas(_tags(update, text, facts, known.tags))
    parts += [tags, _figure(story, text, tags), _state(story, facts, known)]
    if not known.date:
        parts.append(published(update.published, update.precision, facts.now, facts.zone))
    said = dotted((*parts, known.remarks.get(update.key, "")))
    out.append(Text(said))
    for link in _story_links(story.updates):
        out += [Text(between), link] if (between := gap(said)) else [link]
        said = link.label
    return tuple(out)


def _story_links(updates: Iterable[Update]) -> tuple[Link, ...]:
    """The first few links, each address once."""
    by_address = {link.url: link for link in map(link_of, updates)}
    return tuple(by_address.values())[:LINKS_SHOWN]


def story_text(story: Story, vocabulary: Vocabulary, *, labelled: bool = True) -> str:
    """The sentence of a story, behind its label or (not `labelled`) under a heading that says it; a release's says
    whether there is a tag yet."""
    text = sentence(story.lead, vocabulary, story.detail, story.label, labelled=labelled) or say(NO_TITLE)
    if story.lead.kind is Kind.RELEASE and story.label in _VERSIONED and _has_no_tag(story.lead) and text[:1].isdigit():
        return say("{version} is being prepared: commit on main, no tag yet", version=text)
    if story.others and last_build(story.updates) is story.lead:
        return say("{version}, the last of {count} builds in a day", version=text, count=number(len(story.updates)))
    return text


def _has_no_tag(update: Update) -> bool:
    return update.links.tag is None and bool(update.links.commits or update.links.pull)


def with_project(text: str, name: str) -> str:
    """The text behind the project's name, unless it opens with that name; VLLM_USE_X is no vLLM."""
    opens = re.match(rf"{re.escape(name)}(?![\w-])", text, re.IGNORECASE)
    if opens:
        return text
    if is_chinese(text):
        return f"{name}：{text}"
    return f"{name}: {text}"


def _honesty(story: Story, known: Known) -> str:
    """What is missing of the description, where the line would seem to say more than we read (0.3)."""
    update = story.lead
    if update.summary or story.label in _VERSIONED:
        return ""
    if update.body_state is BodyState.MISSING and not known.title_only:
        return say(TITLE_ONLY)
    if update.body_state is BodyState.CUT and (unread(update) if update.figures else story.label is Label.PERF):
        return say(CUT)
    return ""


def _figure(story: Story, text: str, tags: str) -> str:
    if story.lead.figures:
        return figure_text(story.lead.figures, text, tags, whole=is_told_whole(story.lead))
    if story.label is Label.PERF and is_read_whole(story.lead) and not story.lead.summary:
        return say(NO_FIGURES)
    return ""


def _state(story: Story, facts: Facts, known: Known) -> str:
    state = story.lead.state
    if state.stage in known.stages or (known.state and state.stage is Stage.UNRELEASED):
        return ""
    if story.label in _VERSIONED or story.lead.kind in {Kind.PAPER, Kind.POST}:
        return ""
    latest = known.latest.get(story.lead.project, "")
    is_fix = known.look_out and story.lead.kind is Kind.FIX and story.label in {Label.FIX, Label.MAY_BREAK}
    text = state_text(state, facts.now, facts.zone, latest, is_fix)
    by = reverting(state)
    return beside(text, by)


def _tags(update: Update, text: str, facts: Facts, known: frozenset[Tag]) -> list[str]:
    """The words of the tags that the reader does not know: not what was asked or belongs above it, not what the
    sentence says, no family beside its member, not what every update of the project is about."""
    vocabulary, project = facts.vocabulary, facts.projects.by_key.get(update.project)
    about = [found.tag for facet in _PRINTED for found in update.tags if _is_about(found, facet)]
    told = known | frozenset(project.defaults if project else ())
    above = vocabulary.closure(told) | {family for tag in about for family in vocabulary.families(tag)}
    said = name_key(text)
    words = (vocabulary.label(tag) for tag in dict.fromkeys(about) if tag not in above)
    return [word for word in dict.fromkeys(words) if name_key(word) not in said][:TAGS_SHOWN]


def _is_about(found: FoundTag, facet: Facet) -> bool:
    return found.role is Role.ABOUT and found.tag.facet is facet
