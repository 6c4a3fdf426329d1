import { inventAddress, inventAddresses } from '@ledgergraph/generators/generated-rows/addresses';
import { openListCosts } from '@ledgergraph/test-kit/list-costs/open-list-costs';
import { testListCosts } from '@ledgergraph/test-kit/list-costs/test-list-costs';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import { generateIdentities } from './generate-identities.ts';
import { type IndexedDatabase, openIndexedDatabase } from './indexed-database.ts';
import { readRecordedChain } from './recorded-chain.ts';

const { network, blocks } = readRecordedChain('vrsctest-a');
const { chainId } = network;
const RECORDED = blocks.slice(0, 121);
const ALPHA = 'iKWf8naLYFEBQL8vHNyBbEs3dt5SbMkCZv';
const COPIES = 10_000;
const ADDRESSES = inventAddresses('IDENTITY', 'copy', COPIES);
const HOLDER = inventAddress('PUBLIC_KEY_HASH', 'holder of many');

let indexed: IndexedDatabase;
let stand: Awaited<ReturnType<typeof openListCosts>>;

beforeAll(async () => {
  indexed = await openIndexedDatabase();
  const { db } = indexed;
  await indexed.announce(network);
  await indexed.apply(network, RECORDED);
  const tip = RECORDED.length - 1;
  const copies = { chainId, template: ALPHA, addresses: ADDRESSES, parentId: ALPHA, holder: HOLDER, tip };
  await generateIdentities(db, copies);
  const middle = COPIES / 2;
  const [hot] = ADDRESSES;
  const timeAt = (copy: number) => new Date((Number(RECORDED.at(-1)?.time) + 60 * copy) * 1_000).toISOString();
  stand = await openListCosts({
    db,
    chainId,
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers,
    loaders: createLoaders,
    cases: ({ hashes, deep }) => ({
      roots: {
        identityChanges: [
          { args: `chainId: "${chainId}", fromHeight: ${tip + middle}, toHeight: ${tip + COPIES}` },
          { args: `chainId: "${chainId}", fromHeight: ${tip + middle}, toHeight: ${tip + COPIES}, ids: ["${hot}"]` },
        ],
        identities: [
          { args: '' },
          { args: `asOf: { height: ${tip + middle} }` },
          { args: 'cursor: $cursor', cursor: deep('identities', {}, [0, 0, middle]) },
          { args: `parent: "${ALPHA}"` },
          { args: `parent: "${ALPHA}", asOf: { height: ${tip + middle} }` },
          {
            args: `parent: "${ALPHA}", cursor: $cursor`,
            cursor: deep('identities', { parent: ALPHA }, [0, 0, middle]),
          },
          { args: 'status: ACTIVE' },
          { args: 'search: "n77"' },
          { args: `primaryAddress: "${HOLDER}"` },
          { args: `primaryAddress: "${HOLDER}", asOf: { height: ${tip + middle} }` },
          { args: `primaryAddress: "${HOLDER}", status: ACTIVE` },
          {
            args: `primaryAddress: "${HOLDER}", cursor: $cursor`,
            cursor: deep('identities', { primaryAddress: HOLDER }, [middle]),
          },
          { args: `revocationAuthority: "${ALPHA}"` },
        ],
        controlledIdentities: [false, true].flatMap((latestOnly) => {
          const control = `controller: "${HOLDER}", role: PRIMARY, latestOnly: ${latestOnly}`;
          const cursorScope = { controller: HOLDER, role: 'PRIMARY', latestOnly };
          return [
            { args: control },
            { args: `${control}, asOf: { height: ${tip + middle} }` },
            { args: `${control}, cursor: $cursor`, cursor: deep('controlledIdentities', cursorScope, [hot ?? null]) },
          ];
        }),
        identity: [
          { args: 'identity: "alpha"' },
          { args: `identity: "${hot}"` },
          { args: `identity: "${hot}", asOf: { height: ${tip + middle} }` },
        ],
        identitiesByName: [{ args: 'names: ["alpha", "beta"]' }],
        identityHistory: [
          { args: `identity: "${hot}"` },
          { args: `identity: "${hot}", order: DESC, toHeight: ${tip + middle}` },
          { args: `identity: "${hot}", fromHeight: ${tip + middle}` },
          { args: `identity: "${hot}", fromTime: "${timeAt(middle)}", toTime: "${timeAt(COPIES)}"` },
          {
            args: `identity: "${hot}", cursor: $cursor`,
            cursor: deep('identityHistory', { identity: hot, order: 'ASC' }, [tip + middle, middle]),
          },
        ],
      },
      entities: {
        Identity: (count) =>
          [ALPHA, ...ADDRESSES].slice(0, count).map((identityAddress) => ({ chainId, identityAddress, at: null })),
        Address: (count) => [HOLDER, ...ADDRESSES].slice(0, count).map((address) => ({ chainId, address, at: null })),
        Statistics: (count) =>
          Array.from({ length: count }, (_, index) => {
            const fromHeight = middle + index * 10;
            return { chainId, interval: 'HOUR', fromHeight, toHeight: fromHeight + 9, at: null };
          }),
        Block: (count) => hashes.slice(0, count).map((hash) => ({ chainId, hash, at: null })),
      },
      bounded: [
        // The rows of a total are counted.
        { sql: /count\(\*\)/, rows: Number.POSITIVE_INFINITY },
        { sql: /FROM identity_label/, rows: Number.POSITIVE_INFINITY },
        { sql: /^SELECT wanted.key, CASE WHEN sum.* THEN r.content_multi_map END AS content/, rows: COPIES },
      ],
    }),
  });
});
afterAll(async () => {
  await stand.close();
  await indexed.close();
});

testListCosts(() => stand.costs);
