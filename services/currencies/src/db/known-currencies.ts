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

/** The given currencies as the newest rows have them; those that the chain has not defined are not in the map. */
export async function findKnownCurrencies(
  db: SqlExecutor,
  chain: number,
  currencyIds: readonly string[],
): Promise<Map<string, KnownCurrency>> {
  const rows = await db.$queryRawUnsafe<(KnownCurrency & { currencyId: string })[]>(
    `SELECT wanted.id AS "currencyId", defined.fully_qualified_name AS "fullyQualifiedName", defined.system_id AS "systemId",
            defined.height AS "definedHeight", defined.definition::json ->> 'parent' IS NULL AS "isRoot",
            coalesce(state.ordinal, 0) AS ordinal
       FROM unnest($2::text[]) AS wanted (id)
       JOIN LATERAL (
         SELECT * FROM currency_definition
          WHERE chain = $1 AND currency_id = wanted.id
          ORDER BY height DESC, tx_index DESC, vout DESC LIMIT 1
       ) AS defined ON true
       LEFT JOIN LATERAL (
         SELECT ordinal FROM currency_state
          WHERE chain = $1 AND currency_id = wanted.id
          ORDER BY ordinal DESC LIMIT 1
       ) AS state ON true`,
    chain,
    currencyIds,
  );
  return new Map(rows.map(({ currencyId, ...known }) => [currencyId, known]));
}
