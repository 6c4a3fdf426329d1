import { buildSchema, parse, validate } from 'graphql';
import { answerableOperations } from './answerable-operations.ts';

test('an operation of a kind that the schema has no type for is refused', () => {
  const schema = buildSchema('type Query { a: Int }');
  const refusals = (document: string) =>
    validate(schema, parse(document), [answerableOperations]).map(({ message }) => message);
  expect(refusals('{ a }')).toEqual([]);
  expect(refusals('mutation { a }')).toEqual(['This API has no mutation.']);
  expect(refusals('query a { a } subscription b { a }')).toEqual(['This API has no subscription.']);
});
