import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { findNewestSerial, listOpenStays } from '#/db/pool-rows.ts';

/**
 * The transactions that are in our pool. They are kept from one reading to the next and read again only after a change of another's: so a
 * poll costs what is new. Every change of the pool has a serial, so with the same newest serial the same transactions are in it.
 */
export class OpenStays {
  readonly #txids = new Set<string>();
  /** Serial of the newest change that they contain; null: they are unknown. */
  #serial: bigint | null = null;

  /** Returns what is in the pool now; the next change replaces the content. */
  async load(db: SqlExecutor, chainId: string): Promise<ReadonlySet<string>> {
    // The serial first: a change in between makes the next load read again.
    const serial = await findNewestSerial(db, chainId);
    if (serial !== null && serial === this.#serial) return this.#txids;
    this.#serial = null;
    this.#txids.clear();
    for (const txid of await listOpenStays(db, chainId)) this.#txids.add(txid);
    this.#serial = serial;
    return this.#txids;
  }

  /**
   * Follows a change that was committed. `before`: serial of the newest change before it, `after`: of its last one.
   */
  follow(change: { entered?: readonly string[]; left?: readonly string[]; before: bigint; after: bigint }): void {
    // Another's change lies between: the next load reads again.
    if (change.before !== this.#serial) return;
    for (const txid of change.entered ?? []) this.#txids.add(txid);
    for (const txid of change.left ?? []) this.#txids.delete(txid);
    this.#serial = change.after;
  }
}
