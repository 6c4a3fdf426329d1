import { setTimeout as wait } from 'node:timers/promises';
import { inRepository } from '@ledgergraph/local/repository';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import { ReplicatedServer } from '@ledgergraph/test-kit/replicated-server';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { type OpenedDatabases, openReadDatabases } from '#/databases/chain-databases.ts';
import type { Replica } from '#/databases/replica.ts';
import { ReplicatedChain } from './replicated-chain.ts';
import { connectState, openStateGraph, type StateGraph } from './state-graph.ts';

const DATABASE = 'ledger';
const ASKERS = 6;
/** Replicas get a block a moment after the primary; most requests come later than that. */
const BLOCK_MS = 40;

let servers: ReplicatedServer;
let databases: OpenedDatabases;
let chain: ReplicatedChain;
let graph: StateGraph;

beforeAll(async () => {
  servers = await ReplicatedServer.start(async (primary) => {
    await applyMigrations({
      databaseUrl: primary.url(DATABASE),
      migrationsDir: inRepository('services', 'identities', 'prisma', 'migrations'),
    });
    const chain = await ReplicatedChain.open(primary.url(DATABASE));
    await chain.announce();
    await chain.grow(20);
    await chain.close();
  }, 2);
  chain = await ReplicatedChain.open(servers.primary.url(DATABASE));
  const logger = createLogger('replicas-test', 'silent');
  const others = {
    url: servers.primary.url(DATABASE),
    readUrls: servers.replicas.map((replica) => replica.url(DATABASE)),
  };
  databases = openReadDatabases({ others, byChain: new Map() }, connectState, logger);
  graph = await openStateGraph(databases);
});

afterAll(async () => {
  await graph.close();
  await databases.close();
  await chain.close();
  await servers.close();
});

interface Outcome {
  asked: number;
  wrong: string[];
  failed: string[];
}

/** As a gateway: at the newest block, and at the next newest if that one left the chain. */
async function askAtTip(outcome: Outcome): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const { pin, expected } = chain.tip;
    const { data, errors } = await graph.ask(chain.chainId, pin);
    if (errors?.[0]?.extensions?.code === 'PIN_LOST' && attempt < 3) {
      await chain.settled();
      if (!chain.isOn(pin)) continue;
    }
    outcome.asked += 1;
    if (errors !== undefined) outcome.failed.push(JSON.stringify(errors));
    else if (JSON.stringify(data.state) !== JSON.stringify(expected)) {
      outcome.wrong.push(`${JSON.stringify(data.state)} for ${JSON.stringify(expected)}`);
    }
    break;
  }
}

async function underLoad(trouble: (outcome: Outcome) => Promise<void>): Promise<Outcome> {
  const outcome: Outcome = { asked: 0, wrong: [], failed: [] };
  const stop = new AbortController();
  const running = () => !stop.signal.aborted;
  const asking = Array.from({ length: ASKERS }, async () => {
    while (running()) {
      await askAtTip(outcome);
      await wait(5);
    }
  });
  const growing = (async () => {
    for (let turn = 1; running(); turn += 1) {
      await (turn % 8 === 0 ? chain.fork(1 + (turn % 3)) : chain.grow(1));
      await wait(BLOCK_MS);
    }
  })();
  try {
    await trouble(outcome);
  } finally {
    stop.abort();
    await Promise.all([...asking, growing]);
  }
  return outcome;
}

async function answers(outcome: Outcome, count: number): Promise<void> {
  const wanted = outcome.asked + count;
  await waitFor(() => outcome.asked >= wanted, { what: `${count} more answers` });
}

const replica = (index: number): Replica => databases.of('').replicas[index] as Replica;

async function untilUsed(index: number): Promise<void> {
  await waitFor(() => !replica(index).isAway && replica(index).lagsMs === 0 && hasTip(index), {
    what: `requests that read replica ${index + 1}`,
  });
}

function hasTip(index: number): boolean {
  return chain.newestPins.some((place) => replica(index).recall(chain.chainId, place) !== undefined);
}

function expectGood({ asked, wrong, failed }: Outcome): void {
  expect({ wrong, failed }).toEqual({ wrong: [], failed: [] });
  expect(asked).toBeGreaterThan(20);
}

test('most requests near the tip are read on replicas', async () => {
  await underLoad(() => untilUsed(0));
  const before = { ...databases.reads };
  expectGood(await underLoad((outcome) => answers(outcome, 200)));
  const reads = databases.reads.replica - before.replica;
  const onPrimary = databases.reads.primary - before.primary;
  expect(onPrimary / (reads + onPrimary)).toBeLessThan(0.5);
});

test.each<[string, (outcome: Outcome) => Promise<void>]>([
  [
    'stops to apply, and goes on',
    async () => {
      await servers.replicas[0]?.query('SELECT pg_wal_replay_pause()');
      await waitFor(() => replica(0).lagsMs > 500, { what: 'a replica that lags' });
      await servers.replicas[0]?.query('SELECT pg_wal_replay_resume()');
      await untilUsed(0);
    },
  ],
  [
    'is killed, and starts again',
    async () => {
      await servers.replicas[0]?.kill();
      await waitFor(() => replica(0).isAway, { what: 'a replica that is left aside' });
      if (servers.replicas[0] !== undefined) await servers.startReplica(servers.replicas[0]);
      await untilUsed(0);
    },
  ],
  [
    'applies later by half a second',
    async (outcome) => {
      const [, second] = servers.replicas;
      if (second === undefined) return;
      await second.stop();
      await servers.startReplica(second, { recovery_min_apply_delay: '500ms' });
      await answers(outcome, 100);
      await second.stop();
      await servers.startReplica(second);
      await untilUsed(1);
    },
  ],
  [
    'is promoted, forks, and is restored from its oldest copy',
    async () => {
      const [, second] = servers.replicas;
      if (second === undefined) return;
      await second.query('SELECT pg_promote()');
      const fork = await chain.copyTo(second.url(DATABASE));
      for (let turn = 0; turn < 10; turn += 1) {
        await fork.fork(3);
        await wait(BLOCK_MS);
      }
      await fork.close();
      await second.stop();
      await servers.restore(second);
      await untilUsed(1);
    },
  ],
])('no request fails or is answered wrongly while a replica %s', async (_what, trouble) => {
  expectGood(await underLoad(trouble));
});

test('a replica that hangs holds up no request for as long, and is read again once it goes on', async () => {
  const outcome = await underLoad(async (outcome) => {
    await untilUsed(0);
    const goOn = await servers.replicas[0]?.hang();
    try {
      await waitFor(() => replica(0).isAway, { what: 'a replica that is left aside' });
      await answers(outcome, 20 + ASKERS);
    } finally {
      goOn?.();
    }
    await untilUsed(0);
  });
  expectGood(outcome);
});
