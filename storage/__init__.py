"""What the bot remembers. SQLAlchemy is imported here only; nothing here decides what is worth saying."""
