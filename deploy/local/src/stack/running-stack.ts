import type { KeptProcess } from '#/processes/keep-running.ts';
import type { NetworkSync } from './read-sync.ts';
import type { RecordedNode } from './recorded-node.ts';
import type { DemoKeys } from './stack-context.ts';

/** A stack that answers. */
export interface RunningStack {
  /** Base URL of the gateway; GraphQL is at `/graphql`. */
  gatewayUrl: string;
  keys: DemoKeys;
  dataDir: string;
  /** Base URL of each role, by name such as `blocks-api`. */
  urls: ReadonlyMap<string, string>;
  /** Connection string of a service's database. */
  databaseUrl(service: string): string;
  /** By their own names; a process that runs one role has the role's. */
  processes: readonly KeptProcess[];
  recordedNodes: readonly RecordedNode[];
  readSync(): Promise<NetworkSync[]>;
  /** The reasons why blocks cannot be taken from nodes, one line for each node; empty while they can. */
  readNodeTrouble(): Promise<string[]>;
  /** Stops everything, the database last. The data folder stays. */
  stop(): Promise<void>;
}
