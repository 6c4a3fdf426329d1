import type { Network } from '@ledgergraph/graph-kit/network';
import type { SqlClient, SqlExecutor } from '#/db/sql-executor.ts';
import { applyBatch, revertTo } from './apply-batch.ts';
import type { BlockHandler } from './block-handler.ts';

const CURSOR = { height: 6, hash: 'a'.repeat(64), version: '1' };
const PLACE = { height: 7, hash: 'b'.repeat(64), time: 1 };

let events: string[];

function openDatabase(): SqlClient<SqlExecutor> {
  const note = (sql: string) => {
    if (/(UPDATE|INTO|FROM) sync_cursor/.test(sql)) events.push('cursor');
  };
  const tx: SqlExecutor = {
    $queryRawUnsafe: async <Rows>(sql: string) => {
      note(sql);
      return [{ ...CURSOR, ...PLACE, id: 1 }] as Rows;
    },
    $executeRawUnsafe: async (sql) => {
      note(sql);
      return 1;
    },
  };
  return {
    ...tx,
    $transaction: async (work) => {
      events.push('begin');
      const result = await work(tx);
      events.push('commit');
      return result;
    },
  };
}

beforeEach(() => {
  events = [];
});

const writeRows = async () => {
  events.push('rows');
};

test('a batch moves the cursor before it writes rows, in one transaction', async () => {
  const moved = await applyBatch(openDatabase(), 'iChain', CURSOR, { places: [PLACE], write: writeRows });
  expect(moved).toMatchObject({ height: PLACE.height, hash: PLACE.hash });
  expect(events).toEqual(['begin', 'cursor', 'rows', 'commit']);
});

test('a revert removes rows before it moves the cursor back, in one transaction', async () => {
  const handler: BlockHandler<SqlExecutor> = { prepare: async () => writeRows, revert: writeRows };
  await revertTo(openDatabase(), handler, { chainId: 'iChain' } as Network, CURSOR, 5);
  expect(events).toEqual(['begin', 'rows', 'cursor', 'commit']);
});

test('what follows a commit happens once, after the commit, and not for a transaction that failed', async () => {
  const write = Object.assign(writeRows, { committed: () => void events.push('followed') });
  const failing: SqlClient<SqlExecutor> = {
    ...openDatabase(),
    $transaction: async (work) => {
      await work(openDatabase());
      throw new Error('the connection broke');
    },
  };
  const batch = { places: [PLACE], write };
  await expect(applyBatch(failing, 'iChain', CURSOR, batch)).rejects.toThrow('the connection broke');
  expect(events).toEqual(['cursor', 'rows']);
  await applyBatch(openDatabase(), 'iChain', CURSOR, batch);
  expect(events).toEqual(['cursor', 'rows', 'begin', 'cursor', 'rows', 'commit', 'followed']);
});
