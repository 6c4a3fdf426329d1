import { columnsOf } from '#/db/keyed-rows.ts';
import { columnOf } from '#/db/table.ts';
import { chainNumberOf } from './chain-numbers.ts';

/** Keys of a chain, as statements select from them. */
export interface KeyList<Key> {
  /** SQL of `wanted`: the members of a key in snake case, the number of its `chain`, and its own number, `key`. */
  sql: string;
  /** Parameters of the statement; further ones follow them. */
  values(keys: readonly Key[]): unknown[][];
}

/** @param types SQL types of the members, `chainId` among them */
export function describeKeys<Key extends { chainId: string }>(
  types: Readonly<Record<keyof Key & string, 'text' | 'integer'>>,
): KeyList<Key> {
  const members = Object.keys(types) as (keyof Key & string)[];
  const arrays = members.map((member, index) => `$${index + 1}::${types[member]}[]`);
  const columns = members.map((member) => `"${columnOf(member)}"`).join(', ');
  // OFFSET keeps the look-up of the number apart: it is done once for each key.
  const sql = `(SELECT ${chainNumberOf('given.chain_id')} AS chain, ${columns}, key::integer AS key
      FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS given (${columns}, key) OFFSET 0) AS wanted`;
  return { sql, values: (keys) => columnsOf(keys, ...members) };
}
