// Parameters: $1 to $4 are arrays with a value for each key: chain, address, height, and the last height whose coinbases are mature; $5
// the currency, $6 whether only spendable outputs count. Pages also take $7 to $9, arrays with the place before the page
// (height, tx_index, vout); $10 the limit; $11 to $13, arrays with the places to leave out. A page is an index range for each guard of
// the address, as a rule two or three; `open` are the guards that the next block passes. A page begins at one bound: with two Postgres
// would begin at one and read on to the other.

import { ORDERS, type Order } from './transaction-steps.ts';
import { isWanted, LISTED_OUTPUT, type Links, OF_ADDRESS, OF_TOKEN, outputOf } from './utxo-links.ts';
import { CHAIN_AND_ADDRESS } from './wanted-keys.ts';

/** The block after the height may spend the last mature coinbase; the distance is the maturity. */
const MATURING = '(link.height + wanted.height + 1 - wanted.mature_height)::bigint';

/** First block that passes the closed guard and finds the link mature; null where no height alone opens the guard. */
const OPENING = `(
         SELECT greatest(guard.opens_at, CASE WHEN link.matures THEN ${MATURING} END)
           FROM (SELECT wanted.opening[array_position(wanted.closed, link.guard_id)] AS opens_at) guard
          WHERE guard.opens_at IS NOT NULL)`;

const LISTED = `
SELECT (wanted.place - 1)::integer AS "keyIndex",
       (SELECT encode(tx.txid, 'hex') FROM transaction_place tx
         WHERE tx.chain = wanted.chain AND tx.height = link.height AND tx.tx_index = link.tx_index) AS txid,
       link.vout, link.height, link.tx_index AS "txIndex",
       (link.guard_id = ANY (wanted.open) AND (NOT link.matures OR link.height <= wanted.mature_height)) AS spendable,
       CASE WHEN link.guard_id <> ALL (wanted.open) THEN ${OPENING}
            WHEN link.matures AND link.height > wanted.mature_height THEN ${MATURING} END AS "unlockHeight",
       ${LISTED_OUTPUT}`;

const OPEN_AND_CLOSED = `
    SELECT array_append(coalesce(array_agg(guard.guard_id) FILTER (WHERE guard.is_open), '{}'), 0) AS open,
           array_append(coalesce(array_agg(guard.guard_id) FILTER (WHERE NOT guard.is_open), '{}'), -1) AS closed,
           coalesce(array_agg(guard.opens_at) FILTER (WHERE NOT guard.is_open), '{}') AS opening
      FROM guards_of(chain.id, address.id, currency.currency_id, listed.height) guard`;

/** @param starts whether each address has a place before its page */
function wanted({ currency }: Links, starts: boolean): string {
  const types = ['text', 'text', 'integer', 'integer', ...(starts ? ['integer', 'integer', 'integer'] : [])];
  const arrays = types.map((type, index) => `$${index < 4 ? index + 1 : index + 3}::${type}[]`).join(', ');
  const start = starts ? ', start_height, start_tx_index, start_vout' : '';
  return `
  (SELECT chain.id AS chain, address.id AS address_id, currency.currency_id, guards.*, listed.*
     FROM unnest(${arrays}) WITH ORDINALITY AS listed (chain_id, address, height, mature_height${start}, place)
     ${CHAIN_AND_ADDRESS}
    CROSS JOIN ${currency('chain.id')} currency
    CROSS JOIN LATERAL (${OPEN_AND_CLOSED}) guards
  ) wanted`;
}

/** Newest first, no output of a later block stands behind the first start. */
function onPage({ word, behind }: Order): string {
  return `(link.height, link.tx_index, link.vout) ${behind} (wanted.start_height, wanted.start_tx_index, wanted.start_vout)
            ${word === 'ASC' ? 'AND link.height <= wanted.height' : ''} AND ${isWanted(11)}`;
}

function inOrder({ word }: Order, row: string): string {
  return ['height', 'tx_index', 'vout'].map((column) => `${row}${column} ${word}`).join(', ');
}

