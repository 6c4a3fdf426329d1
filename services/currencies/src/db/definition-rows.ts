import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type Definition, readDefinition } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import { parsePayload } from '@ledgergraph/verus-protocol/payloads/payload';
import type { CurrencyKind } from '#/rules/currency-kind.ts';
import type { LaunchState } from '#/rules/launch-state.ts';
import { definitions, type StoredDefinition } from './tables.ts';

export interface DefinitionRow extends Omit<StoredDefinition, 'definition'> {
  definition: Definition;
  payload: JsonObject;
  definitionText: string;
}

export const CURRENCY_KEYS = describeKeys({ chainId: 'text', currencyId: 'text', height: 'integer' });
export type CurrencyAtHeight = KeyOf<typeof CURRENCY_KEYS>;

/** Null: no condition. */
export interface CurrencyFilter {
  /** Folded beginning of the name, or of its part from one of its later labels on. */
  search: string | null;
  kind: CurrencyKind | null;
  launchState: LaunchState | null;
  reserveCurrencyId: string | null;
}

/** In the order of the keys; null where the currency is not defined by the height. */
export async function findDefinitions(
  db: SqlExecutor,
  keys: readonly CurrencyAtHeight[],
): Promise<(DefinitionRow | null)[]> {
  const rows = await CURRENCY_KEYS.find<StoredDefinition>(
    db,
    `SELECT wanted.key, ${definitions.columns('defined')} FROM ${CURRENCY_KEYS.sql}
       JOIN LATERAL (
         SELECT * FROM currency_definition
          WHERE chain = wanted.chain AND currency_id = wanted.currency_id AND height <= wanted.height
          ORDER BY height DESC, tx_index DESC, vout DESC LIMIT 1
       ) AS defined ON true`,
    keys,
  );
  return rows.map((row) => (row === undefined ? null : readRow(row)));
}

// In force at height $2 of chain $1, with the filter $3 to $6.
const IN_FORCE = `
  FROM currency_definition AS defined
 WHERE defined.chain = ${chainNumber(1)} AND defined.height <= $2
   AND NOT EXISTS (
     SELECT FROM currency_definition AS newer
      WHERE newer.chain = defined.chain AND newer.currency_id = defined.currency_id AND newer.height <= $2
        AND (newer.height, newer.tx_index, newer.vout) > (defined.height, defined.tx_index, defined.vout))
   AND ($3::text IS NULL OR EXISTS (SELECT FROM unnest(defined.search_names) AS name WHERE starts_with(name, $3)))
   AND ($4::text IS NULL OR defined.kind = $4)
   AND ($5::text IS NULL OR $5 = (
     SELECT launch_state FROM currency_state
      WHERE chain = defined.chain AND currency_id = defined.currency_id AND height <= $2
      ORDER BY height DESC, ordinal DESC LIMIT 1))
   AND ($6::text IS NULL OR $6 = ANY (defined.reserve_ids))`;

/** Newest definition first. @param after height, txIndex and vout of the last row of the page before */
export async function listDefinitions(
  db: SqlExecutor,
  chain: { chainId: string; height: number },
  filter: CurrencyFilter,
  after: readonly [height: number, txIndex: number, vout: number] | null,
  limit: number,
): Promise<DefinitionRow[]> {
  const [height, txIndex, vout] = after ?? [null, null, null];
  const rows = await db.$queryRawUnsafe<StoredDefinition[]>(
    `SELECT ${definitions.columns('defined')} ${IN_FORCE}
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

function readRow(row: StoredDefinition): DefinitionRow {
  const payload = parsePayload(row.definition, 'definition');
  return { ...row, definition: readDefinition(payload), payload, definitionText: row.definition };
}
