// Parameters: $1 chain; $2 addresses; $3 and $4 the place before the page (height, tx_index); $5 the last height; $6 the page's limit;
// $7 the rows to take first of each range; $8 the ranges to sample; $9, where a page is of one currency, that currency. `wallet.ts`
// describes how a page is merged.

import { rowOfAddress } from './address-id.ts';
import { NATIVE_ID } from './address-registry.ts';
import { currencySteps, ORDERS, type Order, type StepRange, stepRange } from './transaction-steps.ts';
import { CHAIN, WALLET } from './wallet.ts';

interface Steps {
  key: string[];
  owned: string;
  stepsOf(order: Order, range: StepRange): string;
}

const OF_ALL: Steps = {
  key: ['chain', 'address_id'],
  owned: 'owned AS (SELECT * FROM wallet)',
  stepsOf: (order, range) => `
     SELECT step.height, step.tx_index FROM address_transaction step WHERE ${stepRange('range', ['address_id'], order, range)}`,
};

/** Transactions that only mention an address move nothing. */
const MOVED: Steps = {
  ...OF_ALL,
  stepsOf: (order, range) => `
     SELECT step.height, step.tx_index FROM address_transaction step
      WHERE step.currency_ids <> '{}' AND ${stepRange('range', ['address_id'], order, range)}`,
};

const OF_CURRENCY: Steps = {
  key: ['chain', 'address_id', 'currency_id'],
  owned: `owned AS MATERIALIZED (
    SELECT wallet.*, currency.currency_id FROM wallet CROSS JOIN LATERAL (
      SELECT found.id AS currency_id FROM (${rowOfAddress('wallet.chain', '$9::text')}) found
    ) currency)`,
  stepsOf: (order, range) => currencySteps('range', order, range),
};

function columns(table: string, names: readonly string[]): string {
  return names.map((name) => `${table}.${name}`).join(', ');
}

function places({ key, owned, stepsOf }: Steps, order: Order): string {
  const { word, until, end } = order;
  const byPlace = `height ${word}, tx_index ${word}`;
  const steps = (after: string, last: string, limit: string) => stepsOf(order, { after, last, limit });
  const fullAt = (rows: string) =>
    `(SELECT DISTINCT height, tx_index FROM ${rows} ORDER BY ${byPlace} OFFSET $6 - 1 LIMIT 1)`;
  return `
${owned},
sample AS MATERIALIZED (
  SELECT step.* FROM (SELECT * FROM owned LIMIT $8) range CROSS JOIN LATERAL (${steps('$3::integer, $4::integer', `$5::integer, ${end}`, '$6')}) step
),
near AS MATERIALIZED (
  SELECT coalesce(place.height, $5::integer) AS height, coalesce(place.tx_index, ${end}) AS tx_index
    FROM (SELECT) whole LEFT JOIN ${fullAt('sample')} place ON true
),
first AS MATERIALIZED (
  SELECT ${columns('range', key)}, step.*
    FROM near CROSS JOIN owned range CROSS JOIN LATERAL (${steps('$3::integer, $4::integer', 'near.height, near.tx_index', '$7')}) step
),
bound AS MATERIALIZED (
  SELECT coalesce(place.height, near.height) AS height, coalesce(place.tx_index, near.tx_index) AS tx_index
    FROM near LEFT JOIN ${fullAt('first')} place ON true
),
within AS MATERIALIZED (
  SELECT first.*, row_number() OVER (PARTITION BY first.address_id ORDER BY first.height ${word}, first.tx_index ${word}) AS number
    FROM bound JOIN first ON (first.height, first.tx_index) ${until} (bound.height, bound.tx_index)
),
further AS MATERIALIZED (
  SELECT range.address_id, step.*
    FROM bound
   CROSS JOIN within range
   CROSS JOIN LATERAL (${steps('range.height, range.tx_index', 'bound.height, bound.tx_index', '$6')}) step
   WHERE range.number = $7
),
met AS MATERIALIZED (
  SELECT address_id, height, tx_index FROM within UNION ALL SELECT address_id, height, tx_index FROM further
),
page AS MATERIALIZED (
  SELECT DISTINCT height, tx_index FROM met ORDER BY ${byPlace} LIMIT $6
)`;
}

