import { hex } from '@ledgergraph/chain-kit/hex';
import { readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { type IndexedDatabase, openIndexedDatabase } from './indexed-database.ts';
import { readRecordedChain } from './recorded-chain.ts';
import { openSubgraph, type Subgraph } from './subgraph.ts';

const { network, blocks } = readRecordedChain('vrsctest-a');
const TIP = blocks.length - 1;
const ALPHA = 'iKWf8naLYFEBQL8vHNyBbEs3dt5SbMkCZv';
const BETA = 'iPFpTf7XxrvSVXMJZVQW9cSsPVYoVFhhm9';
const TOK1 = 'iAbEpDoiUZX2Xj4XeQKLad8scq9Px12mwn';
const ROOT = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';

let indexed: IndexedDatabase;
let subgraph: Subgraph;
let orphanHash: string;

beforeAll(async () => {
  indexed = await openIndexedDatabase();
  await indexed.announce(network);
  const [branch] = readNormalizedOrphans('vrsctest-a');
  const orphans = branch?.blocks ?? [];
  const fork = (orphans[0]?.height ?? 0) - 1;
  await indexed.apply(network, [...blocks.slice(0, fork + 1), ...orphans]);
  await indexed.revert(network, fork);
  await indexed.apply(network, blocks.slice(fork + 1));
  orphanHash = hex(orphans[0]?.hash ?? new Uint8Array());
  subgraph = await openSubgraph(indexed.db);
});
afterAll(async () => {
  await subgraph.close();
  await indexed.close();
});

async function namesOf(args: string): Promise<{ names: string[]; totalCount: number }> {
  const { data, errors } = await subgraph.ask(`{ identities(${args}) { totalCount identities { name } } }`);
  expect(errors).toEqual([]);
  const { identities, totalCount } = data.identities;
  return { names: identities.map((identity: { name: string }) => identity.name), totalCount };
}

test.each([
  ['limit: 3', ['id649', 'id630', 'id570'], 22],
  ['limit: 2, asOf: { height: 120 }', ['beta', 'alpha'], 2],
  ['asOf: { height: 117 }', [], 0],
  [`parent: "${TOK1}"`, ['sub1'], 1],
  [`parent: "${ROOT}", limit: 1`, ['id649'], 19],
  ['parent: "tok1"', ['sub1'], 1],
  ['parent: "VRSCTEST@", limit: 1', ['id649'], 19],
  ['revocationAuthority: "Alpha.VRSCTEST", recoveryAuthority: " alpha@ "', ['beta', 'alpha'], 2],
  ['primaryAddress: "alpha@"', [], 0],
  // beta named alpha as its authority from the start; zeta named others for a while.
  [`revocationAuthority: "${ALPHA}", recoveryAuthority: "${ALPHA}"`, ['beta', 'alpha'], 2],
  ['status: REVOKED', [], 0],
  ['status: REVOKED, asOf: { height: 342 }', ['zeta', 'beta'], 2],
  ['status: REVOKED, asOf: { height: 340 }', ['beta'], 1],
  // A delay lock; the unlock that runs through 384; an absolute lock through 386.
  ['status: LOCKED, asOf: { height: 347 }', ['epsilon'], 1],
  ['status: LOCKED, asOf: { height: 357 }', ['eta', 'epsilon'], 2],
  ['status: LOCKED, asOf: { height: 385 }', ['eta'], 1],
  ['status: LOCKED, asOf: { height: 387 }', [], 0],
  ['status: ACTIVE, asOf: { height: 357 }, limit: 1', ['sub3'], 13],
  // Best match first: own label before a parent's, the whole label before its beginning, short before long.
  ['search: "tok1"', ['tok1', 'sub1'], 2],
  ['search: "SUB"', ['sub1', 'sub2', 'sub3'], 3],
  ['search: "e"', ['eta', 'epsilon'], 2],
  ['search: "b"', ['beta', 'basket1', 'sub2'], 3],
  ['search: "räum"', ['Räumschiff 7'], 1],
  ['search: "sub1.tok1.VRSCTEST@"', ['sub1'], 1],
  ['search: "vrsctest"', [], 0],
  ['search: "%"', [], 0],
  ['search: "sub", asOf: { height: 354 }', ['sub1', 'sub2'], 2],
  [`search: "s", parent: "${TOK1}", status: ACTIVE, primaryAddress: "RHxoEk4hQhjfh585R3ZaUUXAb4xVc94PTa"`, ['sub1'], 1],
  ['search: "", limit: 1', ['id649'], 22],
])('identities(%s)', async (args, names, totalCount) => {
  expect(await namesOf(args)).toEqual({ names, totalCount });
});

test('statuses part the identities at every height', async () => {
  for (const height of [117, 118, 340, 347, 349, 357, 384, 385, 386, 387, TIP]) {
    const count = async (status: string) => (await namesOf(`${status} asOf: { height: ${height} }`)).totalCount;
    const [active, locked, revoked] = [
      await count('status: ACTIVE'),
      await count('status: LOCKED'),
      await count('status: REVOKED'),
    ];
    expect(active + locked + revoked).toBe(await count(''));
    const { data } = await subgraph.ask(
      `{ identities(limit: 100, asOf: { height: ${height} }) { identities { status } } }`,
    );
    const statuses = data.identities.identities.map((identity: { status: string }) => identity.status);
    expect(
      ['ACTIVE', 'LOCKED', 'REVOKED'].map((wanted) => statuses.filter((status: string) => status === wanted).length),
    ).toEqual([active, locked, revoked]);
  }
});

test('reverse look-ups count only who holds at the height', async () => {
  const old = 'RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7';
  expect(await namesOf(`primaryAddress: "${old}", asOf: { height: 343 }`)).toEqual({ names: ['beta'], totalCount: 1 });
  expect(await namesOf(`primaryAddress: "${old}", asOf: { height: 344 }`)).toEqual({ names: [], totalCount: 0 });
});

test.each(['', 'search: "i"', `parent: "${ROOT}"`])(
  'pages of identities(%s) join to the whole list',
  async (filter) => {
    const whole = await namesOf(`${filter} limit: 100`);
    const walked: string[] = [];
    for (let cursor: string | null = null, more = true; more; ) {
      const query = `query ($cursor: String) { identities(${filter} limit: 2, cursor: $cursor) { hasMore nextCursor identities { name } } }`;
      const { data } = await subgraph.ask(query, { cursor });
      walked.push(...data.identities.identities.map((identity: { name: string }) => identity.name));
      cursor = data.identities.nextCursor;
      more = data.identities.hasMore;
      expect(cursor === null).toBe(!more);
    }
    expect(walked).toEqual(whole.names);
  },
);

test('a walk stays at the block of its first page', async () => {
  const query =
    'query ($cursor: String) { identities(limit: 1, cursor: $cursor) { nextCursor totalCount identities { name } } }';
  const pins = (height: number) => ({
    'x-ledgergraph-pins': `${network.chainId}:${height}:${hex(blocks[height]?.hash ?? new Uint8Array())}`,
  });
  const first = await subgraph.ask(query, {}, pins(572));
  expect(first.data.identities).toMatchObject({ totalCount: 20, identities: [{ name: 'id570' }] });
  const second = await subgraph.ask(query, { cursor: first.data.identities.nextCursor }, pins(TIP));
  expect(second.data.identities).toMatchObject({ totalCount: 20, identities: [{ name: 'id558' }] });
});

test.each([
  ['identity(identity: "RQiNjfoy8AsN59KeB69bP3mu51btEdXBJH")', 'VALIDATION_ERROR', 'identity'],
  [`identity(identity: "${BETA}x")`, 'VALIDATION_ERROR', 'identity'],
  [`identity(identity: "${ROOT}")`, 'NOT_FOUND', undefined],
  ['identity(identity: "beta", asOf: { height: 119 })', 'NOT_FOUND', undefined],
  ['identity(identity: "beta", chainId: "iP1Gzozfm1VJg8NFH7zcBjbYmTW4UafYbV")', 'NOT_FOUND', undefined],
  [`identity(identity: "beta", asOf: { hash: "${'0'.repeat(64)}" })`, 'NOT_FOUND', undefined],
  ['identity(identity: "beta", asOf: {})', 'VALIDATION_ERROR', 'asOf'],
  [`identity(identity: "beta", asOf: { height: 668 })`, 'VALIDATION_ERROR', 'asOf'],
  ['identity(identity: "beta", asOf: { hash: "ORPHAN" })', 'CHAIN_REORGANIZED', undefined],
  ['identities(limit: 101)', 'VALIDATION_ERROR', 'limit'],
  ['identities(limit: 0)', 'VALIDATION_ERROR', 'limit'],
  ['identities(cursor: "AAAA")', 'VALIDATION_ERROR', 'cursor'],
  ['identities(parent: "tok2")', 'NOT_FOUND', undefined],
  ['identities(primaryAddress: "alpha")', 'VALIDATION_ERROR', 'primaryAddress'],
  ['identities(primaryAddress: "alpah@")', 'NOT_FOUND', undefined],
  ['identities(primaryAddress: "no-address")', 'VALIDATION_ERROR', 'primaryAddress'],
  ['identities(revocationAuthority: "RQiNjfoy8AsN59KeB69bP3mu51btEdXBJH")', 'VALIDATION_ERROR', 'revocationAuthority'],
  ['identities(recoveryAuthority: "")', 'VALIDATION_ERROR', 'recoveryAuthority'],
  ['identityHistory(identity: "not-registered@")', 'NOT_FOUND', undefined],
  ['identityHistory(identity: "beta", fromHeight: 9, toHeight: 8)', 'VALIDATION_ERROR', 'fromHeight'],
  ['identityHistory(identity: "beta", toHeight: -1)', 'VALIDATION_ERROR', 'toHeight'],
  [
    'identityHistory(identity: "beta", fromTime: "2026-11-21T00:00:00Z", toTime: "2026-11-20T00:00:00Z")',
    'VALIDATION_ERROR',
    'fromTime',
  ],
])('%s is %s', async (field, code, argument) => {
  const root = field.split('(')[0];
  const selection = root === 'identities' || root === 'identityHistory' ? '{ hasMore }' : '{ name }';
  const { errors } = await subgraph.ask(`{ ${field.replace('ORPHAN', orphanHash)} ${selection} }`);
  expect(errors).toMatchObject([{ path: [root], extensions: { code, ...(argument && { argument }) } }]);
});

test('a cursor opens no other query', async () => {
  const first = await subgraph.ask('{ identities(limit: 1, search: "i") { nextCursor } }');
  const query = 'query ($cursor: String) { identities(search: "id", cursor: $cursor) { hasMore } }';
  const { errors } = await subgraph.ask(query, { cursor: first.data.identities.nextCursor });
  expect(errors).toMatchObject([{ extensions: { code: 'VALIDATION_ERROR', argument: 'cursor' } }]);
});

test('a pin that is not on the chain any more is PIN_LOST', async () => {
  const headers = { 'x-ledgergraph-pins': `${network.chainId}:${TIP}:${'0'.repeat(64)}` };
  const { errors } = await subgraph.ask('{ identities { hasMore } }', {}, headers);
  expect(errors[0]?.extensions.code).toBe('PIN_LOST');
});
