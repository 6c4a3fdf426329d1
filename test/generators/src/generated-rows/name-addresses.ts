import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export interface Named {
  chain: number;
  ids: number[];
}

/** A look-up for each address, whatever Postgres thinks that the table holds. */
const KNOWN =
  'SELECT given.chain, given.id FROM (SELECT * FROM address WHERE address.address = wanted.address OFFSET 0) given WHERE given.chain = chain.id LIMIT 1';

/** New ones get the next ids, the native currency the first. */
export async function nameAddresses(db: SqlExecutor, chainId: string, addresses: readonly string[]): Promise<Named> {
  await db.$executeRawUnsafe('INSERT INTO chain (chain_id) VALUES ($1) ON CONFLICT DO NOTHING', chainId);
  const [last] = await db.$queryRawUnsafe<{ id: number }[]>(
    'SELECT coalesce(max(address.id), 0)::integer AS id FROM address JOIN chain ON chain.id = address.chain WHERE chain.chain_id = $1',
    chainId,
  );
  await db.$executeRawUnsafe(
    `INSERT INTO address (chain, id, address, height)
     SELECT chain.id, $3::integer + row_number() OVER (ORDER BY wanted.place), wanted.address, 0
       FROM chain CROSS JOIN unnest($2::text[]) WITH ORDINALITY AS wanted (address, place)
       LEFT JOIN LATERAL (${KNOWN}) known ON true
      WHERE chain.chain_id = $1 AND known.id IS NULL`,
    chainId,
    [chainId, ...addresses],
    last?.id ?? 0,
  );
  // With statistics of an empty table, later joins would read all of it for each of their rows.
  await db.$executeRawUnsafe('ANALYZE address');
  const rows = await db.$queryRawUnsafe<{ chain: number; id: number }[]>(
    `SELECT known.chain, known.id
       FROM unnest($2::text[]) WITH ORDINALITY AS wanted (address, place)
       JOIN chain ON chain.chain_id = $1
      CROSS JOIN LATERAL (${KNOWN}) known
      ORDER BY wanted.place`,
    chainId,
    [chainId, ...addresses],
  );
  const [native, ...named] = rows;
  if (native === undefined) throw new Error(`chain ${chainId} has no id`);
  return { chain: native.chain, ids: named.map(({ id }) => id) };
}
