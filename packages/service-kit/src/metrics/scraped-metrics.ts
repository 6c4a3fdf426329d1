import { type Aggregator, Counter, Gauge, type MetricConfiguration, type Registry } from 'prom-client';

type Labels = Readonly<Record<string, string>>;

/** One value, or one for each set of labels. Null gives no sample. */
export type Reading = number | null | readonly (readonly [Labels, number])[];

export interface ScrapedOptions {
  labelNames?: readonly string[];
  /** Absent: the sum of several workers. */
  aggregator?: Aggregator;
}

/** Reads values at every scrape that their owners keep anyway. */
export class ScrapedMetrics {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  gauge(name: string, help: string, read: () => Reading, options: ScrapedOptions = {}): void {
    new Gauge({
      ...this.#configure(name, help, options),
      collect() {
        this.reset();
        const reading = read();
        if (reading === null) this.remove();
        else for (const [labels, value] of samplesOf(reading)) this.set(labels, value);
      },
    });
  }

  counter(name: string, help: string, read: () => Exclude<Reading, null>, options: ScrapedOptions = {}): void {
    new Counter({
      ...this.#configure(name, help, options),
      collect() {
        this.reset();
        for (const [labels, value] of samplesOf(read())) this.inc(labels, value);
      },
    });
  }

  #configure(
    name: string,
    help: string,
    { labelNames = [], aggregator = 'sum' }: ScrapedOptions,
  ): MetricConfiguration<string> {
    return { name, help, labelNames, aggregator, registers: [this.#registry] };
  }
}

function samplesOf(reading: Exclude<Reading, null>): readonly (readonly [Labels, number])[] {
  return typeof reading === 'number' ? [[{}, reading]] : reading;
}
