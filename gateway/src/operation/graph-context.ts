import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import type { Deadline } from '@ledgergraph/service-kit/deadline';
import type { ExecutionResult } from 'graphql';
import type { Logger } from 'pino';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { PoolMark } from '#/pin/pool-marks.ts';
import type { Tip } from '#/pin/tip.ts';
import type { PlanningAccount } from './planning-account.ts';

/** Facts about one request. No header of the client is among them: none reaches a subgraph. */
export interface GraphContext {
  requestId: string;
  environment: EnvironmentName;
  /** Null: the gateway itself asks. */
  key: KnownKey | null;
  logger: Logger;
  /** Absent: no limit. */
  deadline?: Deadline;
  /** Replaced by a second run when a pin was lost. */
  read: Read;
  /** Calls back when the answer has left or its client has gone. Absent: no client waits. */
  onAnswered?: (then: () => void) => void;
  /** Set once the operation is judged. */
  cost?: number;
  /** Called before the answer leaves. Absent: the outcome is not counted. */
  noteOutcome?: (outcome: Outcome) => void;
  noteCost?: (cost: OperationCost) => void;
  /** Absent: the answer is not kept. */
  inFlight?: InFlight;
  /** No fetch is shared with another request. */
  isAlone?: boolean;
  /** Items of a page, for requests of the gateway's own; absent: the clients' limit. */
  pageMax?: number;
  /** Root fetches are made once, whatever their outcome. Set when the operation may send. */
  isSending?: boolean;
  /** Pays if the operation is new. Absent: the gateway itself asks. */
  planning?: PlanningAccount;
  /** Takes transactions from the key's limit, or returns the wait. Absent: nothing is sent. */
  takeSends?: (sends: number) => { waitMs: number } | undefined;
}

export interface OperationCost {
  readonly estimated: number;
  readonly max: number;
}

/** As far as the operation decides whether a response is kept for equal requests. */
export interface InFlight {
  /** At which the response must have been read to be kept. */
  readonly pins: readonly Tip[];
  /** No later block can change it. */
  isFinal: boolean;
  drop(): void;
}

export type { ExecutionResult };

/** `answered`: with data; `rejected`: without, by the request's fault; `failed`: without, by ours. */
export type Outcome = 'answered' | 'rejected' | 'failed';

export interface Read {
  readonly pins: readonly Tip[];
  /** Pins that a subgraph does not hold: the run's answer is dropped, and it fetches no more. */
  readonly lost: Set<Tip>;
  /** Types of which an owner has answered null, without an error, for a key from another subgraph. */
  readonly absent: Set<string>;
  /** By chain: the answer does not follow from its pins alone. */
  readonly poolMarks: Map<string, PoolMark>;
  /** See `endRead`. */
  readonly held: (() => void)[];
}

export function startRead(pins: readonly Tip[]): Read {
  return { pins, lost: new Set(), absent: new Set(), poolMarks: new Map(), held: [] };
}

/** Gives back the room of the answers once everything is made of them. */
export function endRead({ held }: Read): void {
  for (const giveBack of held.splice(0)) giveBack();
}
