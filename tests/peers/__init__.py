"""Judges that are not Python: Slack's types under its compiler, and a Slack of another maker.

`make peers` runs these; `make test` does not find them, since their files are called peer_*.py. They fail where Node or
npm cannot be had: a tier that could not run is not a tier that passed.
"""
