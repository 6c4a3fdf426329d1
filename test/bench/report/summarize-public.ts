import type { Slice } from '../gateway/run-gateway.ts';
import { median } from '../measure/quantile.ts';
import type { PublicContender, PublicSamples } from '../public-gateways/run-public.ts';
import { cpuPerRequest } from './summarize-gateway.ts';

export interface PublicRatio extends Omit<PublicSamples, 'rounds' | 'fault'> {
  fault: string | null;
  figures: Record<PublicContender, PublicFigures> | null;
  /** The stock gateway's CPU time per answer ÷ ours. */
  perCore: number | null;
  /** Two cores with two processes ÷ one with one, from CPU times: load and stand-ins have no cores of their own. */
  scaling: number | null;
}

interface PublicFigures {
  perSecond: number;
  cpuMs: number | null;
}

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

function perSecond({ requests, elapsedMs }: Slice): number {
  return (1_000 * requests) / elapsedMs;
}
