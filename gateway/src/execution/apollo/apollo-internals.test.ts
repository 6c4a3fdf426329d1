import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ApolloGateway, type GraphQLDataSource } from '@apollo/gateway';
import { composeSupergraph } from '@ledgergraph/graph-tools/compose/compose-supergraph';
import { parse } from 'graphql';
import { typeOfMissingField } from '#/errors/value-faults.ts';
import type { ExecutionResult } from '#/operation/graph-context.ts';
import { CHECKED_VERSIONS, valueFaultsIn } from './apollo-internals.ts';

const { supergraphSdl } = composeSupergraph([
  { name: 'one', sdl: 'type Query { it: It list: [It] } type It { must: Int! }' },
]);

// Otherwise Apollo's gateway reports to its maker when it starts.
beforeAll(() => {
  process.env.APOLLO_TELEMETRY_DISABLED = '1';
});

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
