import { columnsOf } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { ClosedHolder } from './tables.ts';

/** Ends spans that earlier blocks opened. To be called before the new spans go in: a holder may return at once. */
export async function closeHolders(tx: SqlExecutor, chain: number, rows: readonly ClosedHolder[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.$executeRawUnsafe(
    // One probe for each span, kept apart by OFFSET. If they were joined as tables, Postgres could compare all of them with every span ever
    // opened, wherever its statistics are older than the rows. An identity has few spans, and the primary key finds them; a holder, or the
    // open spans, can reach the number of the chain's identities: the conditions keep Postgres from using those indexes.
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
