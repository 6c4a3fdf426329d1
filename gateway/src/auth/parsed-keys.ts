import { hash, randomBytes } from 'node:crypto';
import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import { LRUCache } from 'lru-cache';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';

export interface ParsedKey {
  keyHash: Uint8Array;
  /** By its prefix; null: one of our own services names the key. */
  claimed: EnvironmentName | null;
}

const PARSED_BYTES = 400;
/** For which a header's own text is kept. */
const TEXTS_MS = 1_000;
const TEXTS_MAX = 1_000;

/**
 * Spares the checksum and the HMAC of each call. It decides nothing: each call asks the directory whether the key works. The text of a
 * key is kept for at most one second after its last call; after that a header is found by a hash whose salt only this process has.
 */
export class ParsedKeys {
  readonly #salt = randomBytes(32).toString('base64');
  readonly #kept = new LRUCache<string, ParsedKey>({ max: Math.floor(MEMORY_BOUNDS.parsedKeys / PARSED_BYTES) });
  readonly #texts = new Map<string, ParsedKey>();

  find(header: string, read: (header: string) => ParsedKey | undefined): ParsedKey | undefined {
    const recent = this.#texts.get(header);
    if (recent !== undefined) return recent;
    const parsed = this.#findByHash(header, read);
    if (parsed !== undefined) this.#keepText(header, parsed);
    return parsed;
  }

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
