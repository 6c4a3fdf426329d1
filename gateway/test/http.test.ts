import { SyncStatus } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { getIntrospectionQuery } from 'graphql';
import { auditServer } from 'graphql-http';
import { type Answer, GatewayStand, LIVE_CHAIN, TEST_CHAIN, tip } from './gateway-stand.ts';
import { standForFile } from './stand-for-file.ts';

const stand = standForFile();

const post = (body: string, headers: Record<string, string> = {}): Promise<Answer> =>
  stand.fetch('/graphql', {
    method: 'POST',
    headers: { authorization: `Bearer ${stand.testKey}`, 'content-type': 'application/json', ...headers },
    body,
  });

const testPin = {
  chainId: TEST_CHAIN,
  height: 100,
  hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  finalizedHeight: null,
};

const nested = (depth: number): string =>
  `{ block(height: 1) { producer { identity ${'{ parent '.repeat(depth - 4)} { name } ${'}'.repeat(depth - 4)} } } }`;

describe('requests refused before planning', () => {
  const tooLarge: [string, string, RegExp][] = [
    ['too deep', nested(16), /levels deep/],
    [
      'too many aliases',
      `{ ${Array.from({ length: 16 }, (_, i) => `a${i}: block(height: ${i}) { b: hash }`).join(' ')} }`,
      /aliases/,
    ],
    ['too many root fields', `{ ${'networks { name } '.repeat(21)} }`, /root fields/],
    ['too many directives', `{ networks { ${'name @include(if: true) '.repeat(51)} } }`, /directives/],
    [
      'too many fields',
      `{ ${Array.from({ length: 10 }, () => '...F').join(' ')} } fragment F on Query { networks { ...N } } fragment N on Network { ${'name '.repeat(100)} }`,
      /fields/,
    ],
    [
      'fragments that double each other',
      `{ ...F0 } ${Array.from({ length: 40 }, (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`).join(' ')} fragment F40 on Query { networks { name } }`,
      /fields/,
    ],
    [
      'fragments in a circle',
      '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A networks { name } }',
      /within itself/,
    ],
    ['too many tokens', `{ ${'__typename '.repeat(2_001)} }`, /2000 tokens/],
  ];

  test.each(tooLarge)('%s', async (_what, query, message) => {
    const { status, body } = await stand.query(query);
    expect(status).toBe(400);
    expect(body.errors?.map((error) => error.message).join()).toMatch(message);
    expect(body.data).toBeUndefined();
    expect(stand.requests()).toEqual([]);
  });

  test('a body above 64 kB is 413', async () => {
    const { status, body } = await post(JSON.stringify({ query: `{ __typename } #${'x'.repeat(64 * 1024)}` }));
    expect(status).toBe(413);
    expect(body.errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
    expect(body.extensions).toEqual({ chain: [testPin] });
  });

  test.each([
    ['cut JSON', '{"query"', {}, 400],
    ['an empty body', '', {}, 400],
    ['no query', '{}', {}, 400],
    ['a batch', '[{"query":"{ __typename }"}]', {}, 400],
    ['a form', 'query={__typename}', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a compressed body', '{"query":"{ __typename }"}', { 'content-encoding': 'gzip' }, 415],
    ['plain text', '{"query":"{ __typename }"}', { 'content-type': 'text/plain' }, 415],
    ['an answer of another media type', '{"query":"{ __typename }"}', { accept: 'image/png' }, 406],
  ])('%s', async (_what, body, headers, expected) => {
    const answer = await post(body, headers);
    expect([answer.status, answer.body.errors?.[0]?.extensions.code]).toEqual([expected, 'BAD_REQUEST']);
    expect(answer.body.extensions).toEqual({ chain: [testPin] });
    expect(Number(answer.headers.get('content-length'))).toBe(Buffer.byteLength(answer.text));
  });

  test('only GET and POST', async () => {
    const authorization = `Bearer ${stand.testKey}`;
    const { status, headers, body } = await stand.fetch('/graphql', { method: 'PUT', headers: { authorization } });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect(body.extensions).toEqual({ chain: [testPin] });
  });

  test.each([
    ['POST', '{"query"'],
    ['POST', `{ __typename } #${'x'.repeat(64 * 1024)}`],
    ['PUT', '{}'],
  ])('without a key nothing else is looked at, and no chain is named: %s', async (method, sent) => {
    const headers = { 'content-type': 'application/json' };
    const { status, body } = await stand.fetch('/graphql', { method, headers, body: sent });
    expect([status, Object.keys(body)]).toEqual([401, ['errors']]);
  });

  test('a refusal names the chains of its key alone', async () => {
    const { body } = await post('{"query"', { authorization: `Bearer ${stand.liveKey}` });
    expect(body.extensions?.chain?.map(({ chainId, height }) => [chainId, height])).toEqual([[LIVE_CHAIN, 200]]);
  });
});

