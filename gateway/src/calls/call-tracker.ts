import type { CallTerms } from '@ledgergraph/graph-kit/request-headers';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { Outcome } from '#/operation/graph-context.ts';
import { dayOf } from '#/quota/month.ts';
import type { QuotaKeeper } from '#/quota/quota-keeper.ts';
import type { Reservation, UnitAnswer } from '#/quota/reservation.ts';
import type { CallRates, Passage } from './call-rates.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

export interface CallTrackerOptions {
  quotas: Pick<QuotaKeeper, 'admit' | 'takeAtOnce' | 'countCall' | 'monthLeft'>;
  rates: Pick<CallRates, 'take' | 'secondLeft'>;
  /** `seconds` since the key was accepted. */
  onSettled?: ((status: CallStatus, seconds: number) => void) | undefined;
  now?: () => number;
}

export type Refusal = Exclude<UnitAnswer, { status: 'admitted' }>;

const STATUSES = {
  answered: CallStatus.ANSWERED,
  rejected: CallStatus.REJECTED,
  failed: CallStatus.FAILED,
} as const satisfies Record<Outcome, CallStatus>;

/** Each call with a known key is opened once and settled once, as exactly one status. */
export class CallTracker {
  readonly #options: CallOptions;
  #open = 0;
  #whenNone: (() => void)[] = [];

  constructor({ quotas, rates, onSettled, now = Date.now }: CallTrackerOptions) {
    const settle = (status: CallStatus, startedAt: number): void => {
      onSettled?.(status, (performance.now() - startedAt) / 1000);
      this.#end();
    };
    this.#options = {
      quotas,
      rates,
      now,
      isTimed: onSettled !== undefined,
      onSettled: settle,
      onDismissed: () => this.#end(),
    };
  }

  open(key: KnownKey, terms: CallTerms = 'whole'): Call {
    this.#open++;
    return new Call(key, this.#options, this.#options.now(), { terms });
  }

  /**
   * Opens a call that both limits let through without a wait. Undefined decides and takes nothing: use `open`, `passSecond` and
   * `passMonth`.
   */
  openAtOnce(key: KnownKey): Call | undefined {
    const { quotas, rates } = this.#options;
    const passage = rates.take(key);
    if ('waitMs' in passage) return undefined;
    const now = this.#options.now();
    const reservation = quotas.takeAtOnce(key, now);
    if (reservation !== undefined) {
      this.#open++;
      return new Call(key, this.#options, now, { terms: 'whole', passage, reservation });
    }
    passage.giveBack();
    return undefined;
  }

  /** Some calls run on after their client has gone. @returns false when the time was up first */
  async allSettled(patienceMs: number): Promise<boolean> {
    if (this.#open === 0) return true;
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), patienceMs);
    });
    const none = new Promise<true>((resolve) => this.#whenNone.push(() => resolve(true)));
    return Promise.race([none, timeUp]).finally(() => clearTimeout(timer));
  }

  #end(): void {
    this.#open--;
    if (this.#open > 0) return;
    for (const resolve of this.#whenNone.splice(0)) resolve();
  }
}

interface CallOptions extends Pick<CallTrackerOptions, 'quotas' | 'rates'> {
  now: () => number;
  isTimed: boolean;
  onDismissed: () => void;
  /** @param startedAt of `performance.now`; 0 where calls are not timed */
  onSettled: (status: CallStatus, startedAt: number) => void;
}

interface CallStart {
  terms: CallTerms;
  passage?: Passage;
  reservation?: Reservation;
}

/** One call, from its key's acceptance to its end. It belongs to the day and month in which it began. */
export class Call {
  readonly key: KnownKey;
  readonly #options: CallOptions;
  readonly #terms: CallTerms;
  readonly #day: number;
  readonly #startedAt: number;
  #passage: Passage | undefined;
  #reservation: Reservation | undefined;
  #outcome: Outcome | undefined;
  #running = false;
  #isLeft = false;
  #settled = false;

  constructor(key: KnownKey, options: CallOptions, now: number, { terms, passage, reservation }: CallStart) {
    this.key = key;
    this.#options = options;
    this.#terms = terms;
    this.#passage = passage;
    this.#reservation = reservation;
    this.#startedAt = options.isTimed ? performance.now() : 0;
    this.#day = dayOf(now);
  }

  get isSettled(): boolean {
    return this.#settled;
  }

  passSecond(): { waitMs: number } | undefined {
    if (this.#terms === 'part' || this.#terms === 'pay') return undefined;
    const taken = this.#options.rates.take(this.key);
    if ('waitMs' in taken) return taken;
    this.#passage = taken;
    return undefined;
  }

  /** At once where a unit is held or available. A refusal gives the token of the second back. */
  passMonth(): Refusal | undefined | Promise<Refusal | undefined> {
    if (this.#reservation !== undefined || this.#terms === 'part') return undefined;
    const asked = this.#options.quotas.admit(this.key);
    return asked instanceof Promise ? asked.then((answer) => this.#take(answer)) : this.#take(asked);
  }

  run(): void {
    this.#running = true;
  }

  /** A call that has not begun to run is not charged; a running one is stopped, and settled when it has ended. */
  abandon(): void {
    this.#isLeft = true;
    if (!this.#running) this.settle(CallStatus.REJECTED);
  }

  note(outcome: Outcome): void {
    this.#outcome = outcome;
  }

  settleAnswer(httpStatus: number): void {
    if (httpStatus >= 500 && !this.#isLeft) this.settle(CallStatus.FAILED);
    else if (httpStatus >= 400 || this.#outcome !== 'answered') this.settle(STATUSES[this.#notAnswered()]);
    else this.settle(STATUSES[this.#outcome]);
  }

  /** Ends the call without status or unit; its token of the second stays spent. A stream pays by its events. */
  dismiss(): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#passage?.confirm();
    this.#reservation?.refund();
    this.#options.onDismissed();
  }

  /** Only the first call counts. */
  settle(status: CallStatus): void {
    if (this.#settled) return;
    const isFree = this.#terms === 'open' || this.#terms === 'part';
    if (isFree && status === CallStatus.ANSWERED) {
      this.dismiss();
      return;
    }
    this.#settled = true;
    this.#passage?.confirm();
    const day = this.#reservation?.dayFor(this.#day) ?? this.#day;
    if (status === CallStatus.ANSWERED) this.#reservation?.commit();
    else this.#reservation?.refund();
    this.#options.quotas.countCall(this.key.id, day, status);
    this.#options.onSettled(status, this.#startedAt);
  }

  limitHeaders(): Record<string, string> {
    const { quotas, rates } = this.#options;
    const now = this.#options.now();
    const left = { month: quotas.monthLeft(this.key.teamId, now), second: rates.secondLeft(this.key) };
    return rateLimitHeaders(this.key, left, now);
  }

  #take(answer: UnitAnswer): Refusal | undefined {
    if (answer.status !== 'admitted') {
      if (!this.#settled) this.#passage?.giveBack();
      this.#passage = undefined;
      return answer;
    }
    // The client went while the call waited.
    if (this.#settled) answer.reservation.refund();
    else this.#reservation = answer.reservation;
    return undefined;
  }

  #notAnswered(): Outcome {
    // A failure that the client did not wait for is not ours.
    return this.#outcome === 'failed' && !this.#isLeft ? 'failed' : 'rejected';
  }
}
