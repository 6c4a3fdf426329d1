import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type Definition, readDefinition } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import { parsePayload } from '@ledgergraph/verus-protocol/payloads/payload';
import type { CurrencyKind } from '#/currency/currency-kind.ts';
import type { LaunchState } from '#/currency/launch-state.ts';

/** A currency as of some height. */
export interface DefinitionRow {
  currencyId: string;
  /** Place of the definition; txIndex and vout are -1 for the announced one of a root chain. */
  height: number;
  txIndex: number;
  vout: number;
  txid: string | null;
  fullyQualifiedName: string;
  kind: CurrencyKind;
  definition: Definition;
  /** The whole definition as the chain holds it. */
  payload: JsonObject;
}

/** A currency of a chain, as it stood at a height. */
export interface CurrencyAtHeight {
  chainId: string;
  currencyId: string;
  height: number;
}

/** Which currencies a list has; null: no condition. */
export interface CurrencyFilter {
  /** Folded beginning of the name, or of the name from one of its later labels on. */
  search: string | null;
  kind: CurrencyKind | null;
  launchState: LaunchState | null;
  /** Baskets with this reserve. */
  reserveCurrencyId: string | null;
}

interface Row {
  currency_id: string;
  height: number;
  tx_index: number;
  vout: number;
  txid: string | null;
  fully_qualified_name: string;
  kind: CurrencyKind;
  definition: string;
}

/** The definition in force of each key, in the order of keys; null where the currency is not defined by then. */
export async function findDefinitions(
  db: SqlExecutor,
  keys: readonly CurrencyAtHeight[],
): Promise<(DefinitionRow | null)[]> {
  const rows = await db.$queryRawUnsafe<(Row & { position: bigint })[]>(
    `SELECT wanted.position, defined.*
       FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, currency_id, height, position)
       JOIN LATERAL (
         SELECT * FROM currency_definition
          WHERE chain_id = wanted.chain_id AND currency_id = wanted.currency_id AND height <= wanted.height
          ORDER BY height DESC, tx_index DESC, vout DESC LIMIT 1
       ) AS defined ON true`,
    keys.map((key) => key.chainId),
    keys.map((key) => key.currencyId),
    keys.map((key) => key.height),
  );
  const found = new Map(rows.map((row) => [Number(row.position) - 1, readRow(row)]));
  return keys.map((_, index) => found.get(index) ?? null);
}

// Definitions in force at height $2 of chain $1 that meet the filter $3 to $6.
const IN_FORCE = `
  FROM currency_definition AS defined
 WHERE defined.chain_id = $1 AND defined.height <= $2
   AND NOT EXISTS (
     SELECT FROM currency_definition AS newer
      WHERE newer.chain_id = $1 AND newer.currency_id = defined.currency_id AND newer.height <= $2
        AND (newer.height, newer.tx_index, newer.vout) > (defined.height, defined.tx_index, defined.vout))
   AND ($3::text IS NULL OR EXISTS (SELECT FROM unnest(defined.search_names) AS name WHERE starts_with(name, $3)))
   AND ($4::text IS NULL OR defined.kind = $4)
   AND ($5::text IS NULL OR $5 = (
     SELECT launch_state FROM currency_state
      WHERE chain = ${chainNumber(1)} AND currency_id = defined.currency_id AND height <= $2
      ORDER BY height DESC, ordinal DESC LIMIT 1))
   AND ($6::text IS NULL OR $6 = ANY (defined.reserve_ids))`;

/**
 * Currencies of a chain at a height, newest definition first.
 * @param after height, txIndex and vout of the last row of the page before
 */
export async function listDefinitions(
  db: SqlExecutor,
  chain: { chainId: string; height: number },
  filter: CurrencyFilter,
  after: readonly [height: number, txIndex: number, vout: number] | null,
  limit: number,
): Promise<DefinitionRow[]> {
  const [height, txIndex, vout] = after ?? [null, null, null];
  const rows = await db.$queryRawUnsafe<Row[]>(
    `SELECT defined.* ${IN_FORCE}
        AND ($7::integer IS NULL OR (defined.height, defined.tx_index, defined.vout) < ($7, $8::integer, $9::integer))
      ORDER BY defined.height DESC, defined.tx_index DESC, defined.vout DESC LIMIT $10`,
    ...filterValues(chain, filter),
    height,
    txIndex,
    vout,
    limit,
  );
  return rows.map(readRow);
}

export async function countDefinitions(
  db: SqlExecutor,
  chain: { chainId: string; height: number },
  filter: CurrencyFilter,
): Promise<bigint> {
  const rows = await db.$queryRawUnsafe<{ count: bigint }[]>(
    `SELECT count(*) ${IN_FORCE}`,
    ...filterValues(chain, filter),
  );
  return rows[0]?.count ?? 0n;
}

function filterValues(chain: { chainId: string; height: number }, filter: CurrencyFilter): unknown[] {
  return [chain.chainId, chain.height, filter.search, filter.kind, filter.launchState, filter.reserveCurrencyId];
}

function readRow(row: Row): DefinitionRow {
  const payload = parsePayload(row.definition, 'definition');
  return {
    currencyId: row.currency_id,
    height: row.height,
    txIndex: row.tx_index,
    vout: row.vout,
    txid: row.txid,
    fullyQualifiedName: row.fully_qualified_name,
    kind: row.kind,
    definition: readDefinition(payload),
    payload,
  };
}
