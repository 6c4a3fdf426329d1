import type { KeptProcess } from '#/processes/keep-running.ts';
import type { RotatingLog } from '#/processes/rotating-log.ts';
import type { ServiceName } from '#/services.ts';
import type { DataFolder } from './data-folder.ts';
import type { Ports } from './ports.ts';
import type { RecordedNode } from './recorded-node.ts';
import type { Secrets } from './secrets.ts';
import type { StackOptions } from './stack-options.ts';

export interface StackContext {
  readonly options: StackOptions;
  readonly folder: DataFolder;
  readonly secrets: Secrets;
  readonly ports: Ports;
  /** In the order of their start. */
  readonly processes: KeptProcess[];
  readonly recordedNodes: RecordedNode[];
  readonly onTrouble: (text: string) => void;
  readonly postgresUrl: string;
  readonly natsUrl: string;
  readonly networksFile: string;
  gatewayUrl: string;
  readonly urls: Map<string, string>;
  /** By the names of the process and of its roles. */
  readonly logs: Map<string, RotatingLog>;
  keys: DemoKeys;
}

export interface DemoKeys {
  live: string;
  test: string;
}

export function databaseUrl(context: StackContext, service: ServiceName): string {
  const url = new URL(context.postgresUrl);
  url.pathname = `/${service}`;
  return url.href;
}
