import { LRUCache } from 'lru-cache';
import { BYTES_PER_CHARACTER } from '#/memory/bounds.ts';
import type { InFlight } from '#/operation/graph-context.ts';
import type { Tip } from '#/pin/tip.ts';
import { CachedResponse } from './cached-response.ts';
import { RequestKeys } from './request-keys.ts';

/**
 * Answers follow from the chain alone but for what an operator sets, such as a network's name: that is at most this old.
 * While blocks arrive no answer is asked for as long.
 */
const KEPT_MS = 60_000;
/** Milliseconds to which that is looked at: else there were a timer for each. */
const RESOLUTION_MS = 100;
/** Beside the text of key and body: the entry itself. */
const ENTRY_BYTES = 1_024;
/** One answer must not push out all others. */
const ENTRY_SHARE_MAX = 8;

export interface CacheCounts {
  /** Answered from memory. */
  hits: number;
  /** Answered together with an equal request that was under way. */
  shared: number;
  misses: number;
  entries: number;
  bytes: number;
}

/**
 * Whole answers by request and pins, bounded in bytes. A new block makes a new key, so nothing is ever invalidated:
 * entries that no request can reach any more are evicted by those in use.
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
   * The cached response, also one that an equal request is just fetching; or the in-flight response that this request is to fetch; or neither, if
   * the equal request's response turned out not to be kept: then this request is on its own. It answers at once unless it has to wait for an equal request.
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

  /** Finds the cached response; the sender counts the hit. */
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

/** A response on its way, for which equal requests wait. It settles once, with an answer to keep or without. */
export class InFlightResponse implements InFlight {
  /** Blocks that the answer must have been read at to belong to this key. */
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

  /** Keeps the answer, unless it was dropped before. */
  keep(text: string, contentType: string, headers?: Readonly<Record<string, string>>): CachedResponse | undefined {
    if (this.#settle === undefined) return undefined;
    const answer = new CachedResponse(text, contentType, this.isFinal, headers);
    this.#finish(answer);
    return answer;
  }

  /** No other request may get the answer: waiting requests go on by themselves. */
  drop(): void {
    this.#finish(undefined);
  }

  #finish(answer: CachedResponse | undefined): void {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(answer);
  }
}
