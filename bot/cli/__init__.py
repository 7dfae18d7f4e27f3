"""The commands of `python -m bot`, one file each: they parse, call bot/app.py and print. Nothing is decided here."""
