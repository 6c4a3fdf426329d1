import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@connectrpc/connect';
import type { QuotaService } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import type { Logger } from 'pino';
import { monthOf, readMonth } from './month.ts';
import { RecentRate } from './recent-rate.ts';
import { type Reservation, UNLIMITED, type UnitAnswer } from './reservation.ts';
import { TeamLeases } from './team-leases.ts';
import { UnitQueue } from './unit-queue.ts';

const LEASE_TIMEOUT_MS = 2_000;
/** An answer without units holds this long: a flood on a spent plan costs accounts one request in that time. */
const BELIEF_MS = 1_000;
/** Between questions while accounts is away. */
const AWAY_MS = 1_000;
/** Between two questions while others are asked to give units back. */
const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 250;
/** The next lease is requested when half of one is left. */
const LEASE_SECONDS = 5;
const WANT_MIN = 10;
const WANT_MAX = 10_000;
/** Accounts leases at most this part of what is free. */
const LEASES_IN_FREE = 8;

export interface TeamQuotaOptions {
  gatewayId: () => string;
  accounts: Pick<Client<typeof QuotaService>, 'lease'>;
  report: () => Promise<void>;
  logger: Logger;
  now: () => number;
  onLease?: ((result: LeaseResult) => void) | undefined;
}

/** `none-yet`: others hold units and were asked to give them back. */
export type LeaseResult = 'units' | 'none' | 'none-yet' | 'away';

/**
 * Calls spend leases in memory; one request at a time asks accounts for more, ahead of need. A call without a unit waits a while, and is
 * not refused as long as another gateway may hold unspent units.
 */
export class TeamQuota {
  readonly leases = new TeamLeases();
  readonly #teamId: string;
  readonly #options: TeamQuotaOptions;
  readonly #rate = new RecentRate();
  readonly #onRefund = (): void => this.#serve();
  readonly #queue = new UnitQueue(() => this.#inVain());
  #asking: Promise<void> | undefined;
  #stopped = false;
  #away = false;
  /** An answer to a question under an older plan decides nothing. */
  #considered = 0;
  /** Something may have been leased under this id without our knowledge. */
  #unansweredId: string | undefined;
  #exhaustedUntil = 0;
  #unlimitedUntil = 0;
  #awayUntil = 0;
  #lastCallAt: number;

  constructor(teamId: string, options: TeamQuotaOptions) {
    this.#teamId = teamId;
    this.#options = options;
    this.#lastCallAt = options.now();
  }

