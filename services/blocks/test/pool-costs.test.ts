import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { enterPool, leavePool } from '#/db/pool-rows.ts';
import { VRSCTEST } from './apply-recording.ts';
import { generatePool, pooledTxid } from './generate-pool.ts';
import { openPendingSetting, type PendingSetting, TIP } from './pending-setting.ts';

const PENDING = 20_000;
const TOUCHED = 100;
const touched = Array.from({ length: TOUCHED }, (_, index) => pooledTxid(index + 1));

let setting: PendingSetting;
let serial: bigint;
beforeAll(async () => {
  setting = await openPendingSetting();
  await setting.reset();
  const pool = { chainId: VRSCTEST, gone: 0, pending: PENDING, tip: TIP, isAnalyzed: false };
  serial = BigInt(await generatePool(setting.db, pool));
});
afterAll(() => setting.close());

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

function countRows(node: PlanNode): number {
  const own = node['Actual Rows'] + (node['Rows Removed by Join Filter'] ?? 0);
  return own * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, below) => sum + countRows(below), 0);
}

/** Nothing stays written. */
async function rowsOf(write: (tx: SqlExecutor) => Promise<unknown>): Promise<number> {
  let rows = 0;
  const undone = new Error('undone');
  const run = setting.db.$transaction(async (tx) => {
    await write({
      $queryRawUnsafe: (sql: string, ...values: unknown[]) => tx.$queryRawUnsafe(sql, ...values),
      $executeRawUnsafe: async (sql: string, ...values: unknown[]) => {
        const [plan] = await tx.$queryRawUnsafe<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
          ...values,
        );
        rows += plan === undefined ? 0 : countRows(plan['QUERY PLAN'][0].Plan);
        return TOUCHED;
      },
    } as SqlExecutor);
    throw undone;
  });
  await expect(run).rejects.toBe(undone);
  return rows;
}

test('transactions enter and leave a large mempool by what they are, not by what is there', async () => {
  const fresh = touched.map((txid) => [...txid].reverse().join(''));
  const leavings = touched.map((txid) => ({ txid, reason: 'REMOVED' as const, height: TIP, conflictsWith: [] }));
  expect(await rowsOf((tx) => enterPool(tx, VRSCTEST, fresh, serial))).toBeLessThan(20 * TOUCHED);
  expect(await rowsOf((tx) => leavePool(tx, VRSCTEST, leavings, serial))).toBeLessThan(20 * TOUCHED);
});
