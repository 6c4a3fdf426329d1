import { recordingDir } from '@ledgergraph/recorded-node/recording';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { type Received, receiveOverWebSocket, receiveServerSentEvents } from '@ledgergraph/test-kit/event-client';
import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { waitFor, waitForEqual } from '@ledgergraph/test-kit/wait-for';
import { readBlocks } from '../agrees-with-node/oracle.ts';
import { Fold } from './fold.ts';
import { CONVERSION, KINDS, type Kind, kinds } from './subscriptions.ts';

const RECORDING = 'vrsctest-a';
/** Before the first recorded reorganisation and after the last: of 4, 2 and 12 blocks. */
const FROM = 408;
const TO = 444;
const DEEP = 13;

const main = readBlocks(recordingDir(RECORDING));

let stack: TestStack;
let addresses: string[];
const received = new Map<string, Received>();

beforeAll(async () => {
  stack = await startTestStack({ recordings: [RECORDING], from: FROM });
  const { data } = await stack.query('test', '{ richList(limit: 100) { entries { address { address } } } }');
  addresses = data.richList.entries.map(({ address }: Untyped) => address.address);
  const { query } = KINDS.addressActivity;
  const deep = query.replace('addresses: $addresses', `addresses: $addresses, minConfirmations: ${DEEP}`);
  received.set('deep', await receiveServerSentEvents({ ...asking('addressActivity'), query: deep }));
  for (const kind of kinds) {
    const stream = await receiveServerSentEvents(asking(kind));
    received.set(`sse ${kind}`, stream);
    // The library connects when it likes, so it gets the position.
    received.set(`ws ${kind}`, receiveOverWebSocket(asking(kind, stream.cursor)));
  }
});
afterAll(async () => {
  for (const stream of received.values()) stream.close();
  await stack?.stop();
});

function asking(kind: Kind, after?: string) {
  const { gatewayUrl, keys } = stack.address;
  const variables = kind === 'addressActivity' ? { addresses } : {};
  return { gatewayUrl, key: keys.test, query: KINDS[kind].query, variables, after };
}

function foldOf(kind: Kind, events: readonly Untyped[]): Fold {
  const fold = new Fold();
  for (const { data } of events) fold.add(data[kind]);
  return fold;
}

async function read(kind: Kind): Promise<string[]> {
  const found: { height: number; key: string }[] = [];
  const range = `fromHeight: ${FROM + 1}, toHeight: ${TO}, order: ASC, limit: 100`;
  if (kind === 'chainEvents') {
    const { data } = await stack.query('test', `{ blocks(${range}) { blocks { height hash previousHash txCount } } }`);
    for (const block of data.blocks.blocks)
      found.push({ height: block.height, key: KINDS.chainEvents.keyOf({ block }) });
  }
  if (kind === 'identityChanges' || kind === 'currencyChanges') {
    for (let height = FROM + 1; height <= TO; height += 1) {
      const { data } = await stack.query(
        'test',
        `{ block(height: ${height}) {
          identityVersions(limit: 100) { versions { identityAddress version txid operation primaryAddresses } }
        } }`,
      );
      if (kind === 'identityChanges') {
        for (const { identityAddress, ...version } of data.block.identityVersions.versions) {
          found.push({ height, key: JSON.stringify([identityAddress, version]) });
        }
      }
    }
  }
  if (kind === 'currencyChanges') {
    const { data } = await stack.query('test', '{ currencies(limit: 100) { currencies { currencyId } } }');
    for (const { currencyId } of data.currencies.currencies) {
      const history = await stack.query(
        'test',
        `{ currencyHistory(currency: "${currencyId}", fromHeight: ${FROM + 1}, toHeight: ${TO}, limit: 100) {
          states { currencyId blockHeight supply txid } } }`,
      );
      for (const state of history.data.currencyHistory.states)
        found.push({ height: state.blockHeight, key: JSON.stringify(state) });
    }
  }
  if (kind === 'conversions') {
    const { data } = await stack.query('test', `{ conversions(${range}) { conversions { ${CONVERSION} } } }`);
    for (const conversion of data.conversions.conversions) {
      found.push({ height: conversion.blockHeight, key: KINDS.conversions.keyOf({ conversion }) });
    }
  }
  if (kind === 'transferChanges') found.push(...(await readTransferChanges()));
  if (kind === 'addressActivity') {
    for (const address of addresses) {
      const { data } = await stack.query(
        'test',
        `{ addressTransactions(address: "${address}", ${range}) { hasMore transactions {
          txid direction balanceAfter amounts { currencyId amount } block { hash } } } }`,
      );
      expect(data.addressTransactions.hasMore).toBe(false);
      for (const activity of data.addressTransactions.transactions) {
        found.push({ height: 0, key: JSON.stringify([address, activity]) });
      }
    }
  }
  return found.map(({ key }) => key).sort();
}

