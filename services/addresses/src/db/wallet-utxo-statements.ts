// Parameters: $1 chain; $2 addresses; $3 height; $4 the last height whose coinbases are mature; $5 the currency; $6 whether only
// spendable outputs count. Pages also take $7 to $9, the place before the page (height, tx_index, vout); $10 the limit; $11
// the rows to take first of each range; $12 the ranges to sample; $13 to $15, arrays with the places to leave out. See
// utxo-statements.ts and wallet.ts.

import { ORDERS, type Order } from './transaction-steps.ts';
import { isWanted, LISTED_OUTPUT, type Links, OF_ADDRESS, OF_TOKEN, outputOf } from './utxo-links.ts';
import { CHAIN, WALLET } from './wallet.ts';

/** `guards_of` is only called where there may be some. */
function ranges({ currency, parts }: Links): string {
  return `
owned AS NOT MATERIALIZED (SELECT wallet.*, currency.currency_id FROM wallet CROSS JOIN ${currency('wallet.chain')} currency),
guards AS MATERIALIZED (
  SELECT owned.*, guard.guard_id, guard.is_open, NULL::bigint AS opens_at
    FROM owned CROSS JOIN (SELECT 0 AS guard_id, true AS is_open UNION ALL SELECT -1, false WHERE NOT $6::boolean) guard
   UNION ALL
  SELECT owned.*, guard.guard_id, guard.is_open, guard.opens_at
    FROM owned
   CROSS JOIN LATERAL (
     SELECT FROM guarded_count counted
      WHERE counted.chain = owned.chain AND counted.address_id = owned.address_id AND counted.currency_id = owned.currency_id
      LIMIT 1
   ) counted
   CROSS JOIN LATERAL guards_of(owned.chain, owned.address_id, owned.currency_id, $3::integer) guard
   WHERE guard.guard_id NOT IN (0, -1) AND (guard.is_open OR NOT $6::boolean)
),
ranges AS (SELECT * FROM guards ${parts})`;
}

/** At the tip no block of the chain can have spent one later. */
function spentSince({ spent, isSpentOf, isSpent }: Links): string {
  return `
spent_since AS MATERIALIZED (
  SELECT link.height, link.tx_index, link.vout, link.matures, coalesce(guard.is_open, false) AS is_open, guard.opens_at, owned.address_id
    FROM (SELECT * FROM owned
           WHERE EXISTS (SELECT FROM transaction_place tx
                          WHERE tx.chain = ${CHAIN} AND tx.height > $3::integer)) owned
   CROSS JOIN LATERAL (
     -- OFFSET keeps the other conditions out: for them Postgres would rather read all that was ever spent.
     SELECT * FROM ${spent} link
      WHERE link.chain = owned.chain AND link.address_id = owned.address_id AND ${isSpentOf('owned')} AND link.spent_height > $3::integer
     OFFSET 0
   ) link
    LEFT JOIN guards guard ON guard.address_id = owned.address_id AND guard.guard_id = link.guard_id
   WHERE link.height <= $3::integer AND ${isSpent}
     AND (NOT $6::boolean OR (guard.is_open AND (NOT link.matures OR link.height <= $4::integer)))
)`;
}

function isListed({ inRange }: Links): string {
  return `link.chain = range.chain AND link.address_id = range.address_id AND link.guard_id = range.guard_id AND ${inRange('range', 'range')}
          AND (NOT $6::boolean OR NOT link.matures OR link.height <= $4::integer)`;
}

/** The block after the height may spend the last mature coinbase; the distance is the maturity. */
const MATURING = '(height + $3::integer + 1 - $4::integer)::bigint';

/** First block that may spend an output; null: any block, or no height alone opens its guard. */
const UNLOCKING = `CASE WHEN NOT is_open THEN CASE WHEN opens_at IS NOT NULL THEN greatest(opens_at, CASE WHEN matures THEN ${MATURING} END) END
                  WHEN matures AND height > $4::integer THEN ${MATURING} END`;

const IS_WANTED = isWanted(13);

