import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebhookCatalog } from '@ledgergraph/graph-kit/webhook-types';
import { type Received, receiveOverWebSocket, receiveServerSentEvents } from '@ledgergraph/test-kit/event-client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { FakeSubgraph } from '../fake-subgraph.ts';
import { GatewayStand, SECRET } from '../gateway-stand.ts';
import { compose, keys, signed } from '../signed-supergraph.ts';
import { SupergraphFolder } from '../supergraph-folder.ts';
import { FakeChain } from './fake-chain.ts';

// The gateway has never heard of this team.

const SDL = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@inaccessible"])
  @link(url: "https://ledgergraph.invalid/events/v1.0", import: ["@event", "@keyFrom", "@webhook"])
"Whole number as a JSON number, always below 2^53: heights, counts, unix seconds. Input also accepts a string of digits."
scalar BigInt
type Query {
  "For the gateway: what was paid in a range of blocks."
  tollChanges(chainId: String!, fromHeight: BigInt!, toHeight: BigInt!, ids: [String!], limit: Int): [ChangePlace!] @inaccessible
}
"Where something changed: a block, and the place in it."
type ChangePlace @shareable @inaccessible {
  "Height of the block."
  height: BigInt!
  "Position of the transaction in the block; -1 for a change by the block as a whole."
  txIndex: Int!
  "Output of the transaction; -1 for a change by the transaction as a whole."
  vout: Int!
  "What changed: an address or an i-address."
  id: String!
  "Names the change among those of the same id: a txid, or a number."
  reference: String!
}
"A toll."
type Toll @key(fields: "chainId gate number at") {
  chainId: String!
  at: BigInt @inaccessible
  "Its gate."
  gate: String!
  "Counts the tolls of a gate."
  number: Int!
  "What was paid."
  paid: String!
}
type Subscription {
  "Each toll."
  tolls("The chain." chainId: String "Their gates." gates: [String!] "The cursor." after: String): TollEvent
    @event(changes: "tollChanges", ids: "gates")
    @webhook(name: "toll.paid", description: "A toll was paid.", select: "toll { gate number }", where: "event.toll.number > 20")
}
"A toll, or a reorganisation."
union TollEvent = TollPaid | BlocksRemoved
"A toll was paid."
type TollPaid implements Event {
  "Its cursor."
  cursor: String!
  "Its chain."
  chainId: String!
  "Its height."
  blockHeight: BigInt!
  "Its block."
  blockHash: String!
  "The toll."
  toll: Toll! @keyFrom(id: "gate", reference: "number")
}`;

const GATES = ['R9NVxTj2ewfiTUzAfn7FSsq9kxNt6fjaaZ', 'R9ToqQZmi4Xrqxc8sPENoEL6keJAUrARpy'];
const QUERY = `subscription ($gates: [String!], $after: String) { tolls(gates: $gates, after: $after) {
  ... on TollPaid { cursor blockHeight toll { gate number paid } }
} }`;

const tolls = new FakeSubgraph('tolls', SDL);
const stands: GatewayStand[] = [];
let dir: string;
let stand: GatewayStand;
let chain: FakeChain;
const open: Received[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'declared-events-'));
  await writeFile(join(dir, 'keys.pem'), keys.publicKey);
  tolls.resolvers = {
    Query: {
      tollChanges: (_: unknown, { fromHeight, toHeight }: { fromHeight: number; toHeight: number }) =>
        Array.from({ length: toHeight - fromHeight + 1 }, (_, index) => fromHeight + index).flatMap((height) =>
          GATES.map((id, txIndex) => ({ height, txIndex, vout: -1, id, reference: String(height * 10) })),
        ),
    },
    Toll: {
      __resolveReference: (key: { gate: string; number: number; at: number }) => ({
        ...key,
        paid: `${key.number} at ${key.at}`,
      }),
    },
  };
  await tolls.start();
  const folder = new SupergraphFolder(await mkdtemp(join(dir, 'mounted-')));
  const sdl = compose('', [{ name: 'tolls', sdl: SDL }]);
  await folder.write(signed(sdl, 1, { urls: { tolls: tolls.url } }));
  stand = new GatewayStand({
    supergraph: { SUPERGRAPH_FILE: folder.file, SUPERGRAPH_PUBLIC_KEY_FILE: join(dir, 'keys.pem') },
  });
  stands.push(stand);
  chain = new FakeChain(stand);
  chain.open();
  await stand.start();
});

afterAll(async () => {
  for (const one of stands) await one.stop();
  await tolls.stop();
  await rm(dir, { recursive: true });
});

afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

const paid = ({ events }: Received) => events.map(({ data }) => data.tolls.toll);
const tollOf = (gate: string | undefined, height: number) => ({
  gate,
  number: height * 10,
  paid: `${height * 10} at ${height}`,
});

async function subscribe(gates: string[] | null, after?: string): Promise<Received> {
  const stream = await receiveServerSentEvents({
    gatewayUrl: stand.url,
    key: stand.testKey,
    query: QUERY,
    variables: { gates },
    after,
  });
  open.push(stream);
  return stream;
}

test('a subgraph that declares an event has a stream of it, over Server-Sent Events, read at each block', async () => {
  const [all, one] = [await subscribe(null), await subscribe(GATES.slice(1))];
  await chain.grow(2);
  await waitFor(() => all.events.length === 4 && one.events.length === 2, { what: 'the tolls of two blocks' });
  const heights = [chain.height - 1, chain.height];
  expect(paid(all)).toEqual(heights.flatMap((height) => GATES.map((gate) => tollOf(gate, height))));
  expect(paid(one)).toEqual(heights.map((height) => tollOf(GATES[1], height)));
});

test('it goes on from a cursor over a WebSocket, and refuses the cursor of another field', async () => {
  const stream = await subscribe(null);
  await chain.grow();
  await waitFor(() => stream.events.length === 2, { what: 'the tolls of a block' });
  const after = stream.events[0]?.data.tolls.cursor;
  const resumed = receiveOverWebSocket({ gatewayUrl: stand.url, key: stand.testKey, query: QUERY, after });
  open.push(resumed);
  await waitFor(() => resumed.events.length === 1, { what: 'the toll behind the cursor' });
  expect(paid(resumed)).toEqual([tollOf(GATES[1], chain.height)]);
  const other = receiveServerSentEvents({
    gatewayUrl: stand.url,
    key: stand.testKey,
    query: 'subscription ($after: String) { chainEvents(after: $after) { __typename } }',
    after,
  });
  await expect(other).rejects.toThrow('after is not a cursor of this subscription');
});

test('the webhooks service reads its type of webhook from the gateway, and clients get 404', async () => {
  const url = `${stand.url}/webhook-types`;
  expect((await fetch(url)).status).toBe(404);
  const { types } = (await (
    await fetch(url, { headers: { 'x-ledgergraph-internal': SECRET } })
  ).json()) as WebhookCatalog;
  const type = types.find(({ name }) => name === 'toll.paid');
  expect(type).toMatchObject({
    field: 'tolls',
    subgraph: 'tolls',
    where: 'event.toll.number > 20',
    isOfRemovals: false,
  });
  const stream = await receiveServerSentEvents({
    gatewayUrl: stand.url,
    key: stand.testKey,
    query: type?.operation ?? '',
  });
  open.push(stream);
  await chain.grow();
  await waitFor(() => stream.events.length === 2, { what: 'the tolls of a block' });
  const { blockHeight, toll } = stream.events[1]?.data.tolls ?? {};
  expect([blockHeight, toll]).toEqual([chain.height, { gate: GATES[1], number: chain.height * 10 }]);
});

test('a malformed id is refused by the name of the declared argument', async () => {
  await expect(subscribe(['gate 7'])).rejects.toThrow(/gates\[0\]: gate 7 is no address.*"argument":"gates"/);
});
