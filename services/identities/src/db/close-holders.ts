import { columnsOf } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { ClosedHolder } from './tables.ts';

/** Ends spans of earlier blocks. To be called before the new spans are inserted: a holder may return at once. */
export async function closeHolders(tx: SqlExecutor, chain: number, rows: readonly ClosedHolder[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.$executeRawUnsafe(
    // One probe for each span, separated by OFFSET: with stale statistics Postgres would join them with every span ever opened. An
    // identity has few spans, which the primary key finds. A holder, or the open spans, can be as many as the chain's identities: the
    // conditions prevent the use of those indexes.
    `UPDATE identity_holder held SET to_height = ended.height
       FROM unnest($2::text[], $3::text[], $4::text[], $5::integer[]) AS ended (address, role, holder, height)
      CROSS JOIN LATERAL (
        SELECT span.ctid AS place FROM identity_holder span
         WHERE span.chain = $1 AND span.identity_address = ended.address
           AND span.role IS NOT DISTINCT FROM ended.role AND span.holder IS NOT DISTINCT FROM ended.holder
           AND coalesce(span.to_height, -1) = -1
        OFFSET 0
      ) open
      WHERE held.ctid = open.place`,
    chain,
    ...columnsOf(rows, 'identityAddress', 'role', 'holder', 'toHeight'),
  );
}
