import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { LabelRow } from './identity-rows.ts';

export async function insertLabels(tx: SqlExecutor, chainId: string, rows: readonly LabelRow[]): Promise<void> {
  await insertRows(
    tx,
    'identity_label',
    {
      chain_id: 'text',
      identity_address: 'text',
      position: 'integer',
      path: 'bytea',
      label_length: 'integer',
      ordinal: 'integer',
      height: 'integer',
    },
    rows.map((row) => [chainId, row.identityAddress, row.position, row.path, row.labelLength, row.ordinal, row.height]),
  );
}
