import type { Histogram, MetricValueWithName, Registry } from 'prom-client';

export interface CountedHistogramOptions<L extends string> {
  name: string;
  help: string;
  labelNames: readonly L[];
  /** Upper bounds, rising. */
  buckets: readonly number[];
  registry: Registry;
}

/**
 * A histogram like prom-client's, for values that are observed tens of thousands of times in a second: its labels are looked up and checked once, not at each observation, which
 * costs some nanoseconds instead of microseconds. Registry, text and scraping are prom-client's.
 */
export class CountedHistogram<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  readonly #labelNames: readonly L[];
  readonly #buckets: readonly number[];
  readonly #series = new Map<string, { labels: Record<L, string>; counts: BucketCounts }>();

  constructor({ name, help, labelNames, buckets, registry }: CountedHistogramOptions<L>) {
    this.name = name;
    this.help = help;
    this.#labelNames = labelNames;
    this.#buckets = buckets;
    // The registry reads only the name and the values of a metric.
    registry.registerMetric(this as unknown as Histogram);
  }

  /** Returns the series of these labels. A caller that observes often keeps it. */
  of(labels: Record<L, string>): BucketCounts {
    const id = JSON.stringify(this.#labelNames.map((name) => labels[name]));
    const known = this.#series.get(id);
    if (known !== undefined) return known.counts;
    const counts = new BucketCounts(this.#buckets);
    this.#series.set(id, { labels, counts });
    return counts;
  }

  /** For the registry. */
  async get() {
    const values = Array.from(this.#series.values(), ({ labels, counts }) => this.#listValues(labels, counts)).flat();
    return { name: this.name, help: this.help, type: this.type, aggregator: this.aggregator, values };
  }

  #listValues(
    labels: Record<L, string>,
    { bounds, inBuckets, count, sum }: BucketCounts,
  ): MetricValueWithName<string>[] {
    let within = 0;
    const buckets = bounds.map((le, index) => {
      within += inBuckets[index] ?? 0;
      return { metricName: `${this.name}_bucket`, labels: { le, ...labels }, value: within };
    });
    return [
      ...buckets,
      { metricName: `${this.name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: count },
    ];
  }
}

/** Observations with one set of labels. */
export class BucketCounts {
  readonly bounds: readonly number[];
  readonly inBuckets: number[];
  count = 0;
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.inBuckets = bounds.map(() => 0);
  }

  observe(value: number): void {
    this.count++;
    this.sum += value;
    const { bounds, inBuckets } = this;
    for (let index = 0; index < bounds.length; index++) {
      if (value > (bounds[index] ?? 0)) continue;
      inBuckets[index] = (inBuckets[index] ?? 0) + 1;
      return;
    }
  }
}
