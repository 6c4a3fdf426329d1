// The statements of list-utxos.ts.
//
// Parameters: $1 to $4 are arrays with a value for each key: chain, address, height, and the last height whose coinbases
// are mature. The statements of pages also take: $5 to $7, arrays with the place that the page begins below (tx_index,
// vout, height); $8, the page's limit; $9, whether only spendable outputs count; $11 to $13, arrays with the places (height, tx_index,
// vout) that the page leaves out. Parameter $10, or $5 where outputs are counted, is the currency: for an address whether only native outputs
// count, for a token its i-address.
//
// The index holds the unspent outputs behind each guard (src/db/guard.ts) in order, so a page is a range for each guard of
// the address: as a rule there are two or three. `open` are the guards that the next block passes; a list of what is
// spendable reads no others. Postgres drops a branch whose condition on a parameter is false before it runs. A page has
// one lower bound, not that of the page and that of the height: Postgres would begin at one and read on to the other.
// OFFSET 0 makes it begin with the guards: it would rather read what waits for any.

import { rowOfAddress } from './address-id.ts';
import { NATIVE_ID } from './address-registry.ts';
import { CHAIN_AND_ADDRESS } from './wanted-keys.ts';

/** First block that may spend a coinbase: maturity is what the block after the height lies above the last mature one. */
const MATURING = '(link.height + wanted.height + 1 - wanted.mature_height)::bigint';

/** First block that passes the closed guard of a link, and finds it mature; null where no height alone opens the guard. */
const OPENING = `(
         SELECT greatest(guard.opens_at, CASE WHEN link.matures THEN ${MATURING} END)
           FROM (SELECT wanted.opening[array_position(wanted.closed, link.guard_id)] AS opens_at) guard
          WHERE guard.opens_at IS NOT NULL)`;

/** Columns `script` and `payee` of `output`, for `readScript`. */
export const SCRIPT = `encode(output.script, 'hex') AS script,
       CASE WHEN output.script IS NULL
            THEN (SELECT named.address FROM address named WHERE named.chain = output.chain AND named.id = output.holder_id) END AS payee`;

/** Columns of ListedUtxo. */
const LISTED = `
SELECT (wanted.place - 1)::integer AS "keyIndex",
       (SELECT encode(tx.txid, 'hex') FROM transaction_place tx
         WHERE tx.chain = wanted.chain AND tx.height = link.height AND tx.tx_index = link.tx_index) AS txid,
       link.vout, link.height, link.tx_index AS "txIndex",
       (link.guard_id = ANY (wanted.open) AND (NOT link.matures OR link.height <= wanted.mature_height)) AS spendable,
       CASE WHEN link.guard_id <> ALL (wanted.open) THEN ${OPENING}
            WHEN link.matures AND link.height > wanted.mature_height THEN ${MATURING} END AS "unlockHeight",
       output.satoshis,
       ARRAY(SELECT (SELECT named.address FROM address named WHERE named.chain = wanted.chain AND named.id = listed.id)
               FROM unnest(output.token_ids) WITH ORDINALITY AS listed (id, place) ORDER BY listed.place) AS "tokenIds",
       output.token_satoshis AS "tokenSatoshis", output.kind, ${SCRIPT},
       output.is_coinbase AS "isCoinbase"`;

/** Guards of an address that the next block passes, and the others, with the first block that passes each. */
const OPEN_AND_CLOSED = `array_append(coalesce(array_agg(guard.guard_id) FILTER (WHERE guard.is_open), '{}'), 0) AS open,
                  array_append(coalesce(array_agg(guard.guard_id) FILTER (WHERE NOT guard.is_open), '{}'), -1) AS closed,
                  coalesce(array_agg(guard.opens_at) FILTER (WHERE NOT guard.is_open), '{}') AS opening`;

