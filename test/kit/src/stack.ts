import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningStack, repositoryDir, type StackOptions, startStack } from '@ledgergraph/local';
import { makeDiskFolder, makeScratchFolder } from '@ledgergraph/local/postgres/scratch-folder';
import { FORGETFUL_SETTINGS } from '@ledgergraph/local/postgres/start-scratch-postgres';
import { readRecording } from '@ledgergraph/local/stack/steps/read-recording';
import { readMeta, recordingDir } from '@ledgergraph/recorded-node/recording';
import {
  type Peers,
  type RecordedNode,
  startRecordedNode,
  type Tip,
} from '@ledgergraph/recorded-node/start-recorded-node';
import { stringify } from 'yaml';
import { type GraphqlAnswer, postOperation } from './client.ts';
import { waitFor } from './wait-for.ts';

export type RecordingName = Parameters<typeof recordingDir>[0];
/** `live` sees mainnet networks, `test` testnet ones. */
export type KeyName = 'live' | 'test';

export const SERVICES = [
  'blocks',
  'identities',
  'currencies',
  'addresses',
  'markets',
  'statistics',
  'accounts',
  'webhooks',
] as const;
export type DatabaseName = (typeof SERVICES)[number];

const TRIES_MAX = 5;

export interface StackAddress {
  gatewayUrl: string;
  keys: Record<KeyName, string>;
  dataDir: string;
  databaseUrls: Record<DatabaseName, string>;
}

export class StackClient {
  readonly address: StackAddress;

  constructor(address: StackAddress) {
    this.address = address;
  }

  /** Tries again later where the answer asks for it, as a client should. */
  async query(key: KeyName, document: string, variables?: Record<string, unknown>): Promise<GraphqlAnswer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await postOperation(this.address.gatewayUrl, this.address.keys[key], document, variables);
      const retryAfter = answer.headers.get('retry-after');
      if (retryAfter === null || tries === TRIES_MAX) return answer;
      await wait(Number(retryAfter) * 1000);
    }
  }

  async waitForTip(key: KeyName, tip: Tip): Promise<void> {
    await waitFor(
      async () => {
        const { chains } = await this.query(key, '{ __typename }');
        return chains.some(({ height, hash }) => height === tip.height && hash === tip.hash);
      },
      { what: `block ${tip.height} (${tip.hash}) to be answered from` },
    );
  }
}

export interface TestStack extends StackClient {
  running: RunningStack;
  node(recording: RecordingName): RecordedNode;
  stop(): Promise<void>;
}

export interface TestStackOptions {
  /** Default: both. */
  recordings?: readonly RecordingName[];
  /** A height, the recording's end, or the beginning of `npm start`. */
  from: number | 'end' | 'demo';
  /** See `RecordedNodeOptions`; with one recording. */
  tips?: readonly string[];
  /** See `RecordedNodeOptions`; the nodes are peers of each other. */
  continues?: boolean;
  /** See `RecordedNodeOptions`. */
  pool?: boolean;
  /** See `RecordedNodeOptions`. */
  entryAnnouncementMs?: number;
  /** See `TestStackSettings`. */
  isDurable?: boolean;
  /** See `TestStackSettings`. */
  processes?: StackOptions['processes'];
}

export interface TestStackSettings {
  /** For measurements, commits wait for the disk. */
  isDurable?: boolean;
  /** Default: few; for measurements one for each role. */
  processes?: StackOptions['processes'];
}

export const CREDENTIALS = { user: 'e2e', password: 'e2e-password' };

/** The stack of `npm start`, with a data folder and recorded nodes of its own; indexed up to their tips when this returns. */
export async function startTestStack({
  recordings = ['vrsctest-a', 'pchain-a'],
  from,
  isDurable = false,
  processes,
  ...options
}: TestStackOptions): Promise<TestStack> {
  const nodes = new Map<RecordingName, RecordedNode>();
  const peers: Peers = new Map();
  for (const name of recordings) {
    const dir = recordingDir(name);
    const height = from === 'demo' ? (await readRecording(dir)).startHeight : from;
    const node = { recordingDir: dir, ...CREDENTIALS, ...options, from: height, zmqPort: 0, peers };
    nodes.set(name, await startRecordedNode(node));
  }
  const dataDir = await makeDataFolder(isDurable);
  const stopAll = async (running: RunningStack | undefined): Promise<void> => {
    await running?.stop();
    await Promise.all(Array.from(nodes.values(), (node) => node.stop()));
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const networksFile = await writeNetworksFile(
      dataDir,
      // The ZMQ hint brings a block within milliseconds, not at the next poll.
      Array.from(nodes, ([recording, { url, zmqUrl }]) => ({ recording, urls: [url], zmq: zmqUrl })),
    );
    const running = await startStackOn(networksFile, { isDurable, ...(processes !== undefined && { processes }) });
    return Object.assign(new StackClient(addressOf(running)), {
      running,
      node: (name: RecordingName): RecordedNode => {
        const node = nodes.get(name);
        if (node === undefined) throw new Error(`this stack does not follow ${name}`);
        return node;
      },
      stop: () => stopAll(running),
    });
  } catch (error) {
    await stopAll(undefined);
    throw error;
  }
}

/** Returns when all blocks are indexed. @param signal ends the start */
export function startStackOn(
  networksFile: string,
  { isDurable = false, processes = isDurable ? 'one-per-role' : 'few' }: TestStackSettings = {},
  signal?: AbortSignal,
): Promise<RunningStack> {
  const dataDir = dirname(networksFile);
  const unused = { recordings: [], from: undefined, intervalMs: 0, continues: false };
  const postgresSettings = isDurable ? {} : FORGETFUL_SETTINGS;
  return startStack(
    { ...unused, dataDir, port: 0, networksFile, display: 'silent', processes, postgresSettings },
    signal,
  );
}

/** Programs fetched for one stack serve all. @param isOnDisk for measurements */
export async function makeDataFolder(isOnDisk = false): Promise<string> {
  const dataDir = await (isOnDisk ? makeDiskFolder : makeScratchFolder)('ledgergraph-e2e-');
  const programs = join(repositoryDir, 'node_modules', '.cache', 'ledgergraph');
  await mkdir(programs, { recursive: true });
  await symlink(programs, join(dataDir, 'bin'));
  return dataDir;
}

export function addressOf({ gatewayUrl, keys, dataDir, databaseUrl }: RunningStack): StackAddress {
  const databaseUrls = Object.fromEntries(SERVICES.map((service) => [service, databaseUrl(service)]));
  return { gatewayUrl, keys, dataDir, databaseUrls: databaseUrls as Record<DatabaseName, string> };
}

export interface TestNetwork {
  recording: RecordingName;
  urls: string[];
  zmq?: string | undefined;
}

export async function writeNetworksFile(dataDir: string, networks: readonly TestNetwork[]): Promise<string> {
  // The file names it; the process that reads it inherits it.
  process.env.E2E_NODE_USER = CREDENTIALS.user;
  process.env.E2E_NODE_PASSWORD = CREDENTIALS.password;
  const file = join(dataDir, 'test-networks.yaml');
  const written = networks.map(({ recording, urls, zmq }) => {
    const { chainId, name, environment } = readMeta(recordingDir(recording));
    const endpoints = urls.map((url) => ({ url, userEnv: 'E2E_NODE_USER', passwordEnv: 'E2E_NODE_PASSWORD' }));
    return { chainId, name, environment, endpoints, zmq };
  });
  await writeFile(file, stringify({ networks: written }));
  return file;
}
