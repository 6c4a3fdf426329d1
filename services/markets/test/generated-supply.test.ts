import { generateFlowChain } from '@ledgergraph/generators/flow-chain/generate-flow-chain';
import { generateFlowPair } from '@ledgergraph/generators/flow-chain/generate-flow-pair';
import { normalizePrinted } from '@ledgergraph/test-kit/normalized-blocks';
import { GeneratedStand, type Named } from './generated-stand.ts';
import { printedSupplies, type Steps, unitsInOutputs } from './supply-oracle.ts';

const CHAIN = { chainId: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq', name: 'VRSCTEST' };
const BLOCKS = 220;

const AFTER_BLOCKS = `
  SELECT DISTINCT ON (currency_id, height) currency_id || ' ' || height || ' ' || supply AS line
    FROM supply_event JOIN chain ON chain.id = supply_event.chain
   WHERE chain_id = $1
   ORDER BY currency_id, height, tx_index DESC, vout DESC, ordinal DESC`;
const KINDS = `
  SELECT DISTINCT kind AS line FROM supply_event JOIN chain ON chain.id = supply_event.chain WHERE chain_id = $1`;
const LAST_EXPORT = `
  SELECT max(height)::text AS line FROM supply_event JOIN chain ON chain.id = supply_event.chain
   WHERE chain_id = $1 AND kind = 'EXPORT'`;
const UNEXPECTED = `
  SELECT currency_id || ' ' || height AS line
    FROM (SELECT *, supply - coalesce(lag(supply) OVER (PARTITION BY supply_event.chain, currency_id
                                                            ORDER BY height, tx_index, vout, ordinal), 0) AS change
            FROM supply_event) AS event
    JOIN chain ON chain.id = event.chain
   WHERE chain_id = $1 AND (NOT follows_rules OR change <> amount)`;

let stand: GeneratedStand;

beforeEach(async () => {
  stand = await GeneratedStand.open();
});
afterEach(() => stand.close());

test('supplies of a generated chain are those of its states, on every branch and at every height to which it is reverted', async () => {
  const options = { ...CHAIN, seed: 31, blocks: BLOCKS };
  const chain: Named = { ...CHAIN, ...generateFlowChain(options) };
  await stand.apply(chain, 0, 70);
  await expectSupplies(chain, BLOCKS - 1);
  const kinds = ['BURN', 'BUY', 'FEE_BURN', 'LAUNCH', 'MINT', 'PREALLOCATION', 'SELL'];
  expect(await stand.lines(KINDS, CHAIN.chainId)).toEqual(kinds);
  // While baskets trade, and while launches pay.
  for (const keep of [185, 127]) {
    await stand.revert(chain, keep);
    await expectSupplies(chain, keep);
    const branch: Named = { ...CHAIN, ...generateFlowChain({ ...options, fork: { height: keep + 1, seed: keep } }) };
    await stand.apply(branch, keep + 1, 13);
    await expectSupplies(branch, BLOCKS - 1);
  }
});

test('of two chains that trade, each has of the other what lies in its outputs, also before the last of it goes back', async () => {
  const pair = generateFlowPair({ ...CHAIN, seed: 32, blocks: BLOCKS });
  const chains = [pair.launcher, pair.launched] as const;
  for (const chain of chains) await stand.apply(chain, 0, 60);
  for (const [index, chain] of chains.entries()) {
    const tip = chain.blocks.length - 1;
    const other = chains[1 - index]?.chainId ?? '';
    await expectSupplies(chain, tip, other);
    // Coins of each chain are made by the other one, and burned there when they go back.
    expect(await stand.lines(KINDS, chain.chainId)).toEqual(expect.arrayContaining(['EXPORT', 'IMPORT']));
    const [last] = await stand.lines(LAST_EXPORT, chain.chainId);
    await stand.revert(chain, Number(last) - 1);
    await expectSupplies(chain, Number(last) - 1, other);
  }
});

/** @param foreignId currency of another chain, of which outputs are counted */
async function expectSupplies(chain: Named, height: number, foreignId?: string): Promise<void> {
  const texts = chain.blocks.slice(0, height + 1).map(({ text }) => text);
  const blocks: Parameters<typeof unitsInOutputs>[0][number][] = [];
  for await (const block of normalizePrinted(texts, chain.chainId)) blocks.push(block);
  const wanted = new Map<string, Steps>(printedSupplies(blocks, chain.chainId));
  if (foreignId !== undefined) wanted.set(foreignId, unitsInOutputs(blocks).get(foreignId) ?? new Map());
  const found = await stand.lines(AFTER_BLOCKS, chain.chainId);
  const lines = [...wanted].flatMap(([id, steps]) => Array.from(steps, ([at, supply]) => `${id} ${at} ${supply}`));
  expect(found).toEqual(lines.sort());
  expect(await stand.lines(UNEXPECTED, chain.chainId)).toEqual([]);
}
