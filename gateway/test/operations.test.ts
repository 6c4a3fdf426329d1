import { coded } from './fake-subgraph.ts';
import { LIVE_CHAIN, SECRET, SUBGRAPHS, TEST_CHAIN } from './gateway-stand.ts';
import { standForFile } from './stand-for-file.ts';

const stand = standForFile();

const address = (text: string) => ({ __typename: 'Address', chainId: TEST_CHAIN, address: text, at: null });
const hash = (digit: string) => digit.repeat(64);

function blocksWithProducers(...producers: (string | null)[]): void {
  const blocks = producers.map((producer, height) => ({
    chainId: TEST_CHAIN,
    height,
    hash: hash(String(height)),
    producer: producer === null ? null : address(producer),
  }));
  stand.subgraphs.blocks.resolvers = {
    Query: { blocks: () => ({ blocks, hasMore: false, totalCount: blocks.length }) },
  };
}

test('an answer joins subgraphs, and names the block of each chain at which it was read', async () => {
  blocksWithProducers('Ra', 'Rb');
  stand.subgraphs.addresses.resolvers = {
    Address: {
      __resolveReference: ({ address }: { address: string }) => ({ address, balance: `${address.length}.00000000` }),
    },
  };
  const { status, body, headers } = await stand.query('{ blocks { blocks { height producer { address balance } } } }');
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      blocks: {
        blocks: [
          { height: 0, producer: { address: 'Ra', balance: '2.00000000' } },
          { height: 1, producer: { address: 'Rb', balance: '2.00000000' } },
        ],
      },
    },
    extensions: {
      chain: [{ chainId: TEST_CHAIN, height: 100, hash: `00000064${'0'.repeat(56)}`, finalizedHeight: null }],
      cost: { estimated: 101, actual: 5, max: 150_000 },
    },
  });
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{20,}$/);
  expect(headers.get('cache-control')).toBe('private, no-store');
});

test('every subgraph gets the secret, the environment, the pins and the request id, and nothing of the client', async () => {
  blocksWithProducers('Ra');
  stand.subgraphs.addresses.resolvers = {
    Address: { __resolveReference: ({ address }: { address: string }) => ({ address, balance: '1.00000000' }) },
  };
  await stand.query(
    '{ blocks { blocks { producer { balance } } } }',
    {},
    {
      'x-request-id': 'mine',
      cookie: 'a=b',
      'x-ledgergraph-team': 'team-1',
      'x-ledgergraph-pins': 'evil',
      'x-ledgergraph-environment': 'MAINNET',
      'x-ledgergraph-page-max': '1000',
    },
  );
  const requests = stand.requests();
  expect(requests).toHaveLength(2);
  for (const { headers } of requests) {
    const { host: _, 'content-length': __, ...sent } = headers;
    expect(sent).toEqual({
      connection: 'keep-alive',
      'content-type': 'application/json',
      accept: 'application/json',
      'x-ledgergraph-internal': SECRET,
      'x-ledgergraph-environment': 'TESTNET',
      'x-ledgergraph-team': 'team-1',
      'x-ledgergraph-pins': `${TEST_CHAIN}:100:00000064${'0'.repeat(56)}`,
      'x-request-id': 'mine',
      'x-ledgergraph-time-left': expect.stringMatching(/^\d{2,5}$/),
    });
  }
});

test('a live key reads mainnet, at the mainnet chains’ pins only', async () => {
  stand.subgraphs.blocks.resolvers = { Query: { networks: () => [] } };
  const { body } = await stand.query('{ networks { name } }', {}, { authorization: `Bearer ${stand.liveKey}` });
  expect(body.extensions?.chain?.map(({ chainId }) => chainId)).toEqual([LIVE_CHAIN]);
  expect(stand.requests()[0]?.headers).toMatchObject({
    'x-ledgergraph-environment': 'MAINNET',
    'x-ledgergraph-pins': expect.stringMatching(new RegExp(`^${LIVE_CHAIN}:200:`)),
  });
});

test('an entity that stands at many places is asked for once and given to all of them', async () => {
  blocksWithProducers('Ra', 'Rb', 'Ra', null, 'Ra', 'Rb');
  stand.subgraphs.addresses.resolvers = {
    Address: { __resolveReference: ({ address }: { address: string }) => ({ address, balance: `${address}` }) },
  };
  const { body } = await stand.query('{ blocks { blocks { producer { balance } } } }');
  expect(stand.subgraphs.addresses.requests[0]?.variables.representations).toEqual([address('Ra'), address('Rb')]);
  expect(body.data).toEqual({
    blocks: {
      blocks: ['Ra', 'Rb', 'Ra', null, 'Ra', 'Rb'].map((balance) => ({
        producer: balance === null ? null : { balance },
      })),
    },
  });
});

test('a shared entity’s own joins stay right: below it the places differ only by path', async () => {
  blocksWithProducers('iA', 'iB', 'iA');
  stand.subgraphs.addresses.resolvers = {
    Address: {
      __resolveReference: ({ address }: { address: string }) => ({
        address,
        identity: { chainId: TEST_CHAIN, identityAddress: address, at: null },
      }),
    },
  };
  stand.subgraphs.identities.resolvers = {
    Identity: {
      __resolveReference: async (identity: { identityAddress: string }) => {
        if (identity.identityAddress === 'iB') throw coded('NOT_FOUND', 'no such identity');
        return { ...identity, friendlyName: `${identity.identityAddress}@` };
      },
    },
  };
  const { body } = await stand.query(
    '{ first: blocks { list: blocks { by: producer { who: identity { name: friendlyName } } } } }',
  );
  expect(body.data).toEqual({
    first: { list: [{ by: { who: { name: 'iA@' } } }, { by: { who: null } }, { by: { who: { name: 'iA@' } } }] },
  });
  expect(body.errors).toEqual([
    { message: 'no such identity', path: ['first', 'list', 1, 'by', 'who'], extensions: { code: 'NOT_FOUND' } },
  ]);
});