/** Each address has met all the places at which it moved anything. */
const TOUCHED_WHERE_MET = `
touched AS MATERIALIZED (
  SELECT met.height, met.tx_index, met.address_id, used.currency_ids, used.net_satoshis
    FROM page
    JOIN met ON met.height = page.height AND met.tx_index = page.tx_index
   CROSS JOIN LATERAL (
     SELECT used.currency_ids, used.net_satoshis FROM address_transaction used
      WHERE used.chain = ${CHAIN} AND used.address_id = met.address_id AND used.height = met.height AND used.tx_index = met.tx_index
      LIMIT 1
   ) used
)`;

/** Addresses were met only where they moved one currency; the blocks know the other addresses. */
const TOUCHED_IN_BLOCKS = `
touched AS MATERIALIZED (
  SELECT used.height, used.tx_index, used.address_id, used.currency_ids, used.net_satoshis
    FROM page
   CROSS JOIN LATERAL (
     SELECT * FROM address_transaction used WHERE used.chain = ${CHAIN} AND used.height = page.height AND used.tx_index = page.tx_index
     OFFSET 0
   ) used
   WHERE used.address_id IN (SELECT address_id FROM wallet)
)`;

/** Addresses count a shared output once each; only a transaction of several of them can have such an output. */
const NETS = `
several AS MATERIALIZED (
  SELECT height, tx_index, array_agg(address_id) AS address_ids FROM touched GROUP BY height, tx_index HAVING count(*) > 1
),
shared AS MATERIALIZED (
  SELECT several.height, several.tx_index, 1 - named.count AS times, output.satoshis, output.token_ids, output.token_satoshis
    FROM several
   CROSS JOIN LATERAL (
     SELECT * FROM output
      WHERE output.chain = ${CHAIN} AND output.height = several.height AND output.tx_index = several.tx_index
        AND cardinality(output.address_ids) > 1
     OFFSET 0
   ) output
   CROSS JOIN LATERAL (SELECT count(*) FROM unnest(output.address_ids) AS listed (id) WHERE listed.id = ANY (several.address_ids)) named
   WHERE named.count > 1
   UNION ALL
  SELECT link.by_height, link.by_tx_index, link.count - 1, output.satoshis, output.token_ids, output.token_satoshis
    FROM (SELECT several.height AS by_height, several.tx_index AS by_tx_index, link.height, link.tx_index, link.vout, count(*) AS count
            FROM several
           CROSS JOIN LATERAL unnest(several.address_ids) AS owner (address_id)
           CROSS JOIN LATERAL (
             SELECT link.height, link.tx_index, link.vout FROM address_spent_output link
              WHERE link.chain = ${CHAIN} AND link.address_id = owner.address_id AND link.spent_height = several.height
                AND link.spender_tx_index = several.tx_index
             OFFSET 0
           ) link
           GROUP BY 1, 2, 3, 4, 5
          HAVING count(*) > 1) link
   CROSS JOIN LATERAL (
     SELECT * FROM output
      WHERE output.chain = ${CHAIN} AND output.height = link.height AND output.tx_index = link.tx_index AND output.vout = link.vout
      LIMIT 1
   ) output
),
net AS MATERIALIZED (
  SELECT height, tx_index, currency_id, sum(satoshis)::bigint AS satoshis
    FROM (SELECT touched.height, touched.tx_index, moved.currency_id, moved.satoshis::numeric
            FROM touched CROSS JOIN LATERAL unnest(touched.currency_ids, touched.net_satoshis) AS moved (currency_id, satoshis)
           UNION ALL
          SELECT height, tx_index, ${NATIVE_ID}, times * satoshis::numeric FROM shared WHERE satoshis <> 0
           UNION ALL
          SELECT shared.height, shared.tx_index, token.currency_id, shared.times * token.satoshis::numeric
            FROM shared CROSS JOIN LATERAL unnest(shared.token_ids, shared.token_satoshis) AS token (currency_id, satoshis)) part
   GROUP BY height, tx_index, currency_id
)`;

const AT_PAGE = (row: string): string => `${row}.height = page.height AND ${row}.tx_index = page.tx_index`;

