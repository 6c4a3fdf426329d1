import { Random } from '@ledgergraph/chain-generator/random';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import { waitFor, waitForEqual } from '@ledgergraph/test-kit/wait-for';
import { Fold } from '../../e2e/live/fold.ts';
import { BlockTree, ORDINARY_WORK, type TreeBlock } from '../chain/block-tree.ts';
import { chainOf } from '../chain/write-recording.ts';
import { CHAIN_ID } from '../plan/plan.ts';
import { type OpenChain, openChain } from '../seeds/open-chain.ts';
import { askStage, waitForTip } from '../stage/ask-stage.ts';
import { type Stage, startStage } from '../stage/start-stage.ts';
import { Balancer } from './balancer.ts';
import { GatewayRing } from './gateway-ring.ts';
import { PrintedClient, writePrintedClient } from './printed-client.ts';

/** `npm run test:long` kills more. */
const KILLS = Number(process.env.TEST_KILLS ?? 40);
const STOPS = 3;
const START = 20;
/** In tips; the depths come in turn. */
const REORGANISED_EVERY = 5;
const DEPTHS = [1, 3, 2];
const OWNERS = 3;

const tree = new BlockTree(new Random(7), CHAIN_ID);
const tips = drawTips();
const begun = tips[0] as TreeBlock;
const addresses = tree.owners.slice(0, OWNERS);

// The wrapper needs no cursor.
const EVENT = '__typename ... on Event { blockHeight blockHash } ... on BlocksRemoved { depth removedHashes }';
const SUBSCRIPTIONS = [
  { query: `subscription { chainEvents { ${EVENT} } }` },
  {
    query: `subscription ($addresses: [String!]!) { addressActivity(addresses: $addresses) { ${EVENT}
      ... on AddressActivity { address { address } activity { txid balanceAfter } } } }`,
    variables: { addresses },
  },
];
/** A WebSocket carries both subscriptions. */
const CONNECTIONS = 4;
const POSITIONS = 6;

let stage: Stage;
let chain: OpenChain;
let balancer: Balancer;
let ring: GatewayRing;
let clients: PrintedClient[] = [];
let tick = 0;

beforeAll(async () => {
  stage = await startStage(new Random(7));
  const nodes = [{ kind: 'leading', tips: tips.map(({ hash }) => hash) } as const];
  chain = await openChain(stage, { seed: 0, tree, tips, nodes });
  await waitForTip(stage, begun.hash);
  balancer = await Balancer.start();
  ring = await GatewayRing.start(stage, balancer);
  const folder = await temporaryFolder();
  await writePrintedClient(folder);
  clients = (['sse', 'ws', 'apollo'] as const).map(
    (transport) =>
      new PrintedClient({ folder, transport, url: balancer.url, key: stage.key, subscriptions: SUBSCRIPTIONS }),
  );
});

afterAll(async () => {
  await Promise.all(clients.map((client) => client.stop()));
  await ring?.settle();
  await balancer?.stop();
  await chain?.close();
  await stage?.stop();
});

function drawTips(): TreeBlock[] {
  const all = [tree.extend(tree.genesis, { count: START, work: ORDINARY_WORK })];
  while (all.length <= KILLS) {
    const tip = all.at(-1) as TreeBlock;
    const depth = all.length % REORGANISED_EVERY === 0 ? (DEPTHS[all.length % DEPTHS.length] ?? 1) : 0;
    let base = tip;
    for (let left = depth; left > 0; left -= 1) base = base.parent ?? base;
    all.push(tree.extend(base, { count: depth + 1, work: ORDINARY_WORK }));
  }
  return all;
}

async function grow(): Promise<void> {
  tick += 1;
  await chain.nodes[0]?.moveTo(tick);
}

const MOMENTS = [
  async () => waitFor(() => balancer.open > 0, { what: 'a client to connect' }),
  async () => waitFor(() => balancer.cursors >= POSITIONS, { what: 'the first position of every stream' }),
  async () => {
    const before = received();
    await grow();
    await waitFor(() => received().some((count, index) => count > (before[index] ?? 0)), { what: 'an event' });
  },
  async () => {
    const before = received();
    await grow();
    await waitFor(() => received().every((count, index) => count > (before[index] ?? 0)), {
      what: 'an event at every client',
    });
  },
] as const;

