import { buildSchema, operationFromDocument } from '@apollo/federation-internals';
import { parse } from 'graphql';
import { CompileEffort } from './compile-effort.ts';
import { compileShape } from './compile-shape.ts';
import { completeData } from './complete-data.ts';
import { writeData } from './write-data.ts';

const schema = buildSchema(`
  type Query { node: Node nodes: [Node!] any: Any must: Node! a: A loop: Loop }
  interface Node { id: ID peer: Node }
  interface Sized { size: Int }
  type A implements Node & Sized { id: ID peer: A size: Int x: Int! }
  type B implements Node { id: ID peer: Node y: String }
  type C { z: Int }
  union Any = A | B | C
  interface Loop { in: Loop leaf: Int }
  ${['P', 'Q', 'R'].map((name) => `type ${name} implements Loop { in: Loop leaf: Int }`).join(' ')}
`);

function compile(query: string, effort = new CompileEffort()) {
  return compileShape(operationFromDocument(schema, parse(query)), effort);
}

/** Returns both results: they must agree wherever the short way applies. */
function complete(query: string, input: Record<string, unknown>, variables: Record<string, unknown> = {}) {
  const shape = compile(query);
  const { data, faults } = completeData(shape, input, variables, schema);
  const written = writeData(shape, input, variables);
  if (written !== undefined) expect(written).toBe(JSON.stringify(data));
  const messages = faults.map(({ message }) => message);
  return { data: JSON.parse(JSON.stringify(data)), messages, isWritten: written !== undefined };
}

const MIXED = [
  { __typename: 'A', id: '1', x: 1, y: 'not selected', v: 2 },
  { __typename: 'B', id: '2', y: 'b', v: 'text' },
];

test('each object is given what is selected on its type, at once', () => {
  const query = '{ nodes { id ... on A { x v: size } ... on B { y v: y } t: __typename } }';
  expect(complete(query, { nodes: MIXED })).toEqual({
    data: {
      nodes: [
        { id: '1', x: 1, v: 2, t: 'A' },
        { id: '2', y: 'b', v: 'text', t: 'B' },
      ],
    },
    messages: [],
    isWritten: true,
  });
});

test('a fragment on an interface is for all that implement it, and one on a union for its members', () => {
  const query = '{ any { ... on Node { id } ... on Sized { size } ... on Any { __typename } } }';
  expect(complete(query, { any: { __typename: 'A', id: 'a', size: 1 } })).toMatchObject({
    data: { any: { id: 'a', size: 1, __typename: 'A' } },
    isWritten: true,
  });
  expect(complete(query, { any: { __typename: 'C', id: 'a' } }).data).toEqual({ any: { __typename: 'C' } });
});

test('selections of one name on the interface and on a type come together', () => {
  const query = '{ node { peer { id } ... on A { peer { x } } ... on B { peer { ... on B { y } } } } }';
  const peer = { __typename: 'A', id: 'p', x: 1, y: 'no' };
  expect(complete(query, { node: { __typename: 'A', peer } })).toMatchObject({
    data: { node: { peer: { id: 'p', x: 1 } } },
    isWritten: true,
  });
  expect(complete(query, { node: { __typename: 'B', peer: { ...peer, __typename: 'B' } } })).toMatchObject({
    data: { node: { peer: { id: 'p', y: 'no' } } },
    isWritten: true,
  });
});

test('conditions hold within fragments', () => {
  const query = 'query ($x: Boolean!) { node { ... on A @include(if: $x) { x } ... on B @skip(if: $x) { y } id } }';
  const node = { __typename: 'A', id: '1', x: 1 };
  expect(complete(query, { node }, { x: true })).toMatchObject({ data: { node: { x: 1, id: '1' } }, isWritten: true });
  expect(complete(query, { node }, { x: false })).toMatchObject({ data: { node: { id: '1' } }, isWritten: true });
});

test('an unknown type ends the object; an object of a type that it cannot be has the selections on that type', () => {
  const query = '{ node { id ... on A { x } ... on B { y } } }';
  expect(complete(query, { node: { __typename: 'Nothing', id: '1' } })).toEqual({
    data: { node: null },
    messages: ['Invalid __typename found for object at field Query.node.'],
    isWritten: false,
  });
  expect(complete(query, { node: { __typename: 'Int', id: '1' } }).data).toEqual({ node: null });
  expect(complete(query, { node: { __typename: 'C', id: '1', x: 1 } })).toEqual({
    data: { node: { id: '1' } },
    messages: [],
    isWritten: false,
  });
});

test('an object without a type, or with that of an interface only, has the selections on the interface, but no type', () => {
  for (const named of [{}, { __typename: '' }, { __typename: 'Node' }]) {
    const node = { ...named, id: '1', x: 1 };
    expect(complete('{ node { id ... on A { x } } }', { node })).toMatchObject({
      data: { node: { id: '1' } },
      isWritten: false,
    });
    expect(complete('{ node { id __typename } }', { node })).toMatchObject({ data: { node: null }, messages: [] });
    expect(complete('{ must { t: __typename } }', { must: node })).toMatchObject({ data: null, messages: [] });
  }
});

test('inside a fragment on an interface an object of a known type needs a __typename as well', () => {
  const query = '{ a { id ... on Node { t: __typename ... on A { x } } } }';
  expect(complete(query, { a: { __typename: 'A', id: '1', x: 1 } })).toMatchObject({
    data: { a: { id: '1', t: 'A', x: 1 } },
    isWritten: true,
  });
  expect(complete(query, { a: { id: '1', x: 1 } })).toMatchObject({ data: { a: null }, isWritten: false });
  expect(complete('{ a { ... on Node { id } } }', { a: { id: '1' } })).toMatchObject({
    data: { a: { id: '1' } },
    isWritten: true,
  });
});

test('a fault names the type whose selection it is in', () => {
  expect(complete('{ node { ... on A { x } } }', { node: { __typename: 'A' } })).toMatchObject({
    data: { node: null },
    messages: ['Cannot return null for non-nullable field A.x.'],
  });
});

function combinations(depth: number): string {
  const chain = (level: number): string => (level === depth ? 'leaf' : `in { ${chain(level + 1)} }`);
  const level = (at: number): string =>
    at === depth ? 'leaf' : `... on P { ${chain(at)} } ... on Q { ${chain(at)} leaf } in { ${level(at + 1)} }`;
  return `{ loop { ${level(0)} } }`;
}

test('an operation of which every combination of types differs is compiled within bounds, and completed all the same', () => {
  const effort = new CompileEffort();
  const shape = compile(combinations(14), effort);
  expect(effort.isSpent).toBe(true);
  expect(effort.fields).toBeLessThan(11_000);
  let loop: Record<string, unknown> = { __typename: 'P', leaf: 1 };
  for (let level = 0; level < 14; level += 1) loop = { __typename: level % 2 === 0 ? 'Q' : 'P', in: loop, leaf: level };
  const { data } = completeData(shape, { loop }, {}, schema);
  expect(data).toMatchObject({ loop: { in: { leaf: 12, in: { in: { leaf: 10 } } } } });
  expect(writeData(shape, { loop }, {}) ?? JSON.stringify(data)).toBe(JSON.stringify(data));
});
