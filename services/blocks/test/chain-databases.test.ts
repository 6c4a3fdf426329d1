import { MemoryBus } from '@ledgergraph/event-bus/memory-bus';
import { inRepository } from '@ledgergraph/local/repository';
import { TipMovedSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { SyncStatus } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import { type OwnServer, ReplicatedServer } from '@ledgergraph/test-kit/replicated-server';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import {
  type Api,
  openApi,
  openIndexer,
  openNetwork,
  Puller,
  type RecordedNetwork,
  tipOf,
} from './split-installation.ts';

const DATABASE = 'blocks';
const STAYS_FROM = 405;
const MOVES_FROM = 40;
/** A gateway waits this long for the tips of a database. */
const GATEWAY_WAITS_MS = 2_000;
/** A row of `network` would come back as a copied announcement. */
const OF_ALL = 'awaited_network';

const bus = new MemoryBus();
const announced: { chainId: string; height: number }[] = [];
let servers: ReplicatedServer;
let target: OwnServer;
let stays: RecordedNetwork;
let moves: RecordedNetwork;
let indexer: Awaited<ReturnType<typeof openIndexer>>;
let pullers: { stays: Puller; moves: Puller };
let serving: Api[] = [];
const apis: Api[] = [];

beforeAll(async () => {
  servers = await ReplicatedServer.start(
    (primary) =>
      applyMigrations({
        databaseUrl: primary.url(DATABASE),
        migrationsDir: inRepository('services', 'blocks', 'prisma', 'migrations'),
      }).then(() => undefined),
    1,
  );
  target = servers.replicas[0] as OwnServer;
  stays = await openNetwork('vrsctest-a', STAYS_FROM);
  moves = await openNetwork('pchain-a', MOVES_FROM);
  bus.subscribe(SUBJECTS.tipMoved, TipMovedSchema, ({ tip }) => {
    if (tip !== undefined) announced.push({ chainId: tip.chainId, height: tip.height });
  });
  serving = [await openOwnApi(false)];
  indexer = await openIndexer(mapOf(false), [stays, moves], bus);
  const stream = () => (serving[Math.floor(Math.random() * serving.length)] as Api).stream;
  pullers = { stays: new Puller(stays, stream), moves: new Puller(moves, stream) };
  await atNodes();
});

afterAll(async () => {
  await Promise.all([pullers.stays.stop(), pullers.moves.stop()]);
  await indexer.stop();
  for (const api of apis) await api.close();
  await Promise.all([stays.node.stop(), moves.node.stop()]);
  await servers.close();
});

function mapOf(isMoved: boolean) {
  const others = { url: servers.primary.url(DATABASE), readUrls: [] };
  return {
    others,
    byChain: new Map(isMoved ? [[moves.chainId, { url: target.url(DATABASE), readUrls: [] }]] : []),
  };
}

async function openOwnApi(isMoved: boolean): Promise<Api> {
  const api = await openApi(mapOf(isMoved));
  apis.push(api);
  return api;
}

async function atNode(network: RecordedNetwork, puller: Puller): Promise<void> {
  const [api] = serving;
  await waitFor(
    async () => {
      const { hash } = network.node.tip();
      return (
        puller.hashes.at(-1) === hash &&
        api !== undefined &&
        (await tipOf(api, network, GATEWAY_WAITS_MS))?.hash === hash
      );
    },
    { what: `${network.settings.name} at the tip of its node` },
  );
}

const atNodes = async () => {
  await Promise.all([atNode(stays, pullers.stays), atNode(moves, pullers.moves)]);
};

/** @returns a fault, if an api answers something wrong or nothing at a listed tip */
async function check(network: RecordedNetwork): Promise<string | undefined> {
  let last = 'no tip';
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const [listing, answering] = [serving.at(0), serving.at(-1)];
    const pin = listing && (await tipOf(listing, network));
    if (pin === undefined || answering === undefined) return `${network.settings.name}: ${last}`;
    if (!network.places.has(`${pin.height} ${pin.hash}`)) return `a tip that no node has had: ${pin.height}`;
    const { data, errors } = await answering.ask(network, pin);
    last = JSON.stringify(errors ?? data);
    if (errors?.[0]?.extensions?.code === 'PIN_LOST') continue;
    const isRight =
      data?.block.hash === pin.hash &&
      data.syncState.lastBlockHash === pin.hash &&
      data.networks.some(({ chainId }) => chainId === network.chainId);
    return isRight ? undefined : `${network.settings.name}: ${last}`;
  }
  return `${network.settings.name}: ${last}`;
}

