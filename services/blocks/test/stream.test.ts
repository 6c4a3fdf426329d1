import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { bytes, hex } from '@ledgergraph/chain-kit/hex';
import { Reporter } from '@ledgergraph/chain-kit/indexing/reporter';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { Environment, SyncStatus } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { ofAllChains } from '@ledgergraph/service-kit/db/database-map';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import { Registry } from 'prom-client';
import { saveConfiguredEnvironments } from '#/db/configured-environments.ts';
import { saveNodeTip } from '#/db/node-tip.ts';
import { registerChainMetrics } from '#/progress/chain-metrics.ts';
import { apply, hashOf, revert, VRSCTEST } from './apply-recording.ts';
import { countRows, readRows } from './open-database.ts';
import { openStream, type StreamStand } from './open-stream.ts';

const main = readNormalizedBlocks('vrsctest-a');
const streamed = readStreamedBlocks('vrsctest-a');
const [orphans] = readNormalizedOrphans('vrsctest-a').map(({ blocks }) => blocks);

let database: StreamStand['database'];
let api: StreamStand['api'];
let stream: StreamStand['stream'];
let close: StreamStand['close'];

beforeEach(async () => {
  ({ database, api, stream, close } = await openStream(['identities', 'currencies']));
});
afterEach(() => close());

const reporter = new Reporter();

interface PullOptions {
  consumer?: string;
  blocksMax?: number;
  kinds?: string[];
}

function pull(fromHeight: number, parentHash: string, options: PullOptions = {}) {
  const { consumer = 'identities', blocksMax = 1000, kinds = [] } = options;
  const parent = bytes(parentHash);
  const word = reporter.next();
  return stream.readBlocks({ consumer, chainId: VRSCTEST, fromHeight, parentHash: parent, blocksMax, kinds, ...word });
}

async function pullBatch(fromHeight: number, parentHash: string, options = {}) {
  const { answer } = await pull(fromHeight, parentHash, options);
  if (answer.case !== 'batch') throw new Error(`a ${answer.case} instead of blocks`);
  return answer.value;
}

async function pullFork(fromHeight: number, parentHash: string) {
  const { answer } = await pull(fromHeight, parentHash);
  if (answer.case !== 'fork') throw new Error(`a ${answer.case} instead of a fork`);
  return answer.value.candidates.map(({ height, hash }) => ({ height, hash: hex(hash) }));
}

test('blocks come whole, from any cursor', async () => {
  await apply(database.db, main);
  let cursor = { height: -1, hash: '' };
  const encoded: Uint8Array[] = [];
  for (;;) {
    const { blocks, tip } = await pullBatch(cursor.height + 1, cursor.hash, { blocksMax: 300 });
    expect(tip?.height).toBe(667);
    if (blocks.length === 0) break;
    encoded.push(...blocks);
    cursor = { height: encoded.length - 1, hash: hashOf(main[encoded.length - 1]) };
  }
  expect(encoded).toHaveLength(main.length);
  encoded.forEach((block, height) => {
    const decoded = toBinary(BlockSchema, fromBinary(BlockSchema, block));
    expect(Buffer.compare(decoded, toBinary(BlockSchema, streamed[height] as never))).toBe(0);
  });
});

test('a consumer that names kinds gets blocks without them bare of transactions, from the database and from memory', async () => {
  await apply(database.db, main);
  const kinds = ['identityprimary', 'currencydefinition'];
  const isWanted = (block: Block) =>
    block.transactions.some(({ outputs }) => outputs.some(({ kind }) => kinds.includes(kind)));
  expect(main.filter(isWanted).length).toBeGreaterThan(0);
  for (const consumer of ['identities', 'currencies']) {
    const { blocks } = await pullBatch(0, '', { consumer, kinds });
    expect(blocks).toHaveLength(main.length);
    blocks.forEach((encoded, height) => {
      const block = streamed[height] as Block;
      const expected = isWanted(block) ? block : { ...block, transactions: [] };
      const decoded = toBinary(BlockSchema, fromBinary(BlockSchema, encoded));
      expect(Buffer.compare(decoded, toBinary(BlockSchema, expected))).toBe(0);
    });
  }
  const { blocks } = await pullBatch(0, '');
  expect(blocks.every((encoded) => fromBinary(BlockSchema, encoded).transactions.length > 0)).toBe(true);
});

test('blocks given to one consumer serve the next, and the read continues after them', async () => {
  await apply(database.db, main.slice(0, 100));
  const first = await pullBatch(0, '');
  // Only memory can still answer with these.
  await database.db.$executeRawUnsafe(`UPDATE transaction SET fragment = ''`);
  await apply(database.db, main.slice(100, 130));
  expect((await pullBatch(0, '', { consumer: 'currencies', blocksMax: 40 })).blocks).toEqual(first.blocks.slice(0, 40));
  const { blocks, tip } = await pullBatch(40, hashOf(main[39]), { consumer: 'currencies' });
  expect(tip?.height).toBe(129);
  expect(blocks.slice(0, 60)).toEqual(first.blocks.slice(40));
  expect(blocks.map((block) => hashOf(fromBinary(BlockSchema, block)))).toEqual(main.slice(40, 130).map(hashOf));
});

