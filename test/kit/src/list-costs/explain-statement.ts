import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Statement } from './record-statements.ts';

/** A node of a plan as EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) prints it. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

/** Cost of a statement with its values. */
export interface StatementCost {
  plan: PlanNode;
  /** Pages of 8 kB it looked at, in memory or not. */
  pages: number;
  /** Rows of its answer. */
  rows: number;
}

export async function explainStatement(db: SqlExecutor, { sql, values }: Statement): Promise<StatementCost> {
  const [answer] = await db.$queryRawUnsafe<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
    `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${sql}`,
    ...values,
  );
  if (answer === undefined) throw new Error('EXPLAIN answered nothing');
  const plan = answer['QUERY PLAN'][0].Plan;
  return {
    plan,
    pages: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    rows: plan['Actual Rows'] * plan['Actual Loops'],
  };
}
