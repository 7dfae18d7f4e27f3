"""How likely a change is to break somebody: clues of its title, paths and sizes, weighed.

Breaking is hardly ever labelled (field/real-updates.md), and most of what is removed concerns nobody. What a single
sentence proves is bot/domain/breaking and its rooms of signs; here many weak clues are added up.
"""
