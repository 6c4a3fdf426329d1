import { Random } from '@ledgergraph/chain-generator/random';
import { inventAddresses } from '@ledgergraph/generators/generated-rows/addresses';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { decimalText } from '@ledgergraph/verus-protocol/amount';
import { generateBlocks } from './generate-blocks.ts';
import { type OpenService, openService, type Untyped } from './open-service.ts';
import { type RawBlock, type RawPayout, readRawBlocks } from './raw-blocks.ts';

const FIELDS = 'address { chainId address } minedBlocks stakedBlocks reward share';
const CHAINS = ['vrsctest-a', 'pchain-a'] as const;
const opened = new Map<string, { service: OpenService; raw: RawBlock[] }>();
const random = new Random(31);

beforeAll(async () => {
  for (const name of CHAINS) {
    const service = await openService(name);
    await service.apply(readNormalizedBlocks(name));
    opened.set(name, { service, raw: readRawBlocks(name) });
  }
});
afterAll(async () => {
  for (const { service } of opened.values()) await service.close();
});

const get = (name: string) => opened.get(name) as { service: OpenService; raw: RawBlock[] };

/** VRSCTEST preallocates this amount to the miner of block 1; pchain's definition has addresses instead. */
const PREMINES: Record<string, bigint> = { iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq: 5_000_000_000_000_000n };

/** Preallocations follow the first output of block 1. */
function isReward({ index }: RawPayout, height: number): boolean {
  return height !== 1 || index === 0;
}

function rank(window: readonly RawBlock[], chainId: string, isWanted = (_: RawBlock) => true): Untyped[] {
  const blocks = window.filter(isWanted);
  const all = new Map<string, { mined: number; staked: number; reward: bigint }>();
  const entry = (address: string) => {
    const found = all.get(address) ?? { mined: 0, staked: 0, reward: 0n };
    all.set(address, found);
    return found;
  };
  for (const { height, isStaked, producer, payouts } of blocks) {
    entry(producer)[isStaked ? 'staked' : 'mined'] += 1;
    for (const payout of payouts) {
      if (payout.currencyId === chainId && isReward(payout, height)) entry(payout.address).reward += payout.amount;
    }
    if (height === 1) entry(producer).reward -= PREMINES[chainId] ?? 0n;
  }
  return [...all]
    .sort(([a, { reward: x }], [b, { reward: y }]) => (x === y ? Number(a > b) - Number(a < b) : x > y ? -1 : 1))
    .map(([address, { mined, staked, reward }]) => ({
      address: { chainId, address },
      minedBlocks: mined,
      stakedBlocks: staked,
      reward: decimalText(reward),
      share: decimalText((BigInt(mined + staked) * 100_000_000n) / BigInt(window.length)),
    }));
}

async function listAll({ ask }: OpenService, args: string, limit = 100): Promise<Untyped[]> {
  const all: Untyped[] = [];
  for (let cursor: string | null = null; ; ) {
    const from: string = cursor === null ? '' : `, cursor: "${cursor}"`;
    const { producers } = await ask(
      `{ producers(limit: ${limit}${args}${from}) { producers { ${FIELDS} } nextCursor } }`,
    );
    all.push(...producers.producers);
    cursor = producers.nextCursor;
    if (cursor === null) return all;
  }
}

test.each(CHAINS)(
  '%s: producers of any window and kind are those of its raw blocks, largest reward first',
  async (name) => {
    const { service, raw } = get(name);
    const kinds = [
      ['', () => true],
      [', validation: WORK', ({ isStaked }: RawBlock) => !isStaked],
      [', validation: STAKE', ({ isStaked }: RawBlock) => isStaked],
    ] as const;
    for (const [args, isWanted] of kinds) {
      expect(await listAll(service, args)).toEqual(rank(raw, service.chainId, isWanted));
      for (let round = 0; round < 3; round += 1) {
        const from = random.integer(0, raw.length - 1);
        const to = random.integer(from, raw.length - 1);
        const producers = await listAll(service, `${args}, fromHeight: ${from}, toHeight: ${to}`, 40);
        const wanted = rank(raw.slice(from, to + 1), service.chainId, isWanted);
        expect({ from, to, args, producers }).toEqual({ from, to, args, producers: wanted });
      }
    }
  },
);

