"""From a window's updates to a Digest: what is in, in which order, and what was left out and why.

The types are bot/domain/digest.py; how a digest reads is bot/wording/issue and bot/wording/digest.py.
"""
