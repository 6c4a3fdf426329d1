import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { rowOfAddress } from './address-id.ts';
import { NATIVE_ID } from './address-registry.ts';
import type { UtxoFilter, UtxoPlace } from './list-utxos.ts';
import type { UtxoWallet } from './list-wallet-utxos.ts';
import { firstMaturingHeight } from './output-row.ts';
import type { Outpoint } from './outputs.ts';
import { WALLET } from './wallet.ts';

// A probe for each outpoint (see `listOutputs`), so the cost follows from their number. A guard is open or closed for all addresses
// alike, so all closed ones are one set. Parameters: $1 chain; $2 addresses; $3 height; $4 the last height whose coinbases are mature;
// $5 whether only spendable outputs count; $6 the i-address of the currency or null; $7 and $8 the outpoints; $9 the first height whose
// coinbases have to mature.
const LISTED_PLACES = `
WITH ${WALLET},
closed AS MATERIALIZED (
  SELECT -1 AS guard_id
   UNION
  SELECT guard.guard_id
    FROM wallet
   CROSS JOIN LATERAL (
     SELECT FROM guarded_count counted
      WHERE counted.chain = wallet.chain AND counted.address_id = wallet.address_id AND counted.currency_id = 0
      LIMIT 1
   ) counted
   CROSS JOIN LATERAL guards_of(wallet.chain, wallet.address_id, 0, $3::integer) guard
   WHERE NOT guard.is_open
),
spent_since AS MATERIALIZED (
  SELECT link.height, link.tx_index, link.vout
    FROM wallet
   CROSS JOIN LATERAL (
     SELECT height, tx_index, vout FROM address_spent_output link
      WHERE link.chain = wallet.chain AND link.address_id = wallet.address_id AND link.spent_height > $3::integer
     OFFSET 0
   ) link
)
SELECT place.height, place.tx_index AS "txIndex", spent.vout
  FROM (SELECT id FROM chain WHERE chain_id = $1::text) chain
 CROSS JOIN (SELECT DISTINCT * FROM unnest($7::text[], $8::integer[]) AS spent (txid, vout)) spent
 CROSS JOIN LATERAL (
    SELECT named.height, named.tx_index FROM (SELECT * FROM transaction_place WHERE txid = decode(spent.txid, 'hex') OFFSET 0) named
     WHERE named.chain = chain.id
     LIMIT 1
 ) place
 CROSS JOIN LATERAL (
    SELECT output.address_ids, output.guard_id, output.satoshis, output.token_ids, output.is_coinbase FROM output
     WHERE output.chain = chain.id AND output.height = place.height AND output.tx_index = place.tx_index AND output.vout = spent.vout
     LIMIT 1
 ) output
 WHERE place.height <= $3::integer
   AND (EXISTS (
          SELECT FROM unnest(output.address_ids) AS named (id)
           CROSS JOIN LATERAL (
             SELECT FROM address_utxo link
              WHERE link.chain = chain.id AND link.address_id = named.id AND link.guard_id = output.guard_id
                AND link.is_native = (output.satoshis <> 0) AND link.height = place.height AND link.tx_index = place.tx_index
                AND link.vout = spent.vout
              LIMIT 1
           ) unspent
           WHERE named.id IN (SELECT address_id FROM wallet))
        OR (place.height, place.tx_index, spent.vout) IN (SELECT height, tx_index, vout FROM spent_since))
   AND ($6::text IS NULL OR CASE WHEN $6 = $1 THEN output.satoshis <> 0 ELSE
         (SELECT found.id FROM (${rowOfAddress('chain.id', '$6')}) found WHERE found.id <> ${NATIVE_ID})
           = ANY (output.token_ids) END)
   AND (NOT $5::boolean OR (output.guard_id NOT IN (SELECT guard_id FROM closed)
         AND (NOT output.is_coinbase OR place.height <= $4::integer OR place.height < $9::integer)))`;

/** Outputs of other addresses, filtered ones and those in no block yet are left out. */
export async function findListed(
  db: SqlExecutor,
  { chainId, addresses, height, matureHeight }: UtxoWallet,
  { currencyId, spendableOnly }: UtxoFilter,
  outpoints: readonly Outpoint[],
): Promise<UtxoPlace[]> {
  if (outpoints.length === 0) return [];
  return db.$queryRawUnsafe<UtxoPlace[]>(
    LISTED_PLACES,
    chainId,
    addresses,
    height,
    matureHeight,
    spendableOnly,
    currencyId,
    outpoints.map(({ txid }) => txid),
    outpoints.map(({ vout }) => vout),
    firstMaturingHeight(chainId),
  );
}
