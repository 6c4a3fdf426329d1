import type { NodeState } from '#/node-state.ts';
import { Continuation } from './continuation.ts';
import type { Peer } from './crossing.ts';

/** A recording lasts minutes, generated blocks go on for days. */
export const CONTINUED_SLOWDOWN = 5;
const SEED = 6;

export interface ContinuedNode {
  continues?: boolean;
  intervalMs?: number;
  stateFile?: string;
  tips?: readonly string[];
  peers?: Map<string, Peer>;
}

/** @throws Error where the options give the node's tips: nothing continues those */
export function openContinuation(state: NodeState, options: ContinuedNode): Continuation | undefined {
  const { continues = false, intervalMs, stateFile, tips, peers = new Map() } = options;
  if (!continues) return undefined;
  if (tips !== undefined) throw new Error('a node that has tips of its own is not continued');
  const seconds =
    intervalMs === undefined ? state.chain.meta.blockTimeSeconds : (intervalMs * CONTINUED_SLOWDOWN) / 1_000;
  const continuation = new Continuation(state, {
    seed: SEED,
    secondsPerBlock: Math.max(1, Math.round(seconds)),
    file: stateFile === undefined ? undefined : `${stateFile}.blocks`,
    peers,
  });
  peers.set(state.chain.meta.chainId, continuation);
  return continuation;
}
