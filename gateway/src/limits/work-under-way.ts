import type { Deadline } from '@ledgergraph/service-kit/deadline';
import { Rooms } from '@ledgergraph/service-kit/limits/rooms';
import { GraphQLError } from 'graphql';
import type { KnownKey } from '#/auth/key-answer.ts';
import { TEAMS_OF_PERSON } from './holders.ts';

/** Cost that all teams together may have running, in parts of one team. */
const TEAMS_MAX = 16;
/** Operations of one team that wait. Each holds a request of at most 64 kB. */
const WAITING_MAX = 100;
const WAIT_MAX_MS = 10_000;
const RETRY_AFTER_S = 1;

export interface WorkUnderWayOptions {
  /** WORK_UNDER_WAY: cost of the operations that one team may have running, where its plan has no number. */
  max: number;
  /** Milliseconds that an operation waits. */
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
 * Bounds the cost of the operations that a team has running. What is above waits in the team's own queue. The teams
 * whose operations wait come in turn. An operation that costs more than a team may have running runs alone.
 */
export class WorkUnderWay {
  readonly #max: number;
  readonly #waitMs: number;
  readonly #rooms: Rooms;
  /** By team. The one whose turn comes next is the first. */
  readonly #queues = new Map<string, Waiting[]>();
  #waiting = 0;

  constructor({ max, waitMs = WAIT_MAX_MS }: WorkUnderWayOptions) {
    this.#max = max;
    this.#waitMs = waitMs;
    this.#rooms = new Rooms(max * TEAMS_MAX);
  }

  /** Cost of all operations that run. */
  get cost(): number {
    return this.#rooms.held;
  }

  /** Operations that wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Takes room for an operation before it runs: at once where there is some, and later where the operation waits.
   * @param cost estimated
   * @param part of the team's room that this may take at most: a page of an export leaves some for the team's other calls
   * @returns a function that gives the room back once the operation has ended
   * @throws GraphQLError RATE_LIMITED, also by the promise: too many wait, or there was no room in time
   */
  enter(key: Worker, cost: number, deadline?: Deadline, part = 1): (() => void) | Promise<() => void> {
    const queue = this.#queues.get(key.teamId);
    const leave = queue === undefined ? this.#take(key, cost, part) : undefined;
    if (leave !== undefined) return leave;
    if (queue !== undefined && queue.length >= WAITING_MAX) throw tooMuch();
    return this.#wait({ key, cost, part }, deadline);
  }

  #take({ teamId, personId, plan }: Worker, cost: number, part: number): (() => void) | undefined {
    const max = plan.workUnderWay ?? this.#max;
    const holders = [{ id: `team ${teamId}`, max }];
    if (personId !== null) holders.push({ id: `person ${personId}`, max: max * TEAMS_OF_PERSON });
    const taken = this.#rooms.take(holders, Math.min(Math.max(cost, 1), max * part));
    if (typeof taken === 'string') return undefined;
    return () => {
      taken();
      this.#admit();
    };
  }

  #wait(asked: Omit<Waiting, 'begin'>, deadline: Deadline | undefined): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const give = (refused: GraphQLError): void => {
        if (this.#forget(waiting)) reject(refused);
        end();
      };
      const timer = setTimeout(() => give(tooMuch()), this.#waitMs);
      const forget = deadline?.onOver(() => give(tooMuch()));
      const end = (): void => {
        clearTimeout(timer);
        forget?.();
      };
      const begin = (leave: () => void): void => {
        end();
        resolve(leave);
      };
      const waiting = { ...asked, begin };
      const { teamId } = asked.key;
      const queue = this.#queues.get(teamId) ?? [];
      queue.push(waiting);
      this.#queues.set(teamId, queue);
      this.#waiting += 1;
    });
  }

  /** @returns false where it does not wait any more */
  #forget(waiting: Waiting): boolean {
    const { teamId } = waiting.key;
    const queue = this.#queues.get(teamId);
    const at = queue?.indexOf(waiting) ?? -1;
    if (queue === undefined || at === -1) return false;
    queue.splice(at, 1);
    this.#waiting -= 1;
    if (queue.length === 0) this.#queues.delete(teamId);
    return true;
  }

  /** Begins what has room now: one operation of each team, then the next one of each. */
  #admit(): void {
    let hasBegun = true;
    while (hasBegun) {
      hasBegun = false;
      for (const [teamId, queue] of [...this.#queues]) {
        const [first] = queue;
        const leave = first && this.#take(first.key, first.cost, first.part);
        if (first === undefined || leave === undefined) continue;
        this.#forget(first);
        hasBegun = true;
        // The team comes last from now on.
        if (this.#queues.delete(teamId)) this.#queues.set(teamId, queue);
        first.begin(leave);
      }
    }
  }
}

function tooMuch(): GraphQLError {
  const headers = new Map([['retry-after', String(RETRY_AFTER_S)]]);
  return new GraphQLError('Your team has as many costly operations running as it may. Please wait for their answers.', {
    extensions: { code: 'RATE_LIMITED', retryAfter: RETRY_AFTER_S, http: { status: 429, headers } },
  });
}
