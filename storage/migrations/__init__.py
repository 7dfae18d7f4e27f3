"""Alembic's revisions, oldest first in versions/. A revision is never changed once it has been released."""
