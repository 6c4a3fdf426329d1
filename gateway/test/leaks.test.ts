import type { ServerResponse } from 'node:http';
import { findInternals } from '@ledgergraph/test-kit/nothing-internal';
import { PUBLIC_CODES } from '#/errors/error-codes.ts';
import { Chance } from './execution/random.ts';
import type { FakeSubgraph, ReceivedRequest } from './fake-subgraph.ts';
import { GatewayStand, SECRET, SUBGRAPHS, type SubgraphName, TEST_CHAIN } from './gateway-stand.ts';

const ANSWERS = 1_000;
const AT_ONCE = 40;
/** Stands in all that no client may see. */
const PLANTED = 'zQ7planted';
const INTERNALS = [
  `${PLANTED} select * from balances where id = $1 at postgres://u:p@db-3.internal:5432`,
  `${PLANTED} Error: no row\n    at resolve (/app/services/addresses/src/db/balances.ts:12:3)`,
  `${PLANTED} connect ECONNREFUSED 10.0.0.9:5432`,
  `${PLANTED} <html><h1>502</h1>nginx at gateway-3.cluster.local ${SECRET}</html>`,
  `${PLANTED}${'x'.repeat(5_000)}`,
];
const CODES = [
  'NOT_FOUND',
  'PIN_LOST',
  'P2002',
  'INTERNAL_SERVER_ERROR',
  'SUBGRAPH_UNAVAILABLE',
  PLANTED,
  'constructor',
];

// Only numbers, booleans and enumerations, since any value of a string or of our own scalars is data.
const QUERIES = [
  '{ it: address(address: "Ra") { isSystem type } networks { blockTimeSeconds isDefault } }',
  '{ blocks(limit: 2) { hasMore blocks { txCount producer { isSystem identity { flags status } } } } }',
  'query ($limit: Int) { richList(limit: $limit) { entries { rank address { type } } } syncState { isHealthy status } }',
  '{ identity(identity: "a") { flags address { isSystem } currency { options state { flags } } } __typename }',
];

// An answer that is too late hides the fault that came with it.
const stand = new GatewayStand({ subgraphTimeoutMs: 1_000 });
beforeAll(() => stand.start());
afterAll(() => stand.stop());

type Draw = <T>(from: readonly T[], what: string) => T;
type Fault = (response: ServerResponse, request: ReceivedRequest, draw: Draw) => void;

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-powered-by': PLANTED, 'set-cookie': PLANTED });
  response.end(JSON.stringify(body));
}

function error(draw: Draw): object {
  const text = draw(INTERNALS, 'text');
  const code = draw(CODES, 'code');
  return {
    // A code that is meant for clients has such a message too.
    message: code === 'NOT_FOUND' ? 'no such thing' : text,
    path: draw([[], ['it'], ['_entities', 0, 'balance'], [PLANTED]], 'path'),
    locations: draw([[], [{ line: 1, column: 2 }]], 'locations'),
    extensions: { code, serviceName: text, stacktrace: [text], exception: { text }, chainId: text, [PLANTED]: text },
    [PLANTED]: text,
  };
}

function garbage(draw: Draw): unknown {
  const text = draw(INTERNALS, 'garbage');
  return draw(
    [null, text, [text], { [PLANTED]: text }, [[{ __typename: text }]], 1e308, { __typename: text }, []],
    'what',
  );
}