test('a window of times is that of the heights at its ends, and the earlier end counts', async () => {
  const { service, raw } = get('vrsctest-a');
  const textOf = (height: number) => new Date((raw[height]?.time ?? 0) * 1_000).toISOString();
  // The recorded times never go back; several blocks may have the same one.
  const first = raw.findIndex(({ time }) => time === raw[200]?.time);
  const last = raw.findLastIndex(({ time }) => time === raw[500]?.time);
  const times = `, fromTime: "${textOf(200)}", toTime: "${textOf(500)}"`;
  expect(await listAll(service, times)).toEqual(rank(raw.slice(first, last + 1), service.chainId));
  expect(await listAll(service, `${times}, toHeight: 300`)).toEqual(rank(raw.slice(first, 301), service.chainId));
});

test('the shares of all producers are 1, but for what is cut off', async () => {
  const { service, raw } = get('vrsctest-a');
  const producers = await listAll(service, '');
  const sum = producers.reduce((total, { share }) => total + BigInt(share.replace('.', '')), 0n);
  expect(sum).toBeGreaterThan(100_000_000n - BigInt(producers.length));
  expect(sum).toBeLessThanOrEqual(100_000_000n);
  const reward = producers.reduce((total, one) => total + BigInt(one.reward.replace('.', '')), 0n);
  expect(reward + 5_000_000_000_000_000n).toBe(raw.reduce((total, { coinbase }) => total + coinbase, 0n));
});

test('no preallocation of block 1 is a reward: its miner has that of a block, and who was given coins is no producer', async () => {
  const first = await listAll(get('vrsctest-a').service, ', toHeight: 1');
  expect(first.map(({ reward, minedBlocks }) => [reward, minedBlocks])).toContainEqual(['6.00000000', 1]);
  const launched = await listAll(get('pchain-a').service, ', fromHeight: 1, toHeight: 1');
  expect(launched.map(({ reward, minedBlocks }) => [reward, minedBlocks])).toEqual([['13.99203186', 1]]);
});

test('a list is walked at the block of its first page', async () => {
  const { service } = get('vrsctest-a');
  const blocks = readNormalizedBlocks('vrsctest-a');
  const whole = await listAll(service, `, toHeight: 600`);
  const ask = async (args: string) =>
    (await service.ask(`{ producers(limit: 2, toHeight: 600${args}) { producers { ${FIELDS} } nextCursor } }`))
      .producers;
  const first = await ask('');
  await service.revert(650);
  const second = await ask(`, cursor: "${first.nextCursor}"`);
  expect([...first.producers, ...second.producers]).toEqual(whole.slice(0, 4));
  await service.apply(blocks.slice(651));
});

test('a window of producers has 50,000 blocks at most, and that many without a beginning', async () => {
  const { service, raw } = get('vrsctest-a');
  const { db, chainId, tryAsk } = service;
  const tip = raw.length - 1;
  const addresses = inventAddresses('IDENTITY', 'producer', 20);
  await generateBlocks(db, { chainId, tip, copies: 50_000, addresses, systemId: chainId, isBare: true });
  const first = tip + 1;
  const blocksOf = async (args: string): Promise<number> => {
    let blocks = 0;
    for (let cursor: string | null = null; ; ) {
      const from: string = cursor === null ? '' : `, cursor: "${cursor}"`;
      const { data } = await tryAsk(
        `{ producers(limit: 100${args}${from}) { producers { minedBlocks stakedBlocks } nextCursor } }`,
      );
      for (const { minedBlocks, stakedBlocks } of data.producers.producers) blocks += minedBlocks + stakedBlocks;
      cursor = data.producers.nextCursor;
      if (cursor === null) return blocks;
    }
  };
  expect(await blocksOf('')).toBe(50_000);
  expect(await blocksOf(`, fromHeight: ${first}, toHeight: ${tip + 50_000}`)).toBe(50_000);
  const { errors } = await tryAsk(`{ producers(fromHeight: ${first - 1}) { hasMore } }`);
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', argument: 'fromHeight' });
  const tooEarly = await tryAsk('{ producers(fromTime: "2020-01-01T00:00:00Z") { hasMore } }');
  expect(tooEarly.errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', argument: 'fromTime' });
});
