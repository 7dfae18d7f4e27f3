"""The rooms of the question parser, one subject each; bot/domain/reading.py is its only door."""
