import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { rowOfAddress } from './address-id.ts';
import { NATIVE_ID } from './address-registry.ts';
import type { TransactionPlace } from './list-address-transactions.ts';
import type { CurrencyValue } from './output-row.ts';
import { ORDERS, stepRange } from './transaction-steps.ts';
import { CHAIN, WALLET, type Wallet } from './wallet.ts';

const UP_TO_PLACE = { after: '$3::integer, $4::integer + 1', last: '-1, -1', limit: '1' };

// Running totals of each address count an output in full; `shared` subtracts outputs that several addresses count. It reads all unspent
// links, so a wallet of one address omits it. Parameters: $1 chain; $2 addresses; $3 and $4 the place (height, tx_index); $5 the
// currency, or null for all.
const BALANCES = `
WITH ${WALLET},
held AS (
  SELECT * FROM (
    SELECT chain, address_id, ${NATIVE_ID} AS currency_id FROM wallet
     UNION ALL
    SELECT wallet.chain, wallet.address_id, token.currency_id FROM wallet CROSS JOIN LATERAL (
      SELECT currency_id FROM token_balance token WHERE token.chain = wallet.chain AND token.address_id = wallet.address_id OFFSET 0
    ) token
  ) every
   WHERE $5::text IS NULL OR every.currency_id = (SELECT found.id FROM (${rowOfAddress(CHAIN, '$5::text')}) found)
),
shared AS MATERIALIZED (
  SELECT link.height, link.tx_index, link.vout, 1 - count(*) AS times
    FROM wallet
   CROSS JOIN LATERAL (
     SELECT link.height, link.tx_index, link.vout FROM address_utxo link
      WHERE link.chain = wallet.chain AND link.address_id = wallet.address_id
      UNION ALL
     SELECT link.height, link.tx_index, link.vout FROM address_spent_output link
      WHERE link.chain = wallet.chain AND link.address_id = wallet.address_id AND link.spent_height >= $3::integer
        AND (link.spent_height, link.spender_tx_index) > ($3::integer, $4::integer)
     OFFSET 0
   ) link
   WHERE (SELECT count(*) FROM wallet) > 1 AND (link.height, link.tx_index) <= ($3::integer, $4::integer)
   GROUP BY 1, 2, 3
  HAVING count(*) > 1
),
named AS (
  SELECT shared.times, output.* FROM shared CROSS JOIN LATERAL (
    SELECT output.satoshis, output.token_ids, output.token_satoshis FROM output
     WHERE output.chain = ${CHAIN} AND output.height = shared.height AND output.tx_index = shared.tx_index AND output.vout = shared.vout
     LIMIT 1
  ) output
)
SELECT currency.address AS "currencyId", sum(part.satoshis)::text AS satoshis
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
        SELECT ${NATIVE_ID}, times * satoshis::numeric FROM named WHERE satoshis <> 0
         UNION ALL
        SELECT token.id, named.times * token.satoshis::numeric
          FROM named CROSS JOIN LATERAL unnest(named.token_ids, named.token_satoshis) AS token (id, satoshis)) part
 CROSS JOIN LATERAL (SELECT address FROM address WHERE address.chain = ${CHAIN} AND address.id = part.currency_id LIMIT 1) currency
 WHERE part.currency_id IN (SELECT currency_id FROM held)
 GROUP BY part.currency_id, currency.address
 ORDER BY part.currency_id <> ${NATIVE_ID}, currency.address COLLATE "C"`;

/** Balances right after a place, of every currency ever received, native first. */
export async function listWalletBalances(
  db: SqlExecutor,
  { chainId, addresses }: Wallet,
  { height, txIndex }: TransactionPlace,
  currencyId: string | null,
): Promise<CurrencyValue[]> {
  const rows = await db.$queryRawUnsafe<{ currencyId: string; satoshis: string }[]>(
    BALANCES,
    chainId,
    addresses,
    height,
    txIndex,
    currencyId,
  );
  return rows.map((row) => ({ currencyId: row.currencyId, satoshis: BigInt(row.satoshis) }));
}
