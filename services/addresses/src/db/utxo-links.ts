// $5 is the currency (of any output whether it must be native, of a token its i-address), and $6 whether only spendable outputs count.

import { rowOfAddress } from './address-id.ts';
import { NATIVE_ID } from './address-registry.ts';

export interface Links {
  unspent: string;
  spent: string;
  /** FROM item with rows of a chain `currency_id`. @param chain expression of SQL */
  currency(chain: string): string;
  /** FROM items that split the ranges of a guard further, and the column in which they differ. */
  parts: string;
  part: string;
  /** Condition that `link` belongs to the range. @param range, part rows with the currency and the part */
  inRange(range: string, part: string): string;
  /** Condition that a spent `link` belongs to the currency of `range`, with the conditions that no index covers. */
  isSpentOf(range: string): string;
  isSpent: string;
  /** Currency of the running totals of guards. @param range a row with the currency */
  counted(range: string): string;
}

export const OF_ADDRESS: Links = {
  unspent: 'address_utxo',
  spent: 'address_spent_output',
  currency: () => '(SELECT 0 AS currency_id)',
  parts: 'CROSS JOIN (SELECT true AS is_native UNION ALL SELECT false WHERE NOT $5::boolean) part',
  part: 'is_native',
  inRange: (_, part) => `link.is_native = ${part}.is_native`,
  isSpentOf: () => 'true',
  isSpent: '(NOT $5::boolean OR link.is_native)',
  counted: () => `CASE WHEN $5::boolean THEN ${NATIVE_ID} ELSE 0 END`,
};

export const OF_TOKEN: Links = {
  unspent: 'token_utxo',
  spent: 'token_spent_output',
  currency: (chain) => `LATERAL (SELECT found.id AS currency_id FROM (${rowOfAddress(chain, '$5::text')}) found)`,
  parts: '',
  part: 'currency_id',
  inRange: (range) => `link.currency_id = ${range}.currency_id`,
  isSpentOf: (range) => `link.currency_id = ${range}.currency_id`,
  isSpent: 'true',
  counted: (range) => `${range}.currency_id`,
};

export const SCRIPT = `encode(output.script, 'hex') AS script,
       CASE WHEN output.script IS NULL
            THEN (SELECT named.address FROM address named WHERE named.chain = output.chain AND named.id = output.holder_id) END AS payee`;

export const LISTED_OUTPUT = `output.satoshis,
       ARRAY(SELECT (SELECT named.address FROM address named WHERE named.chain = output.chain AND named.id = listed.id)
               FROM unnest(output.token_ids) WITH ORDINALITY AS listed (id, place) ORDER BY listed.place) AS "tokenIds",
       output.token_satoshis AS "tokenSatoshis", output.kind, ${SCRIPT},
       output.is_coinbase AS "isCoinbase"`;

/** A probe: without LIMIT Postgres would join the whole table. */
export function outputOf(chain: string, link: string): string {
  return `LATERAL (
    SELECT * FROM output
     WHERE output.chain = ${chain} AND output.height = ${link}.height AND output.tx_index = ${link}.tx_index AND output.vout = ${link}.vout
     LIMIT 1
  ) output`;
}

/** A hash table makes passing over many links cheap. @param first number of the parameter with heights; tx_index and vout follow */
export function isWanted(first: number): string {
  const places = `$${first}::integer[], $${first + 1}::integer[], $${first + 2}::integer[]`;
  return `(link.height, link.tx_index, link.vout) NOT IN (SELECT * FROM unnest(${places}))`;
}
