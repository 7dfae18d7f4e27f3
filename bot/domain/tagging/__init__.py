"""Tagging: from an update as its source hands it in to what it is about. Pure; words come from the vocabulary."""

from bot.domain.tagging.build import build
from bot.domain.tagging.tagged import Tagged
from bot.domain.tagging.tagger import Tagger

__all__ = ["Tagged", "Tagger", "build"]
