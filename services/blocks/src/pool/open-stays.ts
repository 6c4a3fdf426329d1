import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { findNewestSerial, listOpenStays } from '#/db/pool-rows.ts';

/** Read again only after a foreign change: the same newest serial means the same content. */
export class OpenStays {
  readonly #txids = new Set<string>();
  #serial: bigint | null = null;

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

  /** After a commit. `before`: newest serial before the change, `after`: its last one. */
  follow(change: { entered?: readonly string[]; left?: readonly string[]; before: bigint; after: bigint }): void {
    // A foreign change lies between: the next load reads again.
    if (change.before !== this.#serial) return;
    for (const txid of change.entered ?? []) this.#txids.add(txid);
    for (const txid of change.left ?? []) this.#txids.delete(txid);
    this.#serial = change.after;
  }
}
