import type { ContenderName } from '../gateway/gateway-process.ts';
import type { Slice } from '../gateway/run-gateway.ts';
import type { AloneSamples } from '../gateway-alone/run-alone.ts';
import { median } from '../measure/quantile.ts';
import { cpuPerRequest } from './summarize-gateway.ts';

export type RivalName = Exclude<ContenderName, 'ours'>;

/** Each ratio is the median of the rounds' own ratios. */
export interface AloneRatio {
  operation: string;
  bytes: number;
  fault: string | null;
  ours: AloneFigures | null;
  rivals: Partial<Record<RivalName, AloneFigures & Advantage>>;
}

interface AloneFigures {
  perSecond: number;
  /** All rounds together; null where it cannot be read. */
  cpuMs: number | null;
  fetches: number;
}

interface Advantage {
  /** Ours ÷ the rival's. */
  throughput: number;
  /** The rival's ÷ ours. */
  cpu: number | null;
}

const RIVALS: readonly RivalName[] = ['stock', 'hive'];

export function summarizeAlone({ operation, bytes, fault, fetches, rounds }: AloneSamples): AloneRatio {
  const summary: AloneRatio = { operation, bytes, fault: fault ?? null, ours: null, rivals: {} };
  if (fault !== undefined) return summary;
  const ours = slicesOf(rounds, 'ours');
  summary.ours = figuresOf(ours, fetches.ours);
  for (const rival of RIVALS) {
    const theirs = slicesOf(rounds, rival);
    if (theirs.length !== ours.length) continue;
    const figures = figuresOf(theirs, fetches[rival]);
    const throughput = median(ours.map((slice, round) => perSecond(slice) / perSecond(theirs[round] as Slice)));
    const cpu = figures.cpuMs === null || summary.ours.cpuMs === null ? null : figures.cpuMs / summary.ours.cpuMs;
    summary.rivals[rival] = { ...figures, throughput, cpu };
  }
  return summary;
}

function slicesOf(rounds: AloneSamples['rounds'], name: ContenderName): Slice[] {
  return rounds.map((round) => round[name]).filter((slice) => slice !== undefined);
}

function figuresOf(slices: readonly Slice[], fetches = 0): AloneFigures {
  return { perSecond: median(slices.map(perSecond)), cpuMs: cpuPerRequest(slices), fetches };
}

function perSecond({ requests, elapsedMs }: Slice): number {
  return (1_000 * requests) / elapsedMs;
}
