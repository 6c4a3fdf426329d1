import { create } from '@bufbuild/protobuf';
import { bytes, hex } from '@ledgergraph/chain-kit/hex';
import { BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { identityAddressOf } from '@ledgergraph/verus-protocol/name';
import { AddressDatabase, PCHAIN, VRSCTEST } from './address-database.ts';
import { type AddressGraph, type GraphAnswer, openAddressGraph } from './address-graph.ts';

const USED = 'R9LNHJe7BbpTfhURYaL4DAPTajKUzVR61s';
const UNKNOWN_CURRENCY = identityAddressOf(['nosuchcurrency', 'VRSCTEST']);
const blocks = readNormalizedBlocks('vrsctest-a');
const [branch] = readNormalizedOrphans('vrsctest-a');
const orphan = branch?.blocks[0];
let database: AddressDatabase;
let graph: AddressGraph;

function fault({ data, errors = [] }: GraphAnswer) {
  return { data, errors: errors.map(({ extensions, path }) => ({ ...extensions, path })) };
}

beforeAll(async () => {
  if (orphan === undefined) throw new Error('no orphans in the recording');
  database = await AddressDatabase.create();
  await database.apply(blocks.slice(0, orphan.height));
  await database.apply([orphan]);
  await database.revert(VRSCTEST, orphan.height - 1);
  await database.apply(blocks.slice(orphan.height));
  await database.apply(readNormalizedBlocks('pchain-a'));
  graph = await openAddressGraph(database);
});
afterAll(async () => {
  await graph.close();
  await database.close();
});

const address = (args: string) => `{ address(${args}) { address } }`;
const listOf = (args: string) => `{ addressTransactions(${args}) { hasMore } }`;

test.each([
  ['address', address('address: "nonsense"')],
  ['address', address('address: "alpha"')],
  ['address', address('address: "R9LNHJe7BbpTfhURYaL4DAPTajKUzVR61t"')],
  ['address', address('address: "xRNGE9FpCcBoh2VLbkWxwBuDSzTrZUN94D"')],
  ['address', address('address: "a/b@"')],
  ['asOf', address(`address: "${USED}", asOf: {}`)],
  ['asOf', address(`address: "${USED}", asOf: { height: 1, hash: "${'ab'.repeat(32)}" }`)],
  ['asOf', address(`address: "${USED}", asOf: { height: 668 }`)],
  ['asOf', address(`address: "${USED}", asOf: { height: -1 }`)],
  ['asOf', address(`address: "${USED}", asOf: { hash: "xyz" }`)],
])('a wrong %s is named: %s', async (argument, query) => {
  expect(fault(await graph.ask(query))).toEqual({
    data: { address: null },
    errors: [{ code: 'VALIDATION_ERROR', argument, path: ['address'] }],
  });
});

test.each([
  ['limit', listOf(`address: "${USED}", limit: 101`)],
  ['limit', listOf(`address: "${USED}", limit: 0`)],
  ['cursor', listOf(`address: "${USED}", cursor: "garbage"`)],
  ['currency', listOf(`address: "${USED}", currency: "${VRSCTEST.slice(0, -1)}z"`)],
  ['currency', listOf(`address: "${USED}", currency: "${USED}"`)],
  ['fromHeight', listOf(`address: "${USED}", fromHeight: 5, toHeight: 4`)],
  ['toHeight', listOf(`address: "${USED}", toHeight: -1`)],
  ['currency', `{ richList(currency: "${USED}") { hasMore } }`],
  ['currency', '{ richList(currency: "two..dots") { hasMore } }'],
  ['limit', '{ richList(limit: 1000) { hasMore } }'],
  ['cursor', '{ richList(cursor: "") { hasMore } }'],
  ['limit', `{ addressBalances(address: "${USED}", limit: -1) { hasMore } }`],
  ['address', '{ addressBalances(address: "") { hasMore } }'],
  ['currency', `{ addressUtxos(address: "${USED}", currency: "a/b") { hasMore } }`],
  ['address', '{ addressUtxos(address: "zs1nope") { hasMore } }'],
])('a wrong %s is named: %s', async (argument, query) => {
  const { data, errors } = fault(await graph.ask(query));
  expect(Object.values(data ?? {})).toEqual([null]);
  expect(errors).toEqual([{ code: 'VALIDATION_ERROR', argument, path: [expect.any(String)] }]);
});

test.each([
  '{ richList(currency: "nosuchcurrency") { hasMore } }',
  '{ richList(currency: "nosuchcurrency@") { hasMore } }',
  `{ addressUtxos(address: "${USED}", currency: "nosuchcurrency") { hasMore } }`,
  listOf(`address: "${USED}", currency: "nosuchcurrency.VRSCTEST"`),
])('a currency by a name that the chain does not know is NOT_FOUND: %s', async (query) => {
  expect(fault(await graph.ask(query)).errors).toEqual([{ code: 'NOT_FOUND', path: [expect.any(String)] }]);
});

test.each([
  ['delta', 'a name ends in @ here: delta@'],
  [USED.replace('7', '8'), 'the checksum of R9LNHJe8BbpTfhURYaL4DAPTajKUzVR61s is wrong'],
  [USED.slice(0, -4), 'is too short for an address'],
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'an address of another kind of chain'],
])('the message about the address %s gives the reason', async (text, reason) => {
  const { errors } = await graph.ask(address(`address: "${text}"`));
  expect(errors?.[0]?.message).toContain(reason);
});

