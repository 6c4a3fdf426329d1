import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { TransactionKey } from '#/db/find-transactions.ts';
import { findRaw } from '#/db/raw-rows.ts';
import { findTexts } from '#/db/text-rows.ts';
import { fetchRaw, fetchTexts } from '#/indexer-client/ask-indexer.ts';
import type { NodeServiceClient } from '#/indexer-client/connect-node-service.ts';
import type { TextKind } from '#/texts/text-kinds.ts';
import { loadKept, type RawRead } from './load-kept.ts';

export interface TextKey {
  chainId: string;
  kind: TextKind;
  hash: string;
}

type Log = Pick<Logger, 'warn'> | undefined;

export function loadRaw(
  db: SqlExecutor,
  nodes: NodeServiceClient | undefined,
  keys: readonly TransactionKey[],
  logger: Log,
): Promise<RawRead[]> {
  return loadKept(keys, {
    find: (wanted) => findRaw(db, wanted),
    fetch:
      nodes &&
      ((chainId, own) =>
        fetchRaw(
          nodes,
          chainId,
          own.map(({ txid }) => txid),
          logger,
        )),
  });
}

export function loadTexts(
  db: SqlExecutor,
  nodes: NodeServiceClient | undefined,
  keys: readonly TextKey[],
  logger: Log,
): Promise<RawRead[]> {
  return loadKept(keys, {
    find: (wanted) => findTexts(db, wanted),
    fetch: nodes && ((chainId, own) => fetchTexts(nodes, chainId, own, logger)),
  });
}
