import { readServiceSchema } from '@ledgergraph/test-kit/service-schema';
import { parse, visit } from 'graphql';
import { SUBGRAPHS } from './gateway-stand.ts';
import { standForFile } from './stand-for-file.ts';

const stand = standForFile();

const messagesOf = async (query: string, variables: Record<string, unknown> = {}): Promise<string[]> =>
  ((await stand.query(query, variables)).body.errors ?? []).map(({ message }) => message);

async function messageOfBody(body: string | undefined, type: string | undefined, method = 'POST'): Promise<string> {
  const headers = { authorization: `Bearer ${stand.testKey}`, ...(type !== undefined && { 'content-type': type }) };
  const answer = await stand.fetch('/graphql', { method, headers, ...(body !== undefined && { body }) });
  expect(answer.body.errors).toHaveLength(1);
  expect(answer.body.errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
  return answer.body.errors?.[0]?.message ?? '';
}

describe('a mistyped name is answered with the name that is meant', () => {
  test.each([
    ['a field', '{ netwrks { name } }', '"networks"'],
    ['a field of an object', '{ networks { nmae } }', '"name"'],
    ['an argument', '{ blocks(limt: 3) { totalCount } }', '"limit"'],
    ['an enum value', '{ blocks(order: DESK) { totalCount } }', '"DESC"'],
    ['a member of an object', '{ identity(identity: "a", asOf: {hieght: 1}) { name } }', '"height"'],
    ['a type', '{ networks { ... on Netwrok { name } } }', '"Network"'],
    ['a field of a member of a union', 'subscription { chainEvents { block { hash } } }', '"BlockAdded"'],
  ])('%s', async (_what, query, name) => {
    expect((await messagesOf(query)).join()).toMatch(new RegExp(`Did you mean .*${name}`));
  });

  test.each([
    ['an enum value', 'query ($o: SortOrder) { blocks(order: $o) { totalCount } }', { o: 'DESK' }, '"DESC"'],
    [
      'a member of an object',
      'query ($at: AsOf) { identity(identity: "a", asOf: $at) { name } }',
      { at: { hieght: 1 } },
      '"height"',
    ],
  ])('%s in a variable', async (_what, query, variables, name) => {
    expect(await messagesOf(query, variables)).toEqual([expect.stringMatching(`Did you mean .*${name}`)]);
  });

  test('at most five errors are reported, so that a document of mistyped names costs no more than one of five', async () => {
    const names = Array.from({ length: 500 }, (_, index) => `nmae${index}`).join(' ');
    const messages = await messagesOf(`{ networks { ${names} } }`);
    expect(messages.filter((message) => message.includes('Did you mean'))).toHaveLength(5);
    expect(messages).toHaveLength(6);
  });
});

test('no error suggests a name that clients do not see', async () => {
  const hidden = new Set<string>();
  const seen = new Set<string>();
  for (const service of SUBGRAPHS) {
    visit(parse(readServiceSchema(service)), {
      ObjectTypeDefinition({ name }) {
        seen.add(name.value);
      },
      FieldDefinition({ name, directives = [] }) {
        (directives.some((directive) => directive.name.value === 'inaccessible') ? hidden : seen).add(name.value);
      },
    });
  }
  const secret = [...hidden].filter((name) => !seen.has(name));
  expect(secret).toContain('mainHashes');
  const places: ((field: string) => string)[] = [
    (field) => `{ ${field} }`,
    (field) => `{ networks { nativeCurrency { ${field} } } }`,
    (field) => `{ transaction(txid: "a") { ${field} } }`,
    (field) => `{ networks { ... on ${field} { a } } }`,
  ];
  for (const name of [...secret, '_entities', '_service', 'ChangePlace']) {
    for (const write of places) expect((await messagesOf(write(`${name}x`))).join()).not.toContain(`"${name}"`);
  }
});

describe('a value in the place of an object is answered with the object', () => {
  const HASH = '0a'.repeat(32);
  const of = (value: string): string => `{ identity(identity: "a", asOf: ${value}) { name } }`;
  test.each([
    ['100', '{height: 100}'],
    ['"100"', '{height: "100"}'],
    [`"${HASH}"`, `{hash: "${HASH}"}`],
  ])('asOf: %s', async (value, object) => {
    expect(await messagesOf(of(value))).toEqual([expect.stringContaining(`Did you mean ${object}?`)]);
  });

  test.each([
    [100, '{"height": 100}'],
    [HASH, `{"hash": "${HASH}"}`],
  ])('the variable %s', async (at, object) => {
    const messages = await messagesOf('query ($at: AsOf) { identity(identity: "a", asOf: $at) { name } }', { at });
    expect(messages).toEqual([expect.stringContaining(`Did you mean ${object}?`)]);
  });

  test('a variable of the type of a member', async () => {
    const messages = await messagesOf('query ($at: BigInt) { identity(identity: "a", asOf: $at) { name } }', { at: 1 });
    expect(messages).toEqual([expect.stringContaining('Did you mean {height: $at}?')]);
  });

  test('a subscription gets hints too', async () => {
    const headers = {
      authorization: `Bearer ${stand.testKey}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    };
    const body = JSON.stringify({ query: 'subscription { chainEvnts { __typename } }' });
    const { text } = await stand.fetch('/graphql', { method: 'POST', headers, body });
    expect(JSON.parse(text).errors[0].message).toContain('Did you mean "chainEvents"');
  });

  test.each(['true', '1.5', '[]', '{}', 'ENUM', `"${'x'.repeat(5_000)}"`])(
    'a value that no member takes, or that is long, gets no hint: %s',
    async (value) => {
      expect((await messagesOf(of(value))).join()).not.toContain('Did you mean {');
    },
  );
});

describe('a request that cannot be read is answered with how it looks', () => {
  const EXAMPLE = '{"query": "{ networks { name } }"}';

  test.each([
    ['a query alone', '{ networks { name } }', 'application/json'],
    ['a query alone with its keyword', 'query Names { networks { name } }', 'application/json'],
    ['a query alone after a comment', '# names\n{ networks { name } }', 'application/json'],
    ['a query alone as GraphQL', '{ networks { name } }', 'application/graphql'],
    ['a query alone as text', '{ networks { name } }', 'text/plain'],
    ['what curl -d sends', '{ networks { name } }', 'application/x-www-form-urlencoded'],
  ])('%s', async (_what, body, type) => {
    const message = await messageOfBody(body, type);
    expect(message).toContain(EXAMPLE);
    expect(message).toContain('Content-Type: application/json');
  });

  test.each([
    ['cut JSON', '{"query"', 'application/json', 'is not valid JSON'],
    ['no body', undefined, undefined, 'has no body'],
    ['an empty body', '', 'application/json', 'has no body'],
    ['no query', '{"variables": {}}', 'application/json', 'must have a query'],
    ['another member', '{"mutation": "…", "b\\"": 1}', 'application/json', 'It has mutation only.'],
    ['a query that is no text', '{"query": {"networks": 1}}', 'application/json', 'query must be a string'],
    [
      'variables as text',
      '{"query": "{ a }", "variables": "{}"}',
      'application/json',
      'not a string that contains one',
    ],
    ['variables as a list', '{"query": "{ a }", "variables": []}', 'application/json', 'must be a JSON object'],
    ['a list of requests', '[]', 'application/json', 'One request asks for one operation'],
    ['a text', '"{ networks { name } }"', 'application/json', 'must be a JSON object'],
  ])('%s', async (_what, body, type, part) => {
    expect(await messageOfBody(body, type)).toContain(part);
  });

  test('a type is repeated only as far as it is one', async () => {
    expect(await messageOfBody('a', 'text/<script>')).not.toContain('script');
    expect(await messageOfBody('a', `text/${'x'.repeat(500)}`)).not.toContain('xxx');
  });

  test('a GET without a query, and one with a mutation', async () => {
    const headers = { authorization: `Bearer ${stand.testKey}` };
    const ask = async (path: string): Promise<string> => (await stand.fetch(path, { headers })).text;
    expect(await ask('/graphql')).toContain('must have its query in the URL');
    expect(await ask('/graphql?query=mutation%7B__typename%7D')).toMatch(/no mutation/);
  });
});
