import type { DatabaseServer } from '../../fault/stage/database-server.ts';
import { SplitDatabases } from '../../fault/stage/split-databases.ts';
import type { PatroniCluster } from './patroni-cluster.ts';

const CHAIN = /^(clean_)?(blocks|addresses)$/;
const PEOPLE = /^(accounts|webhooks)$/;

/** Blocks and addresses on one cluster, accounts and webhooks on another, the rest on a server that stays. */
export class ClusteredDatabases extends SplitDatabases {
  readonly #chain: PatroniCluster;
  readonly #people: PatroniCluster;

  constructor(chain: PatroniCluster, people: PatroniCluster, rest: DatabaseServer) {
    super(rest);
    this.#chain = chain;
    this.#people = people;
  }

  url(database = 'postgres'): string {
    if (CHAIN.test(database)) return this.#chain.url(database);
    return PEOPLE.test(database) ? this.#people.url(database) : this.rest.url(database);
  }

  override async stop(): Promise<void> {
    await super.stop();
    await this.#chain.stop();
    await this.#people.stop();
  }
}