const rowsOf = (server: OwnServer) =>
  server.query(
    `SELECT 'cursor' AS what, chain_id, height, hash FROM sync_cursor UNION ALL
     SELECT consumer, chain_id, height, encode(hash, 'hex') FROM subgraph_progress ORDER BY 1, 2`,
    DATABASE,
  );

async function deleteRows(server: OwnServer, chainId: string): Promise<void> {
  const tables = await server.query(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'chain_id'`,
    DATABASE,
  );
  for (const { name } of tables) {
    if (name !== OF_ALL) {
      await server.query(`DELETE FROM "${name}" WHERE chain_id = '${chainId}'`, DATABASE);
    }
  }
}

test('a chain of blocks moves to a promoted replica without a lost or wrong answer', async () => {
  const faults: string[] = [];
  let asked = 0;
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const found = await Promise.all([check(stays), check(moves)]);
      faults.push(...found.filter((fault) => fault !== undefined));
      asked += 1;
      await Promise.all([stays.node.advance(), moves.node.advance()]);
    }
  })();
  const askedMore = async () => {
    const before = asked;
    await waitFor(() => asked > before + 5, { what: 'more questions' });
  };
  await waitFor(() => pullers.moves.height > MOVES_FROM + 5, { what: 'blocks before the move' });
  // Steps 2 and 3 of docs/operating.md: the tips stand still, and every api continues to answer.
  await indexer.stop();
  await waitFor(
    async () => {
      const [old, copied] = await Promise.all([rowsOf(servers.primary), rowsOf(target)]);
      const arrived = new Set(old.map(({ chain_id: chainId, hash }) => `${chainId} ${hash}`));
      return old.length === 4 && arrived.size === 2 && JSON.stringify(old) === JSON.stringify(copied);
    },
    { what: 'a replica with all blocks, which all consumers have' },
  );
  await target.query('SELECT pg_promote()');
  await askedMore();
  // Steps 4 and 5: apis start again one after another, then the indexer.
  const [before] = serving;
  const after = await openOwnApi(true);
  serving = [before as Api, after];
  await askedMore();
  serving = [after];
  const last = pullers.moves.height;
  indexer = await openIndexer(mapOf(true), [stays, moves], bus);
  await waitFor(() => pullers.moves.height > last + 5, { what: 'blocks after the move' });
  await Promise.all([deleteRows(target, stays.chainId), deleteRows(servers.primary, moves.chainId)]);
  await askedMore();
  await stays.node.advanceTo(450);
  await askedMore();
  isOver = true;
  await asking;
  await atNodes();
  expect(faults).toEqual([]);
  for (const [puller, { main, node }] of [
    [pullers.stays, stays],
    [pullers.moves, moves],
  ] as const) {
    expect(puller.hashes).toEqual(main.slice(0, node.tip().height + 1));
  }
  const [{ count } = {}] = await servers.primary.query(
    `SELECT count(*)::integer AS count FROM block WHERE chain = (SELECT id FROM chain WHERE chain_id = '${moves.chainId}')`,
    DATABASE,
  );
  expect(count).toBe(0);
});

describe.each(['stops', 'hangs'] as const)('while the server of one chain %s', (trouble) => {
  let comeBack: () => Promise<void>;
  let known: Awaited<ReturnType<typeof tipOf>>;

  beforeAll(async () => {
    await atNodes();
    // Each database has copies of all announcements by then.
    await waitFor(async () => (await servers.primary.query('SELECT FROM network', DATABASE)).length === 2, {
      what: 'the copied announcement',
    });
    known = await tipOf(serving[0] as Api, moves);
    if (trouble === 'stops') {
      await target.stop();
      comeBack = () => target.start();
    } else {
      const goOn = await target.hang();
      comeBack = async () => goOn();
    }
  });
  afterAll(() => comeBack());

  test('blocks of the other chain are indexed, announced, streamed and answered', async () => {
    await moves.node.advance(5);
    for (let turn = 0; turn < 3; turn += 1) {
      const { height } = await stays.node.advance();
      await atNode(stays, pullers.stays);
      await waitFor(() => announced.some((tip) => tip.chainId === stays.chainId && tip.height === height), {
        what: 'the announcement',
      });
      expect(await check(stays)).toBeUndefined();
    }
    expect(pullers.moves.hashes.at(-1)).toBe(known?.hash);
  });

  test('its chain is listed with its last tip, and by a process that starts now as one whose tip is not read', async () => {
    const [api] = serving as [Api];
    expect(await tipOf(api, moves)).toMatchObject({ height: known?.height, hash: known?.hash });
    const started = await openOwnApi(true);
    for (const { stream } of [api, started]) {
      const { networks } = await stream.listNetworks({});
      expect(networks.map(({ name }) => name).sort()).toEqual(['VRSCTEST', 'pchain']);
      expect(networks.every(({ nativeDefinitionJson }) => nativeDefinitionJson !== '')).toBe(true);
    }
    expect((await api.stream.listTips({})).unreadChainIds).toEqual([]);
    const listed = await started.stream.listTips({});
    expect(listed).toMatchObject({ unreadChainIds: [moves.chainId], configuredEnvironments: [1, 2] });
    expect(listed.tips.map(({ chainId }) => chainId)).toEqual([stays.chainId]);
    const { status, body } = await started.ready();
    expect(status).toBe(200);
    expect(body.details).toEqual([{ name: 'pchain', waitsFor: 'its database' }]);
    if (trouble !== 'stops' || known === undefined) return;
    await waitFor(async () => (await tipOf(api, moves))?.status === SyncStatus.NODE_UNAVAILABLE, {
      what: 'a tip whose node is not known to answer',
    });
    for (const { ask } of [api, started]) {
      expect((await ask(moves, known)).errors?.[0]?.extensions?.code).toBe('SUBGRAPH_UNAVAILABLE');
    }
    const transaction = { txid: 'ab'.repeat(32), raw: new Uint8Array([1]) };
    expect(await indexer.sender.send(moves.chainId, transaction)).toEqual({ kind: 'away' });
    expect((await indexer.sender.send(stays.chainId, transaction)).kind).not.toBe('away');
  });

  test('it is caught up once it is back', async () => {
    await comeBack();
    comeBack = async () => undefined;
    await atNodes();
    expect(await Promise.all([check(stays), check(moves)])).toEqual([undefined, undefined]);
    expect(pullers.moves.hashes).toEqual(moves.main.slice(0, moves.node.tip().height + 1));
  });
});

test('bytes that were fetched are kept in the database of their chain', async () => {
  const [{ txid } = {}] = await target.query(
    `SELECT encode(txid, 'hex') AS txid FROM transaction WHERE chain = (SELECT id FROM chain WHERE chain_id = '${moves.chainId}') ORDER BY index DESC LIMIT 1`,
    DATABASE,
  );
  expect(await indexer.reader.read(moves.chainId, [String(txid)])).toMatchObject([{ kind: 'raw' }]);
  const count = async (server: OwnServer) => (await server.query('SELECT FROM raw_transaction', DATABASE)).length;
  expect([await count(servers.primary), await count(target)]).toEqual([0, 1]);
});
