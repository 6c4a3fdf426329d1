import { buildSchema, parse } from 'graphql';
import { readMomentary } from '#/events/event-fields.ts';
import { readsTheMoment } from './keep-answers.ts';

const SDL = `
directive @momentary on OBJECT | FIELD_DEFINITION | ARGUMENT_DEFINITION
type Query { waiting: Waiting outputs(onlyFree: Boolean @momentary, limit: Int): [Output!]! }
type Waiting @momentary { size: Int }
type Output { value: Int spender: String @momentary }
`;

test.each([
  ['{ waiting { size } }', true],
  ['{ outputs { value } }', false],
  ['{ outputs { spender } }', true],
  ['{ outputs { ...part } } fragment part on Output { value other: spender }', true],
  ['{ outputs(onlyFree: true) { value } }', true],
  ['{ outputs(onlyFree: false) { value } }', false],
  ['query ($only: Boolean) { outputs(onlyFree: $only) { value } }', true],
  ['{ outputs(limit: 1) { value } }', false],
])('a type, a field or an argument of the moment makes an operation momentary: %s', (query, isMomentary) => {
  expect(readsTheMoment(readMomentary(SDL), buildSchema(SDL), parse(query))).toBe(isMomentary);
});
