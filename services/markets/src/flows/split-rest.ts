import type { ImportFacts, PaidOutput, RestOutput } from './paid-import.ts';

/** The exporter's reward is paid in halves: to whom brings the import, and to whom brought the export. */
const EXPORTER_OUTPUTS_MAX = 2;

/**
 * Distinguishes what an import pays besides its transfers, by place: notaries before the exporter, and last what a launch carves out for its
 * currency's own address. The first import of a currency pays its preallocations alone.
 * @param rest outputs behind the payouts, in order
 */
export function splitRest(rest: readonly PaidOutput[], facts: ImportFacts): RestOutput[] {
  if (facts.isInitialLaunch) return rest.map((output) => ({ ...output, role: 'PREALLOCATION' }));
  let rewards = rest.length;
  while (rewards > 0 && rest[rewards - 1]?.addresses.includes(facts.currencyId)) rewards -= 1;
  const exporterFrom = Math.max(0, rewards - EXPORTER_OUTPUTS_MAX);
  return rest.map((output, index) => {
    if (index >= rewards) return { ...output, role: 'CARVE_OUT' };
    if (output.currencyId !== facts.chainId) return { ...output, role: 'OTHER' };
    if (index >= exporterFrom) return { ...output, role: 'EXPORTER' };
    return { ...output, role: facts.isFromOtherSystem ? 'NOTARY' : 'OTHER' };
  });
}
