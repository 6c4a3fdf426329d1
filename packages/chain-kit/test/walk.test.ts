import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { advanceCursor, findCursor, rewindCursor } from '#/chain/cursor.ts';
import { NetworkDirectory } from '#/graph/network-directory.ts';
import { ReadContext } from '#/graph/read-context.ts';
import { SeenPins } from '#/graph/seen-pins.ts';
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

async function reorganise(keepHeight: number, count: number, branch = 'other'): Promise<void> {
  await rewindCursor(db, CHAIN, chain.tip, keepHeight);
  chain.cutTo(keepHeight).grow(count, branch);
  await apply(keepHeight + 1);
}

function at(height: number): BlockPlace {
  return { height, hash: hex(chain.blocks[height]?.hash ?? new Uint8Array()) };
}

function read(
  pin: BlockPlace | null = at(9),
  seenPins = new SeenPins(),
  directory = new NetworkDirectory(db),
): ReadContext<undefined> {
  return new ReadContext({
    db,
    directory,
    seenPins,
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

  test('refuses a cursor of other arguments', async () => {
    const first = await page(read(), null, { order: 'ASC' });
    await expect(page(read(), first.nextCursor, { order: 'DESC' })).rejects.toEqual(
      coded('VALIDATION_ERROR', { argument: 'cursor' }),
    );
  });
});
