"""How the bot does, as Prometheus reads it. Everything comes from the store, so that any process can be asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.domain.operation import TICK, Operation, faults
from bot.domain.send_count import LATENESS_BOUNDS, SendCount, SendResult

PREFIX = "whatsnew_"


def exposition(operation: Operation) -> bytes:
    """The figures as text (Prometheus exposition format 0.0.4)."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Figures(operation))
    return generate_latest(registry)


class _Figures(Collector):
    def __init__(self, operation: Operation) -> None:
        self._operation = operation

    def collect(self) -> Iterator[Metric]:
        """Every family once."""
        operation = self._operation
        yield from self._outbox(operation)
        yield from _sends(operation.sends)
        yield from self._sources(operation)
        yield _gauge("updates", "Updates in the store.", operation.updates)
        ages = GaugeMetricFamily(f"{PREFIX}inbound_silence_seconds", "Since the last command.", labels=["platform"])
        for name, last in sorted(operation.heard.items()):
            if name != TICK:
                ages.add_metric([name], _age(operation.at, last))
        yield ages
        connected = GaugeMetricFamily(f"{PREFIX}connected", "1 where a process is connected.", labels=["platform"])
        away = set(operation.disconnected())
        for name in operation.wanted:
            connected.add_metric([name], int(name not in away))
        yield connected
        steps = "Times that the clock was set or the machine slept."
        yield CounterMetricFamily(f"{PREFIX}clock_steps", steps, value=operation.clock_steps)
        if operation.tick_age is not None:
            yield _gauge("tick_age_seconds", "Since the clock ticked.", operation.tick_age.total_seconds())
        well = not faults(operation)
        yield _gauge("ready", "1 where nothing is wrong that /readyz would tell.", int(well))

    def _outbox(self, operation: Operation) -> Iterator[Metric]:
        number = GaugeMetricFamily(f"{PREFIX}deliveries", "Deliveries by state.", labels=["platform", "state"])
        age = GaugeMetricFamily(
            f"{PREFIX}queue_age_seconds", "Since the oldest was due, by state.", labels=["platform", "state"]
        )
        late = GaugeMetricFamily(
            f"{PREFIX}delivery_lateness_seconds", "How late the oldest is that can be sent.", labels=["platform"]
        )
        for queue in operation.queues:
            labels = [queue.platform, queue.state.value]
            number.add_metric(labels, queue.number)
            if queue.state.value != "sent":
                age.add_metric(labels, max(_age(operation.at, queue.oldest), 0.0))
        for platform in sorted({queue.platform for queue in operation.queues}):
            late.add_metric([platform], operation.overdue(platform).total_seconds())
        yield from (number, age, late)

    def _sources(self, operation: Operation) -> Iterator[Metric]:
        count = GaugeMetricFamily(f"{PREFIX}sources", "Sources by how they are.", labels=["status"])
        failing = GaugeMetricFamily(f"{PREFIX}source_failures", "Failures in a row.", labels=["source"])
        statuses = [source.status.value for source in operation.asked]
        for status in sorted(set(statuses)):
            count.add_metric([status], statuses.count(status))
        for source in operation.asked:
            if source.failures:
                failing.add_metric([source.name], source.failures)
        yield from (count, failing)


def _sends(counts: Sequence[SendCount]) -> Iterator[Metric]:
    """What became of sends, and how late those were that arrived."""
    ends = CounterMetricFamily(
        f"{PREFIX}sends", "Deliveries sent, and attempts that failed, by how they ended.", labels=["platform", "result"]
    )
    late = HistogramMetricFamily(
        f"{PREFIX}sent_lateness_seconds", "From when it was due until all of it was out.", labels=["platform"]
    )
    numbers: Counter[tuple[str, SendResult]] = Counter()
    for one in counts:
        numbers[one.platform, one.result] += one.number
    for (platform, result), number in sorted(numbers.items()):
        ends.add_metric([platform, result.value], number)
    for platform in sorted({one.platform for one in counts}):
        sent = [one for one in counts if one.platform == platform and one.within]
        total = sum(one.number for one in sent)
        within = [(str(bound), sum(one.number for one in sent if one.within <= bound)) for bound in LATENESS_BOUNDS]
        if total:
            late.add_metric([platform], [*within, ("+Inf", total)], sum(one.seconds for one in sent))
    yield from (ends, late)


def _gauge(name: str, description: str, value: float) -> Metric:
    return GaugeMetricFamily(PREFIX + name, description, value=value)


def _age(at: datetime, since: datetime) -> float:
    return (at - since).total_seconds()
