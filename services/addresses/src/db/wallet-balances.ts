import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { validationError } from '@ledgergraph/graph-kit/errors';
import { rowOfAddress } from './address-id.ts';
import { NATIVE_ID } from './address-registry.ts';
import type { TransactionPlace } from './list-address-transactions.ts';
import type { CurrencyValue } from './output-row.ts';
import { currencySteps, ORDERS, stepRange } from './transaction-steps.ts';
import { CHAIN, WALLET, type Wallet } from './wallet.ts';

const UP_TO_PLACE = { after: '$3::integer, $4::integer + 1', last: '-1, -1', limit: '1' };

/** Anyone can pay to an address and others, and so put it into groups without end. */
export const GROUPS_MAX = 10_000;

// Running totals of each address count an output in full; those of a group subtract what several addresses of the wallet count too often.
// Parameters: $1 chain; $2 addresses; $3 and $4 the place (height, tx_index); $5 the currencies; $6 the groups to read.
const BALANCES = `
WITH ${WALLET},
wanted AS MATERIALIZED (
  SELECT listed.place, listed.address, found.id AS currency_id
    FROM unnest($5::text[]) WITH ORDINALITY AS listed (address, place) CROSS JOIN LATERAL (${rowOfAddress(CHAIN, 'listed.address')}) found
),
held AS MATERIALIZED (
  SELECT chain, address_id, currency_id FROM wallet CROSS JOIN wanted WHERE currency_id = ${NATIVE_ID}
   UNION ALL
  SELECT wallet.chain, wallet.address_id, token.currency_id FROM wallet CROSS JOIN LATERAL (
    SELECT currency_id FROM token_balance token
     WHERE token.chain = wallet.chain AND token.address_id = wallet.address_id
       AND token.currency_id = ANY (ARRAY(SELECT currency_id FROM wanted))
    OFFSET 0
  ) token
),
sharing AS MATERIALIZED (
  SELECT sharer.*
    FROM wallet CROSS JOIN LATERAL (
      SELECT chain, currency_id, group_id, address_ids FROM sharer
       WHERE sharer.chain = wallet.chain AND sharer.address_id = wallet.address_id
         AND sharer.currency_id = ANY (ARRAY(SELECT currency_id FROM wanted))
      OFFSET 0
    ) sharer
   WHERE (SELECT count(*) FROM wallet) > 1
   LIMIT $6
),
shared AS MATERIALIZED (
  SELECT DISTINCT chain, currency_id, group_id,
         1 - (SELECT count(*) FROM unnest(address_ids) AS listed (id) WHERE listed.id IN (SELECT address_id FROM wallet)) AS times
    FROM sharing
)
SELECT wanted.address AS "currencyId", sum(part.satoshis)::text AS satoshis, (SELECT count(*)::integer FROM sharing) AS groups
  FROM (SELECT held.currency_id, latest.balance::numeric AS satoshis
          FROM held
         CROSS JOIN LATERAL (
           SELECT step.balance FROM (
             (SELECT step.height, step.tx_index, step.balance FROM native_transaction step
               WHERE held.currency_id = ${NATIVE_ID} AND ${stepRange('held', ['address_id'], ORDERS.DESC, UP_TO_PLACE)})
              UNION ALL
             (SELECT step.height, step.tx_index, step.balance FROM balance_change_row step
               WHERE ${stepRange('held', ['address_id', 'currency_id'], ORDERS.DESC, UP_TO_PLACE)})
           ) step ORDER BY step.height DESC, step.tx_index DESC LIMIT 1
         ) latest
         UNION ALL
        SELECT shared.currency_id, shared.times * latest.balance::numeric
          FROM shared
         CROSS JOIN LATERAL (
           SELECT step.balance FROM shared_balance step
            WHERE ${stepRange('shared', ['group_id', 'currency_id'], ORDERS.DESC, UP_TO_PLACE)}
         ) latest
         WHERE shared.times < 0) part
  JOIN wanted ON wanted.currency_id = part.currency_id
 GROUP BY wanted.place, wanted.address
 ORDER BY wanted.place`;

/** Right after a place, of those currencies that were received by then. @throws VALIDATION_ERROR above `GROUPS_MAX` */
export async function findWalletBalances(
  db: SqlExecutor,
  { chainId, addresses }: Wallet,
  { height, txIndex }: TransactionPlace,
  currencyIds: readonly string[],
): Promise<CurrencyValue[]> {
  const rows = await db.$queryRawUnsafe<{ currencyId: string; satoshis: string; groups: number }[]>(
    BALANCES,
    chainId,
    addresses,
    height,
    txIndex,
    currencyIds,
    GROUPS_MAX + 1,
  );
  if ((rows[0]?.groups ?? 0) > GROUPS_MAX) {
    const shared = `share outputs in more than ${GROUPS_MAX} groups of addresses`;
    throw validationError(
      'addresses',
      `addresses ${shared}, so their balances are not added up: ask for fewer at once`,
    );
  }
  return rows.map((row) => ({ currencyId: row.currencyId, satoshis: BigInt(row.satoshis) }));
}

// Parameters: $1 chain; $2 addresses; $3 the height; $4 the currency that the page begins behind, or null; $5 the limit.
const RECEIVED = `
WITH ${WALLET},
start AS MATERIALIZED (SELECT coalesce((SELECT found.id FROM (${rowOfAddress(CHAIN, '$4::text')}) found), 0) AS currency_id)
SELECT named.address AS "currencyId"
  FROM (SELECT DISTINCT received.currency_id
          FROM ((SELECT owned.currency_id
                   FROM (SELECT wallet.*, ${NATIVE_ID} AS currency_id FROM wallet CROSS JOIN start WHERE start.currency_id < ${NATIVE_ID}) owned
                  CROSS JOIN LATERAL (
                    ${currencySteps('owned', ORDERS.DESC, { after: '$3::integer + 1, -1', last: '-1, -1', limit: '1' })}
                  ) step
                  LIMIT 1)
                 UNION ALL
                SELECT token.currency_id
                  FROM wallet
                 CROSS JOIN start
                 CROSS JOIN LATERAL (
                   SELECT token.currency_id FROM token_balance token
                    WHERE token.chain = wallet.chain AND token.address_id = wallet.address_id
                      AND token.currency_id > start.currency_id AND token.first_height <= $3::integer
                    ORDER BY token.chain, token.address_id, token.currency_id
                    LIMIT $5
                 ) token) received
         ORDER BY received.currency_id
         LIMIT $5) page
 CROSS JOIN LATERAL (SELECT address FROM address named WHERE named.chain = ${CHAIN} AND named.id = page.currency_id LIMIT 1) named
 ORDER BY page.currency_id`;

/** Currencies ever received up to a height, in the order in which the chain first named them: native first. */
export async function listWalletCurrencies(
  db: SqlExecutor,
  { chainId, addresses }: Wallet,
  { height, limit, after }: { height: number; limit: number; after: string | null },
): Promise<string[]> {
  const rows = await db.$queryRawUnsafe<{ currencyId: string }[]>(RECEIVED, chainId, addresses, height, after, limit);
  return rows.map(({ currencyId }) => currencyId);
}