/** Joins the output of a link. LIMIT 1: Postgres then looks each row up, and does not read the whole table to join it. */
const OUTPUT_OF_LINK = `
 CROSS JOIN LATERAL (
    SELECT * FROM output
     WHERE output.chain = wanted.chain AND output.height = link.height AND output.tx_index = link.tx_index
       AND output.vout = link.vout
     LIMIT 1
  ) output`;

/**
 * False for the links that a page leaves out. They stand in a hash table, so the many that a range passes over cost little.
 * @param first number of the parameter with their heights; tx_index and vout follow
 */
export function isWanted(first: number): string {
  const places = `$${first}::integer[], $${first + 1}::integer[], $${first + 2}::integer[]`;
  return `(link.height, link.tx_index, link.vout) NOT IN (SELECT * FROM unnest(${places}))`;
}

const IS_WANTED = `AND ${isWanted(11)}`;

/** A page of an address's outputs, of every currency or of the native one. */
export const UTXOS_OF_ADDRESS = `
${LISTED}
  FROM (SELECT chain.id AS chain, address.id AS address_id, guards.open, guards.closed, guards.opening, listed.height, listed.mature_height, listed.start_height, listed.start_tx_index, listed.start_vout, listed.place
          FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::integer[], $6::integer[], $7::integer[]) WITH ORDINALITY
            AS listed (chain_id, address, height, mature_height, start_tx_index, start_vout, start_height, place)
         ${CHAIN_AND_ADDRESS}
         CROSS JOIN LATERAL (
           SELECT ${OPEN_AND_CLOSED} FROM guards_of(chain.id, address.id, 0, listed.height) guard
         ) guards
       ) wanted
 CROSS JOIN LATERAL (
    (SELECT link.*
       FROM unnest(CASE WHEN $9::boolean THEN wanted.open ELSE wanted.open || wanted.closed END) AS passed (guard_id)
      CROSS JOIN LATERAL (
        (SELECT link.vout, link.height, link.tx_index, link.guard_id, link.matures FROM address_utxo link
          WHERE link.chain = wanted.chain AND link.address_id = wanted.address_id AND link.guard_id = passed.guard_id AND link.is_native
            AND (link.height, link.tx_index, link.vout) < (wanted.start_height, wanted.start_tx_index, wanted.start_vout)
            ${IS_WANTED}
            AND (NOT $9::boolean OR NOT link.matures OR link.height <= wanted.mature_height)
          ORDER BY link.height DESC, link.tx_index DESC, link.vout DESC
          LIMIT $8)
         UNION ALL
        (SELECT link.vout, link.height, link.tx_index, link.guard_id, link.matures FROM address_utxo link
          WHERE link.chain = wanted.chain AND link.address_id = wanted.address_id AND link.guard_id = passed.guard_id AND NOT link.is_native AND NOT $10::boolean
            AND (link.height, link.tx_index, link.vout) < (wanted.start_height, wanted.start_tx_index, wanted.start_vout)
            ${IS_WANTED}
            AND (NOT $9::boolean OR NOT link.matures OR link.height <= wanted.mature_height)
          ORDER BY link.height DESC, link.tx_index DESC, link.vout DESC
          LIMIT $8)
      ) link
      ORDER BY link.height DESC, link.tx_index DESC, link.vout DESC
      LIMIT $8)
     UNION ALL
    -- OFFSET keeps the other conditions out: for them Postgres would rather read all that was ever spent.
    (SELECT link.vout, link.height, link.tx_index, link.guard_id, link.matures
       FROM (SELECT * FROM address_spent_output link
              WHERE link.chain = wanted.chain AND link.address_id = wanted.address_id
                AND link.spent_height > wanted.height
             OFFSET 0) link
      WHERE (link.height, link.tx_index, link.vout) < (wanted.start_height, wanted.start_tx_index, wanted.start_vout)
        ${IS_WANTED}
        AND (NOT $9::boolean OR (link.guard_id = ANY (wanted.open) AND (NOT link.matures OR link.height <= wanted.mature_height)))
        AND (NOT $10::boolean OR link.is_native)
      ORDER BY link.height DESC, link.tx_index DESC, link.vout DESC
      LIMIT $8)
     ORDER BY height DESC, tx_index DESC, vout DESC
     LIMIT $8
  ) link
  ${OUTPUT_OF_LINK}
 ORDER BY wanted.place, link.height DESC, link.tx_index DESC, link.vout DESC`;

