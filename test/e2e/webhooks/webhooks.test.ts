import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { recordingDir } from '@ledgergraph/recorded-node/recording';
import { postOperation, type Untyped } from '@ledgergraph/test-kit/client';
import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { waitFor, waitForEqual } from '@ledgergraph/test-kit/wait-for';
import { readBlocks } from '../agrees-with-node/oracle.ts';
import { Fold } from '../live/fold.ts';
import { CLI, Customer, PASSWORD } from './customer.ts';
import { Receiver } from './receiver.ts';

const RECORDING = 'vrsctest-a';
/** Before the first recorded reorganisation and after the last: of 4, 2 and 12 blocks. */
const FROM = 408;
const TO = 444;
const FLOWS_FROM = 300;
const main = readBlocks(recordingDir(RECORDING));

const receiver = new Receiver();
let stack: TestStack;
let customer: Customer;
let addresses: string[];

beforeAll(async () => {
  await receiver.open();
  stack = await startTestStack({ recordings: [RECORDING], from: FROM });
  customer = await Customer.signUp(stack.address.gatewayUrl, stack.address.dataDir);
  const { data } = await stack.query('test', '{ richList(limit: 20) { entries { address { address } } } }');
  addresses = data.richList.entries.map(({ address }: Untyped) => address.address);
  await create('/blocks', '--event', 'block.new');
  await create('/finalized', '--event', 'block.new.finalized', '--from-height', '300');
  await create('/received', '--event', 'address.received', '--variable', `addresses=${addresses.join(',')}`);
  await create('/identities', '--event', 'identity.updated', '--from-height', '300');
  await create('/prices', '--event', 'currency.price_change', '--from-height', '300');
  await create('/conversions', '--event', 'currency.conversion');
  await create('/settled', '--event', 'transfer.settled', '--from-height', String(FLOWS_FROM));
  await create('/settled-finally', '--event', 'transfer.settled.finalized', '--from-height', String(FLOWS_FROM));
  await create('/offers', '--event', 'offer.taken', '--from-height', String(FLOWS_FROM));
  await create('/unsettled', '--event', 'transfer.settled.reverted');
  await create('/refunded', '--event', 'transfer.refunded', '--from-height', '200');
  const node = stack.node(RECORDING);
  for (let tip = node.tip(); tip.height < TO; ) {
    tip = await node.advance();
    await stack.waitForTip('test', tip);
  }
});
afterAll(async () => {
  await stack?.stop();
  await customer?.removeFolder();
  receiver.close();
});

const create = (path: string, ...source: string[]): Promise<string> =>
  customer.createWebhook(receiver, path, ...source);
const webhooks = (...args: string[]): Promise<Untyped> => customer.webhooks(...args);
const eventsOf = (path: string): Untyped[] => receiver.eventsOf(path);

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
  await waitForEqual(standing, expected.toSorted(), { what: 'the same transactions' });
});

test('conversions are sent when an import settles them, and one that a reorganisation undid is undone by its id', async () => {
  const range = `fromHeight: ${FROM + 1}, toHeight: ${TO}, order: ASC`;
  const { data } = await stack.query('test', `{ conversions(${range}) { conversions { importTxid amountOut } } }`);
  const standing = (): Untyped[] => {
    const fold = new Fold();
    for (const { data: sent } of eventsOf('/conversions')) fold.add(sent.conversions);
    expect(fold.faults).toEqual([]);
    return fold.entries.map(({ event: { conversion } }) => conversion);
  };
  const undone = () => eventsOf('/conversions').filter(({ type }) => type === 'currency.conversion.reverted');
  // Two of the reorganisations remove one.
  await waitFor(() => undone().length === 2, { what: 'the conversions to be undone' });
  const expected = data.conversions.conversions;
  expect(expected.length).toBeGreaterThan(0);
  await waitFor(() => standing().length === expected.length, { what: 'the conversion that stands' });
  expect(standing()).toEqual(expected.map((one: Untyped) => expect.objectContaining(one)));
  const types = eventsOf('/conversions').map(({ type }) => type);
  const [event, reverted] = ['currency.conversion', 'currency.conversion.reverted'];
  expect(types).toEqual([event, reverted, event, event, reverted]);
  expect(undone().map(({ extensions }) => extensions.undone.length)).toEqual([1, 1]);
  expect(new Set(undone().flatMap(({ extensions }) => extensions.undone)).size).toBe(2);
});

