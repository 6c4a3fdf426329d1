import type pg from 'pg';
import { connect, type ServiceDatabase } from './databases.ts';

export class Connections implements AsyncDisposable {
  readonly #idle = new Map<string, pg.Client[]>();

  /** A connection whose work has failed is ended, and so is its transaction. */
  async use<T>(database: ServiceDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const idle = this.#idle.get(database.url) ?? [];
    this.#idle.set(database.url, idle);
    const client = idle.pop() ?? (await open(database));
    try {
      const result = await work(client);
      idle.push(client);
      return result;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#idle.values()].flat().map((client) => client.end().catch(() => undefined)));
  }
}

async function open(database: ServiceDatabase): Promise<pg.Client> {
  const client = await connect(database);
  // A commit lost in a power cut loses the note of its piece with it. The memory is for sorting an index.
  await client.query(`SET synchronous_commit = off; SET maintenance_work_mem = '256MB'`);
  return client;
}
