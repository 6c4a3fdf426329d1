import { buildSchema, getVariableValues, type OperationDefinitionNode, parse } from 'graphql';
import { compileVariableCheck } from './known-operation.ts';

const schema = buildSchema(`
  scalar BigInt
  enum Order { UP DOWN }
  input At { height: BigInt! order: Order = UP }
  type Query { any(n: Int, s: [String!]!, at: At): Int }
`);
const definitions = (
  parse('query ($n: Int, $m: Int! = 3, $s: [String!]!, $at: At, $o: Order) { any }')
    .definitions[0] as OperationDefinitionNode
).variableDefinitions;

const VALUES: Record<string, unknown[]> = {
  n: [undefined, null, 1, 1.5, '1', 2 ** 40],
  m: [undefined, null, 4, true],
  s: [undefined, null, [], ['a'], 'a', [null], [1]],
  at: [undefined, null, {}, { height: 1 }, { height: null }, { height: 1, order: 'LEFT' }, { height: 1, x: 1 }, 'a'],
  o: [undefined, null, 'UP', 'up', 1],
};

const cases = Object.entries(VALUES).flatMap(([name, values]) =>
  values.map((value) => {
    const given: Record<string, unknown> = { s: ['a'], [name]: value };
    // Absent is not the same as undefined.
    if (value === undefined) delete given[name];
    return given;
  }),
);

test.each(cases.map((given) => [JSON.stringify(given), given]))(
  '%s: good where graphql finds no fault',
  (_text, given) => {
    const { errors } = getVariableValues(schema, definitions ?? [], given);
    expect(compileVariableCheck(schema, definitions)(given)).toBe(errors === undefined);
  },
);

test('the cases hold good ones and bad ones', () => {
  const good = cases.filter(compileVariableCheck(schema, definitions));
  expect([good.length > 8, cases.length - good.length > 12]).toEqual([true, true]);
});

test('an operation without variables takes any', () => {
  expect(compileVariableCheck(schema)({ n: 'unused' })).toBe(true);
});
