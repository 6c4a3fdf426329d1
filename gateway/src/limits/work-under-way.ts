import type { Deadline } from '@ledgergraph/service-kit/deadline';
import { ConcurrencyLimit } from '@ledgergraph/service-kit/limits/concurrency-limit';
import { GraphQLError } from 'graphql';
import type { KnownKey } from '#/auth/key-answer.ts';
import { TEAMS_OF_PERSON } from './holders.ts';

/** For operations, and apart from these of events, in parts of one team. */
const TEAMS_OF_OPERATIONS = 12;
export const TEAMS_OF_EVENTS = 4;
const PART_OF_TEAM = 1 / 2;
/** Each waiting operation holds a request of at most 64 kB. */
const WAITING_MAX = 100;
const WAIT_MAX_MS = 10_000;
const RETRY_AFTER_S = 1;

export interface WorkUnderWayOptions {
  max: number;
  /** Cost that all teams may have running, in parts of one team. */
  teams?: number;
  waitMs?: number;
}

type Worker = Pick<KnownKey, 'teamId' | 'personId'> & { plan: Pick<KnownKey['plan'], 'workUnderWay'> };

interface Waiting {
  key: Worker;
  cost: number;
  part: number;
  begin: (leave: () => void) => void;
}

/**
 * Bounds the cost of the operations that a team has running. The rest waits in the team's own queue; queues are served in turn. An
 * operation that costs more than a team may have runs alone.
 */
export class WorkUnderWay {
  readonly #max: number;
  readonly #maxOfAny: number;
  readonly #waitMs: number;
  readonly #limit: ConcurrencyLimit;
  /** By `queueOf`; the next turn comes first. */
  readonly #queues = new Map<string, Waiting[]>();
  #waiting = 0;

  constructor({ max, teams = TEAMS_OF_OPERATIONS, waitMs = WAIT_MAX_MS }: WorkUnderWayOptions) {
    this.#max = max;
    this.#maxOfAny = max * teams * PART_OF_TEAM;
    this.#waitMs = waitMs;
    this.#limit = new ConcurrencyLimit(max * teams);
  }

  get cost(): number {
    return this.#limit.held;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Takes room before an operation runs, at once or later.
   * @param cost estimated
   * @param part of the team's room that this may take: a large page leaves some for the team's other calls
   * @returns gives the room back
   * @throws GraphQLError RATE_LIMITED, also by the promise: too many wait, or there was no room in time
   */
  enter(key: Worker, cost: number, deadline?: Deadline, part = 1): (() => void) | Promise<() => void> {
    const queue = this.#queues.get(queueOf(key, part));
    const leave = queue === undefined ? this.#take(key, cost, part) : undefined;
    if (leave !== undefined) return leave;
    if (queue !== undefined && queue.length >= WAITING_MAX) throw tooMuch();
    return this.#wait({ key, cost, part }, deadline);
  }

  #take({ teamId, personId, plan }: Worker, cost: number, part: number): (() => void) | undefined {
    const max = Math.min(plan.workUnderWay ?? this.#max, this.#maxOfAny);
    // All large pages together take no more than their part.
    const holders = part < 1 ? [{ id: `pages ${teamId}`, max: max * part }] : [];
    holders.push({ id: `team ${teamId}`, max });
    // The teams of a person may have several plans: those with equal limits count together.
    if (personId !== null) holders.push({ id: `person ${personId} ${max}`, max: max * TEAMS_OF_PERSON });
    const taken = this.#limit.acquire(holders, Math.min(Math.max(cost, 1), max * part));
    if (typeof taken === 'string') return undefined;
    return () => {
      taken();
      this.#admit();
    };
  }

  #wait(asked: Omit<Waiting, 'begin'>, deadline: Deadline | undefined): Promise<() => void> {
    return new Promise((resolve, reject) => {
      let end = (): void => {};
      const begin = (leave: () => void): void => {
        end();
        resolve(leave);
      };
      const waiting = { ...asked, begin };
      const id = queueOf(asked.key, asked.part);
      const queue = this.#queues.get(id) ?? [];
      queue.push(waiting);
      this.#queues.set(id, queue);
      this.#waiting += 1;
      const giveUp = (): void => {
        if (this.#forget(waiting)) reject(tooMuch());
        end();
      };
      const timer = setTimeout(giveUp, this.#waitMs);
      end = () => clearTimeout(timer);
      // The deadline may be over already.
      const forget = deadline?.onOver(giveUp);
      end = () => {
        clearTimeout(timer);
        forget?.();
      };
    });
  }

  /** @returns false where it no longer waits */
  #forget(waiting: Waiting): boolean {
    const id = queueOf(waiting.key, waiting.part);
    const queue = this.#queues.get(id);
    const at = queue?.indexOf(waiting) ?? -1;
    if (queue === undefined || at === -1) return false;
    queue.splice(at, 1);
    this.#waiting -= 1;
    if (queue.length === 0) this.#queues.delete(id);
    return true;
  }

  /** One operation of each team, then the next one of each. */
  #admit(): void {
    let hasBegun = true;
    while (hasBegun) {
      hasBegun = false;
      for (const [id, queue] of [...this.#queues]) {
        const [first] = queue;
        const leave = first && this.#take(first.key, first.cost, first.part);
        if (first === undefined || leave === undefined) continue;
        this.#forget(first);
        hasBegun = true;
        // The team comes last from now on.
        if (this.#queues.delete(id)) this.#queues.set(id, queue);
        first.begin(leave);
      }
    }
  }
}

/** Large pages wait apart: a query of the team does not stand behind them. */
function queueOf({ teamId }: Worker, part: number): string {
  return part < 1 ? `pages ${teamId}` : `team ${teamId}`;
}

function tooMuch(): GraphQLError {
  const headers = new Map([['retry-after', String(RETRY_AFTER_S)]]);
  return new GraphQLError('Your team has as many costly operations running as it may. Please wait for their answers.', {
    extensions: { code: 'RATE_LIMITED', retryAfter: RETRY_AFTER_S, http: { status: 429, headers } },
  });
}
