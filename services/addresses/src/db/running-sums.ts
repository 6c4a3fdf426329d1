import { arrayLiteral, send } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { columnOf, type Table } from '@ledgergraph/chain-kit/db/table';
import { toColumns } from './to-columns.ts';

export type SumColumns = readonly (readonly (number | bigint)[])[];

/** A table with the sums of a key after each place that changed them. */
export class RunningSums {
  readonly #insert: string;

  /** @param table with the members of the key, those of the place and the sums @param count of members */
  constructor({ name, described }: Pick<Table<never>, 'name' | 'described'>, count: { key: number; place: number }) {
    const columns = Object.keys(described).map(columnOf);
    const types = Object.values(described).map((type, index) => `$${index + 2}::${type}[]`);
    const key = columns.slice(0, count.key);
    const place = columns.slice(count.key, count.key + count.place);
    const sums = columns.slice(count.key + count.place);
    const of = (row: string, names: readonly string[]) => names.map((column) => `${row}.${column}`).join(', ');
    // A probe for each key, as in `listOutputs`. Sums follow one another within the batch, from the newest row before it.
    this.#insert = `
INSERT INTO ${name} (chain, ${columns.join(', ')})
SELECT $1::smallint, ${of('moved', [...key, ...place])},
       ${sums.map((sum) => `coalesce(before.${sum}, 0) + sum(moved.${sum}) OVER running`).join(', ')}
  FROM unnest(${types.join(', ')}) AS moved (${columns.join(', ')})
  LEFT JOIN LATERAL (
    SELECT ${of('summed', sums)} FROM ${name} summed
     WHERE summed.chain = $1 AND ${key.map((column) => `summed.${column} = moved.${column}`).join(' AND ')}
     ORDER BY ${place.map((column) => `summed.${column} DESC`).join(', ')}
     LIMIT 1
  ) before ON true
WINDOW running AS (PARTITION BY ${of('moved', key)} ORDER BY ${of('moved', place)})`;
  }

  async write(tx: SqlExecutor, chain: number, changes: SumColumns): Promise<void> {
    if (changes.length > 0) await send(tx, this.#insert, [chain, ...changes.map(arrayLiteral)]);
  }
}

export class SumChanges {
  readonly #changes = new Map<string, { key: readonly number[]; sums: bigint[] }>();

  /** @param key with the place */
  add(key: readonly number[], changes: readonly bigint[]): void {
    const text = key.join(' ');
    const sums = this.#changes.get(text)?.sums;
    if (sums === undefined) this.#changes.set(text, { key, sums: [...changes] });
    else for (const [index, change] of changes.entries()) sums[index] = (sums[index] ?? 0n) + change;
  }

  /** In the order of the table, without changes that cancel out; none without a change. */
  columns(): SumColumns {
    const changed = [...this.#changes.values()].filter(({ sums }) => sums.some((sum) => sum !== 0n));
    return toColumns(changed.map(({ key, sums }) => [...key, ...sums]));
  }
}
