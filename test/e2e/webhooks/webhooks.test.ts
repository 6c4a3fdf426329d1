import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { inRepository } from '@ledgergraph/local/repository';
import { recordingDir } from '@ledgergraph/recorded-node/recording';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { Webhook } from 'standardwebhooks';
import { readBlocks } from '../agrees-with-node/oracle.ts';
import { Fold } from '../live/fold.ts';

const RECORDING = 'vrsctest-a';
/** Some blocks before the first recorded reorganisation, and some after the last: of 4, 2 and 12 blocks. */
const FROM = 408;
const TO = 444;
const main = readBlocks(recordingDir(RECORDING));

/** Bodies that came, by the path that they came to. */
const received = new Map<string, Untyped[]>();
const secrets = new Map<string, string>();
const server = createServer(async (request, response) => {
  const body = await text(request);
  const path = request.url ?? '';
  const secret = secrets.get(path);
  const event =
    secret === undefined
      ? JSON.parse(body)
      : new Webhook(secret).verify(body, request.headers as Record<string, string>);
  received.set(path, [...(received.get(path) ?? []), event]);
  response.writeHead(204).end();
});

let stack: TestStack;
let url: string;
let addresses: string[];

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stack = await startTestStack({ recordings: [RECORDING], from: FROM });
  const { data } = await stack.query('test', '{ richList(limit: 20) { entries { address { address } } } }');
  addresses = data.richList.entries.map(({ address }: Untyped) => address.address);
  await create('/blocks', '--event', 'block.new');
  await create('/finalized', '--event', 'block.new.finalized', '--from-height', '300');
  await create('/received', '--event', 'address.received', '--variable', `addresses=${addresses.join(',')}`);
  await create('/identities', '--event', 'identity.updated', '--from-height', '300');
  await create('/prices', '--event', 'currency.price_change', '--from-height', '300');
  const node = stack.node(RECORDING);
  for (let tip = node.tip(); tip.height < TO; ) {
    tip = await node.advance();
    await stack.waitForTip('test', tip);
  }
}, 300_000);
afterAll(async () => {
  await stack?.stop();
  server.close();
  server.closeAllConnections();
}, 300_000);

function commandOf(): string[] {
  const cli = inRepository('services', 'accounts', 'src', 'cli.ts');
  return [cli, '--data', stack.address.dataDir, 'webhooks'];
}

/** Runs `npx ledgergraph webhooks …` on the stack. */
async function webhooks(...args: string[]): Promise<Untyped> {
  const { stdout } = await promisify(execFile)(process.execPath, [...commandOf(), ...args, '--json']);
  return JSON.parse(stdout);
}

async function create(path: string, ...source: string[]): Promise<string> {
  const { id, secret } = await webhooks('create', '--url', `${url}${path}`, ...source);
  secrets.set(path, secret);
  return id;
}

const eventsOf = (path: string): Untyped[] => received.get(path) ?? [];

test('the blocks that were sent and not undone are those of the node, through three reorganisations', async () => {
  const hashes = main
    .filter(({ height }) => height > FROM && height <= stack.node(RECORDING).tip().height)
    .map(({ hash }) => hash);
  const fold = (): Fold => {
    const folded = new Fold();
    for (const { data } of eventsOf('/blocks')) folded.add(data.chainEvents);
    return folded;
  };
  await waitFor(() => fold().entries.at(-1)?.hash === hashes.at(-1), { what: 'the last block to arrive' });
  expect(fold().faults).toEqual([]);
  const received = fold().entries.map(({ hash }) => hash);
  expect(received).toEqual(hashes.slice(-received.length));
  expect(received.length).toBeGreaterThan(30);
  expect(eventsOf('/blocks').filter(({ type }) => type === 'block.new.reverted')).toHaveLength(3);
});

test('final blocks come once, and none is ever undone', async () => {
  const { data } = await stack.query('test', '{ syncState { finalizedHeight } }');
  const last = data.syncState.finalizedHeight;
  await waitFor(() => eventsOf('/finalized').length === last - 299, { what: `the blocks up to ${last}` });
  const heights = eventsOf('/finalized').map(({ data: received }) => received.chainEvents.blockHeight);
  expect(heights).toEqual(Array.from({ length: last - 299 }, (_, index) => 300 + index));
});