test('a settled transfer is sent once, with its payouts, and a refunded one by its own type', async () => {
  const settledBy = async (status: string, last: number): Promise<Map<string, Untyped>> => {
    const selection = 'txid index import { chainId blockHeight } payouts { amount }';
    const { data } = await stack.query(
      'test',
      `{ transfers(status: ${status}, toHeight: ${last}, limit: 100) { hasMore transfers { ${selection} } } syncState { chainId } }`,
    );
    const { chainId } = data.syncState;
    const own = data.transfers.transfers.filter((one: Untyped) => one.import?.chainId === chainId);
    return new Map(own.map((one: Untyped) => [`${one.txid} ${one.index}`, one]));
  };
  const sent = (path: string) => {
    const fold = new Fold();
    for (const { data } of eventsOf(path)) fold.add(data.transferChanges);
    expect(fold.faults).toEqual([]);
    return fold.entries.map(({ event: { transfer } }) => transfer).filter(({ index }) => index >= 0);
  };
  const keyOf = ({ txid, index }: Untyped) => `${txid} ${index}`;
  const expectAll = async (path: string, from: number, last: number, status: string) => {
    const all = [...(await settledBy(status, last)).values()];
    const expected = all.filter((one) => one.import.blockHeight >= from && one.import.blockHeight <= last);
    expect(expected.length).toBeGreaterThan(0);
    const paid = (one: Untyped) => [keyOf(one), ...one.payouts.map(({ amount }: Untyped) => amount)].join(' ');
    const sentNow = () => sent(path).map(paid).sort();
    await waitForEqual(sentNow, expected.map(paid).sort(), { what: `the transfers at ${path}` });
  };
  await expectAll('/settled', FLOWS_FROM, TO, 'SETTLED');
  await expectAll('/refunded', 200, TO, 'REFUNDED');
  const { data } = await stack.query('test', '{ syncState { finalizedHeight } }');
  await expectAll('/settled-finally', FLOWS_FROM, data.syncState.finalizedHeight, 'SETTLED');
  await waitFor(() => eventsOf('/unsettled').length === 2, { what: 'the undone transfers' });
  for (const { type, extensions } of eventsOf('/unsettled')) {
    expect([type, extensions.undone.length]).toEqual(['transfer.settled.reverted', 1]);
  }
});

test('an offer is sent when someone takes it, and not when it is posted', async () => {
  const selection = 'txid status takenBy takenAtHeight payTo gives { currencyId amount } asks { currencyId amount }';
  const { data } = await stack.query('test', `{ offers(status: TAKEN) { offers { ${selection} } } }`);
  const expected = data.offers.offers.toReversed();
  expect(expected.length).toBeGreaterThan(1);
  await waitFor(() => eventsOf('/offers').length >= expected.length, { what: 'the offers' });
  const sent = eventsOf('/offers').map(({ type, data: { offerChanges } }) => [type, offerChanges]);
  expect(sent).toEqual(
    expected.map((one: Untyped) => {
      const amounts = (list: Untyped[]) => list.map((amount) => expect.objectContaining(amount));
      const offer = expect.objectContaining({ ...one, gives: amounts(one.gives), asks: amounts(one.asks) });
      return ['offer.taken', expect.objectContaining({ blockHeight: one.takenAtHeight, offer })];
    }),
  );
});

test('a webhook of a name that nothing has is refused as a query of it is', async () => {
  const refusal = (...source: string[]) =>
    customer.webhooks('create', '--url', `${receiver.url}/refused`, ...source).then(
      () => 'it was made',
      ({ stderr }: { stderr: string }) => stderr,
    );
  const conversion = ['--event', 'currency.conversion', '--variable'];
  expect(await refusal(...conversion, 'baskets=bakset1')).toContain(
    'baskets[0]: no currency bakset1 on VRSCTEST. Did you mean basket1?',
  );
  expect(await refusal(...conversion, 'currency=a/b')).toContain('currency: a name holds none of');
  expect(await refusal('--event', 'transfer.settled', '--variable', 'addresses=dleta@')).toContain(
    'addresses[0]: no identity dleta@ on VRSCTEST',
  );
});

test('each event type reads the graph as it stood at the event’s block', async () => {
  await waitFor(() => eventsOf('/prices').length > 0 && eventsOf('/identities').length > 0, { what: 'both kinds' });
  for (const { data, extensions } of [...eventsOf('/identities').slice(0, 5)]) {
    const { blockHeight, identity, version } = data.identityChanges;
    expect(extensions.chain[0].height).toBe(blockHeight);
    const query = `{ identity(identity: "${identity.identityAddress}", asOf: { height: ${blockHeight} }) { version status } }`;
    const answer = await stack.query('test', query);
    if (answer.data?.identity !== null) expect(answer.data.identity.version).toBeGreaterThanOrEqual(version.version);
  }
  const changed = eventsOf('/prices').find(({ type }) => type === 'currency.price_change').data.currencyChanges;
  const before = await stack.query(
    'test',
    `{ currency(currency: "${changed.state.currencyId}", asOf: { height: ${changed.blockHeight - 1} }) { state { reserves { priceInReserve } } } }`,
  );
  const prices = (state: Untyped): string[] => state.reserves.map(({ priceInReserve }: Untyped) => priceInReserve);
  expect(prices(changed.state)).not.toEqual(prices(before.data.currency.state));
});

