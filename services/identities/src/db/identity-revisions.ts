import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { IdentityState } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import type { RevisionRow } from './identity-rows.ts';
import { REVISION_COLUMNS } from './revision-columns.ts';

export async function insertRevisions(tx: SqlExecutor, chainId: string, rows: readonly RevisionRow[]): Promise<void> {
  await insertRows(
    tx,
    'identity_revision',
    {
      chain_id: 'text',
      identity_address: 'text',
      version: 'integer',
      height: 'integer',
      tx_index: 'integer',
      vout: 'integer',
      txid: 'text',
      operations: 'text[]',
      structure_version: 'integer',
      flags: 'bigint',
      timelock: 'bigint',
      name: 'text',
      system_id: 'text',
      primary_addresses: 'text[]',
      minimum_signatures: 'integer',
      revocation_authority: 'text',
      recovery_authority: 'text',
      private_address: 'text',
      content_map: 'text',
      content_multi_map: 'text',
    },
    rows.map(({ state, ...row }) => [
      chainId,
      state.identityAddress,
      row.version,
      row.height,
      row.txIndex,
      row.vout,
      row.txid,
      row.operations,
      state.structureVersion,
      state.flags,
      state.timelock,
      state.name,
      state.systemId,
      state.primaryAddresses,
      state.minimumSignatures,
      state.revocationAuthority,
      state.recoveryAuthority,
      state.privateAddress,
      state.contentMap,
      state.contentMultiMap,
    ]),
  );
}

/** The last applied revision of each identity that has one. */
export async function listLastRevisions(
  tx: SqlExecutor,
  chainId: string,
  addresses: readonly string[],
): Promise<{ version: number; ordinal: number; state: IdentityState }[]> {
  const rows = await tx.$queryRawUnsafe<(IdentityState & { version: number; ordinal: number })[]>(
    `SELECT ${REVISION_COLUMNS}, i.parent_id AS "parentId", i.ordinal
       FROM unnest($2::text[]) AS wanted (address)
       JOIN identity i ON i.chain_id = $1 AND i.identity_address = wanted.address
      CROSS JOIN LATERAL (
            SELECT * FROM identity_revision
             WHERE chain_id = $1 AND identity_address = wanted.address
             ORDER BY version DESC LIMIT 1) r`,
    chainId,
    addresses,
  );
  return rows.map((row) => ({ version: row.version, ordinal: row.ordinal, state: row }));
}
