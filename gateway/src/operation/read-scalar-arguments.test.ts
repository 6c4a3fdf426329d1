import { readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import {
  buildSchema,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { readScalarArguments } from './read-scalar-arguments.ts';

const API = readFileSync(inRepository('docs', 'api.graphql'), 'utf8');
const ANY = 'JSON';

function listScalarsOfArguments(schema: GraphQLSchema): string[] {
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) ? Object.values(type.getFields()) : [],
  );
  const types = fields.flatMap(({ args }) => args.map(({ type }) => getNamedType(type)));
  const scalars = types.filter((type) => isScalarType(type) && !isSpecifiedScalarType(type));
  return [...new Set(scalars.map(({ name }) => name))].filter((name) => name !== ANY).sort();
}

test('each scalar of ours that an argument has refuses a malformed value before a subgraph gets it', () => {
  const schema = buildSchema(API);
  readScalarArguments(schema);
  const names = listScalarsOfArguments(schema);
  expect(names).toEqual(['BigInt', 'DateTime', 'Decimal']);
  for (const name of names) {
    const type = schema.getType(name);
    expect(() => isScalarType(type) && type.parseValue(['x'])).toThrow(`${name} takes`);
  }
});
