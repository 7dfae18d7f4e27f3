"""What holds for every test: generated cases are the same in every run, and no test depends on the machine's speed."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "whatsnew", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("whatsnew")
