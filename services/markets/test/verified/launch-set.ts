import { type Rule, ruleSet } from '@ledgergraph/test-kit/rules/test-rules';
import { decimalText } from '@ledgergraph/verus-protocol/amount';
import { checkCarveOuts, checkContributions, checkPrices, checkSupplies, checkWeights } from './launch-amount-rules.ts';
import {
  checkConfirmed,
  checkFees,
  checkFirstImport,
  checkGathered,
  checkImports,
  checkInitial,
  checkStages,
  type LaunchFacts,
} from './launch-rules.ts';
import { listAll } from './list-all.ts';
import type { Verified, VerifiedName } from './open-verified.ts';
import { readLaunches } from './raw-launches.ts';

// See pbaas/pbaas.cpp and pbaas/reserves.cpp.

const LAUNCH = `currency { currencyId } launchState startBlock preallocations { address amount }
  reserves { currency { currencyId } minimum maximum accepted refunded launchPrice carveOut }`;
const PAYOUTS = 'payouts { txid index address currencyId amount }';

/** Title, records of `vrsctest-a` and `mempool-a`, and check. */
const RULES: readonly Rule<LaunchFacts>[] = [
  {
    title: 'half of the fee of a launch is that of the definition, and half is exported for the launch',
    counts: [5, 5, -1],
    list: checkFees,
  },
  {
    title: 'contributions of a definition stand in it and are for the address of the currency',
    counts: [3, 0, -1],
    list: checkInitial,
  },
  {
    title: 'a launch is decided in the block after its start and is over in the next one',
    counts: [5, 5, -1],
    list: checkStages,
  },
  {
    title: 'up to its start a launch has accepted what keeps below the maximum, and nothing else',
    counts: [5, 5, -1],
    list: checkGathered,
  },
  {
    title: 'the first import pays preallocations in the order of the definition, and the rest of the fee',
    counts: [5, 5, -1],
    list: checkFirstImport,
  },
  {
    title: 'each export before the launch has one import behind it, and the clearing one ends the launch',
    counts: [8, 7, -1],
    list: checkImports,
  },
  { title: 'a launch is confirmed when enough of each reserve was accepted', counts: [5, 5, -1], list: checkConfirmed },
  {
    title: 'a contribution is paid at the launch price, or comes back whole where it is refused',
    counts: [8, 3, -1],
    list: checkContributions,
  },
  { title: 'what was accepted makes the price of each reserve', counts: [6, 4, -1], list: checkPrices },
  {
    title: 'a launch leaves the supply that the definition and the contributions make',
    counts: [5, 5, -1],
    list: checkSupplies,
  },
  {
    title: 'what is carved out of the contributions is the last that their import pays',
    counts: [2, 2, -1],
    list: checkCarveOuts,
  },
  { title: 'weights shrink by the carve-out and by what is preallocated', counts: [1, 1, -1], list: checkWeights },
];

export const LAUNCHES = ruleSet<VerifiedName, Verified, LaunchFacts>({
  subject: 'launches',
  chains: ['vrsctest-a', 'mempool-a', 'generated'],
  rules: RULES,
  read: readFacts,
});

async function readFacts(chain: Verified): Promise<LaunchFacts> {
  const launches = await listAll(chain, 'launches', '', LAUNCH);
  const imports = await listAll(chain, 'imports', '', `txid index export { txid index } exporterReward ${PAYOUTS}`);
  const transfers = await listAll(chain, 'transfers', ', kind: CONTRIBUTION', `outpoint status destination ${PAYOUTS}`);
  const raw = readLaunches(chain.raw);
  const supplies = new Map<string, string>();
  for (const { currencyId, startBlock } of raw) {
    const args = `, currency: "${currencyId}", toHeight: ${startBlock + 2}, order: DESC`;
    const [last] = await listAll(chain, 'supplyEvents', args, 'supply');
    supplies.set(currencyId, last?.supply ?? decimalText(0n));
  }
  return {
    chain,
    launches: raw,
    supplies,
    answers: new Map(launches.map((one) => [one.currency.currencyId, one])),
    imports: new Map(imports.map((one) => [`${one.txid}:${one.index}`, one])),
    transfers: new Map(transfers.map((one) => [one.outpoint, one])),
  };
}
