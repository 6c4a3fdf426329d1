import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { parseInstant } from '@ledgergraph/graph-kit/instant';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { advanceCursor, findCursor, rewindCursor } from '#/chain/cursor.ts';
import { onlyDatabase } from '#/databases/chain-databases.ts';
import { readWantedRange } from '#/graph/height-range.ts';
import { NetworkDirectory } from '#/graph/network-directory.ts';
import { ReadContext } from '#/graph/read-context.ts';
import { hex } from '#/hex.ts';
import { ForkableChain } from './forkable-chain.ts';
import { createSqlClient, type TestSqlClient } from './sql-client.ts';

const CHAIN = 'iMain';
const coded = (code: string, more: object = {}) =>
  expect.objectContaining({ extensions: expect.objectContaining({ code, ...more }) });

let database: TestDatabase;
let db: TestSqlClient;
let chain: ForkableChain;

beforeEach(async () => {
  database = await createTestDatabase({ service: 'identities' });
  db = createSqlClient(database.url);
  chain = new ForkableChain(CHAIN).grow(10);
  for (const [chainId, environment, isDefault] of [
    [CHAIN, 'MAINNET', true],
    ['iSecond', 'MAINNET', false],
    ['iTest', 'TESTNET', true],
  ] as const) {
    await db.$executeRawUnsafe(
      `INSERT INTO network (chain_id, name, environment, is_default, block_time_seconds, announcement)
       VALUES ($1, $1, $2, $3, 60, '{"rootName":"VRSC","nativeDefinitionJson":"","finalityDepth":100}')`,
      chainId,
      environment,
      isDefault,
    );
  }
  await apply(0);
});

afterEach(async () => {
  await db.close();
  await database.drop();
});

async function apply(from: number): Promise<void> {
  const places = chain.blocks
    .slice(from)
    .map((block) => ({ height: block.height, hash: hex(block.hash), time: Number(block.time) }));
  await advanceCursor(db, CHAIN, await findCursor(db, CHAIN), places);
}

async function reorganise(
  keepHeight: number,
  count: number,
  branch = 'other',
  early?: { height: number; seconds: number },
): Promise<void> {
  await rewindCursor(db, CHAIN, chain.tip, keepHeight);
  chain.cutTo(keepHeight).grow(count, branch);
  const block = chain.blocks[early?.height ?? -1];
  if (block !== undefined) block.time = 1_700_000_000n + BigInt(early?.seconds ?? 0);
  await apply(keepHeight + 1);
}

function at(height: number): BlockPlace {
  return { height, hash: hex(chain.blocks[height]?.hash ?? new Uint8Array()) };
}

function read(
  pin: BlockPlace | null = at(9),
  databases = onlyDatabase(db),
  directory = new NetworkDirectory(databases),
): ReadContext<undefined> {
  return new ReadContext({
    databases,
    directory,
    environment: 'MAINNET',
    pins: pin === null ? new Map() : new Map([[CHAIN, pin]]),
    cursorSecret: 'a secret for cursors',
    requestId: 'r1',
    logger: createLogger('test', 'silent'),
    loaders: () => undefined,
  });
}

