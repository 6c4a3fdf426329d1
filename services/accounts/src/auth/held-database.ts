import { AsyncLocalStorage } from 'node:async_hooks';
import type { Connection, Database } from '#/db/connection.ts';

/**
 * The database as the auth library gets it. Inside of `hold`, all that the library does is part of one transaction of ours, on one
 * connection: the rows that were locked for it stay locked until what it writes is there.
 */
export class HeldDatabase {
  /** For the library and its hooks. */
  readonly db: Database;
  readonly #db: Database;
  readonly #held = new AsyncLocalStorage<{ tx: Connection | undefined }>();

  constructor(db: Database) {
    this.#db = db;
    this.db = new Proxy(db, { get: (_db, name) => this.#get(name) });
  }

  /** Does work in a transaction that has taken locks. What it leaves running in the background is no part of it. */
  hold<Result>(lock: (tx: Connection) => Promise<void>, work: () => Promise<Result>): Promise<Result> {
    return this.#db.$transaction(async (tx) => {
      await lock(tx);
      const held: { tx: Connection | undefined } = { tx };
      try {
        return await this.#held.run(held, work);
      } finally {
        held.tx = undefined;
      }
    });
  }

  #get(name: string | symbol): unknown {
    const tx = this.#held.getStore()?.tx;
    if (tx !== undefined && name === '$transaction') return (work: (tx: Connection) => unknown) => work(tx);
    const source = tx ?? this.#db;
    const member: unknown = Reflect.get(source, name);
    return typeof member === 'function' ? member.bind(source) : member;
  }
}
