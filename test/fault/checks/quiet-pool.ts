import type { Untyped } from '@ledgergraph/test-kit/client';
import { POOL_CONTRADICTIONS, type PoolContradiction } from '@ledgergraph/test-kit/pool-contradictions';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import type { FaultNode } from '../nodes/fault-node.ts';
import { CHAIN_ID } from '../plan/plan.ts';
import { askStage } from '../stage/ask-stage.ts';
import type { Databases } from '../stage/database-server.ts';
import type { Stage } from '../stage/start-stage.ts';

const AGREE_TIMEOUT_MS = 60_000;

export type PooledNode = Pick<FaultNode, 'pool' | 'poolLooks'>;

export interface QuietPool {
  violations: string[];
  pending: number;
}

export async function checkQuietPool(
  stage: Stage,
  nodes: readonly PooledNode[],
  timeoutMs = AGREE_TIMEOUT_MS,
): Promise<QuietPool> {
  let difference = 'no node is followed';
  let pending = 0;
  const violations: string[] = [];
  try {
    await waitFor(
      async () => {
        const followed = await findFollowed(nodes);
        if (followed === undefined) return false;
        const ours = await listPending(stage);
        const theirs = followed.pool().sort();
        difference = `pending: ${ours?.join(' ')}; the node has ${theirs.join(' ')}`;
        pending = theirs.length;
        return ours?.join() === theirs.join();
      },
      { what: 'the pending transactions to be those of the followed node', timeoutMs },
    );
  } catch (error) {
    violations.push(`${String(error)}; ${difference}`);
  }
  violations.push(...(await findPoolContradictions(stage.databases)));
  return { violations, pending };
}

export async function findPoolContradictions(databases: Databases): Promise<string[]> {
  const rows = await databases.query<PoolContradiction>('blocks', POOL_CONTRADICTIONS, [CHAIN_ID]);
  return rows.map(({ fault, txid }) => `${txid}: ${fault}`);
}

async function findFollowed(nodes: readonly PooledNode[]): Promise<PooledNode | undefined> {
  const before = nodes.map(({ poolLooks }) => poolLooks);
  return waitFor(() => nodes.find(({ poolLooks }, index) => poolLooks > (before[index] ?? 0)), {
    what: 'a node whose mempool is looked at',
    timeoutMs: 10_000,
  });
}

/** Sorted; undefined when a part is missing. */
async function listPending(stage: Stage): Promise<string[] | undefined> {
  const txids: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const place: string = cursor === null ? '' : `, cursor: ${JSON.stringify(cursor)}`;
    const { data } = await askStage(
      stage,
      `{ pendingTransactions(limit: 100${place}) { nextCursor transactions { txid } } }`,
    );
    if (data?.pendingTransactions == null) return undefined;
    const page: { nextCursor: string | null; transactions: Untyped[] } = data.pendingTransactions;
    txids.push(...page.transactions.map(({ txid }) => String(txid)));
    if (page.nextCursor === null) return txids.sort();
    cursor = page.nextCursor;
  }
}
