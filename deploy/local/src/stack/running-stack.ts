import type { KeptProcess } from '#/processes/keep-running.ts';
import type { NetworkSync } from './read-sync.ts';
import type { RecordedNode } from './recorded-node.ts';
import type { DemoKeys } from './stack-context.ts';

export interface RunningStack {
  /** GraphQL is at `/graphql`. */
  gatewayUrl: string;
  keys: DemoKeys;
  dataDir: string;
  urls: ReadonlyMap<string, string>;
  databaseUrl(service: string): string;
  /** A process that runs one role has the role's name. */
  processes: readonly KeptProcess[];
  recordedNodes: readonly RecordedNode[];
  readSync(): Promise<NetworkSync[]>;
  /** One line for each node; empty while blocks arrive. */
  readNodeTrouble(): Promise<string[]>;
  /** The database stops last. The data folder stays. */
  stop(): Promise<void>;
}
