import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Refused } from '#/admission/refused.ts';
import { BYTES_PER_CHARACTER, ENTRY_BYTES, MEMORY_BOUNDS } from '#/memory/bounds.ts';
import { refusedWithoutQuery } from './body-shape.ts';
import type { AskedParts } from './read-request.ts';

/** The longest body of an operation that does not send. */
const QUERY_LENGTH_MAX = 64 * 1024;

const NO_VERSION = new Refused(400, 'BAD_REQUEST', 'persistedQuery must be of version 1, with a sha256Hash.');
const WRONG_HASH = new Refused(400, 'BAD_REQUEST', 'sha256Hash is not the hash of the query.');
/** Clients know this message and then send the text. */
const NOT_FOUND = new Refused(200, 'PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound', undefined, {
  'cache-control': 'private, no-cache, must-revalidate',
});

export interface FoundText {
  query: string;
  /** Set when the client registers the text under this hash. */
  newHash: string | undefined;
}

/**
 * Texts of operations by their SHA-256 hash ("automatic persisted queries"), the most recently used ones. Each gateway has its own: a
 * client whose hash is unknown sends its text once more. A text that holds a large transaction is not kept.
 */
export class PersistedQueries {
  readonly #kept = new LRUCache<string, string>({
    maxSize: MEMORY_BOUNDS.persistedQueries,
    maxEntrySize: BYTES_PER_CHARACTER * QUERY_LENGTH_MAX,
    sizeCalculation: (query, key) => BYTES_PER_CHARACTER * (query.length + key.length) + ENTRY_BYTES,
  });

  find({ query, extensions }: Pick<AskedParts, 'query' | 'extensions'>): FoundText | Refused {
    const persisted = extensions?.persistedQuery as { version?: unknown; sha256Hash?: unknown } | null | undefined;
    if (!persisted) {
      if (query) return { query, newHash: undefined };
      return refusedWithoutQuery([]);
    }
    const { version, sha256Hash } = persisted;
    if (version !== 1 || typeof sha256Hash !== 'string') return NO_VERSION;
    if (query === undefined) {
      const kept = this.#kept.get(sha256Hash);
      if (kept === undefined) return NOT_FOUND;
      return { query: kept, newHash: undefined };
    }
    if (hash('sha256', query) !== sha256Hash) return WRONG_HASH;
    return { query, newHash: sha256Hash };
  }

  keep({ query, newHash }: FoundText): void {
    if (newHash !== undefined) this.#kept.set(newHash, query);
  }
}
