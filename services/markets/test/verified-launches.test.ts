import { type Rule, testRules } from '@ledgergraph/test-kit/rules/test-rules';
import { decimalText } from '@ledgergraph/verus-protocol/amount';
import { checkCarveOuts, checkContributions, checkPrices, checkSupplies, checkWeights } from './launch-amount-rules.ts';
import {
  checkConfirmed,
  checkFees,
  checkFirstImport,
  checkImports,
  checkInitial,
  checkStages,
  type LaunchFacts,
} from './launch-rules.ts';
import { listAll, openVerified, type VerifiedName } from './open-verified.ts';
import { readLaunches } from './raw-launches.ts';

// Every launch of a chain by the rules of its protocol (pbaas/pbaas.cpp, pbaas/reserves.cpp): no exceptions.

const LAUNCH = `currency { currencyId } status startBlock preallocations { address amount }
  reserves { currency { currencyId } minimum maximum accepted refunded launchPrice carveOut }`;
const PAYOUTS = 'payouts { txid index address currencyId amount }';

/** Title, records of `vrsctest-a` and `mempool-a`, and how they are checked. */
const RULES: readonly Rule<LaunchFacts>[] = [
  ['half of the fee of a launch is that of the definition, and half is exported for the launch', [5, 5], checkFees],
  ['contributions of a definition stand in it and are for the address of the currency', [3, 0], checkInitial],
  ['a launch is decided in the block after its start and is over in the next one', [5, 5], checkStages],
  [
    'the first import pays preallocations in the order of the definition, and the rest of the fee',
    [5, 5],
    checkFirstImport,
  ],
  [
    'each export before the launch has one import behind it, and the clearing one ends the launch',
    [8, 7],
    checkImports,
  ],
  ['a launch is confirmed when enough of each reserve was accepted', [5, 5], checkConfirmed],
  ['a contribution is paid at the launch price, or comes back whole where it is refused', [8, 3], checkContributions],
  ['what was accepted makes the price of each reserve', [6, 4], checkPrices],
  ['a launch leaves the supply that the definition and the contributions make', [5, 5], checkSupplies],
  ['what is carved out of the contributions is the last that their import pays', [2, 2], checkCarveOuts],
  ['weights shrink by the carve-out and by what is preallocated', [1, 1], checkWeights],
];

const CHAINS = ['vrsctest-a', 'mempool-a', 'generated'] as const;

testRules({
  ...{ subject: 'launches', chains: CHAINS, rules: RULES, open: readFacts },
  close: ({ chain }) => chain.stand.close(),
});

async function readFacts(name: VerifiedName): Promise<LaunchFacts> {
  const chain = await openVerified(name);
  const launches = await listAll(chain, 'launches', '', LAUNCH);
  const imports = await listAll(chain, 'imports', '', `txid index export { txid index } exporterReward ${PAYOUTS}`);
  const transfers = await listAll(chain, 'transfers', ', kind: CONTRIBUTION', `outpoint status destination ${PAYOUTS}`);
  const raw = readLaunches(chain.raw);
  const supplies = new Map<string, string>();
  for (const { currencyId, startBlock } of raw) {
    const args = `, currencyId: "${currencyId}", toHeight: ${startBlock + 2}, order: DESC`;
    const [last] = await listAll(chain, 'supplyEvents', args, 'supply');
    supplies.set(currencyId, last?.supply ?? decimalText(0n));
  }
  return {
    ...{ chain, launches: raw, supplies },
    answers: new Map(launches.map((one) => [one.currency.currencyId, one])),
    imports: new Map(imports.map((one) => [`${one.txid}:${one.index}`, one])),
    transfers: new Map(transfers.map((one) => [one.outpoint, one])),
  };
}
