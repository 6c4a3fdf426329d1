import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import type { Deadline } from '@ledgergraph/service-kit/deadline';
import type { ExecutionResult } from 'graphql';
import type { Logger } from 'pino';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { PoolMark } from '#/pin/pool-marks.ts';
import type { Tip } from '#/pin/tip.ts';
import type { PlanningAccount } from './planning-account.ts';

/** Facts about one request. Client headers are not among them: none reaches a subgraph. */
export interface GraphContext {
  requestId: string;
  environment: EnvironmentName;
  /** Null: the gateway asks for itself. */
  key: KnownKey | null;
  logger: Logger;
  /** Time until which the answer is waited for. Absent: without limit. */
  deadline?: Deadline;
  /** One run of the operation; replaced by a second one when a pin was lost. */
  read: Read;
  /** Calls back when the answer has left, or its client has gone. Absent: no client waits for it. */
  onAnswered?: (then: () => void) => void;
  /** Estimated cost; set once the operation is judged. */
  cost?: number;
  /** Called with the operation's outcome before its answer leaves. Absent: it is not counted. */
  noteOutcome?: (outcome: Outcome) => void;
  /** Called with the most that the operation can cost, once that is no more than `max`. Absent: no one asks. */
  noteCost?: (cost: OperationCost) => void;
  /** Keeps the answer for equal requests. Absent: it is not kept. */
  inFlight?: InFlight;
  /** True if the answer is this request's alone: no fetch of it is shared with another request. */
  isAlone?: boolean;
  /** Most items of a page of a list, for requests of the gateway's own; absent: as many as clients may ask for. */
  pageMax?: number;
  /**
   * True if the operation sends transactions: its root fetches are made once, whatever comes of them. Set when it may
   * send.
   */
  isSending?: boolean;
  /** Pays for the operation if it is new. Absent: the gateway asks for itself. */
  planning?: PlanningAccount;
  /** Takes transactions from what the key may send in a minute, or returns how long to wait. Absent: nothing is sent. */
  takeSends?: (sends: number) => { waitMs: number } | undefined;
}

/** The cost of an operation at most, and the most that one may cost. */
export interface OperationCost {
  readonly estimated: number;
  readonly max: number;
}

/** A response on its way, as far as the operation decides whether it is kept for equal requests. */
export interface InFlight {
  /** Blocks that the response must have been read at to be kept. */
  readonly pins: readonly Tip[];
  /** True if no later block can change the response. */
  isFinal: boolean;
  /** The response is not kept. */
  drop(): void;
}

export type { ExecutionResult };

/** `answered`: with data; `rejected`: without, for what it asked; `failed`: without, by our fault. */
export type Outcome = 'answered' | 'rejected' | 'failed';

/** One run of an operation at fixed pins. */
export interface Read {
  readonly pins: readonly Tip[];
  /** Pins that a subgraph does not hold: the run's answer is thrown away, and it fetches no more. */
  readonly lost: Set<Tip>;
  /** Types of which an owner has answered null, without an error, for a key that another subgraph gave. */
  readonly absent: Set<string>;
  /** Marks of the mempools that subgraphs have spoken of, by chain: the answer does not follow from its pins alone. */
  readonly poolMarks: Map<string, PoolMark>;
  /** Give back the room of the answers that were read: see `endRead`. */
  readonly held: (() => void)[];
}

export function startRead(pins: readonly Tip[]): Read {
  return { pins, lost: new Set(), absent: new Set(), poolMarks: new Map(), held: [] };
}

/** Whatever the run was for is made of its answers: they hold no more room. */
export function endRead({ held }: Read): void {
  for (const giveBack of held.splice(0)) giveBack();
}
