import type { Untyped } from '@ledgergraph/test-kit/client';
import { lostDatabase } from '../stage/database-copies.ts';
import type { Databases } from '../stage/database-server.ts';
import { SUBGRAPHS, type SubgraphName } from '../stage/programs.ts';

interface Claim {
  service: SubgraphName;
  height: number;
  hash: string;
}

/** Rows of applied blocks outlast a reorganisation, so a claim can be checked at any later time. */
export class AppliedClaims {
  readonly #databases: Databases;
  readonly #judged = new Set<string>();
  /** By service: the database that holds what it lost; null: none does. */
  readonly #rewound = new Map<SubgraphName, string | null>();
  /** By service and hash. */
  readonly #open = new Map<string, Claim>();

  constructor(databases: Databases) {
    this.#databases = databases;
  }

  /** @param lost null: no database holds the lost blocks, so the service has to apply them again by the end */
  noteRewind(service: SubgraphName, lost: string | null = lostDatabase(service)): void {
    this.#rewound.set(service, lost);
  }

  /** @returns false claims; those that could not be looked up wait */
  async check(syncState: Untyped): Promise<string[]> {
    for (const claim of syncState == null ? [] : readClaims(syncState)) {
      const key = `${claim.service}:${claim.hash}`;
      if (!this.#judged.has(key)) this.#open.set(key, claim);
    }
    const wrong: string[] = [];
    for (const [key, { service, height, hash }] of this.#open) {
      const lost = this.#rewound.get(service);
      const places = typeof lost === 'string' ? [service, lost] : [service];
      const found = await Promise.all(places.map((database) => this.#has(database, height, hash))).catch(() => null);
      if (found === null || (lost === null && !found.includes(true))) continue;
      this.#open.delete(key);
      this.#judged.add(key);
      if (!found.includes(true)) wrong.push(`SyncState reports block for ${service}: ${height} ${hash}; it never had`);
    }
    return wrong;
  }

  /** @param chain hashes of the chain that stands now: a consumer does not read again what it has left @returns false claims */
  async settle(chain: ReadonlySet<string>): Promise<string[]> {
    this.#rewound.clear();
    for (const [key, { service, hash }] of this.#open) {
      if (service !== 'blocks' && !chain.has(hash)) this.#open.delete(key);
    }
    return await this.check(null);
  }

  async #has(database: string, height: number, hash: string): Promise<boolean> {
    const at = "WHERE height = $1 AND hash = decode($2, 'hex')";
    const sql = `SELECT 1 FROM applied_block ${at} UNION ALL SELECT 1 FROM removed_block ${at}`;
    return (await this.#databases.query(database, sql, [height, hash])).length > 0;
  }
}

function readClaims({ lastBlockHeight, lastBlockHash, subgraphs }: Untyped): Claim[] {
  const everywhere = SUBGRAPHS.map((service) => ({ service, height: lastBlockHeight, hash: lastBlockHash }));
  const own = subgraphs.map(({ name, height, hash }: Untyped) => ({ service: name, height, hash }));
  return [...everywhere, ...own];
}