test('what addresses received agrees with their history', async () => {
  const standing = (): string[] => {
    const fold = new Fold();
    for (const { data } of eventsOf('/received')) fold.add(data.addressActivity);
    return fold.entries.map(({ event }) => `${event.address.address} ${event.activity.txid}`).sort();
  };
  const expected: string[] = [];
  const first = eventsOf('/blocks')[0]?.data.chainEvents.blockHeight;
  for (const address of addresses) {
    const { data } = await stack.query(
      'test',
      `{ addressTransactions(address: "${address}", fromHeight: ${first}, limit: 100) { hasMore transactions { txid amounts { amount } } } }`,
    );
    expect(data.addressTransactions.hasMore).toBe(false);
    for (const { txid, amounts } of data.addressTransactions.transactions) {
      if (amounts.some(({ amount }: Untyped) => !amount.startsWith('-') && /[1-9]/.test(amount)))
        expected.push(`${address} ${txid}`);
    }
  }
  expect(expected.length).toBeGreaterThan(0);
  await waitFor(() => JSON.stringify(standing()) === JSON.stringify([...expected].sort()), {
    what: 'the same transactions',
  });
});

test('each event type reads the graph as it stood at the event’s block', async () => {
  await waitFor(() => eventsOf('/prices').length > 0 && eventsOf('/identities').length > 0, { what: 'both kinds' });
  for (const { data, extensions } of [...eventsOf('/identities').slice(0, 5)]) {
    const { blockHeight, identity, version } = data.identityChanges;
    expect(extensions.chain[0].height).toBe(blockHeight);
    const query = `{ identity(identityAddress: "${identity.identityAddress}", asOf: { height: ${blockHeight} }) { version status } }`;
    const answer = await stack.query('test', query);
    if (answer.data?.identity !== null) expect(answer.data.identity.version).toBeGreaterThanOrEqual(version.version);
  }
  const changed = eventsOf('/prices').find(({ type }) => type === 'currency.price_change').data.currencyChanges;
  const before = await stack.query(
    'test',
    `{ currency(currencyId: "${changed.state.currencyId}", asOf: { height: ${changed.blockHeight - 1} }) { state { reserves { priceInReserve } } } }`,
  );
  const prices = (state: Untyped): string[] => state.reserves.map(({ priceInReserve }: Untyped) => priceInReserve);
  expect(prices(changed.state)).not.toEqual(prices(before.data.currency.state));
});

test('listen forwards events to this machine, signed with the secret that it shows, and stores nothing', async () => {
  const before = await webhooks('list');
  const child = spawn(process.execPath, [
    ...commandOf(),
    'listen',
    '--event',
    'block.new',
    '--forward-to',
    `${url}/listen`,
  ]);
  let printed = '';
  child.stderr.on('data', (chunk) => {
    printed += String(chunk);
  });
  await waitFor(() => printed.includes('whsec_'), { what: 'the secret' });
  secrets.set('/listen', /whsec_\S+/.exec(printed)?.[0] ?? '');
  const tip = await stack.node(RECORDING).advance();
  await waitFor(() => eventsOf('/listen').length > 0, { what: 'an event' });
  expect(eventsOf('/listen')[0]?.data.chainEvents.blockHash).toBe(tip.hash);
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  expect((await exit)[0]).toBe(0);
  expect(await webhooks('list')).toHaveLength(before.length);
});

test('the command line tests, pauses, replays, rotates and deletes a webhook', async () => {
  const id = await create(
    '/shell',
    '--subscription',
    'subscription { chainEvents { ... on Event { blockHeight } } }',
    '--from-height',
    '400',
  );
  await waitFor(() => eventsOf('/shell').length > 40, { what: 'the events' });
  expect((await webhooks('test', id)).attempt.status).toBe(204);
  expect((await webhooks('pause', id)).state).toBe('paused');
  expect((await webhooks('resume', id)).state).toBe('active');
  const { previousSecretUntil } = await webhooks('rotate', id);
  expect(Date.parse(previousSecretUntil)).toBeGreaterThan(Date.now());
  const count = eventsOf('/shell').length;
  await webhooks('replay', id, '--from-height', '440');
  await waitFor(() => eventsOf('/shell').length >= count + 5, { what: 'the events again' });
  const [newest] = await webhooks('deliveries', id, '--limit', '1');
  expect(newest).toMatchObject({ state: 'delivered', eventType: 'subscription.event', attempts: [{ status: 204 }] });
  await webhooks('delete', id);
  expect((await webhooks('list')).map((webhook: Untyped) => webhook.id)).not.toContain(id);
});
