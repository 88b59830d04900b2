import { STORAGE_OPERATIONS, STORAGE_OUTCOMES } from './storage-outcomes.ts';

/** The metric names of the specification, section 6, with their help texts. */
export const COUNTERS = {
  signature_requests_total: 'Accepted signature requests',
  extension_requests_total: 'Accepted extensions and renewals',
  signature_completed_total: 'Requests that were completed, extensions and renewals among them',
  signature_failed_total: 'Requests that failed for good, extensions and renewals among them',
  signature_jobs_recovered_total: 'Jobs without a message that were handed over again',
  rabbitmq_messages_total: 'Messages handed to or taken from the broker',
  rabbitmq_retry_total: 'Retries handed to the broker',
  provider_sign_operations_total: 'Signature values asked of providers',
  provider_sign_failures_total: 'Signature values that providers refused',
  storage_operations_total: 'Operations on the object store',
} as const;
export const HISTOGRAMS = {
  signature_duration_seconds: 'From the claim of a job to its end',
  signature_queue_wait_seconds: 'From acceptance to the claim of the job',
} as const;

/** What becomes of messages at the broker. */
const DIRECTIONS = ['published', 'consumed', 'redelivered', 'dead-lettered'] as const;

type CounterName = keyof typeof COUNTERS;
type HistogramName = keyof typeof HISTOGRAMS;
/** Label values come from fixed vocabularies (format, profile, error code), never from a client's text. */
type MetricLabels = Readonly<Record<string, string>>;

export interface Metrics {
  increment(name: CounterName, labels?: MetricLabels, by?: number): void;
  observe(name: HistogramName, seconds: number, labels?: MetricLabels): void;
}

export interface MetricsRegistry extends Metrics {
  /** All metrics in the Prometheus text format 0.0.4. */
  render(): string;
}

const BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

interface Histogram {
  readonly counts: number[];
  sum: number;
  count: number;
}

/**
 * Series that alerts look at, from the start: Prometheus' increase() sees no step in a series that begins with 1, so that
 * the first dead letter, or the first object that a store refused, would alert nobody.
 */
const FROM_THE_START: Partial<Record<CounterName, readonly MetricLabels[]>> = {
  rabbitmq_messages_total: DIRECTIONS.map((direction) => ({ direction })),
  storage_operations_total: STORAGE_OPERATIONS.flatMap((operation) =>
    STORAGE_OUTCOMES.map((outcome) => ({ operation, outcome })),
  ),
};

/** Keeps all metrics of this process in memory. A counter without labels shows 0 before its first use. */
export function createMetricsRegistry(): MetricsRegistry {
  const counters = new Map<CounterName, Map<string, number>>();
  for (const [name, series] of Object.entries(FROM_THE_START)) {
    counters.set(name as CounterName, new Map(series.map((labels) => [labelText(labels), 0])));
  }
  const histograms = new Map<HistogramName, Map<string, Histogram>>();
  return {
    increment(name, labels = {}, by = 1) {
      const series = counters.get(name) ?? new Map<string, number>();
      counters.set(name, series);
      const key = labelText(labels);
      series.set(key, (series.get(key) ?? 0) + by);
    },
    observe(name, seconds, labels = {}) {
      const series = histograms.get(name) ?? new Map<string, Histogram>();
      histograms.set(name, series);
      const key = labelText(labels);
      const histogram = series.get(key) ?? { counts: BUCKETS_SECONDS.map(() => 0), sum: 0, count: 0 };
      series.set(key, histogram);
      record(histogram, seconds);
    },
    render: () => [...renderCounters(counters), ...renderHistograms(histograms), ''].join('\n'),
  };
}

function record(histogram: Histogram, seconds: number): void {
  histogram.sum += seconds;
  histogram.count += 1;
  const bucket = BUCKETS_SECONDS.findIndex((bound) => seconds <= bound);
  if (bucket >= 0) histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1;
}

function renderCounters(counters: ReadonlyMap<CounterName, ReadonlyMap<string, number>>): string[] {
  const lines: string[] = [];
  for (const [name, help] of Object.entries(COUNTERS)) {
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} counter`);
    const series = [...counters].find(([counter]) => counter === name)?.[1];
    if (series === undefined) lines.push(`${name} 0`);
    for (const [labels, value] of series ?? []) lines.push(`${name}${braced(labels)} ${value}`);
  }
  return lines;
}

function renderHistograms(histograms: ReadonlyMap<HistogramName, ReadonlyMap<string, Histogram>>): string[] {
  const lines: string[] = [];
  for (const [name, help] of Object.entries(HISTOGRAMS)) {
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} histogram`);
    const series = [...histograms].find(([histogram]) => histogram === name)?.[1];
    for (const [labels, histogram] of series ?? []) lines.push(...histogramLines(name, labels, histogram));
  }
  return lines;
}

function histogramLines(name: string, labels: string, histogram: Histogram): string[] {
  const prefix = labels === '' ? '' : `${labels},`;
  let below = 0;
  const buckets = BUCKETS_SECONDS.map((bound, index) => {
    below += histogram.counts[index] ?? 0;
    return `${name}_bucket{${prefix}le="${bound}"} ${below}`;
  });
  return [
    ...buckets,
    `${name}_bucket{${prefix}le="+Inf"} ${histogram.count}`,
    `${name}_sum${braced(labels)} ${histogram.sum}`,
    `${name}_count${braced(labels)} ${histogram.count}`,
  ];
}

function labelText(labels: MetricLabels): string {
  let text = '';
  for (const [name, value] of Object.entries(labels)) text += `${text && ','}${name}="${escapeLabel(value)}"`;
  return text;
}

function escapeLabel(value: string): string {
  if (!/[\\"\n]/.test(value)) return value;
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function braced(labels: string): string {
  return labels === '' ? '' : `{${labels}}`;
}
