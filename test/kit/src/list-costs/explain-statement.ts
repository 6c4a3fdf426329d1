import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Statement } from './record-statements.ts';

/** As printed by EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON). */
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

export interface StatementCost {
  plan: PlanNode;
  /** 8 kB each, in memory or not. */
  pages: number;
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
