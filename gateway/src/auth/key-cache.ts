import { LRUCache } from 'lru-cache';
import { BYTES_PER_CHARACTER, ENTRY_BYTES, MEMORY_BOUNDS } from '#/memory/bounds.ts';
import type { KeyAnswer } from './key-answer.ts';

/** A good key is used this long without a look-up: the bound on a revocation while NATS is away. */
export const FRESH_MS = 5_000;
/** Shorter for unknown keys, so that a new key that was tried too early works almost at once. */
export const UNKNOWN_FRESH_MS = 1_000;
/** A good key works this long while accounts is away. */
export const OUTAGE_MAX_MS = 10 * 60_000;

const KEY_BYTES = 768;
const LISTED_BYTES = 64;

const NEVER = Number.NEGATIVE_INFINITY;

interface Entry {
  answer: KeyAnswer;
  confirmedAt: number;
}

type Room = LRUCache<string, Entry>;

function openRoom(bytesMax: number): Room {
  return new LRUCache({ maxSize: bytesMax, sizeCalculation: ({ answer }) => sizeOf(answer) });
}

function sizeOf(answer: KeyAnswer): number {
  if (answer.status !== 'known') return ENTRY_BYTES;
  const { allowedNetworks, allowedOrigins } = answer.key;
  return [...allowedNetworks, ...allowedOrigins].reduce(
    (sum, text) => sum + LISTED_BYTES + BYTES_PER_CHARACTER * text.length,
    KEY_BYTES,
  );
}

/** Answers by key hash, bounded in time and bytes. Unknown keys have their own room: guessing cannot push good keys out. */
export class KeyCache {
  readonly #now: () => number;
  readonly #known = openRoom(MEMORY_BOUNDS.knownKeys);
  readonly #unknown = openRoom(MEMORY_BOUNDS.unknownKeys);

  constructor(now: () => number) {
    this.#now = now;
  }

  fresh(id: string): KeyAnswer | undefined {
    return this.#youngerThan(this.#known, id, FRESH_MS) ?? this.#youngerThan(this.#unknown, id, UNKNOWN_FRESH_MS);
  }

  lastKnown(id: string): KeyAnswer | undefined {
    return this.#youngerThan(this.#known, id, OUTAGE_MAX_MS);
  }

  /** However long ago its look-up was: such a key is no guess. */
  wasGood(id: string): boolean {
    return this.#known.has(id);
  }

  has(id: string): boolean {
    return this.#known.has(id) || this.#unknown.has(id);
  }

  keep(id: string, answer: KeyAnswer): void {
    this.#known.delete(id);
    this.#unknown.delete(id);
    const room = answer.status === 'known' ? this.#known : this.#unknown;
    room.set(id, { answer, confirmedAt: this.#now() });
  }

  forget(id: string): void {
    this.#outdate(this.#known.peek(id));
    this.#unknown.delete(id);
  }

  forgetTeams(isTeam: (teamId: string) => boolean): void {
    for (const entry of this.#known.values()) {
      if (entry.answer.status === 'known' && isTeam(entry.answer.key.teamId)) this.#outdate(entry);
    }
  }

  /** Number of good keys, and the age of the oldest confirmation; null: none. */
  state(): { known: number; oldestMs: number | null } {
    let oldest = Number.POSITIVE_INFINITY;
    for (const { confirmedAt } of this.#known.values()) {
      if (confirmedAt !== NEVER && confirmedAt < oldest) oldest = confirmedAt;
    }
    return { known: this.#known.size, oldestMs: Number.isFinite(oldest) ? this.#now() - oldest : null };
  }

  #outdate(entry: Entry | undefined): void {
    if (entry !== undefined) entry.confirmedAt = NEVER;
  }

  #youngerThan(room: Room, id: string, ageMs: number): KeyAnswer | undefined {
    const entry = room.get(id);
    return entry !== undefined && this.#now() - entry.confirmedAt < ageMs ? entry.answer : undefined;
  }
}

const cacheIds = new WeakMap<Uint8Array, string>();

export function cacheId(keyHash: Uint8Array): string {
  const known = cacheIds.get(keyHash);
  if (known !== undefined) return known;
  const id = Buffer.from(keyHash).toString('base64url');
  cacheIds.set(keyHash, id);
  return id;
}
