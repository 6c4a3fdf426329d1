import type { Slice } from '../gateway/run-gateway.ts';
import { median } from '../measure/quantile.ts';
import type { PublicContender, PublicSamples } from '../public-gateways/run-public.ts';
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
