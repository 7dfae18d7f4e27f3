"""Pictures of what readers see: `make preview` draws the product's own documents in other people's looks of Slack and
Discord, with Debian's Chromium. Nothing here judges a payload; that is tests/validators' business.
"""
