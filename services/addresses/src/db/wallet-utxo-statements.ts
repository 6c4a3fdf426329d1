// The statements of list-wallet-utxos.ts.
//
// Parameters: $1 chain; $2 addresses; $3 height; $4 the last height whose coinbases are mature; $5 whether only spendable
// outputs count; $6 the currency: of any output whether it must be native, of a token its i-address. Pages also take $7 to
// $9, the place that the page begins below (height, tx_index, vout); $10 the page's limit; $11 the rows to take first of
// each range; $12 to $14, arrays with the places (height, tx_index, vout) that the page leaves out. What holds for the outputs of one address (utxo-statements.ts) holds for these.

import { isWanted } from './utxo-statements.ts';
import { WALLET } from './wallet.ts';

/** Where links to outputs of a kind stand. */
interface Links {
  unspent: string;
  spent: string;
  /** FROM items behind `wallet` that give each of its rows `currency_id`. */
  currency: string;
  /** FROM items behind `guards` that part the ranges of a guard further. */
  parts: string;
  /** Condition on `link`: it belongs to `range`. */
  inRange: string;
  /** Condition on `link`, a spent one: it is of the currency, and belongs to the address of `wallet`. */
  isSpent: string;
}

const OF_ADDRESS: Links = {
  unspent: 'address_utxo',
  spent: 'address_spent_output',
  currency: 'CROSS JOIN (SELECT 0 AS currency_id) currency',
  parts: 'CROSS JOIN (SELECT true AS is_native UNION ALL SELECT false WHERE NOT $6::boolean) part',
  inRange: 'link.is_native = range.is_native',
  isSpent: '(NOT $6::boolean OR link.is_native)',
};

const OF_TOKEN: Links = {
  unspent: 'token_utxo',
  spent: 'token_spent_output',
  currency: `CROSS JOIN LATERAL (
      SELECT named.id AS currency_id FROM address named WHERE named.chain = wallet.chain AND named.address = $6::text LIMIT 1
    ) currency`,
  parts: '',
  inRange: 'link.currency_id = range.currency_id',
  isSpent: 'true',
};

/** Guards that an address has outputs behind, and the ranges of unspent outputs; `guards_of` is only called where there may be some. */
function ranges({ currency, parts }: Links): string {
  return `
owned AS MATERIALIZED (SELECT wallet.*, currency.currency_id FROM wallet ${currency}),
guards AS MATERIALIZED (
  SELECT owned.*, guard.guard_id, guard.is_open, NULL::bigint AS opens_at
    FROM owned CROSS JOIN (SELECT 0 AS guard_id, true AS is_open UNION ALL SELECT -1, false WHERE NOT $5::boolean) guard
   UNION ALL
  SELECT owned.*, guard.guard_id, guard.is_open, guard.opens_at
    FROM owned
   CROSS JOIN LATERAL (
     SELECT FROM guarded_count counted
      WHERE counted.chain = owned.chain AND counted.address_id = owned.address_id AND counted.currency_id = owned.currency_id
      LIMIT 1
   ) counted
   CROSS JOIN LATERAL guards_of(owned.chain, owned.address_id, owned.currency_id, $3::integer) guard
   WHERE guard.guard_id NOT IN (0, -1) AND (guard.is_open OR NOT $5::boolean)
),
ranges AS MATERIALIZED (SELECT * FROM guards ${parts})`;
}

/** Outputs of the wallet that were spent after the height. Near the tip there is none on the whole chain. */
function spentSince({ spent, isSpent }: Links): string {
  return `
spent_since AS MATERIALIZED (
  SELECT link.height, link.tx_index, link.vout, link.matures, coalesce(guard.is_open, false) AS is_open, guard.opens_at, owned.place
    FROM (SELECT * FROM owned
           WHERE EXISTS (SELECT FROM spend
                          WHERE spend.chain = (SELECT id FROM chain WHERE chain_id = $1::text)
                            AND spend.spent_height > $3::integer)) owned
   CROSS JOIN LATERAL (
     -- OFFSET keeps the other conditions out: for them Postgres would rather read all that was ever spent.
     SELECT * FROM ${spent} link
      WHERE link.chain = owned.chain AND link.address_id = owned.address_id
        ${spent === OF_TOKEN.spent ? 'AND link.currency_id = owned.currency_id' : ''} AND link.spent_height > $3::integer
     OFFSET 0
   ) link
    LEFT JOIN guards guard ON guard.address_id = owned.address_id AND guard.guard_id = link.guard_id
   WHERE link.height <= $3::integer AND ${isSpent}
     AND (NOT $5::boolean OR (guard.is_open AND (NOT link.matures OR link.height <= $4::integer)))
)`;
}

/** Conditions on a link: its range, and where only spendable outputs count its maturity. */
function isListed({ inRange }: Links): string {
  return `link.chain = range.chain AND link.address_id = range.address_id AND link.guard_id = range.guard_id AND ${inRange}
          AND (NOT $5::boolean OR NOT link.matures OR link.height <= $4::integer)`;
}

const NEWEST_FIRST = 'height DESC, tx_index DESC, vout DESC';

/** First block that may spend a coinbase: maturity is what the block after the height lies above the last mature one. */
const MATURING = '(height + $3::integer + 1 - $4::integer)::bigint';

/** First block that may spend an output; null: at once, or no height alone opens its guard. */
const UNLOCKING = `CASE WHEN NOT is_open THEN CASE WHEN opens_at IS NOT NULL THEN greatest(opens_at, CASE WHEN matures THEN ${MATURING} END) END
                  WHEN matures AND height > $4::integer THEN ${MATURING} END`;

const IS_WANTED = isWanted(12);