describe('a walk', () => {
  const rows = [10, 20, 30, 40, 50];
  const page = async (context: ReadContext<undefined>, cursor: string | null, args: object = {}) => {
    const walk = await context.walk('numbers', { ...args, limit: 2, cursor }, { chainId: CHAIN });
    const from = walk.after === null ? 0 : rows.indexOf(walk.after[0] as number) + 1;
    return { ...walk.page(rows.slice(from, from + walk.limit + 1), (row) => [row]), view: walk.view };
  };

  test('goes on after the last row, and ends', async () => {
    const first = await page(read(), null);
    const second = await page(read(), first.nextCursor);
    const third = await page(read(), second.nextCursor);
    expect([first.rows, second.rows, third.rows]).toEqual([[10, 20], [30, 40], [50]]);
    expect([first.hasMore, second.hasMore, third.hasMore, third.nextCursor]).toEqual([true, true, false, null]);
  });

  test('stays at the block of its first page while the pin moves on', async () => {
    const first = await page(read(at(4)), null);
    const second = await page(read(at(9)), first.nextCursor);
    expect(second.view).toMatchObject({ ...at(4), at: 4 });
  });

  test('is read at a later pin when that block is above the pin', async () => {
    const first = await page(read(at(8)), null);
    await expect(page(read(at(6)), first.nextCursor)).rejects.toEqual(coded('PIN_LOST'));
    expect((await page(read(at(9)), first.nextCursor)).view).toMatchObject({ ...at(8), at: 8 });
  });

  test('ends with CHAIN_REORGANIZED when that block leaves the chain', async () => {
    const first = await page(read(at(8)), null);
    await reorganise(6, 5);
    await expect(page(read(at(11)), first.nextCursor)).rejects.toEqual(coded('CHAIN_REORGANIZED'));
  });

  describe('with an upper bound', () => {
    const bounded = async (context: ReadContext<undefined>, cursor: string | null, toHeight: number) => {
      const args = { toHeight, limit: 2, cursor };
      const walk = await context.walk('numbers', args, { chainId: CHAIN, toHeight });
      const from = walk.after === null ? 0 : rows.indexOf(walk.after[0] as number) + 1;
      return { ...walk.page(rows.slice(from, from + walk.limit + 1), (row) => [row]), view: walk.view };
    };

    test('stays at the block of its first page while that is on the chain', async () => {
      const first = await bounded(read(at(8)), null, 5);
      expect((await bounded(read(at(9)), first.nextCursor, 5)).view).toMatchObject({ ...at(8), at: 8 });
    });

    test('goes on at the pin when the block of its first page is above the pin, and its bound is not', async () => {
      const first = await bounded(read(at(8)), null, 5);
      const second = await bounded(read(at(6)), first.nextCursor, 5);
      expect(second).toMatchObject({ rows: [30, 40], view: { ...at(6), at: null } });
    });

    test('goes on at the pin when blocks above its bound are replaced, reorganisation after reorganisation', async () => {
      const first = await bounded(read(at(8)), null, 5);
      await reorganise(5, 6);
      const second = await bounded(read(at(9)), first.nextCursor, 5);
      expect(second).toMatchObject({ rows: [30, 40], view: { ...at(9), at: null } });
      await reorganise(6, 5, 'third');
      const third = await bounded(read(at(8)), second.nextCursor, 5);
      expect(third).toMatchObject({ rows: [50], view: { ...at(8), at: null }, nextCursor: null });
    });

    test('ends when the block at its bound is replaced, and when one below is', async () => {
      const first = await bounded(read(at(8)), null, 5);
      await reorganise(4, 7);
      await expect(bounded(read(at(9)), first.nextCursor, 5)).rejects.toEqual(coded('CHAIN_REORGANIZED'));
    });

    test('ends when the pin does not reach its bound any more', async () => {
      const first = await bounded(read(at(8)), null, 5);
      await reorganise(5, 6);
      await expect(bounded(read(at(4)), first.nextCursor, 5)).rejects.toEqual(coded('CHAIN_REORGANIZED'));
    });

    test.each([8, 9, 20])('of %i, at or above the block it is read at, it ends with that block', async (toHeight) => {
      const first = await bounded(read(at(8)), null, toHeight);
      await reorganise(7, 4);
      await expect(bounded(read(at(9)), first.nextCursor, toHeight)).rejects.toEqual(coded('CHAIN_REORGANIZED'));
    });
  });

  describe('bounded by times', () => {
    const TIMES = { fromTime: '2023-11-14T22:14:20Z', toTime: '2023-11-14T22:18:30.5Z' };
    const timed = async (
      context: ReadContext<undefined>,
      cursor: string | null,
      args: Record<string, string> = TIMES,
    ) => {
      const read = Object.entries(args).map(([name, text]) => [name, parseInstant(text)]);
      const range = readWantedRange(Object.fromEntries(read));
      const walk = await context.walk('numbers', { ...args, limit: 2, cursor }, { chainId: CHAIN, range });
      const { from, to } = walk.range;
      const start = walk.after === null ? from : Number(walk.after[0]) + 1;
      const heights = chain.blocks.map(({ height }) => height).filter((height) => start <= height && height <= to);
      return { ...walk.page(heights, (height) => [height]), range: walk.range };
    };

    test('shows the blocks between them, each on one page', async () => {
      const first = await timed(read(), null);
      const second = await timed(read(), first.nextCursor);
      const third = await timed(read(), second.nextCursor);
      expect([first.rows, second.rows, third.rows, third.nextCursor]).toEqual([[1, 2], [3, 4], [5], null]);
    });

    test('keeps the heights of its first page when a later block is earlier', async () => {
      const first = await timed(read(at(8)), null);
      chain.grow(1);
      const early = chain.blocks.at(-1);
      if (early !== undefined) early.time = 1_700_000_000n + 305n;
      await apply(10);
      expect((await timed(read(at(10)), null)).range).toEqual({ from: 1, to: 10 });
      const second = await timed(read(at(10)), first.nextCursor);
      const third = await timed(read(at(10)), second.nextCursor);
      expect(third).toMatchObject({ rows: [5], range: { from: 1, to: 5 }, nextCursor: null });
    });

    test('keeps them at the pin too, after a reorganisation above them', async () => {
      const first = await timed(read(at(8)), null);
      await reorganise(5, 6, 'other', { height: 9, seconds: 305 });
      expect((await timed(read(at(9)), null)).range).toEqual({ from: 1, to: 9 });
      const second = await timed(read(at(9)), first.nextCursor);
      const third = await timed(read(at(9)), second.nextCursor);
      expect(third).toMatchObject({ rows: [5], range: { from: 1, to: 5 }, nextCursor: null });
    });

    test('is empty before the chain, after it, and between two blocks', async () => {
      for (const args of [
        { toTime: '2023-01-01T00:00:00Z' },
        { fromTime: '2024-01-01T00:00:00Z' },
        { fromTime: '2023-11-14T22:14:21Z', toTime: '2023-11-14T22:15:19Z' },
      ] as Record<string, string>[]) {
        const { rows, nextCursor } = await timed(read(), null, args);
        expect({ args, rows, nextCursor }).toEqual({ args, rows: [], nextCursor: null });
      }
    });

    test('refuses a cursor of other times', async () => {
      const first = await timed(read(), null);
      const other = { ...TIMES, toTime: '2023-11-14T22:20:20Z' };
      await expect(timed(read(), first.nextCursor, other)).rejects.toEqual(
        coded('VALIDATION_ERROR', { argument: 'cursor' }),
      );
    });
  });

  test('refuses a cursor of other arguments', async () => {
    const first = await page(read(), null, { order: 'ASC' });
    await expect(page(read(), first.nextCursor, { order: 'DESC' })).rejects.toEqual(
      coded('VALIDATION_ERROR', { argument: 'cursor' }),
    );
  });
});
