import type { AddressInfo } from 'node:net';
import { fromBinary } from '@bufbuild/protobuf';
import { type Client, createClient } from '@connectrpc/connect';
import { openReadDatabases } from '@ledgergraph/chain-kit/databases/chain-databases';
import { openReader, openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { bytes, hex } from '@ledgergraph/chain-kit/hex';
import { Reporter } from '@ledgergraph/chain-kit/indexing/reporter';
import type { Bus } from '@ledgergraph/event-bus/bus';
import { ENVIRONMENT_HEADER, PINS_HEADER, writePins } from '@ledgergraph/graph-kit/request-headers';
import { BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { BlockStreamService } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { recordingDir } from '@ledgergraph/recorded-node/recording';
import { type RecordedNode, startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import { type DatabaseMap, openByChain } from '@ledgergraph/service-kit/db/database-map';
import { SERVING } from '@ledgergraph/service-kit/db/pool-settings';
import { createInternalTransport } from '@ledgergraph/service-kit/http/internal-transport';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { createApiServer } from '#/create-api-server.ts';
import { connectNodes } from '#/following/verus-nodes.ts';
import { followNetworks } from '#/networks/follow-networks.ts';
import type { NetworkSettings } from '#/networks/network-settings.ts';
import { RawReader } from '#/raw/raw-reader.ts';
import { TRANSACTION_SOURCE } from '#/raw/transaction-source.ts';
import { TransactionSender } from '#/sending/transaction-sender.ts';
import { settingsOf, silent } from './follow-recording.ts';
import { SECRET } from './query-api.ts';

export type Stream = Client<typeof BlockStreamService>;

export interface RecordedNetwork {
  settings: NetworkSettings;
  chainId: string;
  node: RecordedNode;
  /** By height. */
  main: readonly string[];
  /** Orphans too. */
  places: ReadonlySet<string>;
}

/** @param from height of the node's tip at the start */
export async function openNetwork(name: 'vrsctest-a' | 'pchain-a', from: number): Promise<RecordedNetwork> {
  const node = await startRecordedNode({ recordingDir: recordingDir(name), user: 'user', password: 'password', from });
  const blocks = readNormalizedBlocks(name);
  const all = [...blocks, ...readNormalizedOrphans(name).flatMap((branch) => branch.blocks)];
  const settings = settingsOf(name, [node.url]);
  return {
    settings,
    chainId: settings.chainId,
    node,
    main: blocks.map(({ hash }) => hex(hash)),
    places: new Set(all.map(({ height, hash }) => `${height} ${hex(hash)}`)),
  };
}

export async function openIndexer(map: DatabaseMap, networks: readonly RecordedNetwork[], bus: Bus) {
  const databases = openByChain(map, ({ url }) => openWriter(url));
  const followers = await followNetworks({
    networks: networks.map(({ settings }) => settings),
    subgraphs: ['identities'],
    databases,
    bus,
    logger: silent,
    pollMs: 50,
    connectNodes,
  });
  const deps = { databases, logger: silent, chains: followers.nodes };
  return {
    sender: new TransactionSender(deps),
    reader: new RawReader({ ...deps, source: TRANSACTION_SOURCE }),
    stop: async () => {
      await followers.stop();
      await Promise.all(databases.list().map((db) => db.$disconnect()));
    },
  };
}

export async function openApi(map: DatabaseMap) {
  const primaries = openByChain(map, ({ url }) => openReader(url, SERVING));
  const streams = openByChain(map, ({ url }) => openWriter(url, SERVING));
  const databases = openReadDatabases(map, (url) => openReader(url, SERVING), silent);
  const server = await createApiServer({
    primaries,
    streams,
    databases,
    secret: SECRET,
    subgraphs: ['identities'],
    logger: silent,
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const stream = createClient(BlockStreamService, createInternalTransport(`http://127.0.0.1:${port}`, SECRET));
  return {
    stream,
    ready: async () => {
      const response = await server.inject('/readyz');
      return { status: response.statusCode, body: response.json() };
    },
    ask: async ({ chainId, settings }: RecordedNetwork, pin: { height: number; hash: string }): Promise<Asked> => {
      const response = await server.inject({
        method: 'POST',
        url: '/graphql',
        headers: {
          'x-ledgergraph-internal': SECRET,
          [ENVIRONMENT_HEADER]: settings.environment,
          [PINS_HEADER]: writePins([{ chainId, ...pin }]),
        },
        payload: { query: QUERY, variables: { chainId, height: String(pin.height) } },
      });
      return response.json();
    },
    close: async () => {
      await server.close();
      await databases.close();
      await Promise.all([...primaries.list(), ...streams.list()].map((db) => db.$disconnect()));
    },
  };
}

export type Api = Awaited<ReturnType<typeof openApi>>;

const QUERY = `query ($chainId: String!, $height: BigInt!) {
  block(chainId: $chainId, height: $height) { hash }
  syncState(chainId: $chainId) { lastBlockHash }
  networks { chainId }
}`;

export interface Asked {
  data?: { block: { hash: string }; syncState: { lastBlockHash: string }; networks: { chainId: string }[] };
  errors?: { message: string; extensions?: { code?: string } }[];
}

/** @param timeoutMs absent: no limit */
export async function tipOf({ stream }: Api, { chainId }: RecordedNetwork, timeoutMs?: number) {
  const tip = (await stream.listTips({}, timeoutMs === undefined ? {} : { timeoutMs })).tips.find(
    (each) => each.chainId === chainId,
  );
  return tip === undefined ? undefined : { ...tip, hash: hex(tip.hash) };
}

/** Pulls one chain, as the indexer of identities does, until stopped. */
export class Puller {
  /** By height. */
  readonly hashes: string[] = [];
  readonly #network: RecordedNetwork;
  readonly #stream: () => Stream;
  readonly #reporter = new Reporter();
  readonly #running: Promise<void>;
  #isStopped = false;

  /** @param stream the api that it asks next */
  constructor(network: RecordedNetwork, stream: () => Stream) {
    this.#network = network;
    this.#stream = stream;
    this.#running = this.#run();
  }

  get height(): number {
    return this.hashes.length - 1;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      // A database may be away, or a chain not announced yet: the next step tries again.
      await this.#step().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async #step(): Promise<void> {
    const { chainId } = this.#network;
    const { answer } = await this.#stream().readBlocks({
      consumer: 'identities',
      chainId,
      fromHeight: this.hashes.length,
      blocksMax: 1_000,
      kinds: [],
      parentHash: bytes(this.hashes.at(-1) ?? ''),
      ...this.#reporter.next(),
    });
    if (answer.case === 'fork') {
      const shared = answer.value.candidates.find(({ height, hash }) => this.hashes[height] === hex(hash));
      this.hashes.length = (shared?.height ?? -1) + 1;
      return;
    }
    for (const encoded of answer.value?.blocks ?? []) {
      const { height, hash, previousHash } = fromBinary(BlockSchema, encoded);
      if (height !== this.hashes.length || hex(previousHash) !== (this.hashes.at(-1) ?? '')) {
        throw new Error(`block ${height} does not continue block ${this.height}`);
      }
      this.hashes.push(hex(hash));
    }
  }
}