/** A page of an address's outputs that carry one token. */
export const UTXOS_OF_TOKEN = `
${LISTED}
  FROM (SELECT chain.id AS chain, address.id AS address_id, currency.id AS currency_id, guards.open, guards.closed, guards.opening, listed.height, listed.mature_height, listed.start_height, listed.start_tx_index, listed.start_vout, listed.place
          FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::integer[], $6::integer[], $7::integer[]) WITH ORDINALITY
            AS listed (chain_id, address, height, mature_height, start_tx_index, start_vout, start_height, place)
         ${CHAIN_AND_ADDRESS}
         CROSS JOIN LATERAL (
           ${rowOfAddress('chain.id', '$10::text')}
         ) currency
         CROSS JOIN LATERAL (
           SELECT ${OPEN_AND_CLOSED} FROM guards_of(chain.id, address.id, currency.id, listed.height) guard
         ) guards
       ) wanted
 CROSS JOIN LATERAL (
    (SELECT link.*
       FROM unnest(CASE WHEN $9::boolean THEN wanted.open ELSE wanted.open || wanted.closed END) AS passed (guard_id)
      CROSS JOIN LATERAL (
        (SELECT link.vout, link.height, link.tx_index, link.guard_id, link.matures FROM token_utxo link
          WHERE link.chain = wanted.chain AND link.address_id = wanted.address_id AND link.currency_id = wanted.currency_id AND link.guard_id = passed.guard_id
            AND (link.height, link.tx_index, link.vout) < (wanted.start_height, wanted.start_tx_index, wanted.start_vout)
            ${IS_WANTED}
            AND (NOT $9::boolean OR NOT link.matures OR link.height <= wanted.mature_height)
          ORDER BY link.height DESC, link.tx_index DESC, link.vout DESC
          LIMIT $8)
      ) link
      ORDER BY link.height DESC, link.tx_index DESC, link.vout DESC
      LIMIT $8)
     UNION ALL
    -- OFFSET keeps the other conditions out: for them Postgres would rather read all that was ever spent.
    (SELECT link.vout, link.height, link.tx_index, link.guard_id, link.matures
       FROM (SELECT * FROM token_spent_output link
              WHERE link.chain = wanted.chain AND link.address_id = wanted.address_id AND link.currency_id = wanted.currency_id
                AND link.spent_height > wanted.height
             OFFSET 0) link
      WHERE (link.height, link.tx_index, link.vout) < (wanted.start_height, wanted.start_tx_index, wanted.start_vout)
        ${IS_WANTED}
        AND (NOT $9::boolean OR (link.guard_id = ANY (wanted.open) AND (NOT link.matures OR link.height <= wanted.mature_height)))
      ORDER BY link.height DESC, link.tx_index DESC, link.vout DESC
      LIMIT $8)
     ORDER BY height DESC, tx_index DESC, vout DESC
     LIMIT $8
  ) link
  ${OUTPUT_OF_LINK}
 ORDER BY wanted.place, link.height DESC, link.tx_index DESC, link.vout DESC`;

