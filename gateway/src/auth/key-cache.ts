import { LRUCache } from 'lru-cache';
import { BYTES_PER_CHARACTER, ENTRY_BYTES, MEMORY_BOUNDS } from '#/memory/bounds.ts';
import type { KeyAnswer } from './key-answer.ts';

/** Time for which a good key is used without another look-up: the bound on a revocation while NATS is away. */
export const FRESH_MS = 5_000;
/** Shorter for unknown keys, so that a new key works almost at once where it was tried too early. */
export const UNKNOWN_FRESH_MS = 1_000;
/** Time for which a good key works while the accounts service is away. */
export const OUTAGE_MAX_MS = 10 * 60_000;

/** A key with its plan, beside its lists. */
const KEY_BYTES = 768;
/** An entry of a list: a network or an origin, beside its text. */
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

  /** An answer that needs no asking. */
  fresh(id: string): KeyAnswer | undefined {
    return this.#youngerThan(this.#known, id, FRESH_MS) ?? this.#youngerThan(this.#unknown, id, UNKNOWN_FRESH_MS);
  }

  /** Returns a good key as it was last confirmed, for the time when accounts is away. */
  lastKnown(id: string): KeyAnswer | undefined {
    return this.#youngerThan(this.#known, id, OUTAGE_MAX_MS);
  }

  /** True if the key was good at its last look-up, however long ago: then it is not a guess. */
  wasGood(id: string): boolean {
    return this.#known.has(id);
  }

  /** True if anything is remembered of the key. */
  has(id: string): boolean {
    return this.#known.has(id) || this.#unknown.has(id);
  }

  keep(id: string, answer: KeyAnswer): void {
    this.#known.delete(id);
    this.#unknown.delete(id);
    const room = answer.status === 'known' ? this.#known : this.#unknown;
    room.set(id, { answer, confirmedAt: this.#now() });
  }

  /** Its answer is not good any more, even for an outage. */
  forget(id: string): void {
    this.#outdate(this.#known.peek(id));
    this.#unknown.delete(id);
  }

  /** The same for the keys of each team for which the test holds. */
  forgetTeams(isTeam: (teamId: string) => boolean): void {
    for (const entry of this.#known.values()) {
      if (entry.answer.status === 'known' && isTeam(entry.answer.key.teamId)) this.#outdate(entry);
    }
  }

  /** Good keys, and how long ago the one was confirmed that has waited longest for it; null: none. */
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

/** By the hash itself: one that is kept is asked for again and again. */
const cacheIds = new WeakMap<Uint8Array, string>();

/** Returns the text by which a key's hash is known in maps. */
export function cacheId(keyHash: Uint8Array): string {
  const known = cacheIds.get(keyHash);
  if (known !== undefined) return known;
  const id = Buffer.from(keyHash).toString('base64url');
  cacheIds.set(keyHash, id);
  return id;
}