/**
 * `page`: outputs of the wallet, each once; with the first address that has it. Ranges pass over what is left out before any of their rows is
 * counted, so that neither the first rows nor the bound know of it.
 */
function merged(links: Links): string {
  return `
first AS MATERIALIZED (
  SELECT range.*, link.*
    FROM ranges range
   CROSS JOIN LATERAL (
     SELECT link.*, row_number() OVER (ORDER BY ${NEWEST_FIRST}) AS number
       FROM (SELECT link.height, link.tx_index, link.vout, link.matures
               FROM ${links.unspent} link
              WHERE ${isListed(links)}
                AND (link.height, link.tx_index, link.vout) < ($7::integer, $8::integer, $9::integer)
                AND ${IS_WANTED}
              ORDER BY link.height DESC, link.tx_index DESC, link.vout DESC
              LIMIT $11) link
   ) link
),
bound AS MATERIALIZED (
  SELECT height, tx_index, vout FROM (SELECT DISTINCT height, tx_index, vout FROM first) met
   ORDER BY ${NEWEST_FIRST} OFFSET $10 - 1 LIMIT 1
),
further AS MATERIALIZED (
  SELECT range.place, range.is_open, range.opens_at, link.*
    FROM (SELECT first.*, coalesce(bound.height, -1) AS bound_height, coalesce(bound.tx_index, -1) AS bound_tx_index,
                 coalesce(bound.vout, -1) AS bound_vout
            FROM first LEFT JOIN bound ON true
           WHERE first.number = $11) range
   CROSS JOIN LATERAL (
     SELECT link.height, link.tx_index, link.vout, link.matures
       FROM ${links.unspent} link
      WHERE ${isListed(links)}
        AND (link.height, link.tx_index, link.vout) < (range.height, range.tx_index, range.vout)
        AND (link.height, link.tx_index, link.vout) >= (range.bound_height, range.bound_tx_index, range.bound_vout)
        AND ${IS_WANTED}
      ORDER BY link.height DESC, link.tx_index DESC, link.vout DESC
      LIMIT $10
   ) link
   WHERE (range.height, range.tx_index, range.vout) > (range.bound_height, range.bound_tx_index, range.bound_vout)
),
page AS MATERIALIZED (
  SELECT height, tx_index, vout, min(place) AS place, bool_or(is_open AND (NOT matures OR height <= $4::integer)) AS spendable,
         max(${UNLOCKING}) AS unlock_height
    FROM (SELECT height, tx_index, vout, matures, is_open, opens_at, place FROM first
           UNION ALL
          SELECT height, tx_index, vout, matures, is_open, opens_at, place FROM further
           UNION ALL
          SELECT height, tx_index, vout, matures, is_open, opens_at, place FROM spent_since link
           WHERE (height, tx_index, vout) < ($7::integer, $8::integer, $9::integer) AND ${IS_WANTED}) met
   GROUP BY height, tx_index, vout
   ORDER BY ${NEWEST_FIRST}
   LIMIT $10
)`;
}

/** Columns of WalletUtxo, from `page`. */
const LISTED = `
SELECT (page.place - 1)::integer AS "addressIndex", encode(tx.txid, 'hex') AS txid, page.height, page.tx_index AS "txIndex", page.vout,
       page.spendable, page.unlock_height AS "unlockHeight", output.satoshis,
       ARRAY(SELECT (SELECT named.address FROM address named WHERE named.chain = output.chain AND named.id = listed.id)
               FROM unnest(output.token_ids) WITH ORDINALITY AS listed (id, place) ORDER BY listed.place) AS "tokenIds",
       output.token_satoshis AS "tokenSatoshis", output.kind, encode(output.script, 'hex') AS script,
       output.is_coinbase AS "isCoinbase"
  FROM (SELECT id FROM chain WHERE chain_id = $1::text) chain
 CROSS JOIN page
 CROSS JOIN LATERAL (
   SELECT * FROM output
    WHERE output.chain = chain.id AND output.height = page.height AND output.tx_index = page.tx_index AND output.vout = page.vout
    LIMIT 1
 ) output
 CROSS JOIN LATERAL (
   SELECT txid FROM transaction_place tx WHERE tx.chain = chain.id AND tx.height = page.height AND tx.tx_index = page.tx_index LIMIT 1
 ) tx
 ORDER BY page.height DESC, page.tx_index DESC, page.vout DESC`;

function pageOf(links: Links): string {
  return `WITH ${WALLET}, ${ranges(links)}, ${spentSince(links)}, ${merged(links)} ${LISTED}`;
}

/** Counts the wallet's outputs, each once. Running totals know each address alone, so the outputs themselves are counted. */
function countOf(links: Links): string {
  return `
WITH ${WALLET}, ${ranges(links)}, ${spentSince(links)}
SELECT count(*)::integer AS count
  FROM (SELECT height, tx_index, vout
          FROM (SELECT link.height, link.tx_index, link.vout
                  FROM ranges range
                 CROSS JOIN LATERAL (
                   SELECT link.height, link.tx_index, link.vout FROM ${links.unspent} link
                    WHERE ${isListed(links)} AND link.height <= $3::integer
                   OFFSET 0
                 ) link
                 UNION ALL
                SELECT height, tx_index, vout FROM spent_since) met
         GROUP BY height, tx_index, vout) listed`;
}

export const WALLET_UTXOS = { ofAddress: pageOf(OF_ADDRESS), ofToken: pageOf(OF_TOKEN) } as const;
export const COUNT_WALLET_UTXOS = { ofAddress: countOf(OF_ADDRESS), ofToken: countOf(OF_TOKEN) } as const;
