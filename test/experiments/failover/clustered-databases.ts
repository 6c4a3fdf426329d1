import { connectClient } from '@ledgergraph/service-kit/db/connect-client';
import type pg from 'pg';
import type { DatabaseServer, Databases } from '../../fault/stage/database-server.ts';
import type { PatroniCluster } from './patroni-cluster.ts';

/** Databases on the cluster that replicates asynchronously; their clean copies are beside them. */
const CHAIN = /^(clean_)?(blocks|addresses)$/;
const PEOPLE = /^(accounts|webhooks)$/;

/** The databases of an installation: blocks and addresses on one cluster, accounts and webhooks on another, the rest on a server that stays. */
export class ClusteredDatabases implements Databases {
  readonly #chain: PatroniCluster;
  readonly #people: PatroniCluster;
  readonly #rest: DatabaseServer;

  constructor(chain: PatroniCluster, people: PatroniCluster, rest: DatabaseServer) {
    this.#chain = chain;
    this.#people = people;
    this.#rest = rest;
  }

  url(database = 'postgres'): string {
    if (CHAIN.test(database)) return this.#chain.url(database);
    return PEOPLE.test(database) ? this.#people.url(database) : this.#rest.url(database);
  }

  async query<Row extends pg.QueryResultRow>(database: string, text: string, values: unknown[] = []): Promise<Row[]> {
    const client = await connectClient(this.url(database), { query_timeout: 60_000 });
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  cutConnections(): Promise<void> {
    return this.#rest.cutConnections();
  }

  restart(): Promise<void> {
    return this.#rest.restart();
  }

  kill(): Promise<void> {
    return this.#rest.kill();
  }

  async stop(): Promise<void> {
    await this.#rest.stop();
    await this.#chain.stop();
    await this.#people.stop();
  }
}