test('blocks given before a reorganisation are not given after it', async () => {
  await apply(database.db, main.slice(0, 413));
  await apply(database.db, orphans ?? []);
  const hashes = async (fromHeight: number) => {
    const { blocks } = await pullBatch(fromHeight, hashOf(main[fromHeight - 1]), { blocksMax: 10 });
    return blocks.map((block) => hashOf(fromBinary(BlockSchema, block)));
  };
  expect(await hashes(411)).toEqual([...main.slice(411, 413), ...(orphans ?? [])].map(hashOf).slice(0, 10));
  await revert(database.db, 412);
  await apply(database.db, main.slice(413, 430));
  expect(await hashes(411)).toEqual(main.slice(411, 421).map(hashOf));
  expect(await hashes(413)).toEqual(main.slice(413, 423).map(hashOf));
});

test('an orphaned cursor gets the exact fork point first, then ever older blocks down to genesis', async () => {
  await apply(database.db, main.slice(0, 413));
  await apply(database.db, orphans ?? []);
  await revert(database.db, 412);
  await apply(database.db, main.slice(413, 430));

  const candidates = await pullFork(417, hashOf(orphans?.[3]));
  expect(candidates[0]).toEqual({ height: 412, hash: hashOf(main[412]) });
  expect(candidates.map(({ height }) => height)).toEqual([412, 411, 409, 405, 397, 381, 349, 285, 157, 0]);
});

test('a cursor on a block we never had gets main-chain blocks below it', async () => {
  await apply(database.db, main.slice(0, 50));
  await saveNodeTip(database.db, VRSCTEST, { height: 49, isAhead: false, notarizedHash: null });
  const candidates = await pullFork(41, 'ab'.repeat(32));
  expect(candidates[0]).toEqual({ height: 40, hash: hashOf(main[40]) });
  expect(candidates.at(-1)).toEqual({ height: 0, hash: hashOf(main[0]) });
});

test('a consumer ahead of a database that still fills is asked to wait, not to revert', async () => {
  await expect(pull(41, hashOf(main[40]))).rejects.toMatchObject({ code: Code.Unavailable });
  await apply(database.db, main.slice(0, 20));
  await expect(pull(41, hashOf(main[40]))).rejects.toMatchObject({ code: Code.Unavailable });
});

test('an empty database gives an empty batch to an empty consumer', async () => {
  const { blocks, tip } = await pullBatch(0, '');
  expect(blocks).toEqual([]);
  expect(tip).toBeUndefined();
});

test('an impossible cursor is refused', async () => {
  await apply(database.db, main.slice(0, 3));
  await expect(pull(1, '')).rejects.toMatchObject({ code: Code.InvalidArgument });
  await expect(pull(0, hashOf(main[0]))).rejects.toMatchObject({ code: Code.InvalidArgument });
  await expect(
    stream.readBlocks({
      consumer: 'identities',
      chainId: 'iOther',
      fromHeight: 0,
      parentHash: new Uint8Array(),
      blocksMax: 1,
    }),
  ).rejects.toMatchObject({ code: Code.NotFound });
});

test('the tip is the lowest main-chain block that every subgraph has, orphaned ones counting at their fork point', async () => {
  const tip = async () => {
    const [only] = (await stream.listTips({})).tips;
    return only === undefined ? undefined : { height: only.height, hash: hex(only.hash) };
  };
  await apply(database.db, main.slice(0, 413));
  await pull(401, hashOf(main[400]), { consumer: 'identities' });
  expect(await tip()).toBeUndefined();
  await pull(408, hashOf(main[407]), { consumer: 'currencies' });
  expect(await tip()).toEqual({ height: 400, hash: hashOf(main[400]) });

  await apply(database.db, orphans ?? []);
  await pull(415, hashOf(orphans?.[1]), { consumer: 'identities' });
  await pull(417, hashOf(orphans?.[3]), { consumer: 'currencies' });
  expect(await tip()).toEqual({ height: 414, hash: hashOf(orphans?.[1]) });

  await revert(database.db, 412);
  await apply(database.db, main.slice(413, 430));
  expect(await tip()).toEqual({ height: 412, hash: hashOf(main[412]) });

  await pull(421, hashOf(main[420]), { consumer: 'identities' });
  await pull(430, hashOf(main[429]), { consumer: 'currencies' });
  expect(await tip()).toEqual({ height: 420, hash: hashOf(main[420]) });

  // A restarted consumer has nothing, and one whose progress does not count delays nothing.
  await pull(0, '', { consumer: 'bench' });
  expect(await tip()).toEqual({ height: 420, hash: hashOf(main[420]) });
  await pull(0, '', { consumer: 'identities' });
  expect(await tip()).toBeUndefined();
});

test('a read-ahead without a consumer name reports no progress', async () => {
  await apply(database.db, main.slice(0, 100));
  await pull(10, hashOf(main[9]), { consumer: '' });
  expect(await countRows(database.db, 'subgraph_progress')).toBe(0);
});

