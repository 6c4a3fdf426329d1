import { hex } from '@ledgergraph/chain-kit/hex';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { type IndexedDatabase, openIndexedDatabase } from './indexed-database.ts';
import { readRecordedChain } from './recorded-chain.ts';
import { openSubgraph, type Subgraph } from './subgraph.ts';

const { network, blocks } = readRecordedChain('vrsctest-a');
const { chainId } = network;
const SUB1 = 'iC8fWVNxuSJhbsrNVmmkEgnE6mxF5srxy4';
const TOK1 = 'iAbEpDoiUZX2Xj4XeQKLad8scq9Px12mwn';
const orphans = readNormalizedOrphans('vrsctest-a')[1]?.blocks ?? [];
const ENTITIES = (selection: string) =>
  `query ($representations: [_Any!]!) { _entities(representations: $representations) { ${selection} } }`;

let indexed: IndexedDatabase;
let subgraph: Subgraph;
let queries = 0;

beforeAll(async () => {
  indexed = await openIndexedDatabase();
  await indexed.announce(network);
  // The second reorganisation replaced one revision of delta in block 423 by another.
  await indexed.apply(network, [...blocks.slice(0, 423), ...orphans]);
  await indexed.revert(network, 422);
  await indexed.apply(network, blocks.slice(423));
  const counting = new Proxy(indexed.db, {
    get(db, member) {
      if (member === '$queryRawUnsafe') queries += 1;
      return Reflect.get(db, member);
    },
  });
  subgraph = await openSubgraph(counting);
});
afterAll(async () => {
  await subgraph.close();
  await indexed.close();
});

function hashAt(height: number): string {
  return hex(blocks[height]?.hash ?? new Uint8Array());
}

test('objects below an identity answer at its block', async () => {
  const { data, errors } = await subgraph.ask(`{ identity(identity: "sub1.tok1", asOf: { height: 400 }) {
    at version registeredHeight registeredTxid unlockHeight
    parent { at name flags flagNames currency { chainId currencyId at } parent { name } subIdentities { totalCount identities { name at } } }
    revocationIdentity { name } recoveryIdentity { name } currency { currencyId } address { chainId address at } } }`);
  expect(errors).toEqual([]);
  expect(data.identity).toEqual({
    at: 400,
    version: 1,
    registeredHeight: 352,
    registeredTxid: '6124543a286d7c8bfa44fc48c9ffa03eae6d54adf61817aec93d84c032eab533',
    unlockHeight: null,
    parent: {
      at: 400,
      name: 'tok1',
      flags: 1,
      flagNames: ['ACTIVE_CURRENCY'],
      currency: { chainId, currencyId: TOK1, at: 400 },
      parent: null,
      subIdentities: { totalCount: 1, identities: [{ name: 'sub1', at: 400 }] },
    },
    revocationIdentity: { name: 'sub1' },
    recoveryIdentity: { name: 'sub1' },
    currency: null,
    address: { chainId, address: SUB1, at: 400 },
  });
});

test('at the pin, keys below carry no height', async () => {
  const { data } = await subgraph.ask('{ identity(identity: "tok1") { at currency { at } address { at } referral } }');
  expect(data.identity).toEqual({ at: null, currency: { at: null }, address: { at: null }, referral: null });
});

test('unlockHeight while a lock runs out, and status of the revisions at their own blocks', async () => {
  const query = (height: number) =>
    `{ identity(identity: "epsilon", asOf: { height: ${height} }) { status unlockHeight timelock } }`;
  expect((await subgraph.ask(query(348))).data.identity).toEqual({
    status: 'LOCKED',
    unlockHeight: null,
    timelock: 15,
  });
  expect((await subgraph.ask(query(384))).data.identity).toEqual({
    status: 'LOCKED',
    unlockHeight: 385,
    timelock: 384,
  });
  expect((await subgraph.ask(query(385))).data.identity).toEqual({
    status: 'ACTIVE',
    unlockHeight: null,
    timelock: 384,
  });
  const { data } = await subgraph.ask(
    '{ identityHistory(identity: "epsilon") { versions { operation operations status } } }',
  );
  expect(data.identityHistory.versions).toEqual([
    { operation: 'REGISTER', operations: ['REGISTER'], status: 'ACTIVE' },
    { operation: 'LOCK', operations: ['LOCK'], status: 'LOCKED' },
    { operation: 'UNLOCK', operations: ['UNLOCK'], status: 'LOCKED' },
  ]);
});

