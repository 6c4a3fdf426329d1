import { hash, randomBytes } from 'node:crypto';
import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import { LRUCache } from 'lru-cache';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';

/** A key whose text is well formed, so that it may be one of ours. */
export interface ParsedKey {
  /** HMAC-SHA256 of the full key. */
  keyHash: Uint8Array;
  /** By its prefix; null where one of our own services names the key. */
  claimed: EnvironmentName | null;
}

/** Hash, name and parsed key of a header. */
const PARSED_BYTES = 400;
/** Time for which a header's own text is kept. */
const TEXTS_MS = 1_000;
const TEXTS_MAX = 1_000;

/**
 * Keeps the parsed key of a header, so that its checksum and its HMAC are computed once and not for each call. It
 * decides nothing: each call asks the directory whether the key works. A key's text is kept for one second at most
 * after its last call. After that a header is found by a hash with a salt that only this process has.
 */
export class ParsedKeys {
  readonly #salt = randomBytes(32).toString('base64');
  readonly #kept = new LRUCache<string, ParsedKey>({ max: Math.floor(MEMORY_BOUNDS.parsedKeys / PARSED_BYTES) });
  readonly #texts = new Map<string, ParsedKey>();

  /** @param read parses the header; undefined where no key of ours looks like that: such a header is not kept */
  find(header: string, read: (header: string) => ParsedKey | undefined): ParsedKey | undefined {
    const recent = this.#texts.get(header);
    if (recent !== undefined) return recent;
    const parsed = this.#findByHash(header, read);
    if (parsed !== undefined) this.#keepText(header, parsed);
    return parsed;
  }

  /** Headers whose text is in memory. */
  get textsHeld(): number {
    return this.#texts.size;
  }

  #keepText(header: string, parsed: ParsedKey): void {
    if (this.#texts.size === 0) setTimeout(() => this.#texts.clear(), TEXTS_MS).unref();
    if (this.#texts.size < TEXTS_MAX) this.#texts.set(header, parsed);
  }

  #findByHash(header: string, read: (header: string) => ParsedKey | undefined): ParsedKey | undefined {
    const name = hash('sha256', this.#salt + header, 'base64');
    const known = this.#kept.get(name);
    if (known !== undefined) return known;
    const parsed = read(header);
    if (parsed !== undefined) this.#kept.set(name, parsed);
    return parsed;
  }
}