test('a cursor belongs to its query', async () => {
  const first = await graph.ask(`{ addressTransactions(address: "${USED}", limit: 1) { nextCursor } }`);
  const cursor = first.data.addressTransactions.nextCursor;
  const errors = [{ code: 'VALIDATION_ERROR', argument: 'cursor', path: [expect.any(String)] }];
  for (const query of [
    listOf(`address: "${USED}", order: ASC, cursor: "${cursor}"`),
    listOf(`address: "RLZGsn91QRHk8LpJ3FLMh5gG3yqi4dNL66", cursor: "${cursor}"`),
    `{ addressUtxos(address: "${USED}", cursor: "${cursor}") { hasMore } }`,
    `{ address(address: "${USED}") { transactions(cursor: "${cursor}") { hasMore } } }`,
  ]) {
    expect(fault(await graph.ask(query)).errors).toEqual([{ ...errors[0], path: expect.anything() }]);
  }
  const more = await graph.ask(listOf(`address: "${USED}", limit: 100, cursor: "${cursor}"`));
  expect(more.errors).toBeUndefined();
});

test.each([
  ['a chain that is not followed', address(`chainId: "iNoSuchChain", address: "${USED}"`)],
  ['a chain of the other environment', address(`chainId: "${PCHAIN}", address: "${USED}"`)],
  ['an unknown block', address(`address: "${USED}", asOf: { hash: "${'ab'.repeat(32)}" }`)],
  ['a name that is not registered', address('address: "nosuchname@"')],
  ['a name before it was registered', address('address: "alpha@", asOf: { height: 10 }')],
])('%s is NOT_FOUND', async (_what, query) => {
  expect(fault(await graph.ask(query))).toEqual({
    data: { address: null },
    errors: [{ code: 'NOT_FOUND', path: ['address'] }],
  });
});

test('an unknown currency is NOT_FOUND, one without holders has an empty list', async () => {
  const query = 'query ($id: String) { richList(currency: $id) { totalCount entries { rank } } }';
  const errors = [{ code: 'NOT_FOUND', path: ['richList'] }];
  expect(fault(await graph.ask(query, { id: UNKNOWN_CURRENCY })).errors).toEqual(errors);
  // Its launch failed: no output ever carried it.
  const unheld = await graph.ask(query, { id: 'iLeuJo2ezSh8qb2rHTYj1zaC2JbJaYqst1' });
  expect(unheld).toEqual({ data: { richList: { totalCount: 0, entries: [] } } });
});

test('a block that left the chain is CHAIN_REORGANIZED', async () => {
  const hash = hex(orphan?.hash ?? new Uint8Array());
  expect(fault(await graph.ask(address(`address: "${USED}", asOf: { hash: "${hash}" }`)))).toEqual({
    data: { address: null },
    errors: [{ code: 'CHAIN_REORGANIZED', path: ['address'] }],
  });
});

test('a pin that is not on the chain is PIN_LOST', async () => {
  const pins = `${VRSCTEST}:${orphan?.height}:${hex(orphan?.hash ?? new Uint8Array())}`;
  const { errors } = await graph.ask(address(`address: "${USED}"`), {}, { pins });
  expect(errors?.[0]?.extensions.code).toBe('PIN_LOST');
});

