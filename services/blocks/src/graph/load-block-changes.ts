import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { KeyedLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import type { Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { findBlockChanges } from '#/changes/find-block-changes.ts';
import type { AddressChangeRecord } from '#/db/find-pool-addresses.ts';
import type { TransactionKey } from '#/db/find-transactions.ts';

export async function loadBlockChanges(
  db: SqlExecutor,
  keys: readonly TransactionKey[],
  bodies: KeyedLoader<TransactionKey, Transaction | undefined>,
): Promise<AddressChangeRecord[][]> {
  const transactions = await Promise.all(keys.map((key) => bodies.load(key)));
  const changes = new Map<TransactionKey, AddressChangeRecord[]>();
  for (const chainId of new Set(keys.map((key) => key.chainId))) {
    const own = keys.flatMap((key, index) => {
      const transaction = key.chainId === chainId ? transactions[index] : undefined;
      return transaction === undefined ? [] : [{ key, transaction }];
    });
    const found = await findBlockChanges(
      db,
      chainId,
      own.map(({ transaction }) => transaction),
    );
    for (const [index, { key }] of own.entries()) changes.set(key, found[index] ?? []);
  }
  return keys.map((key) => changes.get(key) ?? []);
}
