import type { RequestCount } from '../gateway/count-requests.ts';
import type { GatewayName } from '../gateway/gateway-process.ts';
import type { ShapeSamples, Slice } from '../gateway/run-gateway.ts';
import { median, quantile } from '../measure/quantile.ts';

/** Ratios are medians of the rounds' own. */
export interface ShapeRatio {
  shape: string;
  fault: string | null;
  counts: Record<GatewayName, RequestCount>;
  figures: ShapeFigures | null;
}

interface ShapeFigures {
  /** Ours ÷ stock: more is better. */
  throughput: number;
  /** Ours ÷ stock: less is better. */
  p50: number;
  p95: number;
  /** Ours ÷ stock: less is better; null where it cannot be read. */
  cpu: number | null;
  p50Ms: number;
  cpuMsPerRequest: number | null;
}

type Round = Record<GatewayName, Slice>;

export function summarizeShape({ shape, fault, counts, rounds }: ShapeSamples): ShapeRatio {
  const figures = fault === undefined ? summarize(rounds) : null;
  return { shape, fault: fault ?? null, counts, figures };
}

function summarize(rounds: readonly Round[]): ShapeFigures {
  const ratio = (value: (slice: Slice) => number): number =>
    median(rounds.map(({ ours, stock }) => value(ours) / value(stock)));
  const ours = cpuPerRequest(rounds.map((round) => round.ours));
  const stock = cpuPerRequest(rounds.map((round) => round.stock));
  return {
    throughput: ratio(({ requests, elapsedMs }) => requests / elapsedMs),
    p50: ratio(({ latenciesMs }) => quantile(latenciesMs, 0.5)),
    p95: ratio(({ latenciesMs }) => quantile(latenciesMs, 0.95)),
    cpu: ours === null || stock === null ? null : ours / stock,
    p50Ms: median(rounds.map((round) => quantile(round.ours.latenciesMs, 0.5))),
    cpuMsPerRequest: ours,
  };
}

/** Over all rounds: the kernel's clock is too coarse for one slice. Null where it cannot be read. */
export function cpuPerRequest(slices: readonly Slice[]): number | null {
  let cpuMs = 0;
  let requests = 0;
  for (const slice of slices) {
    if (slice.cpuMs === undefined) return null;
    cpuMs += slice.cpuMs;
    requests += slice.requests;
  }
  return cpuMs / requests;
}
