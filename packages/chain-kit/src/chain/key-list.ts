import { columnsOf, rowsOfKeys } from '#/db/keyed-rows.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { columnOf, type RowOfColumns } from '#/db/table.ts';
import { chainNumberOf } from './chain-numbers.ts';

type KeyType = 'text' | 'integer' | 'bigint';
type KeyTypes = { readonly chainId: 'text' } & Readonly<Record<string, KeyType | `${KeyType}?`>>;

export type KeyOf<List> = List extends KeyList<infer Types> ? RowOfColumns<Types> : never;

/** @param types SQL types of the members of a key; `?` = null */
export function describeKeys<const Types extends KeyTypes>(types: Types): KeyList<Types> {
  return new KeyList(types);
}

/** One statement for many keys. */
export class KeyList<Types extends KeyTypes> {
  readonly types: Types;
  /** SQL of `wanted`: members in snake case, the number of the `chain`, and the key's own number, `key`. */
  readonly sql: string;

  constructor(types: Types) {
    this.types = types;
    const arrays = Object.values(types).map((type, index) => `$${index + 1}::${type.replace('?', '')}[]`);
    const columns = Object.keys(types)
      .map((member) => `"${columnOf(member)}"`)
      .join(', ');
    // OFFSET makes the look-up of the number run once for each key.
    this.sql = `(SELECT ${chainNumberOf('given.chain_id')} AS chain, ${columns}, key::integer AS key
      FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS given (${columns}, key) OFFSET 0) AS wanted`;
  }

  values(keys: readonly RowOfColumns<Types>[]): unknown[][] {
    return columnsOf(keys, ...Object.keys(this.types));
  }

  /** @param sql selects `wanted.key`; its first parameters are the keys, then come `values` */
  async list<Row>(
    db: SqlExecutor,
    sql: string,
    keys: readonly RowOfColumns<Types>[],
    ...values: unknown[]
  ): Promise<Row[][]> {
    const rows = await db.$queryRawUnsafe<(Row & { key: number })[]>(sql, ...this.values(keys), ...values);
    return rowsOfKeys(keys, rows);
  }

  /** Undefined for a key without a row. */
  async find<Row>(
    db: SqlExecutor,
    sql: string,
    keys: readonly RowOfColumns<Types>[],
    ...values: unknown[]
  ): Promise<(Row | undefined)[]> {
    return (await this.list<Row>(db, sql, keys, ...values)).map(([row]) => row);
  }
}