/** Ranges pass over places to leave out before counting rows, so the place where the page is full takes no account of them. */
function merged(links: Links, order: Order): string {
  const { word, behind, until } = order;
  const ordered = `height ${word}, tx_index ${word}, vout ${word}`;
  const [lastHeight, last] = word === 'ASC' ? ['$3::integer', order.end] : [order.end, order.end];
  const linksOf = (from: string, to: string, limit: string) => `
     SELECT link.height, link.tx_index, link.vout, link.matures
       FROM ${links.unspent} link
      WHERE ${isListed(links)}
        AND (link.height, link.tx_index, link.vout) ${behind} (${from})
        AND (link.height, link.tx_index, link.vout) ${until} (${to})
        AND ${IS_WANTED}
      ORDER BY link.height ${word}, link.tx_index ${word}, link.vout ${word}
      LIMIT ${limit}`;
  const fullAt = (rows: string) =>
    `(SELECT DISTINCT height, tx_index, vout FROM ${rows} ORDER BY ${ordered} OFFSET $10 - 1 LIMIT 1)`;
  const start = '$7::integer, $8::integer, $9::integer';
  return `
sample AS MATERIALIZED (
  SELECT link.* FROM (SELECT owned.*, 0 AS guard_id, true AS is_native FROM owned LIMIT $12) range CROSS JOIN LATERAL (${linksOf(start, `${lastHeight}, ${last}, ${last}`, '$10')}) link
),
near AS MATERIALIZED (
  SELECT coalesce(place.height, ${lastHeight}) AS height, coalesce(place.tx_index, ${last}) AS tx_index, coalesce(place.vout, ${last}) AS vout
    FROM (SELECT) whole LEFT JOIN ${fullAt('sample')} place ON true
),
first AS MATERIALIZED (
  SELECT range.*, link.* FROM near CROSS JOIN ranges range CROSS JOIN LATERAL (${linksOf(start, 'near.height, near.tx_index, near.vout', '$11')}) link
),
bound AS MATERIALIZED (
  SELECT coalesce(place.height, near.height) AS height, coalesce(place.tx_index, near.tx_index) AS tx_index, coalesce(place.vout, near.vout) AS vout
    FROM near LEFT JOIN ${fullAt('first')} place ON true
),
within AS MATERIALIZED (
  SELECT first.*, row_number() OVER (PARTITION BY first.address_id, first.guard_id, first.${links.part} ORDER BY first.height ${word}, first.tx_index ${word}, first.vout ${word}) AS number
    FROM bound JOIN first ON (first.height, first.tx_index, first.vout) ${until} (bound.height, bound.tx_index, bound.vout)
),
further AS MATERIALIZED (
  SELECT range.address_id, range.is_open, range.opens_at, link.*
    FROM bound
   CROSS JOIN within range
   CROSS JOIN LATERAL (${linksOf('range.height, range.tx_index, range.vout', 'bound.height, bound.tx_index, bound.vout', '$10')}) link
   WHERE range.number = $11
),
page AS MATERIALIZED (
  SELECT height, tx_index, vout, array_agg(address_id) AS address_ids,
         bool_or(is_open AND (NOT matures OR height <= $4::integer)) AS spendable, max(${UNLOCKING}) AS unlock_height
    FROM (SELECT height, tx_index, vout, matures, is_open, opens_at, address_id FROM within
           UNION ALL
          SELECT height, tx_index, vout, matures, is_open, opens_at, address_id FROM further
           UNION ALL
          SELECT height, tx_index, vout, matures, is_open, opens_at, address_id FROM spent_since link
           WHERE (height, tx_index, vout) ${behind} (${start}) AND ${IS_WANTED}) met
   GROUP BY height, tx_index, vout
   ORDER BY ${ordered}
   LIMIT $10
)`;
}

const listed = ({ word }: Order) => `
SELECT ARRAY(SELECT named.address FROM address named WHERE named.chain = chain.id AND named.id = ANY (page.address_ids)) AS owners,
       encode(tx.txid, 'hex') AS txid, page.height, page.tx_index AS "txIndex", page.vout,
       page.spendable, page.unlock_height AS "unlockHeight", ${LISTED_OUTPUT}
  FROM (SELECT id FROM chain WHERE chain_id = $1::text) chain
 CROSS JOIN page
 CROSS JOIN ${outputOf('chain.id', 'page')}
 CROSS JOIN LATERAL (
   SELECT txid FROM transaction_place tx WHERE tx.chain = chain.id AND tx.height = page.height AND tx.tx_index = page.tx_index LIMIT 1
 ) tx
 ORDER BY page.height ${word}, page.tx_index ${word}, page.vout ${word}`;

function pageOf(links: Links, order: Order): string {
  return `WITH ${WALLET}, ${ranges(links)}, ${spentSince(links)}, ${merged(links, order)} ${listed(order)}`;
}

/** Running totals know each address alone, so the outputs themselves are counted. */
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

export const WALLET_UTXOS = {
  ofAddress: { ASC: pageOf(OF_ADDRESS, ORDERS.ASC), DESC: pageOf(OF_ADDRESS, ORDERS.DESC) },
  ofToken: { ASC: pageOf(OF_TOKEN, ORDERS.ASC), DESC: pageOf(OF_TOKEN, ORDERS.DESC) },
} as const;
export const COUNT_WALLET_UTXOS = { ofAddress: countOf(OF_ADDRESS), ofToken: countOf(OF_TOKEN) } as const;
