import { buildSchema, type GraphQLError } from 'graphql';
import { readDocument } from './read-document.ts';

test('an operation of a kind that the schema has no type for is refused', () => {
  const schema = buildSchema('type Query { a: Int }');
  const refusals = (document: string): string[] => {
    try {
      readDocument(document, schema);
      return [];
    } catch (error) {
      return (error as AggregateError).errors.map(({ message }: GraphQLError) => message);
    }
  };
  expect(refusals('{ a }')).toEqual([]);
  expect(refusals('mutation { a }')).toContain('This API has no mutation.');
  expect(refusals('query a { a } subscription b { a }')).toContain('This API has no subscription.');
});
