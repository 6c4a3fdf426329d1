import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { recordingDir } from '@ledgergraph/recorded-node/recording';
import { type RecordedNode, startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import { postOperation, type Untyped } from '@ledgergraph/test-kit/client';
import { type Received, receiveOverWebSocket, receiveServerSentEvents } from '@ledgergraph/test-kit/event-client';
import { copyRepository, type RepositoryCopy } from '@ledgergraph/test-kit/repository-copy';
import { CREDENTIALS, makeDataFolder, writeNetworksFile } from '@ledgergraph/test-kit/stack';
import { waitFor, waitForEqual } from '@ledgergraph/test-kit/wait-for';
import { Fold } from '../live/fold.ts';
import { NpmStart } from '../start-and-stop/npm-start.ts';
import { Customer } from '../webhooks/customer.ts';
import { Receiver } from '../webhooks/receiver.ts';

// The gateway and webhooks have no change, and offer the event of a new service.

const RECORDING = 'vrsctest-a';
/** Before the first recorded reorganisation and after the last: of 4, 2 and 12 blocks. */
const FROM = 408;
const TO = 444;
const QUERY = `subscription ($after: String) { tollsPaid(after: $after) { __typename
  ... on Event { cursor blockHeight blockHash } ... on BlocksRemoved { depth removedHashes }
  ... on TollsPaid { block { height hash tolls { total transactionCount } } } } }`;

const receiver = new Receiver();
const streams: Received[] = [];
let copy: RepositoryCopy;
let dataDir = '';
let node: RecordedNode;
let stack: NpmStart;
let customer: Customer;
let gatewayUrl = '';
let key = '';
let paying: { hash: string; height: number; tolls: { total: string; transactionCount: number } }[] = [];

beforeAll(async () => {
  copy = await copyRepository();
  dataDir = await makeDataFolder();
  await copy.run('git init --quiet . && git add --all');
  await copy.run('npm run new-service -- tolls && npm run migration -- tolls init && npm run compose');
  node = await startRecordedNode({ recordingDir: recordingDir(RECORDING), ...CREDENTIALS, from: FROM, zmqPort: 0 });
  const { url, zmqUrl } = node;
  const networks = await writeNetworksFile(dataDir, [{ recording: RECORDING, urls: [url], zmq: zmqUrl }]);
  const port = await findFreePort();
  gatewayUrl = `http://127.0.0.1:${port}`;
  stack = new NpmStart(['--networks', networks, '--data', dataDir, '--port', String(port)], copy.dir);
  await stack.waitForOutput(/Ctrl-C stops everything/);
  key = readKept('keys.json').test;
  await receiver.open();
  customer = await Customer.signUp(gatewayUrl, dataDir);
});

afterAll(async () => {
  for (const stream of streams) stream.close();
  receiver.close();
  await customer?.removeFolder();
  stack?.killAll();
  await node?.stop();
  await copy?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

const readKept = (file: string): Untyped => JSON.parse(readFileSync(`${dataDir}/${file}`, 'utf8'));
const ask = (query: string) => postOperation(gatewayUrl, key, query);

function fold(events: readonly Untyped[]): Fold {
  const folded = new Fold();
  for (const { data } of events) folded.add(data.tollsPaid);
  return folded;
}
const blocksOf = (events: readonly Untyped[]) => fold(events).entries.map(({ event }) => event.block);

/** The gateway answers from each tip before the next comes. */
async function advance(): Promise<void> {
  for (let tip = node.tip(); tip.height < TO; ) {
    tip = await node.advance();
    await waitFor(async () => (await ask('{ __typename }')).chains.some(({ hash }) => hash === tip.hash), {
      what: `block ${tip.height} to be answered from`,
    });
  }
  const list = `{ blocks(fromHeight: ${FROM + 1}, toHeight: ${TO}, order: ASC, limit: 100) {
    blocks { height hash tolls { total transactionCount } } } }`;
  const { data } = await ask(list);
  paying = data.blocks.blocks.filter(({ tolls }: Untyped) => tolls.transactionCount > 0);
}

test('of the gateway and webhooks it changed the list of subgraphs, and what composition writes of it', async () => {
  const paths = 'gateway services/webhooks';
  const changed = await copy.run(`git diff --name-only -- ${paths}; git ls-files -o --exclude-standard -- ${paths}`);
  expect(changed.trim().split('\n')).toEqual(['gateway/supergraph.graphql', 'gateway/supergraph.yaml']);
});

test('the webhooks service is offered its type of webhook', async () => {
  const { internalSecret } = readKept('secrets.json');
  const headers = { 'x-ledgergraph-internal': internalSecret };
  const { types } = (await (await fetch(`${gatewayUrl}/webhook-types`, { headers })).json()) as Untyped;
  expect(types.find(({ name }: Untyped) => name === 'tolls.paid')).toMatchObject({
    subgraph: 'tolls',
    field: 'tollsPaid',
    isOfRemovals: false,
  });
  const refused = ['--event', 'tolls.paid', '--variable', 'minTotal=all'];
  await expect(customer.createWebhook(receiver, '/refused', ...refused)).rejects.toMatchObject({
    stderr: expect.stringContaining('minTotal is an amount as text'),
  });
});

test('its subscription emits each change once and in order over both transports, and undoes what a reorganisation removed', async () => {
  await customer.createWebhook(receiver, '/all', '--event', 'tolls.paid');
  await customer.createWebhook(receiver, '/high', '--event', 'tolls.paid', '--variable', 'minTotal=0.001');
  const stream = await receiveServerSentEvents({ gatewayUrl, key, query: QUERY });
  streams.push(stream, receiveOverWebSocket({ gatewayUrl, key, query: QUERY, after: stream.cursor }));
  await advance();
  expect(paying.length).toBeGreaterThan(3);
  for (const { events } of streams) {
    await waitForEqual(() => blocksOf(events), paying, { what: 'the events of all blocks that paid' });
    expect(fold(events).faults).toEqual([]);
    expect(fold(events).undone).toBeGreaterThan(0);
  }
});

test('its webhooks are delivered with their signature, once for each change that their condition wants', async () => {
  const wanted = {
    '/all': paying,
    '/high': paying.filter(({ tolls }) => Number(tolls.total) >= 0.001),
  };
  expect(wanted['/high'].length).toBeGreaterThan(0);
  expect(wanted['/high'].length).toBeLessThan(paying.length);
  for (const [path, expected] of Object.entries(wanted)) {
    const events = () => receiver.eventsOf(path);
    await waitForEqual(() => blocksOf(events()), expected, { what: `the deliveries to ${path}` });
    expect(fold(events()).faults).toEqual([]);
    expect(new Set(events().map(({ type }) => type))).toEqual(new Set(['tolls.paid', 'tolls.paid.reverted']));
  }
});