function received(): number[] {
  return clients.map((client) => client.received);
}

function foldOf(client: PrintedClient, field: string): Fold {
  const fold = new Fold();
  for (const event of client.events.get(field) ?? []) {
    const last = fold.entries.at(-1);
    fold.add(event);
    if (field === 'chainEvents' && event.__typename === 'BlockAdded' && last !== undefined) {
      if (event.blockHeight !== last.height + 1)
        fold.faults.push(`${event.blockHeight} was received after ${last.height}`);
    }
  }
  return fold;
}

async function activityOf(address: string): Promise<string[]> {
  const range = `fromHeight: ${begun.height + 1}, order: ASC, limit: 100`;
  const fields = 'hasMore nextCursor transactions { txid balanceAfter }';
  const found: string[] = [];
  for (let cursor = ''; ; ) {
    const page = cursor === '' ? '' : `, cursor: "${cursor}"`;
    const { data } = await askStage(
      stage,
      `{ addressTransactions(address: "${address}", ${range}${page}) { ${fields} } }`,
    );
    const { transactions, hasMore, nextCursor } = data.addressTransactions;
    for (const { txid, balanceAfter } of transactions as Untyped[]) found.push(`${address} ${txid} ${balanceAfter}`);
    if (!hasMore) return found;
    cursor = nextCursor;
  }
}

test(`${KILLS} kills of gateways under the code of docs/live.md: no event is lost, and none comes twice`, async () => {
  // Without its first position a client would begin after the next event.
  await waitFor(() => balancer.open === CONNECTIONS && balancer.cursors >= POSITIONS, { what: 'the first positions' });
  await ring.end();
  await grow();
  for (let kills = 1; kills < KILLS; kills += 1) {
    await MOMENTS[kills % MOMENTS.length]?.();
    await ring.end();
  }
  for (let stops = 0; stops < STOPS; stops += 1) {
    await MOMENTS[3]();
    await ring.end('stop');
  }
  while (tick < tips.length - 1) await grow();
  const tip = tips.at(-1) as TreeBlock;
  const blocks = chainOf(tip).slice(begun.height + 1);
  await waitForTip(stage, tip.hash);
  const activity = (await Promise.all(addresses.map(activityOf))).flat().sort();
  expect(activity.length).toBeGreaterThan(blocks.length / 2);
  for (const client of clients) {
    const foldNow = (): Fold => foldOf(client, 'addressActivity');
    await waitFor(() => foldOf(client, 'chainEvents').entries.at(-1)?.hash === tip.hash, { what: 'the last block' });
    const keysNow = () =>
      foldNow()
        .keys(({ address, activity: { txid, balanceAfter } }) => `${address.address} ${txid} ${balanceAfter}`)
        .sort();
    await waitForEqual(keysNow, activity, { what: 'all activity' });
    const chainEvents = foldOf(client, 'chainEvents');
    expect([client.transport, client.faults, client.ended, chainEvents.faults, foldNow().faults]).toEqual([
      client.transport,
      [],
      [],
      [],
      [],
    ]);
    expect(chainEvents.entries.map(({ hash }) => hash)).toEqual(blocks.map(({ hash }) => hash));
    expect(chainEvents.undone).toBeGreaterThan(0);
  }
  expect(stage.unexpectedEnds).toEqual([]);
});

test('a key that is revoked ends every subscription with an error, and no client tries again', async () => {
  await stage.command('keys', 'revoke', stage.key);
  for (const client of clients) {
    await waitFor(() => client.ended.length === SUBSCRIPTIONS.length, { what: `the end of ${client.transport}` });
    for (const end of client.ended) expect(end).toContain('UNAUTHORIZED');
  }
  await waitFor(() => balancer.open === 0, { what: 'the connections to be closed' });
});
