import type { Client } from '@connectrpc/connect';
import type { Bus } from '@ledgergraph/event-bus/bus';
import { KeyEnvironment, type KeyService, type ResolveKeyResponse } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import type { Logger } from 'pino';
import type { KeyAnswer } from './key-answer.ts';
import { cacheId, KeyCache } from './key-cache.ts';
import { type Changed, KeyChanges } from './key-changes.ts';
import type { LookupLimits } from './lookup-limits.ts';

const RESOLVE_TIMEOUT_MS = 2_000;
/** Pause between questions while accounts is away. */
const RETRY_AFTER_MS = 1_000;

export interface KeyDirectoryOptions {
  accounts: Pick<Client<typeof KeyService>, 'resolveKey'>;
  bus: Bus;
  logger: Logger;
  now?: () => number;
  lookups: Pick<LookupLimits, 'take'>;
  /** `throttled` ones were not made. */
  onLookup?: ((result: KeyAnswer['status']) => void) | undefined;
}

/**
 * Keys by hash, from accounts and a cache before it (bounds: KeyCache). NATS reports changes, which the directory forgets within a tenth
 * of a second. While accounts is away, good keys stay good for the cache's bound and all others are `unavailable`. Keys that never were
 * good are looked up a few at a time.
 */
export class KeyDirectory {
  readonly #options: KeyDirectoryOptions;
  readonly #now: () => number;
  readonly #cache: KeyCache;
  readonly #asking = new Map<string, Promise<KeyAnswer>>();
  readonly #lookups: Pick<LookupLimits, 'take'>;
  readonly #changes: KeyChanges;
  #awayUntil = 0;

  constructor(options: KeyDirectoryOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#cache = new KeyCache(this.#now);
    this.#lookups = options.lookups;
    this.#changes = new KeyChanges({
      bus: options.bus,
      isKnown: (id) => this.#cache.has(id) || this.#asking.has(id),
      onChanged: (changed) => this.#forget(changed),
    });
  }

  start(): void {
    this.#changes.start();
  }

  stop(): void {
    this.#changes.stop();
  }

  /**
   * Synchronous if no request is needed. Never throws nor rejects.
   * @param keyHash HMAC-SHA256 of the full key
   * @param address network address of the caller
   */
  find(keyHash: Uint8Array, address: string): KeyAnswer | Promise<KeyAnswer> {
    const known = this.findKnown(keyHash);
    if (known !== undefined) return known;
    const id = cacheId(keyHash);
    return this.#ask(id, keyHash, address).then((answer) => this.#unlessExpired(answer));
  }

  /** Undefined if a request is needed. */
  findKnown(keyHash: Uint8Array): KeyAnswer | undefined {
    const fresh = this.#cache.fresh(cacheId(keyHash));
    return fresh && this.#unlessExpired(fresh);
  }

  /** For operators: number of good keys, and the age in milliseconds of the oldest confirmation. */
  cacheState(): { known: number; oldestMs: number | null } {
    return this.#cache.state();
  }

  /** An answer under way may be older than the change, so later callers ask again. */
  #forget({ keys, teams, isTeamChanged }: Changed): void {
    for (const id of keys) {
      this.#cache.forget(id);
      this.#asking.delete(id);
    }
    if (!teams) return;
    this.#cache.forgetTeams(isTeamChanged);
    this.#asking.clear();
  }

  #unlessExpired(answer: KeyAnswer): KeyAnswer {
    if (answer.status !== 'known' || answer.key.expiresAt === null || answer.key.expiresAt > this.#now()) return answer;
    return { status: 'unknown' };
  }

  #ask(id: string, keyHash: Uint8Array, address: string): Promise<KeyAnswer> {
    const asking = this.#asking.get(id);
    if (asking !== undefined) return asking;
    if (this.#now() < this.#awayUntil) return Promise.resolve(this.#cache.lastKnown(id) ?? { status: 'unavailable' });
    const allowed = this.#cache.wasGood(id) ? () => {} : this.#lookups.take(address);
    if (typeof allowed === 'string') this.#options.onLookup?.('throttled');
    if (allowed === 'total') return Promise.resolve({ status: 'unavailable' });
    if (allowed === 'caller') return Promise.resolve({ status: 'throttled' });
    const asked: Promise<KeyAnswer> = this.#resolve(keyHash).then((answer) => {
      this.#options.onLookup?.(answer.status);
      if (answer.status !== 'unknown') allowed();
      // A change superseded this answer: only callers that asked before it use it.
      if (this.#asking.get(id) !== asked) return answer;
      this.#asking.delete(id);
      if (answer.status === 'unavailable') return this.#cache.lastKnown(id) ?? answer;
      this.#cache.keep(id, answer);
      return answer;
    });
    this.#asking.set(id, asked);
    return asked;
  }

  async #resolve(keyHash: Uint8Array): Promise<KeyAnswer> {
    try {
      return readAnswer(await this.#options.accounts.resolveKey({ keyHash }, { timeoutMs: RESOLVE_TIMEOUT_MS }));
    } catch (error) {
      if (this.#now() >= this.#awayUntil) this.#options.logger.warn({ err: error }, 'a key could not be looked up');
      this.#awayUntil = this.#now() + RETRY_AFTER_MS;
      return { status: 'unavailable' };
    }
  }
}

function readAnswer({ key }: ResolveKeyResponse): KeyAnswer {
  if (key?.plan === undefined || key.environment === KeyEnvironment.UNSPECIFIED) return { status: 'unknown' };
  return {
    status: 'known',
    key: {
      id: key.id,
      environment: key.environment === KeyEnvironment.LIVE ? 'MAINNET' : 'TESTNET',
      teamId: key.teamId,
      personId: key.personId ?? null,
      plan: {
        id: key.plan.id,
        callsPerMonth: key.plan.callsPerMonth ?? null,
        callsPerSecond: key.plan.callsPerSecond ?? null,
        streamsPerKey: key.plan.streamsPerKey ?? null,
        sendsPerMinute: key.plan.sendsPerMinute ?? null,
        workUnderWay: key.plan.workUnderWay ?? null,
      },
      allowedNetworks: key.allowedNetworks,
      allowedOrigins: key.allowedOrigins,
      maySend: key.maySend,
      expiresAt: key.expiresAt === undefined ? null : Number(key.expiresAt) * 1000,
    },
  };
}