test('identityHistory, oldest first, and Identity.history, newest first, give the same revisions in pages, in both directions, with their number', async () => {
  const all = Array.from({ length: 20 }, (_, index) => index + 1);
  const page = '{ totalCount hasMore nextCursor versions { version } }';
  const walk = async (field: (args: string) => string, find: (data: Untyped) => Untyped): Promise<Untyped> => {
    const versions: number[] = [];
    for (let cursor: string | null = null, more = true; more; ) {
      const query = `query ($cursor: String) { ${field('limit: 7, cursor: $cursor')} }`;
      const { data, errors } = await subgraph.ask(query, { cursor });
      expect(errors).toEqual([]);
      const found = find(data);
      expect(found).toMatchObject({ totalCount: 20, hasMore: found.nextCursor !== null });
      versions.push(...found.versions.map(({ version }: { version: number }) => version));
      cursor = found.nextCursor;
      more = found.hasMore;
    }
    return versions;
  };
  const root = (order: string) => (args: string) => `identityHistory(identity: "delta", ${order}${args}) ${page}`;
  const nested = (order: string) => (args: string) =>
    `identity(identity: "delta") { history(${order}${args}) ${page} }`;
  const newestFirst = [...all].reverse();
  expect(await walk(root(''), (data) => data.identityHistory)).toEqual(all);
  expect(await walk(root('order: DESC, '), (data) => data.identityHistory)).toEqual(newestFirst);
  expect(await walk(nested(''), (data) => data.identity.history)).toEqual(newestFirst);
  expect(await walk(nested('order: ASC, '), (data) => data.identity.history)).toEqual(all);
});

test('a range of heights or times, and an asOf, bound a history and its number', async () => {
  const ask = async (field: string) => (await subgraph.ask(`{ ${field} }`)).data;
  const page = '{ totalCount versions { version } }';
  const ofRange = { totalCount: 4, versions: [2, 3, 4, 5].map((version) => ({ version })) };
  const heights = 'fromHeight: 331, toHeight: 420';
  expect((await ask(`identityHistory(identity: "delta", ${heights}) ${page}`)).identityHistory).toEqual(ofRange);
  const textAt = (height: number) => new Date(Number(blocks[height]?.time) * 1_000).toISOString();
  const timed = `fromTime: "${textAt(331)}", toTime: "${textAt(420)}"`;
  expect((await ask(`identityHistory(identity: "delta", ${timed}) ${page}`)).identityHistory).toEqual(ofRange);
  const early = await ask(`identity(identity: "delta", asOf: { height: 334 }) { history ${page} }`);
  expect(early.identity.history).toEqual({
    totalCount: 3,
    versions: [{ version: 3 }, { version: 2 }, { version: 1 }],
  });
  const past = await ask(`identityHistory(identity: "delta", asOf: { height: 334 }, order: DESC) ${page}`);
  expect(past.identityHistory).toEqual(early.identity.history);
  const none = { totalCount: 0, versions: [] };
  expect((await ask(`identityHistory(identity: "delta", toHeight: 3) ${page}`)).identityHistory).toEqual(none);
});

