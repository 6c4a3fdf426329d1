import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { bytes } from '@ledgergraph/chain-kit/hex';
import type { SupplyEvent } from '#/supply/supply-event.ts';

const KNOWN = `
SELECT wanted.id, system.system_id AS "systemId", last.supply::text AS supply
  FROM unnest($2::text[]) AS wanted (id)
  LEFT JOIN currency_system AS system ON system.chain = ${chainNumber(1)} AND system.currency_id = wanted.id
  LEFT JOIN LATERAL (
    SELECT supply FROM supply_event AS event WHERE event.chain = ${chainNumber(1)} AND event.currency_id = wanted.id
     ORDER BY height DESC, tx_index DESC, vout DESC, ordinal DESC LIMIT 1) AS last ON true`;

/** System and supply of currencies, as rows of a batch build on them; one without a row has no entry. */
export async function findKnownSupply(
  db: SqlExecutor,
  chainId: string,
  currencyIds: readonly string[],
): Promise<{ systems: Map<string, string>; supplies: Map<string, bigint> }> {
  const systems = new Map<string, string>();
  const supplies = new Map<string, bigint>();
  if (currencyIds.length === 0) return { systems, supplies };
  const rows = await db.$queryRawUnsafe<{ id: string; systemId: string | null; supply: string | null }[]>(
    KNOWN,
    chainId,
    currencyIds,
  );
  for (const { id, systemId, supply } of rows) {
    if (systemId !== null) systems.set(id, systemId);
    if (supply !== null) supplies.set(id, BigInt(supply));
  }
  return { systems, supplies };
}

export interface NewSupplyRows {
  systems: readonly { currencyId: string; systemId: string; height: number }[];
  events: readonly SupplyEvent[];
}

/** @param chain number of the chain */
export async function insertSupplyRows(tx: SqlExecutor, chain: number, rows: NewSupplyRows): Promise<void> {
  await insertRows(
    tx,
    'currency_system',
    { chain: 'smallint', currency_id: 'text', system_id: 'text', height: 'integer' },
    rows.systems.map(({ currencyId, systemId, height }) => [chain, currencyId, systemId, height]),
  );
  await insertRows(
    tx,
    'supply_event',
    {
      ...{ chain: 'smallint', currency_id: 'text', height: 'integer', tx_index: 'integer', vout: 'integer' },
      ...{ ordinal: 'integer', txid: 'bytea', kind: 'text', amount: 'bigint', supply: 'numeric' },
      ...{ as_expected: 'boolean' },
    },
    rows.events.map((row) => [
      ...[chain, row.currencyId, row.height, row.txIndex, row.vout, row.ordinal, bytes(row.txid)],
      ...[row.kind, row.amount, row.supply, row.asExpected],
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