test('an error stands at the path of every place its entity has, past nulls and through aliases', async () => {
  blocksWithProducers(null, 'Ra', 'Rb', 'Ra');
  stand.subgraphs.addresses.resolvers = {
    Address: {
      __resolveReference: (representation: { address: string }) => representation,
      firstSeenHeight: ({ address }: { address: string }) => {
        if (address === 'Ra') throw coded('NOT_FOUND', 'no such address');
        return 7;
      },
    },
  };
  const { body } = await stand.query('{ page: blocks { blocks { producer { since: firstSeenHeight } } } }');
  expect(body.errors?.map(({ path }) => path)).toEqual([
    ['page', 'blocks', 1, 'producer', 'since'],
    ['page', 'blocks', 3, 'producer', 'since'],
  ]);
  expect(body.data).toEqual({
    page: {
      blocks: [
        { producer: null },
        { producer: { since: null } },
        { producer: { since: 7 } },
        { producer: { since: null } },
      ],
    },
  });
});

test('an unknown thing is null with NOT_FOUND at its path; the rest is answered', async () => {
  stand.subgraphs.blocks.resolvers = {
    Query: {
      block: () => {
        throw coded('NOT_FOUND', 'unknown block 999');
      },
      networks: () => [{ name: 'VRSCTEST' }],
    },
  };
  const { status, body } = await stand.query('{ gone: block(height: 999) { hash } networks { name } }');
  expect(status).toBe(200);
  expect(body.data).toEqual({ gone: null, networks: [{ name: 'VRSCTEST' }] });
  expect(body.errors).toEqual([{ message: 'unknown block 999', path: ['gone'], extensions: { code: 'NOT_FOUND' } }]);
});

test.each([
  ['VALIDATION_ERROR', { argument: 'limit' }],
  ['AMBIGUOUS_NAME', { candidates: ['a.VRSC@', 'a.b@'] }],
  ['CHAIN_REORGANIZED', {}],
])('%s keeps its message and what belongs to it', async (code, extensions) => {
  stand.subgraphs.identities.resolvers = {
    Query: {
      identity: () => {
        throw coded(code, 'message of the subgraph', { ...extensions, table: 'identity_versions' });
      },
    },
  };
  const { body } = await stand.query('{ identity(identity: "a") { name } }');
  expect(body).toMatchObject({ data: { identity: null } });
  expect(body.errors).toEqual([
    { message: 'message of the subgraph', path: ['identity'], extensions: { code, ...extensions } },
  ]);
});

test('a key that another subgraph gave, of something that does not exist, is null without an error', async () => {
  blocksWithProducers('Ra', 'Rb');
  stand.subgraphs.addresses.resolvers = {
    Address: {
      __resolveReference: ({ address }: { address: string }) => (address === 'Ra' ? null : { balance: '2.00000000' }),
    },
  };
  const { body } = await stand.query('{ blocks { blocks { producer { balance } } } }');
  expect(body.errors).toBeUndefined();
  expect(body.data).toEqual({ blocks: { blocks: [{ producer: null }, { producer: { balance: '2.00000000' } }] } });
});

test('a value that breaks the schema is an error of ours at its path, not a silent null', async () => {
  stand.subgraphs.blocks.intercept = (_request, response) => {
    response.end(JSON.stringify({ data: { networks: [{ environment: 'SECRETNET' }] } }));
    return true;
  };
  const { body } = await stand.query('{ networks { environment } }', {}, { 'x-request-id': 'r-1' });
  expect(body.data).toEqual({ networks: null });
  expect(body.errors).toEqual([
    expect.objectContaining({
      path: ['networks', 0, 'environment'],
      extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: 'r-1' },
    }),
  ]);
  expect(JSON.stringify(body)).not.toContain('SECRETNET');
});

test('names that mean something to JavaScript are plain names: as alias, as variable, as key of on-chain JSON', async () => {
  const contentMap = JSON.parse(
    '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"toString":"x"}',
  );
  stand.subgraphs.identities.resolvers = {
    Query: { identity: () => ({ chainId: TEST_CHAIN, identityAddress: 'iA', at: null, contentMap, name: 'a' }) },
  };
  const { body, text } = await stand.query(
    'query ($constructor: String!) { constructor: identity(identity: $constructor) { prototype: name toString: contentMap hasOwnProperty: contentMap } }',
    { constructor: 'a' },
  );
  expect(body.errors).toBeUndefined();
  expect(text).toContain(`"toString":${JSON.stringify(contentMap)},"hasOwnProperty":${JSON.stringify(contentMap)}`);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('no subgraph is asked for what is not in the operation', async () => {
  stand.subgraphs.blocks.resolvers = { Query: { networks: () => [] } };
  await stand.query('{ networks { name } __typename }');
  expect(SUBGRAPHS.map((name) => stand.subgraphs[name].requests.length)).toEqual([1, 0, 0, 0, 0, 0]);
});
