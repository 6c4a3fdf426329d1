import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { coded } from './fake-subgraph.ts';
import { type Answer, GatewayStand } from './gateway-stand.ts';
import { LimitedKeys } from './limited-keys.ts';

const OPERATION = 'query Mine($height: BigInt) { block(height: $height) { hash size } }';

const stand = new GatewayStand();
const keys = new LimitedKeys(stand);

beforeAll(() => stand.start());
afterAll(() => stand.stop());
beforeEach(() => {
  stand.reset();
  stand.subgraphs.blocks.resolvers = { Query: { block: () => ({ hash: 'aé€', size: 1 }) } };
});

const known = (query = OPERATION): Promise<Answer[]> => Promise.all([stand.query(query), stand.query(query)]);

async function asked(ask: () => Promise<Answer>): Promise<{ answer: Answer; wasKnown: boolean }> {
  const find = jest.spyOn(stand.supergraphs.graphs.current.operations, 'find');
  try {
    const answer = await ask();
    return { answer, wasKnown: find.mock.results.some(({ value }) => value !== undefined) };
  } finally {
    find.mockRestore();
  }
}

const ofOne = new Set(['x-request-id', 'date', 'ratelimit']);
const headersOf = ({ headers }: Answer): [string, string][] => [...headers].filter(([name]) => !ofOne.has(name));

test.each([undefined, '*/*', 'application/json', 'application/graphql-response+json', 'application/json;q=0.5, */*'])(
  'accepting %s: a new operation and a known one have the same bytes and the same headers',
  async (accept) => {
    const query = `# ${accept}\n${OPERATION}`;
    const ask = (): Promise<Answer> =>
      stand.fetch('/graphql', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${stand.testKey}`,
          'content-type': 'application/json',
          ...(accept && { accept }),
        },
        body: JSON.stringify({ query, operationName: 'Mine', variables: { height: 3 }, extensions: { any: 1 } }),
      });
    const first = await asked(ask);
    const second = await asked(ask);
    expect([first.wasKnown, second.wasKnown]).toEqual([false, true]);
    expect(second.answer.text).toBe(first.answer.text);
    expect(second.answer.status).toBe(200);
    expect(headersOf(second.answer)).toEqual(headersOf(first.answer));
    expect(second.answer.headers.get('x-request-id')).toMatch(/^[\w-]{20,}$/);
  },
);

test('a call for a known operation is counted, paid and limited like any other', async () => {
  const { key, id } = keys.make({ month: 100n });
  const body = JSON.stringify({ query: OPERATION, variables: { height: 5 } });
  for (let call = 0; call < 3; call += 1) await keys.ask(key, body);
  const { answer, wasKnown } = await asked(() => keys.ask(key, body));
  expect(wasKnown).toBe(true);
  expect(answer.headers.get('ratelimit')).toContain('"month";r=996');
  expect(await keys.reported(id, 4)).toEqual({ ANSWERED: 4 });
});

test.each([
  ['a body of several', '[{"query":"{ networks { name } }"}]', 400],
  ['variables as text', JSON.stringify({ query: OPERATION, variables: '{}' }), 400],
  ['a variable of a wrong type', JSON.stringify({ query: OPERATION, variables: { height: 1.5 } }), 400],
  ['an operation of another name', JSON.stringify({ query: OPERATION, operationName: 'Other' }), 400],
  ['extensions of no shape', JSON.stringify({ query: OPERATION, extensions: 'x' }), 400],
])('%s is refused of a known operation too, and no subgraph is asked', async (_what, body, status) => {
  await known();
  stand.subgraphs.blocks.requests.length = 0;
  expect((await keys.ask(stand.testKey, body)).status).toBe(status);
  expect(stand.requests()).toEqual([]);
});

test('the errors of a known operation leave as every error does, and subgraphs are asked once', async () => {
  await known();
  stand.subgraphs.blocks.requests.length = 0;
  stand.subgraphs.blocks.resolvers = {
    Query: {
      block: () => {
        throw coded('NOT_FOUND', 'no such block');
      },
    },
  };
  const { answer, wasKnown } = await asked(() => stand.query(OPERATION));
  expect(wasKnown).toBe(true);
  expect(answer.body.errors?.[0]).toMatchObject({ message: 'no such block', extensions: { code: 'NOT_FOUND' } });
  expect(answer.body.data).toEqual({ block: null });
  expect(stand.subgraphs.blocks.requests).toHaveLength(1);
});

test('a pin that is lost makes a known operation run again, at new pins', async () => {
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
  const { answer, wasKnown } = await asked(() => stand.query(OPERATION));
  expect(wasKnown).toBe(true);
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
  const answer = await keys.ask(key, JSON.stringify({ query }));
  expect(answer.body.data).toEqual({ a: null });
  expect(await keys.reported(id, 1)).toEqual({ [CallStatus[CallStatus.FAILED]]: 1 });
});