/** Written for all of the page at once: for each transaction Postgres would look through those of the whole page. */
const PARTIES = `
parties AS MATERIALIZED (
  SELECT touched.height, touched.tx_index,
         array_agg(named.address ORDER BY array_position($2::text[], named.address)) AS addresses
    FROM touched
   CROSS JOIN LATERAL (SELECT address FROM address named WHERE named.chain = ${CHAIN} AND named.id = touched.address_id LIMIT 1) named
   WHERE touched.currency_ids <> '{}'
   GROUP BY touched.height, touched.tx_index
)`;

/** As for one address (rules/read-direction.ts). */
const OF_MOVEMENT = `,
       (SELECT block.time FROM applied_block AS block WHERE block.chain = ${CHAIN} AND block.height = page.height) AS time,
       coalesce(parties.addresses, '{}') AS addresses,
       CASE WHEN 0 > ANY (listed.satoshis) THEN
         CASE WHEN tx.pays_shielded OR EXISTS (
                     SELECT FROM output
                      WHERE output.chain = ${CHAIN} AND ${AT_PAGE('output')}
                        AND NOT output.address_ids && (SELECT array_agg(address_id) FROM wallet)
                        AND (output.satoshis <> 0 OR cardinality(output.token_ids) > 0))
              THEN 'SENT' ELSE 'SELF' END
            WHEN 0 < ANY (listed.satoshis) THEN 'RECEIVED' ELSE 'SELF' END AS direction`;

interface Shown {
  rows: string;
  columns: string;
  join: string;
}

const CHANGES: Shown = { rows: '', columns: '', join: '' };

const MOVEMENTS: Shown = {
  rows: `, ${PARTIES}`,
  columns: OF_MOVEMENT,
  join: `LEFT JOIN parties ON ${AT_PAGE('parties')}`,
};

function pageOf(steps: Steps, touched: string, order: Order, { rows, columns: shown, join } = CHANGES): string {
  return `
WITH ${WALLET}, ${places(steps, order)}, ${touched}, ${NETS}${rows}
SELECT page.height, page.tx_index AS "txIndex", encode(tx.txid, 'hex') AS txid,
       coalesce(listed.currency_ids, '{}') AS "currencyIds", coalesce(listed.satoshis, '{}') AS "netSatoshis"${shown}
  FROM page
 CROSS JOIN LATERAL (
   SELECT txid, pays_shielded FROM transaction_place tx WHERE tx.chain = ${CHAIN} AND tx.height = page.height AND tx.tx_index = page.tx_index LIMIT 1
 ) tx
  LEFT JOIN (
    SELECT net.height, net.tx_index,
           array_agg(named.address ORDER BY net.currency_id <> ${NATIVE_ID}, named.address COLLATE "C") AS currency_ids,
           array_agg(net.satoshis ORDER BY net.currency_id <> ${NATIVE_ID}, named.address COLLATE "C") AS satoshis
      FROM net
     CROSS JOIN LATERAL (SELECT address FROM address named WHERE named.chain = ${CHAIN} AND named.id = net.currency_id LIMIT 1) named
     GROUP BY net.height, net.tx_index
  ) listed ON ${AT_PAGE('listed')}
  ${join}
 ORDER BY page.height ${order.word}, page.tx_index ${order.word}`;
}

export const WALLET_TRANSACTIONS = {
  all: {
    ASC: pageOf(OF_ALL, TOUCHED_WHERE_MET, ORDERS.ASC),
    DESC: pageOf(OF_ALL, TOUCHED_WHERE_MET, ORDERS.DESC),
  },
  ofCurrency: {
    ASC: pageOf(OF_CURRENCY, TOUCHED_IN_BLOCKS, ORDERS.ASC),
    DESC: pageOf(OF_CURRENCY, TOUCHED_IN_BLOCKS, ORDERS.DESC),
  },
} as const;

export const WALLET_MOVEMENTS = {
  all: {
    ASC: pageOf(MOVED, TOUCHED_WHERE_MET, ORDERS.ASC, MOVEMENTS),
    DESC: pageOf(MOVED, TOUCHED_WHERE_MET, ORDERS.DESC, MOVEMENTS),
  },
  ofCurrency: {
    ASC: pageOf(OF_CURRENCY, TOUCHED_IN_BLOCKS, ORDERS.ASC, MOVEMENTS),
    DESC: pageOf(OF_CURRENCY, TOUCHED_IN_BLOCKS, ORDERS.DESC, MOVEMENTS),
  },
} as const;
