import type { Histogram, MetricValueWithName, Registry } from 'prom-client';

export interface CountedHistogramOptions<L extends string> {
  name: string;
  help: string;
  labelNames: readonly L[];
  /** Rising. */
  buckets: readonly number[];
  registry: Registry;
}

/**
 * For tens of thousands of observations a second: labels are looked up and checked once, so that an observation costs nanoseconds
 * instead of prom-client's microseconds.
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
    registry.registerMetric(this as unknown as Histogram);
  }

  /** A caller that observes often keeps the series. */
  of(labels: Record<L, string>): BucketCounts {
    const id = JSON.stringify(this.#labelNames.map((name) => labels[name]));
    const known = this.#series.get(id);
    if (known !== undefined) return known.counts;
    const counts = new BucketCounts(this.#buckets);
    this.#series.set(id, { labels, counts });
    return counts;
  }

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
