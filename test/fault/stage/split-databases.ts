import { connectClient } from '@ledgergraph/service-kit/db/connect-client';
import type pg from 'pg';
import type { DatabaseServer, Databases } from './database-server.ts';

/** Acts of a plan concern only the server that stays. */
export abstract class SplitDatabases implements Databases {
  protected readonly rest: DatabaseServer;

  constructor(rest: DatabaseServer) {
    this.rest = rest;
  }

  abstract url(database?: string): string;

  async query<Row extends pg.QueryResultRow>(database: string, text: string, values: unknown[] = []): Promise<Row[]> {
    const client = await connectClient(this.url(database), { query_timeout: 60_000 });
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  cutConnections(): Promise<void> {
    return this.rest.cutConnections();
  }

  restart(): Promise<void> {
    return this.rest.restart();
  }

  kill(): Promise<void> {
    return this.rest.kill();
  }

  async stop(): Promise<void> {
    await this.rest.stop();
  }
}
