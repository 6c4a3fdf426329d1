import { readFileSync } from 'node:fs';
import { ApolloGateway } from '@apollo/gateway';
import type { GatewayGraphQLRequestContext } from '@apollo/server-gateway-interface';
import { type GraphQLSchema, getOperationAST, parse } from 'graphql';
import { PreparedOperations } from '#/execution/prepared-operations.ts';
import { disableApolloTelemetry } from '#/federation/env.ts';

const LIMITS = { entries: 1_000, bytes: 150_000 };
const ASKED = 40;

const supergraphSdl = readFileSync(new URL('../supergraph.graphql', import.meta.url), 'utf8');
let gateway: ApolloGateway;
let schema: GraphQLSchema;

beforeAll(async () => {
  disableApolloTelemetry();
  gateway = new ApolloGateway({ supergraphSdl });
  ({ schema } = await gateway.load());
});
afterAll(() => gateway.stop());

function requestFor(number: number): GatewayGraphQLRequestContext {
  const source = `query Number${number} { blocks(limit: 2) { blocks { n${number}: hash producer { balance } } } }`;
  const document = parse(source);
  const operation = getOperationAST(document);
  return { source, document, operation, operationName: `Number${number}`, schema, request: {} } as never;
}

test('however many distinct operations are asked for, what is kept of them stays within its bytes, known ones too', () => {
  const operations = new PreparedOperations(gateway, LIMITS);
  let bytesMost = 0;
  for (let number = 0; number < ASKED; number += 1) {
    const request = requestFor(number);
    operations.prepare(request);
    const bytesBefore = operations.bytes;
    // Asked for again, it becomes a known one, which is larger.
    operations.find(request);
    if (number === 0) expect(operations.bytes).toBeGreaterThan(bytesBefore);
    expect(operations.findKnown(request.source, undefined)).toBeDefined();
    bytesMost = Math.max(bytesMost, operations.bytes);
  }
  expect(bytesMost).toBeLessThanOrEqual(LIMITS.bytes);
  expect(bytesMost).toBeGreaterThan(LIMITS.bytes / 2);
  expect(operations.size).toBeLessThan(ASKED);
  expect(operations.knows(requestFor(0).source, '')).toBe(false);
  expect(operations.findKnown(requestFor(0).source, undefined)).toBeUndefined();
});
