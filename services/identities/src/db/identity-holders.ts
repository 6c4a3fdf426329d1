import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { HolderRow, IdentityRows } from './identity-rows.ts';

export async function insertHolders(tx: SqlExecutor, chainId: string, rows: readonly HolderRow[]): Promise<void> {
  await insertRows(
    tx,
    'identity_holder',
    {
      chain_id: 'text',
      identity_address: 'text',
      role: 'text',
      holder: 'text',
      from_version: 'integer',
      from_height: 'integer',
      to_height: 'integer',
      ordinal: 'integer',
    },
    rows.map((row) => [
      chainId,
      row.identityAddress,
      row.role,
      row.holder,
      row.fromVersion,
      row.fromHeight,
      row.toHeight,
      row.ordinal,
    ]),
  );
}

/** Ends spans that earlier blocks opened. To be called before the new spans go in: a holder may return at once. */
export async function closeHolders(
  tx: SqlExecutor,
  chainId: string,
  rows: IdentityRows['closedHolders'],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.$executeRawUnsafe(
    // One probe for each span, kept apart by OFFSET. If they were joined as tables, Postgres could compare all of them with every span ever
    // opened, wherever its statistics are older than the rows. An identity has few spans, and the primary key finds them; a holder, or the
    // open spans, can be as many as the chain's identities: the conditions keep Postgres from using those indexes.
    `UPDATE identity_holder held SET to_height = ended.height
       FROM unnest($2::text[], $3::text[], $4::text[], $5::integer[]) AS ended (address, role, holder, height)
      CROSS JOIN LATERAL (
        SELECT span.ctid AS place FROM identity_holder span
         WHERE span.chain_id = $1 AND span.identity_address = ended.address
           AND span.role IS NOT DISTINCT FROM ended.role AND span.holder IS NOT DISTINCT FROM ended.holder
           AND coalesce(span.to_height, -1) = -1
        OFFSET 0
      ) open
      WHERE held.ctid = open.place`,
    chainId,
    rows.map((row) => row.identityAddress),
    rows.map((row) => row.role),
    rows.map((row) => row.holder),
    rows.map((row) => row.toHeight),
  );
}
