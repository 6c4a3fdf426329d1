import { type Charge, Rates, steadyNow } from '@ledgergraph/service-kit/limits/rates';
import { type Rate, TokenBucket, times } from '@ledgergraph/service-kit/limits/token-bucket';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { PlanningAccount } from '#/operation/planning-account.ts';
import { TEAMS_OF_PERSON } from './holders.ts';

/** Each new operation takes at least this: fifty small ones are half of the bucket. */
const OPERATION_MS = 20;
const CHARACTERS_PER_MS = 250;
/** An application that is deployed asks for all its operations together. */
const BURST_S = 20;
/** That is half of one thread by default. */
const TEAMS_OF_GATEWAY = 5;
const BURST_OF_GATEWAY_S = 10;
/** For teams that have used none of theirs. */
const NEWCOMERS_PART = 1 / 4;

/** The team or person has used its time, or all teams together the gateway's. */
export interface NoPlanningTime {
  of: 'team' | 'gateway';
  waitMs: number;
}

export interface PlanningTimeOptions {
  msPerSecond: number;
  /** The gateway has the time of this number of teams. */
  teams?: number;
  now?: () => number;
}

/**
 * Limits parsing, validating and planning of new operations, the cheapest way for a caller to cause work, in milliseconds. A team pays a
 * minimum before its text is looked at, and then what the work took beyond that. Each gateway has its own buckets.
 */
export class PlanningTime {
  readonly #rate: Rate;
  readonly #rates: Rates;
  readonly #now: () => number;
  readonly #ofAll = new TokenBucket();
  readonly #spare: number;

  constructor({ msPerSecond, teams = TEAMS_OF_GATEWAY, now = steadyNow }: PlanningTimeOptions) {
    this.#rate = { perSecond: msPerSecond, sizeMax: msPerSecond * BURST_S };
    this.#rates = new Rates(now);
    this.#now = now;
    const perSecond = msPerSecond * teams;
    const sizeMax = perSecond * BURST_OF_GATEWAY_S;
    this.#ofAll.resize({ perSecond, sizeMax }, now());
    this.#spare = sizeMax * NEWCOMERS_PART;
  }

  /** Takes the minimum of a new operation. @param characters of its text @returns the account that pays for the work */
  take(key: Pick<KnownKey, 'teamId' | 'personId'>, characters: number): PlanningAccount | NoPlanningTime {
    const charges = this.#chargesOf(key);
    const ms = OPERATION_MS + characters / CHARACTERS_PER_MS;
    const now = this.#now();
    const spare = charges.every(({ id }) => this.#rates.isFull(id)) ? 0 : this.#spare;
    if (!this.#ofAll.has(now, ms, spare)) return { of: 'gateway', waitMs: this.#ofAll.waitMs(now, ms, spare) };
    const refused = this.#rates.take(charges, ms);
    if (refused !== undefined) return { of: 'team', ...refused };
    let paid = ms;
    return {
      team: key.teamId,
      charge: (taken) => {
        const beyond = Math.max(taken - paid, 0);
        paid -= taken - beyond;
        this.#ofAll.debit(taken, this.#now());
        for (const { id } of charges) this.#rates.debit(id, beyond);
      },
    };
  }

  #chargesOf({ teamId, personId }: Pick<KnownKey, 'teamId' | 'personId'>): Charge[] {
    const team = { id: `team ${teamId}`, rate: this.#rate };
    if (personId === null) return [team];
    return [team, { id: `person ${personId}`, rate: times(this.#rate, TEAMS_OF_PERSON) }];
  }
}
