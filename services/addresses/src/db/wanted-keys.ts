/**
 * FROM item `wanted`: the keys that a statement is asked for, with ids in place of texts; keys that name an unknown chain, address or
 * currency are missing. Parameters $1, $2, …: an array for `chain`, for each of `names` and for each of `numbers`, in this order.
 * Columns: `chain`, `<name>_id`, the numbers, `chain_id` (the text) and `place`, from 1.
 */
export function wantedKeys(names: readonly ('address' | 'currency')[], numbers: readonly string[]): string {
  const texts = ['chain_id', ...names];
  const types = [...texts.map(() => 'text[]'), ...numbers.map(() => 'integer[]')];
  const columns = [...names.map((name) => `${name}.id AS ${name}_id`), ...numbers.map((number) => `listed.${number}`)];
  // LIMIT keeps each of them a look-up: it says what Postgres does not see through the list.
  const idOf = (name: string): string =>
    `CROSS JOIN LATERAL (
       SELECT named.id FROM address named WHERE named.chain = chain.id AND named.address = listed.${name} LIMIT 1
     ) ${name}`;
  return `(SELECT chain.id AS chain, ${columns.join(', ')}, listed.chain_id, listed.place
             FROM unnest(${types.map((type, index) => `$${index + 1}::${type}`).join(', ')}) WITH ORDINALITY
               AS listed (${[...texts, ...numbers].join(', ')}, place)
            CROSS JOIN LATERAL (SELECT id FROM chain WHERE chain.chain_id = listed.chain_id LIMIT 1) chain
            ${names.map(idOf).join('\n')}
          ) wanted`;
}

/**
 * FROM item `wanted` for who has ids already, as the writer of a chain does. Parameters: $1 is the chain's id, then an array of ids for
 * each name. Columns: `chain`, `<name>_id` and `place`, from 1.
 */
export function wantedIds(names: readonly ('address' | 'currency')[]): string {
  const arrays = names.map((_, index) => `$${index + 2}::integer[]`).join(', ');
  const columns = [...names.map((name) => `${name}_id`), 'place'].join(', ');
  return `(SELECT $1::smallint AS chain, listed.* FROM unnest(${arrays}) WITH ORDINALITY AS listed (${columns})) wanted`;
}

/** SQL of the i-addresses that an array of ids stands for, in its order. @param ids SQL of the array */
export function addressesOf(chain: string, ids: string): string {
  return `ARRAY(SELECT (SELECT named.address FROM address named WHERE named.chain = ${chain} AND named.id = listed.id)
                  FROM unnest(${ids}) WITH ORDINALITY AS listed (id, place) ORDER BY listed.place)`;
}

/** SQL of the txid (hex) of the transaction at a place. */
export function txidAt(chain: string, height: string, txIndex: string): string {
  return `(SELECT encode(tx.txid, 'hex') FROM transaction_place tx
            WHERE tx.chain = ${chain} AND tx.height = ${height} AND tx.tx_index = ${txIndex})`;
}
