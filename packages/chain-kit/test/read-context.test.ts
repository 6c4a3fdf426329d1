import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { advanceCursor, findCursor, rewindCursor } from '#/chain/cursor.ts';
import { onlyDatabase, type ReadDatabases } from '#/databases/chain-databases.ts';
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

async function reorganise(keepHeight: number, count: number): Promise<void> {
  await rewindCursor(db, CHAIN, chain.tip, keepHeight);
  chain.cutTo(keepHeight).grow(count, 'other');
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

test('an absent chain id is the default network of the key’s environment', async () => {
  expect((await read().view()).chainId).toBe(CHAIN);
  expect((await read().chains()).map((network) => network.chainId)).toEqual([CHAIN, 'iSecond']);
});

test('a chain is known by its id and by its name, in any case', async () => {
  for (const text of ['iSecond', 'isecond', 'ISECOND@']) expect((await read().network(text)).chainId).toBe('iSecond');
});

test('a request asks for the networks once, however many objects it reads', async () => {
  const directory = new NetworkDirectory(onlyDatabase(db));
  const list = jest.spyOn(directory, 'list');
  const request = read(at(9), onlyDatabase(db), directory);
  await Promise.all([request.view(), request.view(CHAIN), request.chains()]);
  await request.view('iSecond').catch(() => undefined);
  expect(list).toHaveBeenCalledTimes(1);
});

test('a chain that is pinned is known, though the networks were read a moment before it came', async () => {
  const directory = new NetworkDirectory(onlyDatabase(db));
  await db.$executeRawUnsafe('CREATE TABLE network_later AS SELECT * FROM network');
  await db.$executeRawUnsafe("DELETE FROM network WHERE chain_id <> 'iSecond'");
  expect(await directory.list()).toHaveLength(1);
  await db.$executeRawUnsafe("INSERT INTO network SELECT * FROM network_later WHERE chain_id <> 'iSecond'");
  expect((await read(at(9), onlyDatabase(db), directory).view(CHAIN)).height).toBe(9);
});

test.each(['iTest', 'iNowhere', ''])(
  'chain %j of the other environment, or of none, is unknown alike',
  async (chainId) => {
    await expect(read().view(chainId)).rejects.toEqual(coded('NOT_FOUND'));
  },
);

test('a pin below the tip is read at, and a key below it has no asOf', async () => {
  expect(await read(at(4)).view()).toMatchObject({ ...at(4), at: null, pin: at(4) });
});

test('without a pin the own cursor is the tip', async () => {
  expect(await read(null).view()).toMatchObject({ ...at(9), at: null });
});

test.each([{ height: 0 }, { height: 5 }, { height: 9 }])('asOf %j reads there, and keys carry it', async (asOf) => {
  expect(await read().view(CHAIN, { asOf })).toMatchObject({ ...at(asOf.height), at: asOf.height, pin: at(9) });
  const byHash = await read().view(CHAIN, { asOf: { hash: at(asOf.height).hash.toUpperCase() } });
  expect(byHash).toMatchObject({ ...at(asOf.height), at: asOf.height });
});

test.each([{}, { height: 1, hash: 'ab'.repeat(32) }, { height: -1 }, { height: 10 }, { hash: 'xyz' }])(
  'asOf %j is a validation error that names it',
  async (asOf) => {
    await expect(read().view(CHAIN, { asOf })).rejects.toEqual(coded('VALIDATION_ERROR', { argument: 'asOf' }));
  },
);

test('asOf above the pin is refused though this subgraph has the block', async () => {
  await expect(read(at(4)).view(CHAIN, { asOf: { height: 5 } })).rejects.toEqual(coded('VALIDATION_ERROR'));
  await expect(read(at(4)).view(CHAIN, { asOf: { hash: at(5).hash } })).rejects.toEqual(coded('VALIDATION_ERROR'));
});

test('a hash never seen is not found; the error for one that left the chain states it', async () => {
  const gone = at(8);
  await expect(read().view(CHAIN, { asOf: { hash: 'ab'.repeat(32) } })).rejects.toEqual(coded('NOT_FOUND'));
  await reorganise(6, 5);
  await expect(read(at(11)).view(CHAIN, { asOf: { hash: gone.hash } })).rejects.toEqual(coded('CHAIN_REORGANIZED'));
});

test('entity keys at many heights cost one look-up', async () => {
  const request = read();
  await request.view(CHAIN);
  const asked = jest.spyOn(db, '$queryRawUnsafe');
  const views = await Promise.all([1, 2, 3, 5, 2].map((height) => request.view(CHAIN, { at: height })));
  expect(views.map(({ hash }) => hash)).toEqual([1, 2, 3, 5, 2].map((height) => at(height).hash));
  expect(asked).toHaveBeenCalledTimes(1);
  await expect(request.view(CHAIN, { at: 99 })).rejects.toEqual(coded('PIN_LOST'));
});

test('an entity key’s height is read at', async () => {
  expect(await read().view(CHAIN, { at: 3 })).toMatchObject({ ...at(3), at: 3 });
});

test.each([
  ['was replaced', () => at(8)],
  ['is not here yet', () => ({ height: 50, hash: 'ab'.repeat(32) })],
])('a pin that %s is lost', async (_what, pinOf) => {
  const pin = pinOf();
  await reorganise(6, 5);
  await expect(read(pin).view()).rejects.toEqual(coded('PIN_LOST'));
});

test('a pin that leaves while it is read is noticed, even if the same block comes back', async () => {
  const context = read();
  await context.view();
  expect(await context.pinsHeld()).toBe(true);
  const before = [...chain.blocks];
  await reorganise(6, 5);
  expect(await context.pinsHeld()).toBe(false);
  await rewindCursor(db, CHAIN, chain.tip, 6);
  chain.blocks = before;
  await apply(7);
  expect(await context.pinsHeld()).toBe(false);
});

test('a reorganisation above the pin does not disturb it', async () => {
  const context = read(at(5));
  await context.view();
  await reorganise(6, 5);
  expect(await context.pinsHeld()).toBe(true);
});

describe('a pin that an earlier request of the process found', () => {
  let databases: ReadDatabases;
  const readAgain = () => read(at(8), databases);

  beforeEach(async () => {
    databases = onlyDatabase(db);
    await readAgain().view();
  });

  test('is not looked up before reading, only afterwards', async () => {
    const asked: string[] = [];
    const query = db.$queryRawUnsafe;
    db.$queryRawUnsafe = (sql, ...values) => {
      if (sql.includes('applied_block')) asked.push(sql);
      return query(sql, ...values);
    };
    const context = readAgain();
    expect(await context.view()).toMatchObject(at(8));
    expect(asked).toHaveLength(0);
    expect(await context.pinsHeld()).toBe(true);
    expect(asked).toHaveLength(1);
  });

  test('is noticed to have left before this request began', async () => {
    const gone = at(8);
    await reorganise(6, 5);
    const context = read(gone, databases);
    await context.view();
    expect(await context.pinsHeld()).toBe(false);
    await expect(read(gone, databases).view()).rejects.toEqual(coded('PIN_LOST'));
  });

  test('is noticed to have left where the database went back and the same block was applied again', async () => {
    // A failover loses the last transactions.
    const chainNow = [...chain.blocks];
    const forgetFrom = async (height: number): Promise<void> => {
      await rewindCursor(db, CHAIN, chain.tip, height - 1);
      await db.$executeRawUnsafe('DELETE FROM removed_block WHERE height >= $1', height);
    };
    await forgetFrom(8);
    await apply(8);
    const context = read(at(8));
    await context.view();
    await forgetFrom(8);
    chain.blocks = chainNow;
    await apply(8);
    expect(await context.pinsHeld()).toBe(false);
  });

  test('is not taken for the block that replaced it', async () => {
    await reorganise(6, 5);
    expect(await readAgain().view()).toMatchObject({ hash: at(8).hash });
  });

  test('is taken again once it has come back', async () => {
    const before = [...chain.blocks];
    await reorganise(6, 5);
    await rewindCursor(db, CHAIN, chain.tip, 6);
    chain.blocks = before;
    await apply(7);
    const first = readAgain();
    await first.view();
    expect(await first.pinsHeld()).toBe(false);
    const second = readAgain();
    expect(await second.view()).toMatchObject(at(8));
    expect(await second.pinsHeld()).toBe(true);
  });
});