test('a read-ahead reports the block that its consumer has applied, once a pull of that process has introduced it', async () => {
  await apply(database.db, main.slice(0, 100));
  const { db } = database;
  const readAhead = (height: number, rest: { readingAhead?: string; reporter?: string } = {}) =>
    stream.readBlocks({
      chainId: VRSCTEST,
      fromHeight: 51,
      parentHash: bytes(hashOf(main[50])),
      blocksMax: 10,
      readingAhead: 'identities',
      applied: { height, hash: bytes(hashOf(main[height])) },
      ...reporter.next(),
      ...rest,
    });
  const heights = async () =>
    (await readRows(db, 'subgraph_progress')).map(({ consumer, height }) => [consumer, height]);
  await readAhead(20);
  expect(await heights()).toEqual([]);
  await pull(10, hashOf(main[9]), { consumer: 'identities' });
  await readAhead(20);
  expect(await heights()).toEqual([['identities', 20]]);
  await readAhead(30, { reporter: 'another process' });
  await readAhead(30, { readingAhead: 'bench' });
  expect(await heights()).toEqual([['identities', 20]]);
  await expect(readAhead(30, { reporter: '' })).rejects.toThrow('must name its process');
});

test('the status is syncing far from the tip, and live at the tip', async () => {
  const status = async () => (await stream.listTips({})).tips[0]?.status;
  await apply(database.db, main.slice(0, 100));
  await saveNodeTip(database.db, VRSCTEST, { height: 99, isAhead: false, notarizedHash: null });
  // A node that answers, however slow this machine is.
  await database.db.$executeRawUnsafe("UPDATE node_tip SET seen_at = now() + interval '1 hour'");
  for (const consumer of ['identities', 'currencies']) await pull(50, hashOf(main[49]), { consumer });
  expect(await status()).toBe(SyncStatus.SYNCING);
  for (const consumer of ['identities', 'currencies']) await pull(100, hashOf(main[99]), { consumer });
  expect(await status()).toBe(SyncStatus.LIVE);
});

test('metrics give the state of each chain, and how long a part has been stuck', async () => {
  await apply(database.db, main.slice(0, 100));
  await saveNodeTip(database.db, VRSCTEST, { height: 109, isAhead: true, notarizedHash: null });
  for (const consumer of ['identities', 'currencies']) await pull(50, hashOf(main[49]), { consumer });
  const registry = new Registry();
  registerChainMetrics(registry, ofAllChains(database.db), ['identities', 'currencies']);
  const metrics = () => registry.metrics();
  const moving = await metrics();
  expect(moving).toContain('ledgergraph_chain_stalled{chain="VRSCTEST"} 0');
  expect(moving).toContain('ledgergraph_blocks_behind{chain="VRSCTEST"} 60');
  expect(moving).toContain('ledgergraph_subgraph_height{chain="VRSCTEST",subgraph="identities"} 49');
  expect(moving).toContain('ledgergraph_node_answers{chain="VRSCTEST"} 1');
  await database.db.$executeRawUnsafe(`UPDATE subgraph_progress SET updated_at = now() - interval '1 hour'`);
  await database.db.$executeRawUnsafe(`UPDATE block SET applied_at = now() - interval '1 hour'`);
  expect(moving).toContain('ledgergraph_subgraph_lag_blocks{chain="VRSCTEST",subgraph="blocks"} 10');
  expect(moving).toContain(`ledgergraph_chain_info{chain="VRSCTEST",chain_id="${VRSCTEST}",block_time_seconds="60"} 1`);
  expect(moving).toMatch(/ledgergraph_tip_age_seconds{chain="VRSCTEST"} \d{4,}/);
  const stuck = await metrics();
  expect(stuck).toMatch(/ledgergraph_subgraph_lag_seconds{chain="VRSCTEST",subgraph="identities"} 36\d\d/);
  expect(stuck).toContain('ledgergraph_chain_stalled{chain="VRSCTEST"} 1');
  expect(stuck).toMatch(/ledgergraph_stalled_seconds{chain="VRSCTEST",part="identities"} 36\d\d/);
});

test('networks are announced with the rules that consumers need', async () => {
  const { networks } = await stream.listNetworks({});
  expect(networks).toMatchObject([
    { chainId: VRSCTEST, rootName: 'VRSCTEST', finalityDepth: 100, blockTimeSeconds: 60 },
  ]);
});

test('the environments of configured networks come with the tips, before there is a tip', async () => {
  expect(await stream.listTips({})).toMatchObject({ tips: [], configuredEnvironments: [] });
  await saveConfiguredEnvironments(database.db, ['TESTNET', 'MAINNET', 'TESTNET']);
  expect(await stream.listTips({})).toMatchObject({
    tips: [],
    configuredEnvironments: [Environment.MAINNET, Environment.TESTNET],
  });
});

test('an api is ready while its migrated database answers, and not on one without its tables', async () => {
  const status = async () => (await api.server.inject('/readyz')).statusCode;
  expect(await status()).toBe(200);
  await database.db.$executeRawUnsafe('ALTER TABLE sync_cursor RENAME TO not_migrated');
  expect(await status()).toBe(503);
});