test.each([
  ['a type of events, with a session', ['--event', 'block.new'], 'block.new', {}],
  [
    'a subscription of its own, with a key alone',
    ['--subscription', 'subscription { chainEvents { ... on BlockAdded { blockHash } } }'],
    'subscription.event',
    { XDG_CONFIG_HOME: '/nowhere' },
  ],
])('listen forwards events to this machine, signed, and stores nothing: %s', async (_, source, type, environment) => {
  const before = await webhooks('list');
  const path = `/${type}`;
  const env = { ...customer.environment, ...environment, LEDGERGRAPH_KEY: stack.address.keys.test };
  const args = [CLI, 'webhooks', 'listen', ...source, '--forward-to', `${receiver.url}${path}`];
  const child = spawn(process.execPath, args, { env });
  let written = '';
  child.stderr.on('data', (chunk) => {
    written += String(chunk);
  });
  await waitFor(() => written.includes('whsec_'), { what: 'the secret' });
  receiver.expectSecret(path, /whsec_\S+/.exec(written)?.[0] ?? '');
  const tip = await stack.node(RECORDING).advance();
  await waitFor(() => eventsOf(path).length > 0, { what: 'an event' });
  expect(eventsOf(path)[0]).toMatchObject({ type, data: { chainEvents: { blockHash: tip.hash } } });
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  expect((await exit)[0]).toBe(0);
  expect(await webhooks('list')).toHaveLength(before.length);
});

test('the command line tests, pauses, changes, replays, rotates and deletes a webhook', async () => {
  const operation = 'subscription { chainEvents { ... on Event { blockHeight } } }';
  const id = await create('/shell', '--subscription', operation, '--from-height', '400');
  await waitFor(() => eventsOf('/shell').length > 40, { what: 'the events' });
  expect((await webhooks('test', id)).attempt.status).toBe(204);
  expect((await webhooks('pause', id)).state).toBe('paused');
  const changed = await webhooks('change', id, '--description', 'of the shell', '--parallel');
  expect(changed).toMatchObject({ description: 'of the shell', isParallel: true, state: 'paused' });
  expect((await webhooks('change', id, '--in-order')).isParallel).toBe(false);
  expect((await webhooks('resume', id)).state).toBe('active');
  const { previousSecretUntil } = await webhooks('rotate', id);
  expect(Date.parse(previousSecretUntil)).toBeGreaterThan(Date.now());
  const count = eventsOf('/shell').length;
  await webhooks('replay', id, '--from-height', '440');
  await waitFor(() => eventsOf('/shell').length >= count + 5, { what: 'the events again' });
  const [newest] = await webhooks('deliveries', id, '--limit', '1');
  expect(newest).toMatchObject({ state: 'delivered', eventType: 'subscription.event', attempts: [{ status: 204 }] });
  const watching = await create('/watching', '--event', 'address.received', '--variable', `addresses=${addresses[0]}`);
  const more = await webhooks('change', watching, '--variable', `addresses=${addresses.join(',')}`);
  expect(more).toMatchObject({ eventType: 'address.received', variables: { addresses } });
  await webhooks('delete', id);
  expect((await webhooks('list')).map((webhook: Untyped) => webhook.id)).not.toContain(id);
});

test('a customer manages keys with the session, which ends at the logout everywhere', async () => {
  const keys = async (...args: string[]): Promise<Untyped> =>
    JSON.parse(await customer.ledgergraph(['keys', ...args, '--json']));
  const { value, key } = await keys('create', '--test', '--name', 'shop');
  expect(await postOperation(stack.address.gatewayUrl, value, '{ networks { chainId } }')).toMatchObject({
    status: 200,
  });
  expect((await keys('change', key.id, '--name', 'web')).name).toBe('web');
  const rotated = await keys('rotate', key.id, '--grace', '0');
  expect((await keys('revoke', rotated.key.id)).state).toBe('revoked');
  const states = (await keys('list')).map(({ id, state }: Untyped) => [id, state]);
  expect(states).toEqual(
    expect.arrayContaining([
      [key.id, 'revoked'],
      [rotated.key.id, 'revoked'],
    ]),
  );

  const file = join(customer.configFolder, 'ledgergraph', 'sessions.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const stored = await readFile(file, 'utf8');
  expect(stored).not.toContain(PASSWORD);
  const [{ cookie }] = Object.values(JSON.parse(stored)) as [{ cookie: string }];
  await customer.ledgergraph(['logout']);
  const me = await fetch(`${stack.address.gatewayUrl}/dashboard/api/me`, { headers: { cookie } });
  expect(me.status).toBe(401);
  await expect(keys('list')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('ledgergraph login') });
});
