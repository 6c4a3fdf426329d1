import type { Slice } from '../gateway/run-gateway.ts';
import { median } from '../measure/quantile.ts';
import type { PublicContender, PublicSamples } from '../public-gateways/run-public.ts';
import { formatTable } from './format-table.ts';
import { cpuPerRequest } from './summarize-gateway.ts';

/** The public benchmark in one of its forms. */
export interface PublicRatio extends Omit<PublicSamples, 'rounds' | 'fault'> {
  fault: string | null;
  figures: Record<PublicContender, PublicFigures> | null;
  /** CPU time per answer, the stock gateway's ÷ ours: what we answer for each core of the stock gateway. */
  perCore: number | null;
  /**
   * Answers that two cores give with two processes ÷ what one core gives with one, from the CPU time per answer: the load
   * and the stand-ins have no cores of their own here.
   */
  scaling: number | null;
}

interface PublicFigures {
  perSecond: number;
  cpuMs: number | null;
}

const NAMES: Record<PublicContender, string> = {
  ours: 'ours, one process',
  'two processes': 'ours, two processes',
  stock: 'stock @apollo/gateway',
};

export function summarizePublic({ rounds, fault, ...form }: PublicSamples): PublicRatio {
  if (fault !== undefined) return { ...form, fault, figures: null, perCore: null, scaling: null };
  const figuresOf = (name: PublicContender): PublicFigures => {
    const slices = rounds.map((round) => round[name]);
    return { perSecond: median(slices.map(perSecond)), cpuMs: cpuPerRequest(slices) };
  };
  const figures = { ours: figuresOf('ours'), 'two processes': figuresOf('two processes'), stock: figuresOf('stock') };
  const [ours, two, stock] = [figures.ours.cpuMs, figures['two processes'].cpuMs, figures.stock.cpuMs];
  return {
    ...form,
    fault: null,
    figures,
    perCore: ours === null || stock === null ? null : stock / ours,
    scaling: ours === null || two === null ? null : (2 * ours) / two,
  };
}

/** A Markdown table, a line for each form and gateway. */
export function printPublic(ratios: readonly PublicRatio[]): string {
  const head = [
    'requests',
    'ms',
    'kB',
    'gateway',
    'fetches',
    'per s',
    'CPU ms',
    'per core and s',
    'to stock per core',
    '2 cores to 1',
  ];
  return formatTable(head, ratios.flatMap(rowsOf));
}

function rowsOf({ asking, latencyMs, bytes, fetches, fault, figures, perCore, scaling }: PublicRatio): string[][] {
  const form = [asking, String(latencyMs), (bytes / 1_000).toFixed(1)];
  if (figures === null) return [[...form, `broken: ${fault}`]];
  return Object.entries(figures).map(([name, { perSecond, cpuMs }]) => [
    ...form,
    NAMES[name as PublicContender],
    String(fetches[name as PublicContender]),
    perSecond.toFixed(0),
    cpuMs?.toFixed(3) ?? '?',
    cpuMs === null ? '?' : (1_000 / cpuMs).toFixed(0),
    name === 'ours' ? (perCore?.toFixed(2) ?? '?') : '',
    name === 'two processes' ? (scaling?.toFixed(2) ?? '?') : '',
  ]);
}

function perSecond({ requests, elapsedMs }: Slice): number {
  return (1_000 * requests) / elapsedMs;
}
