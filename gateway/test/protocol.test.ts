import { coded } from './fake-subgraph.ts';
import { standForFile } from './stand-for-file.ts';

// Where the draft of GraphQL over HTTP of August 2026 recommends 422 or 294, we answer 400 or 200, as the draft before it.

const stand = standForFile(
  {},
  {
    Query: {
      networks: () => [],
      block: () => {
        throw coded('NOT_FOUND', 'no such block');
      },
    },
  },
);

const RESPONSE = 'application/graphql-response+json';
const JSON_TYPE = 'application/json';
const post = (body: string, contentType = JSON_TYPE) => ({
  method: 'POST',
  body,
  headers: { 'content-type': contentType },
});
const query = (text: string, more: object = {}) => post(JSON.stringify({ query: text, ...more }));

interface Case {
  request: { method: string; body?: string; search?: string; headers?: Record<string, string> };
  status: number;
  code?: string;
  /** Its answer is no GraphQL response, as it never came to GraphQL. */
  isPlain?: boolean;
}

const CASES: Record<string, Case> = {
  data: { request: query('{ networks { name } }'), status: 200 },
  'data by GET': { request: { method: 'GET', search: '?query={networks{name}}' }, status: 200 },
  'data with parts missing': {
    request: query('{ block(height: 1) { hash } networks { name } }'),
    status: 200,
    code: 'NOT_FOUND',
  },
  'a document that does not parse': { request: query('{'), status: 400, code: 'GRAPHQL_PARSE_FAILED' },
  'a document that is not valid': { request: query('{ nothing }'), status: 400, code: 'GRAPHQL_VALIDATION_FAILED' },
  'no operation of that name': {
    request: query('query A { __typename }', { operationName: 'B' }),
    status: 400,
    code: 'OPERATION_RESOLUTION_FAILURE',
  },
  'variables that do not fit': {
    request: query('query ($l: Int!) { blocks(limit: $l) { hasMore } }', { variables: { l: 'x' } }),
    status: 400,
    code: 'BAD_USER_INPUT',
  },
  'a mutation by GET': {
    request: { method: 'GET', search: '?query=mutation{x}' },
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  'no query': { request: post('{}'), status: 400, code: 'BAD_REQUEST' },
  'a query that is no text': { request: post('{"query":7}'), status: 400, code: 'BAD_REQUEST' },
  'no JSON': { request: post('{"query"'), status: 400, code: 'BAD_REQUEST', isPlain: true },
  'a body of another type': { request: post('{}', 'text/plain'), status: 415, code: 'BAD_REQUEST', isPlain: true },
  'a body that is too large': {
    request: post(`{"query":"${' '.repeat(70_000)}"}`),
    status: 413,
    code: 'BAD_REQUEST',
    isPlain: true,
  },
  'another method': { request: { method: 'PUT' }, status: 405, code: 'BAD_REQUEST', isPlain: true },
};

const table = Object.entries(CASES).flatMap(([name, one]) =>
  [RESPONSE, JSON_TYPE, `${RESPONSE}, ${JSON_TYPE};q=0.9`, '*/*', undefined].map(
    (accept) => [name, accept, one] as const,
  ),
);

test.each(table)('%s, where %s is wanted', async (_name, accept, { request, status, code, isPlain = false }) => {
  const { search = '', ...init } = request;
  const answer = await stand.fetch(`/graphql${search}`, {
    ...init,
    headers: {
      authorization: `Bearer ${stand.testKey}`,
      ...request.headers,
      ...(accept !== undefined && { accept }),
    },
  });
  expect([answer.status, answer.body.errors?.[0]?.extensions.code]).toEqual([status, code]);
  const wanted = isPlain || !accept?.startsWith(RESPONSE) ? JSON_TYPE : RESPONSE;
  expect(answer.headers.get('content-type')).toBe(`${wanted}; charset=utf-8`);
  // Data and 4xx exclude each other.
  expect(answer.body.data !== undefined).toBe(status === 200);
});

test('a request without an acceptable content type gets a 406', async () => {
  const { status, body } = await stand.query('{ networks { name } }', {}, { accept: 'text/html' });
  expect([status, body.errors?.[0]?.extensions.code]).toEqual([406, 'BAD_REQUEST']);
});

test('no key is 401, with the scheme to show one by', async () => {
  const { status, headers } = await stand.fetch('/graphql', query('{ networks { name } }'));
  expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="ledgergraph"']);
});
