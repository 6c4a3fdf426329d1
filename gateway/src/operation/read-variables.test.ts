import { buildSchema, type OperationDefinitionNode, parse } from 'graphql';
import { readVariables } from './read-variables.ts';

const schema = buildSchema(`
  input At { height: Int hash: String }
  input Two { height: Int! hash: String! }
  type Query { any(at: At, two: Two): Int }
`);
const definitions =
  (parse('query ($at: At, $two: Two) { any }').definitions[0] as OperationDefinitionNode).variableDefinitions ?? [];
const messagesOf = (given: Record<string, unknown>): string[] =>
  (readVariables(schema, definitions, given).errors ?? []).map(({ message }) => message);

test('an object of thousands of unknown members has five errors, and the notice that there are more', () => {
  const members = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`m${index}`, 1]));
  expect(messagesOf({ at: members })).toHaveLength(6);
});

test.each([
  [5, 'Did you mean {"height": 5}?'],
  ['ab', 'Did you mean {"hash": "ab"}?'],
])('a value in the place of an object of one member is answered with the object: %j', (at, hint) => {
  expect(messagesOf({ at })).toEqual([expect.stringContaining(hint)]);
});

test('an object that needs several members is not suggested', () => {
  expect(messagesOf({ two: 5 })).toEqual([expect.stringMatching(/to be an object\.$/)]);
});