/** Counts the outputs of an address that wait for their guard or their maturity, of every currency or of the native one. */
export const COUNT_WAITING_OF_ADDRESS = `
SELECT (wanted.place - 1)::integer AS "keyIndex", (behind.count + immature.count)::integer AS count
  FROM (SELECT chain.id AS chain, address.id AS address_id, guards.open, guards.closed, listed.height, listed.mature_height, listed.place
          FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[]) WITH ORDINALITY
            AS listed (chain_id, address, height, mature_height, place)
         ${CHAIN_AND_ADDRESS}
         CROSS JOIN LATERAL (
           SELECT ${OPEN_AND_CLOSED} FROM guards_of(chain.id, address.id, 0, listed.height) guard
         ) guards
       ) wanted
 CROSS JOIN LATERAL (
    SELECT coalesce(sum(guard.utxo_count), 0) AS count
      FROM guards_of(wanted.chain, wanted.address_id, CASE WHEN $5::boolean THEN ${NATIVE_ID} ELSE 0 END, wanted.height) guard
     WHERE NOT guard.is_open AND guard.guard_id <> -1
  ) behind
 CROSS JOIN LATERAL (
    SELECT count(*) AS count FROM (
      (SELECT link.vout FROM unnest(wanted.open) AS passed (guard_id) CROSS JOIN LATERAL (
        SELECT link.vout FROM address_utxo link
          WHERE link.chain = wanted.chain AND link.address_id = wanted.address_id AND link.guard_id = passed.guard_id AND link.is_native
            AND link.height > wanted.mature_height AND link.height <= wanted.height AND link.matures
         UNION ALL
        SELECT link.vout FROM address_utxo link
          WHERE link.chain = wanted.chain AND link.address_id = wanted.address_id AND link.guard_id = passed.guard_id AND NOT link.is_native AND NOT $5::boolean
            AND link.height > wanted.mature_height AND link.height <= wanted.height AND link.matures
         OFFSET 0
      ) link)
       UNION ALL
      SELECT link.vout FROM address_spent_output link
       WHERE link.chain = wanted.chain AND link.address_id = wanted.address_id
         AND link.spent_height > wanted.height AND link.guard_id = ANY (wanted.open) AND (NOT $5::boolean OR link.is_native)
         AND link.height > wanted.mature_height AND link.height <= wanted.height AND link.matures
    ) young
  ) immature
 WHERE behind.count + immature.count > 0`;

/** Counts the outputs of an address that carry one token and wait for their guard or their maturity. */
export const COUNT_WAITING_OF_TOKEN = `
SELECT (wanted.place - 1)::integer AS "keyIndex", (behind.count + immature.count)::integer AS count
  FROM (SELECT chain.id AS chain, address.id AS address_id, currency.id AS currency_id, guards.open, guards.closed, listed.height, listed.mature_height, listed.place
          FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[]) WITH ORDINALITY
            AS listed (chain_id, address, height, mature_height, place)
         ${CHAIN_AND_ADDRESS}
         CROSS JOIN LATERAL (
           ${rowOfAddress('chain.id', '$5::text')}
         ) currency
         CROSS JOIN LATERAL (
           SELECT ${OPEN_AND_CLOSED} FROM guards_of(chain.id, address.id, currency.id, listed.height) guard
         ) guards
       ) wanted
 CROSS JOIN LATERAL (
    SELECT coalesce(sum(guard.utxo_count), 0) AS count
      FROM guards_of(wanted.chain, wanted.address_id, wanted.currency_id, wanted.height) guard
     WHERE NOT guard.is_open
  ) behind
 CROSS JOIN LATERAL (
    SELECT count(*) AS count FROM (
      (SELECT link.vout FROM unnest(wanted.open) AS passed (guard_id) CROSS JOIN LATERAL (
        SELECT link.vout FROM token_utxo link
          WHERE link.chain = wanted.chain AND link.address_id = wanted.address_id AND link.currency_id = wanted.currency_id AND link.guard_id = passed.guard_id
            AND link.height > wanted.mature_height AND link.height <= wanted.height AND link.matures
         OFFSET 0
      ) link)
       UNION ALL
      SELECT link.vout FROM token_spent_output link
       WHERE link.chain = wanted.chain AND link.address_id = wanted.address_id AND link.currency_id = wanted.currency_id
         AND link.spent_height > wanted.height AND link.guard_id = ANY (wanted.open)
         AND link.height > wanted.mature_height AND link.height <= wanted.height AND link.matures
    ) young
  ) immature
 WHERE behind.count + immature.count > 0`;
