import pg from 'pg';
import { INDEXERS } from '../backfill/indexers.ts';

/** Beginnings of transactions, in milliseconds of the machine's clock, which Postgres writes into rows. */
export class RowClock implements AsyncDisposable {
  readonly #blocks: pg.Client;
  readonly #indexers: pg.Client[];

  constructor(databaseUrl: (service: string) => string) {
    const connect = (service: string): pg.Client => new pg.Client({ connectionString: databaseUrl(service) });
    this.#blocks = connect('blocks');
    this.#indexers = INDEXERS.map(connect);
  }

  async open(): Promise<void> {
    for (const client of [this.#blocks, ...this.#indexers]) await client.connect();
  }

  /** The follower has the block from its node by then. */
  blockBegun(hash: string): Promise<number> {
    return readMs(this.#blocks, `SELECT applied_at AS at FROM block WHERE hash = decode($1, 'hex')`, hash);
  }

  /** All indexers have pulled the block by then. @throws Error when one has moved on meanwhile */
  async lastIndexBegun(hash: string): Promise<number> {
    const sql = 'SELECT updated_at AS at FROM sync_cursor WHERE hash = $1';
    return Math.max(...(await Promise.all(this.#indexers.map((client) => readMs(client, sql, hash)))));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of [this.#blocks, ...this.#indexers]) await client.end();
  }
}

async function readMs(client: pg.Client, sql: string, hash: string): Promise<number> {
  const { rows } = await client.query<{ ms: string }>(
    `SELECT extract(epoch FROM at) * 1000 AS ms FROM (${sql}) found`,
    [hash],
  );
  if (rows[0] === undefined) throw new Error(`no row shows when ${hash} was written`);
  return Number(rows[0].ms);
}