test('contentAggregate grows with the block that is read', async () => {
  const content = async (height: number): Promise<unknown[]> => {
    const query = `{ identity(identity: "delta", asOf: { height: ${height} }) { contentAggregate } }`;
    return Object.values((await subgraph.ask(query)).data.identity.contentAggregate);
  };
  expect(await content(330)).toEqual([]);
  expect(await content(332)).toHaveLength(1);
  expect(JSON.stringify(await content(460)).length).toBeLessThan(JSON.stringify(await content(461)).length);
});

test('references resolve together, unknown ones to null', async () => {
  const addresses = (await subgraph.ask('{ identities(limit: 100) { identities { identityAddress } } }')).data
    .identities.identities;
  const representations = [
    ...addresses.map((key: object) => ({ __typename: 'Identity', chainId, at: null, ...key })),
    { __typename: 'Identity', chainId, at: 170, identityAddress: TOK1 },
    { __typename: 'Identity', chainId, at: 187, identityAddress: TOK1 },
    { __typename: 'Identity', chainId, at: null, identityAddress: chainId },
  ];
  const ask = () =>
    subgraph.ask(ENTITIES('... on Identity { name flags parent { name } contentAggregate }'), { representations });
  queries = 0;
  const { data, errors } = await ask();
  expect(errors).toEqual([]);
  expect(data._entities.slice(0, 22).every((identity: { name: string }) => identity.name !== '')).toBe(true);
  expect(data._entities.slice(22)).toEqual([
    null,
    { name: 'tok1', flags: 0, parent: null, contentAggregate: {} },
    null,
  ]);
  // The pin (twice), its check, two other heights, identities, their parents and contents: not one per object.
  expect(queries).toBeLessThanOrEqual(10);
});

test('a block lists its revisions by hash', async () => {
  const orphan = hex(orphans[0]?.hash ?? new Uint8Array());
  expect(orphans[0]?.height).toBe(423);
  const block = (hash: string, at: number | null = null) => ({ __typename: 'Block', chainId, hash, at });
  const representations = [
    block(hashAt(339)),
    block(hashAt(1)),
    block(orphan),
    block(hashAt(423)),
    block(hashAt(339), 339),
    block(hashAt(339), 338),
  ];
  const query = ENTITIES(
    '... on Block { identityVersions { totalCount versions { name version operation block { hash at } } } }',
  );
  const { data, errors } = await subgraph.ask(query, { representations });
  expect(errors).toEqual([]);
  const { totalCount, versions } = data._entities[0].identityVersions;
  const [revision] = versions;
  expect(totalCount).toBe(versions.length);
  expect(revision).toMatchObject({
    name: 'zeta',
    version: 3,
    operation: 'UPDATE',
    block: { hash: hashAt(339), at: null },
  });
  const none = { identityVersions: { totalCount: 0, versions: [] } };
  expect(data._entities.slice(1, 3)).toEqual([none, none]);
  expect(data._entities[3].identityVersions.versions).toMatchObject([{ name: 'delta', version: 6 }]);
  expect(data._entities[4].identityVersions.versions).toMatchObject([
    { name: 'zeta', block: { hash: hashAt(339), at: 339 } },
  ]);
  expect(data._entities[5]).toEqual(none);
});

test('a block above the one that is read does not exist yet; limit and cursor are checked', async () => {
  const pins = { 'x-ledgergraph-pins': `${chainId}:338:${hashAt(338)}` };
  const representations = [{ __typename: 'Block', chainId, hash: hashAt(339) }];
  const query = ENTITIES('... on Block { identityVersions { versions { name } } }');
  expect((await subgraph.ask(query, { representations }, pins)).data._entities).toEqual([
    { identityVersions: { versions: [] } },
  ]);
  for (const [args, argument] of [
    ['limit: 101', 'limit'],
    ['cursor: "x"', 'cursor'],
  ]) {
    const { errors } = await subgraph.ask(ENTITIES(`... on Block { identityVersions(${args}) { hasMore } }`), {
      representations,
    });
    expect(errors).toMatchObject([{ extensions: { code: 'VALIDATION_ERROR', argument } }]);
  }
});
