import { readFile } from 'node:fs/promises';
import { inRepository } from '@ledgergraph/local/repository';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import type { StackClient } from '@ledgergraph/test-kit/stack';

let stack: StackClient;

beforeAll(async () => {
  stack = await sharedStack();
});

const read = async (path: string): Promise<string> => {
  const response = await fetch(new URL(path, stack.address.gatewayUrl));
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};

test('the schema of a running installation is downloaded without a key', async () => {
  expect(await read('/schema.graphql')).toBe(await readFile(inRepository('docs', 'api.graphql'), 'utf8'));
});

test('every request of the Postman collection that only reads gets data, with the values that it comes with', async () => {
  const collection: Untyped = JSON.parse(await read('/postman.json'));
  const values = new Map<string, string>(collection.variable.map(({ key, value }: Untyped) => [key, value]));
  const filled = (text: string): string => text.replace(/\{\{(\w+)\}\}/g, (_, name) => values.get(name) ?? '');
  const requests: Untyped[] = collection.item
    .filter(({ name }: Untyped) => name !== 'Mutations')
    .flatMap(({ item }: Untyped) => item);
  expect(requests.length).toBeGreaterThan(25);
  const failed: unknown[] = [];
  for (const { name, request } of requests) {
    const { query, variables } = request.body.graphql;
    const { data, errors } = await stack.query('test', query, JSON.parse(filled(variables)));
    const isEmpty = Object.values(data ?? {}).every((value) => value === null);
    if (errors.length > 0 || isEmpty) failed.push({ name, errors, data });
  }
  expect(failed).toEqual([]);
});

test('the documentation is served without a key', async () => {
  expect(await read('/docs')).toContain('/docs/live');
  expect(await read('/docs/live')).toContain('id="subscribe"');
});
