import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { RegistrationRow } from './identity-rows.ts';

export async function insertIdentities(
  tx: SqlExecutor,
  chainId: string,
  rows: readonly RegistrationRow[],
): Promise<void> {
  await insertRows(
    tx,
    'identity',
    {
      chain_id: 'text',
      identity_address: 'text',
      ordinal: 'integer',
      registered_height: 'integer',
      registered_txid: 'text',
      parent_id: 'text',
      parent_path: 'text',
      referral: 'text',
    },
    rows.map((row) => [
      chainId,
      row.identityAddress,
      row.ordinal,
      row.registeredHeight,
      row.registeredTxid,
      row.parentId,
      row.parentPath,
      row.referral,
    ]),
  );
}

/** Identities registered up to a height: ordinals have no gaps, so the last one is the count. One probe. */
export async function countIdentities(db: SqlExecutor, chainId: string, height: number): Promise<number> {
  const rows = await db.$queryRawUnsafe<{ ordinal: number }[]>(
    `SELECT ordinal FROM identity WHERE chain_id = $1 AND registered_height <= $2
      ORDER BY registered_height DESC, ordinal DESC LIMIT 1`,
    chainId,
    height,
  );
  return rows[0]?.ordinal ?? 0;
}
