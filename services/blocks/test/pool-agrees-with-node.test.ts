import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import type { JsonObject, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import { findPendingSpenders } from '#/db/find-pending-spenders.ts';
import { findNewestSerial } from '#/db/pool-rows.ts';
import { normalizePoolTransaction } from '#/following/normalize-pool-transaction.ts';
import { OpenStays } from '#/pool/open-stays.ts';
import { syncPool } from '#/pool/sync-pool.ts';
import { apply, revert, VRSCTEST } from './apply-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';
import { type RecordedRound, readRecordedRounds } from './recorded-pool.ts';

const ROUNDS = readRecordedRounds();
const BLOCKS = new Map(
  [...readNormalizedBlocks('mempool-a'), ...readNormalizedOrphans('mempool-a').flatMap(({ blocks }) => blocks)].map(
    (block) => [hex(block.hash), block],
  ),
);

let database: TestDatabase;
let db: ReturnType<typeof openWriter>;

beforeAll(async () => {
  database = await openDatabase();
  db = openWriter(database.url);
});
afterAll(async () => {
  await db.$disconnect();
  await database.close();
});

async function moveTo(hash: string): Promise<void> {
  const applied = new Set(
    (await db.$queryRawUnsafe<{ hash: string }[]>("SELECT encode(hash, 'hex') AS hash FROM applied_block")).map(
      (row) => row.hash,
    ),
  );
  const missing: Block[] = [];
  for (let block = BLOCKS.get(hash); block !== undefined && !applied.has(hex(block.hash)); ) {
    missing.unshift(block);
    block = BLOCKS.get(hex(block.previousHash));
  }
  const keep = missing[0] === undefined ? (BLOCKS.get(hash)?.height ?? -1) : missing[0].height - 1;
  const cursor = await findCursor(db, VRSCTEST);
  if (cursor !== null && cursor.height > keep) await revert(db, keep);
  if (missing.length > 0) await apply(db, missing);
}

function sync({ txids, tipHash, transactions }: RecordedRound) {
  const asked: string[] = [];
  const done = syncPool({
    db,
    chainId: VRSCTEST,
    node: {
      readPool: async () => ({ txids, tipHash }),
      readPoolTransactions: async (wanted) =>
        wanted.map((txid) => {
          asked.push(txid);
          const answer = transactions.get(txid);
          return answer === undefined ? null : normalizePoolTransaction(answer, VRSCTEST);
        }),
    },
    fetched: new Map(),
    open: new OpenStays(),
    onWritten: () => undefined,
  });
  return done.then((result) => ({ result, asked }));
}

async function readPoolRows() {
  return db.$queryRawUnsafe<{ txid: string; size: number; fee: bigint | null; parents: string[] }[]>(
    `SELECT encode(content.txid, 'hex') AS txid, content.size, content.fee,
            ARRAY(SELECT DISTINCT encode(spend.spent_txid, 'hex') FROM pool_spend spend
                    JOIN pool_stay parent ON parent.chain_id = $1 AND parent.txid = spend.spent_txid AND parent.left_serial IS NULL
                   WHERE spend.chain_id = $1 AND spend.txid = content.txid) AS parents
       FROM pool_stay stay JOIN pool_transaction content ON content.chain_id = $1 AND content.txid = stay.txid
      WHERE stay.chain_id = $1 AND stay.left_serial IS NULL ORDER BY 1`,
    VRSCTEST,
  );
}

function toVerbose({ size, fee, depends }: JsonObject) {
  return {
    size: Number((size as LosslessNumber).value),
    fee: satoshisFromDecimalText((fee as LosslessNumber).value),
    parents: [...(depends as string[])].sort(),
  };
}

function sumRows(rows: readonly JsonObject[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { txid, currencyvalues = {} } of rows) {
    for (const [currencyId, amount] of Object.entries(currencyvalues as JsonObject)) {
      const key = `${txid} ${currencyId}`;
      sums.set(key, (sums.get(key) ?? 0n) + satoshisFromDecimalText((amount as LosslessNumber).value));
    }
  }
  return withoutZeros(sums);
}

function withoutZeros(sums: Map<string, bigint>): Map<string, bigint> {
  return new Map([...sums].filter(([, satoshis]) => satoshis !== 0n).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function readChanges(address: string) {
  return db.$queryRawUnsafe<{ txid: string; currencyIds: string[]; satoshis: bigint[] }[]>(
    `SELECT encode(change.txid, 'hex') AS txid, change.currency_ids AS "currencyIds", change.satoshis
       FROM pool_change change JOIN pool_stay stay ON stay.chain_id = $1 AND stay.txid = change.txid
      WHERE change.chain_id = $1 AND change.address = $2 AND stay.left_serial IS NULL ORDER BY 1`,
    VRSCTEST,
    address,
  );
}

async function readSpenders({ txouts, tipHash }: RecordedRound): Promise<[string, boolean][]> {
  const names = [...txouts].filter(([, { inChain }]) => inChain === true).map(([name]) => name);
  const serial = (await findNewestSerial(db, VRSCTEST)) ?? 0n;
  const height = BLOCKS.get(tipHash)?.height ?? -1;
  const keys = names.map((name) => {
    const [txid = '', vout] = name.split(':');
    return { chainId: VRSCTEST, txid, vout: Number(vout), height, serial };
  });
  const spenders = await findPendingSpenders(db, keys);
  return names.map((name, index) => [name, spenders[index] !== null]);
}

test('after each recorded event our pool is the node’s: transactions, sizes, fees, parents, spends, and changes', async () => {
  const fetches = new Map<string, number>();
  const counts = { rows: 0, spent: 0, unspent: 0 };
  for (const round of ROUNDS) {
    await moveTo(round.tipHash);
    const { asked } = await sync(round);
    for (const txid of asked) fetches.set(txid, (fetches.get(txid) ?? 0) + 1);
    const pool = await readPoolRows();
    const ours = pool.map(({ txid, size, fee, parents }) => [txid, { size, fee, parents: [...parents].sort() }]);
    const theirs = [...round.verbose]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([txid, facts]) => [txid, toVerbose(facts)]);
    expect({ action: round.action, pool: ours }).toEqual({ action: round.action, pool: theirs });
    for (const [address, recorded] of round.rowsByAddress) {
      const changes = await readChanges(address);
      const place = `${round.action}: ${address}`;
      expect([place, changes.map(({ txid }) => txid)]).toEqual([
        place,
        [...new Set(recorded.map(({ txid }) => String(txid)))].sort(),
      ]);
      const sums = new Map(
        changes.flatMap(({ txid, currencyIds, satoshis }) =>
          currencyIds.map((currencyId, index) => [`${txid} ${currencyId}`, satoshis[index] ?? 0n] as const),
        ),
      );
      expect([place, withoutZeros(sums)]).toEqual([place, sumRows(recorded)]);
      counts.rows += recorded.length;
    }
    for (const [name, isSpent] of await readSpenders(round)) {
      // gettxout without the pool gives the output, and with the pool it gives none.
      expect([round.action, name, isSpent]).toEqual([round.action, name, !round.txouts.get(name)?.withPool]);
      counts[isSpent ? 'spent' : 'unspent'] += 1;
    }
  }
  expect(ROUNDS.length).toBe(30);
  expect(counts.rows).toBeGreaterThan(100);
  expect(counts.spent).toBeGreaterThan(30);
  expect(counts.unspent).toBeGreaterThan(30);
  expect([...fetches].filter(([, count]) => count > 1)).toEqual([]);
});

test('the recording ends with the reason for which each transaction left', async () => {
  const stays = await db.$queryRawUnsafe<{ txid: string; reason: string; height: number; conflicts: string[] }[]>(
    `SELECT left(encode(txid, 'hex'), 8) AS txid, left_reason AS reason, left_height AS height,
            ARRAY(SELECT left(encode(rival, 'hex'), 8) FROM unnest(conflicts_with) AS rival) AS conflicts
       FROM pool_stay WHERE chain_id = $1 ORDER BY enter_serial`,
    VRSCTEST,
  );
  const counts = new Map<string, number>();
  for (const { reason } of stays) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  expect(Object.fromEntries(counts)).toMatchObject({ CONFLICTED: 2, EXPIRED: 1 });
  expect(stays.filter(({ reason }) => reason === 'CONFLICTED').map(({ conflicts }) => conflicts)).toEqual([
    ['6a8fd8f6'],
    ['6a8fd8f6'],
  ]);
});
