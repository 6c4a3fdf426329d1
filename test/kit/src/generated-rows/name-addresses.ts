import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';

/** Ids that stand for a chain and its addresses and currencies in addresses' database. */
export interface Named {
  chain: number;
  /** In the order they were asked for. */
  ids: number[];
}

/** Names addresses and currencies, as the indexer would: those that are new get the next ids, the native currency the first. */
export async function nameAddresses(db: SqlExecutor, chainId: string, addresses: readonly string[]): Promise<Named> {
  await db.$executeRawUnsafe('INSERT INTO chain (chain_id) VALUES ($1) ON CONFLICT DO NOTHING', chainId);
  await db.$executeRawUnsafe(
    `INSERT INTO address (chain, id, address, height)
     SELECT chain.id, coalesce((SELECT max(given.id) FROM address given WHERE given.chain = chain.id), 0) + row_number() OVER (ORDER BY wanted.place),
            wanted.address, 0
       FROM chain CROSS JOIN unnest($2::text[]) WITH ORDINALITY AS wanted (address, place)
      WHERE chain.chain_id = $1
        AND NOT EXISTS (SELECT FROM address known WHERE known.chain = chain.id AND known.address = wanted.address)`,
    chainId,
    [chainId, ...addresses],
  );
  const rows = await db.$queryRawUnsafe<{ chain: number; id: number }[]>(
    `SELECT known.chain, known.id
       FROM unnest($2::text[]) WITH ORDINALITY AS wanted (address, place)
       JOIN chain ON chain.chain_id = $1
       JOIN address known ON known.chain = chain.id AND known.address = wanted.address
      ORDER BY wanted.place`,
    chainId,
    [chainId, ...addresses],
  );
  const [native, ...named] = rows;
  if (native === undefined) throw new Error(`chain ${chainId} has no id`);
  return { chain: native.chain, ids: named.map(({ id }) => id) };
}
