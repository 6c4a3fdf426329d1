import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { coded } from './fake-subgraph.ts';
import { type Answer, GatewayStand } from './gateway-stand.ts';
import { LimitedKeys } from './limited-keys.ts';

const OPERATION = 'query Mine($height: BigInt) { block(height: $height) { hash size } }';

const stand = new GatewayStand();
const keys = new LimitedKeys(stand);
let byServer = 0;

beforeAll(async () => {
  await stand.start();
  const { server } = stand.supergraphs.graphs.current;
  const execute = server.executeHTTPGraphQLRequest.bind(server);
  server.executeHTTPGraphQLRequest = (request) => {
    byServer += 1;
    return execute(request);
  };
});
afterAll(() => stand.stop());
beforeEach(() => {
  stand.reset();
  stand.subgraphs.blocks.resolvers = { Query: { block: () => ({ hash: 'aé€', size: 1 }) } };
});

const known = (query = OPERATION): Promise<Answer[]> => Promise.all([stand.query(query), stand.query(query)]);

/** The answer, and whether Apollo's server gave it. */
async function asked(ask: () => Promise<Answer>): Promise<{ answer: Answer; byServer: boolean }> {
  byServer = 0;
  const answer = await ask();
  return { answer, byServer: byServer > 0 };
}

const ofOne = new Set(['x-request-id', 'date', 'ratelimit']);
const headersOf = ({ headers }: Answer): [string, string][] => [...headers].filter(([name]) => !ofOne.has(name));

test.each([undefined, '*/*', 'application/json', 'application/graphql-response+json', 'application/json;q=0.5, */*'])(
  'accepting %s: both paths answer the same bytes with the same headers',
  async (accept) => {
    await stand.query(OPERATION);
    const query = (extra: object): Promise<Answer> =>
      stand.fetch('/graphql', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${stand.testKey}`,
          'content-type': 'application/json',
          ...(accept && { accept }),
        },
        body: JSON.stringify({ query: OPERATION, operationName: 'Mine', variables: { height: 3 }, ...extra }),
      });
    // Extensions are the server's to look into.
    const server = await asked(() => query({ extensions: { any: 1 } }));
    await query({});
    const short = await asked(() => query({}));
    expect(server.byServer).toBe(true);
    // fetch says that it accepts anything where nothing is said.
    expect(short.byServer).toBe(accept?.includes(',') === true);
    expect(short.answer.text).toBe(server.answer.text);
    expect(short.answer.status).toBe(server.answer.status);
    expect(headersOf(short.answer)).toEqual(headersOf(server.answer));
    expect(short.answer.headers.get('x-request-id')).toMatch(/^[\w-]{20,}$/);
  },
);

test('a call on the path of known operations is counted, paid and limited like any other', async () => {
  const { key, id } = keys.make({ month: 100n });
  const body = JSON.stringify({ query: OPERATION, variables: { height: 5 } });
  for (let call = 0; call < 3; call += 1) await keys.ask(key, body);
  const { answer, byServer } = await asked(() => keys.ask(key, body));
  expect(byServer).toBe(false);
  expect(answer.headers.get('ratelimit')).toContain('"month";r=996');
  expect(await keys.told(id, 4)).toEqual({ ANSWERED: 4 });
});

test.each([
  ['a body of several', '[{"query":"{ networks { name } }"}]', 400],
  ['variables as text', JSON.stringify({ query: OPERATION, variables: '{}' }), 400],
  ['a variable of a wrong type', JSON.stringify({ query: OPERATION, variables: { height: 1.5 } }), 400],
  ['an operation of another name', JSON.stringify({ query: OPERATION, operationName: 'Other' }), 400],
  ['extensions of no shape', JSON.stringify({ query: OPERATION, extensions: 'x' }), 400],
])('%s is the server’s to refuse, and no subgraph is asked', async (_what, body, status) => {
  await known();
  stand.subgraphs.blocks.requests.length = 0;
  const { answer, byServer } = await asked(() => keys.ask(stand.testKey, body));
  expect([answer.status, byServer]).toEqual([status, true]);
  expect(stand.requests()).toEqual([]);
});

test('Apollo’s server words the errors of the path of known operations, and subgraphs are asked once', async () => {
  await known();
  stand.subgraphs.blocks.requests.length = 0;
  stand.subgraphs.blocks.resolvers = {
    Query: {
      block: () => {
        throw coded('NOT_FOUND', 'no such block');
      },
    },
  };
  const { answer, byServer } = await asked(() => stand.query(OPERATION));
  expect(byServer).toBe(true);
  expect(answer.body.errors?.[0]).toMatchObject({ message: 'no such block', extensions: { code: 'NOT_FOUND' } });
  expect(answer.body.data).toEqual({ block: null });
  expect(stand.subgraphs.blocks.requests).toHaveLength(1);
});

test('a pin that is lost on the path of known operations makes the operation run again, at new pins', async () => {
  await known();
  stand.subgraphs.blocks.requests.length = 0;
  let lost = 0;
  stand.subgraphs.blocks.resolvers = {
    Query: {
      block: () => {
        if (lost++ === 0) throw coded('PIN_LOST');
        return { hash: 'b', size: 2 };
      },
    },
  };
  const { answer, byServer } = await asked(() => stand.query(OPERATION));
  expect(byServer).toBe(false);
  expect(answer.body.data).toEqual({ block: { hash: 'b', size: 2 } });
  expect(stand.subgraphs.blocks.requests).toHaveLength(2);
});

test('an operation that fails without data fails its call', async () => {
  const query = '{ a: networks { name } }';
  stand.subgraphs.blocks.resolvers = { Query: { networks: () => [{ name: 'n' }] } };
  await known(query);
  const { key, id } = keys.make({ month: 100n });
  stand.subgraphs.blocks.intercept = (_request, response) => {
    response.writeHead(502).end('no gateway');
    return true;
  };
  const { answer } = await asked(() => keys.ask(key, JSON.stringify({ query })));
  expect(answer.body.data).toEqual({ a: null });
  expect(await keys.told(id, 1)).toEqual({ [CallStatus[CallStatus.FAILED]]: 1 });
});
