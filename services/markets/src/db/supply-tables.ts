import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable, type RowOf, type Table } from '@ledgergraph/chain-kit/db/table';
import type { SupplyEvent } from '#/supply/supply-event.ts';
import { Systems } from '#/supply/systems.ts';

export const systemTable = describeTable('currency_system', {
  currencyId: 'text',
  systemId: 'text',
  parentId: 'text?',
  isGateway: 'boolean',
  height: 'integer',
});
export type SystemRow = RowOf<typeof systemTable>;

export const supplyEventTable = describeTable('supply_event', {
  currencyId: 'text',
  height: 'integer',
  txIndex: 'integer',
  vout: 'integer',
  ordinal: 'integer',
  txid: 'hex',
  kind: 'text',
  amount: 'bigint',
  supply: 'numeric',
  followsRules: 'boolean',
}) as unknown as Table<SupplyEvent>;

/** Includes all systems above; a currency without a row has none. */
export async function findSystems(
  db: SqlExecutor,
  { chain, chainId }: { chain: number; chainId: string },
  currencyIds: readonly string[],
): Promise<Systems> {
  const systems = new Systems();
  const asked = new Set<string>();
  for (let wanted = [...new Set(currencyIds)]; wanted.length > 0; ) {
    for (const id of wanted) asked.add(id);
    const rows = await systemTable.find(db, 'WHERE chain = $1 AND currency_id = ANY ($2::text[])', chain, wanted);
    for (const row of rows) systems.add(row);
    const beyond = rows.flatMap(({ currencyId }) => systems.beyond(currencyId));
    // Nothing above this chain counts, and most currencies are its own.
    wanted = [...new Set(beyond)].filter((id) => id !== chainId && !asked.has(id));
  }
  return systems;
}

export async function findSupplies(
  db: SqlExecutor,
  chain: number,
  currencyIds: readonly string[],
): Promise<Map<string, bigint>> {
  if (currencyIds.length === 0) return new Map();
  const rows = await db.$queryRawUnsafe<{ id: string; supply: string }[]>(
    `SELECT wanted.id, last.supply::text AS supply
       FROM unnest($2::text[]) AS wanted (id)
      CROSS JOIN LATERAL (
         SELECT supply FROM supply_event AS event WHERE event.chain = $1 AND event.currency_id = wanted.id
          ORDER BY height DESC, tx_index DESC, vout DESC, ordinal DESC LIMIT 1) AS last`,
    chain,
    currencyIds,
  );
  return new Map(rows.map(({ id, supply }) => [id, BigInt(supply)]));
}