const IS_MATURE = '(NOT link.matures OR link.height <= wanted.mature_height)';

function range({ unspent, inRange }: Links): string {
  return `link.vout, link.height, link.tx_index, link.guard_id, link.matures FROM ${unspent} link
          WHERE link.chain = wanted.chain AND link.address_id = wanted.address_id AND link.guard_id = passed.guard_id
            AND ${inRange('wanted', 'part')}`;
}

/** OFFSET keeps other conditions out: for them Postgres would read all that was ever spent. */
function pageOf(links: Links, order: Order): string {
  const onPageOf = onPage(order);
  const ordered = inOrder(order, 'link.');
  return `
${LISTED}
  FROM ${wanted(links, true)}
 CROSS JOIN LATERAL (
    (SELECT link.*
       FROM unnest(CASE WHEN $6::boolean THEN wanted.open ELSE wanted.open || wanted.closed END) AS passed (guard_id)
       ${links.parts}
      CROSS JOIN LATERAL (
        SELECT ${range(links)} AND ${onPageOf} AND (NOT $6::boolean OR ${IS_MATURE})
         ORDER BY ${ordered}
         LIMIT $10
      ) link
      ORDER BY ${ordered}
      LIMIT $10)
     UNION ALL
    (SELECT link.vout, link.height, link.tx_index, link.guard_id, link.matures
       FROM (SELECT * FROM ${links.spent} link
              WHERE link.chain = wanted.chain AND link.address_id = wanted.address_id AND ${links.isSpentOf('wanted')}
                AND link.spent_height > wanted.height
             OFFSET 0) link
      WHERE ${onPageOf} AND (NOT $6::boolean OR (link.guard_id = ANY (wanted.open) AND ${IS_MATURE})) AND ${links.isSpent}
      ORDER BY ${ordered}
      LIMIT $10)
     ORDER BY ${inOrder(order, '')}
     LIMIT $10
  ) link
 CROSS JOIN ${outputOf('wanted.chain', 'link')}
 ORDER BY wanted.place, ${ordered}`;
}

function countOf(links: Links): string {
  const isYoung = 'link.height > wanted.mature_height AND link.height <= wanted.height AND link.matures';
  return `
SELECT (wanted.place - 1)::integer AS "keyIndex", (behind.count + immature.count)::integer AS count
  FROM ${wanted(links, false)}
 CROSS JOIN LATERAL (
    SELECT coalesce(sum(guard.utxo_count), 0) AS count
      FROM guards_of(wanted.chain, wanted.address_id, ${links.counted('wanted')}, wanted.height) guard
     WHERE NOT guard.is_open AND guard.guard_id <> -1
  ) behind
 CROSS JOIN LATERAL (
    SELECT count(*) AS count FROM (
      (SELECT link.vout FROM unnest(wanted.open) AS passed (guard_id)
        ${links.parts}
        CROSS JOIN LATERAL (SELECT ${range(links)} AND ${isYoung} OFFSET 0) link)
       UNION ALL
      SELECT link.vout FROM ${links.spent} link
       WHERE link.chain = wanted.chain AND link.address_id = wanted.address_id AND ${links.isSpentOf('wanted')}
         AND link.spent_height > wanted.height AND link.guard_id = ANY (wanted.open) AND ${links.isSpent} AND ${isYoung}
    ) young
  ) immature
 WHERE behind.count + immature.count > 0`;
}

export const UTXOS = {
  ofAddress: { ASC: pageOf(OF_ADDRESS, ORDERS.ASC), DESC: pageOf(OF_ADDRESS, ORDERS.DESC) },
  ofToken: { ASC: pageOf(OF_TOKEN, ORDERS.ASC), DESC: pageOf(OF_TOKEN, ORDERS.DESC) },
} as const;
export const COUNT_LOCKED = { ofAddress: countOf(OF_ADDRESS), ofToken: countOf(OF_TOKEN) } as const;