describe('errors in an operation', () => {
  test.each([
    ['{ networks', {}, 'GRAPHQL_PARSE_FAILED', undefined],
    ['{ nonsense }', {}, 'GRAPHQL_VALIDATION_FAILED', undefined],
    ['{ block(hight: 1) { hash } }', {}, 'GRAPHQL_VALIDATION_FAILED', undefined],
    ['query A { __typename } query B { __typename }', {}, 'OPERATION_RESOLUTION_FAILURE', undefined],
    ['query ($l: Int) { blocks(limit: $l) { hasMore } }', { l: 'ten' }, 'BAD_USER_INPUT', undefined],
    ['{ block(height: "12x") { hash } }', {}, 'VALIDATION_ERROR', 'height'],
    ['{ block(height: 1.5) { hash } }', {}, 'VALIDATION_ERROR', 'height'],
    ['{ block(height: 99999999999999999999) { hash } }', {}, 'VALIDATION_ERROR', 'height'],
    ['{ identity(identity: "a", asOf: { height: true }) { name } }', {}, 'VALIDATION_ERROR', 'asOf'],
    ['query ($h: BigInt) { it: blocks(fromHeight: $h) { hasMore } }', { h: 'x' }, 'VALIDATION_ERROR', 'fromHeight'],
    ['{ blockAt(time: "2026-11-20") { hash } }', {}, 'VALIDATION_ERROR', 'time'],
    ['{ blockAt(time: 1795164000) { hash } }', {}, 'VALIDATION_ERROR', 'time'],
    ['query ($t: DateTime) { blocks(toTime: $t) { hasMore } }', { t: 1_795_164_000 }, 'VALIDATION_ERROR', 'toTime'],
    [
      'query ($at: AsOf) { identity(identity: "a", asOf: $at) { name } }',
      { at: { height: 1.5 } },
      'VALIDATION_ERROR',
      'asOf',
    ],
  ])('%s %j: %s', async (query, variables, code, argument) => {
    const { status, body } = await stand.query(query, variables);
    expect(status).toBe(400);
    expect(body.errors?.[0]?.extensions).toEqual({ code, ...(argument !== undefined && { argument }) });
    expect(stand.requests()).toEqual([]);
  });

  test('heights may be digits in a string, as a literal and as a variable', async () => {
    stand.subgraphs.blocks.resolvers = {
      Query: { block: (_: unknown, { height }: { height: unknown }) => ({ hash: `${height}` }) },
    };
    const { body } = await stand.query(
      'query ($h: BigInt) { a: block(height: "7") { hash } b: block(height: $h) { hash } }',
      { h: '8' },
    );
    expect(body.data).toEqual({ a: { hash: '7' }, b: { hash: '8' } });
  });

  test('a time reaches the subgraph as it was sent, as a literal and as a variable', async () => {
    stand.subgraphs.blocks.resolvers = {
      Query: { blockAt: (_: unknown, { time }: { time: unknown }) => ({ hash: time }) },
    };
    const { body } = await stand.query(
      'query ($t: DateTime!) { a: blockAt(time: "2026-11-20T09:40:00+01:00") { hash } b: blockAt(time: $t) { hash } }',
      { t: '2026-11-20T08:40:01Z' },
    );
    expect(body.data).toEqual({ a: { hash: '2026-11-20T09:40:00+01:00' }, b: { hash: '2026-11-20T08:40:01Z' } });
  });
});

test('introspection needs a key and passes the limits', async () => {
  expect(
    (
      await stand.fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: getIntrospectionQuery() }),
      })
    ).status,
  ).toBe(401);
  const { body, text } = await stand.query(
    getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true }),
  );
  expect(body.errors).toBeUndefined();
  expect(text).not.toMatch(/"_entities"|"_service"|join__/);
});

test('no client can see the query plan', async () => {
  stand.subgraphs.blocks.resolvers = { Query: { networks: () => [] } };
  const { text } = await stand.query(
    '{ networks { name } }',
    {},
    { 'apollo-query-plan-experimental': '1', 'apollo-federation-include-trace': 'ftv1' },
  );
  expect(Object.keys(JSON.parse(text).extensions)).toEqual(['chain', 'cost']);
});

test('a request id of the client is kept if it is a sane one', async () => {
  expect((await stand.query('{ __typename }', {}, { 'x-request-id': 'abc-1.2_3' })).headers.get('x-request-id')).toBe(
    'abc-1.2_3',
  );
  const odd = await stand.query('{ __typename }', {}, { 'x-request-id': '"><script>' });
  expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
});

