import { type ImportFacts, inCurrency, type PaidOutput, type RestOutput } from './paid-import.ts';

export interface RestFacts extends ImportFacts {
  /** Only a launch carves something out. */
  takesContributions: boolean;
}

/**
 * Notaries come before the exporter, and last what a launch carves out for its currency's own address. The first import of a currency
 * pays its preallocations alone.
 * @param rest outputs behind the payouts, in order
 */
export function splitRest(rest: readonly PaidOutput[], facts: RestFacts): RestOutput[] {
  if (facts.isInitialLaunch) return rest.map((output) => ({ ...output, role: 'PREALLOCATION' }));
  let rewards = rest.length;
  while (facts.takesContributions && rewards > 0 && rest[rewards - 1]?.addresses.includes(facts.currencyId)) {
    rewards -= 1;
  }
  const exporterFrom = Math.max(0, rewards - countExporters(rest.slice(0, rewards), facts));
  return rest.map((output, index) => {
    if (index >= rewards) return { ...output, role: 'CARVE_OUT' };
    // A reward may have a part in the coin of the launching chain.
    const reward = inCurrency(output, facts.chainId);
    if (reward === undefined) return { ...output, role: 'OTHER' };
    if (index >= exporterFrom) return { ...reward, role: 'EXPORTER' };
    return { ...reward, role: facts.isFromOtherSystem ? 'NOTARY' : 'OTHER' };
  });
}

/**
 * The reward is paid in halves to the bringers of the import and of the export, or whole if no address of the latter fits. Each notary
 * gets at most as much as the exporter (AddReserveTransferImportOutputs, pbaas/reserves.cpp): halves stand behind two notaries of other
 * amounts, a whole behind two of the same.
 */
function countExporters(rewards: readonly PaidOutput[], { isFromOtherSystem }: ImportFacts): number {
  const [last, before, third] = rewards.slice(-3).reverse();
  if (!isFromOtherSystem || last === undefined || before === undefined) return 2;
  const areHalves = last.amount - before.amount === 0n || last.amount - before.amount === 1n;
  return areHalves && third?.amount !== before.amount ? 2 : 1;
}
