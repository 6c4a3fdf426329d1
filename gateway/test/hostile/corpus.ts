import { gzipSync } from 'node:zlib';

export interface Hostile {
  name: string;
  body: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  method?: string;
  search?: string;
  status: number;
  code: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const many = (count: number, write: (index: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, index) => write(index)).join(between);
const nested = (open: string, inner: string, depth: number): string =>
  `${`${open} { `.repeat(depth)}${inner}${' }'.repeat(depth)}`;

const refused = (name: string, code: string, query: string, variables: unknown = {}): Hostile => ({
  name,
  body: JSON.stringify({ query, variables }),
  headers: JSON_TYPE,
  status: 400,
  code,
});
const invalid = (name: string, query: string): Hostile => refused(name, 'GRAPHQL_VALIDATION_FAILED', query);
const unread = (name: string, status: number, body: Hostile['body'], headers: Record<string, string> = JSON_TYPE) => ({
  name,
  status,
  body,
  headers,
  code: 'BAD_REQUEST',
});

const OPERATIONS: readonly Hostile[] = [
  invalid(
    'levels without end',
    `{ block(height: 1) { ${'producer { identity { address { identity { '.repeat(60)} name ${'} } } } '.repeat(60)} } }`,
  ),
  invalid('an object through itself, 200 levels', `{ identity(identity: "a") { ${nested('parent', 'name', 200)} } }`),
  invalid('an alias for every height', `{ ${many(150, (i) => `a${i}: block(height: ${i}) { hash }`)} }`),
  invalid('the same root field 390 times', `{ ${many(390, () => 'networks { name }')} }`),
  invalid('one field 1,900 times, to be compared with itself', `{ networks { ${many(1_900, () => 'name')} } }`),
  invalid('objects of one name, compared pair by pair', `{ ${many(380, () => 'networks { name chainId }')} }`),
  invalid(
    'names that conflict, pair by pair',
    `{ networks { ${many(600, (i) => (i % 2 === 0 ? 'a: name' : 'a: chainId'))} } }`,
  ),
  invalid(
    'fragments, compared each with each',
    `{ networks { ${many(180, (i) => `...F${i}`)} } } ${many(180, (i) => `fragment F${i} on Network { a: name }`)}`,
  ),
  invalid(
    'fragments that double each other forty times',
    `{ ...F0 } ${many(40, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)} fragment F40 on Query { networks { name } }`,
  ),
  invalid(
    'fragments in a circle',
    '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A networks { name } }',
  ),
  invalid('a fragment that holds itself', '{ ...A } fragment A on Query { networks { name } ...A ...A ...A }'),
  invalid('unused fragments', `{ networks { name } } ${many(150, (i) => `fragment F${i} on Network { name }`)}`),
  invalid('fields that do not exist, each an error', `{ ${many(900, (i) => `nothing${i}`)} }`),
  invalid('arguments that do not exist, each an error', `{ block(${many(400, (i) => `x${i}: 1`)}) { hash } }`),
  invalid(
    'long names, each compared with all names of its place',
    `{ block(height: 1) { ${many(500, (i) => `identityVersionsOfTheBlock${'x'.repeat(60)}${i}`)} } }`,
  ),
  invalid(
    'names that are nearly those of a place',
    `{ block(height: 1) { ${many(900, (i) => `transactionsx${i}`)} } }`,
  ),
  invalid(
    'types that do not exist, compared with all types',
    `{ __typename ${many(300, (i) => `... on IdentityVersionConnectionx${i} { a }`)} }`,
  ),
  invalid('a name of 60,000 letters', `{ ${'x'.repeat(60_000)} }`),
  refused(
    'an object of 7,000 members that do not exist, each an error that repeats the object',
    'BAD_USER_INPUT',
    'query ($at: AsOf) { identity(identity: "a", asOf: $at) { name } }',
    { at: Object.fromEntries(Array.from({ length: 6_000 }, (_, i) => [`h${i}`, 1])) },
  ),
  invalid('directives on one field', `{ networks { name ${many(250, () => '@include(if: true)')} } }`),
  invalid('directives that do not exist', `{ networks { name ${many(600, (i) => `@d${i}`)} } }`),
  invalid('unused variables', `query (${many(450, (i) => `$v${i}: Int`)}) { networks { name } }`),
  invalid(
    'operations in one document',
    many(200, (i) => `query Q${i} { networks { name } }`),
  ),
  invalid(
    'introspection through itself',
    `{ __schema { types { ${'fields { type { '.repeat(12)} name ${'} } '.repeat(12)} } } }`,
  ),
  refused(
    'lists that multiply',
    'COST_ESTIMATED_TOO_EXPENSIVE',
    '{ blocks(limit: 100) { blocks { transactions(limit: 100) { transactions { vout(limit: 100) { outputs { value } } } } } } }',
  ),
  refused(
    'lists that multiply by variables',
    'COST_ESTIMATED_TOO_EXPENSIVE',
    'query ($n: Int) { blocks(limit: $n) { blocks { transactions(limit: $n) { transactions { vin(limit: $n) { inputs { value } } } } } } }',
    { n: 2_147_483_647 },
  ),
  refused('more tokens than there may be', 'GRAPHQL_PARSE_FAILED', `{ ${many(20_000, () => 'a')} }`),
  refused('brackets without end', 'GRAPHQL_PARSE_FAILED', '{ a'.repeat(20_000)),
  refused('a list in a list in a list', 'GRAPHQL_PARSE_FAILED', `{ block(height: ${'['.repeat(10_000)}`),
  refused('a number of 60,000 digits', 'VALIDATION_ERROR', `{ block(height: ${'9'.repeat(60_000)}) { hash } }`),
  refused('a variable of 60,000 digits', 'VALIDATION_ERROR', 'query ($h: BigInt) { block(height: $h) { hash } }', {
    h: '9'.repeat(60_000),
  }),
  refused('a string with a null byte in a name', 'GRAPHQL_PARSE_FAILED', '{ net\u0000works { name } }'),
  refused('names of look-alike letters', 'GRAPHQL_PARSE_FAILED', '{ netwоrks { nаme } }'),
  {
    ...refused('variables nested 30,000 deep', 'BAD_REQUEST', ''),
    body: `{"query":"query ($n: String) { identity(identity: $n) { name } }","variables":{"n":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`,
  },
];

const REQUESTS: readonly Hostile[] = [
  unread('a body above 64 kB', 413, JSON.stringify({ query: `{ __typename } #${'x'.repeat(70_000)}` })),
  unread(
    'a compressed body that grows a thousandfold',
    415,
    new Uint8Array(gzipSync(`{"query":"${' '.repeat(10_000_000)}"}`)),
    {
      ...JSON_TYPE,
      'content-encoding': 'gzip',
    },
  ),
  unread(
    'a batch of a thousand',
    400,
    JSON.stringify(Array.from({ length: 1_000 }, () => ({ query: '{ networks { name } }' }))),
  ),
  unread('JSON nested 30,000 deep', 400, `${'['.repeat(30_000)}${']'.repeat(30_000)}`),
  unread('a prototype in JSON', 400, '{"__proto__":{"polluted":true},"query":"{ networks { name } }"}'),
  unread('a query alone that does not end', 400, `{ ${'a { '.repeat(10_000)}`),
  unread('blanks in the place of JSON', 400, ' '.repeat(60_000)),
  unread('a form', 415, 'query={networks{name}}', { 'content-type': 'application/x-www-form-urlencoded' }),
  unread('a file upload', 415, '--x\r\n\r\n--x--', { 'content-type': 'multipart/form-data; boundary=x' }),
  {
    ...refused('the hash of nothing we know', 'PERSISTED_QUERY_NOT_FOUND', ''),
    body: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } }),
    // As Apollo's clients expect it.
    status: 200,
  },
];

export const CORPUS: readonly Hostile[] = [...OPERATIONS, ...REQUESTS];
