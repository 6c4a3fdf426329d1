import { type GraphqlAnswer, send } from '@ledgergraph/test-kit/client';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import type { StackClient } from '@ledgergraph/test-kit/stack';
import { INVALID, LISTS, NOT_FOUND } from './refusals.ts';

let stack: StackClient;

beforeAll(async () => {
  stack = await sharedStack();
});

const ask = (document: string, variables?: Record<string, unknown>): Promise<GraphqlAnswer> =>
  stack.query('test', document, variables);

// The client fails a test when an error names hosts, files, SQL or other internals.

test.each([...NOT_FOUND, ...INVALID])('$field: $code $argument', async ({ field, code, argument }) => {
  const { status, data, errors } = await ask(`{ refused: ${field} }`);
  expect(errors).toHaveLength(1);
  expect(errors[0]?.extensions).toEqual({ code, ...(argument !== undefined && { argument }) });
  expect(errors[0]?.message).toMatch(/^\S.{5,200}$/);
  // GraphQL refuses what it cannot read before anything is asked.
  const isRead = errors[0]?.path !== undefined;
  if (!isRead) expect(argument).toMatch(/^(height|fromHeight|toHeight|asOf|amount)$/);
  else expect(errors[0]?.path).toEqual(['refused']);
  expect(data?.refused ?? null).toBeNull();
  expect(status).toBe(isRead ? 200 : 400);
});

test('an error stands where the value is missing, under aliases and in lists, and spares the rest', async () => {
  const { data, errors } = await ask(`{
    good: block(height: 1) { height }
    bad: block(height: 999999) { height }
    found: currencies(limit: 100) { all: currencies { name early: state(asOf: { height: 150 }) { supply } } }
    networks { money: nativeCurrency { tooLate: state(asOf: { height: 999999 }) { supply } } }
  }`);
  expect(data.good).toEqual({ height: 1 });
  expect(data.bad).toBeNull();
  const rows: { name: string; early: unknown }[] = data.found.all;
  const defined = rows.filter(({ early }) => early !== null).map(({ name }) => name);
  expect(defined).toEqual(['VRSCTEST']);
  expect(data.networks).toEqual([{ money: { tooLate: null } }]);
  const places = errors.map(({ path, extensions }) => `${path?.join('.')} ${extensions.code}`).sort();
  expect(places).toEqual(
    [
      'bad NOT_FOUND',
      'networks.0.money.tooLate VALIDATION_ERROR',
      ...rows.flatMap(({ name }, index) => (name === 'VRSCTEST' ? [] : [`found.all.${index}.early NOT_FOUND`])),
    ].sort(),
  );
});

test('a cursor opens only the list, with the arguments, that it came from', async () => {
  const cursors = await Promise.all(
    LISTS.map(async (list) => {
      const page = list.replace('PAGE', 'limit: 1').replace(/\{ .* \}$/, '{ nextCursor }');
      return (await ask(`{ list: ${page} }`)).data.list.nextCursor;
    }),
  );
  expect(new Set(cursors).size).toBe(LISTS.length);
  for (const [index, list] of LISTS.entries()) {
    const own = await ask(`{ list: ${list.replace('PAGE', `limit: 2, cursor: "${cursors[index]}"`)} }`);
    expect(own.errors).toEqual([]);
    const other = cursors[(index + 1) % cursors.length];
    const { errors } = await ask(`{ list: ${list.replace('PAGE', `cursor: "${other}"`)} }`);
    expect(errors.map(({ extensions }) => extensions)).toEqual([{ code: 'VALIDATION_ERROR', argument: 'cursor' }]);
  }
  const cursor = cursors[0];
  for (const changed of ['order: ASC', 'fromHeight: 1', 'toHeight: 600']) {
    const { errors } = await ask(`{ blocks(cursor: "${cursor}", ${changed}) { totalCount } }`);
    expect(errors).toMatchObject([{ path: ['blocks'], extensions: { code: 'VALIDATION_ERROR', argument: 'cursor' } }]);
  }
});

test.each([
  ['transaction(txid: $txid) { vin(limit: 0) { hasMore } }', 'limit', ['transaction', 'vin']],
  ['transaction(txid: $txid) { vout(limit: 101) { hasMore } }', 'limit', ['transaction', 'vout']],
  ['transaction(txid: $txid) { vout(cursor: "x") { hasMore } }', 'cursor', ['transaction', 'vout']],
  [
    'transaction(txid: $txid) { block { transactions(limit: 101) { totalCount } } }',
    'limit',
    ['transaction', 'block', 'transactions'],
  ],
  [
    'transaction(txid: $txid) { block { identityVersions(cursor: "x") { totalCount } } }',
    'cursor',
    ['transaction', 'block', 'identityVersions'],
  ],
  [
    'transaction(txid: $txid) { block { currencyStates(limit: 0) { totalCount } } }',
    'limit',
    ['transaction', 'block', 'currencyStates'],
  ],
])('below another object: %s', async (field, argument, path) => {
  const first = await ask('{ block(height: 1) { transactions(limit: 1) { transactions { txid } } } }');
  const { txid } = first.data.block.transactions.transactions[0];
  const { errors } = await ask(`query ($txid: String!) { ${field} }`, { txid });
  expect(errors).toMatchObject([{ path, extensions: { code: 'VALIDATION_ERROR', argument } }]);
});

test.each([
  ['{ networks { name }', 'GRAPHQL_PARSE_FAILED'],
  ['', 'BAD_REQUEST'],
  ['{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
  ['{ block(height: 1) { hash { x } } }', 'GRAPHQL_VALIDATION_FAILED'],
  ['{ blocks(order: SIDEWAYS) { totalCount } }', 'GRAPHQL_VALIDATION_FAILED'],
  ['mutation { drop }', 'GRAPHQL_VALIDATION_FAILED'],
  ['query ($height: BigInt!) { block(height: $height) { hash } }', 'BAD_USER_INPUT'],
  [`{ ${Array.from({ length: 21 }, (_, index) => `a${index}: __typename`).join(' ')} }`, 'GRAPHQL_VALIDATION_FAILED'],
])('GraphQL’s own refusals: %s', async (document, code) => {
  const { status, data, errors } = await ask(document);
  expect(status).toBe(400);
  expect(data).toBeNull();
  expect(errors.map(({ extensions }) => extensions.code)).toEqual([code]);
});

test.each([
  ['a body that is no JSON', { method: 'POST', body: '{' }, 'application/json', 400],
  ['a body of another type', { method: 'POST', body: '{}' }, 'text/plain', 415],
  ['a body that is too large', { method: 'POST', body: ' '.repeat(70_000) }, 'application/json', 413],
  ['another method', { method: 'PUT', body: '{}' }, 'application/json', 405],
])('HTTP’s own refusals: %s', async (_what, request, contentType, status) => {
  // A body is small, since the live key sends no transactions.
  const headers = { authorization: `Bearer ${stack.address.keys.live}`, 'content-type': contentType };
  const answer = await send(stack.address.gatewayUrl, { ...request, headers });
  expect(answer.status).toBe(status);
  expect(answer.errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_REQUEST']);
});
