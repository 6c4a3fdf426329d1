import { arrayLiteral, send } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { guardId, isTimely, OPEN_GUARD } from './guard.ts';
import type { OutputRow } from './output-row.ts';

const ANY_CURRENCY = 0;

type CountKey = readonly [number, number, number, number];

interface Change {
  key: CountKey;
  utxos: number;
  satoshis: bigint;
}

export type ChangeColumns = readonly (readonly (number | bigint)[])[];

// A probe for each key, as in `listOutputs`. Sums follow one another within the batch, from the newest row before it.
const INSERT = `
INSERT INTO guarded_count (chain, address_id, currency_id, guard_id, height, utxo_count, satoshis)
SELECT $1::smallint, moved.address_id, moved.currency_id, moved.guard_id, moved.height,
       coalesce(before.utxo_count, 0) + sum(moved.utxos) OVER running, coalesce(before.satoshis, 0) + sum(moved.satoshis) OVER running
  FROM unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[], $6::integer[], $7::bigint[])
    AS moved (address_id, currency_id, guard_id, height, utxos, satoshis)
  LEFT JOIN LATERAL (
    SELECT counted.utxo_count, counted.satoshis FROM guarded_count counted
     WHERE counted.chain = $1 AND counted.address_id = moved.address_id AND counted.currency_id = moved.currency_id
       AND counted.guard_id = moved.guard_id
     ORDER BY counted.height DESC
     LIMIT 1
  ) before ON true
WINDOW running AS (PARTITION BY moved.address_id, moved.currency_id, moved.guard_id ORDER BY moved.height)`;

/** Changes of unspent outputs behind guards. Of outputs that a contract holds only the native value counts. */
export class GuardedChanges {
  readonly #changes = new Map<string, Change>();

  add(output: OutputRow, height: number, sign: 1 | -1): void {
    if (output.guard === OPEN_GUARD) return;
    const guard = guardId(output.guard);
    const counted = isTimely(output.guard);
    for (const { id, native } of output.addresses) {
      const move = (currency: number, satoshis: bigint) =>
        this.#add([id, currency, guard, height], sign, BigInt(sign) * satoshis);
      if (counted) move(ANY_CURRENCY, 0n);
      if (output.satoshis !== 0n) move(native.currency.id, output.satoshis);
      if (counted) for (const { currency, satoshis } of output.tokens) move(currency.id, satoshis);
    }
  }

  /** Columns in the order of the statement's parameters. Outputs that come and go in one block are left out. */
  columns(): ChangeColumns {
    const columns: (number | bigint)[][] = [[], [], [], [], [], []];
    for (const { key, utxos, satoshis } of this.#changes.values()) {
      if (utxos === 0 && satoshis === 0n) continue;
      for (const [index, value] of [...key, utxos, satoshis].entries()) columns[index]?.push(value);
    }
    return columns;
  }

  #add(key: CountKey, utxos: number, satoshis: bigint): void {
    const text = key.join(' ');
    const met = this.#changes.get(text);
    if (met === undefined) {
      this.#changes.set(text, { key, utxos, satoshis });
      return;
    }
    met.utxos += utxos;
    met.satoshis += satoshis;
  }
}

export async function writeGuardedCounts(tx: SqlExecutor, chain: number, columns: ChangeColumns): Promise<void> {
  if (columns[0]?.length !== 0) await send(tx, INSERT, [chain, ...columns.map(arrayLiteral)]);
}

export async function revertGuardedCounts(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe('DELETE FROM guarded_count WHERE chain = $1 AND height > $2', chain, keepHeight);
}