async function readTransferChanges(): Promise<{ height: number; key: string }[]> {
  const { data } = await stack.query(
    'test',
    `{ transfers(toHeight: ${TO}, fromHeight: ${FROM - 60}, limit: 100) { hasMore transfers {
      txid index status blockHeight export { blockHeight } import { chainId blockHeight } } } }`,
  );
  expect(data.transfers.hasMore).toBe(false);
  return data.transfers.transfers.flatMap(({ txid, index, status, ...transfer }: Untyped) => {
    const statusAt = new Map([[transfer.blockHeight, 'PENDING']]);
    if (transfer.export !== null) statusAt.set(transfer.export.blockHeight, 'EXPORTED');
    if (transfer.import !== null) statusAt.set(transfer.import.blockHeight, status);
    return Array.from(statusAt, ([blockHeight, then]) => ({
      height: blockHeight,
      key: KINDS.transferChanges.keyOf({ blockHeight, transfer: { txid, index, status: then } }),
    })).filter(({ height }) => height > FROM && height <= TO);
  });
}

describe('while blocks arrive and three reorganisations happen', () => {
  test('each stream emits all of it, once and in order, and undoes only what it has emitted', async () => {
    const node = stack.node(RECORDING);
    for (let tip = node.tip(); tip.height < TO; tip = node.tip()) {
      await stack.waitForTip('test', await node.advance());
    }
    for (const kind of kinds) {
      const expected = await read(kind);
      for (const transport of ['sse', 'ws']) {
        const stream = received.get(`${transport} ${kind}`) as Received;
        const standing = () => foldOf(kind, stream.events).keys(KINDS[kind].keyOf).sort();
        await waitForEqual(standing, expected, { what: `all events of ${transport} ${kind}` });
        expect([kind, transport, foldOf(kind, stream.events).faults]).toEqual([kind, transport, []]);
        expect(stream.endCode).toBeUndefined();
      }
    }
    expect(foldOf('chainEvents', received.get('sse chainEvents')?.events ?? []).undone).toBe(4 + 2 + 12);
    // Both longer branches convert.
    expect(foldOf('conversions', received.get('sse conversions')?.events ?? []).undone).toBe(2);
    expect(foldOf('transferChanges', received.get('sse transferChanges')?.events ?? []).undone).toBe(4);
    expect(
      foldOf('chainEvents', received.get('sse chainEvents')?.events ?? []).entries.map(({ hash }) => hash),
    ).toEqual(main.filter(({ height }) => height > FROM && height <= TO).map(({ hash }) => hash));
  });

  test('a result names the block it was read at, and an object in it is as of that block', () => {
    for (const { data, extensions } of received.get('sse chainEvents')?.events ?? []) {
      if (data.chainEvents.__typename !== 'BlockAdded') continue;
      expect(extensions.chain[0].hash).toBe(data.chainEvents.blockHash);
      expect(data.chainEvents.block.confirmations).toBe(1);
    }
    for (const { data } of received.get('ws addressActivity')?.events ?? []) {
      const { address, activity, __typename } = data.addressActivity;
      // With one transaction in a block both describe the same moment.
      if (__typename === 'AddressActivity' && Number(address.txCount) === 1)
        expect(activity.balanceAfter).toBe(address.balance);
    }
  });

  test.each(kinds)(
    '%s: a client that goes on from any cursor, also of an orphaned block, loses and repeats nothing',
    async (kind) => {
      const all = received.get(`sse ${kind}`)?.events ?? [];
      const expected = foldOf(kind, all).keys(KINDS[kind].keyOf);
      const from = all.flatMap((_, index) => {
        const isNear = all.slice(index, index + 3).some(({ data }) => data[kind].__typename === 'BlocksRemoved');
        return index % 5 === 0 || isNear ? [index] : [];
      });
      for (const index of from.slice(0, 30)) {
        const before = all.slice(0, index + 1);
        const stream = await receiveServerSentEvents(asking(kind, before.at(-1)?.data[kind].cursor));
        const folded = () => foldOf(kind, [...before, ...stream.events]);
        const standing = () => folded().keys(KINDS[kind].keyOf);
        await waitForEqual(standing, expected, { what: `what follows event ${index} of ${kind}` });
        stream.close();
        expect(folded().faults).toEqual([]);
        expect(standing()).toEqual(expected);
      }
    },
  );

  test('events that are held back until their block is deep are never undone', async () => {
    // Deeper than the deepest recorded reorganisation.
    const stream = received.get('deep') as Received;
    const blocks = main.filter(({ height }) => height > FROM + 1 - DEEP && height <= TO + 1 - DEEP);
    const expected: string[] = [];
    for (const address of addresses) {
      const range = `fromHeight: ${FROM + 2 - DEEP}, toHeight: ${TO + 1 - DEEP}, limit: 100`;
      const { data } = await stack.query(
        'test',
        `{ addressTransactions(address: "${address}", ${range}) { transactions { txid } } }`,
      );
      for (const { txid } of data.addressTransactions.transactions) expected.push(`${address} ${txid}`);
    }
    expect(expected.length).toBeGreaterThan(0);
    await waitFor(() => stream.events.length >= expected.length, { what: 'the deep events' });
    const results = stream.events.map(({ data: { addressActivity } }) => addressActivity);
    // A reorganisation would be among them.
    expect(results.map(({ address, activity }) => `${address?.address} ${activity?.txid}`).sort()).toEqual(
      expected.sort(),
    );
    const hashes = new Set(blocks.map(({ hash }) => hash));
    expect(stream.events.filter(({ data: { addressActivity } }) => !hashes.has(addressActivity.blockHash))).toEqual([]);
  });
});

