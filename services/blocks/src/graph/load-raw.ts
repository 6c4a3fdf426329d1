import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { TransactionKey } from '#/db/find-transactions.ts';
import { findRaw } from '#/db/raw-rows.ts';
import { askIndexer } from '#/indexer-client/ask-indexer.ts';
import type { NodeServiceClient } from '#/indexer-client/connect-node-service.ts';
import type { RawOutcome } from '#/raw/raw-outcome.ts';

/** `no-nodes`: this installation has no process that talks to nodes. */
export type RawRead = RawOutcome | { kind: 'no-nodes' };

/** Kept bytes come with one statement, others with one call for each chain. */
export async function loadRaw(
  db: SqlExecutor,
  nodes: NodeServiceClient | undefined,
  keys: readonly TransactionKey[],
  logger: Pick<Logger, 'warn'> | undefined,
): Promise<RawRead[]> {
  const kept = await findRaw(db, keys);
  const missing = keys.filter((_, index) => kept[index] === undefined);
  const fetched = new Map<TransactionKey, RawRead>();
  const chains = Map.groupBy(missing, ({ chainId }) => chainId);
  await Promise.all(
    Array.from(chains, async ([chainId, own]) => {
      if (nodes === undefined) return;
      const txids = own.map(({ txid }) => txid);
      const outcomes = await askIndexer(nodes, { chainId, txids }, logger);
      for (const [index, key] of own.entries()) fetched.set(key, outcomes[index] ?? { kind: 'away' });
    }),
  );
  return keys.map((key, index) => {
    const raw = kept[index];
    return raw === undefined ? (fetched.get(key) ?? { kind: 'no-nodes' }) : { kind: 'raw', raw };
  });
}
