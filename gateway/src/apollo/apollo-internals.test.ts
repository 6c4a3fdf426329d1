import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ApolloGateway, type GraphQLDataSource } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { Kind, parse } from 'graphql';
import { composeSupergraph } from '#/compose/compose-supergraph.ts';
import { RenderedData } from '#/execution/write-data.ts';
import type { ExecutionResult } from '#/operation/graph-context.ts';
import {
  asResultData,
  CHECKED_VERSIONS,
  replaceDocument,
  typeOfMissingField,
  valueFaultsIn,
} from './apollo-internals.ts';

const { supergraphSdl } = composeSupergraph([
  { name: 'one', sdl: 'type Query { it: It list: [It] } type It { must: Int! }' },
]);

// Else Apollo's gateway reports to its maker when it starts.
beforeAll(() => {
  process.env.APOLLO_TELEMETRY_DISABLED = '1';
});

/** @param data what the one subgraph answers to everything */
function gatewayOver(data: Record<string, unknown>): ApolloGateway {
  const source: GraphQLDataSource = { process: async () => ({ data }) };
  return new ApolloGateway({ supergraphSdl, buildService: () => source });
}

test.each(Object.entries(CHECKED_VERSIONS))('%s is of the version that was checked: %s', (name, version) => {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const manifest = folders.map((folder) => `${folder}/${name}/package.json`).find((file) => existsSync(file));
  expect(JSON.parse(readFileSync(manifest ?? '', 'utf8')).version).toBe(version);
});

test('values that break the schema come in an extension, and missing fields are reported with their type', async () => {
  const gateway = gatewayOver({ it: {}, list: 'no list' });
  const { executor, schema } = await gateway.load().then((loaded) => ({ ...loaded, schema: gateway.schema }));
  const execute = async (source: string): Promise<ExecutionResult> => {
    const document = parse(source);
    const [operation] = document.definitions;
    const request = { source, document, operation, schema, queryHash: source, request: {}, metrics: {}, cache: {} };
    return executor({ ...request, context: {}, overallCachePolicy: {}, logger: console } as never);
  };
  const faults = valueFaultsIn(await execute('{ it { must } }'));
  expect(faults.map(({ path }) => path)).toEqual([['it', 'must']]);
  expect(faults.map(typeOfMissingField)).toEqual(['It']);
  expect(valueFaultsIn(await execute('{ __typename }'))).toEqual([]);
  await gateway.stop();
});

test('data that is text reaches the writer of the result as it is', async () => {
  const rendered = new RenderedData('{"a":1}', { a: 1 });
  const gateway = gatewayOver({});
  let written: unknown;
  const server = new ApolloServer({
    gateway: {
      load: async (options) => {
        await gateway.load(options);
        return { executor: async () => ({ data: asResultData(rendered) }) };
      },
      onSchemaLoadOrUpdate: (callback) => gateway.onSchemaLoadOrUpdate(callback),
      stop: () => gateway.stop(),
    },
    stringifyResult: ({ data }) => {
      written = data;
      return '';
    },
  });
  await server.start();
  await server.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: 'POST',
      headers: new Map([['content-type', 'application/json']]) as never,
      search: '',
      body: { query: '{ it { must } }' },
    },
    context: async () => ({}),
  });
  await server.stop();
  expect(written).toBe(rendered);
});

test('validation reads the document that has taken the parsed one’s place', async () => {
  const validated: unknown[] = [];
  const server = new ApolloServer({
    typeDefs: 'type Query { a: Int }',
    validationRules: [
      () => ({
        Document({ definitions }) {
          validated.push(definitions.length);
        },
      }),
    ],
    plugins: [
      {
        async requestDidStart() {
          return {
            async parsingDidStart(request) {
              return async () => replaceDocument(request, () => ({ kind: Kind.DOCUMENT, definitions: [] }));
            },
          };
        },
      },
    ],
  });
  await server.executeOperation({ query: '{ a }' });
  await server.executeOperation({ query: '{ a' });
  await server.stop();
  expect(validated).toEqual([0]);
});
