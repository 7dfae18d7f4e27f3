"""What judges every payload that the suite produces: other people's models of the platforms, and our own counting.

`slack.py` and `discord.py` are called by the stand-ins on all that reaches them, and by the renderers' tests. They say
what is wrong with a payload in sentences; an empty list is a payload that can be sent.
"""
