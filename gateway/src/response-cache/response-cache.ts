import { LRUCache } from 'lru-cache';
import { BYTES_PER_CHARACTER } from '#/memory/bounds.ts';
import type { InFlight } from '#/operation/graph-context.ts';
import type { Tip } from '#/pin/tip.ts';
import { CachedResponse } from './cached-response.ts';
import { RequestKeys } from './request-keys.ts';

/** Bounds the age of what an operator sets, such as a network's name; all else follows from the chain. */
const KEPT_MS = 60_000;
/** One timer serves all entries. */
const RESOLUTION_MS = 100;
/** Beside the text of key and body. */
const ENTRY_BYTES = 1_024;
/** One answer must not push out all others. */
const ENTRY_SHARE_MAX = 8;

export interface CacheCounts {
  hits: number;
  /** Together with an equal request under way. */
  shared: number;
  misses: number;
  entries: number;
  bytes: number;
}

/**
 * Responses by request and pins, bounded in bytes. A new block makes a new key, so nothing is invalidated: unreachable entries are
 * evicted by those in use.
 */
export class ResponseCache {
  readonly keys = new RequestKeys();
  readonly #kept: LRUCache<string, CachedResponse>;
  readonly #inFlight = new Map<string, InFlightResponse>();
  readonly #counts = { hits: 0, shared: 0, misses: 0 };

  constructor({ bytesMax, now }: { bytesMax: number; now?: () => number }) {
    this.#kept = new LRUCache({
      maxSize: bytesMax,
      maxEntrySize: Math.max(Math.floor(bytesMax / ENTRY_SHARE_MAX), 1),
      sizeCalculation: ({ body }, key) => body.length + BYTES_PER_CHARACTER * key.length + ENTRY_BYTES,
      ttl: KEPT_MS,
      ttlResolution: RESOLUTION_MS,
      ...(now !== undefined && { perf: { now }, ttlResolution: 0 }),
    });
  }

  /**
   * The cached response, also one that an equal request is fetching; or the in-flight response that this request is to fetch; or
   * neither, if the equal request's response turned out not to be kept. Synchronous unless it waits for an equal request.
   */
  take(key: string, pins: readonly Tip[]): CachedResponse | InFlightResponse | Promise<CachedResponse | undefined> {
    const kept = this.find(key);
    if (kept !== undefined) {
      this.countHit();
      return kept;
    }
    const under = this.#inFlight.get(key);
    if (under === undefined) {
      this.#counts.misses++;
      return this.#begin(key, pins);
    }
    return under.settled.then((shared) => {
      if (shared === undefined) this.#counts.misses++;
      else this.#counts.shared++;
      return shared;
    });
  }

  /** The sender counts the hit. */
  find(key: string): CachedResponse | undefined {
    return this.#kept.get(key);
  }

  countHit(): void {
    this.#counts.hits++;
  }

  counts(): CacheCounts {
    return { ...this.#counts, entries: this.#kept.size, bytes: this.#kept.calculatedSize };
  }

  #begin(key: string, pins: readonly Tip[]): InFlightResponse {
    const inFlight = new InFlightResponse(pins, (answer) => {
      this.#inFlight.delete(key);
      if (answer !== undefined) this.#kept.set(key, answer);
    });
    this.#inFlight.set(key, inFlight);
    return inFlight;
  }
}

export class InFlightResponse implements InFlight {
  /** At which the answer must have been read to belong to this key. */
  readonly pins: readonly Tip[];
  readonly settled: Promise<CachedResponse | undefined>;
  isFinal = false;
  #settle: ((answer: CachedResponse | undefined) => void) | undefined;

  constructor(pins: readonly Tip[], onSettled: (answer: CachedResponse | undefined) => void) {
    this.pins = pins;
    this.settled = new Promise((resolve) => {
      this.#settle = (answer) => {
        onSettled(answer);
        resolve(answer);
      };
    });
  }

  get isSettled(): boolean {
    return this.#settle === undefined;
  }

  keep(text: string, contentType: string, headers?: Readonly<Record<string, string>>): CachedResponse | undefined {
    if (this.#settle === undefined) return undefined;
    const answer = new CachedResponse(text, contentType, this.isFinal, headers);
    this.#finish(answer);
    return answer;
  }

  /** Waiting requests go on by themselves. */
  drop(): void {
    this.#finish(undefined);
  }

  #finish(answer: CachedResponse | undefined): void {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(answer);
  }
}
