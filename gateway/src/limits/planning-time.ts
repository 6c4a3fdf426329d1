import { type Charge, Rates, steadyNow } from '@ledgergraph/service-kit/limits/rates';
import { type Rate, TokenBucket, times } from '@ledgergraph/service-kit/limits/token-bucket';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { PlanningAccount } from '#/operation/planning-account.ts';
import { TEAMS_OF_PERSON } from './holders.ts';

/** Milliseconds that each new operation takes of its team's time at least: fifty small ones are half of the bucket. */
const OPERATION_MS = 20;
const CHARACTERS_PER_MS = 250;
/** Seconds of a team's rate that come at once: an application that is deployed asks for all its operations together. */
const BURST_S = 20;
/** By default that is half of one thread. */
const TEAMS_OF_GATEWAY = 5;
const BURST_OF_GATEWAY_S = 10;
/** The part of the gateway's time that is left for teams that have used none of theirs. */
const NEWCOMERS_PART = 1 / 4;

/** The reason not to read an operation: its team, or its person, has used its time, or all teams together have used the gateway's. */
export interface NoPlanningTime {
  of: 'team' | 'gateway';
  waitMs: number;
}

export interface PlanningTimeOptions {
  /** Time of a team. */
  msPerSecond: number;
  /** The gateway has as much as so many of them. */
  teams?: number;
  /** Milliseconds of a steady clock. */
  now?: () => number;
}

/**
 * Limits the work for new operations, in milliseconds: one without a plan is parsed, validated and planned, which is the
 * cheapest way for a caller to cause work. A team pays something before its text is looked at, and afterwards what the
 * work took beyond that; the gateway counts what it took. Each gateway has its own buckets.
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

  /**
   * Takes what a new operation takes at least.
   * @param characters of its text
   * @returns the account that pays for the work
   */
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
