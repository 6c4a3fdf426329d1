import pg from 'pg';

/** In satoshis, after a block. */
export interface Amounts {
  /** For all holders together. */
  held: bigint;
  /** Rich lists take shares of it. */
  heldTotal: bigint;
  /** Only the protocol holds these. */
  unheld: bigint;
  /** null before currencies knows it. */
  supply: bigint | null;
}

export interface SupplyDatabases {
  addresses: string;
  currencies: string;
}

interface Row {
  currencyId: string;
  height: number;
  amount: string;
}

const HELD = `
  SELECT currency.address AS "currencyId", change.height, sum(change.after - change.before)::text AS amount
    FROM (SELECT chain, currency_id, height, coalesce(previous_balance, 0) AS before,
                 CASE WHEN lead(height) OVER later IS NULL THEN coalesce(holder.balance, 0)
                      ELSE coalesce(lead(previous_balance) OVER later, 0) END AS after
            FROM holder_change LEFT JOIN holder USING (chain, currency_id, holder_id)
          WINDOW later AS (PARTITION BY chain, currency_id, holder_id ORDER BY height)) AS change
    JOIN chain ON chain.id = change.chain AND chain.chain_id = $1
    JOIN address currency ON currency.chain = change.chain AND currency.id = change.currency_id
   GROUP BY currency.address, change.height`;

const UNHELD = `
  WITH unheld AS (
    SELECT output.*, spend.spent_height
      FROM output JOIN chain ON chain.id = output.chain AND chain.chain_id = $1
      LEFT JOIN spend USING (chain, height, tx_index, vout)
     WHERE holder_id IS NULL),
  value AS (
    SELECT chain, 1 AS currency_id, satoshis AS amount, height, spent_height FROM unheld
    UNION ALL
    SELECT chain, token.id, token.amount, height, spent_height FROM unheld, unnest(token_ids, token_satoshis) AS token (id, amount))
  SELECT currency.address AS "currencyId", move.height, sum(amount)::text AS amount
    FROM (SELECT chain, currency_id, height, amount FROM value
          UNION ALL
          SELECT chain, currency_id, spent_height, -amount FROM value WHERE spent_height IS NOT NULL) AS move
    JOIN address currency ON currency.chain = move.chain AND currency.id = move.currency_id
   GROUP BY currency.address, move.height`;

const HELD_TOTAL = `
  SELECT currency.address AS "currencyId", held.height, total::text AS amount
    FROM held_total held JOIN chain ON chain.id = held.chain AND chain.chain_id = $1
    JOIN address currency ON currency.chain = held.chain AND currency.id = held.currency_id`;

// The coin's includes mined and shielded ones; any other is that of its state in force.
const SUPPLY = `
  SELECT DISTINCT ON (currency_id, height) currency_id AS "currencyId", height, supply::text AS amount
    FROM currency_state WHERE chain = (SELECT id FROM chain WHERE chain_id = $1) AND currency_id <> $1
   ORDER BY currency_id, height, ordinal DESC`;
const COIN_SUPPLY = `
  SELECT $1::text AS "currencyId", height, supply::text AS amount
    FROM native_supply WHERE chain = (SELECT id FROM chain WHERE chain_id = $1)`;

export async function* readAmounts(
  databases: SupplyDatabases,
  chainId: string,
  tip: number,
): AsyncGenerator<{ height: number; amounts: ReadonlyMap<string, Readonly<Amounts>> }> {
  const [held, unheld, totals, supplies, coins] = await Promise.all([
    readRows(databases.addresses, HELD, chainId),
    readRows(databases.addresses, UNHELD, chainId),
    readRows(databases.addresses, HELD_TOTAL, chainId),
    readRows(databases.currencies, SUPPLY, chainId),
    readRows(databases.currencies, COIN_SUPPLY, chainId),
  ]);
  const amounts = new Map<string, Amounts>();
  const of = (id: string): Amounts => {
    const known = amounts.get(id) ?? { held: 0n, heldTotal: 0n, unheld: 0n, supply: null };
    amounts.set(id, known);
    return known;
  };
  for (let height = 0; height <= tip; height += 1) {
    for (const { currencyId, amount } of held.get(height) ?? []) of(currencyId).held += BigInt(amount);
    for (const { currencyId, amount } of unheld.get(height) ?? []) of(currencyId).unheld += BigInt(amount);
    for (const { currencyId, amount } of totals.get(height) ?? []) of(currencyId).heldTotal = BigInt(amount);
    for (const { currencyId, amount } of supplies.get(height) ?? []) of(currencyId).supply = BigInt(amount);
    for (const { currencyId, amount } of coins.get(height) ?? []) of(currencyId).supply = BigInt(amount);
    yield { height, amounts };
  }
}

async function readRows(databaseUrl: string, sql: string, chainId: string): Promise<Map<number, Row[]>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(sql, [chainId]);
    return Map.groupBy(rows, ({ height }) => height);
  } finally {
    await client.end();
  }
}
