import type { RecordingName } from '@ledgergraph/test-kit/normalized-blocks';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { readStreamedOrphans } from '@ledgergraph/test-kit/streamed-blocks';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { type OpenService, openService, type Untyped } from './open-service.ts';
import { type RawBlock, readRawBlocks } from './raw-blocks.ts';

const SELECTION = 'feePool rewards { txid index address amount currency { chainId currencyId } }';
const MINIMUM_SHARE = 10_000n;
const PAGE = 100;
const CHAINS = [
  { name: 'vrsctest-a', subsidy: 600_000_000n, poolFrom: 160, second: undefined },
  { name: 'pchain-a', subsidy: 1_200_000_000n, poolFrom: 1, second: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq' },
  { name: 'mempool-a', subsidy: 600_000_000n, poolFrom: 100, second: undefined },
] as const;

function shareOf(pool: bigint): bigint {
  const least = pool < MINIMUM_SHARE ? pool : MINIMUM_SHARE;
  return pool / 100n > least ? pool / 100n : least;
}

interface Facts {
  raw: RawBlock;
  feePool: bigint | null;
  rewards: Untyped[];
}

const opened = new Map<RecordingName, { service: OpenService; facts: Facts[] }>();

beforeAll(async () => {
  for (const { name } of CHAINS) {
    const service = await openService(name);
    await service.apply(readNormalizedBlocks(name));
    const all = readRawBlocks(name);
    const facts: Facts[] = [];
    for (let start = 0; start < all.length; start += PAGE) {
      const page = all.slice(start, start + PAGE);
      const answers = await service.resolve(
        'Block',
        page.map(({ hash }) => ({ hash })),
        SELECTION,
      );
      for (const [index, { feePool, rewards }] of answers.entries()) {
        const raw = page[index] as RawBlock;
        facts.push({ raw, feePool: feePool === null ? null : satoshisFromDecimalText(feePool), rewards });
      }
    }
    opened.set(name, { service, facts });
  }
});
afterAll(async () => {
  for (const { service } of opened.values()) await service.close();
});

const factsOf = (name: RecordingName): Facts[] => opened.get(name)?.facts ?? [];
const nativeOf = ({ rewards }: Facts, chainId: string): bigint =>
  rewards
    .filter(({ currency }) => currency.currencyId === chainId)
    .reduce((sum, { amount }) => sum + satoshisFromDecimalText(amount), 0n);

test.each(CHAINS)(
  '$name: at every block the fee pool is the one before, plus fees, less the share',
  ({ name, poolFrom }) => {
    const facts = factsOf(name);
    expect(facts.slice(0, poolFrom).every(({ feePool }) => feePool === null)).toBe(true);
    // Block 1 of a launched chain begins with the remainder of its launch in the pool.
    for (const [index, { raw, feePool }] of facts.entries()) {
      if (index < Math.max(poolFrom, 2)) continue;
      const sum = (facts[index - 1]?.feePool ?? 0n) + raw.fees;
      expect({ height: raw.height, feePool }).toEqual({ height: raw.height, feePool: sum - shareOf(sum) });
    }
  },
);

test.each(CHAINS)('$name: every coinbase pays the subsidy and the share of the pool', ({ name, subsidy, poolFrom }) => {
  const { service } = opened.get(name) as { service: OpenService };
  const facts = factsOf(name);
  for (const [index, one] of facts.entries()) {
    if (index < 2) continue;
    const sum = (facts[index - 1]?.feePool ?? 0n) + one.raw.fees;
    // Before the pool the producer gets the fees of its block.
    const share = index < poolFrom ? one.raw.fees : shareOf(sum);
    expect({ index, reward: nativeOf(one, service.chainId) }).toEqual({ index, reward: subsidy + share });
  }
});

test.each(CHAINS)('$name: payouts are those that the node prints, whoever gets them', ({ name }) => {
  const { service } = opened.get(name) as { service: OpenService };
  const { chainId } = service;
  for (const { raw, rewards } of factsOf(name)) {
    const paid = rewards.map(({ txid, index, address, amount, currency }) => {
      expect(currency.chainId).toBe(chainId);
      return { txid, index, address, currencyId: currency.currencyId, amount: satoshisFromDecimalText(amount) };
    });
    expect({ height: raw.height, paid }).toEqual({ height: raw.height, paid: raw.payouts });
  }
});

test('some coinbases pay several addresses', () => {
  const several = factsOf('vrsctest-a').filter(
    ({ rewards }) => new Set(rewards.map(({ address }) => address)).size > 1,
  );
  expect(several).toHaveLength(238);
});

test('the second currency of a chain below the root is paid by the same rule', () => {
  const second = CHAINS[1].second;
  let paidBlocks = 0;
  for (const { raw, rewards } of factsOf('pchain-a').slice(2)) {
    const share = rewards
      .filter(({ currency }) => currency.currencyId === second)
      .reduce((sum, { amount }) => sum + satoshisFromDecimalText(amount), 0n);
    const after = raw.pool?.[second] ?? 0n;
    expect({ height: raw.height, share }).toEqual({ height: raw.height, share: shareOf(after + share) });
    if (share > 0n) paidBlocks += 1;
  }
  expect(paidBlocks).toBeGreaterThan(500);
});

test('a block that a reorganisation removed, and one above the height that is read, have neither payouts nor a pool', async () => {
  const { service } = opened.get('vrsctest-a') as { service: OpenService };
  const blocks = readNormalizedBlocks('vrsctest-a');
  const branch = readStreamedOrphans('vrsctest-a')[0]?.blocks ?? [];
  const [first] = branch;
  if (first === undefined) throw new Error('the recording has no reorganisation');
  const hash = Buffer.from(first.hash).toString('hex');
  const fork = first.height - 1;
  await service.revert(fork);
  await service.apply(branch);
  const [there] = await service.resolve('Block', [{ hash }], SELECTION);
  expect(there.rewards.length).toBeGreaterThan(0);
  await service.revert(fork);
  await service.apply(blocks.slice(fork + 1));
  expect(await service.resolve('Block', [{ hash }], SELECTION)).toEqual([{ feePool: null, rewards: [] }]);
  const tip = Buffer.from(blocks[fork]?.hash ?? []).toString('hex');
  const [at, below] = await service.resolve(
    'Block',
    [
      { hash: tip, at: fork },
      { hash: tip, at: fork - 1 },
    ],
    SELECTION,
  );
  expect(at.feePool).not.toBeNull();
  expect(below).toEqual({ feePool: null, rewards: [] });
});
