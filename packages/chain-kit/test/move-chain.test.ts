import { setTimeout as wait } from 'node:timers/promises';
import { inRepository } from '@ledgergraph/local/repository';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import { type OwnServer, ReplicatedServer } from '@ledgergraph/test-kit/replicated-server';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { type OpenedDatabases, openReadDatabases } from '#/databases/chain-databases.ts';
import { ReplicatedChain } from './replicated-chain.ts';
import { connectState, openStateGraph, type StateGraph } from './state-graph.ts';

const DATABASE = 'ledger';
const [STAYS, MOVES] = ['iStays', 'iMoves'];
const BLOCK_MS = 40;

let servers: ReplicatedServer;
let target: OwnServer;
const apis: { graph: StateGraph; databases: OpenedDatabases }[] = [];

beforeAll(async () => {
  servers = await ReplicatedServer.start(async (primary) => {
    await applyMigrations({
      databaseUrl: primary.url(DATABASE),
      migrationsDir: inRepository('services', 'identities', 'prisma', 'migrations'),
    });
    for (const chainId of [STAYS, MOVES]) {
      const chain = await ReplicatedChain.open(primary.url(DATABASE), chainId);
      await chain.announce();
      await chain.grow(10);
      await chain.close();
    }
  }, 1);
  target = servers.replicas[0] as OwnServer;
});

afterAll(async () => {
  for (const { graph, databases } of apis) await Promise.all([graph.close(), databases.close()]);
  await servers.close();
});

/** @param isMoved true: with the map in which the chain has moved */
async function openApi(isMoved: boolean): Promise<StateGraph> {
  const others = { url: servers.primary.url(DATABASE), readUrls: [] };
  const byChain = new Map(isMoved ? [[MOVES, { url: target.url(DATABASE), readUrls: [] }]] : []);
  const databases = openReadDatabases({ others, byChain }, connectState, createLogger('move-test', 'silent'));
  const graph = await openStateGraph(databases);
  apis.push({ graph, databases });
  return graph;
}

async function index(server: OwnServer, chainId: string): Promise<{ chain: ReplicatedChain; stop(): Promise<void> }> {
  const chain = await ReplicatedChain.open(server.url(DATABASE), chainId);
  let isStopped = false;
  const running = (async () => {
    for (let turn = 1; !isStopped; turn += 1) {
      await (turn % 6 === 0 ? chain.fork(2) : chain.grow(1));
      await wait(BLOCK_MS);
    }
  })();
  return {
    chain,
    stop: async () => {
      isStopped = true;
      await running;
      await chain.close();
    },
  };
}

async function check(graph: StateGraph, chain: ReplicatedChain): Promise<string | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    const { pin, expected } = chain.tip;
    const { data, errors } = await graph.ask(chain.chainId, pin);
    if (errors?.[0]?.extensions?.code === 'PIN_LOST' && attempt < 3) {
      await chain.settled();
      if (!chain.isOn(pin)) continue;
    }
    const answer = JSON.stringify(errors ?? data?.state);
    return answer === JSON.stringify(expected) ? undefined : `${chain.chainId}: ${answer}`;
  }
}

const deleteOf = (server: OwnServer, chainId: string) =>
  server.query(
    `DELETE FROM applied_block WHERE chain = (SELECT id FROM chain WHERE chain_id = '${chainId}'); DELETE FROM sync_cursor WHERE chain_id = '${chainId}'`,
    DATABASE,
  );

test('a chain moves to a promoted replica of its server without a lost or wrong answer', async () => {
  const [before, after] = [await openApi(false), await openApi(true)];
  let serving = [before];
  const stays = await index(servers.primary, STAYS);
  let moves = await index(servers.primary, MOVES);
  const faults: string[] = [];
  let asked = 0;
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      for (const graph of serving) {
        const found = await Promise.all([check(graph, stays.chain), check(graph, moves.chain)]);
        faults.push(...found.filter((fault) => fault !== undefined));
        asked += found.length;
      }
      await wait(5);
    }
  })();
  await wait(500);
  // Its indexer stops: the pin stands still, and every api continues to answer.
  await moves.stop();
  const last = moves.chain.tip.expected.height;
  await waitFor(
    async () =>
      Number(
        (await target.query(`SELECT height FROM sync_cursor WHERE chain_id = '${MOVES}'`, DATABASE))[0]?.height,
      ) === last,
    { what: 'a replica that has all blocks of the chain' },
  );
  await target.query('SELECT pg_promote()');
  serving = [before, after];
  await wait(300);
  serving = [after];
  moves = await index(target, MOVES);
  await wait(500);
  await Promise.all([deleteOf(target, STAYS), deleteOf(servers.primary, MOVES)]);
  await wait(500);
  isOver = true;
  await asking;
  await Promise.all([stays.stop(), moves.stop()]);
  expect(faults).toEqual([]);
  expect(asked).toBeGreaterThan(20);
  expect(moves.chain.tip.expected.height).toBeGreaterThan(last);
});

test('a server that is down costs the fields of its chains only', async () => {
  const graph = await openApi(true);
  const places = await Promise.all(
    [STAYS, MOVES].map(async (chainId) => {
      const chain = await ReplicatedChain.open((chainId === MOVES ? target : servers.primary).url(DATABASE), chainId);
      await chain.close();
      return chain;
    }),
  );
  const [stays, moves] = places as [ReplicatedChain, ReplicatedChain];
  expect(await Promise.all(places.map((chain) => check(graph, chain)))).toEqual([undefined, undefined]);
  await target.stop();
  expect(await check(graph, stays)).toBeUndefined();
  const { errors } = await graph.ask(moves.chainId, moves.tip.pin);
  expect(errors?.[0]?.extensions?.code).toBe('SUBGRAPH_UNAVAILABLE');
  // A process that starts now has never read the networks of that server.
  const started = await openApi(true);
  expect(await check(started, stays)).toBeUndefined();
  const { errors: ofStarted } = await started.ask(moves.chainId, moves.tip.pin);
  expect(ofStarted?.[0]?.extensions?.code).toBe('SUBGRAPH_UNAVAILABLE');
});
