"""Issue pages in a real Chromium; run by `make browser`."""
