import { type LatencySamples, PARTS } from '../latency/run-latency.ts';
import { median, quantile } from '../measure/quantile.ts';

/** Milliseconds. */
export interface Spread {
  name: string;
  median: number;
  p99: number;
}

export interface LatencySummary {
  blocks: number;
  parts: Spread[];
  floor: (Spread & { count: number })[];
  /** Median of the whole ÷ sum of the floor's medians. */
  ratio: number;
}

export function summarizeLatency({ blocks, floor, floorCounts }: LatencySamples): LatencySummary {
  const spread = (name: string, samples: number[]): Spread => ({
    name,
    median: median(samples),
    p99: quantile(samples, 0.99),
  });
  const pieces = Object.entries(floor).map(([name, samples]) => ({
    ...spread(name, samples),
    count: floorCounts[name] ?? 0,
  }));
  const least = pieces.reduce((sum, piece) => sum + piece.count * piece.median, 0);
  const parts = [...PARTS, 'whole' as const].map((name) =>
    spread(
      name,
      blocks.map((block) => block[name]),
    ),
  );
  return { blocks: blocks.length, parts, floor: pieces, ratio: (parts.at(-1)?.median ?? 0) / least };
}