  /** At once where a unit is here. */
  admit(): UnitAnswer | Promise<UnitAnswer> {
    const now = this.#options.now();
    const reservation = this.takeAtOnce(now);
    if (reservation !== undefined) return { status: 'admitted', reservation };
    this.#lastCallAt = now;
    if (now < this.#exhaustedUntil) return this.#exhausted(now);
    if (now < this.#awayUntil) return { status: 'unavailable' };
    this.#rate.count(now);
    const waiting = this.#queue.join();
    this.#ask();
    return waiting;
  }

  /** Undefined: no unit is here, and nothing is asked. */
  takeAtOnce(now: number): Reservation | undefined {
    const reservation = this.#take(now);
    if (reservation === undefined) return undefined;
    this.#lastCallAt = now;
    this.#rate.count(now);
    this.#askAhead(now);
    return reservation;
  }

  /** Gives back what no call holds. @returns true if there was anything */
  giveBack(): boolean {
    const hadUnits = this.leases.available() > 0;
    this.leases.release();
    return hadUnits;
  }

  /** The plan may have changed: ask again. */
  reconsider(): void {
    this.#considered++;
    this.#exhaustedUntil = 0;
    this.#unlimitedUntil = 0;
  }

  /** Gives back what cannot be spent any more, and asks again where an answer was lost. */
  tick(): void {
    this.leases.releaseEnded(this.#options.now());
    if (this.#unansweredId !== undefined) this.#ask();
  }

  /** Resolves when the last question has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#queue.refuse({ status: 'unavailable' });
    await this.#asking;
  }

  idleMs(): number {
    return this.#options.now() - this.#lastCallAt;
  }

  /** Nothing is held, asked or waited for. */
  isDormant(): boolean {
    const isAsking = this.#asking !== undefined || this.#unansweredId !== undefined;
    return this.leases.isEmpty() && !isAsking && this.#queue.length === 0;
  }

  #take(now: number): Reservation | undefined {
    if (now < this.#unlimitedUntil) return UNLIMITED;
    return this.leases.take(now, this.#onRefund);
  }

  #serve(): void {
    if (this.#queue.length > 0) this.#queue.serve(() => this.#take(this.#options.now()));
  }

  #askAhead(now: number): void {
    // With nothing free the question would take units from others while some are here.
    if (this.leases.quota?.free === 0 || now < this.#unlimitedUntil) return;
    if (this.#isLow(now)) this.#ask();
  }

  /**
   * A crash may lose at most the units of one lease. If little is left of the plan, the next lease is requested when this one is used
   * up.
   */
  #isLow(now: number): boolean {
    const usable = this.leases.usable(now);
    const want = this.#want(now);
    const isPlenty = want * LEASES_IN_FREE <= (this.leases.quota?.free ?? 0);
    return isPlenty ? usable < want / 2 : usable <= 0;
  }

  #want(now: number): number {
    const wanted = Math.ceil(this.#rate.perSecond(now) * LEASE_SECONDS);
    return Math.min(Math.max(wanted, this.#queue.length, WANT_MIN), WANT_MAX);
  }

  #ask(): void {
    if (this.#asking !== undefined || this.#stopped || this.#options.now() < this.#awayUntil) return;
    this.#asking = this.#askWhileNeeded().finally(() => {
      this.#asking = undefined;
      // A call may have joined the queue while the last answer was processed.
      if (this.#queue.length > 0) this.#ask();
    });
  }

  async #askWhileNeeded(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    do {
      const found = await this.#askOnce();
      this.#options.onLease?.(found);
      if (found === 'units') {
        pauseMs = FIRST_PAUSE_MS;
        continue;
      }
      if (found !== 'none-yet') return;
      // Accounts counts a unit as unspent until it is reported.
      await this.#options.report();
      await delay(pauseMs, undefined, { ref: false });
      pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS);
    } while (!this.#stopped && this.#needsMore());
  }

  #needsMore(): boolean {
    this.#serve();
    return this.#queue.length > 0 || (this.leases.quota?.free !== 0 && this.#isLow(this.#options.now()));
  }

  async #askOnce(): Promise<LeaseResult> {
    const { accounts, gatewayId, now, logger } = this.#options;
    const leaseId = this.#unansweredId ?? randomUUID();
    this.#unansweredId = leaseId;
    const considered = this.#considered;
    try {
      const missing = this.#want(now()) - this.leases.usable(now());
      const want = BigInt(Math.max(missing, 1));
      const request = { gatewayId: gatewayId(), teamId: this.#teamId, want, leaseId };
      const { lease, quota } = await accounts.lease(request, { timeoutMs: LEASE_TIMEOUT_MS });
      if (quota === undefined) throw new Error('a lease was answered without its month');
      this.#unansweredId = undefined;
      this.#away = false;
      this.leases.learn(quota);
      if (lease !== undefined) this.leases.add(lease.id, lease.size, readMonth(quota), now());
      else if (considered !== this.#considered) return 'none-yet';
      else if (quota.limit === undefined) this.#unlimitedUntil = now() + BELIEF_MS;
      else return this.#findNone(quota.outstanding);
      this.#serve();
      return lease === undefined ? 'none' : 'units';
    } catch (error) {
      // Logged once per outage.
      if (!this.#away) logger.warn({ err: error, teamId: this.#teamId }, 'no units could be leased');
      this.#away = true;
      this.#awayUntil = now() + AWAY_MS;
      this.#queue.refuse({ status: 'unavailable' });
      return 'away';
    }
  }

  #findNone(outstanding: bigint): 'none' | 'none-yet' {
    if (outstanding > 0n || this.leases.held() > 0) return this.#queue.length > 0 ? 'none-yet' : 'none';
    const now = this.#options.now();
    const endsAt = this.leases.quota?.month.endsAt ?? now;
    this.#exhaustedUntil = endsAt > now ? Math.min(endsAt, now + BELIEF_MS) : now + BELIEF_MS;
    this.#queue.refuse(this.#exhausted(now));
    return 'none';
  }

  #exhausted(now: number): { status: 'exhausted'; retryAfterS: number } {
    const { endsAt } = this.leases.quota?.month ?? monthOf(now);
    return { status: 'exhausted', retryAfterS: Math.max(Math.ceil((endsAt - now) / 1000), 1) };
  }

  /** All units are with running calls, here or elsewhere, and any may come back; or accounts is slow to lease those that are free. */
  #inVain(): UnitAnswer {
    const isUsedUp = this.leases.quota?.free === 0;
    return isUsedUp ? { status: 'exhausted', retryAfterS: 1 } : { status: 'unavailable' };
  }
}
