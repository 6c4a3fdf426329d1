import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** Values that later rows of a currency build on. */
export interface KnownCurrency {
  fullyQualifiedName: string;
  /** Has no parent: its name is left out of its children's. */
  isRoot: boolean;
  systemId: string;
  /** Height of its newest definition; 0: the announced one. */
  definedHeight: number;
  /** Ordinal of the newest state; 0 while there is none. */
  ordinal: number;
}

interface Row {
  currency_id: string;
  fully_qualified_name: string;
  is_root: boolean;
  system_id: string;
  height: number;
  ordinal: number | null;
}

/** The given currencies as the newest rows have them; those that the chain has not defined are not in the map. */
export async function findKnownCurrencies(
  tx: SqlExecutor,
  chainId: string,
  currencyIds: readonly string[],
): Promise<Map<string, KnownCurrency>> {
  if (currencyIds.length === 0) return new Map();
  const rows = await tx.$queryRawUnsafe<Row[]>(
    `SELECT wanted.id AS currency_id, defined.fully_qualified_name, defined.system_id, defined.height,
            defined.definition::json ->> 'parent' IS NULL AS is_root, state.ordinal
       FROM unnest($2::text[]) AS wanted (id)
       JOIN LATERAL (
         SELECT * FROM currency_definition
          WHERE chain_id = $1 AND currency_id = wanted.id
          ORDER BY height DESC, tx_index DESC, vout DESC LIMIT 1
       ) AS defined ON true
       LEFT JOIN LATERAL (
         SELECT ordinal FROM currency_state
          WHERE chain = ${chainNumber(1)} AND currency_id = wanted.id
          ORDER BY ordinal DESC LIMIT 1
       ) AS state ON true`,
    chainId,
    currencyIds,
  );
  return new Map(
    rows.map((row) => [
      row.currency_id,
      {
        fullyQualifiedName: row.fully_qualified_name,
        isRoot: row.is_root,
        systemId: row.system_id,
        definedHeight: row.height,
        ordinal: row.ordinal ?? 0,
      },
    ]),
  );
}
