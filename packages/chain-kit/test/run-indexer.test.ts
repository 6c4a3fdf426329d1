import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { create } from '@bufbuild/protobuf';
import { MemoryBus } from '@ledgergraph/event-bus/memory-bus';
import { HINTS } from '@ledgergraph/event-bus/pace';
import type { Network } from '@ledgergraph/graph-kit/network';
import { NewBlockSchema, ProgressSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import {
  Awaits,
  BlockStreamService,
  Environment,
  ListNetworksResponseSchema,
  type Network as NetworkMessage,
  NetworkSchema,
} from '@ledgergraph/proto-schemas/chain/v1/stream';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { ofAllChains } from '@ledgergraph/service-kit/db/database-map';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { listNetworks } from '#/chain/saved-networks.ts';
import { bytes } from '#/hex.ts';
import { IndexerMetrics } from '#/indexing/indexer-metrics.ts';
import { type RunningIndexer, runIndexer } from '#/indexing/run-indexer.ts';
import { ForkableChain } from './forkable-chain.ts';
import { createSqlClient, type TestSqlClient } from './sql-client.ts';

const CHAIN = 'iTestChain';
const SECRET = 'secret-of-the-test-that-is-long-enough';
const MISSING = 'The node has not answered what this test waits for.';
const silent = createLogger('test', 'silent');

let database: TestDatabase;
let db: TestSqlClient;
let chain: ForkableChain;
let announced: NetworkMessage[];
let lists: number;
let awaited: { chainId: string; name: string; awaits: Awaits }[];
let bus: MemoryBus;
let indexer: RunningIndexer;
let registry: Registry;
let closeServer: () => Promise<unknown>;
let rung: number[];
let logged: { level: number; msg: string; err?: unknown }[];
let preparedBy: Network[];

const network = (change: Partial<NetworkMessage> = {}): NetworkMessage =>
  create(NetworkSchema, {
    chainId: CHAIN,
    name: 'test',
    environment: Environment.TESTNET,
    isDefault: true,
    blockTimeSeconds: 60,
    rootName: 'VRSCTEST',
    nativeDefinitionJson: '{"version":1}',
    finalityDepth: 100,
    ...change,
  });

beforeEach(async () => {
  database = await createTestDatabase({ service: 'identities' });
  db = createSqlClient(database.url);
  chain = new ForkableChain(CHAIN).grow(3);
  announced = [];
  awaited = [];
  lists = 0;
  bus = new MemoryBus();
  rung = [];
  bus.subscribe(SUBJECTS.progress, ProgressSchema, ({ height }) => void rung.push(height));
  registry = new Registry();
  logged = [];
  preparedBy = [];
  const server = await createInternalServer({
    secret: SECRET,
    logger: silent,
    ready: async () => ({ ready: true }),
    connect: (router) =>
      router.service(BlockStreamService, {
        listNetworks: () => {
          lists += 1;
          return create(ListNetworksResponseSchema, { networks: announced, awaited });
        },
        readBlocks: (request) => chain.readBlocks(request),
      }),
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  closeServer = () => server.close();
  indexer = await startIndexer((server.server.address() as AddressInfo).port);
});

afterEach(async () => {
  await indexer.stop();
  await closeServer();
  await db.close();
  await database.drop();
});

function startIndexer(port: number): Promise<RunningIndexer> {
  const lines = new Writable({
    write: (line: Buffer, _, done) => {
      logged.push(JSON.parse(line.toString()));
      done();
    },
  });
  return runIndexer({
    consumer: 'testers',
    blocksUrl: `http://127.0.0.1:${port}`,
    secret: SECRET,
    databases: ofAllChains(db),
    bus,
    logger: pino({ level: 'info' }, lines),
    observer: new IndexerMetrics(registry),
    handler: {
      findMissing: ({ nativeDefinition }) => (nativeDefinition === null ? MISSING : null),
      prepare: async (_, by, blocks) => {
        for await (const _block of blocks);
        preparedBy.push(by);
        return async () => undefined;
      },
      revert: async () => undefined,
    },
  });
}

function ring(): void {
  const { height, hash } = chain.tip;
  bus.publish(SUBJECTS.newBlock, NewBlockSchema, { chainId: CHAIN, height, hash: bytes(hash) });
}

/** A bell may ring before a listener exists. */
async function until(what: string, condition: () => boolean): Promise<void> {
  await waitFor(
    () => {
      ring();
      return condition();
    },
    { what },
  );
}

const isAtTip = (): boolean => indexer.status()[0]?.cursor?.height === chain.tip.height;

test('a missing part of an announcement is logged once, and blocks are applied by the announcement that has it', async () => {
  announced = [network({ nativeDefinitionJson: '' })];
  await until('the indexer to report what is missing', () => indexer.status()[0]?.missing === MISSING);
  expect(indexer.status()).toMatchObject([{ cursor: null, failingSince: null }]);
  // With each block it asks for the networks again, and reports nothing more as missing.
  for (let round = 0; round < 3; round += 1) {
    const before = lists;
    chain.grow(1);
    await until('the networks to be asked for again', () => lists > before);
  }
  expect(chain.pulls).toEqual([]);

  announced = [network()];
  await until('the indexer to come to the tip', isAtTip);
  expect(indexer.status()).toMatchObject([{ missing: null, failingSince: null }]);
  expect(preparedBy.map(({ nativeDefinition }) => nativeDefinition === null)).toEqual([false]);
  expect((await listNetworks(db))[0]?.nativeDefinition).not.toBeNull();
  expect(logged.filter(({ level }) => level >= 40).map(({ msg, err }) => [msg, err])).toEqual([[MISSING, undefined]]);
  expect(logged.map(({ msg }) => msg)).toContain('indexing goes on');
});

test('a chain goes on by its new name, in its status and its metrics too', async () => {
  announced = [network()];
  await until('the indexer to come to the tip', isAtTip);
  announced = [network({ name: 'renamed' })];
  await until('the new name', () => indexer.status()[0]?.name === 'renamed');
  chain.grow(1);
  await until('the next block', isAtTip);
  expect(preparedBy.map(({ name }) => name)).toEqual(['test', 'renamed']);
  const heights = (await registry.getSingleMetric('ledgergraph_indexer_height')?.get())?.values;
  expect(heights).toMatchObject([{ labels: { chain: 'renamed' }, value: chain.tip.height }]);
});

test('a withdrawn network rests, is not known any more, and goes on when it is announced again', async () => {
  announced = [network()];
  await until('the indexer to come to the tip', isAtTip);
  announced = [];
  await until('the network to be withdrawn', () => indexer.status().length === 0);
  expect(await listNetworks(db)).toEqual([]);
  const heights = await registry.getSingleMetric('ledgergraph_indexer_height')?.get();
  expect(heights?.values).toEqual([]);
  const pulls = chain.pulls.length;
  chain.grow(2);
  ring();
  announced = [network()];
  await until('the blocks that came meanwhile', isAtTip);
  expect(chain.pulls[pulls]).toMatchObject({ fromHeight: 3 });
  expect(logged.filter(({ level }) => level >= 40)).toEqual([]);
});

test('networks that cannot be announced yet are known with what they wait for, and are no chains to follow', async () => {
  awaited = [{ chainId: 'iYoung', name: 'young', awaits: Awaits.NATIVE_DEFINITION }];
  const known = { chainId: 'iYoung', name: 'young', awaits: 'NATIVE_DEFINITION' };
  await waitFor(() => indexer.awaited().length > 0, { what: 'the network that waits' });
  expect(indexer.awaited()).toEqual([known]);
  expect(indexer.status()).toEqual([]);
});

test('a flood of bells, true or not, causes a few pulls, and a block that came within it is applied', async () => {
  announced = [network()];
  await until('the indexer to come to the tip', isAtTip);
  const pulls = chain.pulls.length;
  const startedAt = performance.now();
  for (let count = 0; count < 5_000; count += 1) {
    const chainId = count % 3 === 0 ? `unknown-${count}` : CHAIN;
    bus.publish(SUBJECTS.newBlock, NewBlockSchema, {
      chainId,
      height: 4_294_967_295,
      hash: new Uint8Array(count % 40),
    });
    if (count % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  // Each look at the stream may find nothing or a batch, and then looks once more.
  expect(chain.pulls.length - pulls).toBeLessThanOrEqual(2 + HINTS.burst + Math.ceil(seconds * HINTS.perSecond));
  chain.grow(3);
  ring();
  await waitFor(() => rung.at(-1) === chain.tip.height, { what: 'the blocks that came meanwhile' });
  expect(isAtTip()).toBe(true);
  expect(logged.filter(({ level }) => level >= 40)).toEqual([]);
  // Each report is rung for once, after the stream has it, however often the bell for blocks rang.
  expect(new Set(rung).size).toBe(rung.length);
});
