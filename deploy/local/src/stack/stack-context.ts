import type { KeptProcess } from '#/processes/keep-running.ts';
import type { RotatingLog } from '#/processes/rotating-log.ts';
import type { ServiceName } from '#/services.ts';
import type { DataFolder } from './data-folder.ts';
import type { Ports } from './ports.ts';
import type { RecordedNode } from './recorded-node.ts';
import type { Secrets } from './secrets.ts';
import type { StackOptions } from './stack-options.ts';

/** Values that the steps of a start pass on to each other. */
export interface StackContext {
  readonly options: StackOptions;
  readonly folder: DataFolder;
  readonly secrets: Secrets;
  readonly ports: Ports;
  /** Everything that runs, in the order of its start. */
  readonly processes: KeptProcess[];
  readonly recordedNodes: RecordedNode[];
  readonly onTrouble: (text: string) => void;
  /** Server of all databases. */
  readonly postgresUrl: string;
  readonly natsUrl: string;
  readonly networksFile: string;
  gatewayUrl: string;
  /** Base URL of each role, by name. */
  readonly urls: Map<string, string>;
  /** Log of each process of services, by the names of the process and of its roles. */
  readonly logs: Map<string, RotatingLog>;
  keys: DemoKeys;
}

export interface DemoKeys {
  /** Sees the mainnet networks. */
  live: string;
  /** Sees the testnet networks. */
  test: string;
}

/** Connection string of a service's own database on the stack's server. */
export function databaseUrl(context: StackContext, service: ServiceName): string {
  const url = new URL(context.postgresUrl);
  url.pathname = `/${service}`;
  return url.href;
}