test('a name that two used identities could mean is AMBIGUOUS_NAME and lists both', async () => {
  // On pchain `Bridge@` has two meanings: Bridge.VRSCTEST and Bridge.pchain.VRSCTEST; pay the former once.
  const candidates = [identityAddressOf(['Bridge', 'VRSCTEST']), identityAddressOf(['Bridge', 'pchain', 'VRSCTEST'])];
  const query = '{ address(address: "bridge@") { address } }';
  const before = await graph.ask(query, {}, { environment: 'MAINNET' });
  expect(before).toEqual({ data: { address: { address: candidates[1] } } });
  const tip = readNormalizedBlocks('pchain-a').at(-1);
  if (tip === undefined) throw new Error('no blocks');
  const payment = create(BlockSchema, {
    chainId: PCHAIN,
    height: tip.height + 1,
    hash: bytes('11'.repeat(32)),
    previousHash: tip.hash,
    transactions: [
      {
        txid: bytes('22'.repeat(32)),
        outputs: [{ satoshis: 1n, scriptType: 'cryptocondition', kind: 'evalnone', addresses: candidates.slice(0, 1) }],
      },
    ],
  });
  await database.apply([payment]);
  expect(fault(await graph.ask(query, {}, { environment: 'MAINNET' }))).toEqual({
    data: { address: null },
    errors: [{ code: 'AMBIGUOUS_NAME', candidates, path: ['address'] }],
  });
  await database.revert(PCHAIN, tip.height);
});

test('a walk whose anchor left the chain is CHAIN_REORGANIZED', async () => {
  const tip = blocks.length - 1;
  const query = `query ($cursor: String) { addressTransactions(address: "${USED}", limit: 1, cursor: $cursor) { nextCursor } }`;
  const { data } = await graph.ask(query);
  await database.revert(VRSCTEST, tip - 1);
  const { errors } = fault(await graph.ask(query, { cursor: data.addressTransactions.nextCursor }));
  expect(errors).toEqual([{ code: 'CHAIN_REORGANIZED', path: ['addressTransactions'] }]);
  await database.apply(blocks.slice(tip));
});

test('internal faults stay inside', async () => {
  const broken = await openAddressGraph({
    db: new Proxy(database.db, {
      get: (target, name, receiver) =>
        name === '$queryRawUnsafe'
          ? (sql: string, ...values: unknown[]) => {
              if (sql.includes('balance_change')) throw new Error('relation balance_change on 10.0.0.7 is gone');
              return target.$queryRawUnsafe(sql, ...values);
            }
          : Reflect.get(target, name, receiver),
    }),
  });
  const answer = await broken.ask(`{ address(address: "${USED}") { balance } }`);
  expect(answer).toEqual({
    data: { address: null },
    errors: [expect.objectContaining({ message: 'internal error', extensions: { code: 'INTERNAL_SERVER_ERROR' } })],
  });
  await broken.close();
});

describe('a walk with an upper bound', () => {
  const tip = blocks.length - 1;
  const page = (cursor: string | null, toHeight: number) =>
    graph.ask(
      `query ($cursor: String) { addressTransactions(address: "${USED}", toHeight: ${toHeight}, limit: 2, cursor: $cursor) {
         totalCount nextCursor transactions { txid } } }`,
      { cursor },
    );
  afterEach(() => database.apply(blocks.slice(tip - 9)));

  test('goes on when only blocks above the bound are replaced', async () => {
    const { data: first } = await page(null, tip - 10);
    const { data: second } = await page(first.addressTransactions.nextCursor, tip - 10);
    await database.revert(VRSCTEST, tip - 10);
    expect(await page(first.addressTransactions.nextCursor, tip - 10)).toMatchObject({
      data: {
        addressTransactions: {
          totalCount: first.addressTransactions.totalCount,
          transactions: second.addressTransactions.transactions,
        },
      },
    });
  });

  test('ends when the block at the bound is replaced', async () => {
    const { data } = await page(null, tip - 9);
    await database.revert(VRSCTEST, tip - 10);
    const { errors } = fault(await page(data.addressTransactions.nextCursor, tip - 9));
    expect(errors).toEqual([{ code: 'CHAIN_REORGANIZED', path: ['addressTransactions'] }]);
  });
});
