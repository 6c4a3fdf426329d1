import type { CachedSamples } from '../gateway-cached/run-cached.ts';
import { median } from '../measure/quantile.ts';
import { cpuPerRequest } from './summarize-gateway.ts';

/** Ratios are medians of the rounds' own. */
export interface CachedRatio {
  operation: string;
  way: CachedSamples['way'];
  bytes: number;
  /** Ours ÷ the bare server's. */
  throughput: number;
  /** The bare server's ÷ ours; null where it cannot be read. */
  cpu: number | null;
  oursPerSecond: number;
  oursCpuMs: number | null;
  bareCpuMs: number | null;
}

export function summarizeCached({ operation, way, bytes, rounds }: CachedSamples): CachedRatio {
  const perSecond = ({ requests, elapsedMs }: { requests: number; elapsedMs: number }) =>
    (1_000 * requests) / elapsedMs;
  const oursCpuMs = cpuPerRequest(rounds.map(({ ours }) => ours));
  const bareCpuMs = cpuPerRequest(rounds.map(({ bare }) => bare));
  return {
    operation,
    way,
    bytes,
    throughput: median(rounds.map(({ ours, bare }) => perSecond(ours) / perSecond(bare))),
    cpu: oursCpuMs === null || bareCpuMs === null ? null : bareCpuMs / oursCpuMs,
    oursPerSecond: median(rounds.map(({ ours }) => perSecond(ours))),
    oursCpuMs,
    bareCpuMs,
  };
}
