import { readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import type { GraphqlAnswer } from '@ledgergraph/test-kit/client';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import type { StackClient } from '@ledgergraph/test-kit/stack';
import { buildSchema, isObjectType } from 'graphql';
import { NAMED_ARGUMENTS, spellingsOf } from './named-arguments.ts';

const ARGUMENT =
  /^(names|identity|producer|system|(revocation|recovery)Authority|currency|reserveCurrency|address(es)?|primaryAddress|basket|base|quote|from|to|via|gives(Currency|Identity)|parent|referrer|(destination|source)System)$/;
const HOLDER = 'RKZkmNUHyeif2okpjZ1zcizbEx75dCkyMy';

let stack: StackClient;

beforeAll(async () => {
  stack = await sharedStack();
});

const ask = (field: string, text: string): Promise<GraphqlAnswer> =>
  stack.query('test', `{ answer: ${field.replace('HOLDER', HOLDER).replace('TEXT', JSON.stringify(text))} }`);

const found = findArguments();
const named = Object.entries(NAMED_ARGUMENTS).filter(([name]) => found.includes(name));

function findArguments(): string[] {
  const schema = buildSchema(readFileSync(inRepository('docs', 'api.graphql'), 'utf8'));
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'));
  const all = types.flatMap((type) =>
    Object.values(isObjectType(type) ? type.getFields() : {}).flatMap((field) =>
      field.args
        .filter(({ name, type }) => ARGUMENT.test(name) && String(type).includes('String'))
        .map(({ name }) => `${type.name}.${field.name}(${name})`),
    ),
  );
  return all.filter((one) => !one.startsWith('Subscription.'));
}

test('every argument that can take a name is in the list', () => {
  expect(found.toSorted()).toEqual(named.map(([name]) => name).toSorted());
  expect(found.length).toBeGreaterThan(25);
});

test.each(named)('%s takes a name in every spelling', async (_name, argument) => {
  const { field, of, takesAddresses, isEmpty } = argument;
  const expected = await ask(field, of.id);
  expect(expected.errors).toEqual([]);
  expect(/[1-9]/.test(JSON.stringify(expected.data))).toBe(isEmpty !== true);
  for (const text of spellingsOf(of)) {
    const { data, errors } = await ask(field, text);
    if (takesAddresses !== true || text.includes('@') || text.includes(of.id)) {
      expect([text, data, errors]).toEqual([text, expected.data, []]);
      continue;
    }
    expect([text, errors[0]?.extensions.code]).toEqual([text, 'VALIDATION_ERROR']);
    expect(errors[0]?.message).toContain(`a name ends in @ here: ${text.trim()}@`);
  }
});

test.each([
  ['identity(identity: TEXT) { name }', 'dleta', 'Did you mean delta.VRSCTEST@?'],
  ['identitiesByName(names: [TEXT]) { name }', 'apha@', 'Did you mean alpha.VRSCTEST@?'],
  ['identity(identity: TEXT) { name }', 'sub1', 'Did you mean sub1.tok1.VRSCTEST@?'],
  ['currency(currency: TEXT) { name }', 'basket', 'Did you mean basket1?'],
  ['blocks(chainId: TEXT, limit: 1) { totalCount }', 'vrsctset', '(VRSCTEST)?'],
  ['identity(identity: TEXT) { name }', 'iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDC', 'the checksum of'],
  ['pendingTransactions(address: TEXT) { totalCount }', 'RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo8', 'the checksum of'],
])('%s of %s has a message that helps', async (field, text, help) => {
  const { errors } = await ask(field, text);
  expect(errors[0]?.message).toContain(help);
});

test('a name of a network of the other environment is never suggested', async () => {
  // pchain is a mainnet network here.
  for (const text of ['pchian', 'bridge.pchian', 'Brigde.pchain']) {
    for (const field of ['identity(identity: TEXT) { name }', 'currency(currency: TEXT) { name }']) {
      const { errors } = await ask(field, text);
      expect(errors[0]?.extensions.code).toBe('NOT_FOUND');
      expect(errors[0]?.message).not.toMatch(/[Bb]ridge\.pchain|Did you mean pchain/);
    }
  }
});
