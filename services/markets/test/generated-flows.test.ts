import { Random } from '@ledgergraph/chain-generator/random';
import { generateFlowChain } from '@ledgergraph/generators/flow-chain/generate-flow-chain';
import { generateFlowPair } from '@ledgergraph/generators/flow-chain/generate-flow-pair';
import { GeneratedStand, ledgerFacts, type Named } from './generated-stand.ts';

const CHAIN = { chainId: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq', name: 'VRSCTEST' };
const BLOCKS = 220;
const RUNNING_BASKET = 49;

let stand: GeneratedStand;

beforeEach(async () => {
  stand = await GeneratedStand.open();
});
afterEach(() => stand.close());

test('transfers of a generated chain are what its generator has written down, at every height to which it is reverted', async () => {
  const chain: Named = { ...CHAIN, ...generateFlowChain({ ...CHAIN, seed: 21, blocks: BLOCKS }) };
  const random = new Random(21);
  await stand.apply(chain, 0, 70);
  await expectLedger(chain, BLOCKS - 1);
  for (let round = 0; round < 3; round += 1) {
    const keep = random.integer(100, BLOCKS - 2);
    await stand.revert(chain, keep);
    await expectLedger(chain, keep);
    await stand.apply(chain, keep + 1, random.integer(1, 60));
    await expectLedger(chain, BLOCKS - 1);
  }
  expect(stand.violations.count(CHAIN.name)).toBe(0);
});

test('after a reorganisation they are those of the other branch, wherever it leaves', async () => {
  const options = { ...CHAIN, seed: 22, blocks: BLOCKS };
  const first: Named = { ...CHAIN, ...generateFlowChain(options) };
  await stand.apply(first, 0, 90);
  // While names are registered, while launches pay, and while baskets trade.
  for (const height of [103, 128, 171]) {
    const branch: Named = { ...CHAIN, ...generateFlowChain({ ...options, fork: { height, seed: height } }) };
    await stand.revert(branch, height - 1);
    await stand.apply(branch, height, 50);
    await expectLedger(branch, BLOCKS - 1);
    await stand.revert(branch, height - 1);
    await stand.apply(first, height, 80);
  }
  await expectLedger(first, BLOCKS - 1);
  expect(stand.violations.count(CHAIN.name)).toBe(0);
});

test('both sides of two chains that trade have every transfer: where it left, and where it arrived', async () => {
  const pair = generateFlowPair({ ...CHAIN, seed: 23, blocks: BLOCKS });
  for (const chain of [pair.launcher, pair.launched]) await stand.apply(chain, 0, 60);
  for (const [chain, other] of [
    [pair.launcher, pair.launched],
    [pair.launched, pair.launcher],
  ] as const) {
    const tip = chain.blocks.length - 1;
    await expectLedger(chain, tip);
    const arrived = (await stand.transfers(chain)).arrived.map(({ asked, import: place, payouts }) => ({
      asked,
      import: place,
      payouts,
    }));
    const sent = ledgerFacts(
      other.ledger.transfers.filter(({ systemId, import: place }) => systemId === chain.chainId && place !== null),
      chain.chainId,
      Number.MAX_SAFE_INTEGER,
    );
    const byPlace = (a: { import: string | null; payouts: readonly string[] }, b: typeof a): number =>
      `${a.import} ${a.payouts}`.localeCompare(`${b.import} ${b.payouts}`);
    expect(arrived.sort(byPlace)).toEqual(
      sent.map(({ asked, import: place, payouts }) => ({ asked, import: place, payouts })).sort(byPlace),
    );
    expect(arrived.length).toBeGreaterThan(10);
  }
  for (const { name } of [pair.launcher, pair.launched]) expect(stand.violations.count(name)).toBe(0);
});

async function expectLedger(chain: Named, height: number): Promise<void> {
  const { own } = await stand.transfers(chain);
  const expected = ledgerFacts(chain.ledger.transfers, chain.chainId, height);
  const byKey = (a: { key: string }, b: { key: string }): number => a.key.localeCompare(b.key);
  expect(own.sort(byKey)).toEqual(expected.sort(byKey));
  const rewards = chain.ledger.imports
    .filter((imported) => imported.height <= height)
    .flatMap(({ txid, exporterReward, notaryReward }) => [
      ...(exporterReward > 0n ? [`${txid} EXPORTER ${exporterReward}`] : []),
      ...(notaryReward > 0n ? [`${txid} NOTARY ${notaryReward}`] : []),
    ]);
  expect(await stand.rewards(chain)).toEqual(rewards.sort());
  const baskets = new Map(
    chain.ledger.states
      .filter((state) => state.height <= height && state.flags === RUNNING_BASKET)
      .map(({ currencyId, height: at, supply }) => [`${currencyId} ${at}`, supply]),
  );
  expect(await stand.lines(BASKETS, chain.chainId)).toEqual(Array.from(baskets, (basket) => basket.join(' ')).sort());
}

const BASKETS = `
  SELECT basket_id || ' ' || running_basket.height || ' ' || supply AS line
    FROM running_basket JOIN chain ON chain.id = running_basket.chain
   WHERE chain_id = $1`;
