import { AsyncLocalStorage } from 'node:async_hooks';
import type { Connection, Database } from '#/db/connection.ts';

/** Inside `hold` the auth library's statements join one transaction of ours, so that locked rows stay locked. */
export class HeldDatabase {
  readonly db: Database;
  readonly #db: Database;
  readonly #held = new AsyncLocalStorage<{ tx: Connection | undefined }>();

  constructor(db: Database) {
    this.#db = db;
    this.db = new Proxy(db, { get: (_db, name) => this.#get(name) });
  }

  /** Background work that is still running afterwards is not part of the transaction. */
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
