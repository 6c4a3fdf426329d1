import type { ServerResponse } from 'node:http';
import { coded } from './fake-subgraph.ts';
import { GatewayStand, SECRET, TEST_CHAIN } from './gateway-stand.ts';

const stand = new GatewayStand();
beforeAll(() => stand.start({ subgraphTimeoutMs: 2_000 }));
afterAll(() => stand.stop());
beforeEach(() => stand.reset());

type Failure = (response: ServerResponse) => void;

function json(status: number, body: unknown): Failure {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
}

const internals = 'select secret from balances at postgres://u:p@db-3.internal:5432';
const stack = `Error\n    at resolve (/app/services/addresses/src/db/balances.ts:12:3)`;

const failures: [string, string, Failure][] = [
  ['a dropped connection', 'SUBGRAPH_UNAVAILABLE', (response) => response.destroy()],
  [
    'an HTML page',
    'SUBGRAPH_UNAVAILABLE',
    (response) => response.writeHead(502, { 'content-type': 'text/html' }).end(`<h1>${internals}</h1>`),
  ],
  ['cut JSON', 'SUBGRAPH_UNAVAILABLE', (response) => response.end(`{"data":{"addressUtxos":"${internals}`)],
  ['an empty body', 'SUBGRAPH_UNAVAILABLE', (response) => response.end()],
  ['JSON that is no GraphQL', 'SUBGRAPH_UNAVAILABLE', json(200, { error: internals })],
  ['a JSON null', 'SUBGRAPH_UNAVAILABLE', json(200, null)],
  ['a refusal of our secret', 'SUBGRAPH_UNAVAILABLE', json(401, { error: `wanted ${SECRET}` })],
  ['a 500 with a stack', 'SUBGRAPH_UNAVAILABLE', json(500, { message: stack, statusCode: 500 })],
  [
    'a body that stops halfway',
    'SUBGRAPH_UNAVAILABLE',
    (response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"data":');
      response.socket?.destroy();
    },
  ],
  ['silence', 'SUBGRAPH_TIMEOUT', () => {}],
  [
    'a pause halfway',
    'SUBGRAPH_TIMEOUT',
    (response) => {
      response.writeHead(200);
      response.write('{"data":');
    },
  ],
  [
    'an error without a code',
    'INTERNAL_SERVER_ERROR',
    json(200, {
      data: null,
      errors: [{ message: internals, path: ['it'], extensions: { stacktrace: [stack], exception: stack } }],
    }),
  ],
  [
    'an internal error',
    'INTERNAL_SERVER_ERROR',
    json(500, {
      errors: [{ message: stack, extensions: { code: 'INTERNAL_SERVER_ERROR', serviceName: 'addresses' } }],
    }),
  ],
  [
    'a code of its own',
    'INTERNAL_SERVER_ERROR',
    json(200, { errors: [{ message: internals, path: ['it'], extensions: { code: 'P2002' } }] }),
  ],
  [
    'an operation it does not know',
    'INTERNAL_SERVER_ERROR',
    json(400, {
      errors: [{ message: 'Cannot query field "x" on type "y"', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
    }),
  ],
];

function expectNothingInternal(text: string): void {
  expect(text).not.toMatch(
    /127\.0\.0\.1|localhost|\.internal|\.invalid|postgres|ECONN|socket|undici|stack|\/app|\.ts:|select |serviceName|subgraph "|_entities|P2002|"@"/i,
  );
  for (const name of ['addresses', 'identities', 'currencies', SECRET]) expect(text).not.toContain(name);
  // Within a request's ID the digits can stand by chance.
  for (const { url } of Object.values(stand.subgraphs))
    expect(text).not.toMatch(new RegExp(`\\b${new URL(url).port}\\b`));
}

test.each(failures)('%s: %s at the path, and nothing of what is inside', async (_what, code, fail) => {
  stand.subgraphs.addresses.intercept = (_request, response) => {
    fail(response);
    return true;
  };
  stand.subgraphs.blocks.resolvers = { Query: { networks: () => [{ name: 'VRSCTEST' }] } };
  const { status, body, text, headers } = await stand.query(
    `{ it: address(address: "Ra") { balance } networks { name } }`,
  );
  expect(status).toBe(200);
  expect(body.data).toEqual({ it: null, networks: [{ name: 'VRSCTEST' }] });
  expect(body.errors?.map((error) => [error.path, error.extensions.code])).toEqual([[['it'], code]]);
  expectNothingInternal(text);
  expectNothingInternal(JSON.stringify([...headers]));
});

test.each(failures)('%s at entities: %s at each place, and the rest is answered', async (_what, code, fail) => {
  stand.subgraphs.addresses.intercept = (_request, response) => {
    fail(response);
    return true;
  };
  const producer = { chainId: TEST_CHAIN, address: 'Ra', at: null };
  const blocks = [
    { height: 1, producer },
    { height: 2, producer: null },
    { height: 3, producer },
  ];
  stand.subgraphs.blocks.resolvers = { Query: { blocks: () => ({ blocks }) } };
  const { body, text } = await stand.query(
    '{ page: blocks { blocks { height by: producer { address has: balance } } } }',
  );
  expect(body.data).toEqual({
    page: {
      blocks: [
        { height: 1, by: null },
        { height: 2, by: null },
        { height: 3, by: null },
      ],
    },
  });
  expect(body.errors?.map((error) => [error.path, error.extensions.code])).toEqual([
    [['page', 'blocks', 0, 'by', 'has'], code],
    [['page', 'blocks', 2, 'by', 'has'], code],
  ]);
  expectNothingInternal(text);
});

test('a subgraph that is not there at all is SUBGRAPH_UNAVAILABLE, and what happened is in our log', async () => {
  const other = new GatewayStand();
  await other.start();
  try {
    await other.subgraphs.addresses.stop();
    const { body, text } = await other.query('{ address(address: "Ra") { balance } }');
    expect(body.errors?.map((error) => error.extensions.code)).toEqual(['SUBGRAPH_UNAVAILABLE']);
    expectNothingInternal(text);
    expect(other.logLines.join('')).toMatch(
      /"subgraph":"addresses".*ECONNREFUSED|ECONNREFUSED.*"subgraph":"addresses"/,
    );
  } finally {
    await other.subgraphs.addresses.start();
    await other.stop();
  }
});

test('a connection that is reset is tried once more, and only once', async () => {
  let resets = 1;
  stand.subgraphs.blocks.resolvers = { Query: { networks: () => [{ name: 'VRSCTEST' }] } };
  stand.subgraphs.blocks.intercept = (_request, response) => {
    if (resets-- <= 0) return false;
    response.socket?.destroy();
    return true;
  };
  expect((await stand.query('{ networks { name } }')).body.data).toEqual({ networks: [{ name: 'VRSCTEST' }] });
  expect(stand.subgraphs.blocks.requests).toHaveLength(2);

  resets = 2;
  expect((await stand.query('{ networks { name } }')).body.errors?.[0]?.extensions.code).toBe('SUBGRAPH_UNAVAILABLE');
  expect(stand.subgraphs.blocks.requests).toHaveLength(4);
});

test('an error status and a timeout are not tried again', async () => {
  stand.subgraphs.blocks.intercept = (_request, response) => {
    response.writeHead(503).end();
    return true;
  };
  await stand.query('{ networks { name } }');
  stand.subgraphs.blocks.intercept = () => true;
  await stand.query('{ networks { name } }');
  expect(stand.subgraphs.blocks.requests).toHaveLength(2);
});

test('a hundred failed places are reported, not thousands', async () => {
  const blocks = Array.from({ length: 300 }, (_, height) => ({
    height,
    producer: { chainId: TEST_CHAIN, address: `R${height}`, at: null },
  }));
  stand.subgraphs.blocks.resolvers = { Query: { blocks: () => ({ blocks }) } };
  stand.subgraphs.addresses.resolvers = {
    Address: {
      __resolveReference: async () => {
        throw coded('NOT_FOUND');
      },
    },
  };
  expect((await stand.query('{ blocks { blocks { producer { balance } } } }')).body.errors).toHaveLength(100);
});

test('an error’s cause is in the log with the request id that the client was given', async () => {
  stand.subgraphs.addresses.intercept = (_request, response) => {
    json(200, { data: null, errors: [{ message: internals, path: ['address'] }] })(response);
    return true;
  };
  const { body } = await stand.query('{ address(address: "Ra") { balance } }');
  const requestId = body.errors?.[0]?.extensions.requestId;
  expect(typeof requestId).toBe('string');
  expect(stand.logLines.some((line) => line.includes(internals) && line.includes(String(requestId)))).toBe(true);
});
