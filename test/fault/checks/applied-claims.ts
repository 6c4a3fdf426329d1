import type { Untyped } from '@ledgergraph/test-kit/client';
import { lostDatabase } from '../stage/database-copies.ts';
import type { Databases } from '../stage/database-server.ts';
import { SUBGRAPHS, type SubgraphName } from '../stage/programs.ts';

interface Claim {
  service: SubgraphName;
  height: number;
  hash: string;
}

/**
 * Holds SyncState to the databases: every block it reports for a service, that service must have applied. Rows of applied
 * blocks stay when a reorganisation removes them, so a claim that was true once can be checked at any later time.
 */
export class AppliedClaims {
  readonly #databases: Databases;
  readonly #proven = new Set<string>();
  readonly #rewound = new Set<SubgraphName>();
  #open: Claim[] = [];

  constructor(databases: Databases) {
    this.#databases = databases;
  }

  /** Notes that a database goes back now: blocks that it loses were applied all the same. */
  noteRewind(service: SubgraphName): void {
    this.#rewound.add(service);
  }

  /** @returns claims that are false; those that could not be looked up wait for the next time */
  async check(syncState: Untyped): Promise<string[]> {
    if (syncState != null) this.#open.push(...readClaims(syncState));
    const wrong: string[] = [];
    const open = this.#open;
    this.#open = [];
    for (const claim of open) {
      const { service, height, hash } = claim;
      const key = `${service}:${hash}`;
      if (this.#proven.has(key)) continue;
      try {
        const places = this.#rewound.has(service) ? [service, lostDatabase(service)] : [service];
        const found = await Promise.all(places.map((database) => this.#has(database, height, hash)));
        if (!found.includes(true))
          wrong.push(`SyncState reports block for ${service}: ${height} ${hash}; it never had`);
        this.#proven.add(key);
      } catch {
        // The database is away at the moment.
        this.#open.push(claim);
      }
    }
    return wrong;
  }

  async #has(database: string, height: number, hash: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM applied_block WHERE height = $1 AND hash = $2';
    return (await this.#databases.query(database, sql, [height, hash])).length > 0;
  }
}

function readClaims({ lastBlockHeight, lastBlockHash, subgraphs }: Untyped): Claim[] {
  const everywhere = SUBGRAPHS.map((service) => ({ service, height: lastBlockHeight, hash: lastBlockHash }));
  const own = subgraphs.map(({ name, height, hash }: Untyped) => ({ service: name, height, hash }));
  return [...everywhere, ...own];
}
