import { readFile } from 'node:fs/promises';
import { findExcess } from '@ledgergraph/gateway/operation/operation-limits';
import { readVariables } from '@ledgergraph/gateway/operation/read-variables';
import { fastify } from 'fastify';
import {
  buildClientSchema,
  buildSchema,
  type GraphQLSchema,
  lexicographicSortSchema,
  parse,
  printSchema,
  validate,
} from 'graphql';
import postman from 'postman-collection';
import { addDownloadRoutes } from '#/downloads/downloads-route.ts';
import { writePostmanCollection } from '#/downloads/postman-collection.ts';
import { portalForFile } from './portal-stand.ts';

const { Collection, Item } = postman;
const stand = portalForFile();
const METHODS = ['getTypeMap', 'getQueryType', 'getDirectives'] as const;

interface Request {
  name: string;
  query: string;
  variables: Record<string, unknown>;
}

async function readCollection(): Promise<{ collection: postman.Collection; requests: Request[] }> {
  const { text } = await stand.fetch('/postman.json');
  const collection = new Collection(JSON.parse(text));
  const requests: Request[] = [];
  collection.forEachItem((item) => {
    const { body } = item.request.toJSON() as unknown as { body: { graphql: { query: string; variables: string } } };
    const variables = collection.variables.replace(body.graphql.variables);
    requests.push({ name: item.name, query: body.graphql.query, variables: JSON.parse(variables) });
  });
  return { collection, requests };
}

test('the schema is the one that compose writes, and needs no key', async () => {
  const { status, headers, text } = await stand.fetch('/schema.graphql');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/graphql; charset=utf-8']);
  expect(text).toBe(await readFile(new URL('../../../docs/api.graphql', import.meta.url), 'utf8'));
  expect(text).not.toMatch(/join__|@inaccessible|_entities|mainHashes/);
});

test('the schema as JSON is the answer to an introspection query', async () => {
  const { data } = JSON.parse((await stand.fetch('/schema.json')).text);
  const sorted = lexicographicSortSchema(buildClientSchema(data));
  expect(`${printSchema(sorted)}\n`).toBe((await stand.fetch('/schema.graphql')).text);
});

test('each download is written once, however many ask for it at once', async () => {
  const text = (await stand.fetch('/schema.graphql')).text;
  const readsOf = async (path: string, clients: number): Promise<number> => {
    const schema = buildSchema(text);
    const spies = METHODS.map((method) => jest.spyOn(schema, method));
    const server = fastify();
    addDownloadRoutes(server, { schema: { read: async () => schema } });
    const answers = await Promise.all(Array.from({ length: clients }, () => server.inject(path)));
    await server.inject(path);
    expect(new Set(answers.map(({ statusCode, headers }) => `${statusCode} ${headers.etag}`)).size).toBe(1);
    return spies.reduce((reads, { mock }) => reads + mock.calls.length, 0);
  };
  for (const path of ['/schema.graphql', '/schema.json', '/postman.json']) {
    const reads = await readsOf(path, 1);
    expect(reads).toBeGreaterThan(0);
    expect(await readsOf(path, 100)).toBe(reads);
  }
});

test('the collection has a request for every query and mutation, which Postman’s own library reads', async () => {
  const { collection, requests } = await readCollection();
  const schema = buildSchema((await stand.fetch('/schema.graphql')).text);
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}),
  );
  expect(requests.map(({ name }) => name)).toEqual(expect.arrayContaining(fields));
  expect(collection.auth?.type).toBe('bearer');
  collection.forEachItem((item) => {
    expect(item).toBeInstanceOf(Item);
    expect(item.request.method).toBe('POST');
    expect(item.request.url.toString()).toBe('{{endpoint}}');
  });
});

test('each request is valid as it stands: its query, its size and its variables', async () => {
  const { requests } = await readCollection();
  const schema: GraphQLSchema = stand.supergraphs.graphs.current.apiSchema;
  expect(requests.length).toBeGreaterThan(25);
  for (const { name, query, variables } of requests) {
    const document = parse(query);
    const [operation] = document.definitions;
    if (operation?.kind !== 'OperationDefinition') throw new Error('no operation');
    const errors = [
      ...validate(schema, document),
      ...(readVariables(schema, operation.variableDefinitions ?? [], variables).errors ?? []),
    ];
    expect([name, errors.map(({ message }) => message), findExcess(document)]).toEqual([name, [], undefined]);
  }
});

test('a schema without mutations, and with arguments of any type, has a collection too', () => {
  const schema = buildSchema(`
    enum Kind { A B }
    input Place { kind: Kind! identity: String! near: Place }
    union Found = Thing | Other
    type Thing { id: ID! old: String @deprecated thing: Thing }
    type Other { inner: Thing }
    type Query { find(place: Place!, kinds: [Kind!]!, many: Float!): Found other: Other }
  `);
  const { item } = writePostmanCollection(schema) as {
    item: { name: string; item: { request: { body: { graphql: { query: string; variables: string } } } }[] }[];
  };
  const queries = item.find(({ name }) => name === 'Queries')?.item ?? [];
  expect(item.map(({ name }) => name)).toEqual(['Examples', 'Queries']);
  for (const { request } of queries) expect(validate(schema, parse(request.body.graphql.query))).toEqual([]);
  expect(JSON.parse(queries[0]?.request.body.graphql.variables ?? '')).toEqual({
    place: { kind: 'A', identity: '{{identityAddress}}' },
    kinds: ['A'],
    many: 1,
  });
  expect(queries[1]?.request.body.graphql.query).toContain('id');
});
