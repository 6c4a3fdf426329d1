import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export interface KnownCurrency {
  fullyQualifiedName: string;
  /** Names of its children omit the name of a root. */
  isRoot: boolean;
  systemId: string;
  /** 0: the announced definition. */
  definedHeight: number;
  /** 0 while there is no state. */
  ordinal: number;
}

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
