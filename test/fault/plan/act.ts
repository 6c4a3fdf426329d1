import type { Fault } from '@ledgergraph/recorded-node/fault';
import type { MessageFaults } from '../stage/nats-proxy.ts';
import type { ProcessName, SubgraphName } from '../stage/programs.ts';

/** `node` is an index into the plan's nodes. */
export type Act =
  | { kind: 'pause'; ms: number }
  /** Until queries are answered at the best node's tip, or for a while. */
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
  /** A replica has received all up to now, and receives nothing more. */
  | { kind: 'cut-replica'; service: SubgraphName }
  /** All commits since the cut are lost. */
  | { kind: 'promote-replica'; service: SubgraphName }
  /** The new one knows nothing of the old. */
  | { kind: 'wipe-broker' }
  | { kind: 'cut-broker' }
  | { kind: 'messages'; faults: MessageFaults | null }
  /** Until it was read at the best node's tip, or for a while. */
  | { kind: 'await-pool' }
  | { kind: 'drop-pool'; node: number }
  /** Those that it takes, of whatever branch, then `next` of the blocks to come. */
  | { kind: 'enter-pool'; node: number; txids: readonly string[]; next: number };

export function describeAct(act: Act): string {
  const { kind, ...rest } = act;
  return `${kind} ${Object.values(rest)
    .map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
    .join(' ')}`.trim();
}
