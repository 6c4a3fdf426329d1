import { arrayLiteral, send } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { guardId, isTimely } from './guard.ts';
import type { OutputRow } from './output-row.ts';

/** Stands for every currency. */
const ANY_CURRENCY = 0;

/** A count before its change is added: address, currency, guard, height. */
type CountKey = readonly [number, number, number, number];

// A probe for each, as in `listOutputs`. The sums follow one another within the batch, and the newest row before it begins them.
const INSERT = `
INSERT INTO guarded_count (chain, address_id, currency_id, guard_id, height, utxo_count)
SELECT $1::smallint, moved.address_id, moved.currency_id, moved.guard_id, moved.height,
       coalesce(before.utxo_count, 0)
         + sum(moved.change) OVER (PARTITION BY moved.address_id, moved.currency_id, moved.guard_id ORDER BY moved.height)
  FROM unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[], $6::integer[])
    AS moved (address_id, currency_id, guard_id, height, change)
  LEFT JOIN LATERAL (
    SELECT counted.utxo_count FROM guarded_count counted
     WHERE counted.chain = $1 AND counted.address_id = moved.address_id AND counted.currency_id = moved.currency_id
       AND counted.guard_id = moved.guard_id
     ORDER BY counted.height DESC
     LIMIT 1
  ) before ON true`;

/** By how much blocks change the numbers of unspent outputs behind guards. */
export class GuardedChanges {
  readonly #changes = new Map<string, { key: CountKey; change: number }>();

  /** @param height of the block that creates it (change 1) or spends it (change -1) */
  add(output: OutputRow, height: number, change: 1 | -1): void {
    if (!isTimely(output.guard)) return;
    const guard = guardId(output.guard);
    for (const { id, native } of output.addresses) {
      this.#add([id, ANY_CURRENCY, guard, height], change);
      if (output.satoshis !== 0n) this.#add([id, native.currency.id, guard, height], change);
      for (const { currency } of output.tokens) this.#add([id, currency.id, guard, height], change);
    }
  }

  /** Keys and changes, column by column; what comes and goes in one block is left out. */
  columns(): number[][] {
    const columns: number[][] = [[], [], [], [], []];
    for (const { key, change } of this.#changes.values()) {
      if (change === 0) continue;
      for (const [index, value] of [...key, change].entries()) columns[index]?.push(value);
    }
    return columns;
  }

  #add(key: CountKey, change: 1 | -1): void {
    const text = key.join(' ');
    const met = this.#changes.get(text);
    if (met === undefined) this.#changes.set(text, { key, change });
    else met.change += change;
  }
}

/** Writes the counts after each block that changed them. @param columns as `GuardedChanges` has them */
export async function writeGuardedCounts(
  tx: SqlExecutor,
  chain: number,
  columns: readonly (readonly number[])[],
): Promise<void> {
  if (columns[0]?.length !== 0) await send(tx, INSERT, [chain, ...columns.map(arrayLiteral)]);
}

/** Forgets the counts after blocks above a height; -1: all. */
export async function revertGuardedCounts(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe('DELETE FROM guarded_count WHERE chain = $1 AND height > $2', chain, keepHeight);
}