test('a stream of a basket and one of an address have what is theirs, and go on behind a cursor of the stream of all', async () => {
  const all = received.get('sse conversions')?.events ?? [];
  const basketId = all[0]?.data.conversions.conversion.basketId;
  const changes = received.get('sse transferChanges')?.events ?? [];
  const { data } = await stack.query(
    'test',
    `{ conversions(basket: "${basketId}", fromHeight: ${FROM}) { conversions { address basket { friendlyName } } } }`,
  );
  const { address, basket } = data.conversions.conversions[0];
  const { data: owned } = await stack.query(
    'test',
    `{ address(address: "${address}") { transfers(limit: 100) { transfers { txid } } } }`,
  );
  const txids = new Set(owned.address.transfers.transfers.map(({ txid }: Untyped) => txid));
  const filtered = async (kind: 'conversions' | 'transferChanges', argument: string, id: string, after: string) => {
    const query = KINDS[kind].query.replace('(after: $after', `(${argument}: ["${id}"], after: $after`);
    const stream = await receiveServerSentEvents({ ...asking(kind, after), query });
    received.set(`${kind} of ${id}`, stream);
    return () => foldOf(kind, stream.events).keys(KINDS[kind].keyOf);
  };
  const ofBasket = await filtered('conversions', 'baskets', basket.friendlyName, all[0]?.data.conversions.cursor);
  const standing = foldOf('conversions', all).keys(KINDS.conversions.keyOf);
  await waitForEqual(ofBasket, standing, { what: 'the conversions of the basket' });
  const ofAddress = await filtered('transferChanges', 'addresses', address, changes[0]?.data.transferChanges.cursor);
  const own = foldOf('transferChanges', changes).entries.filter(({ event }) => txids.has(event.transfer.txid));
  const expected = own.map(({ event }) => KINDS.transferChanges.keyOf(event));
  expect(expected.length).toBeGreaterThan(1);
  await waitForEqual(ofAddress, expected, { what: 'the changes of the address' });
});

describe('a cursor', () => {
  const refusal = async (kind: Kind, after: string, key = stack.address.keys.test): Promise<string> => {
    const error = await receiveServerSentEvents({ ...asking(kind, after), key }).then(
      () => '{}',
      ({ message }: Error) => message,
    );
    return JSON.parse(error).errors?.[0].extensions.code;
  };

  test('of another subscription, or a forged one, is refused', async () => {
    const cursor = received.get('sse chainEvents')?.cursor ?? '';
    expect(await refusal('identityChanges', cursor)).toBe('VALIDATION_ERROR');
    const other = cursor.startsWith('A') ? 'B' : 'A';
    expect(await refusal('chainEvents', `${other}${cursor.slice(1)}`)).toBe('VALIDATION_ERROR');
    expect(await refusal('chainEvents', 'nonsense')).toBe('VALIDATION_ERROR');
  });
});