test('GraphQL over HTTP: the audit finds no error', async () => {
  const authorization = `Bearer ${stand.testKey}`;
  const results = await auditServer({
    url: `${stand.url}/graphql`,
    fetchFn: (url: string, init: RequestInit = {}) =>
      fetch(url, { ...init, headers: { ...init.headers, authorization } }),
  });
  const lines = results
    .filter((result) => result.status !== 'ok')
    .map((result) => `${result.status} ${result.id} ${result.name}`);
  // It wants the old 200 for failed requests; the draft of August 2026 took that out.
  expect(lines.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(['warn 572B', 'warn FDE2', 'warn 7B9B']);
  expect(results).toHaveLength(61);
});

const READY = { ready: true, reasons: [] };

describe('probes', () => {
  test('/livez lives, and an unknown path names the one that exists', async () => {
    expect((await stand.fetch('/livez')).status).toBe(200);
    for (const path of ['/', '/metrics', '/graphiql/0/x.js'])
      expect(await stand.fetch(path)).toMatchObject({ status: 404, text: expect.stringContaining('at /graphql') });
  });

  test('ready only when every subgraph has answered and every chain has been in sync; a stall of all ends it', async () => {
    const other = new GatewayStand();
    const live = { chainId: LIVE_CHAIN };
    other.tips = () => [tip(1, { status: SyncStatus.SYNCING })];
    await other.start();
    const ready = async (): Promise<[number, string[]]> => {
      await other.follower.refresh();
      const { status, text } = await other.fetch('/readyz');
      return [status, JSON.parse(text).reasons];
    };
    try {
      other.subgraphs.identities.intercept = (_request, response) => {
        response.writeHead(401).end();
        return true;
      };
      expect(await ready()).toEqual([
        503,
        [
          '1 of 6 parts of the data do not answer yet',
          'network VRSC is still syncing',
          `chain ${TEST_CHAIN} is still syncing, at block 1`,
        ],
      ]);

      other.subgraphs.identities.reset();
      other.tips = () => [tip(2, { status: SyncStatus.NODE_UNAVAILABLE }), tip(2, live)];
      expect(await ready()).toEqual([503, [`chain ${TEST_CHAIN} has no node that can be used, at block 2`]]);

      other.tips = () => [tip(2), tip(2, live)];
      expect(await ready()).toEqual([200, []]);

      // Known blocks are served while the nodes are away, until that is a stall.
      other.tips = () => [tip(2, { status: SyncStatus.NODE_UNAVAILABLE }), tip(2, live)];
      expect(await ready()).toEqual([200, []]);

      // A chain whose server is away must not take the others out of service.
      const stalled = { status: SyncStatus.STALLED };
      other.tips = () => [tip(2, stalled), tip(2, live)];
      expect(await ready()).toEqual([200, []]);

      other.tips = () => [tip(2, stalled), tip(2, { ...live, ...stalled })];
      expect(await ready()).toEqual([
        503,
        [TEST_CHAIN, LIVE_CHAIN].map((chainId) => `chain ${chainId} is stalled at block 2`),
      ]);

      other.tips = () => [
        tip(3, { status: SyncStatus.SYNCING }),
        tip(2, live),
        tip(0, { chainId: 'iNew', status: SyncStatus.SYNCING }),
      ];
      await other.subgraphs.identities.stop();
      expect(await ready()).toEqual([200, []]);
      await other.subgraphs.identities.start();
    } finally {
      await other.stop();
    }
  });

  test('a gateway that starts while a subgraph is away waits for it, then serves all but its fields', async () => {
    const other = new GatewayStand({ subgraphWaitMs: 0 });
    await other.start();
    await other.subgraphs.identities.stop();
    try {
      expect(await other.fetch('/readyz')).toMatchObject({ status: 200, text: JSON.stringify(READY) });
      expect(await other.fetch('/readyz')).toMatchObject({ status: 200 });
      expect(other.logLines.filter((line) => line.includes('their fields are unavailable'))).toEqual([
        expect.stringContaining('"subgraphs":["identities"]'),
      ]);
      other.subgraphs.blocks.resolvers = { Query: { block: () => ({ chainId: TEST_CHAIN, height: 1 }) } };
      const { status, body } = await other.query('{ block(height: 1) { height } identity(identity: "a@") { status } }');
      expect([status, body.data]).toEqual([200, { block: { height: 1 }, identity: null }]);
      expect(body.errors).toMatchObject([{ path: ['identity'], extensions: { code: 'SUBGRAPH_UNAVAILABLE' } }]);

      await other.subgraphs.identities.start();
    } finally {
      await other.stop();
    }
  });
});
