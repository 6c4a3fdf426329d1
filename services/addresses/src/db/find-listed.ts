import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { NATIVE_ID } from './address-registry.ts';
import type { UtxoFilter, UtxoKey, UtxoPlace } from './list-utxos.ts';
import { firstMaturingHeight } from './output-row.ts';
import type { Outpoint } from './outputs.ts';
import { CHAIN_AND_ADDRESS } from './wanted-keys.ts';

// A probe for each outpoint (see `listOutputs`), so that the cost follows from these and not from what the address has.
// Parameters: $1 to $4 chain, address, height, and the last height whose coinbases are mature; $5 whether only spendable outputs count;
// $6 the i-address of the currency or null; $7 and $8 the outpoints; $9 the first height whose coinbases have to mature.
const LISTED_PLACES = `
SELECT place.height, place.tx_index AS "txIndex", spent.vout
  FROM (SELECT chain.id AS chain, address.id AS address_id, listed.height, listed.mature_height
          FROM (SELECT $1::text AS chain_id, $2::text AS address, $3::integer AS height, $4::integer AS mature_height) listed
         ${CHAIN_AND_ADDRESS}
       ) wanted
 CROSS JOIN LATERAL (
    SELECT array_append(coalesce(array_agg(guard.guard_id) FILTER (WHERE NOT guard.is_open), '{}'), -1) AS closed
      FROM guards_of(wanted.chain, wanted.address_id, 0, wanted.height) guard
 ) guards
 CROSS JOIN unnest($7::text[], $8::integer[]) AS spent (txid, vout)
 CROSS JOIN LATERAL (
    SELECT named.height, named.tx_index FROM (SELECT * FROM transaction_place WHERE txid = decode(spent.txid, 'hex') OFFSET 0) named
     WHERE named.chain = wanted.chain
     LIMIT 1
 ) place
 CROSS JOIN LATERAL (
    SELECT output.address_ids, output.guard_id, output.satoshis, output.token_ids, output.is_coinbase FROM output
     WHERE output.chain = wanted.chain AND output.height = place.height AND output.tx_index = place.tx_index AND output.vout = spent.vout
     LIMIT 1
 ) output
 WHERE place.height <= wanted.height AND wanted.address_id = ANY (output.address_ids)
   AND NOT EXISTS (
     SELECT 1 FROM spend
      WHERE spend.chain = wanted.chain AND spend.height = place.height AND spend.tx_index = place.tx_index AND spend.vout = spent.vout
        AND spend.spent_height <= wanted.height)
   AND ($6::text IS NULL OR CASE WHEN $6 = $1 THEN output.satoshis <> 0 ELSE
         (SELECT named.id FROM address named WHERE named.chain = wanted.chain AND named.address = $6 AND named.id <> ${NATIVE_ID})
           = ANY (output.token_ids) END)
   AND (NOT $5::boolean OR (output.guard_id <> ALL (guards.closed) AND (NOT output.is_coinbase OR place.height <= wanted.mature_height OR place.height < $9::integer)))`;

/** Finds those of some outputs that a list of an address has; the others are somebody else's, or filtered out, or in no block yet. */
export async function findListed(
  db: SqlExecutor,
  { chainId, address, height, matureHeight }: UtxoKey,
  { currencyId, spendableOnly }: UtxoFilter,
  outpoints: readonly Outpoint[],
): Promise<UtxoPlace[]> {
  if (outpoints.length === 0) return [];
  return db.$queryRawUnsafe<UtxoPlace[]>(
    LISTED_PLACES,
    chainId,
    address,
    height,
    matureHeight,
    spendableOnly,
    currencyId,
    outpoints.map(({ txid }) => txid),
    outpoints.map(({ vout }) => vout),
    firstMaturingHeight(chainId),
  );
}
