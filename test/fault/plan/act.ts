import type { Fault } from '@ledgergraph/recorded-node/fault';
import type { MessageFaults } from '../stage/nats-proxy.ts';
import type { ProcessName, SubgraphName } from '../stage/programs.ts';

/** One thing that a seed does to the installation; `node` is an index into the plan's nodes. */
export type Act =
  | { kind: 'pause'; ms: number }
  /** Waits until queries are answered at the best node's tip, or for a while. */
  | { kind: 'await-tip' }
  | { kind: 'rpc-fault'; node: number; fault: Fault }
  | { kind: 'latency'; node: number; ms: number }
  | { kind: 'stop-node'; node: number }
  | { kind: 'start-node'; node: number }
  /** kill -9, and a start after `downMs`. */
  | { kind: 'kill'; process: ProcessName; downMs: number }
  /** SIGSTOP for `ms`. */
  | { kind: 'freeze'; process: ProcessName; ms: number }
  | { kind: 'database'; how: 'cut' | 'restart' | 'kill' }
  /** An asynchronous replica of the database has received all up to now, and receives nothing more. */
  | { kind: 'cut-replica'; service: SubgraphName }
  /** That replica takes the database's place: all commits since then are lost. */
  | { kind: 'promote-replica'; service: SubgraphName }
  /** The broker ends with all it knows, and a new one takes its place. */
  | { kind: 'wipe-broker' }
  | { kind: 'cut-broker' }
  | { kind: 'messages'; faults: MessageFaults | null }
  /** Waits until the mempool was read at the best node's tip, or for a while. */
  | { kind: 'await-pool' }
  /** The node's mempool is empty, as after a restart. */
  | { kind: 'drop-pool'; node: number }
  /**
   * Transactions enter the node's mempool: those of `txids` that it takes, of whatever branch, and then `next` of
   * the blocks that come next.
   */
  | { kind: 'enter-pool'; node: number; txids: readonly string[]; next: number };

export function describeAct(act: Act): string {
  const { kind, ...rest } = act;
  return `${kind} ${Object.values(rest)
    .map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
    .join(' ')}`.trim();
}