const FAULTS: readonly [name: string, fault: Fault][] = [
  [
    'a page',
    (response, _, draw) => void response.writeHead(draw([200, 404, 502], 'status')).end(draw(INTERNALS, 'page')),
  ],
  ['cut JSON', (response, _, draw) => void response.end(`{"data":{"x":"${draw(INTERNALS, 'cut')}`)],
  [
    'JSON of another shape',
    (response, _, draw) => json(response, 200, draw([null, [], 7, { [PLANTED]: PLANTED }], 'json')),
  ],
  [
    'errors',
    (response, _, draw) => json(response, draw([200, 400, 500], 'status'), { data: null, errors: [error(draw)] }),
  ],
  [
    'many errors',
    (response, _, draw) => json(response, 200, { errors: Array.from({ length: 300 }, () => error(draw)) }),
  ],
  ['errors that are garbage', (response, _, draw) => json(response, 200, { data: null, errors: garbage(draw) })],
  [
    'data that is garbage',
    (response, _, draw) => json(response, 200, { data: garbage(draw), extensions: garbage(draw) }),
  ],
  [
    'fields of another type',
    (response, { query }, draw) => {
      const names = ['it', ...[...query.matchAll(/\b([a-z]\w+)\b/g)].map(([, name = '']) => name)];
      json(response, 200, { data: Object.fromEntries(names.map((name) => [name, garbage(draw)])), [PLANTED]: PLANTED });
    },
  ],
  [
    'entities of another type',
    (response, { variables }, draw) => {
      const { representations = [] } = variables as { representations?: unknown[] };
      json(response, 200, { data: { _entities: representations.map(() => garbage(draw)) } });
    },
  ],
  ['a dropped connection', (response) => void response.destroy()],
  [
    'a body that stops',
    (response, _, draw) => {
      response.writeHead(200, { 'content-length': '90000' });
      response.write(`{"data":"${draw(INTERNALS, 'stops')}`, () => response.socket?.destroy());
    },
  ],
  ['something large', (response) => json(response, 200, { data: null, [PLANTED]: PLANTED.repeat(50_000) })],
];
const SILENCE: Fault = () => {};
const STATUSES = [200, 500, 503];

/** Now and then a right answer lets wrong ones come to its joined parts. */
const RIGHT: Record<string, unknown> = {
  blocks: {
    blocks: { hasMore: true, blocks: [block(1), block(2)] },
    networks: [{ blockTimeSeconds: 60, isDefault: true }],
  },
  identities: {
    identity: { flags: 1, address: address(), currency: { chainId: TEST_CHAIN, currencyId: 'i', at: null } },
  },
  addresses: {
    richList: { entries: [{ rank: 1, address: { txCount: 1 } }] },
    it: { balance: '1.00000000', txCount: 1, isSystem: false },
  },
  currencies: {},
  markets: {},
  statistics: {},
};
function block(height: number): object {
  return { height, txCount: 1, producer: address() };
}
function address(): object {
  return { __typename: 'Address', chainId: TEST_CHAIN, address: 'Ra', at: null };
}

/** By the request's id alone, in whatever order. */
function spoil(name: SubgraphName, met: Set<string>): FakeSubgraph['intercept'] {
  const asked = new Map<string, number>();
  return (request, response) => {
    const id = String(request.headers['x-request-id']);
    asked.set(id, (asked.get(id) ?? 0) + 1);
    const chance = new Chance(`${id} ${name} ${asked.get(id)}`);
    let drawn = 0;
    const draw: Draw = (from, what) => chance.pick(from, what, drawn++);
    const isFirst = !request.query.includes('_entities');
    if (isFirst && chance.share('right') < 0.4) json(response, 200, { data: RIGHT[name] });
    else if (chance.share('silent') < 0.01) SILENCE(response, request, draw);
    else {
      const [what, fault] = draw(FAULTS, 'fault');
      met.add(what);
      fault(response, request, draw);
    }
    return true;
  };
}

test('none of 1,000 answers with faults in them reveals more to a client than the contract allows', async () => {
  const codes = new Set<unknown>();
  const met = new Set<string>();
  for (const name of SUBGRAPHS) stand.subgraphs[name].intercept = spoil(name, met);
  const askAndLook = async (index: number): Promise<void> => {
    const query = new Chance(`leak ${index}`).pick(QUERIES);
    const { status, headers, text, body } = await stand.query(query, { limit: 3 }, { 'x-request-id': `leak-${index}` });
    const sent = `${text} ${JSON.stringify([...headers])}`;
    const errors = body.errors ?? [];
    for (const { extensions } of errors) codes.add(extensions.code);
    expect({ index, status, planted: sent.includes(PLANTED), internals: findInternals(text) }).toEqual({
      index,
      status: STATUSES.includes(status) ? status : 'none of ours',
      planted: false,
      internals: [],
    });
    expect(errors.filter(({ extensions }) => !PUBLIC_CODES.has(String(extensions.code)))).toEqual([]);
    expect(errors.filter(({ message }) => message.length > 600)).toEqual([]);
  };
  const waiting = Array.from({ length: ANSWERS }, (_, index) => index);
  const askOn = async (): Promise<void> => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) await askAndLook(index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  expect(met.size).toBe(FAULTS.length);
  expect([...codes]).toEqual(
    expect.arrayContaining(['CHAIN_REORGANIZED', 'INTERNAL_SERVER_ERROR', 'NOT_FOUND', 'SUBGRAPH_UNAVAILABLE']),
  );
});
