"""What people write for a zone that is none leads to the places that may be meant."""

from __future__ import annotations

import pytest

from config.zone_places import zone_of_city, zones_at


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("UTC+8", ("Asia/Shanghai", "Asia/Singapore"), id="eight hours"),
        pytest.param("gmt+05:30", ("Asia/Kolkata",), id="half an hour"),
        pytest.param("UTC-8", ("America/Los_Angeles", "America/Anchorage"), id="winter before summer"),
        pytest.param("UTC+0", ("UTC", "Europe/London"), id="none"),
        pytest.param("UTC+24", (), id="too far"),
        pytest.param("UTC", (), id="UTC itself"),
        pytest.param("8", (), id="a number"),
        pytest.param("+08:00", ("Asia/Shanghai", "Asia/Singapore"), id="as in a date"),
        pytest.param("-3", ("America/Sao_Paulo", "America/Halifax"), id="hours alone"),
    ],
)
def test_places_at_a_distance(text: str, names: tuple[str, ...]) -> None:
    """A distance from UTC is the time of places; anything else is none."""
    assert zones_at(text) == names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param("berlin", "Europe/Berlin", id="in any case"),
        pytest.param("New_York", "America/New_York", id="of two words"),
        pytest.param("los angeles", "America/Los_Angeles", id="with a blank"),
        pytest.param("São Paulo", "America/Sao_Paulo", id="with an accent"),
        pytest.param("Port-au-Prince time", "America/Port-au-Prince", id="with dashes, and time behind it"),
        pytest.param("Palo Alto", "America/Los_Angeles", id="with a neighbour's zone"),
        pytest.param("北京", "Asia/Shanghai", id="that has no zone"),
        pytest.param("纽约时间", "America/New_York", id="in Chinese"),
        pytest.param("Asia", None, id="an area"),
        pytest.param("vllm", None, id="no city"),
    ],
)
def test_cities(text: str, name: str | None) -> None:
    """A city stands for the zone that is called after it."""
    assert zone_of_city(text) == name
