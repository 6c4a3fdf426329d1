import { hash, randomBytes } from 'node:crypto';
import type { EnvironmentName } from '@ledgergraph/service-kit/indexing/network';
import { LRUCache } from 'lru-cache';

/** A key that may be one of ours, as far as its text tells. */
export interface PresentedKey {
  /** HMAC-SHA256 of the full key. */
  keyHash: Uint8Array;
  /** By its prefix. */
  claimed: EnvironmentName;
}

const KEPT_MAX = 10_000;

/**
 * What was made of a header's key, so that its checksum and its HMAC are computed once and not for each call. It decides nothing: whether the key works is
 * asked of the directory every time. No key is kept: a header is found by a hash of it with a salt of this process, which nobody else has.
 */
export class PresentedKeys {
  readonly #salt = randomBytes(32).toString('base64');
  readonly #kept = new LRUCache<string, PresentedKey>({ max: KEPT_MAX });

  /** @param read makes it of the header, or says that no key of ours looks like that: such a header is not kept */
  find(header: string, read: (header: string) => PresentedKey | undefined): PresentedKey | undefined {
    const name = hash('sha256', this.#salt + header, 'base64');
    const known = this.#kept.get(name);
    if (known !== undefined) return known;
    const presented = read(header);
    if (presented !== undefined) this.#kept.set(name, presented);
    return presented;
  }
}
