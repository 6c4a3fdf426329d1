import { buildSchema, operationFromDocument } from '@apollo/federation-internals';
import { parse } from 'graphql';
import { CompileEffort } from './compile-effort.ts';
import { compileShape } from './compile-shape.ts';
import { completeData } from './complete-data.ts';
import { writeData } from './write-data.ts';

const schema = buildSchema(`
  type Query { it: Thing list: [Thing!] must: Thing! node: Node }
  type Thing implements Node { id: ID name: String! size: Int share: Float is: Boolean kind: Kind any: Any in: Thing tags: [String!] }
  type Other implements Node { id: ID name: String! }
  interface Node { id: ID }
  enum Kind { BIG SMALL }
  scalar Any
`);

function compile(query: string) {
  return compileShape(operationFromDocument(schema, parse(query)), new CompileEffort());
}

/** Returns both results: they must agree wherever the short way applies. */
function complete(query: string, input: Record<string, unknown>, variables: Record<string, unknown> = {}) {
  const shape = compile(query);
  const { data, faults } = completeData(shape, input, variables, schema);
  const written = writeData(shape, input, variables);
  if (faults.length > 0) expect(written).toBeUndefined();
  if (written !== undefined) expect(written).toBe(JSON.stringify(data));
  return {
    data: JSON.parse(JSON.stringify(data)),
    faults: faults.map(({ message }) => message),
    isWritten: written !== undefined,
  };
}

test.each([
  ['size', 3],
  ['size', -0],
  ['share', 1.5],
  ['share', 2],
  ['is', false],
  ['kind', 'BIG'],
  ['id', 7],
  ['id', 'seven'],
  ['name', 'quo"te \\ \u0001 \ud800'],
  ['any', { a: [1, { b: null }] }],
  ['any', 'text'],
])('%s may be %j, and is written at once', (field, value) => {
  const { data, isWritten } = complete(`{ it { ${field} } }`, { it: { [field]: value } });
  expect([data, isWritten]).toEqual([JSON.parse(JSON.stringify({ it: { [field]: value } })), true]);
});

test.each([
  ['size', 1.5],
  ['size', '1'],
  ['share', '1.5'],
  ['is', 'true'],
  ['is', 0],
  ['kind', 'HUGE'],
  ['kind', 1],
  ['id', true],
  ['id', 1.5],
  ['tags', [1]],
])('%s may not be %j', (field, value) => {
  const { faults } = complete(`{ it { ${field} } }`, { it: { [field]: value } });
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(field === 'tags' ? /^Invalid value found for array element/ : `field Thing.${field}.`);
});

test('a forbidden null ends its parents, up to a nullable one, and is reported once', () => {
  expect(
    complete('{ list { in { name } name } }', {
      list: [
        { name: 'a', in: {} },
        { in: null, name: null },
      ],
    }),
  ).toEqual({
    data: { list: null },
    faults: [
      'Cannot return null for non-nullable field Thing.name.',
      'Cannot return null for non-nullable field Thing.name.',
    ],
    isWritten: false,
  });
  expect(complete('{ must { name } }', { must: { name: 1 } })).toMatchObject({
    data: null,
    faults: ['Invalid value found for field Thing.name.'],
  });
});

test('an object is of the type that its __typename names', () => {
  const query = '{ it { is: __typename ... on Thing { size } id } }';
  expect(complete(query, { it: { __typename: 'Other', id: 'x', size: 1 } }).data).toEqual({
    it: { is: 'Other', id: 'x' },
  });
  expect(complete(query, { it: { id: 'x', size: 1 } }).data).toEqual({ it: { is: 'Thing', size: 1, id: 'x' } });
  expect(complete('{ it { name } }', { it: { __typename: 'Other' } }).faults).toEqual([
    'Cannot return null for non-nullable field Other.name.',
  ]);
  expect(complete(query, { it: { __typename: 'Kind' } }).faults).toEqual([
    'Invalid __typename found for object at field Query.it.',
  ]);
});

test('inherited members of objects are no answer', () => {
  const query = '{ constructor: it { toString: size valueOf: any } hasOwnProperty: list { id } }';
  expect(complete(query, { constructor: {} })).toEqual({
    data: { constructor: { toString: null, valueOf: null }, hasOwnProperty: null },
    faults: [],
    isWritten: true,
  });
});

test('selections of one name come together, also where conditions decide it', () => {
  const always = '{ it { in { id } } it { in { size tags } id } it { id } }';
  const input = { it: { id: 'a', in: { id: 'b', size: 2, tags: ['t'] } } };
  expect(complete(always, input)).toMatchObject({
    data: { it: { in: { id: 'b', size: 2, tags: ['t'] }, id: 'a' } },
    isWritten: true,
  });
  const perhaps = 'query ($x: Boolean!) { it { tags @skip(if: $x) tags in { id } in @include(if: $x) { size } } }';
  expect(complete(perhaps, { it: { tags: ['t'], in: { id: 'b', size: 2 } } }, { x: true }).data).toEqual({
    it: { tags: ['t'], in: { id: 'b', size: 2 } },
  });
  expect(complete(perhaps, { it: { tags: ['t'], in: { id: 'b', size: 2 } } }, { x: false }).data).toEqual({
    it: { tags: ['t'], in: { id: 'b' } },
  });
});

test('fields that a condition adds to an unconditional selection appear only under the condition', () => {
  const query = 'query ($x: Boolean!) { it { in { id } in @include(if: $x) { size } } }';
  const input = { it: { in: { id: 'b', size: 2 } } };
  expect(complete(query, input, { x: true }).data).toEqual(input);
  expect(complete(query, input, { x: false }).data).toEqual({ it: { in: { id: 'b' } } });
});

test('a value of another shape altogether fails the operation', () => {
  expect(() => complete('{ list { id } }', { list: {} })).toThrow();
  expect(() => complete('{ it { id } }', { it: 'text' })).toThrow();
  expect(() => complete('{ it { id } }', { it: { __typename: 1 } })).toThrow();
  expect(() => complete('query ($x: Boolean) { it @skip(if: $x) { id } }', {}, { x: null })).toThrow();
});
