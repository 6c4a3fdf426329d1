import { columnsOf } from '#/db/keyed-rows.ts';
import { columnOf } from '#/db/table.ts';
import { chainNumberOf } from './chain-numbers.ts';

export interface KeyList<Key> {
  /** SQL of `wanted`: members in snake case, the number of the `chain`, and the key's own number, `key`. */
  sql: string;
  values(keys: readonly Key[]): unknown[][];
}

/** @param types SQL types of the members, `chainId` among them */
export function describeKeys<Key extends { chainId: string }>(
  types: Readonly<Record<keyof Key & string, 'text' | 'integer'>>,
): KeyList<Key> {
  const members = Object.keys(types) as (keyof Key & string)[];
  const arrays = members.map((member, index) => `$${index + 1}::${types[member]}[]`);
  const columns = members.map((member) => `"${columnOf(member)}"`).join(', ');
  // OFFSET makes the look-up of the number run once for each key.
  const sql = `(SELECT ${chainNumberOf('given.chain_id')} AS chain, ${columns}, key::integer AS key
      FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS given (${columns}, key) OFFSET 0) AS wanted`;
  return { sql, values: (keys) => columnsOf(keys, ...members) };
}
