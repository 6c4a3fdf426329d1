import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { bytes } from '@ledgergraph/chain-kit/hex';
import type { SupplyEvent } from '#/supply/supply-event.ts';
import { type CurrencySystem, Systems } from '#/supply/systems.ts';

const SYSTEMS = `
SELECT currency_id AS "currencyId", system_id AS "systemId", parent_id AS "parentId", is_gateway AS "isGateway"
  FROM currency_system WHERE chain = ${chainNumber(1)} AND currency_id = ANY ($2::text[])`;
const SUPPLIES = `
SELECT wanted.id, last.supply::text AS supply
  FROM unnest($2::text[]) AS wanted (id)
 CROSS JOIN LATERAL (
    SELECT supply FROM supply_event AS event WHERE event.chain = ${chainNumber(1)} AND event.currency_id = wanted.id
     ORDER BY height DESC, tx_index DESC, vout DESC, ordinal DESC LIMIT 1) AS last`;

/** Systems of currencies, and all above them, as rows of a batch build on them; a currency without a row has none. */
export async function findSystems(db: SqlExecutor, chainId: string, currencyIds: readonly string[]): Promise<Systems> {
  const systems = new Systems();
  const asked = new Set<string>();
  for (let wanted = [...new Set(currencyIds)]; wanted.length > 0; ) {
    for (const id of wanted) asked.add(id);
    const rows = await db.$queryRawUnsafe<CurrencySystem[]>(SYSTEMS, chainId, wanted);
    for (const row of rows) systems.add(row);
    const beyond = rows.flatMap(({ currencyId }) => systems.beyond(currencyId));
    // Nothing above this chain counts, and most currencies are its own.
    wanted = [...new Set(beyond)].filter((id) => id !== chainId && !asked.has(id));
  }
  return systems;
}

/** Supplies of currencies after their last events; one without an event has no entry. */
export async function findSupplies(
  db: SqlExecutor,
  chainId: string,
  currencyIds: readonly string[],
): Promise<Map<string, bigint>> {
  if (currencyIds.length === 0) return new Map();
  const rows = await db.$queryRawUnsafe<{ id: string; supply: string }[]>(SUPPLIES, chainId, currencyIds);
  return new Map(rows.map(({ id, supply }) => [id, BigInt(supply)]));
}

export interface NewSupplyRows {
  systems: readonly (CurrencySystem & { height: number })[];
  events: readonly SupplyEvent[];
}

/** @param chain number of the chain */
export async function insertSupplyRows(tx: SqlExecutor, chain: number, rows: NewSupplyRows): Promise<void> {
  await insertRows(
    tx,
    'currency_system',
    {
      ...{ chain: 'smallint', currency_id: 'text', system_id: 'text', parent_id: 'text', is_gateway: 'boolean' },
      height: 'integer',
    },
    rows.systems.map((row) => [...[chain, row.currencyId, row.systemId, row.parentId, row.isGateway, row.height]]),
  );
  await insertRows(
    tx,
    'supply_event',
    {
      ...{ chain: 'smallint', currency_id: 'text', height: 'integer', tx_index: 'integer', vout: 'integer' },
      ...{ ordinal: 'integer', txid: 'bytea', kind: 'text', amount: 'bigint', supply: 'numeric' },
      ...{ follows_rules: 'boolean' },
    },
    rows.events.map((row) => [
      ...[chain, row.currencyId, row.height, row.txIndex, row.vout, row.ordinal, bytes(row.txid)],
      ...[row.kind, row.amount, row.supply, row.followsRules],
    ]),
  );
}

/** Deletes the rows of blocks above a height; -1: all. */
export async function revertSupplyRows(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  for (const table of ['supply_event', 'currency_system']) {
    await tx.$executeRawUnsafe(
      `DELETE FROM ${table} WHERE chain = ${chainNumber(1)} AND height > $2`,
      chainId,
      keepHeight,
    );
  }
}
